"""The list of a deck that somebody brings: a card a line, by its number or its title, a count before it.

3 IS-W01
Ironshore Gunboat
2x IS-O07 Relay Station
Damage:            a line that ends so, or a remark after a #, names no card
"""

from drafting.rules.listing import Found, Names, counted, lines_of, scanned
from gameplay.engine.core.errors import RulesError, _

MOST_CARDS = 400
"""More than any deck of any game here has; a list that names more was pasted twice, or worse."""
MOST_TEXT = 20_000


class UnknownLineError(RulesError):
    """A line that names no card of the game; ``details`` give its number and what it says."""

    code = "list_line"
    sentence = _("Line {line}: there is no card {name}.")
    field = "text"


class SeveralCardsError(RulesError):
    """A title that several cards share; ``details`` give their numbers."""

    code = "list_title_twice"
    sentence = _("Line {line}: {name} is the title of several cards: {refs}. Write the number.")
    field = "text"


class ListTooLongError(RulesError):
    """More cards than any deck has; ``details`` count them."""

    code = "list_too_long"
    sentence = _("The list names more than {most} cards. What follows line {line} is not read.")
    field = "text"


def read_list(text: str, names: Names) -> tuple[list[str], list[RulesError]]:
    """Return the refs that ``text`` lists, one a copy, and everything in it that cannot be read, line by line.

    ``names`` are those of all cards of the game. What stands behind a card's number is not read.
    """
    refs: list[str] = []
    faults: list[RulesError] = []
    for line, words in lines_of(text):
        if words.endswith((":", "\uff1a")):
            continue
        copies, name = counted(scanned(words), names)
        found = names.called(name) or names.called(name.split()[0])
        if len(found) != 1:
            faults.append(_unclear(line, name, found))
        elif len(refs) + copies > MOST_CARDS:
            return refs, [*faults, ListTooLongError(most=MOST_CARDS, line=line - 1)]
        else:
            refs += [*found] * copies
    return refs, faults


def _unclear(line: int, name: str, found: Found) -> RulesError:
    if found:
        return SeveralCardsError(line=line, name=name[:40], refs=", ".join(sorted(found)))
    return UnknownLineError(line=line, name=name[:40])
