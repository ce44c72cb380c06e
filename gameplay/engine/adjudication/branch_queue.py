"""The branches that the search has still to try, and the orders in which they are taken out of a queue."""

from collections.abc import Callable, Collection
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


class BranchQueue(list[PendingBranch]):
    """Pending branches, the newest last. Each method removes and returns one, None if there is no such branch."""

    def pop_newest(self) -> PendingBranch | None:
        """Return the newest branch with the fewest missing facts: a wrong guess often shows immediately."""
        return self._pop_best(lambda pending: -pending.missing_count)

    def pop_least_deviating(self) -> PendingBranch | None:
        """Return the branch with the fewest deviations: one wrong guess may show only much later."""
        return self._pop_best(lambda pending: (-pending.missing_count, -pending.deviations))

    def pop_farthest(self) -> PendingBranch | None:
        """Return a branch of the latest turn with assumptions, and with the fewest deviations."""
        if not any(pending.assumptions for pending in self):
            return None
        return self._pop_best(lambda pending: (bool(pending.assumptions), pending.hypothesis.turn, -pending.deviations))

    def pop_choosing(self, cards: Collection[Any]) -> PendingBranch | None:
        """Return a branch that chose among ``cards``."""
        if all(pending.start.candidate_cards.isdisjoint(cards) for pending in self):
            return None
        return self._pop_best(
            lambda pending: (
                -pending.missing_count,
                not pending.start.candidate_cards.isdisjoint(cards),
                -pending.deviations,
            )
        )

    def pop_latest_assumption(self, tried: Collection[Assumptions]) -> PendingBranch | None:
        """Return the branch with the latest assumption, those not ``tried`` first, then with the fewest missing facts.

        All branches must have assumptions.
        """
        return self._pop_best(
            lambda pending: (
                pending.assumptions not in tried,
                pending.assumptions[-1][0].before_entry,
                -pending.missing_count,
            )
        )

    def _pop_best(self, priority: Callable[[PendingBranch], Any]) -> PendingBranch | None:
        """Remove and return the branch with the highest priority, the last one of several."""
        return self.pop(max(range(len(self)), key=lambda index: (priority(self[index]), index))) if self else None
