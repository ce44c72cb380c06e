"""Group a pool into piles, by printed values or by whether the cards are in the deck."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from cards.browse import BrowseResult, filter_cards
from cards.selectors import DisplayedCard, get_displayed_card
from drafting.selectors.companions import Companions, Copies, find_companions
from drafting.selectors.deck_suggestion import archetypes_of

AFTER_ALL_FIGURES = 1000  # sorts after every printed figure


@dataclass(frozen=True, slots=True)
class PoolCard:
    """A card of a pool: the numbers of copies drafted, in the deck and just added, and who took them (``by``).

    ``companions`` are the archetypes that it shares with other cards of the pool.
    """

    card: DisplayedCard
    drafted: int
    in_deck: int
    by: Collection[str] = ()
    added: int = 0
    companions: Sequence[Companions] = ()

    @property
    def not_in_deck(self) -> int:
        return self.drafted - self.in_deck


@dataclass(frozen=True, slots=True)
class Pile:
    """A group of cards with the same value. If the ``label`` is a ``figure``, it needs a heading beside it."""

    label: str
    copies: Sequence[PoolCard]
    figure: bool = False

    @property
    def drafted(self) -> int:
        return sum(each.drafted for each in self.copies)

    @property
    def in_deck(self) -> int:
        return sum(each.in_deck for each in self.copies)

    @property
    def not_in_deck(self) -> int:
        return sum(each.not_in_deck for each in self.copies)


def _by_type(each: PoolCard) -> tuple[int, str]:
    return 0, each.card.face.type_name


def _by_element(each: PoolCard) -> tuple[int, str]:
    return (0, each.card.element) if each.card.element else (AFTER_ALL_FIGURES, gettext("No element"))


def _by_destiny(each: PoolCard) -> tuple[int, str]:
    figure = each.card.face.corner
    return (int(figure), figure) if figure.isdecimal() else (AFTER_ALL_FIGURES, gettext("No number"))


def printed_stat(card: DisplayedCard, glyph: str) -> tuple[int, str] | None:
    """Return the stat ``glyph`` of ``card`` as a number and as printed, or None if the card has none."""
    figure = next((stat.value for stat in card.face.stats if stat.glyph == glyph), "")
    return (int(figure), figure) if figure.lstrip("+-").isdecimal() else None


def _by_strength(each: PoolCard) -> tuple[int, str]:
    return printed_stat(each.card, "strength") or (AFTER_ALL_FIGURES, gettext("No strength"))


def _by_level(each: PoolCard) -> tuple[int, str]:
    return printed_stat(each.card, "level") or (AFTER_ALL_FIGURES, gettext("No level"))


def _by_place(each: PoolCard) -> tuple[int, str]:
    return (0, gettext("In the deck")) if each.in_deck else (AFTER_ALL_FIGURES, gettext("Left out"))


def _by_archetype(each: PoolCard) -> tuple[int, str]:
    """Return the archetype with the most copies in the pool; large archetypes come first."""
    main = next(iter(each.companions), None)
    return (-main.copies, main.archetype) if main else (AFTER_ALL_FIGURES, gettext("No archetype"))


def _together(each: PoolCard) -> tuple[int, str]:
    return 0, ""


PILE_KEYS: dict[str, Callable[[PoolCard], tuple[int, str]]] = {
    "type": _by_type,
    "element": _by_element,
    "archetype": _by_archetype,
    "place": _by_place,
    "strength": _by_strength,
    "level": _by_level,
    "destiny": _by_destiny,
    "none": _together,
}
CURVES = ("type", "element", "strength", "level", "destiny")


def pool_cards(game: str, deck_cards: Iterable[dict[str, Any]], language: str) -> list[PoolCard]:
    """Return the cards of a `deck_view`, displayed in ``language``."""
    entries = [(each, get_displayed_card(game, each["ref"], language)) for each in deck_cards]
    copies = [Copies(card.printed, each["drafted"], each["in_deck"]) for each, card in entries]
    companions = find_companions(copies, archetypes_of([each.card for each in copies]), language)
    return [
        PoolCard(card, each["drafted"], each["in_deck"], each["by"], each["added"], companions[each["ref"]])
        for each, card in entries
    ]


def filter_pool(copies: Sequence[PoolCard], query: Mapping[str, str]) -> tuple[list[PoolCard], BrowseResult]:
    """Return the cards that match ``query``, sorted, and the available filters, which count copies."""
    result = filter_cards([each.card for each in copies for _ in range(each.drafted)], query)
    by_card = {each.card: each for each in copies}
    return [by_card[card] for card in dict.fromkeys(result.cards)], result


def make_piles(copies: Iterable[PoolCard], key_name: str) -> list[Pile]:
    """Group ``copies`` into piles by one of `PILE_KEYS`, in their order."""
    piles: dict[tuple[int, str], list[PoolCard]] = {}
    for each in copies:
        piles.setdefault(PILE_KEYS[key_name](each), []).append(each)
    return [Pile(label, piles[place, label], label.lstrip("+-").isdecimal()) for place, label in sorted(piles)]


def make_curve(copies: Iterable[PoolCard], key_name: str) -> list[Pile]:
    """Group ``copies`` into the piles of a curve, with empty piles for missing figures."""
    piles = make_piles(copies, key_name)
    printed = {int(pile.label) for pile in piles if pile.figure}
    gaps = [Pile(str(figure), (), figure=True) for figure in range(min(printed, default=0), max(printed, default=0))]
    missing = [gap for gap in gaps if int(gap.label) not in printed]
    return (
        sorted([*piles, *missing], key=lambda pile: int(pile.label) if pile.figure else AFTER_ALL_FIGURES)
        if missing
        else piles
    )
