"""The weapons of each class, crossed behind the hero."""

from collections.abc import Callable

from cards.faces.art.anatomy import halves
from cards.faces.art.scene import Scene, gem
from cards.faces.svg import both_sides, circle, group, line, path, polygon, rect


def banners(scene: Scene) -> str:
    """Draw two hanging banners for heroes without weapons."""
    ink = scene.ink
    cloth = rect((66, -86), (38, 120), fill=ink.deep) + polygon(
        [(66, 34), (104, 34), (104, 56), (85, 42), (66, 56)], fill=ink.deep
    )
    trim = (
        rect((66, -86), (38, 6), fill=ink.accent)
        + line([(71, -78), (71, 36)], stroke=ink.body, stroke_width=1)
        + line([(99, -78), (99, 36)], stroke=ink.body, stroke_width=1)
    )
    return both_sides(cloth + trim) + both_sides(gem(scene, (85, -44), 11))


def _sword(scene: Scene, *, wide: float, reach: float) -> str:
    """Draw an upright sword with its hilt at the bottom, lit from the right."""
    ink = scene.ink
    blade = halves(
        [(0, -reach), (wide * 0.5, -reach + wide * 1.2), (wide, -reach + wide * 2.4), (wide * 0.8, 34), (0, 36)],
        dark=ink.light,
        lit=ink.spark,
    )
    guard = rect((-wide - 12, 32), (2 * wide + 24, 7), rx=3, fill=ink.accent, **scene.edge)
    grip = rect((-3.5, 39), (7, 26), fill=ink.night) + circle((0, 68), 5.5, fill=ink.accent)
    return group(blade, stroke=ink.night, stroke_width=1) + guard + grip


def twin_blade(scene: Scene) -> str:
    sword = _sword(scene, wide=6, reach=100)
    return group(sword, transform="rotate(46)") + group(sword, transform="rotate(-46)")


def long_arm(scene: Scene) -> str:
    ink = scene.ink
    shaft = rect((-3, -86), (6, 220), fill=ink.night) + rect((0, -86), (3, 220), fill=ink.shade)
    head = halves([(0, -122), (13, -92), (7, -74), (0, -70)], dark=ink.light, lit=ink.spark)
    wings = both_sides(path("M4-78Q26-84 24-104 34-76 4-66Z", fill=ink.light))
    tassel = polygon([(-6, -66), (6, -66), (9, -44), (0, -52), (-9, -44)], fill=ink.accent)
    return group(shaft, wings, head, tassel, transform="rotate(38)")


def wavemaster(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    staff = rect((-3, -58), (6, 190), fill=ink.night) + rect((0, -58), (3, 190), fill=ink.shade)
    ring = circle((0, -80), 22, fill="none", stroke=ink.spark, stroke_width=5) + circle((0, -80), 11, fill=ink.accent)
    wave = both_sides(path("M14-58Q34-62 38-88 26-74 22-66Z", fill=ink.light))
    orbs = "".join(circle((rng.uniform(-104, -58), -70 + 34 * i), 6, fill=ink.spark, opacity=0.85) for i in range(3))
    return group(staff, wave, ring, transform="rotate(34)") + orbs


def heavy_blade(scene: Scene) -> str:
    return group(_sword(scene, wide=18, reach=128), transform="rotate(36)")


def heavy_axeman(scene: Scene) -> str:
    ink = scene.ink
    shaft = rect((-4, -110), (8, 240), fill=ink.night) + rect((0, -110), (4, 240), fill=ink.shade)
    blade = path("M4-100Q36-122 60-104 70-72 46-40 30-62 4-60Z", fill=ink.spark, **scene.edge)
    edge = path("M60-104Q70-72 46-40 52-72 60-104Z", fill=ink.accent)
    other = group(
        path("M4-98Q26-108 40-98 44-78 32-62 20-70 4-66Z", fill=ink.light, **scene.edge),
        transform="scale(-1 1)",
    )
    return group(other, blade, edge, shaft, transform="rotate(34)")


def blademaster(scene: Scene) -> str:
    ink = scene.ink
    blade = path("M-4 36Q-10-50 18-120 20-50 6 36Z", fill=ink.light) + path(
        "M2 36Q0-50 18-120 20-50 6 36Z", fill=ink.spark
    )
    hilt = rect((-13, 34), (28, 6), rx=3, fill=ink.accent) + rect((-3, 40), (8, 34), fill=ink.night)
    sheath = path("M-6 60Q-14-40 10-110L18-106Q0-40 6 60Z", fill=ink.deep, stroke=ink.body, stroke_width=1.5)
    return group(sheath, transform="rotate(-38)") + group(blade, hilt, transform="rotate(38)")


ARMS: dict[str, Callable[[Scene], str]] = {
    "twin_blade": twin_blade,
    "long_arm": long_arm,
    "wavemaster": wavemaster,
    "heavy_blade": heavy_blade,
    "heavy_axeman": heavy_axeman,
    "blademaster": blademaster,
}
