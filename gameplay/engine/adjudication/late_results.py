"""Results that players wrote at the beginning of the next line: the points of a turn, or the end of the game.

A result belongs in the line of its turn. Many people write the last ones of a turn before the first decision of the
next one. Such a result is impossible there, and is read as one of the turn before.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile

from gameplay.engine.adjudication.hypotheses import ReportedGame, StepBudget
from gameplay.engine.adjudication.notation import END_CODES, ReportEntry
from gameplay.engine.adjudication.verdict import ILLEGAL, LEGAL, UNDECIDABLE, Verdict

Judge = Callable[[ReportedGame, StepBudget], Verdict]


def judge_with_late_results(reported_game: ReportedGame, verdict: Verdict, judge: Judge, budget: StepBudget) -> Verdict:
    """Return ``verdict``, or a better one with results as part of the turn before.

    A better one is reached at a later entry, or is less severe. ``judge`` takes its steps from ``budget``.
    """
    reading, best = reported_game, verdict
    while not budget.is_spent:
        for earlier in _readings(reading, verdict):
            other = judge(earlier, budget)
            if _is_better(other, best):
                best = replace(other, read_as=earlier)
        if best is verdict:
            break
        verdict, reading = best, best.read_as or reading
    return _at_written_place(reported_game, verdict)


def _readings(reported_game: ReportedGame, verdict: Verdict) -> Iterator[ReportedGame]:
    """Yield the log with results before the first decision of the rejected line moved back: all of them, and one."""
    entry = verdict.entry
    if verdict.status == LEGAL or entry is None or entry.turn < 2:
        return
    results = reported_game.notation.events.results | END_CODES
    line = reported_game.turns[entry.turn - 1]
    leading = [*takewhile(lambda each: each.codes <= results, line)]
    if any(each is entry for each in leading):
        yield _moved_back(reported_game, leading)
        if len(leading) > 1:
            yield _moved_back(reported_game, [entry])


def _moved_back(reported_game: ReportedGame, entries: list[ReportEntry]) -> ReportedGame:
    """Return the log with ``entries`` of one line at the end of the line before, without an empty last line."""
    turns = [*reported_game.turns]
    at = entries[0].turn - 1
    turns[at - 1] = [*turns[at - 1], *(replace(entry, turn=at) for entry in entries)]
    turns[at] = [each for each in turns[at] if not any(each is entry for entry in entries)]
    if not turns[-1]:
        del turns[-1]  # the game may be over
    return replace(reported_game, turns=turns)


def _at_written_place(reported_game: ReportedGame, verdict: Verdict) -> Verdict:
    """Return ``verdict`` with its entry in the line in which it was written."""
    written = {each.number: each for each in reported_game.all_entries}
    if verdict.entry is None or verdict.entry.turn == written[verdict.entry.number].turn:
        return verdict
    turn = written[verdict.entry.number].turn
    return replace(verdict, entry=replace(verdict.entry, turn=turn), turn=turn)


def _is_better(verdict: Verdict, other: Verdict) -> bool:
    severity = (LEGAL, UNDECIDABLE, ILLEGAL).index
    if severity(verdict.status) != severity(other.status):
        return severity(verdict.status) < severity(other.status)
    return verdict.entry is None or (other.entry is not None and verdict.entry.number > other.entry.number)
