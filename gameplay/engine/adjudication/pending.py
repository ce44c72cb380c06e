"""The entries of a turn that have not come to be yet, while the rules are run along them (see `retrace`)."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from gameplay.engine.adjudication.hypotheses import Case, Impossible
from gameplay.engine.adjudication.matching import Looks
from gameplay.engine.adjudication.notation import Entry
from gameplay.engine.core.asks import Option
from gameplay.engine.core.zones import Table


class Waiting(list[Entry]):
    """They wait in the order in which they are written; ``at`` is the number of the first in the log.

    ``begun`` is the number of the entry that a choice has led to, although it has not come to be; ``why`` and ``early``
    are, by number, the first reason why an entry was not what came, and which one waited when it came too soon.
    """

    def __init__(self, case: Case, turn: int, table: Table, looks: Looks) -> None:
        self.written, self.after = case.turns[turn], case.turns[turn + 1 :]
        super().__init__(self.written)
        self.notation, self.table, self.looks = case.notation, table, looks
        self.start = self.at = case.before(turn)
        self.met = 0
        self.begun = -1
        self.why: dict[int, str] = {}
        self.early: dict[int, int] = {}

    @property
    def front(self) -> Entry | None:
        return self[0] if self else None

    def come(self, entry: Entry) -> None:
        """``entry`` has come to be: of those declared at once perhaps not the first."""
        self.remove(entry)
        front = self.front
        self.at = self.start + next((at for at, each in enumerate(self.written) if each is front), len(self.written))
        self.met = len(self.table.events)

    # --- what may come -------------------------------------------------------------------------

    def next(self) -> list[Entry]:
        """The entry that waits first, and those after it that were declared together with it."""
        together = takewhile(lambda entry: self.notation.at_once(self[0], entry), self[1:])
        return [*self[:1], *together]

    def due(self) -> list[Entry]:
        """The entries that a choice may lead to: those that wait next, past results that it may have first.

        What is paid for something is written behind it, but chosen before it comes to be.
        """
        begun = self[1:] if self.begun == self.at else []
        paid = takewhile(lambda entry: entry.codes & self.notation.payments, begun)
        results = list(takewhile(lambda entry: not entry.codes - self.notation.results, self))
        rest = self[len(results) :]
        together = takewhile(lambda entry: self.notation.at_once(rest[0], entry), rest[1:])
        results.sort(key=lambda entry: not entry.codes & self.notation.payments)
        return [*paid, *results, *rest[:1], *together]

    def begin(self) -> None:
        """A choice leads to what waits first."""
        self.begun = self.at

    def before(self) -> int:
        """The number of the entry before which what is chosen now goes."""
        return self.at + (self.begun == self.at)

    def later(self, entry: Entry) -> list[Sequence[Entry]]:
        """What is written after ``entry``, turn by turn."""
        return [self[self.index(entry) + 1 :], *self.after]

    # --- why it does not come ------------------------------------------------------------------

    def note_why(self, what: Any, moment: str) -> None:
        """Keep the first reason why the entry that waits is not what comes."""
        if self and self.at not in self.why:
            clause = self.notation.clause(self.table, what, self[0], moment)
            if clause:
                self.why[self.at] = clause

    def note_early(self, event: Option) -> None:
        """Keep which entry waited when something came to be that is written only after it."""
        values: dict[str, Any] = {}
        for at, entry in enumerate(self[1:], self.at + 1):
            for pattern in entry.patterns:
                if pattern.code == event[0]:
                    values = values or self.looks.values(event)
                    if all(self.looks.agrees(name, values[name], written) for name, written in pattern.fields.items()):
                        self.early.setdefault(at, self.at)

    def contradicted(self) -> tuple[int, str] | None:
        """The number of the entry that something spoke against, and why, if something did."""
        at = self.early.get(self.at, self.at)
        return (at, self.why[at]) if at in self.why else None

    def passed(self) -> bool:
        """Whether what was written after the entry that waits has come to be: then it was not for the game's end."""
        happened = {event[0] for event in self.table.events[self.met :]}
        return any(entry.codes & happened for entry in self[1:])

    def impossible(self, moment: str, what: Any = None) -> Impossible:
        """The entry that waits never came: for the reason noted when it could have come, else for what it is.

        If it came to be before another that is written before it, that one was never due where it stands.
        """
        at = self.early.get(self.at, self.at)
        entry = self.written[at - self.start]
        clause = self.why.get(at) or self.notation.clause(self.table, what, entry, moment)
        return Impossible(at, clause)
