"""Keywords: the terms on a card that a new player has to look up, with a short explanation."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cards.printed import LocalizedText


@dataclass(frozen=True, slots=True)
class Keyword:
    """A term of a game.

    ``pattern`` is a regular expression for the English text of a card that uses the term, without regard to case. The
    ``clause`` is the rule that the ``text`` summarizes. ``symbols`` are the keys of the symbols that stand for the term
    on a card face (`cards.faces.symbols`).
    """

    term: LocalizedText
    text: LocalizedText
    clause: str
    pattern: str
    symbols: tuple[str, ...] = ()


def keyword(clause: str, pattern: str, english: tuple[str, str], japanese: tuple[str, str], *symbols: str) -> Keyword:
    """Return a keyword; ``english`` and ``japanese`` are pairs of term and text."""
    term, text = (LocalizedText(*both) for both in zip(english, japanese, strict=True))
    return Keyword(term, text, clause, pattern, symbols)


def keywords_in(text: str, keywords: Sequence[Keyword]) -> Iterator[Keyword]:
    """Yield the ``keywords`` that the English ``text`` of a card uses."""
    return (each for each in keywords if re.search(each.pattern, text, re.IGNORECASE))
