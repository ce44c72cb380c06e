"""The ways to play, as data. The source fixes no deck, so that one variant is as free as it is (RM-OP-19)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """What one way to play fixes, and the switches of its rulings.

    ``set_value`` is the agreed V, the most that the starting Users may cost together (RM-2.1, 2.2).
    ``deck_size`` and ``copies`` of one name are settings, 0 for any number (RM-OP-19). ``target`` in VP
    wins (RM-4.1.3). ``limbo_counts_as_user``: a User in Limbo saves its player from Domination (RM-OP-12).
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
