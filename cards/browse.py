"""Looking through cards, those of a set or of a pool: what is asked for, what can be asked for, what is found."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from cards.printed import LANGUAGES, CardSet
from cards.selectors import DisplayedCard, display_card

NO_ELEMENT = "none"


@dataclass(frozen=True, slots=True)
class FilterOption:
    """One value to filter or sort by: what is sent, what is read, and how many cards have it."""

    value: str
    label: str
    group: str = ""
    cards: int = 0
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class BrowseResult:
    """The cards found, out of how many; whether more than a text was asked for; every filter with its choices."""

    cards: list[DisplayedCard]
    total: int
    is_filtered: bool
    filters: dict[str, list[FilterOption]]
    sorts: list[FilterOption]


# What a card is filtered by: the value that is sent, its words, and the heading above them.
FILTERS: dict[str, Callable[[DisplayedCard], tuple[str, str, str]]] = {
    "type": lambda card: (card.printed.type, card.face.type_name, ""),
    "element": lambda card: (card.face.icon or NO_ELEMENT, card.element or gettext("No element"), ""),
    "rarity": lambda card: (card.printed.rarity, card.rarity, ""),
    "kin": lambda card: (card.face.subtype, card.face.subtype_name, card.face.type_name),
}


def browse_set(card_set: CardSet, query: Mapping[str, str], language: str) -> BrowseResult:
    """Return the cards of a set that ``wanted`` asks for, see `look_through`."""
    return filter_cards([display_card(card, language) for card in card_set.cards], query)


def filter_cards(cards: Sequence[DisplayedCard], query: Mapping[str, str]) -> BrowseResult:
    """Return those of ``cards``, copy by copy, that ``wanted`` asks for: a text ``q``, the filters, and a ``sort``."""
    words = _normalized(query.get("q", "")).split()
    asked = {name: query[name] for name in FILTERS if query.get(name)}
    found = [
        card
        for card in cards
        if all(FILTERS[name](card)[0] == value for name, value in asked.items())
        and all(word in _search_text(card) for word in words)
    ]
    sorts = _sort_options(cards, query.get("sort", ""))
    choices = {name: _filter_options(cards, name, asked.get(name, "")) for name in FILTERS}
    return BrowseResult(_sorted(found, query.get("sort", "")), len(cards), bool(asked), choices, sorts)


def _filter_options(cards: Sequence[DisplayedCard], name: str, chosen: str) -> list[FilterOption]:
    """The values that occur, as they first appear in the set, those under one heading together."""
    seen = [FILTERS[name](card) for card in cards]
    distinct = sorted(dict.fromkeys(seen), key=lambda each: [group for _, _, group in seen].index(each[2]))
    return [
        FilterOption(value, label, group, seen.count((value, label, group)), value == chosen)
        for value, label, group in distinct
        if value
    ]


def _sort_options(cards: Sequence[DisplayedCard], chosen: str) -> list[FilterOption]:
    """Number, name, type, element and kin, then every figure that occurs; the highest figure comes first."""
    labels = {"number": gettext("Number"), "name": gettext("Name"), "type": gettext("Type")}
    labels |= {"element": gettext("Element"), "kin": gettext("Species, class or subtype")}
    for card in cards:
        labels.update(figure[:2] for figure in _figures(card))
    return [FilterOption(value, label, chosen=value == chosen) for value, label in labels.items()]


def _sorted(cards: list[DisplayedCard], sort: str) -> list[DisplayedCard]:
    """``cards`` by their words or by a figure, in printed order where that says nothing."""
    if sort == "name":
        return sorted(cards, key=lambda card: _normalized(card.face.name))
    if sort in FILTERS:
        return sorted(cards, key=lambda card: _sort_key(FILTERS[sort](card)))
    return sorted(cards, key=lambda card: -next((value for key, _, value in _figures(card) if key == sort), -100.0))


def _sort_key(value: tuple[str, str, str]) -> tuple[str, bool, str]:
    """Where a filter's value stands in order: under its heading, by its words, and last if the card has none."""
    key, words, heading = value
    return _normalized(heading), key in {"", NO_ELEMENT}, _normalized(words)


def _figures(card: DisplayedCard) -> list[tuple[str, str, float]]:
    """The numbers on a card: key, label and value."""
    printed = [("corner", card.face.corner_name, card.face.corner)]
    printed += [(stat.glyph, stat.label, stat.value) for stat in card.face.stats]
    return [(key, label, float(value)) for key, label, value in printed if value.lstrip("+-").isdecimal()]


def _search_text(card: DisplayedCard) -> str:
    """The words of a card in the page's language, and its name in each."""
    return _normalized(" ".join((card.words, card.printed.ref, *map(card.printed.name.in_language, LANGUAGES))))


def _normalized(text: str) -> str:
    """``text`` as it is compared: wide and narrow letters, capitals and small ones alike."""
    return unicodedata.normalize("NFKC", text).casefold()
