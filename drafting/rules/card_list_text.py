"""Cards as people name them: by number or title, with a count, typed or scanned.

FL-C01
2 Silt Grub
3x HB-U07
Silt Grub x2
https://passleft.example/cards/enemy/FL/C01
"""

import re
import unicodedata
from collections.abc import Container, Iterable

from cards.printed import PrintedCard

CardsByRef = dict[str, PrintedCard]
"""Cards by ref."""
COUNT_BEFORE_NAME = re.compile(r"(\d{1,3})\s*[x×]?\s+(.+)", re.IGNORECASE | re.ASCII)
COUNT_AFTER_NAME = re.compile(r"(.+?)\s+[x×]\s*(\d{1,3})", re.IGNORECASE | re.ASCII)
CARD_PAGE_URL = re.compile(r"\S*/cards/[\w-]+/(\w+)/(\w+)[/?#]?\S*")


class CardNames:
    """What cards are called: number and title in every language, whatever their case and width."""

    def __init__(self, cards: Iterable[PrintedCard], *, short: bool = False) -> None:
        """With ``short`` a number without its set names a card too."""
        self._named: dict[str, CardsByRef] = {}
        for card in cards:
            names = {card.ref, card.name.en, card.name.ja, card.number if short else ""}
            for name in names - {""}:
                self._named.setdefault(_key(name), {})[card.ref] = card

    def find(self, name: str) -> CardsByRef:
        """Return the cards of that number or title."""
        return self._named.get(_key(name), {})

    def find_by_prefix(self, name: str) -> CardsByRef:
        """Return the cards whose number or title begins so."""
        key = _key(name)
        return {ref: card for each, found in self._named.items() if each.startswith(key) for ref, card in found.items()}

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _key(name) in self._named


def split_count(words: str, names: Container[str]) -> tuple[int, str]:
    """Return how many copies of what ``words`` name; a title may begin or end with a number itself."""
    if words in names:
        return 1, words
    if before := COUNT_BEFORE_NAME.fullmatch(words):
        return int(before[1]), before[2]
    if behind := COUNT_AFTER_NAME.fullmatch(words):
        return int(behind[2]), behind[1]
    return 1, words


def replace_card_url(words: str) -> str:
    """Return ``words`` with the address of a card's page, as its code holds it, replaced by the card's number."""
    return CARD_PAGE_URL.sub(lambda found: f"{found[1]}-{found[2]}", words)


def numbered_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines of ``text`` that say something, each with its number; what follows a # is a remark."""
    lines = enumerate(text.removeprefix("\ufeff").splitlines(), 1)
    return [(number, words) for number, line in lines if (words := line.partition("#")[0].strip())]


def _key(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
