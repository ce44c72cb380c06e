"""Decks, contests and reported faults of .hack//ENEMY (see `tests.gameplay.games.kits`)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from cards.printed import LocalizedText, PrintedCard, bundled_card_sets
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.games.enemy import RULESET
from tests.conformance.contest import Contest, contest_of
from tests.gameplay.games.enemy.reported_faults import FAULTS
from tests.gameplay.games.enemy.transcript import golden
from tests.gameplay.games.enemy.witness import EnemyWitness
from tests.gameplay.games.golden import decks_of, read_record
from tests.gameplay.games.kits import Decks, GameKit

CARDS = [card for card_set in bundled_card_sets("enemy") for card in card_set.cards]
FACTS = {"destiny": 3, "feed": {"what": {}}, "size": 2, "do": [{"draw": 1}]}  # any card feeds it, so it is fed often
PET = PrintedCard("enemy", "XX", "G1", LocalizedText("Pet"), "grunty", "common", FACTS)


def random_deck(stream: RandomStream, size: int) -> list[PrintedCard]:
    """Return a deck of ``size`` cards of all sets, some of them several times, and two Grunties."""
    sample = stream.sample(CARDS, max(size * 2 // 3, 1))
    return [PET, PET, *(sample[stream.below(len(sample))] for _ in range(size - 2))]


def random_decks(variant: str, seed: bytes) -> Decks:
    """Return the decks of two players."""
    size = RULESET.variants[variant].deck_size
    return [random_deck(RandomStream(seed, f"deck {seat}"), size) for seat in (0, 1)]


def marked_decks(seed: bytes, variant: str) -> Decks:
    """Return decks in which every card has a unique ref that cannot occur in a text by chance."""
    return [
        [replace(card, set_code=f"MARK{seat}", number=f"{place:03}") for place, card in enumerate(cards)]
        for seat, cards in enumerate(random_decks(variant, seed))
    ]


def begin(seed: bytes, variant: str, *, decks: Sequence[Sequence[PrintedCard]] = (), pausing: bool = False) -> Game:
    """Start a game with ``decks``, or with random ones."""
    chance = SeededChance(RandomStream(seed, "game"))
    return Game.begin(RULESET, variant, decks or random_decks(variant, seed), chance, pausing=pausing)


@cache
def golden_contest(variant: str, **switches: Any) -> Contest:
    """Return a contest with the decks of the golden game, whose cards do not depend on the catalogue."""
    return contest_of(RULESET, variant, decks_of(read_record(golden(variant, "json"))), **switches)


KIT = GameKit(
    random_decks=random_decks,
    contests=lambda: [golden_contest(variant) for variant in RULESET.variants],
    measured_modes=[("draft", 2)],
    faults=FAULTS,
    witness=EnemyWitness,
    removable_facts=frozenset({"destiny", "fights", "avoids", "assigned", "fight", "scored"}),
    extra_cards=[PET],
)
