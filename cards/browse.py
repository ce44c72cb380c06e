"""Filtering, searching and sorting the cards of a set or a pool."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from cards.collation import fold_case
from cards.printed import LANGUAGES, CardSet
from cards.selectors import DisplayedCard, display_card

NO_ELEMENT = "none"


@dataclass(frozen=True, slots=True)
class FilterOption:
    """One value to filter or sort by, with its label and the number of cards that have it."""

    value: str
    label: str
    group: str = ""
    cards: int = 0
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class BrowseResult:
    """The matching cards and the total number of cards, with the options of every filter.

    ``is_filtered`` says whether a filter other than the text search is set.
    """

    cards: list[DisplayedCard]
    total: int
    is_filtered: bool
    filters: dict[str, list[FilterOption]]
    sorts: list[FilterOption]


# For each filter: the query value of a card, its label, and the heading of its group.
FILTERS: dict[str, Callable[[DisplayedCard], tuple[str, str, str]]] = {
    "type": lambda card: (card.printed.type, card.face.type_name, ""),
    "element": lambda card: (card.face.icon or NO_ELEMENT, card.element or gettext("No element"), ""),
    "rarity": lambda card: (card.printed.rarity, card.rarity, ""),
    "kin": lambda card: (card.face.subtype, card.face.subtype_name, card.face.type_name),
}


def browse_set(card_set: CardSet, query: Mapping[str, str], language: str) -> BrowseResult:
    """Return the cards of a set that match ``query``, see `filter_cards`."""
    return filter_cards([display_card(card, language) for card in card_set.cards], query)


def filter_cards(cards: Sequence[DisplayedCard], query: Mapping[str, str]) -> BrowseResult:
    """Return the ``cards``, copy by copy, that match ``query``: a text ``q``, the filters and a ``sort`` order."""
    words = fold_case(query.get("q", "")).split()
    selected = {name: query[name] for name in FILTERS if query.get(name)}
    matching = [
        card
        for card in cards
        if all(FILTERS[name](card)[0] == value for name, value in selected.items())
        and all(word in _search_text(card) for word in words)
    ]
    sorts = _sort_options(cards, query.get("sort", ""))
    filters = {name: _filter_options(cards, name, selected.get(name, "")) for name in FILTERS}
    return BrowseResult(_sorted(matching, query.get("sort", "")), len(cards), bool(selected), filters, sorts)


def _filter_options(cards: Sequence[DisplayedCard], name: str, chosen: str) -> list[FilterOption]:
    """Return the values that occur, in order of first appearance, with the values of a group together."""
    values = [FILTERS[name](card) for card in cards]
    distinct = sorted(dict.fromkeys(values), key=lambda each: [group for _, _, group in values].index(each[2]))
    return [
        FilterOption(value, label, group, values.count((value, label, group)), value == chosen)
        for value, label, group in distinct
        if value
    ]


def _sort_options(cards: Sequence[DisplayedCard], chosen: str) -> list[FilterOption]:
    """Return the sort orders: number, name, type, element and kin, then every stat that occurs, highest first."""
    labels = {"number": gettext("Number"), "name": gettext("Name"), "type": gettext("Type")}
    labels |= {"element": gettext("Element"), "kin": gettext("Species, class or subtype")}
    for card in cards:
        labels.update(figure[:2] for figure in _figures(card))
    return [FilterOption(value, label, chosen=value == chosen) for value, label in labels.items()]


def _sorted(cards: list[DisplayedCard], sort: str) -> list[DisplayedCard]:
    """Return ``cards`` sorted by text or by a stat; ties and unknown orders keep the printed order."""
    if sort == "name":
        return sorted(cards, key=DisplayedCard.name_order)
    if sort in FILTERS:
        return sorted(cards, key=lambda card: _sort_key(FILTERS[sort](card)))
    return sorted(cards, key=lambda card: -next((value for key, _, value in _figures(card) if key == sort), -100.0))


def _sort_key(value: tuple[str, str, str]) -> tuple[str, bool, str]:
    """Return the sort key of a filter's value: by heading, then by label, with cards without a value last."""
    key, label, heading = value
    return fold_case(heading), key in {"", NO_ELEMENT}, fold_case(label)


def _figures(card: DisplayedCard) -> list[tuple[str, str, float]]:
    """Return the numbers on a card as (key, label, value)."""
    printed = [("corner", card.face.corner_name, card.face.corner)]
    printed += [(stat.glyph, stat.label, stat.value) for stat in card.face.stats]
    return [(key, label, float(value)) for key, label, value in printed if value.lstrip("+-").isdecimal()]


def _search_text(card: DisplayedCard) -> str:
    """Return the searchable text of a card: its text in the page's language, and its name in every language."""
    return fold_case(" ".join((card.words, card.printed.ref, *map(card.printed.name.in_language, LANGUAGES))))
