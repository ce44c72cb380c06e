"""A page with plots of recorded benchmarks: the CPU time of pages, the acknowledgement of picks, and their CPU time."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import Any

from django.template import Context, Engine

from cards.plot_scales import LinearScale
from tests.instruments.bench.records import FOLDER, recorded

TEMPLATE = Path(__file__).with_name("plots.html")
PAGE = FOLDER / "index.html"
LEFT, RIGHT, TOP, BOTTOM = 56, 440, 12, 250
"""The edges of the area of a plot, in units of the drawing."""
LABEL_DISTANCE = 13
LEGEND_DISTANCE = 18
OF_PLAYERS = re.compile(r"(?P<name>.+), (?P<players>\d+) players")
PARTS = ("web", "postgres", "valkey", "worker", "beat", "client")
PERCENTILES = {"p50": "median", "p95": "95 of 100", "p99": "99 of 100"}
Points = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a plot: its name, its places in the drawing, and where its label is."""

    name: str
    points: str
    label_y: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A part of a stacked bar, with its value."""

    name: str
    x: float
    y: float
    width: float
    height: float
    value: float


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot: its title and source, the names of the axes with their marks, and either lines or bars.

    A mark is its text and its place, and so is an entry of the ``legend`` of bars. ``limit`` is the place of a goal on
    the vertical axis.
    """

    title: str
    source: Mapping[str, Any]
    across: str
    up: str
    marks_across: Sequence[tuple[str, float]]
    marks_up: Sequence[tuple[str, float]]
    lines: Sequence[Line] = ()
    bars: Sequence[Bar] = ()
    legend: Sequence[tuple[str, float]] = ()
    limit: float | None = None


def write_page(*, folder: Path = FOLDER) -> Path:
    """Write the page of all recorded benchmarks; return its file."""
    drawings: dict[str, list[Callable[[dict[str, Any]], Plot]]] = {
        "pages": [pages_plot],
        "draft": [acks_plot, cpu_plot],
    }
    plots = [
        draw(found)
        for bench, all_of in drawings.items()
        if (found := recorded(bench, folder=folder))
        for draw in all_of
    ]
    page = Engine(autoescape=True).from_string(TEMPLATE.read_text()).render(Context({"plots": plots}))
    file = folder / PAGE.name
    file.write_text("\n".join(line.strip() for line in page.splitlines() if line.strip()) + "\n")
    return file


def pages_plot(found: dict[str, Any]) -> Plot:
    """Return the CPU time of each page by the number of players, on logarithmic axes."""
    by_page: dict[str, Points] = defaultdict(list)
    for row in found["rows"]:
        if parts := OF_PLAYERS.fullmatch(row["name"]):
            by_page[parts["name"]].append((float(parts["players"]), row["cpu_s"]))
    players = sorted({x for points in by_page.values() for x, _y in points})
    seconds = [y for points in by_page.values() for _x, y in points]
    marks = [mark for mark in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10) if mark <= max(seconds) * 2]
    across, up = _log_scale(players, LEFT, RIGHT), _log_scale([marks[0], max(seconds)], BOTTOM, TOP)
    return Plot(
        "CPU time of a page by players",
        found,
        "players",
        "CPU s",
        [(f"{int(mark):,}", across(mark)) for mark in players],
        [(f"{mark:g}", up(mark)) for mark in marks if mark <= max(seconds)],
        _lines(by_page, across, up),
    )


def acks_plot(found: dict[str, Any]) -> Plot:
    """Return the time until a pick is acknowledged, by pods."""
    rows = found["rows"]
    by_percentile = {
        name: [(float(row["pods"]), row["ack_ms"][key]) for row in rows] for key, name in PERCENTILES.items()
    }
    highest = max(100.0, *(y for points in by_percentile.values() for _x, y in points))
    pods = [float(row["pods"]) for row in rows]
    across = LinearScale(min(pods), max(pods), LEFT, RIGHT)
    up = LinearScale(0, highest, BOTTOM, TOP)
    return Plot(
        "Acknowledgement of a pick by pods",
        found,
        f"pods of six, {rows[0]['web']} web processes, {rows[0]['database']}",
        "ms",
        [(f"{mark:.0f}", across(mark)) for mark in pods],
        [(f"{mark:.0f}", up(mark)) for mark in _round_marks(highest)],
        _lines(by_percentile, across, up),
        limit=up(100),
    )


def cpu_plot(found: dict[str, Any]) -> Plot:
    """Return the CPU time of a pick with its selection, by part of the site."""
    rows = found["rows"]
    longest = max(sum(row["cpu_ms_per_pick"].values()) for row in rows)
    across, bars = LinearScale(0, longest, LEFT, RIGHT), list[Bar]()
    distance = (BOTTOM - TOP) / len(rows)
    for number, row in enumerate(rows):
        before, y = 0.0, round(TOP + (number + 0.25) * distance, 1)
        for part in PARTS:
            value = row["cpu_ms_per_pick"].get(part, 0.0)
            x, end = across(before), across(before + value)
            bars.append(Bar(part, x, y, round(end - x, 1), round(distance / 2, 1), value))
            before += value
    places = [round(TOP + (number + 0.5) * distance, 1) for number in range(len(rows))]
    return Plot(
        "CPU time of a pick with its selection, by part",
        found,
        "ms",
        "pods",
        [(f"{mark:g}", across(mark)) for mark in _round_marks(longest)],
        [(str(row["pods"]), place) for row, place in zip(rows, places, strict=True)],
        bars=bars,
        legend=[(part, TOP + number * LEGEND_DISTANCE) for number, part in enumerate(PARTS)],
    )


def _log_scale(values: Sequence[float], start: float, end: float) -> Callable[[float], float]:
    scale = LinearScale(log10(min(values)), log10(max(values)), start, end)
    return lambda value: scale(log10(value))


def _lines(by_name: Mapping[str, Points], across: Callable[[float], float], up: Callable[[float], float]) -> list[Line]:
    """Return a line for each name, with labels beside the ends of the lines, far enough from one another to be read."""
    ends = sorted((up(points[-1][1]), name) for name, points in by_name.items())
    lines, free_from = [], 0.0
    for end, name in ends:
        label_y = max(end, free_from)
        free_from = label_y + LABEL_DISTANCE
        places = " ".join(f"{across(x)},{up(y)}" for x, y in by_name[name])
        lines.append(Line(name, places, round(label_y, 1)))
    return lines


def _round_marks(highest: float) -> list[float]:
    """Return about five round numbers from 0 to ``highest``."""
    power = 10 ** int(log10(highest))
    step = next(step for step in (power * each for each in (0.1, 0.2, 0.5, 1, 2, 5)) if highest / step <= 6)
    return [number * step for number in range(int(highest / step) + 1)]
