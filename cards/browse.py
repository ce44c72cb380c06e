"""Looking through cards, those of a set or of a pool: what is asked for, what can be asked for, what is found."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from cards.printed import LANGUAGES, CardSet
from cards.selectors import Shown, show

NONE = "none"


@dataclass(frozen=True, slots=True)
class Choice:
    """One value to filter or sort by: what is sent, what is read, and how many cards have it."""

    value: str
    label: str
    group: str = ""
    cards: int = 0
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The cards found, out of how many; whether more than a text was asked for; every filter with its choices."""

    cards: list[Shown]
    total: int
    asked: bool
    filters: dict[str, list[Choice]]
    sorts: list[Choice]


# What a card is filtered by: the value that is sent, its words, and the heading above them.
FILTERS: dict[str, Callable[[Shown], tuple[str, str, str]]] = {
    "type": lambda card: (card.printed.type, card.face.type_name, ""),
    "element": lambda card: (card.face.icon or NONE, card.element or gettext("No element"), ""),
    "rarity": lambda card: (card.printed.rarity, card.rarity, ""),
    "kin": lambda card: (card.face.kin, card.face.kin_name, card.face.type_name),
}


def browse(card_set: CardSet, wanted: Mapping[str, str], language: str) -> Found:
    """Return the cards of a set that ``wanted`` asks for, see `look_through`."""
    return look_through([show(card, language) for card in card_set.cards], wanted)


def look_through(cards: Sequence[Shown], wanted: Mapping[str, str]) -> Found:
    """Return those of ``cards``, copy by copy, that ``wanted`` asks for: a text ``q``, the filters, and a ``sort``."""
    words = _plain(wanted.get("q", "")).split()
    asked = {name: wanted[name] for name in FILTERS if wanted.get(name)}
    found = [
        card
        for card in cards
        if all(FILTERS[name](card)[0] == value for name, value in asked.items())
        and all(word in _searched(card) for word in words)
    ]
    sorts = _sorts(cards, wanted.get("sort", ""))
    choices = {name: _choices(cards, name, asked.get(name, "")) for name in FILTERS}
    return Found(_sorted(found, wanted.get("sort", "")), len(cards), bool(asked), choices, sorts)


def _choices(cards: Sequence[Shown], name: str, asked: str) -> list[Choice]:
    """The values that occur, as they first appear in the set, those under one heading together."""
    seen = [FILTERS[name](card) for card in cards]
    distinct = sorted(dict.fromkeys(seen), key=lambda each: [group for _, _, group in seen].index(each[2]))
    return [
        Choice(value, label, group, seen.count((value, label, group)), value == asked)
        for value, label, group in distinct
        if value
    ]


def _sorts(cards: Sequence[Shown], asked: str) -> list[Choice]:
    """Number, name, type, element and kin, then every figure that occurs; the highest figure comes first."""
    labels = {"number": gettext("Number"), "name": gettext("Name"), "type": gettext("Type")}
    labels |= {"element": gettext("Element"), "kin": gettext("Species, class or subtype")}
    for card in cards:
        labels.update(figure[:2] for figure in _figures(card))
    return [Choice(value, label, chosen=value == asked) for value, label in labels.items()]


def _sorted(cards: list[Shown], by: str) -> list[Shown]:
    """``cards`` by their words or by a figure, in printed order where that says nothing."""
    if by == "name":
        return sorted(cards, key=lambda card: _plain(card.face.name))
    if by in FILTERS:
        return sorted(cards, key=lambda card: _place(FILTERS[by](card)))
    return sorted(cards, key=lambda card: -next((value for key, _, value in _figures(card) if key == by), -100.0))


def _place(value: tuple[str, str, str]) -> tuple[str, bool, str]:
    """Where a filter's value stands in order: under its heading, by its words, and last if the card has none."""
    key, words, heading = value
    return _plain(heading), key in {"", NONE}, _plain(words)


def _figures(card: Shown) -> list[tuple[str, str, float]]:
    """The numbers on a card: key, label and value."""
    printed = [("corner", card.face.corner_name, card.face.corner)]
    printed += [(stat.glyph, stat.label, stat.value) for stat in card.face.stats]
    return [(key, label, float(value)) for key, label, value in printed if value.lstrip("+-").isdecimal()]


def _searched(card: Shown) -> str:
    """The words of a card in the page's language, and its name in each."""
    return _plain(" ".join((card.words, card.printed.ref, *map(card.printed.name.in_, LANGUAGES))))


def _plain(text: str) -> str:
    """``text`` as it is compared: wide and narrow letters, capitals and small ones alike."""
    return unicodedata.normalize("NFKC", text).casefold()
