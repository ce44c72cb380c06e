"""Invariants of every game that the core can play."""

from collections import Counter
from typing import Any

import pytest

from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import RandomStream, RecordedChance, SeededChance
from gameplay.engine.core.correction import effective_entry_numbers
from gameplay.engine.core.errors import NotAnOptionError, NotAskedError
from gameplay.engine.core.game import Game
from gameplay.engine.core.replay import replay_entries
from tests.conformance.contest import Contest
from tests.parts.properties import given, settings
from tests.parts.properties import strategies as st
from tests.properties.games import contest, decisions, few, kinds, quick, seeds, start, state


def zones_hold_every_card_once(game: Game) -> bool:
    copies = Counter(card for zone in game.table.zones() for card in zone.cards)
    return copies == Counter(range(len(game.table.cards)))


@pytest.mark.clause("ENE-2.1", "ENE-2.3", "ENE-2.4")
@given(seeds, kinds)
@quick
def test_every_card_is_in_exactly_one_zone_at_every_decision(seed: bytes, kind: str):
    game = start(kind, seed)
    owners = list(game.table.owners)
    for _ in decisions(game, seed):
        assert zones_hold_every_card_once(game)
    assert zones_hold_every_card_once(game)
    assert game.table.owners == owners


@given(seeds, kinds)
@quick
def test_every_game_ends_and_then_refuses_all_actions(seed: bytes, kind: str):
    game = start(kind, seed)
    for number in decisions(game, seed):
        assert number < 20_000  # random players of HAGMI! team games need up to 5,000

    assert game.outcome is not None
    assert set(game.outcome.winners) < set(range(game.table.seats))
    assert game.outcome.scores == game.table.scores()
    for late in (lambda: game.choose(("pass",)), lambda: game.concede(0), game.call_time):
        with pytest.raises(NotAskedError):
            late()


# --- options ---------------------------------------------------------------------------------------


@given(seeds, kinds)
@few
def test_every_listed_option_can_be_chosen(seed: bytes, kind: str):
    game = start(kind, seed)
    for number in decisions(game, seed):
        if number % 5 == 0:
            assert game.ask is not None
            assert len(set(game.ask.options)) == len(game.ask.options) > 1
            for option in game.ask.options:
                fork = game.fork(SeededChance(RandomStream(seed, "fork")))
                fork.choose(option)
                assert fork.ask is not game.ask
                assert zones_hold_every_card_once(fork)


@given(seeds, kinds)
@quick
def test_unlisted_option_is_refused_and_changes_nothing(seed: bytes, kind: str):
    played = contest(kind, seed)
    game, stream = played.begin(SeededChance(RandomStream(seed, "game"))), RandomStream(seed, "unlisted")
    for number in decisions(game, seed):
        if number % 3 == 0:
            assert game.ask is not None
            before = full_state(game)
            for option in unlisted_options(game, played, stream):
                with pytest.raises(NotAnOptionError) as refusal:
                    game.choose(option)
                assert (refusal.value.code, refusal.value.details["option"]) == ("not_an_option", list(option))
                if "reason" not in refusal.value.details:
                    assert refusal.value.clause == ""  # the clause of the ask does not necessarily forbid this
            assert full_state(game) == before


def unlisted_options(game: Game, played: Contest, stream: RandomStream) -> list[Option]:
    """Return options similar to those listed, options of other situations, and invalid ones."""
    assert game.ask is not None
    near = [
        (*option[:-1], stream.below(played.cards)) for option in game.ask.options if len(option) > 1 for _ in range(3)
    ]
    far = [played.option(stream.below(played.choices)) for _ in range(20)]
    return [option for option in [*near, *far, ("no such thing",), ()] if option not in game.ask.options]


def full_state(game: Game) -> tuple[Any, ...]:
    return state(game), list(game.entries), list(game.table.events), list(game.turns)


# --- replaying -------------------------------------------------------------------------------------


@given(seeds, kinds)
@settings(few, max_examples=5)
def test_record_replays_to_every_decision_and_to_the_end(seed: bytes, kind: str):
    game = start(kind, seed)
    states = [(len(game.entries), state(game)) for _ in decisions(game, seed)]

    for count, expected in states:
        recorded = RecordedChance(game.entries[:count])
        replayed = contest(kind, seed).begin(recorded)
        replay_entries(replayed, recorded)
        assert state(replayed) == expected
        recorded.script = game.entries
        replay_entries(replayed, recorded)
        assert (replayed.turns, replayed.outcome, replayed.table.events) == (
            game.turns,
            game.outcome,
            game.table.events,
        )


@given(seeds, kinds)
@few
def test_fork_has_the_state_of_its_game_and_never_changes(seed: bytes, kind: str):
    game, forks = start(kind, seed), []
    for number in decisions(game, seed):
        if number % 4 == 0:
            fork = game.fork(SeededChance(RandomStream(seed, "fork")))
            assert state(fork) == state(game)
            forks.append((fork, state(game)))

    assert all(state(fork) == before for fork, before in forks)


@given(seeds, kinds)
@few
def test_playing_a_fork_to_its_end_does_not_change_the_game(seed: bytes, kind: str):
    game = start(kind, seed)
    for number in decisions(game, seed):
        if number % 10 == 0:
            before = full_state(game)
            for _ in decisions(game.fork(SeededChance(RandomStream(seed, "fork"))), seed):
                pass
            assert full_state(game) == before


def last_silent_choice(game: Game) -> int | None:
    """Return what `Game.revertible_entry` returns, found by a replay."""
    effective = effective_entry_numbers(game.entries, len(game.entries))
    last = game.entries[effective[-1]] if effective else None
    if not isinstance(last, tuple) or game.ask is None:
        return None
    earlier = game.game_at(effective[-1])
    events, ask = len(earlier.table.events), earlier.ask
    assert ask is not None
    earlier.choose(last)
    asked = earlier.ask
    is_same = asked is not None and asked.seat == ask.seat and len(asked.options) > 1
    return effective[-1] if is_same and len(earlier.table.events) == events else None


@given(kinds, seeds, st.booleans())
@few
def test_choice_is_revertible_if_a_replay_shows_that_nothing_was_revealed(kind: str, seed: bytes, pausing: bool):
    game = start(kind, seed, pausing=pausing)
    for number in decisions(game, seed):
        if number % 3 == seed[0] % 3:
            assert game.revertible_entry() == last_silent_choice(game)
        if number % 11 == 10 and game.revertible_entry() is not None:
            game.take_back()
            assert game.revertible_entry() == last_silent_choice(game)
        if number > 150:
            break
