"""Parse lists of cards: typed or scanned, by number or title, with a count.

FL-C01
2 Silt Grub
3x HB-U07
Silt Grub x2
https://passleft.example/cards/enemy/FL/C01
2枚 泥のグラブ

Full-width characters, as Japanese keyboards type them, are read like the others.
"""

import re
import unicodedata
from collections.abc import Container, Iterable

from cards.printed import PrintedCard

CardsByRef = dict[str, PrintedCard]
"""Cards by ref."""
COUNT_BEFORE_NAME = re.compile(r"(\d{1,3})\s*[x×枚]?\s+(.+)", re.IGNORECASE | re.ASCII)
COUNT_AFTER_NAME = re.compile(r"(.+?)\s+(?:[x×]\s*(\d{1,3})|(\d{1,3})\s*枚)", re.IGNORECASE | re.ASCII)
CARD_PAGE_URL = re.compile(r"\S*/cards/[\w-]+/(\w+)/(\w+)[/?#]?\S*")


class CardNames:
    """An index of cards by number and by title in every language. It ignores case and character width."""

    def __init__(self, cards: Iterable[PrintedCard], *, short: bool = False) -> None:
        """Index ``cards``; with ``short`` also by the number without the set code."""
        self._named: dict[str, CardsByRef] = {}
        for card in cards:
            names = {card.ref, card.name.en, card.name.ja, card.number if short else ""}
            for name in names - {""}:
                self._named.setdefault(_key(name), {})[card.ref] = card

    def find(self, name: str) -> CardsByRef:
        """Return the cards with this number or title."""
        return self._named.get(_key(name), {})

    def find_by_prefix(self, name: str) -> CardsByRef:
        """Return the cards whose number or title starts with ``name``."""
        key = _key(name)
        return {ref: card for each, found in self._named.items() if each.startswith(key) for ref, card in found.items()}

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _key(name) in self._named


def split_count(words: str, names: Container[str]) -> tuple[int, str]:
    """Split ``words`` into a count and a name. ``names`` decides about titles that begin or end with a number."""
    if words in names:
        return 1, words
    if before := COUNT_BEFORE_NAME.fullmatch(words):
        return int(before[1]), before[2]
    if behind := COUNT_AFTER_NAME.fullmatch(words):
        return int(behind[2] or behind[3]), behind[1]
    return 1, words


def replace_card_url(words: str) -> str:
    """Return ``words`` with the URL of a card's page, as in its QR code, replaced by the card's number."""
    return CARD_PAGE_URL.sub(lambda found: f"{found[1]}-{found[2]}", words)


def numbered_lines(text: str) -> list[tuple[int, str]]:
    """Return the non-empty lines of ``text`` with their line numbers; text after # is a comment.

    Full-width characters become half-width ones, and half-width kana full-width ones.
    """
    lines = enumerate(map(_normal_width, text.removeprefix("\ufeff").splitlines()), 1)
    return [(number, words) for number, line in lines if (words := line.partition("#")[0].strip())]


def _key(name: str) -> str:
    return " ".join(_normal_width(name).casefold().split())


def _normal_width(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
