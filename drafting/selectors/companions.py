"""What the cards of a pool go with: the archetypes of their sets, and the other cards of the pool in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cards.printed import Archetype, PrintedCard


@dataclass(frozen=True, slots=True)
class Companions:
    """An archetype of a card: its name, the copies of all its cards in the pool, and the other cards by name."""

    archetype: str
    copies: int
    in_deck: Sequence[str] = ()
    left_out: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Copies:
    """The copies of a card in a pool: drafted, and in the deck."""

    card: PrintedCard
    drafted: int
    in_deck: int


def find_companions(
    pool: Sequence[Copies], archetypes: Sequence[Archetype], language: str
) -> dict[str, list[Companions]]:
    """Return the companions of each card by ref, the archetype with the most copies first.

    Archetypes with only one card of the pool are left out. A card may be listed both in the deck and left out.
    """
    by_ref = {each.card.ref: each for each in pool}
    found: dict[str, list[Companions]] = {ref: [] for ref in by_ref}
    for archetype in archetypes:
        members = {ref: by_ref[ref] for ref in archetype.cards if ref in by_ref}
        if len(members) > 1:
            for ref in members:
                found[ref].append(_companions_of(ref, archetype, members, language))
    return {ref: sorted(each, key=lambda one: -one.copies) for ref, each in found.items()}


def _companions_of(ref: str, archetype: Archetype, members: Mapping[str, Copies], language: str) -> Companions:
    others = [each for each in members.values() if each.card.ref != ref]
    return Companions(
        archetype.name.in_language(language),
        sum(each.drafted for each in members.values()),
        [each.card.name.in_language(language) for each in others if each.in_deck],
        [each.card.name.in_language(language) for each in others if each.in_deck < each.drafted],
    )
