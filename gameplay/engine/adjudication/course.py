"""The course of a reported game that the adjudicator has found, entry by entry.

The turns of the branch that agrees with the log are run once more, and the table is copied at each ask. Many courses
can agree with a log, because cards of a hand have assumed faces: this is one of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.engine.adjudication.hidden_faces import FaceNeeded
from gameplay.engine.adjudication.hypotheses import Backtrack, Branch, Contradiction, ReportedGame
from gameplay.engine.adjudication.turn_run import EndOfReportError, TurnRun
from gameplay.engine.adjudication.verdict import Verdict
from gameplay.engine.core.asks import Ask, Outcome
from gameplay.engine.core.ruleset import Ruleset

MAX_RUNS = 50  # of one turn, each with one more face that was assumed wrongly before


@dataclass(frozen=True, slots=True)
class CourseStep:
    """The state of a reported game before the entry ``entry_number`` as it is written, counted from 0, or at the end.

    ``table`` has the events of its turn so far. ``known`` are the ids of the cards whose faces follow from the log;
    all other faces are assumed.
    """

    entry_number: int
    ruleset: Ruleset
    table: Any
    ask: Ask | None
    outcome: Outcome | None
    known: frozenset[int]


def course_steps(reported_game: ReportedGame, verdict: Verdict) -> list[CourseStep]:
    """Return the steps of the course, at most one for each entry. It ends where no course could be continued.

    Empty if the verdict was reached without one, as for a fault of a deck.
    """
    steps: dict[int, CourseStep] = {}
    last: CourseStep | None = None
    for branch in _branches(verdict.last_branch):
        for step in _run(verdict.read_as or reported_game, branch):
            steps.setdefault(step.entry_number, step)
            last = step
    found = [step for _number, step in sorted(steps.items())]
    return [*found[:-1], last] if last else []


def _branches(last: Branch | None) -> Sequence[Branch]:
    """Return the branches from the first turn to ``last``."""
    branches = []
    while last is not None:
        branches.append(last)
        last = last.hypothesis.branch
    return branches[::-1]


def _run(reported_game: ReportedGame, branch: Branch) -> list[CourseStep]:
    """Return the steps of one turn, up to its end or to the entry that contradicts it."""
    run = _NotingRun(reported_game, branch)
    for _ in range(MAX_RUNS):
        run = _NotingRun(reported_game, branch)
        if run.turn == 0:
            run.note_start()
        try:
            run.note(None, run.play())
        except Backtrack:
            continue
        except FaceNeeded as needed:
            run.revealed.assume_face(needed.card)
            continue
        except (Contradiction, EndOfReportError):
            run.note(None, None)
        break
    return run.steps


class _NotingRun(TurnRun):
    """A run of a turn that notes its states."""

    def __init__(self, reported_game: ReportedGame, branch: Branch) -> None:
        super().__init__(reported_game, branch)
        self.steps: list[CourseStep] = []
        written = [entry.number for entry in reported_game.all_entries]
        self.written_numbers = [*written, written[-1] + 1 if written else 0]

    def note_start(self) -> None:
        """Add the state before the first turn, or the position, which is already in a turn."""
        self.note(None, None)
        self.steps[0].table.turn += self.starts_from_position

    def note_ask(self, ask: Ask) -> None:
        self.note(ask, None)

    def note(self, ask: Ask | None, outcome: Outcome | None) -> None:
        """Add the present state to the steps."""
        table = self.table.copy()
        faces = range(len(self.faces))
        table.cards = [self.faces.assumed_face(card) for card in faces]
        table.events = [event for event in self.table.events if event[0] in self.sentences.events]  # no implied ones
        known = frozenset(card for card in faces if self.faces.is_known(card))
        number = self.written_numbers[self.pending.entry_number]
        self.steps.append(CourseStep(number, self.ruleset, table, ask, outcome, known))
