"""Parse a cube list: one card per line, by number or title, with a count if there are several copies.

# The islands, second edition
FL-C01
2 Silt Grub
3x HB-U07
"""

from collections.abc import Iterable

from cards.printed import PrintedCard
from drafting.rules.card_list_text import CardNames, CardsByRef, numbered_lines, split_count
from drafting.rules.packs import is_draftable
from gameplay.engine.core.errors import RulesError, _

MAX_CARDS = 2000


class CubeLineError(RulesError):
    """A line of a cube names no card of the game; ``details`` has its number and text."""

    code = "cube_line"
    sentence = _("Line {line}: there is no card {name}.")
    field = "cube"


class AmbiguousCubeTitleError(RulesError):
    """A title that several cards share; ``details`` has their numbers."""

    code = "cube_title_twice"
    sentence = _("Line {line}: {name} is the title of several cards: {refs}. Use the number.")
    field = "cube"


class BarredCubeCardError(RulesError):
    """A Tournament (T) or Promotional (P) card in a cube."""

    code = "cube_barred"
    clause = "DRF-1.2"
    sentence = _("Line {line}: {name} has a T or P number; such cards cannot be drafted.")
    field = "cube"


class CubeSizeError(RulesError):
    """A cube with more cards than allowed."""

    code = "cube_size"
    sentence = _("A cube has at most {most} cards, not {cards}.")
    field = "cube"


def read_cube(text: str, cards: Iterable[PrintedCard]) -> tuple[list[str], list[RulesError]]:
    """Return the refs that ``text`` lists, one for each copy, and its errors, line by line.

    ``cards`` are the cards of the game. Titles match in every language, regardless of case and character width.
    """
    names = CardNames(cards)
    refs: list[str] = []
    faults: list[RulesError] = []
    for number, words in numbered_lines(text):
        copies, name = split_count(words, names)
        found = names.find(name)
        fault = _fault(number, name, found)
        if fault:
            faults.append(fault)
        else:
            refs += [*found] * copies
    if len(refs) > MAX_CARDS:
        faults.append(CubeSizeError(most=MAX_CARDS, cards=len(refs)))
    return refs, faults


def _fault(line: int, name: str, found: CardsByRef) -> RulesError | None:
    """Return the error of ``name``, given the cards with that name, or None."""
    if not found:
        return CubeLineError(line=line, name=name[:40])
    if len(found) > 1:
        return AmbiguousCubeTitleError(line=line, name=name, refs=", ".join(sorted(found)))
    return None if all(map(is_draftable, found.values())) else BarredCubeCardError(line=line, name=name)
