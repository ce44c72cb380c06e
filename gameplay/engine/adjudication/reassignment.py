"""Other ways to play a turn, in which its results are about other events.

A misplaced result (see `result_counts`) often shows only many turns later, as an impossible payment. So the turn is
played again until none is misplaced.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from gameplay.engine.adjudication.hypotheses import Alternative, Branch, Hypothesis, doubted_entry
from gameplay.engine.adjudication.notation import ReportEntry
from gameplay.engine.core.asks import Outcome

PlayedTurn = tuple[Hypothesis, Outcome | None]
"""The state after a turn, and the outcome if the game ended."""

MAX_TRIES = 30
"""The number of times that a turn is played again."""


def with_fewer_misplaced(
    first: Branch,
    misplaced: Counter[str],
    entries: Sequence[ReportEntry],
    play: Callable[[Alternative], tuple[Branch, PlayedTurn | None]],
) -> PlayedTurn | None:
    """Return another way to play the turn of the branch ``first`` with fewer ``misplaced`` results, if there is one.

    ``play`` returns the branch of an alternative, and the state after it, None if it contradicts the log.
    """
    best, queue, tries = None, _reassigning(first, misplaced, entries), 0
    while queue and misplaced and tries < MAX_TRIES:
        branch, played = play(queue.pop())
        if played and played[0].misplaced.total() < misplaced.total():
            best, misplaced = played, played[0].misplaced
        queue += _reassigning(branch, misplaced, entries)
        tries += 1
    return best


def _reassigning(branch: Branch, misplaced: Counter[str], entries: Sequence[ReportEntry]) -> list[Alternative]:
    """Return the alternatives in which a result of one of the ``misplaced`` kinds is about another event."""
    numbers = [doubted_entry(each) for each in branch.alternatives]
    return [
        each
        for each, number in zip(branch.alternatives, numbers, strict=True)
        if number is not None and not misplaced.keys().isdisjoint(entries[number].codes)
    ]
