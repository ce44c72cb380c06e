"""The contests that are tested against third-party libraries.

Their decks are those of the golden games, which contain their cards: changes of the catalogue do not affect them.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from cards.printed import PrintedCard, bundled_card_set
from gameplay.engine.core.chance import Chance
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.games.hagmi import RULESET as HEAVY_ARMED
from gameplay.games.rm2k import RULESET as RM2K
from tests.conformance.contest import Contest
from tests.gameplay.engine.nim import NIM, heap
from tests.gameplay.games.enemy.transcript import golden as golden_enemy_game
from tests.gameplay.games.golden import decks_of, read_record
from tests.gameplay.games.hagmi.transcript import golden as golden_hagmi_game

ENEMY = ("full", "sample", "draft")
SHORT = {"weapon": 20, "operation": 20, "damage": 3, "secret": 2}
HAGMI = ("tactics", "survival", "simple", "multiplayer", "team")


@cache
def enemy(variant: str, **switches: Any) -> Contest:
    """Return a variant of ENEMY with these switches."""
    return contest(RULESETS["enemy"], variant, decks_of(read_record(golden_enemy_game(variant, "json"))), **switches)


@cache
def hagmi(variant: str) -> Contest:
    """Return a variant of HAGMI!, for two, three or four players, with short decks."""
    decks = decks_of(read_record(golden_hagmi_game(variant, "json")))
    return contest(HEAVY_ARMED, variant, [[card for back in SHORT for card in _first(deck, back)] for deck in decks])


def _first(deck: Sequence[PrintedCard], back: str) -> list[PrintedCard]:
    return [card for card in deck if HEAVY_ARMED.definition(card).back == back][: SHORT[back]]


@cache
def rm2k(seats: int, **switches: Any) -> Contest:
    """Return #rm2k_anime for ``seats`` players, with every third card of a ready-made deck.

    Seats with the same deck get different cards of it.
    """
    printed = bundled_card_set("rm2k", "CC")
    deck_lists = [[ref for ref, copies in deck.cards.items() for _ in range(copies)] for deck in printed.decks]
    decks = [
        [printed.card(ref.removeprefix("CC-")) for ref in deck_lists[seat % 2][seat // 2 :: 3]] for seat in range(seats)
    ]
    setup = contest(RM2K, "open", decks, **switches)
    return replace(setup, title=f"{setup.title}_{seats}")


def contest(ruleset: Ruleset, variant: str, decks: Sequence[Sequence[PrintedCard]], **switches: Any) -> Contest:
    """Return a variant of any game with these printed decks."""
    definitions = {card.ref: ruleset.definition(card) for deck in decks for card in deck}
    deck_definitions = [[definitions[card.ref] for card in deck] for deck in decks]

    def deal(chance: Chance) -> Any:
        return ruleset.deal(ruleset.variant(variant, switches), deck_definitions, chance)

    changed = "".join(f"_{name}_{value}" for name, value in sorted(switches.items()))
    return Contest(f"{ruleset.name}_{variant}{changed}", ruleset, deal)


def all_contests() -> list[Contest]:
    """Return every variant of every game, and a game of four."""
    return [*map(enemy, ENEMY), *map(hagmi, HAGMI), *map(rm2k, (2, 3, 4)), nim(4)]


@cache
def nim(seats: int) -> Contest:
    """Return a game of more than two players, whose chance and choices involve no cards."""
    return Contest(f"nim_{seats}", NIM, lambda chance: heap(chance, cards=4 * seats, seats=seats))
