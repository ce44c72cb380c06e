"""Whoever gives up is out of the game, and the others play on by the rules to a victory of their own."""

import json
from collections.abc import Iterable

from cards.printed import PrintedCard, bundled_card_sets
from gameplay.engine.core.chance import RandomStream, RecordedChance
from gameplay.engine.core.game import CONCEDE, Game
from gameplay.engine.core.position import parse_position, position_of
from gameplay.games import RULESETS
from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tests.properties.games import contest, everybody, few, players, quick, seeds, start, text
from tests.properties.test_engine import zones_hold_every_card_once

several = st.sampled_from(["hagmi multiplayer", "hagmi team", "rm2k standard", "rm2k open", "nim"])
on_the_site = st.sampled_from(["hagmi multiplayer", "hagmi team", "rm2k standard"])


def catalogue(game: str) -> Iterable[list[PrintedCard]]:
    return [[card for card_set in bundled_card_sets(game) for card in card_set.cards]]


def played(kind: str, seed: bytes) -> Iterable[Game]:
    """A game in which now and then somebody gives up, before every decision and at its end."""
    game, lot = start(kind, seed), RandomStream(seed, "who gives up")
    greedy = RULESETS[kind.split(maxsplit=1)[0]].greedy_bot if kind != "nim" else lambda game: game.ask.options[0]
    playing = players(seed, greedy=greedy)
    while game.ask is not None:
        yield game
        seat = lot.below(game.table.seats * 20)
        if seat < game.table.seats and seat not in game.table.conceded_seats:
            game.concede(seat)
        else:
            game.choose(playing[game.ask.seat](game))
    yield game


@given(seeds, several)
@quick
def test_who_has_given_up_is_asked_nothing_more_and_the_game_still_ends(seed: bytes, kind: str):
    for number, game in enumerate(played(kind, seed)):
        assert number < 3000
        assert game.ask is None or game.ask.seat not in game.table.conceded_seats
        assert zones_hold_every_card_once(game)

    table, outcome = game.table, game.outcome
    assert outcome is not None
    for seat in table.conceded_seats:  # of a team that wins, whoever has given up has won, too
        assert seat not in outcome.winners or any(table.are_allied(seat, mate) for mate in table.seats_in_contention())
    if outcome.reason == CONCEDE:
        assert {table.are_allied(outcome.winners[0], seat) for seat in table.seats_in_contention()} == {True}


@given(seeds, several)
@few
def test_a_game_in_which_somebody_gave_up_replays_exactly(seed: bytes, kind: str):
    *_, game = played(kind, seed)
    recorded = RecordedChance(game.entries)
    again = contest(kind, seed).begin(recorded)
    again.replay_entries(recorded)

    assert (again.turns, again.outcome, again.table.events) == (game.turns, game.outcome, game.table.events)


@given(seeds, on_the_site)
@few
def test_a_position_says_who_has_given_up(seed: bytes, kind: str):
    for number, game in enumerate(played(kind, seed)):
        if game.table.turn and game.table.conceded_seats and number % 4 == 0 and game.ask:
            again = parse_position(json.dumps(position_of(game)), RULESETS, catalogue)
            assert again.table.conceded_seats == game.table.conceded_seats
            for seat in everybody(game):
                told = [json.loads(text(each, seat)) | {"events": []} for each in (game, again)]
                assert told[0] == told[1]
