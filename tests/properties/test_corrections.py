"""Whatever a judge does to a game, its record replays exactly, and what is refused changes nothing."""

import json
from typing import Any

import pytest

from gameplay.engine.core.asks import PLAY
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.correction import Correction
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import parse_position, position_of
from gameplay.engine.core.record import dump_record, record_of, verify_record
from gameplay.games import RULESETS
from tests.parts.properties import example, given
from tests.parts.properties import strategies as st
from tests.properties.games import decks, everybody, few, kind_of, players, printed, seeds, start, text
from tests.properties.test_engine import zones_hold_every_card_once

games = pytest.mark.parametrize("game_name", RULESETS)
BEARERS = {"enemy": ("party", ("items",)), "hagmi": ("units", ("fuel",)), "rm2k": ("users", ("attaches", "syncing"))}
"""Where cards lie that others lie under, and the zones of those, by game."""


def ruling(game: Game, lot: RandomStream) -> Correction:
    """Any correction at all: it goes back to a choice, or changes the table, or both, or is a note."""
    zones, marks, table = game.ruleset.corrections.ZONES, game.ruleset.corrections.MARKS, game.table
    bear, beneath = BEARERS[game.ruleset.name]
    choices = [number for number, entry in enumerate(game.entries) if isinstance(entry, tuple)]
    deeds: list[tuple[Any, ...]] = []
    if choices and lot.below(4) == 0:
        deeds.append(("rewind", choices[lot.below(len(choices))] + lot.below(2)))
    for _ in range(lot.below(3)):
        card, zone = lot.below(len(table.cards)), zones[lot.below(len(zones))]
        bearers = getattr(table, bear)[table.owners[card] if table.owners[card] >= 0 else table.active]
        if lot.below(2):
            deeds.append(("move", card, zone, bearers[0]) if zone in beneath and bearers else ("move", card, zone))
        else:
            marked = bearers[0] if bearers else card
            deeds.append((("mark", "clear")[lot.below(2)], marked, marks[lot.below(len(marks))]))
    return Correction("Hana", f"reason {lot.below(99)}", tuple(deeds))


def facts(game: Game) -> tuple[Any, ...]:
    seen = [text(game, seat) for seat in everybody(game)]
    return game.table.fingerprint(), len(game.entries), len(game.turns), seen


@games
@given(seed=seeds, pausing=st.booleans())
@example(seed=b"\x00;\xe5\x01\xe7\x00", pausing=True)  # a note between two windows, in which nobody could do anything
@few
def test_a_corrected_game_replays_exactly(game_name: str, seed: bytes, pausing: bool):
    kind = kind_of(game_name, seed)
    game, lot = start(kind, seed, pausing=pausing), RandomStream(seed, "judge")
    playing = players(seed, greedy=game.ruleset.greedy_bot)
    for _ in range(400):
        if game.ask is None:
            break
        if lot.below(8) == 0:
            before = facts(game)
            try:
                game.apply_correction(ruling(game, lot))
            except RulesError:
                assert facts(game) == before
            if game.ask is None:
                break
            stands(game, seed)
        game.choose(playing[game.ask.seat](game) if len(game.ask.options) > 1 else game.ask.options[0])

    laid = decks(kind, seed)
    known = {card.ref: card for deck in laid for card in deck}
    found = verify_record(dump_record(record_of(game, kind.split()[1], laid)), RULESETS, lambda _game, ref: known[ref])
    assert (found.verdict, found.reason) == ("EXACT", "")


def stands(game: Game, seed: bytes) -> None:
    """Whatever was corrected, every card lies somewhere once, and the game can be written down and forked."""
    assert game.ask is not None
    assert zones_hold_every_card_once(game)
    again = parse_position(json.dumps(position_of(game)), RULESETS, printed)
    assert again.table.fingerprint() == game.table.fingerprint()
    fork = game.fork(SeededChance(RandomStream(seed, "fork"))) if not game.pausing else again
    assert (fork.ask and fork.ask.about) == game.ask.about


@games
@given(seed=seeds)
@few
def test_cards_are_moved_before_every_play_as_the_rules_go_on(game_name: str, seed: bytes):
    """What is moved away and back again before a play changes nothing but the order of a hand."""
    game = start(kind_of(game_name, seed), seed)
    playing = players(seed, greedy=game.ruleset.greedy_bot)
    while game.ask is not None:
        if game.ask.kind == PLAY and game.table.hand[game.ask.seat]:
            card, asked = game.table.hand[game.ask.seat][-1], set(game.ask.options)
            game.apply_correction(Correction("Hana", "shown", (("move", card, "discard"), ("move", card, "hand"))))
            assert game.ask is not None
            assert set(game.ask.options) == asked
        game.choose(playing[game.ask.seat](game))
