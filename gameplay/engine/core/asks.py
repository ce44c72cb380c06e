"""What the rules ask, and how a game ends.

A rule is a generator: it yields an `Ask` and is sent one of its options. Options are
small tuples, a code and then card ids, seats or numbers ("play", 17); what they mean
to a person is written by `sight`, and only when somebody looks.
"""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Option = tuple[Any, ...]
RuleGenerator = Generator["Ask", Option, Any]

# The kinds of decision. A compound answer is split into several asks of these.
PLAY = "play"  # what to do with the turn
CARD = "card"  # one card among several
ACCEPT = "accept"  # use it or leave it
NUMBER = "number"  # how many
RESPOND = "respond"  # act in a window, or let it pass
ASSIGN = "assign"  # put one thing to another
ORDER = "order"  # which comes next
COMMIT = "commit"  # a hidden choice, revealed when all have made theirs

YES: Option = ("yes",)
NO: Option = ("no",)
PASS: Option = ("pass",)
ENOUGH: Option = ("enough",)


class Ask:
    """One question to one seat, with every legal answer.

    ``about`` says why it is asked: a code, then ids and numbers, as in an option.
    """

    __slots__ = ("about", "kind", "options", "seat")

    def __init__(self, seat: int, kind: str, options: Sequence[Option], about: Option) -> None:
        self.seat = seat
        self.kind = kind
        self.options = options
        self.about = about

    def __repr__(self) -> str:
        return f"Ask({self.seat}, {self.kind!r}, {list(self.options)!r}, {self.about!r})"


def default_answer(ask: Ask) -> Option:
    """The answer of who has given up: to let it be, or the first there is."""
    return next((option for option in (PASS, NO, ENOUGH) if option in ask.options), ask.options[0])


def choose_card(seat: int, code: str, cards: Iterable[int], about: Option) -> RuleGenerator:
    """Have ``seat`` choose one of ``cards``; answers its id, or None with none to choose."""
    options = [(code, card) for card in cards]
    if not options:
        return None
    chosen = yield Ask(seat, CARD, options, about)
    return chosen[1]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats (none in a drawn game), why, and each seat's points."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...]


class GameEnded(Exception):  # noqa: N818 - an ending, not an error
    """Raised by a rule the moment the game is over; nothing after it is resolved."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
