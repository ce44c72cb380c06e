"""Positions from outside: the commands, their exit codes, and the API."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from gameplay.games import enemy
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.gameplay.games.enemy.positions import position

EXAMPLE = Path(enemy.__file__).parent / "example.position.json"
HURT = {
    "format": "passleft-position-1",
    "ruleset": "hagmi",
    "variant": "tactics",
    "turn": 3,
    "active": 0,
    "step": "main2",
    "fought": True,
    "pausing": True,
}


def test_options_prints_the_ask_with_every_option(capsys: pytest.CaptureFixture[str]):
    call_command("options", EXAMPLE)

    asked = json.loads(capsys.readouterr().out)
    assert (asked["seat"], asked["kind"], asked["outcome"]) == (0, "play", None)
    assert [(each["id"], each["code"], each["card"]) for each in asked["options"][:2]] == [
        (0, "attack", "NEW-01"),
        (1, "hide", "NEW-01"),
    ]


def test_apply_prints_a_position_that_options_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    call_command("apply", EXAMPLE, "0")
    answer = json.loads(capsys.readouterr().out)
    file = tmp_path / "after.json"
    file.write_text(json.dumps(answer["position"]), encoding="utf-8")
    call_command("options", file)

    assert answer["events"] == [{"code": "attacked", "seat": 0, "card": "NEW-01"}]
    assert json.loads(capsys.readouterr().out)["about"] == {"code": "join"}


def test_a_choice_the_rules_refuse_ends_with_1_and_says_code_and_clause(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        call_command("apply", EXAMPLE, "99")

    refusal = json.loads(capsys.readouterr().out)
    assert (ended.value.code, refusal["code"], refusal["clause"]) == (1, "not_an_option", "")


UNIQUE = position({"hand": ["King", "Wolf"]}, {"score": ["King"]})


@pytest.mark.clause("ENE-7.6")
@pytest.mark.parametrize("choice", [["attack", "King"], ["attack", "new-k"], ["attack", "hand0.0"], ["attack King"]])
def test_an_impossible_play_is_refused_with_its_own_reason(
    choice: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "p.json"
    file.write_text(json.dumps(UNIQUE), encoding="utf-8")

    with pytest.raises(SystemExit) as ended:
        call_command("apply", file, *choice)

    answer = capsys.readouterr()
    refusal = json.loads(answer.out)
    assert (ended.value.code, refusal["code"], refusal["clause"]) == (1, "not_an_option", "ENE-7.6")
    assert refusal["detail"] == "This monster is unique, and a copy of it is in play. You may hide yours."
    assert (refusal["details"]["reason"], answer.err) == (
        "unique_in_play",
        f"not_an_option ENE-7.6: {refusal['detail']}\n",
    )


def test_a_choice_may_be_written_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "p.json"
    file.write_text(json.dumps(UNIQUE), encoding="utf-8")
    call_command("apply", file, "hide", "King")

    assert json.loads(capsys.readouterr().out)["events"][0] == {"code": "hid", "seat": 0, "card": "NEW-K"}


@pytest.mark.parametrize("fuel", [[], ["IS-O01"]])
def test_apply_prints_what_happens_at_the_end_of_a_turn_with_damage_on_the_table(
    fuel: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """That all damage is repaired happens to no card and no player by name (HAG-9.2.1)."""
    file = tmp_path / "hurt.json"
    hurt = {"card": "IS-W03", "damage": 2, "fuel": fuel}
    file.write_text(json.dumps(HURT | {"seats": [{"units": [hurt]}, {"units": [hurt]}]}), encoding="utf-8")

    call_command("options", file)
    asked = json.loads(capsys.readouterr().out)
    call_command("apply", file, str(asked["options"][-1]["id"]))
    answer = json.loads(capsys.readouterr().out)

    assert asked["options"][-1]["code"] == "pass"
    assert answer["events"][:2] == [{"code": "repaired"}, {"code": "turn", "seat": 1, "number": 4}]
    assert all("damage" not in str(seat) for seat in answer["position"]["seats"])


@pytest.mark.parametrize(
    ("command", "text", "fault"),
    [
        (["options"], None, "No such file or directory"),
        (["options"], "{", "p.json: "),
        (["options"], '{"format": "other"}', "p.json: format: "),
        (["apply", "0"], "[]", "p.json: [] is not an object"),
        (["apply", "first"], EXAMPLE.read_text(encoding="utf-8"), "CHOICE: 'first' is no id of an option"),
        (
            ["apply", "attack"],
            EXAMPLE.read_text(encoding="utf-8"),
            "CHOICE: 'attack' is not of the form 'attack <card>'",
        ),
        (["apply", "redraw", "all"], EXAMPLE.read_text(encoding="utf-8"), "CHOICE: 'redraw all' is not of the form"),
    ],
)
def test_unusable_input_ends_with_2_and_one_line(
    command: list[str], text: str | None, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "p.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")

    with pytest.raises(SystemExit) as ended:
        call_command(command[0], file, *command[1:])

    answer = capsys.readouterr()
    assert (ended.value.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert fault in answer.err


@pytest.fixture
def alice(db: None) -> Account:
    return create_guest("Alice")


def post(client: Client, name: str, data: dict[str, Any]) -> Any:
    return client.post(f"/api/v1/positions/{name}", data, content_type="application/json")


def test_the_api_answers_like_the_commands(client: Client, alice: Account):
    client.force_login(alice)
    position = json.loads(EXAMPLE.read_text(encoding="utf-8"))

    asked = post(client, "options", {"position": position})
    after = post(client, "apply", {"position": position, "choice": 0})
    again = post(client, "options", {"position": after.json()["position"]})

    assert [each["id"] for each in asked.json()["options"]] == [0, 1, 2, 3]
    assert (again.status_code, again.json()["about"]) == (200, {"code": "join"})


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
def test_the_api_tells_refused_from_unreadable(
    client: Client, alice: Account, position: Any, choice: Any, status: int, code: str
):
    client.force_login(alice)
    sent = json.loads(EXAMPLE.read_text(encoding="utf-8")) if position is None else position

    answer = post(client, "apply", {"position": sent, "choice": choice})

    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.clause("ENE-7.6")
def test_the_api_refuses_an_impossible_play_with_its_own_reason(client: Client, alice: Account):
    client.force_login(alice)

    answer = post(client, "apply", {"position": UNIQUE, "choice": {"code": "attack", "card": "King"}})

    assert (answer.status_code, answer.json()["clause"], answer.json()["field"]) == (422, "ENE-7.6", "option")
    assert answer.json()["details"]["reason"] == "unique_in_play"


def test_a_printed_option_may_be_sent_back_as_it_is(client: Client, alice: Account):
    client.force_login(alice)
    position = json.loads(EXAMPLE.read_text(encoding="utf-8"))

    for option in post(client, "options", {"position": position}).json()["options"]:
        by_number = post(client, "apply", {"position": position, "choice": option["id"]})
        by_name = post(client, "apply", {"position": position, "choice": option})

        assert (by_name.status_code, by_name.json()) == (200, by_number.json())


def test_whoever_asks_too_often_must_wait(client: Client, alice: Account):
    client.force_login(alice)

    answers = [post(client, "options", {"position": {}}).status_code for _ in range(61)]

    assert (set(answers[:60]), answers[60]) == ({400}, 429)
