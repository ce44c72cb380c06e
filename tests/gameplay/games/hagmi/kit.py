"""Decks, contests and reported faults of HAGMI! (see `tests.gameplay.games.kits`)."""

from collections.abc import Sequence
from functools import cache

from cards.printed import PrintedCard, bundled_card_sets
from gameplay.engine.core.chance import RandomStream
from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.terms import BACKS
from tests.conformance.contest import Contest, contest_of
from tests.gameplay.games.golden import decks_of, read_record
from tests.gameplay.games.hagmi.reported_faults import FAULTS
from tests.gameplay.games.hagmi.transcript import golden
from tests.gameplay.games.hagmi.witness import HagmiWitness
from tests.gameplay.games.kits import Decks, GameKit

DECK_SIZES = {"weapon": 20, "operation": 20, "damage": 5, "secret": 2}
SHORT_DECK_SIZES = DECK_SIZES | {"damage": 3}
CARDS = {
    back: [card for card_set in bundled_card_sets("hagmi") for card in card_set.cards if BACKS[card.type] == back]
    for back in DECK_SIZES
}


def random_decks(variant: str, seed: bytes) -> Decks:
    """Return decks for a number of players of the variant that the seed chooses."""
    fewest, most = RULESET.variants[variant].players
    streams = [RandomStream(seed, f"deck {seat}") for seat in range(fewest + seed[0] % (most - fewest + 1))]
    return [
        [card for back, size in DECK_SIZES.items() for card in _random_cards(stream, CARDS[back], size)]
        for stream in streams
    ]


def _random_cards(stream: RandomStream, cards: Sequence[PrintedCard], count: int) -> list[PrintedCard]:
    """Return ``count`` random cards, some of them several times."""
    sample = stream.sample(cards, max(count * 2 // 3, 1))
    return [sample[stream.below(len(sample))] for _ in range(count)]


@cache
def short_contest(variant: str) -> Contest:
    """Return a contest for two, three or four players, with short decks from the golden game."""
    decks = decks_of(read_record(golden(variant, "json")))
    return contest_of(
        RULESET, variant, [[card for back in SHORT_DECK_SIZES for card in _first_cards(deck, back)] for deck in decks]
    )


def _first_cards(deck: Sequence[PrintedCard], back: str) -> list[PrintedCard]:
    return [card for card in deck if RULESET.definition(card).back == back][: SHORT_DECK_SIZES[back]]


KIT = GameKit(
    random_decks=random_decks,
    contests=lambda: [short_contest(variant) for variant in RULESET.variants],
    measured_modes=[("tactics", 2), ("team", 4)],
    faults=FAULTS,
    witness=HagmiWitness,
    removable_facts=frozenset({"rolled", "picked", "suffered", "kept"}),
)
