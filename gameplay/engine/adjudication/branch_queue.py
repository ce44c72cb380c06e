"""The branches that the search has still to try, and how one of them is taken out of a queue."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gameplay.engine.adjudication.hypotheses import UNDECIDED, Alternative, Assumptions, Hypothesis, count_missing


@dataclass(frozen=True, slots=True)
class PendingBranch:
    """A branch that is still to be tried: a hypothesis, and where its turn starts to differ.

    ``deviations`` counts the decisions that differ from the preferred ones.
    """

    hypothesis: Hypothesis
    start: Alternative = UNDECIDED
    deviations: int = 0
    missing_count: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "missing_count", count_missing(self.assumptions))

    @property
    def assumptions(self) -> Assumptions:
        return self.start.assumptions


def pop_best(queue: list[PendingBranch], priority: Callable[[PendingBranch], Any]) -> PendingBranch | None:
    """Remove and return the branch with the highest priority, the last one of several; None if the queue is empty."""
    return queue.pop(max(range(len(queue)), key=lambda index: (priority(queue[index]), index))) if queue else None
