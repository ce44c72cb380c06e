"""The time left at the tables of a round, for its bars."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from cards.plot_scales import LinearScale
from tournaments.selectors.round_work import TimedTable


class TimeBar(NamedTuple):
    """The tables whose time ends at ``ends_at``; ``percent`` is their time left as a share of the longest."""

    ends_at: datetime
    labels: Sequence[int | str]
    percent: float


def time_bars(tables: Sequence[TimedTable], now: datetime) -> list[TimeBar]:
    """Return a bar for each time at which ``tables`` end, the first one first; [] if the round has no clock."""
    timed = sorted(((end, label) for label, end in tables if end and label), key=lambda each: each[0])
    if not timed:
        return []
    scale = LinearScale(0, max((timed[-1][0] - now).total_seconds(), 1), 0, 100)
    return [
        TimeBar(end, [label for _end, label in group], scale(max((end - now).total_seconds(), 0)))
        for end, group in groupby(timed, key=lambda each: each[0])
    ]
