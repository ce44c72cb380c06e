"""Turns of an online game: only a choice ends a turn. After a call of time, the game ends with the turn (ENE-X.3)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from cards.selectors import get_printed_card
from gameplay.engine.core.asks import PLAY
from gameplay.engine.core.position import game_from_json, position_of
from gameplay.engine.core.record import dump_record
from gameplay.engine.core.record_reader import parse_record
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.cards import known_cards
from gameplay.services import accounts, corrections, games
from tests.gameplay.test_games import alice, begun, bob, play_to_the_end, view

__all__ = ["alice", "bob"]


def play_to_a_last_pass(game: OnlineGame, *players: Account) -> tuple[OnlineGame, Account]:
    """Play until the only option is a pass that ends the turn."""
    while True:
        game = OnlineGame.objects.get(pk=game.pk)
        state = selectors.current_state(game)
        assert state.ask is not None
        player = players[state.ask.seat]
        if len(state.ask.options) == 1 and state.ask.kind is not PLAY and state.table.turn > 4:
            turn = state.table.turn
            state.pass_if_forced()
            if state.table.turn > turn:
                return game, player
        games.choose(player, game, number=game.number, option=0)


@pytest.fixture
def waiting(alice: Account, bob: Account) -> tuple[OnlineGame, Account]:
    return play_to_a_last_pass(begun(alice, bob), alice, bob)


def turn_states(game: OnlineGame, *players: Account) -> list[tuple[int, int, bool]]:
    """Return for each player the turn, the number of the question, and whether it is the last turn."""
    return [
        (game_view["turn"], game_view["number"], game_view["last_turn"])
        for game_view in (view(game, player) for player in players)
    ]


def test_turn_does_not_end_without_the_last_pass(waiting: tuple[OnlineGame, Account], alice: Account, bob: Account):
    game, _asked = waiting
    before = turn_states(game, alice, bob)

    for hours in range(3):
        games.sweep(timezone.now() + timedelta(hours=hours))
        assert not games.move_bots(game.pk)
        assert turn_states(game, alice, bob) == before


@pytest.mark.clause("ENE-X.3")
def test_game_ends_with_the_turn_if_time_is_called_before_the_last_pass(
    waiting: tuple[OnlineGame, Account], alice: Account, bob: Account
):
    game, asked = waiting
    ((turn, number, _last), _other) = turn_states(game, alice, bob)

    games.call_time(game)

    assert turn_states(game, alice, bob) == [(turn, number + 1, True)] * 2
    game_view = view(game, asked)
    assert len(game_view["ask"]["options"]) == 1  # the same question
    game = games.choose(asked, OnlineGame.objects.get(pk=game.pk), number=game_view["number"], option=0)
    assert (game.outcome or {})["reason"] == "time"
    assert view(game, alice)["turn"] == turn
    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"


def test_called_time_is_kept_in_a_position_and_after_a_correction(
    waiting: tuple[OnlineGame, Account], alice: Account, bob: Account
):
    game, _asked = waiting
    (turn, _number, _last), _other = turn_states(game, alice, bob)
    games.call_time(game)
    state = selectors.current_state(OnlineGame.objects.get(pk=game.pk))

    position = position_of(state)
    restored = game_from_json(position, RULESETS, known_cards)

    assert ["time", turn] in position["choices"]
    assert position_of(restored) == position
    judge = accounts.create_staff("Hana")
    corrected = corrections.correct_game(
        judge, OnlineGame.objects.get(pk=game.pk), role="judge", number=game.number, actions=[], reason="a note"
    )
    assert turn_states(corrected, alice, bob)[0][::2] == (turn, True)
    ended = play_to_the_end(corrected, alice, bob)
    assert verify_record(ended.record, RULESETS, get_printed_card).verdict == "EXACT"


@pytest.mark.parametrize("entry", [("time", 99), ("time", 0), ("time", 1, 2)])
def test_record_with_time_called_in_another_turn_diverges(waiting: tuple[OnlineGame, Account], entry: tuple[Any, ...]):
    game, asked = waiting
    games.call_time(game)
    game = games.choose(asked, OnlineGame.objects.get(pk=game.pk), number=game.number, option=0)
    record, _untouched = parse_record(game.record)
    entries = tuple(entry if isinstance(each, tuple) and each[0] == "time" else each for each in record.entries)
    assert entries != record.entries

    assert (
        verify_record(dump_record(replace(record, entries=entries)), RULESETS, get_printed_card).verdict == "DIVERGED"
    )


def test_call_of_time_without_a_turn_is_still_supported(alice: Account, bob: Account):
    game, _asked = play_to_a_last_pass(begun(alice, bob), alice, bob)
    state = selectors.current_state(game)
    turn = state.table.turn

    state.call_time()

    assert (state.entries[-1], state.table.turn) == (("time",), turn + 1)
