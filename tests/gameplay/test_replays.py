"""What is left of a game: its replay moment by moment, its record and its positions, for those who may have them."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from cards.selectors import get_printed_card
from gameplay import ports
from gameplay.engine.core.position import game_from_json
from gameplay.engine.core.record import verify_record
from gameplay.games import RULESETS
from gameplay.models import Account, LogEntry, OnlineGame
from gameplay.selectors.cards import known_cards
from gameplay.services import accounts, games
from tests.gameplay.test_corrections import HanaJudges, again, first_choice, play_on, ruled, signed_in
from tests.gameplay.test_games import begun


@pytest.fixture
def people(db: None) -> Iterator[tuple[Account, Account, Account]]:
    with ports.game_host.overridden(HanaJudges()):
        yield accounts.create_guest("Alice"), accounts.create_guest("Bob"), accounts.create_staff("Hana")


@pytest.fixture
def over(people: Any) -> OnlineGame:
    """A game that was taken back once and is over, as Bob gave it up."""
    alice, bob, hana = people
    game = play_on(begun(alice, bob), alice, bob, steps=6)
    ruled(game, hana, ("rewind", first_choice(game)), reason="a misclick")
    return games.concede(bob, play_on(game, alice, bob, steps=8))


def step_of(page: str) -> int:
    found = re.search(r"Step (\d+) of", text_of(page))
    assert found
    return int(found[1])


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_next_leads_through_every_moment_to_the_end_and_previous_back(over: OnlineGame):
    address = f"/replay/{over.replay}"
    seen = [Client().get(address).content.decode()]
    while found := re.search(r'rel="next" href="([^"]+)"', seen[-1]):
        seen.append(Client().get(address + found[1]).content.decode())

    steps = len(seen)
    assert f"Step {steps} of {steps}" in text_of(seen[-1])
    assert "It ended because" in text_of(seen[-1])
    assert "The judge Hana corrects the game: a misclick" in text_of("".join(seen))
    back = re.search(r'rel="prev" href="([^"]+)"', seen[-1])
    assert back
    assert f"Step {steps - 1} of {steps}" in text_of(Client().get(address + back[1]).content.decode())


def test_a_moment_shows_both_hands_what_is_asked_and_what_is_answered(over: OnlineGame):
    page = text_of(Client().get(f"/replay/{over.replay}").content.decode())

    assert page.count(" Hand ") >= 2
    assert "Your play. Plays left: 1. ENE-6.1" in page


def test_the_record_of_a_replay_verifies_and_its_positions_are_read(over: OnlineGame):
    record = Client().get(f"/replay/{over.replay}/record")
    entry = first_choice(over)
    position = Client().get(f"/replay/{over.replay}/position?at={entry}")

    assert verify_record(record.content.decode(), RULESETS, get_printed_card).verdict == "EXACT"
    game = game_from_json(json.loads(position.content), RULESETS, known_cards)
    assert (game.table.turn, game.ask and game.ask.about[0]) == (1, "play")


def test_a_replay_is_listed_nowhere(over: OnlineGame):
    for path in ("", "/record", "/position"):
        answer = Client().get(f"/replay/{over.replay}{path}")
        assert (answer["X-Robots-Tag"], answer["Referrer-Policy"]) == ("noindex", "same-origin")
        assert "private" in answer["Cache-Control"]


@pytest.mark.parametrize("name", ["e", "at"])
@pytest.mark.parametrize("at", ["x", "-1", "9999999", "9" * 5000])
def test_a_moment_that_is_none(over: OnlineGame, at: str, name: str):
    number = at.isdigit() and len(at) < 10
    assert Client().get(f"/replay/{over.replay}?{name}={at}").status_code == (200 if number else 400)
    assert Client().get(f"/replay/{over.replay}/position?{name}={at}").status_code == (422 if number else 400)


def test_a_link_to_an_entry_opens_the_replay_there(over: OnlineGame):
    """`?e=` in every link of the page; `?at=` in older ones leads to the same place, `?e=` counts beside it."""
    address = f"/replay/{over.replay}"
    first = Client().get(address).content.decode()
    turns = re.findall(r'href="\?e=(\d+)"[^>]*>\s*Turn', first)
    shown = {entry: step_of(Client().get(f"{address}?e={entry}").content.decode()) for entry in turns}

    assert "?at=" not in first
    assert len(set(shown.values())) == len(turns) > 1
    for entry, step in shown.items():
        assert step_of(Client().get(f"{address}?at={entry}").content.decode()) == step
        assert step_of(Client().get(f"{address}?at=0&e={entry}").content.decode()) == step
        page = Client().get(f"{address}?e={entry}").content.decode()
        positions = [Client().get(f"{address}/position?{name}={entry}") for name in ("e", "at")]
        assert positions[0].status_code == 200
        assert positions[0].content == positions[1].content
        assert f'href="{address}/position?e={entry}"' in page


def test_the_language_can_be_changed_without_losing_the_moment(over: OnlineGame):
    page = Client().get(f"/replay/{over.replay}?e=3").content.decode()

    assert f'name="next" value="/replay/{over.replay}?e=3"' in page


def test_a_replay_is_only_found_by_its_name(over: OnlineGame, people: Any):
    alice, bob, _hana = people
    running = begun(alice, bob, name="game/2")

    assert running.replay is None
    for token in ("", "None", str(over.pk), str(running.pk), (over.replay or "")[:-1]):
        assert Client().get(f"/replay/{token}").status_code == 404


def test_another_address_makes_the_old_one_lead_nowhere(over: OnlineGame, people: Any):
    hana = people[2]
    old = over.replay

    answer = signed_in(hana).post(
        f"/api/v1/games/{over.pk}/replay", {"reason": "posted elsewhere"}, content_type="application/json"
    )

    assert answer.status_code == 201
    assert Client().get(f"/replay/{old}").status_code == 404
    assert Client().get(f"/replay/{answer.json()['replay']}").status_code == 200
    assert again(over).replay == answer.json()["replay"]


def test_players_have_the_record_of_a_game_of_no_event_once_it_is_over(people: Any):
    alice, bob, _hana = people
    game = begun(alice, bob)
    path = f"/api/v1/games/{game.pk}/record"
    assert signed_in(alice).get(path).status_code == 409

    over = games.concede(bob, game)

    assert signed_in(alice).get(path).json() == json.loads(over.record)
    assert signed_in(accounts.create_guest("Zoe")).get(path).status_code == 404
    assert Client().get(path).status_code == 401


def test_cards_that_have_changed_since_leave_the_record_but_no_replay(over: OnlineGame):
    record = json.loads(over.record)
    OnlineGame.objects.filter(pk=over.pk).update(record=over.record.replace(record["decks"][0][0], "SD-99"))

    assert Client().get(f"/replay/{over.replay}").status_code == 422
    assert Client().get(f"/replay/{over.replay}/record").status_code == 200


def verified(record: Any) -> Any:
    sent = {"record": record}
    return signed_in(accounts.create_guest("Zoe")).post("/api/v1/records/verify", sent, content_type="application/json")


def test_anybody_has_a_record_verified(over: OnlineGame):
    record = json.loads(over.record)

    found = verified(record).json()
    short = verified(record | {"entries": record["entries"][:-1]}).json()

    assert (found["verdict"], found["outcome"]["reason"]) == ("EXACT", "concede")
    assert short["verdict"] == "DIVERGED"
    assert short["entry"] < len(record["entries"])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "passleft-record-9"}, "record: format: passleft-record-9 is another version"),
        ({"ruleset": "chess"}, "record: ruleset: no game chess"),
        ({"luck": 7}, "record: luck: unknown field"),
        ({"switches": {"redraw": "burn"}}, "record: switches: redraw: 'burn' is none of shuffle, discard"),
    ],
)
def test_what_is_no_record_is_unreadable_at_its_place(over: OnlineGame, change: dict[str, Any], sentence: str):
    answer = verified(json.loads(over.record) | change)

    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert sentence in answer.json()["detail"]


def test_a_judge_takes_the_position_of_a_running_game_and_it_is_known(people: Any):
    alice, bob, hana = people
    game = begun(alice, bob)
    path = f"/api/v1/games/{game.pk}/position"

    position = signed_in(hana).get(path).json()

    assert game_from_json(position, RULESETS, known_cards).ask is not None
    assert signed_in(alice).get(path).status_code == 404
    assert LogEntry.objects.filter(action="judge_looked").count() == 1
