"""Whatever a judge does to a game of ENEMY, its record replays exactly, and what is refused changes nothing."""

import json
from collections import Counter
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from cards.printed import PrintedCard
from gameplay.engine.asks import PLAY
from gameplay.engine.chance import Seeded, Stream
from gameplay.engine.correction import Correction
from gameplay.engine.errors import RulesError
from gameplay.engine.game import Game
from gameplay.engine.position import position_of, read
from gameplay.engine.record import record_of, verify, written
from gameplay.games import RULESETS
from tests.properties.games import CARDS, PET, begin, deck, players, quick, seeds, text, variants

KNOWN = {card.ref: card for card in [*CARDS, PET]}


def catalogue(game: str) -> list[list[PrintedCard]]:
    return [[*CARDS, PET]]


def ruling(game: Game, lot: Stream) -> Correction:
    """Any correction at all: it goes back to a choice, or changes the table, or both, or is a note."""
    zones, marks, table = game.ruleset.corrections.ZONES, game.ruleset.corrections.MARKS, game.table
    choices = [number for number, entry in enumerate(game.entries) if isinstance(entry, tuple)]
    deeds: list[tuple[Any, ...]] = []
    if choices and lot.below(4) == 0:
        deeds.append(("rewind", choices[lot.below(len(choices))] + lot.below(2)))
    for _ in range(lot.below(3)):
        card, zone = lot.below(len(table.cards)), zones[lot.below(len(zones))]
        party = table.party[table.owners[card]]
        if lot.below(2):
            deeds.append(("move", card, zone, party[0]) if zone == "items" and party else ("move", card, zone))
        else:
            deeds.append((("mark", "clear")[lot.below(2)], party[0] if party else card, marks[lot.below(len(marks))]))
    return Correction("Hana", f"reason {lot.below(99)}", tuple(deeds))


def facts(game: Game) -> tuple[Any, ...]:
    seen = [text(game, seat) for seat in (0, 1, None)]
    return game.table.fingerprint(), len(game.entries), len(game.turns), seen


@given(seeds, variants, st.booleans())
@example(b"\x00;\xe5\x01\xe7", "full", True)  # a note between two windows, in which nobody could do anything
@quick
def test_a_corrected_game_replays_exactly(seed: bytes, variant: str, pausing: bool):
    size = RULESETS["enemy"].variants[variant].deck_size
    decks = [deck(Stream(seed, f"deck {seat}"), size) for seat in (0, 1)]
    game, playing, lot = begin(seed, variant, decks=decks, pausing=pausing), players(seed), Stream(seed, "judge")
    for _ in range(400):
        if game.ask is None:
            break
        if lot.below(8) == 0:
            before = facts(game)
            try:
                game.correct(ruling(game, lot))
            except RulesError:
                assert facts(game) == before
            if game.ask is None:
                break
            lies = Counter(card for place in game.table.places() for card in place.cards)
            assert lies == Counter(range(len(game.table.cards)))
            again = read(json.dumps(position_of(game)), RULESETS, catalogue)
            assert again.table.fingerprint() == game.table.fingerprint()
            fork = game.fork(Seeded(Stream(seed, "fork"))) if not pausing else again
            assert (fork.ask and fork.ask.about) == game.ask.about
        game.choose(playing[game.ask.seat](game) if len(game.ask.options) > 1 else game.ask.options[0])

    found = verify(written(record_of(game, variant, decks)), RULESETS, lambda _game, ref: KNOWN[ref])
    assert (found.verdict, found.reason) == ("EXACT", "")


@given(seeds, variants)
@quick
def test_cards_are_moved_before_every_play_as_the_rules_go_on(seed: bytes, variant: str):
    """What is moved away and back again before a play changes nothing but the order of a hand."""
    game, playing = begin(seed, variant), players(seed)
    while game.ask is not None:
        if game.ask.kind == PLAY and game.table.hand[game.ask.seat]:
            card, asked = game.table.hand[game.ask.seat][-1], set(game.ask.options)
            game.correct(Correction("Hana", "shown", (("move", card, "top"), ("move", card, "hand"))))
            assert game.ask is not None
            assert set(game.ask.options) == asked
        game.choose(playing[game.ask.seat](game))
