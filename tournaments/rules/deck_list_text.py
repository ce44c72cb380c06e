"""Read the text of a constructed deck list: one card on each line, by number or title, with an optional count.

3 IS-W01
Ironshore Gunboat
2x IS-O07 Relay Station
Damage:            lines that end with a colon, and comments after a #, are ignored
"""

from drafting.rules.card_list_text import CardNames, CardsByRef, numbered_lines, replace_card_url, split_count
from gameplay.engine.core.errors import RulesError, _

MAX_CARDS = 400
"""Larger than any legal deck; a longer list was probably pasted twice."""
MAX_TEXT_LENGTH = 20_000


class UnknownListCardError(RulesError):
    """Raised if a line names no card of the game; ``details`` give the line number and the name."""

    code = "list_line"
    sentence = _("Line {line}: there is no card {name}.")
    field = "text"


class AmbiguousListTitleError(RulesError):
    """Raised if several cards share a title; ``details`` give their numbers."""

    code = "list_title_twice"
    sentence = _("Line {line}: several cards have the title {name}: {refs}. Enter the card number instead.")
    field = "text"


class ListTooLongError(RulesError):
    """Raised if a list has more than MAX_CARDS cards; ``details`` give the limit and the last line that was read."""

    code = "list_too_long"
    sentence = _("The list has more than {most} cards. Everything after line {line} is ignored.")
    field = "text"


def read_deck_list(text: str, names: CardNames) -> tuple[list[str], list[RulesError]]:
    """Return the refs listed in ``text``, one for each copy, and an error for each line that cannot be read.

    ``names`` are the names of all cards of the game. Text after a card number is ignored.
    """
    refs: list[str] = []
    faults: list[RulesError] = []
    for line, words in numbered_lines(text):
        if words.endswith(":"):
            continue
        copies, name = split_count(replace_card_url(words), names)
        cards = names.find(name) or names.find(name.split()[0])
        if len(cards) != 1:
            faults.append(_line_fault(line, name, cards))
        elif len(refs) + copies > MAX_CARDS:
            return refs, [*faults, ListTooLongError(most=MAX_CARDS, line=line - 1)]
        else:
            refs += [*cards] * copies
    return refs, faults


def _line_fault(line: int, name: str, cards: CardsByRef) -> RulesError:
    if cards:
        return AmbiguousListTitleError(line=line, name=name[:40], refs=", ".join(sorted(cards)))
    return UnknownListCardError(line=line, name=name[:40])
