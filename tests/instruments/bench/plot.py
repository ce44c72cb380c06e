"""Lines in a diagram with two logarithmic axes, as SVG."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10
from xml.sax.saxutils import escape

DataPoints = Sequence[tuple[float, float]]
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 460, 80, 50, 20, 190
COLOURS = ("#1b6e53", "#b4532a", "#3d5a98", "#8a4f9e", "#7a6a1f")


class _Scale:
    """From whole powers of ten to places on the page."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        self.low, self.high = floor(log10(min(values))), max(ceil(log10(max(values))), floor(log10(min(values))) + 1)
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        share = (log10(value) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def powers(self) -> list[float]:
        return [10.0**power for power in range(self.low, self.high + 1)]


def plot(series: Mapping[str, DataPoints], *, x_label: str, y_label: str) -> str:
    """Return the lines of ``series`` by their names; all values are above zero."""
    points = [point for line in series.values() for point in line]
    x = _Scale([point[0] for point in points], LEFT, WIDTH - RIGHT)
    y = _Scale([point[1] for point in points], HEIGHT - BOTTOM, TOP)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/><g font-size="13">',
            *_grid(x, y),
            _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, x_label, "middle"),
            f'<g transform="rotate(-90 16 {HEIGHT / 2})">{_text(16, HEIGHT / 2, y_label, "middle")}</g>',
            *(
                part
                for (name, line), colour in zip(series.items(), COLOURS, strict=False)
                for part in _line(name, [(x(a), y(b)) for a, b in line], colour, ends=x.end)
            ),
            "</g></svg>\n",
        ]
    )


def _grid(x: _Scale, y: _Scale) -> Iterator[str]:
    for value in x.powers():
        yield f'<path d="M{x(value)} {y.start}V{y.end}" stroke="#ddd"/>' + _text(
            x(value), y.start + 18, f"{value:,.0f}"
        )
    for value in y.powers():
        yield f'<path d="M{x.start} {y(value)}H{x.end}" stroke="#ddd"/>' + _text(
            x.start - 8, y(value) + 4, f"{value:g}", "end"
        )


def _line(name: str, points: Sequence[tuple[float, float]], colour: str, *, ends: float) -> Iterator[str]:
    path = " ".join(f"{a},{b}" for a, b in points)
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    yield from (f'<circle cx="{a}" cy="{b}" r="3" fill="{colour}"/>' for a, b in points)
    last_x, last_y = points[-1]
    beyond = last_x >= ends  # beside the diagram, else to the left of where the line stops
    yield _text(last_x + (8 if beyond else -8), last_y + 4, name, "start" if beyond else "end", colour)


def _text(x: float, y: float, words: str, anchor: str = "middle", colour: str = "#333") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'
