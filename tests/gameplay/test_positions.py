"""Positions as input: the commands, their exit statuses, and the API."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from gameplay.engine.core.card_plays import plays_of_card
from gameplay.engine.core.position import game_from_json
from gameplay.engine.core.views import addressable_cards
from gameplay.games import RULESETS, enemy
from gameplay.models import Account
from gameplay.selectors.cards import known_cards
from gameplay.services.accounts import create_guest
from tests.gameplay.games.enemy.positions import position

EXAMPLE = Path(enemy.__file__).parent / "example.position.json"
DAMAGED = {
    "format": "passleft-position-1",
    "ruleset": "hagmi",
    "variant": "tactics",
    "turn": 3,
    "active": 0,
    "step": "main2",
    "fought": True,
    "pausing": True,
}


def test_options_prints_the_question_with_all_options(capsys: pytest.CaptureFixture[str]):
    call_command("options", EXAMPLE)

    ask = json.loads(capsys.readouterr().out)
    assert (ask["seat"], ask["kind"], ask["outcome"]) == (0, "play", None)
    assert [(each["id"], each["code"], each["card"]) for each in ask["options"][:2]] == [
        (0, "attack", "NEW-01"),
        (1, "hide", "NEW-01"),
    ]


def test_apply_prints_a_position_that_options_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    call_command("apply", EXAMPLE, "0")
    result = json.loads(capsys.readouterr().out)
    file = tmp_path / "after.json"
    file.write_text(json.dumps(result["position"]), encoding="utf-8")
    call_command("options", file)

    assert result["events"] == [{"code": "attacked", "seat": 0, "card": "NEW-01"}]
    assert json.loads(capsys.readouterr().out)["about"] == {"code": "join"}


def test_illegal_choice_has_exit_status_1_and_a_code(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as stop:
        call_command("apply", EXAMPLE, "99")

    refusal = json.loads(capsys.readouterr().out)
    assert (stop.value.code, refusal["code"], refusal["clause"]) == (1, "not_an_option", "")


UNIQUE = position({"hand": ["King", "Wolf"]}, {"score": ["King"]})


@pytest.mark.clause("ENE-7.6")
@pytest.mark.parametrize("choice", [["attack", "King"], ["attack", "new-k"], ["attack", "hand0.0"], ["attack King"]])
def test_impossible_play_is_refused_with_its_own_reason(
    choice: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "p.json"
    file.write_text(json.dumps(UNIQUE), encoding="utf-8")

    with pytest.raises(SystemExit) as stop:
        call_command("apply", file, *choice)

    captured = capsys.readouterr()
    refusal = json.loads(captured.out)
    assert (stop.value.code, refusal["code"], refusal["clause"]) == (1, "not_an_option", "ENE-7.6")
    assert refusal["detail"] == "This monster is unique, and a copy of it is in play. You can still hide yours."
    assert (refusal["details"]["reason"], captured.err) == (
        "unique_in_play",
        f"not_an_option ENE-7.6: {refusal['detail']}\n",
    )


def test_choice_can_be_written_with_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "p.json"
    file.write_text(json.dumps(UNIQUE), encoding="utf-8")
    call_command("apply", file, "hide", "King")

    assert json.loads(capsys.readouterr().out)["events"][0] == {"code": "hid", "seat": 0, "card": "NEW-K"}


@pytest.mark.parametrize("fuel", [[], ["IS-O01"]])
def test_apply_prints_the_events_at_the_end_of_a_turn_with_damaged_cards(
    fuel: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """The event that repairs all damage names neither cards nor players (HAG-9.2.1)."""
    file = tmp_path / "damaged.json"
    damaged = {"card": "IS-W03", "damage": 2, "fuel": fuel}
    file.write_text(json.dumps(DAMAGED | {"seats": [{"units": [damaged]}, {"units": [damaged]}]}), encoding="utf-8")

    call_command("options", file)
    ask = json.loads(capsys.readouterr().out)
    call_command("apply", file, str(ask["options"][-1]["id"]))
    result = json.loads(capsys.readouterr().out)

    assert ask["options"][-1]["code"] == "pass"
    assert result["events"][:2] == [{"code": "repaired"}, {"code": "turn", "seat": 1, "number": 4}]
    assert all("damage" not in str(seat) for seat in result["position"]["seats"])


@pytest.mark.parametrize(
    ("command", "text", "fault"),
    [
        (["options"], None, "No such file or directory"),
        (["options"], "{", "p.json: "),
        (["options"], '{"format": "other"}', "p.json: format: "),
        (["apply", "0"], "[]", "p.json: [] is not an object"),
        (["apply", "first"], EXAMPLE.read_text(encoding="utf-8"), "CHOICE: 'first' is neither the number of an option"),
        (
            ["apply", "attack"],
            EXAMPLE.read_text(encoding="utf-8"),
            "CHOICE: 'attack' is not of the form 'attack <card>'",
        ),
        (["apply", "redraw", "all"], EXAMPLE.read_text(encoding="utf-8"), "CHOICE: 'redraw all' is not of the form"),
    ],
)
def test_unusable_input_has_exit_status_2_and_a_one_line_reason(
    command: list[str], text: str | None, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "p.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")

    with pytest.raises(SystemExit) as stop:
        call_command(command[0], file, *command[1:])

    captured = capsys.readouterr()
    assert (stop.value.code, captured.out, captured.err.count("\n")) == (2, "", 1)
    assert fault in captured.err


@pytest.fixture
def alice(db: None) -> Account:
    return create_guest("Alice")


def post(client: Client, name: str, data: dict[str, Any]) -> Any:
    return client.post(f"/api/v1/positions/{name}", data, content_type="application/json")


def test_api_returns_the_same_as_the_commands(client: Client, alice: Account):
    client.force_login(alice)
    position = json.loads(EXAMPLE.read_text(encoding="utf-8"))

    ask = post(client, "options", {"position": position})
    after = post(client, "apply", {"position": position, "choice": 0})
    next_ask = post(client, "options", {"position": after.json()["position"]})

    assert [each["id"] for each in ask.json()["options"]] == [0, 1, 2, 3]
    assert (next_ask.status_code, next_ask.json()["about"]) == (200, {"code": "join"})


@pytest.mark.parametrize(
    ("position", "choice", "status", "code"),
    [
        (None, 99, 422, "not_an_option"),
        ({"format": "other"}, 0, 400, "unreadable"),
        ([], 0, 400, "unreadable"),
        (None, "first", 400, "unreadable"),
        (None, True, 400, "unreadable"),
        (None, ["attack", "NEW-01"], 400, "unreadable"),
        (None, {"code": "dance"}, 400, "unreadable"),
        (None, {"code": "attack", "card": {}}, 400, "unreadable"),
        (None, {"code": "attack", "card": "Nobody"}, 422, "not_an_option"),
    ],
)
def test_api_distinguishes_illegal_from_unreadable(
    client: Client, alice: Account, position: Any, choice: Any, status: int, code: str
):
    client.force_login(alice)
    data = json.loads(EXAMPLE.read_text(encoding="utf-8")) if position is None else position

    response = post(client, "apply", {"position": data, "choice": choice})

    assert (response.status_code, response.json()["code"]) == (status, code)


@pytest.mark.clause("ENE-7.6")
def test_api_refuses_an_impossible_play_with_its_own_reason(client: Client, alice: Account):
    client.force_login(alice)

    response = post(client, "apply", {"position": UNIQUE, "choice": {"code": "attack", "card": "King"}})

    assert (response.status_code, response.json()["clause"], response.json()["field"]) == (422, "ENE-7.6", "option")
    assert response.json()["details"]["reason"] == "unique_in_play"


@pytest.mark.parametrize("name", RULESETS)
def test_api_refuses_what_a_card_cannot_do_with_the_clause_of_the_play(client: Client, alice: Account, name: str):
    """The reason and the clause are those that the engine gives for the card."""
    client.force_login(alice, backend="gameplay.infrastructure.sessions.AccountBackend")
    data = json.loads((Path(enemy.__file__).parents[1] / name / "example.position.json").read_text(encoding="utf-8"))
    game, compared = game_from_json(data, RULESETS, known_cards, file="position"), set[str]()
    assert game.ask is not None
    for card, (handle, seen) in addressable_cards(game.table, game.ask.seat).items():
        for play in plays_of_card(game, card) if seen else ():
            fields = RULESETS[name].sentences.options[play.option[0]].fields
            if play.reason is None or len(fields) != 1 or play.option[0] in compared:
                continue
            response = post(client, "apply", {"position": data, "choice": {"code": play.option[0], fields[0]: handle}})
            assert (response.status_code, response.json()["clause"]) == (422, play.reason.clause)
            assert response.json()["details"]["reason"] == play.reason.code
            compared.add(play.option[0])

    assert compared


def test_option_can_be_sent_back_unchanged(client: Client, alice: Account):
    client.force_login(alice)
    position = json.loads(EXAMPLE.read_text(encoding="utf-8"))

    for option in post(client, "options", {"position": position}).json()["options"]:
        by_number = post(client, "apply", {"position": position, "choice": option["id"]})
        by_name = post(client, "apply", {"position": position, "choice": option})

        assert (by_name.status_code, by_name.json()) == (200, by_number.json())


def test_number_of_requests_is_limited(client: Client, alice: Account):
    client.force_login(alice)

    statuses = [post(client, "options", {"position": {}}).status_code for _ in range(61)]

    assert (set(statuses[:60]), statuses[60]) == ({400}, 429)
