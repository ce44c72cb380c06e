"""Functions that write SVG elements with rounded numbers, and seeded random choices for card art.

Only presentation attributes are used, never ``style``, so that a face can be inline
under a strict content security policy.
"""

import hashlib
import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeVar

Point = tuple[float, float]
T = TypeVar("T")


class MotifRandom:
    """A random generator seeded with ``motif``, so that a motif always gives the same art."""

    def __init__(self, motif: str) -> None:
        self.motif = motif
        self._count = 0

    def random(self) -> float:
        """Return the next number, at least 0 and less than 1."""
        digest = hashlib.sha256(f"{self._count}/{self.motif}".encode()).digest()
        self._count += 1
        return int.from_bytes(digest[:6], "big") / 2**48

    def uniform(self, low: float, high: float) -> float:
        return low + (high - low) * self.random()

    def randint(self, low: int, high: int) -> int:
        """Return an integer from ``low`` to ``high``, both included."""
        return low + int(self.random() * (high - low + 1))

    def choice(self, options: Sequence[T]) -> T:
        return options[int(self.random() * len(options))]

    def likely(self, probability: float) -> bool:
        return self.random() < probability


def number(value: float) -> str:
    """Return ``value`` in its shortest form, with one decimal, or two below 1."""
    text = f"{value:.2f}" if abs(value) < 1 else f"{value:.1f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def tag(name: str, *content: str, **attributes: str | float) -> str:
    """Return an element; ``stroke_width=2`` becomes ``stroke-width="2"``. ``content`` must already be SVG."""
    rendered = "".join(
        f' {key.replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{rendered}>{''.join(content)}</{name}>" if content else f"<{name}{rendered}/>"


def group(*content: str, **attributes: str | float) -> str:
    return tag("g", *content, **attributes) if any(content) else ""


def circle(at: Point, radius: float, **attributes: str | float) -> str:
    return tag("circle", cx=at[0], cy=at[1], r=radius, **attributes)


def ellipse(at: Point, radii: Point, **attributes: str | float) -> str:
    return tag("ellipse", cx=at[0], cy=at[1], rx=radii[0], ry=radii[1], **attributes)


def rect(at: Point, size: Point, **attributes: str | float) -> str:
    return tag("rect", x=at[0], y=at[1], width=size[0], height=size[1], **attributes)


def path(d: str, **attributes: str | float) -> str:
    return tag("path", d=d, **attributes)


def outline(points: Iterable[Point], *, close: bool = True) -> str:
    """Return path data for straight lines through ``points``."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if close else "")


def polygon(points: Iterable[Point], **attributes: str | float) -> str:
    return path(outline(points), **attributes)


def line(points: Iterable[Point], **attributes: str | float) -> str:
    return path(outline(points, close=False), **{"fill": "none", **attributes})


def curve(points: Sequence[Point], *, close: bool = True, tension: float = 1) -> str:
    """Return path data for a smooth curve through ``points`` (Catmull-Rom, as cubic Bézier curves)."""
    count, pull = len(points), tension / 6
    last = count if close else count - 1
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for i in range(last):
        if close:
            a, b, c, d = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        else:
            a, b, c, d = (points[min(max(i + k, 0), count - 1)] for k in (-1, 0, 1, 2))
        handles = (b[0] + (c[0] - a[0]) * pull, b[1] + (c[1] - a[1]) * pull)
        others = (c[0] - (d[0] - b[0]) * pull, c[1] - (d[1] - b[1]) * pull)
        parts.append("C" + " ".join(number(v) for v in (*handles, *others, *c)))
    return "".join(parts) + ("Z" if close else "")


def point_on_circle(centre: Point, radius: float, turn: float) -> Point:
    """Return the point at ``turn`` degrees, clockwise from the top."""
    angle = math.radians(turn - 90)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def ring_points(centre: Point, radii: Sequence[float], spokes: int, *, turn: float = 0) -> list[Point]:
    """Return points around ``centre``, cycling through ``radii``: a polygon, or a star with two radii."""
    steps = spokes * len(radii)
    return [point_on_circle(centre, radii[i % len(radii)], turn + 360 * i / steps) for i in range(steps)]


def mirrored(points: Iterable[Point]) -> list[Point]:
    return [(-x, y) for x, y in points]


def both_sides(content: str) -> str:
    """Return ``content``, which is the right half of a drawing, with its mirror image behind it."""
    return group(content, transform="scale(-1 1)") + content


def gradient(key: str, stops: Sequence[tuple[float, str, float]], *, radial: bool = False) -> str:
    """Return a gradient, from top to bottom or from the centre; stops are (offset, colour, opacity)."""
    rendered = "".join(
        tag("stop", offset=place, stop_color=colour, **({} if opacity == 1 else {"stop_opacity": opacity}))
        for place, colour, opacity in stops
    )
    if radial:
        return tag("radialGradient", rendered, id=key)
    return tag("linearGradient", rendered, id=key, x2="0", y2="1")
