"""The events of a turn so far, by code, and sums of their numbers."""

from collections.abc import Sequence

from gameplay.engine.adjudication.matching import EventMatcher
from gameplay.engine.adjudication.notation import Pattern, ReportEntry
from gameplay.engine.core.asks import Option


class ShownEvents:
    """The events of a turn, and the ``changes`` that are no events (see `pending`). Both lists only grow.

    ``turn_entries`` are the entries of the turn.
    """

    def __init__(
        self,
        events: Sequence[Option],
        changes: Sequence[Option],
        turn_entries: Sequence[ReportEntry],
        matcher: EventMatcher,
    ) -> None:
        self.sources = events, changes
        self.turn_entries, self.matcher = turn_entries, matcher
        self.by_code: tuple[dict[str, list[Option]], ...] = {}, {}
        self.counts = [0, 0]
        self.totals: dict[int, tuple[Pattern, int]] = {}

    def with_code(self, code: str) -> list[Option]:
        """Return the events with this code in order, then the changes with this code in order."""
        for at, (source, by_code) in enumerate(zip(self.sources, self.by_code, strict=True)):
            if len(source) > self.counts[at]:
                for each in source[self.counts[at] :]:
                    by_code.setdefault(each[0], []).append(each)
                self.counts[at] = len(source)
        events, changes = self.by_code
        return [*events.get(code, ()), *changes.get(code, ())]

    def are_summed_up_by(self, pattern: Pattern) -> bool:
        """Return whether the number of ``pattern``, or of all such entries of the turn, is that of one or more events.

        The events come one after the other.
        """
        if pattern.code not in self.matcher.notation.events.additive or "number" not in pattern.fields:
            return False
        same, total = self._total_written(pattern)
        events = [event for event in self.with_code(same.code) if self.matcher.is_described_by(event, same)]
        numbers = [self.matcher.event_values(event)["number"] for event in events]
        return any(
            sum(numbers[start:end]) in (pattern.fields["number"], total)
            for start in range(len(numbers))
            for end in range(start + 1, len(numbers) + 1)
        )

    def _total_written(self, pattern: Pattern) -> tuple[Pattern, int]:
        """Return ``pattern`` without its number, and the sum of the numbers in such entries of the turn."""
        if id(pattern) not in self.totals:
            same = _without_number(pattern)
            written = (
                each.fields["number"]
                for entry in self.turn_entries
                for each in entry.patterns
                if each.code == pattern.code and "number" in each.fields and _without_number(each) == same
            )
            self.totals[id(pattern)] = same, sum(written)
        return self.totals[id(pattern)]


def _without_number(pattern: Pattern) -> Pattern:
    return Pattern(pattern.code, {name: value for name, value in pattern.fields.items() if name != "number"})
