"""Weapons, drawn upright and then tilted."""

from cards.faces.art.anatomy import halves
from cards.faces.art.scene import Scene, gem
from cards.faces.svg import both_sides, circle, curve, ellipse, group, line, number, path, polygon, rect


def sword(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    wide, reach, notch = rng.uniform(9, 19), rng.uniform(74, 88), rng.uniform(0, 9)
    blade = [(0, -reach), (wide * 0.7, -reach + 18), (wide, -30), (wide - notch, -8), (wide + notch * 0.4, 24), (0, 30)]
    fuller = polygon([(-2.4, -reach + 26), (2.4, -reach + 26), (1.6, 22), (-1.6, 22)], fill=ink.body)
    span = rng.uniform(26, 38)
    hook = rng.uniform(-14, 10)
    guard = both_sides(
        path(
            f"M0 24Q{number(span * 0.6)} 22 {number(span)} {number(28 + hook)} {number(span * 0.7)} 38 0 38Z",
            fill=ink.accent,
            **scene.edge,
        )
    )
    grip = rect((-4.5, 38), (9, 28), fill=ink.deep) + "".join(
        line([(-4.5, 43 + 7 * i), (4.5, 40 + 7 * i)], stroke=ink.body, stroke_width=1.6) for i in range(4)
    )
    return tilt(
        group(halves(blade, dark=ink.light, lit=ink.spark), **scene.edge)
        + fuller
        + guard
        + grip
        + gem(scene, (0, 72), 7)
        + gem(scene, (0, 31), 6),
        rng.uniform(18, 40),
    )


def axe(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    bite, drop = rng.uniform(50, 66), rng.uniform(-6, 16)
    haft = rect((-5, -78), (10, 160), rx=3, fill=ink.deep, **scene.edge) + rect((0, -78), (4, 160), fill=ink.shade)
    head = path(
        f"M4-64Q24-70 {number(bite)}-84 {number(bite + 14)}-40 {number(bite - 6)} {number(drop)} 28-18 4-22Z",
        fill=ink.light,
        **scene.edge,
    )
    edge = path(
        f"M{number(bite)}-84Q{number(bite + 14)}-40 {number(bite - 6)} {number(drop)} "
        f"{number(bite - 6)}-40 {number(bite)}-84Z",
        fill=ink.spark,
    )
    back = polygon([(-4, -58), (-30, -66), (-20, -44), (-34, -26), (-4, -28)], fill=ink.body, **scene.edge)
    if rng.likely(0.4):
        back = group(head, edge, transform="scale(-1 1)")
    wraps = "".join(line([(-5, 44 + 8 * i), (5, 40 + 8 * i)], stroke=ink.accent, stroke_width=2) for i in range(4))
    return tilt(back + head + edge + haft + wraps + gem(scene, (0, -42), 9), rng.uniform(14, 34))


def staff(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    rod = path("M-3.5-34 3.5-34 3 92-3 92Z", fill=ink.deep) + path("M0-34H3.5L3 92H0Z", fill=ink.shade)
    prongs = rng.choice((2, 3))
    head = both_sides(
        "".join(
            path(
                f"M2-30Q{number(34 - 9 * i)}-36 {number(28 - 10 * i)} {number(-84 - 5 * i)} "
                f"{number(20 - 9 * i)}-52 2-40Z",
                fill=ink.light if i else ink.accent,
                **scene.edge,
            )
            for i in range(prongs)
        )
    )
    orbit = ellipse((0, -62), (40, 11), fill="none", stroke=ink.spark, stroke_width=1.6, transform="rotate(-14 0 -62)")
    collar = rect((-8, -36), (16, 8), rx=2, fill=ink.accent, **scene.edge)
    orb = circle((0, -62), 17, fill=ink.spark, opacity=0.35)
    return tilt(rod + head + collar + orb + gem(scene, (0, -62), 11) + orbit, rng.uniform(10, 28))


def spear(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    wide = rng.uniform(12, 19)
    rod = rect((-3.5, -34), (7, 134), fill=ink.deep) + rect((0, -34), (3.5, 134), fill=ink.shade)
    head = group(
        halves([(0, -96), (wide, -58), (wide * 0.5, -34), (0, -30)], dark=ink.light, lit=ink.spark),
        **scene.edge,
    )
    wings = both_sides(
        path(
            f"M3-32Q{number(wide + 18)}-36 {number(wide + 14)}-66 {number(wide + 30)}-30 3-20Z",
            fill=ink.accent,
            **scene.edge,
        )
    )
    ribbon = path(
        curve([(0, -20), (26, -6), (14, 14), (38, 34)], close=False), fill="none", stroke=ink.accent, stroke_width=5
    )
    return tilt(ribbon + rod + wings + head + gem(scene, (0, -26), 6), rng.uniform(22, 40))


def daggers(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    curl = rng.uniform(4, 22)
    blade = path(
        f"M-7 14Q{number(-10 - curl * 0.3)}-40 {number(curl)}-84 {number(12 + curl * 0.2)}-36 7 14Z",
        fill=ink.light,
        **scene.edge,
    )
    edge = path(f"M1 14Q2-40 {number(curl)}-84 {number(12 + curl * 0.2)}-36 7 14Z", fill=ink.spark)
    hilt = (
        rect((-16, 13), (32, 7), rx=3.5, fill=ink.accent, **scene.edge)
        + rect((-4, 20), (8, 26), fill=ink.deep)
        + circle((0, 50), 6, fill=ink.accent)
    )
    one = group(blade, edge, hilt)
    return (
        group(one, transform="translate(26 12) rotate(34)")
        + group(one, transform="translate(-26 12) scale(-1 1) rotate(34)")
        + gem(scene, (0, 22), 9)
    )


def tilt(content: str, degrees: float) -> str:
    return group(content, transform=f"rotate({number(degrees)})")
