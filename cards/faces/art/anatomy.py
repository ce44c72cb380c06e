"""Parts shared by creatures, heroes and machines.

Shapes are defined by their right half; the left half is its mirror image in shadow,
so that the light always comes from the same direction.
"""

from collections.abc import Sequence

from cards.faces.art.scene import Scene
from cards.faces.svg import Point, both_sides, curve, ellipse, mirrored, number, path, polygon


def halves(points: Sequence[Point], *, dark: str, lit: str) -> str:
    """Draw a shape from its right half: the left half in shadow, the right half lit."""
    return polygon(mirrored(points), fill=dark) + polygon(points, fill=lit)


def tube(points: Sequence[Point], *, stroke: str, width: float) -> str:
    """Draw a rounded limb along a smooth line."""
    return path(curve(points, close=False), fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round")


def eyes(scene: Scene, at: Point, size: float, *, slant: float = 0.5) -> str:
    """Draw a pair of bright eyes; a higher slant looks angrier."""
    x, y = at
    upper = [(x - size, y + size * slant), (x + size, y - size * slant)]
    lower = [(x + size * 0.7, y + size * 0.7), (x - size * 0.2, y + size * 0.8)]
    pupil = ellipse((x + size * 0.1, y + size * 0.15), (size * 0.2, size * 0.42), fill=scene.ink.night)
    return both_sides(polygon([*upper, *lower], fill=scene.ink.spark) + pupil)


def teeth(fill: str, *, top: float, half: float, count: int, length: float) -> str:
    """Draw a zigzag of teeth hanging from ``top``, with a width of ``half`` on either side."""
    width = 2 * half / count
    points = [(-half + width * i / 2, top + (length if i % 2 else 0)) for i in range(2 * count + 1)]
    return polygon([(-half, top - 1.5), *points, (half, top - 1.5)], fill=fill)


def horn(scene: Scene, root: Point, tip: Point, width: float) -> str:
    """Draw a curved horn from ``root`` to ``tip``."""
    (rx, ry), (tx, ty) = root, tip
    inner = (rx + (tx - rx) * 0.55, ry + (ty - ry) * 0.35)
    outer = (rx + (tx - rx) * 0.95 + width, ry + (ty - ry) * 0.3)
    there = f"M{number(rx - width)} {number(ry)}Q{number(inner[0])} {number(inner[1])} {number(tx)} {number(ty)}"
    back = f"Q{number(outer[0])} {number(outer[1])} {number(rx + width)} {number(ry + width * 0.6)}Z"
    return path(there + back, fill=scene.ink.spark, stroke=scene.ink.night, stroke_width=1.2)
