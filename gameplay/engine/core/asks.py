"""The questions that the rules ask, and the outcome of a game.

A rule is a generator-based coroutine: it yields an `Ask` and receives one of its options.
Options are small tuples: a code, then card ids, seats or numbers, as in ("play", 17).
They become text only in a view, see `core.views`.
"""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Option = tuple[Any, ...]
RuleGenerator = Generator["Ask", Option, Any]

# The kinds of decision. A compound decision is split into several asks of these kinds.
PLAY = "play"  # the next play of the turn
CARD = "card"  # one card among several
ACCEPT = "accept"  # whether to use an optional effect
NUMBER = "number"  # a number
RESPOND = "respond"  # act in a response window, or pass
ASSIGN = "assign"  # assign one thing to another
ORDER = "order"  # what is resolved next
COMMIT = "commit"  # a secret choice, revealed once every player has chosen

YES: Option = ("yes",)
NO: Option = ("no",)
PASS: Option = ("pass",)
ENOUGH: Option = ("enough",)


class Ask:
    """A question to one seat, with all its legal answers.

    ``about`` is the reason for the question: a code, then ids and numbers, as in an option.
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
    """Return the answer for a seat that has conceded: pass or decline if possible, otherwise the first option."""
    return next((option for option in (PASS, NO, ENOUGH) if option in ask.options), ask.options[0])


def choose_card(seat: int, code: str, cards: Iterable[int], about: Option) -> RuleGenerator:
    """Ask ``seat`` to choose one of ``cards``. Return the id of the card, or None if there are none."""
    options = [(code, card) for card in cards]
    if not options:
        return None
    chosen = yield Ask(seat, CARD, options, about)
    return chosen[1]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game: the winning seats (empty if it was drawn), the reason, and the points of each seat."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...]


class GameEnded(Exception):  # noqa: N818 - an ending, not an error
    """Raised by a rule as soon as the game is over; nothing is resolved afterwards."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
