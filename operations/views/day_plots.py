"""Plots of the last day, for templates/operations/parts/day_plots.html."""

from collections.abc import Sequence
from dataclasses import dataclass

from cards.plot_scales import LinearScale
from gameplay.engine.core.errors import _
from operations.selectors.day_samples import STEPS, DaySamples

HEIGHT = 100
HOURS = (24, 18, 12, 6, 0)
"""The hours ago that are marked."""
STEPS_PER_HOUR = STEPS // 24


@dataclass(frozen=True, slots=True)
class DayPlot:
    """A plot of one figure: its name and unit as messages, the largest and the newest value, and an SVG path.

    The path is in a box of STEPS times HEIGHT. It has gaps where nothing was measured. ``hours`` has the largest value
    of each hour, the oldest first.
    """

    name: str
    label: str
    unit: str
    largest: float | None
    newest: float | None
    path: str
    hours: Sequence[float | None]


FIGURES = (
    ("requests", _("Requests"), _("per minute"), 1),
    ("errors", _("Errors"), _("per minute"), 1),
    ("picks", _("Picks"), _("per minute"), 1),
    ("choices", _("Choices in games"), _("per minute"), 1),
    ("acknowledgement", _("Acknowledgement, 99th percentile"), _("ms"), 1000),
    ("clock_lateness", _("Lateness of the clock"), _("s"), 1),
)
"""The plots: the field of DaySamples, its label and unit, and the factor of the unit."""


def day_plots(samples: DaySamples) -> list[DayPlot]:
    """Return a plot of each figure."""
    plots = []
    for name, label, unit, factor in FIGURES:
        values = [None if value is None else value * factor for value in getattr(samples, name)]
        largest = max((value for value in values if value is not None), default=None)
        newest = next((value for value in reversed(values) if value is not None), None)
        hours = [_largest(values[start : start + STEPS_PER_HOUR]) for start in range(0, STEPS, STEPS_PER_HOUR)]
        plots.append(DayPlot(name, label, unit, largest, newest, _path(values, largest), hours))
    return plots


def hour_marks() -> list[tuple[int, float]]:
    """Return the marks of the time axis: hours ago, and the place in percent of the width."""
    scale = LinearScale(HOURS[0], 0, 0, 100)
    return [(hour, scale(hour)) for hour in HOURS]


def hour_rows(plots: Sequence[DayPlot]) -> list[tuple[int, list[float | None]]]:
    """Return the rows of the table of all plots, the newest first: the hours ago, and a value for each plot."""
    return [(23 - hour, [plot.hours[hour] for plot in plots]) for hour in reversed(range(24))]


def _largest(values: Sequence[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def _path(values: Sequence[float | None], largest: float | None) -> str:
    height = LinearScale(0, largest or 1, HEIGHT, 0)
    parts, before = [], False
    for index, value in enumerate(values):
        if value is not None:
            parts.append(f"{'L' if before else 'M'}{index} {height(value)}h1")
        before = value is not None
    return "".join(parts)
