"""The events of a turn so far, by code."""

from collections.abc import Sequence

from gameplay.engine.core.asks import Option


class ShownEvents:
    """The events of a turn, and the ``changes`` that are no events (see `pending`). Both lists only grow."""

    def __init__(self, events: Sequence[Option], changes: Sequence[Option]) -> None:
        self.sources = events, changes
        self.by_code: tuple[dict[str, list[Option]], ...] = {}, {}
        self.counts = [0, 0]

    def with_code(self, code: str) -> list[Option]:
        """Return the events with this code in order, then the changes with this code in order."""
        for at, (source, by_code) in enumerate(zip(self.sources, self.by_code, strict=True)):
            if len(source) > self.counts[at]:
                for each in source[self.counts[at] :]:
                    by_code.setdefault(each[0], []).append(each)
                self.counts[at] = len(source)
        events, changes = self.by_code
        return [*events.get(code, ()), *changes.get(code, ())]
