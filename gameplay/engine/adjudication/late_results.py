"""Results that players wrote at the beginning of the next line: the points of a turn, or the end of the game.

A result belongs in the line of its turn. Many people write the last ones of a turn before the first decision of the
next one. Such a result is impossible there, and is read as one of the turn before.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from gameplay.engine.adjudication.hypotheses import ReportedGame, StepBudget
from gameplay.engine.adjudication.notation import END_CODES, ReportEntry
from gameplay.engine.adjudication.verdict import ILLEGAL, LEGAL, UNDECIDABLE, Verdict

Judge = Callable[[ReportedGame, StepBudget], Verdict]

MAX_READINGS = 8
"""The number of other readings that are judged."""


def judge_with_late_results(reported_game: ReportedGame, verdict: Verdict, judge: Judge, budget: StepBudget) -> Verdict:
    """Return ``verdict``, or a better one with results as part of the turn before.

    A better one is reached at a later entry, or is less severe. It is not about a result that was moved. Each of the
    other readings may take half of what is left of the ``budget``.
    """
    readings = _readings(reported_game, verdict)
    written = {each.number: each.turn for each in reported_game.all_entries}
    for _ in range(MAX_READINGS):
        if budget.is_spent or (earlier := next(readings, None)) is None:
            break
        part = budget.part(0.5)
        other = judge(earlier, part)
        budget.take_over(part, 1)
        is_moved = other.entry is not None and other.entry.turn != written[other.entry.number]
        if not is_moved and _is_better(other, verdict):
            verdict = replace(other, read_as=earlier)
            readings = _readings(earlier, verdict)
    return verdict


def _readings(reported_game: ReportedGame, verdict: Verdict) -> Iterator[ReportedGame]:
    """Yield the log with results moved back: those of all lines from the rejected one on, of this line, or one result.

    They are those before the first decision of a line.
    """
    entry = verdict.entry
    if verdict.status == LEGAL or entry is None or entry.turn < 2:
        return
    results, at = reported_game.notation.events.results | END_CODES, entry.turn - 1
    leading = [[*takewhile(lambda each: each.codes <= results, line)] for line in reported_game.turns]
    if not any(each is entry for each in leading[at]):
        return
    if any(leading[at + 1 :]):
        yield _moved_back(reported_game, {line: leading[line] for line in range(at, len(leading))})
    yield _moved_back(reported_game, {at: leading[at]})
    if len(leading[at]) > 1:
        yield _moved_back(reported_game, {at: [entry]})


def _moved_back(reported_game: ReportedGame, moved: Mapping[int, Sequence[ReportEntry]]) -> ReportedGame:
    """Return the log with the entries ``moved``, by their line, at the end of the line before.

    An empty last line is left out, because the game may be over.
    """
    turns = [
        [
            *(each for each in line if not any(each is entry for entry in moved.get(at, ()))),
            *(replace(entry, turn=at + 1) for entry in moved.get(at + 1, ())),
        ]
        for at, line in enumerate(reported_game.turns)
    ]
    return replace(reported_game, turns=turns if turns[-1] else turns[:-1])


def _is_better(verdict: Verdict, other: Verdict) -> bool:
    severity = (LEGAL, UNDECIDABLE, ILLEGAL).index
    if severity(verdict.status) != severity(other.status):
        return severity(verdict.status) < severity(other.status)
    return verdict.entry is None or (other.entry is not None and verdict.entry.number > other.entry.number)
