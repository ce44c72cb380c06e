"""The page on which two players' accounts of one game are compared."""

import json
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from gameplay.services.accounts import create_guest
from tests.gameplay.test_adjudicate import DISPUTE, EXAMPLE

pytestmark = pytest.mark.django_db
SAMPLE = {"variant": "enemy-sample", "player_1": "Alice", "player_2": "Bob", "first": "1"}


def compare(client: Client, first: str, second: str, **fields: Any) -> tuple[int, str]:
    data = SAMPLE | {"turns": first, "other_turns": second} | fields
    response = client.post(reverse("paper_compare"), data)
    return response.status_code, " ".join(unescape(response.content.decode()).split())


def test_accounts_that_agree_are_judged_once_each(client: Client):
    status, page = compare(client, "hide\nBob: hide", "hide\nhide")

    assert status == 200
    assert "The accounts do not contradict each other" in page
    assert "Entries in both accounts: 2. Different: 0. In one account only: 0." in page
    assert page.count("<h3>Legal</h3>") == 2


def test_differences_are_marked_side_by_side(client: Client):
    _status, page = compare(client, "attack Heavy Metal; avoid", "attack Heavy Metal; fight")

    assert "The accounts differ" in page
    assert "Different: 1" in page
    assert "<td><mark>avoid</mark></td> <td><mark>fight</mark></td>" in page


def test_an_impossible_account_is_illegal_with_its_clause_and_the_other_one_is_not(client: Client):
    _status, page = compare(client, "hide; hide", "hide")

    assert "Illegal: turn 1, entry 2" in page
    assert "<h3>Legal</h3>" in page
    assert "In one account only: 1." in page


def test_what_one_account_leaves_out_is_judged_with_the_other(client: Client):
    """The first account has turns 1 and 3, the second one turn 2."""
    _status, page = compare(client, "hide\n\nhide", "\nhide")

    assert "Both accounts together" in page


def test_each_account_has_a_result_of_its_own(client: Client):
    won = {"winner": "1", "points_1": "8", "points_2": "0", "reason": "vp"}
    lost = {"other_winner": "2", "other_points_1": "0", "other_points_2": "8", "other_reason": "vp"}

    _status, page = compare(client, "hide", "hide", **won, **lost)

    assert "The results differ." in page


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"other_turns": ""}, "This field is required."),
        ({"other_turns": "hidde"}, "Turn 1, “hidde” is not a valid entry."),
        (
            {"other_turns": '{"format": "passleft-log-1", "ruleset": "hagmi", "variant": "tactics", "decks": []}'},
            "the deck lists of all players are required",
        ),
        (
            {"other_turns": '{"format": "passleft-log-1", "ruleset": "enemy", "variant": "sample", "turns": ["hide"]}'},
            "Both accounts must have the same game and the same players.",
        ),
    ],
)
def test_unreadable_second_account_is_refused_at_its_field(client: Client, fields: dict[str, str], fault: str):
    status, page = compare(client, "hide", "", **fields)

    assert status == 422
    assert "The accounts cannot be compared yet." in page
    assert fault in page[page.index('id="id_other_turns"') - 2000 :]


def test_address_fills_in_game_and_players(client: Client):
    response = client.get(reverse("paper_compare"), {"variant": "hagmi-tactics", "player_1": "Alice"})

    page = " ".join(response.content.decode().split())
    assert 'value="Alice"' in page
    assert '<option value="hagmi-tactics" selected' in page


def test_changing_the_game_keeps_both_accounts(client: Client):
    _status, page = compare(client, "hide", "attack Elk", do="look")

    assert "hide</textarea>" in page
    assert "attack Elk</textarea>" in page


def test_accounts_from_a_position_are_judged_from_it(client: Client):
    """The example's claim that the other player loses is illegal there; without it the account is legal."""
    log = json.loads(EXAMPLE.with_name(DISPUTE).read_text(encoding="utf-8"))
    (turn,) = log["turns"]
    before, _, claim = turn.rpartition("; ")
    fields = {
        "variant": f"enemy-{log['variant']}",
        "player_1": log["players"][0],
        "player_2": log["players"][1],
        "position": json.dumps(log["position"]),
    }

    status, page = compare(client, turn, before, **fields)

    assert status == 200
    assert "In one account only: 1." in page
    assert claim in page
    assert "Illegal: turn 1, entry 8" in page
    assert "ENE-5.9" in page
    assert "<h3>Legal</h3>" in page


def api_comparison(first: Any, second: Any) -> Any:
    client: Any = APIClient()
    client.force_login(create_guest("Alice"))
    return client.post("/api/v1/logs/compare", {"first": first, "second": second}, format="json")


def test_the_api_compares_two_accounts():
    log = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    first = {**log, "turns": ["hide", "attack Heavy Metal; avoid"], "result": {}}
    second = {**log, "turns": ["hide; hide", "attack Heavy Metal; fight"], "result": {}}

    found = api_comparison(first, second).json()

    assert (found["agreed"], found["different"], found["one_sided"], found["other_result"]) == (2, 1, 1, False)
    assert {"turn": 2, "first": "avoid", "second": "fight", "agrees": False} in found["entries"]
    assert {"turn": 1, "first": None, "second": "hide", "agrees": False} in found["entries"]
    assert [each["title"] for each in found["verdicts"]][:2] == ["First account", "Second account"]
    assert (found["verdicts"][1]["verdict"], found["verdicts"][1]["turn"]) == ("illegal", 1)


def test_the_api_refuses_accounts_that_cannot_be_compared():
    log = json.loads(EXAMPLE.read_text(encoding="utf-8"))

    unreadable = api_comparison(log, {**log, "turns": ["hidde"]})
    other = api_comparison(log, {**log, "players": ["Carla", "Dora"], "first": "Dora", "turns": ["hide"], "result": {}})

    assert unreadable.status_code == 400
    assert "second" in json.dumps(unreadable.json())
    assert (other.status_code, other.json()["code"]) == (422, "accounts_of_different_games")
