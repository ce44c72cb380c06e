"""The three variants as data: full, sample and draft game (ENE-1.1 to 1.9)."""

from dataclasses import dataclass
from typing import Literal

PrintedDeck = Literal["A", "B"]
FULL_TYPES = ("monster", "pc", "item", "action", "event", "field", "grunty")


@dataclass(frozen=True, slots=True)
class Variant:
    """The parameters of a variant, and the switches of its rulings.

    ``copies`` is the maximum number of copies of a title in a deck (None: any number).
    ``printed_decks`` names the only legal decks in `sample_decks` (ENE-1.2); if empty, other decks are legal.
    ``redraw``: a mulligan shuffles the hand into the deck, or discards it (ENE-OP-15).
    ``end_trigger``: a draw from an empty deck ends the game, or the draw of the last card (ENE-OP-21).
    ``simultaneous_ends``: after a deck has run out, reaching the target still wins immediately, or the turn
    is finished and the player with more VP wins (ENE-OP-17).
    ``field``: there is one field in the game, or one for each player (ENE-OP-7).
    ``must_play``: a player who can make a play may not pass (ENE-OP-5).
    ``avoided``: after an avoided attack, rewards come before scoring, or scoring first (ENE-OP-8).
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
