"""A cube as people write it: a card a line, by its number or its title, a count before it if there are several copies.

# The islands, second edition
FL-C01
2 Silt Grub
3x HB-U07
"""

import re
import unicodedata
from collections.abc import Container, Iterable

from cards.printed import PrintedCard
from drafting.rules.packs import draftable
from gameplay.engine.errors import RulesError, _

MOST_CARDS = 2000
COUNTED = re.compile(r"(\d{1,3})\s*[x×]?\s+(.+)", re.IGNORECASE | re.ASCII)


class CubeLineError(RulesError):
    """A line of a cube names no card of the game; ``details`` gives its number and what it says."""

    code = "cube_line"
    sentence = _("Line {line}: there is no card {name}.")
    field = "cube"


class CubeTwiceError(RulesError):
    """A title that several cards share; ``details`` gives their numbers."""

    code = "cube_title_twice"
    sentence = _("Line {line}: {name} is the title of several cards: {refs}. Write the number.")
    field = "cube"


class CubeBarredError(RulesError):
    """A Tournament (T) or Promotional (P) card in a cube."""

    code = "cube_barred"
    clause = "DRF-1.2"
    sentence = _("Line {line}: {name} carries a T or P number; such cards are not drafted.")
    field = "cube"


class CubeSizeError(RulesError):
    """More cards than anybody drafts of."""

    code = "cube_size"
    sentence = _("A cube has at most {most} cards, not {cards}.")
    field = "cube"


def read_cube(text: str, cards: Iterable[PrintedCard]) -> tuple[list[str], list[RulesError]]:
    """Return the refs that ``text`` lists, one a copy, and everything that is wrong with it, line by line.

    ``cards`` are those of the game. Titles are found in every language, whatever their case and width.
    """
    named = _names(cards)
    refs: list[str] = []
    faults: list[RulesError] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        copies, name = _counted(words, named)
        fault = _fault(number, name, named.get(_key(name), {}))
        if fault:
            faults.append(fault)
        else:
            refs += [next(iter(named[_key(name)]))] * copies
    if len(refs) > MOST_CARDS:
        faults.append(CubeSizeError(most=MOST_CARDS, cards=len(refs)))
    return refs, faults


def _counted(words: str, named: Container[str]) -> tuple[int, str]:
    """Return how many copies of what a line names; a title may begin with a number itself."""
    found = COUNTED.fullmatch(words)
    return (int(found[1]), found[2]) if found and _key(words) not in named else (1, words)


def _fault(line: int, name: str, found: dict[str, PrintedCard]) -> RulesError | None:
    """Return what is wrong with ``name``, given the cards that are called so."""
    if not found:
        return CubeLineError(line=line, name=name[:40])
    if len(found) > 1:
        return CubeTwiceError(line=line, name=name, refs=", ".join(sorted(found)))
    return None if all(map(draftable, found.values())) else CubeBarredError(line=line, name=name)


def _names(cards: Iterable[PrintedCard]) -> dict[str, dict[str, PrintedCard]]:
    named: dict[str, dict[str, PrintedCard]] = {}
    for card in cards:
        for name in {card.ref, card.name.en, card.name.ja} - {""}:
            named.setdefault(_key(name), {})[card.ref] = card
    return named


def _key(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
