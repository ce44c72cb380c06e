"""The variants. The source has no deck construction rules, so one variant has none either (RM-OP-19)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of the game and the switches of its rulings.

    ``set_value`` is V, the maximum total cost of the starting Users (RM-2.1, 2.2). ``deck_size`` and the number of
    ``copies`` are 0 for any number (RM-OP-19). ``target`` is the number of VP that wins (RM-4.1.3).
    ``limbo_counts_as_user``: a User in Limbo prevents Domination (RM-OP-12).
    """

    name: str
    deck_size: int
    copies: int
    set_value: int = 8
    target: int = 10
    opening_hand: int = 5
    limbo_counts_as_user: bool = False


STANDARD = Variant("standard", deck_size=40, copies=4)
OPEN = Variant("open", deck_size=0, copies=0)

VARIANTS = {variant.name: variant for variant in (STANDARD, OPEN)}
