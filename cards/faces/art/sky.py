"""Events: a landscape with a phenomenon in the sky."""

from cards.faces.art.scene import Scene, dust, gem, ridge, spark
from cards.faces.svg import (
    MotifRandom,
    circle,
    curve,
    gradient,
    group,
    line,
    number,
    path,
    point_on_circle,
    polygon,
    rect,
    ring_points,
)


def draw(scene: Scene) -> str:
    """Draw a phenomenon in the sky over land or sea, depending on the motif."""
    sign = scene.rng.choice((eclipse, comet, aurora, gate, constellation))
    land = scene.rng.choice((mountains, sea, towers, forest))
    return _sky(scene) + dust(scene, count=26) + sign(scene) + land(scene)


def _sky(scene: Scene) -> str:
    ink = scene.ink
    stops = ((0, ink.night, 1), (0.45, ink.deep, 1), (0.7, ink.shade, 1), (0.86, ink.body, 1), (1, ink.light, 1))
    return gradient(f"{scene.gradient_prefix}s", stops) + rect(
        (-117, -100), (234, 200), fill=f"url(#{scene.gradient_prefix}s)"
    )


def eclipse(scene: Scene) -> str:
    ink, at = scene.ink, (scene.rng.uniform(-34, 34), -26.0)
    corona = polygon(ring_points(at, (70, 42), scene.rng.randint(14, 22)), fill=ink.light, opacity=0.35)
    halo = circle(at, 44, fill=ink.light, opacity=0.5) + circle(at, 38, fill=ink.spark)
    return corona + halo + circle((at[0] + 4, at[1] - 3), 35, fill=ink.night)


