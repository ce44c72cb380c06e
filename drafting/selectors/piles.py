"""A pool laid out in piles, by what is printed on its cards."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from cards.selectors import Shown, shown

LAST = 1000  # after every printed figure


@dataclass(frozen=True, slots=True)
class Copies:
    """A card of a pool: copies ``drafted``, those of them ``in_deck``, and those that were taken ``by_clock``."""

    card: Shown
    drafted: int
    in_deck: int
    by_clock: int = 0

    @property
    def left_out(self) -> int:
        return self.drafted - self.in_deck


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that have something in common, by name. Its ``label`` may be a ``figure``, which needs a word beside it."""

    label: str
    copies: Sequence[Copies]
    figure: bool = False

    @property
    def drafted(self) -> int:
        return sum(each.drafted for each in self.copies)

    @property
    def in_deck(self) -> int:
        return sum(each.in_deck for each in self.copies)


def _by_type(card: Shown) -> tuple[int, str]:
    return 0, card.face.type_name


def _by_element(card: Shown) -> tuple[int, str]:
    return (0, card.element) if card.element else (LAST, gettext("No element"))


def _by_destiny(card: Shown) -> tuple[int, str]:
    figure = card.face.corner
    return (int(figure), figure) if figure.isdecimal() else (LAST, gettext("No number"))


def strength(card: Shown) -> tuple[int, str] | None:
    """Return the printed strength of ``card`` as a number and as it is printed; None without one."""
    figure = next((stat.value for stat in card.face.stats if stat.glyph == "strength"), "")
    return (int(figure), figure) if figure.lstrip("+-").isdecimal() else None


def _by_strength(card: Shown) -> tuple[int, str]:
    return strength(card) or (LAST, gettext("No strength"))


def _by_name(card: Shown) -> tuple[int, str]:
    return 0, ""


SORTS: dict[str, Callable[[Shown], tuple[int, str]]] = {
    "type": _by_type,
    "element": _by_element,
    "strength": _by_strength,
    "destiny": _by_destiny,
    "name": _by_name,
}
CURVES = ("type", "element", "destiny", "strength")


def copies_of(game: str, cards: Iterable[dict[str, int]], language: str) -> list[Copies]:
    """Return the ``cards`` of a `deck_view` as they are shown in ``language``."""
    return [
        Copies(shown(game, str(each["ref"]), language), each["drafted"], each["in_deck"], each["by_clock"])
        for each in cards
    ]


def piles(copies: Sequence[Copies], by: str) -> list[Pile]:
    """Return the ``copies`` in piles by "type", "element", "strength", "destiny" or, all in one, "name"."""
    found: dict[tuple[int, str], list[Copies]] = {}
    for each in sorted(copies, key=lambda each: each.card.face.name.casefold()):
        found.setdefault(SORTS[by](each.card), []).append(each)
    return [Pile(label, found[place, label], label.lstrip("+-").isdecimal()) for place, label in sorted(found)]
