"""Comparison of two accounts of one game, entry by entry (see `notation`).

Both accounts may leave things out, and write results anywhere in the line of their turn. So two accounts differ only
where both say something about the same decision or number, but not the same.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

from gameplay.engine.adjudication.card_copies import CopyReference
from gameplay.engine.adjudication.hypotheses import ReportedGame
from gameplay.engine.adjudication.notation import SEPARATOR, Notation, Pattern, ReportEntry

MAX_ALIGNED = 40_000  # pairs of entries of a line
Relation = Callable[[ReportEntry, ReportEntry], bool]


@dataclass(frozen=True, slots=True)
class ComparedEntry:
    """What two accounts say in the same place of the turn ``turn``, counted from 1; None if one says nothing."""

    turn: int
    first: ReportEntry | None
    second: ReportEntry | None
    agrees: bool = False

    @property
    def differs(self) -> bool:
        """Whether both accounts say something here, but not the same."""
        return self.first is not None and self.second is not None and not self.agrees


class _Pair(NamedTuple):
    """The places of two entries in their lines that belong together."""

    first: int
    second: int
    agrees: bool


def compare_accounts(first: ReportedGame, second: ReportedGame) -> list[ComparedEntry]:
    """Return what two accounts of one game say, in the order of the first account.

    Both must have the same players, in the same order.
    """
    notation = first.notation
    return [
        entry
        for turn, (ours, theirs) in enumerate(zip_longest(first.turns, second.turns, fillvalue=()), 1)
        for entry in _compare_lines(notation, turn, ours, theirs)
    ]


def merge_accounts(compared: Sequence[ComparedEntry], turns: int, *, prefer_second: bool = False) -> list[str]:
    """Return the lines of a log with what either account says. Where they differ, one is preferred."""
    lines: list[list[str]] = [[] for _ in range(turns)]
    for each in compared:
        is_second = each.first is None or (prefer_second and each.differs)
        entry = each.second if is_second else each.first
        assert entry is not None
        lines[each.turn - 1].append(entry.words)
    return [f"{SEPARATOR} ".join(line) for line in lines]


def written_lines(account: ReportedGame, turns: int) -> list[str]:
    """Return the lines of an account as `merge_accounts` writes them, with empty ones up to this number of turns."""
    lines = [f"{SEPARATOR} ".join(entry.words for entry in turn) for turn in account.turns]
    return lines + [""] * (turns - len(lines))


def _compare_lines(
    notation: Notation, turn: int, ours: Sequence[ReportEntry], theirs: Sequence[ReportEntry]
) -> Iterator[ComparedEntry]:
    """Yield the entries of one turn side by side."""
    pairs = _aligned(ours, theirs)
    pairs += _same_results(notation, ours, theirs, pairs)
    pairs += _differences(notation, ours, theirs, pairs)
    by_first = {pair.first: pair for pair in pairs}
    of_theirs = {pair.second for pair in pairs}
    at = 0  # the place in ``theirs`` up to which entries are written
    for place, entry in enumerate(ours):
        pair = by_first.get(place)
        if pair is None:
            yield ComparedEntry(turn, entry, None)
            continue
        while at < pair.second:
            if at not in of_theirs:
                yield ComparedEntry(turn, None, theirs[at])
            at += 1
        yield ComparedEntry(turn, entry, theirs[pair.second], pair.agrees)
    for place in range(at, len(theirs)):
        if place not in of_theirs:
            yield ComparedEntry(turn, None, theirs[place])


def _aligned(ours: Sequence[ReportEntry], theirs: Sequence[ReportEntry]) -> list[_Pair]:
    """Return the longest sequence of entries that say the same, in the same order (their longest common subsequence).

    Very long lines are compared place by place.
    """
    if len(ours) * len(theirs) > MAX_ALIGNED:
        places = range(min(len(ours), len(theirs)))
        return [_Pair(place, place, True) for place in places if says_same(ours[place], theirs[place])]
    same = [[says_same(one, other) for other in theirs] for one in ours]
    lengths = [[0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    for i in reversed(range(len(ours))):
        for j in reversed(range(len(theirs))):
            longest = max(lengths[i + 1][j], lengths[i][j + 1])
            lengths[i][j] = max(longest, lengths[i + 1][j + 1] + 1) if same[i][j] else longest
    pairs, i, j = [], 0, 0
    while i < len(ours) and j < len(theirs):
        if same[i][j] and lengths[i][j] == lengths[i + 1][j + 1] + 1:
            pairs.append(_Pair(i, j, True))
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _same_results(
    notation: Notation, ours: Sequence[ReportEntry], theirs: Sequence[ReportEntry], pairs: Sequence[_Pair]
) -> list[_Pair]:
    """Return the other results that both lines have: people write them in any order."""
    found: list[_Pair] = []
    taken = {pair.second for pair in pairs}
    for i in _unpaired(len(ours), {pair.first for pair in pairs}):
        for j in range(len(theirs)):
            is_result = ours[i].codes <= notation.events.results
            if is_result and j not in taken and says_same(ours[i], theirs[j]):
                found.append(_Pair(i, j, True))
                taken.add(j)
                break
    return found


def _differences(
    notation: Notation, ours: Sequence[ReportEntry], theirs: Sequence[ReportEntry], pairs: Sequence[_Pair]
) -> list[_Pair]:
    """Return the entries between two common ones that differ about one decision or number, in order."""
    in_order = _increasing(sorted(pairs))
    ends = [_Pair(-1, -1, True), *in_order, _Pair(len(ours), len(theirs), True)]
    ours_paired, theirs_paired = {pair.first for pair in pairs}, {pair.second for pair in pairs}
    found = []
    for start, end in pairwise(ends):
        free = [j for j in range(start.second + 1, end.second) if j not in theirs_paired]
        for i in range(start.first + 1, end.first):
            at = next((j for j in free if differ(notation, ours[i], theirs[j])), None)
            if i not in ours_paired and at is not None:
                found.append(_Pair(i, at, False))
                free = [j for j in free if j > at]
    return found


def _increasing(pairs: Sequence[_Pair]) -> Iterator[_Pair]:
    """Yield those of ``pairs`` that come after all before them in both lines."""
    last = -1
    for pair in pairs:
        if pair.second > last:
            yield pair
            last = pair.second


def _unpaired(count: int, paired: set[int]) -> Iterator[int]:
    return (place for place in range(count) if place not in paired)


# --- entries -------------------------------------------------------------------------------------


def says_same(one: ReportEntry, other: ReportEntry) -> bool:
    """Return whether two entries can mean the same: what both of them say is equal."""
    return any(
        a.code == b.code
        and all(_is_equal(a.fields[name], b.fields[name]) for name in a.fields.keys() & b.fields.keys())
        for a in one.patterns
        for b in other.patterns
    )


def differ(notation: Notation, one: ReportEntry, other: ReportEntry) -> bool:
    """Return whether two entries of one moment are different words about one decision, die or number.

    Two results can both be true unless they differ in numbers alone.
    """
    results = notation.events.results
    if one.codes & results or other.codes & results:
        return any(_differs_in_number(a, b) for a in one.patterns for b in other.patterns)
    alternatives = [notation.events.plays, *map(frozenset, notation.asks.events_by_ask.values())]
    is_one_decision = any(one.codes & codes and other.codes & codes for codes in (one.codes, *alternatives))
    return is_one_decision and any(_is_same_seat(a.fields, b.fields) for a in one.patterns for b in other.patterns)


def _differs_in_number(a: Pattern, b: Pattern) -> bool:
    """Return whether two patterns are about the same thing, with other numbers."""
    differing = _differing_fields(a, b)
    return a.code == b.code and bool(differing) and not any(name.startswith(("card", "seat")) for name in differing)


def _differing_fields(a: Pattern, b: Pattern) -> set[str]:
    """Return the names of the fields that both patterns have, with other values."""
    return {name for name in a.fields.keys() & b.fields.keys() if not _is_equal(a.fields[name], b.fields[name])}


def _is_same_seat(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two entries can be the same player's."""
    return one.get("seat") is None or other.get("seat") is None or one["seat"] == other["seat"]


def _is_equal(one: Any, other: Any) -> bool:
    """Return whether two reported values can be the same. A card is a tuple of what its name may mean."""
    if not isinstance(one, tuple):
        return bool(one == other)
    if isinstance(one, CopyReference) and isinstance(other, CopyReference):
        for mine, theirs in ((one.owner_seat, other.owner_seat), (one.number, other.number)):
            if mine is not None and theirs is not None and mine != theirs:
                return False
    return any(card in other for card in one)
