"""A pool laid out in piles, by what is printed on its cards or by whether they are in the deck."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from cards.browse import BrowseResult, filter_cards
from cards.selectors import DisplayedCard, get_displayed_card

AFTER_ALL_FIGURES = 1000  # after every printed figure


@dataclass(frozen=True, slots=True)
class PoolCard:
    """A card of a pool: copies ``drafted``, those of them ``in_deck``, ``by`` whom they were taken, those just ``added``."""

    card: DisplayedCard
    drafted: int
    in_deck: int
    by: Collection[str] = ()
    added: int = 0

    @property
    def not_in_deck(self) -> int:
        return self.drafted - self.in_deck


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that have something in common. Its ``label`` may be a ``figure``, which needs a word beside it."""

    label: str
    copies: Sequence[PoolCard]
    figure: bool = False

    @property
    def drafted(self) -> int:
        return sum(each.drafted for each in self.copies)

    @property
    def in_deck(self) -> int:
        return sum(each.in_deck for each in self.copies)


def _by_type(each: PoolCard) -> tuple[int, str]:
    return 0, each.card.face.type_name


def _by_element(each: PoolCard) -> tuple[int, str]:
    return (0, each.card.element) if each.card.element else (AFTER_ALL_FIGURES, gettext("No element"))


def _by_destiny(each: PoolCard) -> tuple[int, str]:
    figure = each.card.face.corner
    return (int(figure), figure) if figure.isdecimal() else (AFTER_ALL_FIGURES, gettext("No number"))


def printed_stat(card: DisplayedCard, glyph: str) -> tuple[int, str] | None:
    """Return the printed figure called ``glyph`` of ``card`` as a number and as it is printed; None without one."""
    figure = next((stat.value for stat in card.face.stats if stat.glyph == glyph), "")
    return (int(figure), figure) if figure.lstrip("+-").isdecimal() else None


def _by_strength(each: PoolCard) -> tuple[int, str]:
    return printed_stat(each.card, "strength") or (AFTER_ALL_FIGURES, gettext("No strength"))


def _by_level(each: PoolCard) -> tuple[int, str]:
    return printed_stat(each.card, "level") or (AFTER_ALL_FIGURES, gettext("No level"))


def _by_place(each: PoolCard) -> tuple[int, str]:
    return (0, gettext("In the deck")) if each.in_deck else (AFTER_ALL_FIGURES, gettext("Left out"))


def _together(each: PoolCard) -> tuple[int, str]:
    return 0, ""


PILE_KEYS: dict[str, Callable[[PoolCard], tuple[int, str]]] = {
    "type": _by_type,
    "element": _by_element,
    "place": _by_place,
    "strength": _by_strength,
    "level": _by_level,
    "destiny": _by_destiny,
    "none": _together,
}
CURVES = ("type", "element", "strength", "level", "destiny")


def pool_cards(game: str, deck_cards: Iterable[dict[str, Any]], language: str) -> list[PoolCard]:
    """Return the ``cards`` of a `deck_view` as they are shown in ``language``."""
    return [
        PoolCard(
            get_displayed_card(game, each["ref"], language), each["drafted"], each["in_deck"], each["by"], each["added"]
        )
        for each in deck_cards
    ]


def filter_pool(copies: Sequence[PoolCard], query: Mapping[str, str]) -> tuple[list[PoolCard], BrowseResult]:
    """Return what ``wanted`` asks for, in its order, and what else can be asked for; counts are of copies."""
    found = filter_cards([each.card for each in copies for _ in range(each.drafted)], query)
    by_card = {each.card: each for each in copies}
    return [by_card[card] for card in dict.fromkeys(found.cards)], found


def make_piles(copies: Iterable[PoolCard], key_name: str) -> list[Pile]:
    """Return the ``copies``, in their order, in piles by one of `GROUPS`."""
    found: dict[tuple[int, str], list[PoolCard]] = {}
    for each in copies:
        found.setdefault(PILE_KEYS[key_name](each), []).append(each)
    return [Pile(label, found[place, label], label.lstrip("+-").isdecimal()) for place, label in sorted(found)]


def make_curve(copies: Iterable[PoolCard], key_name: str) -> list[Pile]:
    """Return the ``copies`` in piles as a curve shows them: between two figures none is missing."""
    found = make_piles(copies, key_name)
    printed = {int(pile.label) for pile in found if pile.figure}
    gaps = [Pile(str(figure), (), figure=True) for figure in range(min(printed, default=0), max(printed, default=0))]
    lacking = [gap for gap in gaps if int(gap.label) not in printed]
    return (
        sorted([*found, *lacking], key=lambda pile: int(pile.label) if pile.figure else AFTER_ALL_FIGURES)
        if lacking
        else found
    )
