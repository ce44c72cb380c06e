"""A pool laid out in piles, by what is printed on its cards or by whether they are in the deck."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from cards.browse import Found, look_through
from cards.selectors import Shown, shown

LAST = 1000  # after every printed figure


@dataclass(frozen=True, slots=True)
class Copies:
    """A card of a pool: copies ``drafted``, those of them ``in_deck``, ``by`` whom they were taken, those just ``added``."""

    card: Shown
    drafted: int
    in_deck: int
    by: Collection[str] = ()
    added: int = 0

    @property
    def left_out(self) -> int:
        return self.drafted - self.in_deck


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that have something in common. Its ``label`` may be a ``figure``, which needs a word beside it."""

    label: str
    copies: Sequence[Copies]
    figure: bool = False

    @property
    def drafted(self) -> int:
        return sum(each.drafted for each in self.copies)

    @property
    def in_deck(self) -> int:
        return sum(each.in_deck for each in self.copies)


def _by_type(each: Copies) -> tuple[int, str]:
    return 0, each.card.face.type_name


def _by_element(each: Copies) -> tuple[int, str]:
    return (0, each.card.element) if each.card.element else (LAST, gettext("No element"))


def _by_destiny(each: Copies) -> tuple[int, str]:
    figure = each.card.face.corner
    return (int(figure), figure) if figure.isdecimal() else (LAST, gettext("No number"))


def stat(card: Shown, glyph: str) -> tuple[int, str] | None:
    """Return the printed figure called ``glyph`` of ``card`` as a number and as it is printed; None without one."""
    figure = next((stat.value for stat in card.face.stats if stat.glyph == glyph), "")
    return (int(figure), figure) if figure.lstrip("+-").isdecimal() else None


def _by_strength(each: Copies) -> tuple[int, str]:
    return stat(each.card, "strength") or (LAST, gettext("No strength"))


def _by_level(each: Copies) -> tuple[int, str]:
    return stat(each.card, "level") or (LAST, gettext("No level"))


def _by_place(each: Copies) -> tuple[int, str]:
    return (0, gettext("In the deck")) if each.in_deck else (LAST, gettext("Left out"))


def _together(each: Copies) -> tuple[int, str]:
    return 0, ""


GROUPS: dict[str, Callable[[Copies], tuple[int, str]]] = {
    "type": _by_type,
    "element": _by_element,
    "place": _by_place,
    "strength": _by_strength,
    "level": _by_level,
    "destiny": _by_destiny,
    "none": _together,
}
CURVES = ("type", "element", "strength", "level", "destiny")


def copies_of(game: str, cards: Iterable[dict[str, Any]], language: str) -> list[Copies]:
    """Return the ``cards`` of a `deck_view` as they are shown in ``language``."""
    return [
        Copies(shown(game, each["ref"], language), each["drafted"], each["in_deck"], each["by"], each["added"])
        for each in cards
    ]


def found_in(copies: Sequence[Copies], wanted: Mapping[str, str]) -> tuple[list[Copies], Found]:
    """Return what ``wanted`` asks for, in its order, and what else can be asked for; counts are of copies."""
    found = look_through([each.card for each in copies for _ in range(each.drafted)], wanted)
    by_card = {each.card: each for each in copies}
    return [by_card[card] for card in dict.fromkeys(found.cards)], found


def piles(copies: Iterable[Copies], by: str) -> list[Pile]:
    """Return the ``copies``, in their order, in piles by one of `GROUPS`."""
    found: dict[tuple[int, str], list[Copies]] = {}
    for each in copies:
        found.setdefault(GROUPS[by](each), []).append(each)
    return [Pile(label, found[place, label], label.lstrip("+-").isdecimal()) for place, label in sorted(found)]


def curve(copies: Iterable[Copies], by: str) -> list[Pile]:
    """Return the ``copies`` in piles as a curve shows them: between two figures none is missing."""
    found = piles(copies, by)
    printed = {int(pile.label) for pile in found if pile.figure}
    gaps = [Pile(str(figure), (), figure=True) for figure in range(min(printed, default=0), max(printed, default=0))]
    lacking = [gap for gap in gaps if int(gap.label) not in printed]
    return sorted([*found, *lacking], key=lambda pile: int(pile.label) if pile.figure else LAST) if lacking else found
