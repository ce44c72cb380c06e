"""The API of constructed events, for officials and players."""

from typing import Any

import pytest

from gameplay.models import Account
from gameplay.services.accounts import create_guest, create_staff
from tests.drafting.conftest import Program
from tournaments.models import Event
from tournaments.selectors.presets import constructed_presets

CODES = [each.code for each in constructed_presets()]


def program(account: Account, path: str = "") -> Program:
    return Program(account, f"/api/v1/{path}")


def create_by_api(code: str, **data: Any) -> tuple[Program, Event]:
    alma = create_staff("Alma")
    answer = program(alma).send("events", {"preset": code, "name": "Deck Night", **data})
    assert answer.status_code == 201, answer.json()
    event = Event.objects.get()
    return program(alma, f"events/{event.slug}"), event


def list_text(ready: dict[str, Any]) -> str:
    return "".join(f"{copies} {ref}\n" for ref, copies in ready["cards"].items())


@pytest.mark.parametrize("code", [each.code for each in constructed_presets() if each.brings_decks])
def test_an_event_of_each_variant_can_be_run_by_api(db: None, code: str):
    alma, event = create_by_api(code, rounds=1)
    players = [create_guest(name) for name in ("Alice", "Bob")]
    for account in players:
        assert program(account).send("join", {"code": event.join_code}).status_code == 201
        own = program(account, f"events/{event.slug}")
        ready = own.get("/ready-decks").json()[0]
        saved = own.send("/deck", {"text": list_text(ready), "version": 0}, method="PUT")
        assert (saved.status_code, saved.json()["faults"]) == (200, [])
        assert own.send("/deck/submission").json()["checksum"]
    assert [each["submitted"] for each in alma.get("/decks").json()] == [True, True]
    for path in ("/registration/close", "/decks/lock"):
        assert alma.send(path, {}).status_code == 200
    assert alma.send("/rounds").status_code == 201
    assert alma.send("/rounds/1/publish").status_code == 201

    match = alma.get("/rounds").json()[0]["matches"][0]
    rules = event.match_rules
    end, target = (
        next(iter(rules.endings)),
        rules.target if next(iter(rules.endings.values())).win_condition == "target" else 0,
    )
    game = {"winner": "a", "vp_a": target, "vp_b": 0, "end": end}
    wrong = program(players[0]).send(
        f"matches/{match['id']}/reports", {"games": [game | {"end": "rain"}] * 2, "version": 0}
    )
    assert {error["code"] for error in wrong.json().get("faults", [wrong.json()])} == {"unknown_end"}
    desk = Program(alma.account, "/api/v1/")
    entered = desk.send(f"matches/{match['id']}/result", {"games": [game] * 2, "version": 0})
    assert entered.status_code == 201, entered.json()
    assert alma.send("/finish").json()["finished_at"]
    assert [row["match_points"] for row in alma.get("/standings").json()] == [3, 0]


def test_an_illegal_deck_is_saved_but_cannot_be_submitted(db: None):
    _alma, event = create_by_api("hagmi-tactics")
    ken = create_guest("Ken")
    program(ken).send("join", {"code": event.join_code})
    own = program(ken, f"events/{event.slug}")

    saved = own.send("/deck", {"text": "9 IS-S01\nrain"}, method="PUT").json()
    assert {(fault["code"], fault["clause"]) for fault in saved["faults"]} == {
        ("list_line", ""), ("too_few_cards", "HAG-10.1"), ("secret_plans", "HAG-1.5"),
    }  # fmt: skip
    refused = own.send("/deck/submission")
    assert refused.status_code == 422
    assert {each["code"] for each in refused.json()["faults"]} == {"list_line", "too_few_cards", "secret_plans"}
    assert own.get("/deck").json()["text"] == "9 IS-S01\nrain"
    assert own.send("/deck", {"text": "", "version": 7}, method="PUT").json()["code"] == "stale_deck"
    assert own.send("/deck/submission", method="DELETE").status_code == 200


def test_a_judge_submits_and_withdraws_the_deck_of_a_player(db: None):
    alma, event = create_by_api("rm2k-standard")
    ken = create_guest("Ken")
    program(ken).send("join", {"code": event.join_code})
    text = list_text(alma.get("/ready-decks").json()[0])

    assert alma.send("/entries/1/deck", {"text": text, "version": 0}, method="PUT").json()["faults"] == []
    assert alma.send("/entries/1/deck/submission").json()["submitted_at"]
    assert program(ken, f"events/{event.slug}").get("/deck").json()["submitted_at"]
    assert alma.send("/entries/1/deck/submission", method="DELETE").json()["submitted_at"] is None
    assert alma.get("/entries/2/deck").status_code == 404


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"packs": 4}, "constructed_draft"),
        ({"opening": "table", "draft_log": "own"}, "constructed_draft"),
        ({"vp_target": 5}, "nothing_counted"),
        ({"rounds": 0}, "too_few_rounds"),
        ({"cut": 3}, None),
    ],
)
def test_unplayable_settings_are_refused(db: None, data: dict[str, Any], code: str | None):
    answer = program(create_staff("Alma")).send("events", {"preset": "hagmi-tactics", "name": "Deck Night", **data})

    assert answer.status_code in (400, 422)
    assert code is None or answer.json()["code"] == code
    assert not Event.objects.exists()


def test_presets_give_game_and_variant(db: None):
    presets = {each["code"]: each for each in program(create_staff("Alma")).get("presets").json()}

    assert (presets["hagmi-tactics"]["game"], presets["hagmi-tactics"]["variant"]) == ("hagmi", "tactics")
    assert presets["hagmi-tactics"]["packs"] is None
    assert presets["enemy-FL-booster"]["variant"] == "draft"
    assert set(CODES) <= presets.keys()
