"""A player who concedes is out of the game, and the other players finish it by the rules."""

import json
from collections.abc import Iterable

from cards.printed import PrintedCard, bundled_card_sets
from gameplay.engine.core.chance import RandomStream, RecordedChance
from gameplay.engine.core.entries import CONCEDE
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import parse_position, position_of
from gameplay.engine.core.replay import replay_entries
from gameplay.games import RULESETS
from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tests.properties.games import all_viewers, contest, few, players, quick, seeds, start, text
from tests.properties.test_engine import zones_hold_every_card_once

several = st.sampled_from(["hagmi multiplayer", "hagmi team", "rm2k standard", "rm2k open", "nim"])
on_the_site = st.sampled_from(["hagmi multiplayer", "hagmi team", "rm2k standard"])


def catalogue(game: str) -> Iterable[list[PrintedCard]]:
    return [[card for card_set in bundled_card_sets(game) for card in card_set.cards]]


def games_with_concessions(kind: str, seed: bytes) -> Iterable[Game]:
    """Play a game in which players sometimes concede; yield it before every decision and at its end."""
    game, stream = start(kind, seed), RandomStream(seed, "who gives up")
    greedy = RULESETS[kind.split(maxsplit=1)[0]].greedy_bot if kind != "nim" else lambda game: game.ask.options[0]
    bots = players(seed, greedy=greedy)
    while game.ask is not None:
        yield game
        seat = stream.below(game.table.seats * 20)
        if seat < game.table.seats and seat not in game.table.conceded_seats:
            game.concede(seat)
        else:
            game.choose(bots[game.ask.seat](game))
    yield game


@given(seeds, several)
@quick
def test_conceded_seats_are_not_asked_and_the_game_ends(seed: bytes, kind: str):
    for number, game in enumerate(games_with_concessions(kind, seed)):
        assert number < 3000
        assert game.ask is None or game.ask.seat not in game.table.conceded_seats
        assert zones_hold_every_card_once(game)

    table, outcome = game.table, game.outcome
    assert outcome is not None
    for seat in table.conceded_seats:  # a conceded seat can only win with its team
        assert seat not in outcome.winners or any(table.are_allied(seat, mate) for mate in table.seats_in_contention())
    if outcome.reason == CONCEDE:
        assert {table.are_allied(outcome.winners[0], seat) for seat in table.seats_in_contention()} == {True}


@given(seeds, several)
@few
def test_game_with_concessions_replays_exactly(seed: bytes, kind: str):
    *_, game = games_with_concessions(kind, seed)
    recorded = RecordedChance(game.entries)
    replayed = contest(kind, seed).begin(recorded)
    replay_entries(replayed, recorded)

    assert (replayed.turns, replayed.outcome, replayed.table.events) == (game.turns, game.outcome, game.table.events)


@given(seeds, on_the_site)
@few
def test_position_contains_conceded_seats(seed: bytes, kind: str):
    for number, game in enumerate(games_with_concessions(kind, seed)):
        if game.table.turn and game.table.conceded_seats and number % 4 == 0 and game.ask:
            restored = parse_position(json.dumps(position_of(game)), RULESETS, catalogue)
            assert restored.table.conceded_seats == game.table.conceded_seats
            for seat in all_viewers(game):
                views = [json.loads(text(each, seat)) | {"events": []} for each in (game, restored)]
                assert views[0] == views[1]
