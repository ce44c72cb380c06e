"""Decks, contests and reported faults of #rm2k_anime (see `tests.gameplay.games.kits`)."""

from dataclasses import replace
from functools import cache

from cards.printed import PrintedCard, bundled_card_set, bundled_card_sets
from gameplay.engine.core.chance import RandomStream
from gameplay.games.rm2k import RULESET
from tests.conformance.contest import Contest, contest_of
from tests.gameplay.games.kits import Decks, GameKit
from tests.gameplay.games.rm2k.reported_faults import FAULTS
from tests.gameplay.games.rm2k.witness import Rm2kWitness

DECK_SIZE = 14  # a game ends with an empty deck, and longer decks test nothing new


def random_decks(variant: str, seed: bytes) -> Decks:
    """Return decks for a number of players that the seed chooses."""
    seats = RULESET.player_counts[seed[0] % len(RULESET.player_counts)]
    return [_random_deck(RandomStream(seed, f"deck {seat}")) for seat in range(seats)]


def _random_deck(stream: RandomStream) -> list[PrintedCard]:
    """Return a short deck; every third card is a User, so that there are some to begin with."""
    cards = [card for card_set in bundled_card_sets("rm2k") for card in card_set.cards]
    users = [card for card in cards if card.type == "user"]
    choices = [users if place % 3 == 0 else cards for place in range(DECK_SIZE)]
    return [choice[stream.below(len(choice))] for choice in choices]


@cache
def short_contest(seats: int) -> Contest:
    """Return a contest for ``seats`` players, with every third card of a ready-made deck.

    Seats with the same deck get different cards of it.
    """
    printed = bundled_card_set("rm2k", "CC")
    deck_lists = [[ref for ref, copies in deck.cards.items() for _ in range(copies)] for deck in printed.decks]
    decks = [
        [printed.card(ref.removeprefix("CC-")) for ref in deck_lists[seat % 2][seat // 2 :: 3]] for seat in range(seats)
    ]
    contest = contest_of(RULESET, "open", decks)
    return replace(contest, title=f"{contest.title}_{seats}")


KIT = GameKit(
    random_decks=random_decks,
    contests=lambda: [short_contest(seats) for seats in RULESET.player_counts],
    measured_modes=[("standard", 2), ("standard", 4)],
    faults=FAULTS,
    witness=Rm2kWitness,
    removable_facts=frozenset({"challenged", "lagged", "scored"}),
)
