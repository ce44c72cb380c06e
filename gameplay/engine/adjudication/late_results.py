"""Results that players wrote at the beginning of the next line: the points of a turn, or the end of the game.

A result belongs in the line of its turn. Many people write the last ones of a turn before the first decision of the
next one. Such a result is impossible there, and is read as one of the turn before.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, dropwhile, takewhile

from gameplay.engine.adjudication.hypotheses import ReportedGame, StepBudget
from gameplay.engine.adjudication.notation import END_CODES, ReportEntry
from gameplay.engine.adjudication.verdict import ILLEGAL, LEGAL, UNDECIDABLE, Verdict

Judge = Callable[[ReportedGame, StepBudget], Verdict]

MovedResults = Mapping[int, Sequence[ReportEntry]]
"""Results that belong to the turn before, by their line, counted from 0."""

MAX_READINGS = 12
"""The number of other readings that are judged."""


def judge_with_late_results(reported_game: ReportedGame, verdict: Verdict, judge: Judge, budget: StepBudget) -> Verdict:
    """Return ``verdict``, or a better one with results as part of the turn before.

    A better one is reached at a later entry, or is less severe. It is not about a result that was moved. Each of the
    other readings may take half of what is left of the ``budget``.
    """
    read_as, proposals = reported_game, _proposals(reported_game, verdict)
    written = {each.number: each.turn for each in reported_game.all_entries}
    for _ in range(MAX_READINGS):
        if budget.is_spent or (moved := next(proposals, None)) is None:
            break
        reading, part = _moved_back(read_as, moved), budget.part(0.5)
        other = judge(reading, part)
        budget.take_over(part, 1)
        if not _is_better(other, verdict):
            continue
        if other.entry is not None and other.entry.turn != written[other.entry.number]:
            proposals = chain([_without(moved, other.entry)], proposals)
        else:
            read_as, verdict = reading, replace(other, read_as=reading)
            proposals = _proposals(reading, verdict)
    return verdict


def _proposals(reported_game: ReportedGame, verdict: Verdict) -> Iterator[MovedResults]:
    """Yield the results to be moved back: those of all lines from the rejected one on, or of this line.

    They are those before the first decision of a line, first without the last of them that can be results of the
    beginning of a turn, then all of them. Then only those up to the rejected one are moved, or only this one.
    """
    entry, events = verdict.entry, reported_game.notation.events
    if verdict.status == LEGAL or entry is None or entry.turn < 2:
        return
    results, at = events.results | END_CODES, entry.turn - 1
    leading = [[*takewhile(lambda each: each.codes <= results, line)] for line in reported_game.turns]
    if not any(each is entry for each in leading[at]):
        return
    up_to_entry = [*takewhile(lambda each: each is not entry, leading[at]), entry]
    late = [[*dropwhile(lambda each: each.codes <= events.first_results, line[::-1])][::-1] for line in leading]
    late[at] = max(late[at], up_to_entry, key=len)
    following = range(at, len(leading))
    proposals = (
        *({line: each[line] for line in lines} for each in (late, leading) for lines in (following, [at])),
        {at: up_to_entry},
        {at: [entry]},
    )
    tried: list[MovedResults] = []
    for proposal in proposals:
        moved = {line: entries for line, entries in proposal.items() if entries}
        if moved not in tried:
            tried.append(moved)
            yield moved


def _without(moved: MovedResults, entry: ReportEntry) -> MovedResults:
    """Return the results to be moved back without ``entry``, which is impossible there, and those after it."""
    line = entry.turn  # counted from 0, because the entry was moved back
    return {**moved, line: [*takewhile(lambda each: each.number < entry.number, moved[line])]}


def _moved_back(reported_game: ReportedGame, moved: MovedResults) -> ReportedGame:
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
