"""The list of a deck that somebody brings: a card a line, by its number or its title, a count before it.

3 IS-W01
Ironshore Gunboat
2x IS-O07 Relay Station
Damage:            a line that ends so, or a remark after a #, names no card
"""

from drafting.rules.card_list_text import CardNames, CardsByRef, numbered_lines, replace_card_url, split_count
from gameplay.engine.core.errors import RulesError, _

MAX_CARDS = 400
"""More than any deck of any game here has; a list that names more was pasted twice, or worse."""
MAX_TEXT_LENGTH = 20_000


class UnknownListCardError(RulesError):
    """A line that names no card of the game; ``details`` give its number and what it says."""

    code = "list_line"
    sentence = _("Line {line}: there is no card {name}.")
    field = "text"


class AmbiguousListTitleError(RulesError):
    """A title that several cards share; ``details`` give their numbers."""

    code = "list_title_twice"
    sentence = _("Line {line}: {name} is the title of several cards: {refs}. Write the number.")
    field = "text"


class ListTooLongError(RulesError):
    """More cards than any deck has; ``details`` count them."""

    code = "list_too_long"
    sentence = _("The list names more than {most} cards. What follows line {line} is not read.")
    field = "text"


def read_deck_list(text: str, names: CardNames) -> tuple[list[str], list[RulesError]]:
    """Return the refs that ``text`` lists, one a copy, and everything in it that cannot be read, line by line.

    ``names`` are those of all cards of the game. What stands behind a card's number is not read.
    """
    refs: list[str] = []
    faults: list[RulesError] = []
    for line, words in numbered_lines(text):
        if words.endswith((":", "\uff1a")):
            continue
        copies, name = split_count(replace_card_url(words), names)
        found = names.find(name) or names.find(name.split()[0])
        if len(found) != 1:
            faults.append(_line_fault(line, name, found))
        elif len(refs) + copies > MAX_CARDS:
            return refs, [*faults, ListTooLongError(most=MAX_CARDS, line=line - 1)]
        else:
            refs += [*found] * copies
    return refs, faults


def _line_fault(line: int, name: str, found: CardsByRef) -> RulesError:
    if found:
        return AmbiguousListTitleError(line=line, name=name[:40], refs=", ".join(sorted(found)))
    return UnknownListCardError(line=line, name=name[:40])
