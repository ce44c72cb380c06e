"""The record of a game replays exactly with any corrections by a judge; a refused correction changes nothing."""

import json
from typing import Any

import pytest

from gameplay.engine.core.asks import PLAY
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.correction import Correction
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import parse_position, position_of
from gameplay.engine.core.record import dump_record, record_of
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from tests.parts.properties import example, given
from tests.parts.properties import strategies as st
from tests.properties.games import all_viewers, decks, few, kind_of, players, printed, seeds, start, text
from tests.properties.test_engine import zones_hold_every_card_once

games = pytest.mark.parametrize("game_name", RULESETS)
BEARERS = {"enemy": ("party", ("items",)), "hagmi": ("units", ("fuel",)), "rm2k": ("users", ("attaches", "syncing"))}
"""The attribute with the cards that can have other cards under them, and the zones of those cards, by game."""


def random_correction(game: Game, stream: RandomStream) -> Correction:
    """Return a random correction: a rewind, changes of the table, both, or a mere note."""
    zones, marks, table = game.ruleset.corrections.ZONES, game.ruleset.corrections.MARKS, game.table
    bearer_zone, zones_under = BEARERS[game.ruleset.name]
    choices = [number for number, entry in enumerate(game.entries) if isinstance(entry, tuple)]
    actions: list[tuple[Any, ...]] = []
    if choices and stream.below(4) == 0:
        actions.append(("rewind", choices[stream.below(len(choices))] + stream.below(2)))
    for _ in range(stream.below(3)):
        card, zone = stream.below(len(table.cards)), zones[stream.below(len(zones))]
        bearers = getattr(table, bearer_zone)[table.owners[card] if table.owners[card] >= 0 else table.active]
        if stream.below(2):
            is_under = zone in zones_under and bearers
            actions.append(("move", card, zone, bearers[0]) if is_under else ("move", card, zone))
        else:
            marked = bearers[0] if bearers else card
            actions.append((("mark", "clear")[stream.below(2)], marked, marks[stream.below(len(marks))]))
    return Correction("Hana", f"reason {stream.below(99)}", tuple(actions))


def snapshot(game: Game) -> tuple[Any, ...]:
    views = [text(game, seat) for seat in all_viewers(game)]
    return game.table.fingerprint(), len(game.entries), len(game.turns), views


@games
@given(seed=seeds, pausing=st.booleans())
@example(seed=b"\x00;\xe5\x01\xe7\x00", pausing=True)  # a note between two windows without any possible action
@example(seed=b"\xb7\xd9", pausing=False)  # HAGMI! units that are damaged in another order than they lie
@few
def test_corrected_game_replays_exactly(game_name: str, seed: bytes, pausing: bool):
    kind = kind_of(game_name, seed)
    game, stream = start(kind, seed, pausing=pausing), RandomStream(seed, "judge")
    bots = players(seed, greedy=game.ruleset.greedy_bot)
    for _ in range(400):
        if game.ask is None:
            break
        if stream.below(8) == 0:
            before = snapshot(game)
            try:
                game.apply_correction(random_correction(game, stream))
            except RulesError:
                assert snapshot(game) == before
            if game.ask is None:
                break
            check_consistency(game, seed)
        game.choose(bots[game.ask.seat](game) if len(game.ask.options) > 1 else game.ask.options[0])

    deck_cards = decks(kind, seed)
    known = {card.ref: card for deck in deck_cards for card in deck}
    record = dump_record(record_of(game, kind.split()[1], deck_cards))
    result = verify_record(record, RULESETS, lambda _game, ref: known[ref])
    assert (result.verdict, result.reason) == ("EXACT", "")


def check_consistency(game: Game, seed: bytes) -> None:
    """Assert that every card is in exactly one zone, and that the game can be saved as a position and forked."""
    assert game.ask is not None
    assert zones_hold_every_card_once(game)
    restored = parse_position(json.dumps(position_of(game)), RULESETS, printed)
    assert restored.table.fingerprint() == game.table.fingerprint()
    fork = game.fork(SeededChance(RandomStream(seed, "fork"))) if not game.pausing else restored
    assert (fork.ask and fork.ask.about) == game.ask.about


@games
@given(seed=seeds)
@few
def test_moving_a_card_away_and_back_keeps_all_options(game_name: str, seed: bytes):
    """Before every play a card is moved away and back, which changes nothing but the order of the hand."""
    game = start(kind_of(game_name, seed), seed)
    bots = players(seed, greedy=game.ruleset.greedy_bot)
    while game.ask is not None:
        if game.ask.kind == PLAY and game.table.hand[game.ask.seat]:
            card, options = game.table.hand[game.ask.seat][-1], set(game.ask.options)
            game.apply_correction(Correction("Hana", "shown", (("move", card, "discard"), ("move", card, "hand"))))
            assert game.ask is not None
            assert set(game.ask.options) == options
        game.choose(bots[game.ask.seat](game))
