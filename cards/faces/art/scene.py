"""The scene shared by all pictures: sky, halo, dust and colours."""

from dataclasses import dataclass

from cards.faces.palette import Palette
from cards.faces.svg import (
    MotifRandom,
    Point,
    circle,
    gradient,
    group,
    number,
    path,
    point_on_circle,
    polygon,
    rect,
    ring_points,
)
from cards.faces.symbols import ELEMENTS, silhouette

MIDDLE = (0.0, -6.0)


@dataclass(frozen=True, slots=True)
class Scene:
    """The parameters of one picture; ``gradient_prefix`` makes the ids of its gradients unique."""

    rng: MotifRandom
    ink: Palette
    emblem: str
    icon: str
    gradient_prefix: str

    @property
    def emblem_rng(self) -> MotifRandom:
        """A random generator that is the same for all cards with this emblem."""
        return MotifRandom(f"kin/{self.emblem or self.rng.motif}")

    @property
    def edge(self) -> dict[str, str | float]:
        """The attributes of a dark outline."""
        return {"stroke": self.ink.night, "stroke_width": 1.5}


def backdrop(scene: Scene, *, sun: bool = True) -> str:
    """Draw the sky, a halo and, with ``sun``, a bright disc behind a dark figure."""
    ink, rng = scene.ink, scene.rng
    halo = rng.choice((rays, rings, nested, spokes))
    sky = gradient(f"{scene.gradient_prefix}s", ((0, ink.night, 1), (0.55, ink.deep, 1), (1, ink.shade, 1)))
    disc = gradient(f"{scene.gradient_prefix}d", ((0, ink.light, 1), (1, ink.body, 1)))
    parts = [sky, disc, rect((-117, -100), (234, 200), fill=f"url(#{scene.gradient_prefix}s)"), halo(scene)]
    if sun:
        radius = rng.uniform(50, 64)
        parts.append(circle(MIDDLE, radius + 7, fill="none", stroke=ink.light, stroke_width=1, opacity=0.55))
        parts.append(circle(MIDDLE, radius, fill=f"url(#{scene.gradient_prefix}d)"))
    return "".join(parts) + dust(scene)


def rays(scene: Scene) -> str:
    """Draw a sunburst of wedges."""
    count, turn = scene.rng.choice((12, 14, 16, 18)), scene.rng.uniform(0, 30)
    wedges = []
    for i in range(count):
        start = turn + 360 * i / count
        wedges.append((MIDDLE, point_on_circle(MIDDLE, 190, start), point_on_circle(MIDDLE, 190, start + 180 / count)))
    return group(*(polygon(wedge) for wedge in wedges), fill=scene.ink.body, opacity=0.22)


def rings(scene: Scene) -> str:
    """Draw circles that spread like sound waves."""
    gap = scene.rng.uniform(11, 15)
    drawn = (circle(MIDDLE, 68 + gap * i, stroke_width=max(0.6, 3 - i * 0.35)) for i in range(7))
    return group(*drawn, fill="none", stroke=scene.ink.body, opacity=0.4)


def nested(scene: Scene) -> str:
    """Draw nested outlines of the element, or rotated polygons if there is no element."""
    if scene.icon in ELEMENTS:
        shape = silhouette(scene.icon)
        sizes = (14, 11.4, 9, 6.8)
        drawn = [path(shape, transform=f"translate(0 -6) scale({number(s)})") for s in sizes]
    else:
        sides, turn = scene.rng.choice((5, 6, 8)), scene.rng.uniform(0, 60)
        drawn = [polygon(ring_points(MIDDLE, (150 - 24 * i,), sides, turn=turn + 7 * i)) for i in range(4)]
    return group(*drawn, fill=scene.ink.body, opacity=0.16)


def spokes(scene: Scene) -> str:
    """Draw fine lines with a bead at each end."""
    count, turn = scene.rng.randint(20, 30), scene.rng.uniform(0, 18)
    lines, beads = [], []
    for i in range(count):
        reach = 78 + 34 * scene.rng.random()
        (ax, ay), (bx, by) = (
            point_on_circle(MIDDLE, 68, turn + 360 * i / count),
            point_on_circle(MIDDLE, reach, turn + 360 * i / count),
        )
        lines.append(f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}")
        beads.append(circle((bx, by), 1.8))
    stroke = path("".join(lines), stroke=scene.ink.body, stroke_width=1, opacity=0.7)
    return stroke + group(*beads, fill=scene.ink.light, opacity=0.8)


def dust(scene: Scene, *, count: int = 16) -> str:
    """Draw sparks in the air, a few of them four-pointed."""
    rng, drawn = scene.rng, []
    for i in range(count):
        at = (rng.uniform(-114, 114), rng.uniform(-98, 60))
        drawn.append(spark(at, rng.uniform(2.5, 5)) if i % 5 == 0 else circle(at, rng.uniform(0.5, 1.3)))
    return group(*drawn, fill=scene.ink.spark, opacity=0.75)


def spark(at: Point, radius: float) -> str:
    return polygon(ring_points(at, (radius, radius * 0.22), 4))


def ground(scene: Scene, *, top: float = 62) -> str:
    """Draw two ridges along the bottom, the nearer one dark."""
    ink, rng = scene.ink, scene.rng
    return ridge(rng, top - 8, 9, fill=ink.deep) + ridge(rng, top + 12, 7, fill=ink.night)


def ridge(rng: MotifRandom, top: float, rough: float, *, fill: str) -> str:
    """Draw a jagged skyline from edge to edge, filled to the bottom."""
    steps = 9
    skyline = [(-117 + 234 * i / steps, top + rng.uniform(-rough, rough)) for i in range(steps + 1)]
    return polygon([(-118, 101), *skyline, (118, 101)], fill=fill)


def gem(scene: Scene, at: Point, size: float) -> str:
    """Draw the element's outline as a jewel lit from the upper left, or a diamond if there is no element."""
    shape = silhouette(scene.icon) if scene.icon in ELEMENTS else "M0-12 9 0 0 12-9 0Z"
    move = f"translate({number(at[0])} {number(at[1])}) scale({number(size / 12)})"
    shine = path(shape, fill=scene.ink.spark, transform="translate(-1.6 -1.8) scale(.45)")
    return group(path(shape, fill=scene.ink.accent, stroke=scene.ink.night, stroke_width=1.6), shine, transform=move)
