"""The replay, the record and the positions of a finished game, and who may read them."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client

from cards.selectors import get_printed_card
from gameplay import ports
from gameplay.engine.core.position import game_from_json
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from gameplay.models import Account, LogEntry, OnlineGame
from gameplay.selectors.cards import known_cards
from gameplay.services import accounts, games
from tests.gameplay.test_corrections import HanaJudges, correct, first_choice, play_on, reloaded, signed_in
from tests.gameplay.test_games import begun
from tests.page_text import compact_markup, visible_text


@pytest.fixture(scope="module")
def prepared_people(shared_database: None) -> tuple[Account, Account, Account]:
    return accounts.create_guest("Alice"), accounts.create_guest("Bob"), accounts.create_staff("Hana")


@pytest.fixture
def people(db: None, prepared_people: Any) -> Iterator[tuple[Account, Account, Account]]:
    with ports.game_host.overridden(HanaJudges()):
        yield deepcopy(prepared_people)


@pytest.fixture(scope="module")
def prepared_game(prepared_people: Any) -> OnlineGame:
    alice, bob, hana = prepared_people
    with ports.game_host.overridden(HanaJudges()):
        game = play_on(begun(alice, bob), alice, bob, steps=6)
        correct(game, hana, ("rewind", first_choice(game)), reason="a misclick")
        return games.concede(bob, play_on(game, alice, bob, steps=8))


@pytest.fixture
def over(people: Any, prepared_game: OnlineGame) -> OnlineGame:
    """A game that was rewound once and ended when Bob conceded."""
    return deepcopy(prepared_game)


def step_number(page: str) -> int:
    match = re.search(r"Step (\d+) of", visible_text(page))
    assert match
    return int(match[1])


def test_next_leads_through_all_steps_to_the_end_and_previous_back(over: OnlineGame):
    address = f"/replay/{over.replay}"
    pages = [Client().get(address).content.decode()]
    while link := re.search(r'rel="next" href="([^"]+)"', compact_markup(pages[-1])):
        pages.append(Client().get(address + link[1]).content.decode())

    steps = len(pages)
    assert f"Step {steps} of {steps}" in visible_text(pages[-1])
    assert "It ended because" in visible_text(pages[-1])
    assert "The judge Hana corrects the game: a misclick" in visible_text("".join(pages))
    back = re.search(r'rel="prev" href="([^"]+)"', compact_markup(pages[-1]))
    assert back
    assert f"Step {steps - 1} of {steps}" in visible_text(Client().get(address + back[1]).content.decode())


def test_step_shows_both_hands_and_the_question(over: OnlineGame):
    page = visible_text(Client().get(f"/replay/{over.replay}").content.decode())

    assert page.count(" Hand ") >= 2
    assert re.search(r"Make a play\. Plays left: 1\.\s*§\s*ENE-6\.1", page)


def test_record_is_exact_and_positions_can_be_read(over: OnlineGame):
    record = Client().get(f"/replay/{over.replay}/record")
    entry = first_choice(over)
    position = Client().get(f"/replay/{over.replay}/position?at={entry}")

    assert verify_record(record.content.decode(), RULESETS, get_printed_card).verdict == "EXACT"
    game = game_from_json(json.loads(position.content), RULESETS, known_cards)
    assert (game.table.turn, game.ask and game.ask.about[0]) == (1, "play")


def test_replay_is_not_indexed_or_cached(over: OnlineGame):
    for path in ("", "/record", "/position"):
        response = Client().get(f"/replay/{over.replay}{path}")
        assert (response["X-Robots-Tag"], response["Referrer-Policy"]) == ("noindex", "same-origin")
        assert "private" in response["Cache-Control"]


@pytest.mark.parametrize("name", ["e", "at"])
@pytest.mark.parametrize("at", ["x", "-1", "9999999", "9" * 5000])
def test_invalid_entry_is_refused(over: OnlineGame, at: str, name: str):
    is_number = at.isdigit() and len(at) < 10
    assert Client().get(f"/replay/{over.replay}?{name}={at}").status_code == (200 if is_number else 400)
    assert Client().get(f"/replay/{over.replay}/position?{name}={at}").status_code == (422 if is_number else 400)


def test_link_to_an_entry_opens_its_step(over: OnlineGame):
    """The links of the page have `?e=`. Older links have `?at=`, which works too; `?e=` takes precedence."""
    address = f"/replay/{over.replay}"
    first = Client().get(address).content.decode()
    turns = re.findall(r'href="\?e=(\d+)"[^>]*>\s*Turn', first)
    steps = {entry: step_number(Client().get(f"{address}?e={entry}").content.decode()) for entry in turns}

    assert "?at=" not in first
    assert len(set(steps.values())) == len(turns) > 1
    for entry, step in steps.items():
        assert step_number(Client().get(f"{address}?at={entry}").content.decode()) == step
        assert step_number(Client().get(f"{address}?at=0&e={entry}").content.decode()) == step
        page = Client().get(f"{address}?e={entry}").content.decode()
        positions = [Client().get(f"{address}/position?{name}={entry}") for name in ("e", "at")]
        assert positions[0].status_code == 200
        assert positions[0].content == positions[1].content
        assert f'href="{address}/position?e={entry}"' in page


def test_language_can_be_changed_without_losing_the_step(over: OnlineGame):
    page = Client().get(f"/replay/{over.replay}?e=3").content.decode()

    assert f'name="next" value="/replay/{over.replay}?e=3"' in page


def test_replay_is_only_found_by_its_token(over: OnlineGame, people: Any):
    alice, bob, _hana = people
    running = begun(alice, bob, name="game/2")

    assert running.replay is None
    for token in ("", "None", str(over.pk), str(running.pk), (over.replay or "")[:-1]):
        assert Client().get(f"/replay/{token}").status_code == 404


def test_old_address_stops_working_after_renewal(over: OnlineGame, people: Any):
    hana = people[2]
    old = over.replay

    response = signed_in(hana).post(
        f"/api/v1/games/{over.pk}/replay", {"reason": "posted elsewhere"}, content_type="application/json"
    )

    assert response.status_code == 201
    assert Client().get(f"/replay/{old}").status_code == 404
    assert Client().get(f"/replay/{response.json()['replay']}").status_code == 200
    assert reloaded(over).replay == response.json()["replay"]


def test_players_may_read_the_record_of_a_finished_game_outside_of_events(people: Any):
    alice, bob, _hana = people
    game = begun(alice, bob)
    path = f"/api/v1/games/{game.pk}/record"
    assert signed_in(alice).get(path).status_code == 409

    over = games.concede(bob, game)

    assert signed_in(alice).get(path).json() == json.loads(over.record)
    assert signed_in(accounts.create_guest("Zoe")).get(path).status_code == 404
    assert Client().get(path).status_code == 401


def test_changed_cards_prevent_the_replay_but_not_the_record(over: OnlineGame):
    record = json.loads(over.record)
    OnlineGame.objects.filter(pk=over.pk).update(record=over.record.replace(record["decks"][0][0], "SD-99"))

    assert Client().get(f"/replay/{over.replay}").status_code == 422
    assert Client().get(f"/replay/{over.replay}/record").status_code == 200


def verify(record: Any) -> Any:
    body = {"record": record}
    return signed_in(accounts.create_guest("Zoe")).post("/api/v1/records/verify", body, content_type="application/json")


def test_any_account_can_verify_a_record(over: OnlineGame):
    record = json.loads(over.record)

    complete = verify(record).json()
    short = verify(record | {"entries": record["entries"][:-1]}).json()

    assert (complete["verdict"], complete["outcome"]["reason"]) == ("EXACT", "concede")
    assert short["verdict"] == "DIVERGED"
    assert short["entry"] < len(record["entries"])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "passleft-record-9"}, "record: format: passleft-record-9 is another version"),
        ({"ruleset": "chess"}, "record: ruleset: unknown game: chess"),
        ({"luck": 7}, "record: luck: unknown field"),
        ({"switches": {"redraw": "burn"}}, "record: switches: redraw: 'burn' is not one of shuffle, discard"),
    ],
)
def test_malformed_record_is_unreadable(over: OnlineGame, change: dict[str, Any], sentence: str):
    response = verify(json.loads(over.record) | change)

    assert (response.status_code, response.json()["code"]) == (400, "unreadable")
    assert sentence in response.json()["detail"]


def test_position_of_a_running_game_is_for_judges_and_logged(people: Any):
    alice, bob, hana = people
    game = begun(alice, bob)
    path = f"/api/v1/games/{game.pk}/position"

    position = signed_in(hana).get(path).json()

    assert game_from_json(position, RULESETS, known_cards).ask is not None
    assert signed_in(alice).get(path).status_code == 404
    assert LogEntry.objects.filter(action="judge_looked").count() == 1
