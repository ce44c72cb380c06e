"""Actions: an impact, with everything in the picture pointing at it."""

from cards.faces.art.scene import Scene, dust, gem
from cards.faces.svg import Point, circle, curve, gradient, group, line, number, path, point_on_circle, polygon, rect
from cards.faces.symbols import ELEMENTS, silhouette


def draw(scene: Scene) -> str:
    """Draw a blast, a volley, a vortex or a slash, depending on the motif."""
    return _sky(scene) + scene.rng.choice((blast, volley, vortex, slash))(scene) + dust(scene)


def _sky(scene: Scene) -> str:
    ink = scene.ink
    shine = gradient(
        f"{scene.gradient_prefix}s", ((0, ink.body, 1), (0.5, ink.shade, 1), (1, ink.night, 1)), radial=True
    )
    return shine + rect((-117, -100), (234, 200), fill=f"url(#{scene.gradient_prefix}s)")


def _speed(scene: Scene, centre: Point, *, count: int = 40) -> str:
    """Draw speed lines toward ``centre``, thicker at the rim."""
    rng, wedges = scene.rng, []
    for i in range(count):
        turn = 360 * i / count + rng.uniform(-3, 3)
        near, half = rng.uniform(58, 110), rng.uniform(0.5, 2.2)
        wedges.append(
            [
                point_on_circle(centre, near, turn),
                point_on_circle(centre, 230, turn - half),
                point_on_circle(centre, 230, turn + half),
            ]
        )
    return group(*(polygon(wedge) for wedge in wedges), fill=scene.ink.spark, opacity=0.4)


def _star(scene: Scene, centre: Point, size: float, fill: str, *, spikes: int) -> str:
    """Draw an irregular star with spikes of random length."""
    rng, points = scene.rng, []
    for i in range(spikes):
        points.append(point_on_circle(centre, size * rng.uniform(0.78, 1.2), 360 * i / spikes))
        points.append(point_on_circle(centre, size * 0.5, 360 * (i + 0.5) / spikes))
    return polygon(points, fill=fill)


def blast(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    centre = (rng.uniform(-18, 18), rng.uniform(-14, 10))
    spikes = rng.randint(9, 14)
    layers = zip((92, 74, 56, 38, 20), (ink.night, ink.shade, ink.body, ink.light, ink.spark), strict=True)
    star = "".join(_star(scene, centre, size, fill, spikes=spikes) for size, fill in layers)
    shards = "".join(
        _shard(scene, point_on_circle(centre, rng.uniform(64, 104), rng.uniform(0, 360))) for _ in range(9)
    )
    return _speed(scene, centre) + star + shards


def _shard(scene: Scene, at: Point) -> str:
    """Draw a small outline of the element thrown outward."""
    shape = silhouette(scene.icon) if scene.icon in ELEMENTS else "M0-10 6 0 0 10-6 0Z"
    angle, size = scene.rng.randint(0, 359), scene.rng.uniform(0.35, 0.85)
    move = f"translate({number(at[0])} {number(at[1])}) rotate({angle}) scale({size:.2f})"
    return path(shape, fill=scene.ink.spark, stroke=scene.ink.night, stroke_width=2, transform=move)


def volley(scene: Scene) -> str:
    """Draw falling bolts with trails, all at the same angle."""
    ink, rng = scene.ink, scene.rng
    slope = rng.uniform(24, 40)
    trails = []
    for i in range(7):
        x, y, size = -92 + 31 * i, rng.uniform(-52, 58), rng.uniform(7, 15)
        trail = polygon([(-size * 0.55, 0), (size * 0.55, 0), (0, -rng.uniform(90, 150))], fill=ink.light, opacity=0.5)
        core = polygon([(-size * 0.25, 0), (size * 0.25, 0), (0, -80)], fill=ink.spark, opacity=0.8)
        head = circle((0, 0), size, fill=ink.body) + circle((0, 1), size * 0.62, fill=ink.spark)
        trails.append(
            (y, group(trail, core, head, transform=f"translate({number(x)} {number(y)}) rotate({number(slope)})"))
        )
    below = polygon(
        [(-118, 101), (-118, 74), *((-90 + 30 * i, 70 + rng.uniform(-8, 8)) for i in range(7)), (118, 78), (118, 101)],
        fill=ink.night,
    )
    return "".join(drawn for _, drawn in sorted(trails)) + below


def vortex(scene: Scene) -> str:
    """Draw arms that spiral into one point."""
    ink, rng = scene.ink, scene.rng
    arms, twist, drawn = rng.randint(4, 7), rng.choice((-1, 1)) * rng.uniform(26, 40), []
    for i in range(arms):
        out = [point_on_circle((0, 0), 130 * k / 6, 360 * i / arms + twist * k) for k in range(1, 7)]
        back = [point_on_circle((0, 0), 130 * k / 6, 360 * (i + 0.5) / arms + twist * k) for k in range(6, 0, -1)]
        drawn.append(path(curve([*out, *back], tension=0.9), fill=ink.light if i % 2 else ink.spark, opacity=0.5))
    rings_ = "".join(
        circle(
            (0, 0),
            30 + 22 * i,
            stroke_width=2.5 - i * 0.5,
            stroke_dasharray=f"{rng.randint(20, 60)} {rng.randint(8, 30)}",
        )
        for i in range(4)
    )
    eye = circle((0, 0), 25, fill=ink.night) + circle((0, 0), 25, fill="none", stroke=ink.spark, stroke_width=2.5)
    return "".join(drawn) + group(rings_, fill="none", stroke=ink.spark, opacity=0.8) + eye + gem(scene, (0, 0), 14)


def slash(scene: Scene) -> str:
    """Draw crossing crescents of light."""
    ink, rng = scene.ink, scene.rng
    turn, drawn = rng.uniform(-30, 30), []
    for i in range(rng.randint(2, 4)):
        bow, wide = 22 + 10 * i, 26 - 5 * i
        outer = f"M-120 40Q0 {number(-60 - bow)} 124-50Q6 {number(-60 - bow + wide * 2.4)}-120 40Z"
        inner = f"M-110 36Q0 {number(-48 - bow)} 116-46Q6 {number(-60 - bow + wide * 1.7)}-110 36Z"
        spin = f"rotate({number(turn + (74 + 18 * i) * i)})"
        drawn.append(group(path(outer, fill=ink.light, opacity=0.75), path(inner, fill=ink.spark), transform=spin))
    cut = line([(-140, 0), (140, 0)], stroke=ink.accent, stroke_width=2, transform=f"rotate({number(turn - 14)})")
    hit = _star(scene, (0, 0), 34, ink.spark, spikes=8) + _star(scene, (0, 0), 20, ink.accent, spikes=8)
    return _speed(scene, (0, 0), count=26) + cut + "".join(drawn) + hit
