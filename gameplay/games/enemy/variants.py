"""The three ways to play, as data: full, sample and draft game (ENE-1.1 to 1.9)."""

from dataclasses import dataclass
from typing import Literal

PrintedDeck = Literal["A", "B"]
FULL_TYPES = ("monster", "pc", "item", "action", "event", "field", "grunty")


@dataclass(frozen=True, slots=True)
class Variant:
    """What one way to play fixes, and the switches of its rulings.

    ``copies`` is the most of one title a deck may hold (None: any number). ``printed_decks`` are
    the only decks that may be played, by their names in `sample_decks` (ENE-1.2); without any, every deck may be.
    ``redraw`` is the first-turn option: the hand goes into the deck or the discard pile
    (ENE-OP-15). ``end_trigger``: the end is called by a draw from an empty deck, or by
    drawing the last card (ENE-OP-21). ``simultaneous_ends``: once that end is called, reaching
    the target still wins at once, or the turn is finished and more points win (ENE-OP-17).
    ``field``: one lies in the game, or one for each player (ENE-OP-7). ``must_play``: nobody
    passes who can play (ENE-OP-5). ``avoided``: of an attack that is avoided the rewards come
    before the points, or the points first (ENE-OP-8).
    """

    name: str
    deck_size: int
    target: int
    copies: int | None
    printed_decks: tuple[PrintedDeck, ...] = ()
    types: tuple[str, ...] = FULL_TYPES
    subtypes: tuple[str, ...] = ()
    redraw: Literal["shuffle", "discard"] = "shuffle"
    end_trigger: Literal["empty_draw", "last_card"] = "empty_draw"
    simultaneous_ends: Literal["points", "deck"] = "points"
    field: Literal["one", "each"] = "one"
    must_play: bool = True
    avoided: Literal["rewards", "points"] = "rewards"
    goblin_bonus: bool = True
    speed: bool = True
    opening_hand: int = 4
    hand: int = 5
    party: int = 3
    hidden: int = 5


FULL = Variant("full", deck_size=60, target=7, copies=4)
SAMPLE = Variant(
    "sample",
    deck_size=40,
    target=7,
    copies=None,
    printed_decks=("A", "B"),
    types=("monster", "pc", "item", "action"),
    subtypes=("weapon", "armor"),
    redraw="discard",
    end_trigger="last_card",
    goblin_bonus=False,
    speed=False,
)
DRAFT = Variant("draft", deck_size=35, target=5, copies=None)

VARIANTS = {variant.name: variant for variant in (FULL, SAMPLE, DRAFT)}
