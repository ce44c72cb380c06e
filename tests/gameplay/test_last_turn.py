"""Watching the last turn of the other players again."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from gameplay.engine.core.game import Game
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.game_views import localized_view
from gameplay.selectors.last_turn import LastTurn, last_turn
from gameplay.services import accounts, games
from tests.browser.tables import NAMES, play_on, sat_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_ways")]
GAMES = [("enemy", "full", 2), ("hagmi", "tactics", 2), ("rm2k", "standard", 3)]


def is_turn_of(player: int, turn: int) -> Callable[[Game], bool]:
    return lambda state: state.table.turn >= turn and state.table.active == player and state.ask is not None


def found_turn(game: OnlineGame, reader: Account) -> LastTurn:
    found = last_turn(game, reader, language="en")
    assert found is not None
    return found


@pytest.mark.parametrize(("name", "variant", "seats"), GAMES)
def test_a_player_sees_all_that_happened_since_their_own_turn(name: str, variant: str, seats: int):
    game, people = sat_down(name, variant, seats)
    play_on(game, people, is_turn_of(0, 4))
    turn = selectors.current_state(game).table.turn
    play_on(game, people, is_turn_of(0, turn + 1))

    found = found_turn(game, people[0])

    state = selectors.current_state(game)
    turns = [event for event in found.events if event["code"] == "turn"]
    assert found.before["active"] == 0
    assert found.before["turn"] < state.table.turn
    assert [event["number"] for event in turns][-1] == state.table.turn
    assert len(turns) == seats  # one of each opponent, and the reader's own
    assert (
        found.events
        == localized_view(state, 0, NAMES, language="en")["events"][found.first_event :][: len(found.events)]
    )


def test_the_readers_own_turn_is_not_part_of_it():
    game, people = sat_down("enemy", "full", 2)
    play_on(game, people, is_turn_of(0, 6))
    at_the_start = found_turn(game, people[0])
    number = game.number
    play_on(game, people, lambda state: game.number > number)

    assert selectors.current_state(game).table.active == 0
    assert found_turn(game, people[0]).events == at_the_start.events


def test_during_the_turn_of_an_opponent_it_ends_with_the_present():
    game, people = sat_down("enemy", "full", 2)
    play_on(game, people, is_turn_of(1, 4))

    found = found_turn(game, people[0])

    assert found.after["event_count"] == len(selectors.current_state(game).table.events)
    assert found.after["active"] == 1


def test_a_spectator_sees_the_previous_turn_and_the_present_one():
    game, people = sat_down("enemy", "full", 2)
    play_on(game, people, is_turn_of(1, 6))

    found = found_turn(game, accounts.create_guest("Zoe"))

    assert found.before["seat"] is None
    assert [event["number"] for event in found.events if event["code"] == "turn"][-1] == found.after["turn"]
    assert "hand" not in [zone["zone"] for zone in found.before["zones"] if zone.get("cards")]


def test_before_anything_has_happened_there_is_nothing_to_watch():
    game, people = sat_down("enemy", "full", 2)
    state = selectors.current_state(game)
    assert state.ask is not None

    first = last_turn(game, people[state.table.active], language="en")

    assert first is None or first.events == []


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def watched(client: Client, game: OnlineGame, **headers: str) -> Any:
    return client.get(f"/game/{game.pk}?again", headers=headers)


def test_the_page_shows_boards_for_scripts_and_the_events_without_them():
    game, people = sat_down("enemy", "full", 2)
    play_on(game, people, is_turn_of(0, 5))
    number = game.number
    client = signed_in(people[0])

    part = watched(client, game, **{"HX-Request": "true"}).content.decode()
    page = watched(client, game).content.decode()

    assert (part.count("data-again-before"), part.count("data-again-after")) == (1, 1)
    assert "data-again-before" not in page
    assert "data-again-events" in page
    assert "<button" not in part.partition("data-again-before")[2]  # nothing can be chosen there
    assert watched(signed_in(accounts.create_guest("Zoe")), game).status_code == 404
    game.refresh_from_db()
    assert game.number == number


def test_the_last_turn_can_still_be_watched_after_the_game():
    game, people = sat_down("enemy", "full", 2)
    play_on(game, people, is_turn_of(0, 5))
    games.concede(people[1], game)

    assert found_turn(game, people[0]).after["event_count"] > 0