def comet(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    x, y = rng.uniform(20, 56), rng.uniform(-40, -16)
    tails = "".join(
        polygon([(x - 2, y - w), (x + 2, y + w), (-130, y - 60 - 16 * i)], opacity=0.35)
        for i, w in enumerate((16, 11, 6, 3))
    )
    head = circle((x, y), 20, fill=ink.light, opacity=0.6) + circle((x, y), 14, fill=ink.spark)
    small = group(
        *(
            line([(a, b), (a - 26, b - 12)], stroke=ink.spark, stroke_width=1.4)
            for a, b in ((-30, 4), (88, -70), (4, -76))
        ),
        opacity=0.8,
    )
    return group(tails, fill=ink.spark) + head + small


def aurora(scene: Scene) -> str:
    ink, rng, curtains = scene.ink, scene.rng, []
    for i in range(4):
        base = [(-130 + 44 * k, -2 - 16 * i + rng.uniform(-16, 16)) for k in range(7)]
        top = [(x + 10, y - 52 - rng.uniform(0, 24)) for x, y in reversed(base)]
        curtains.append(
            path(curve([*base, *top], tension=0.8), fill=(ink.light, ink.spark, ink.body, ink.spark)[i], opacity=0.24)
        )
    return "".join(curtains)


def gate(scene: Scene) -> str:
    """Draw a ring that is a gate to another place."""
    ink, rng = scene.ink, scene.rng
    at, teeth = (0.0, -14.0), rng.randint(10, 16)
    glow = gradient(
        f"{scene.gradient_prefix}g", ((0, ink.spark, 1), (0.6, ink.light, 0.8), (1, ink.body, 0)), radial=True
    )
    ring = (
        polygon(ring_points(at, (64, 64, 57, 57), teeth), fill=ink.night)
        + circle(at, 50, fill=ink.shade)
        + circle(at, 45, fill=f"url(#{scene.gradient_prefix}g)")
    )
    marks = group(*(circle(point_on_circle(at, 53.5, 360 * i / teeth), 1.8) for i in range(teeth)), fill=ink.accent)
    return (
        glow + circle(at, 96, fill=f"url(#{scene.gradient_prefix}g)", opacity=0.5) + ring + marks + gem(scene, at, 17)
    )


def constellation(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    stars = [
        point_on_circle((rng.uniform(-14, 14), -26), rng.uniform(26, 62), 360 * i / 7 + rng.uniform(-14, 14))
        for i in range(7)
    ]
    links = line([*stars, stars[0]], stroke=ink.spark, stroke_width=1.2, opacity=0.7) + line(
        [stars[0], stars[3], stars[5]], stroke=ink.spark, stroke_width=1.2, opacity=0.7
    )
    beads = "".join(circle(at, 7, fill=ink.light, opacity=0.35) + spark(at, rng.uniform(7, 12)) for at in stars)
    wheel = group(
        *(circle((0, -26), r, stroke_dasharray="1 5") for r in (30, 52, 74)),
        fill="none",
        stroke=ink.light,
        stroke_width=1.3,
        opacity=0.8,
    )
    return wheel + links + group(beads, fill=ink.spark)


def mountains(scene: Scene) -> str:
    ink, rng, drawn = scene.ink, scene.rng, []
    for fill, snow, foot, high in (
        (ink.shade, ink.light, 66, 62),
        (ink.deep, ink.body, 84, 52),
        (ink.night, ink.deep, 101, 34),
    ):
        for _ in range(4):
            x, top, half = rng.uniform(-110, 110), foot - rng.uniform(high * 0.6, high), rng.uniform(34, 62)
            drawn.append(polygon([(x - half, foot + 20), (x, top), (x + half, foot + 20)], fill=fill))
            drawn.append(
                polygon([(x, top), (x + half * 0.34, top + 24), (x + 5, top + 18), (x - 3, top + 27)], fill=snow)
            )
        drawn.append(rect((-118, foot + 2), (236, 101 - foot), fill=fill))
    return "".join(drawn)


def sea(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    water = rect((-118, 40), (236, 62), fill=ink.deep) + rect((-118, 40), (236, 2), fill=ink.spark, opacity=0.7)
    glitter = group(
        *(rect((rng.uniform(-60, 50) * (0.5 + i / 9), 45 + 6 * i), (rng.uniform(10, 60), 1.8), rx=1) for i in range(9)),
        fill=ink.light,
        opacity=0.8,
    )
    x = rng.uniform(-70, 60)
    sail = path("M0-30Q22-14 4 2H0ZM-3-22Q-16-8-14 2H-3Z", fill=ink.night) + path(
        "M-22 4H20Q14 16-10 16-20 14-22 4Z", fill=ink.night
    )
    return water + glitter + group(sail, transform=f"translate({number(x)} 44)") + _swell(rng, ink.night)


def _swell(rng: MotifRandom, fill: str) -> str:
    crest = [(-130 + 26 * i, 88 + (5 if i % 2 else -5) + rng.uniform(-2, 2)) for i in range(11)]
    return path(f"{curve(crest, close=False)}L130 110L-130 110Z", fill=fill)


def towers(scene: Scene) -> str:
    ink, rng, drawn = scene.ink, scene.rng, []
    for fill, window, count, high in ((ink.shade, ink.light, 7, 60), (ink.night, ink.accent, 5, 90)):
        for i in range(count):
            x, wide, tall = (
                -112 + 234 * i / count + rng.uniform(-6, 6),
                rng.uniform(16, 26),
                rng.uniform(high * 0.4, high),
            )
            top = 92 - tall
            drawn.append(
                rect((x, top), (wide, tall + 10), fill=fill)
                + polygon([(x - 3, top), (x + wide / 2, top - rng.uniform(10, 34)), (x + wide + 3, top)], fill=fill)
            )
            drawn.append(
                "".join(rect((x + wide / 2 - 2, top + 8 + 13 * k), (4, 6), fill=window) for k in range(int(tall // 26)))
            )
    return "".join(drawn) + ridge(rng, 94, 3, fill=ink.night)


def forest(scene: Scene) -> str:
    ink, rng, drawn = scene.ink, scene.rng, []
    for fill, count, tall, foot in ((ink.shade, 13, 44, 82), (ink.deep, 10, 60, 94), (ink.night, 8, 70, 108)):
        for i in range(count):
            x, high = -116 + 232 * (i + rng.uniform(0.1, 0.9)) / count, tall * rng.uniform(0.6, 1)
            for k in range(3):
                top, half = foot - high + high * 0.24 * k, 7 + 4.5 * k
                drawn.append(
                    polygon([(x - half, top + high * 0.44), (x, top), (x + half, top + high * 0.44)], fill=fill)
                )
        drawn.append(rect((-118, foot - 12), (236, 120 - foot), fill=fill))
    return "".join(drawn)
