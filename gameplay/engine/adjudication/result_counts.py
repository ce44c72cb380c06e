"""How often the events of a turn show what the results in its line say (see `pending`).

If a result was shown more often than it is written, and another one of its kind more rarely, the replay has perhaps
assigned one of them to the wrong event.
"""

from collections import Counter
from collections.abc import Iterable

from gameplay.engine.adjudication.matching import EventMatcher
from gameplay.engine.adjudication.notation import ReportEntry
from gameplay.engine.core.asks import Option


class ResultCounts:
    """Counts, by id of a result, the events that showed it when they occurred: copies may have other numbers later.

    ``of_kind`` are the results by code. ``unreported`` counts, by code, the events that none of them says.
    """

    def __init__(self, results: Iterable[ReportEntry], matcher: EventMatcher) -> None:
        self.matcher = matcher
        self.of_kind: dict[str, list[ReportEntry]] = {}
        for entry in results:
            for code in entry.codes:
                self.of_kind.setdefault(code, []).append(entry)
        self.shown = Counter[int]()
        self.unreported = Counter[str]()

    def note_shown(self, event: Option) -> bool:
        """Count ``event`` for the results that say it. Return whether there are any."""
        before = self.shown.total()
        for entry in self.of_kind.get(event[0], ()):
            patterns = (pattern for pattern in entry.patterns if pattern.code == event[0])
            if any(self.matcher.shows(event, pattern) for pattern in patterns):
                self.shown[id(entry)] += 1
        return self.shown.total() > before

    def doubted(self) -> set[int]:
        """Return the numbers of results that were shown several times, while another one was shown too rarely.

        The other one, written more often than shown, may follow from a choice to which the former was assigned.
        """
        doubted = set[int]()
        for entries in self.of_kind.values():
            rare = [each.patterns for each in entries if self._times_written(each, entries) > self.shown[id(each)]]
            often = (each for each in entries if self.shown[id(each)] > 1)
            doubted |= {each.number for each in often if any(other != each.patterns for other in rare)}
        return doubted

    def misplaced(self) -> Counter[str]:
        """Return, by code, how many events were not written, or not as often, while other results were not shown."""
        counts = {code: self._count_misplaced(code) for code in self.of_kind}
        return Counter({code: count for code, count in counts.items() if count})

    def _count_misplaced(self, code: str) -> int:
        unwritten, unshown = self.unreported[code], 0
        counted: list[ReportEntry] = []
        for entry in self.of_kind[code]:
            if not self._times_written(entry, counted):
                counted.append(entry)
                surplus = self.shown[id(entry)] - self._times_written(entry, self.of_kind[code])
                unwritten, unshown = unwritten + max(surplus, 0), unshown + max(-surplus, 0)
        return min(unwritten, unshown)

    @staticmethod
    def _times_written(entry: ReportEntry, entries: Iterable[ReportEntry]) -> int:
        return sum(each.patterns == entry.patterns for each in entries)
