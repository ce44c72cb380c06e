"""Characters: a hero in two tones in front of the weapons of a class and a disc."""

from cards.faces.art.anatomy import halves
from cards.faces.art.arms import ARMS, banners
from cards.faces.art.scene import Scene, backdrop, gem
from cards.faces.svg import (
    both_sides,
    circle,
    curve,
    ellipse,
    group,
    line,
    number,
    path,
    polygon,
    ring_points,
)
from cards.faces.symbols import MARKS, symbol


def draw(scene: Scene) -> str:
    """Draw a bust with the weapons of its class, or with banners if it has no class."""
    arms = ARMS.get(scene.emblem, banners)
    hair = scene.rng.choice((spiky, long_hair, bob, hood, tail))
    behind, before = hair(scene)
    garb = plate if scene.emblem in ("heavy_blade", "heavy_axeman", "long_arm") else coat
    hero = group(behind, garb(scene), face(scene), before, transform="translate(0 10)")
    return backdrop(scene) + arms(scene) + hero + badge(scene)


def badge(scene: Scene) -> str:
    """Draw the mark of the class on a small shield at the chest."""
    ink = scene.ink
    shield = path(
        "M0-17 15-11V2C15 11 8 17 0 20-8 17-15 11-15 2V-11Z", fill=ink.night, stroke=ink.accent, stroke_width=2
    )
    if scene.emblem in MARKS:
        return group(
            shield,
            group(symbol(scene.emblem, fill=ink.spark, ink=ink.night), transform="scale(.85)"),
            transform="translate(0 78)",
        )
    return gem(scene, (0, 78), 9)


def face(scene: Scene) -> str:
    """Draw a calm face, half lit."""
    ink, rng = scene.ink, scene.rng
    jaw = rng.uniform(15, 20)
    neck = halves([(0, 14), (9, 14), (12, 40), (0, 46)], dark=ink.shade, lit=ink.body)
    head = halves([(0, -40), (20, -36), (26, -16), (24, 2), (jaw, 16), (6, 25), (0, 26)], dark=ink.light, lit=ink.spark)
    look = both_sides(
        path("M6-5Q12-10 19-6L18-2Q12 2 7-1Z", fill=ink.night)
        + ellipse((12.5, -3.4), (3, 3.6), fill=ink.accent)
        + circle((11.5, -5), 1.1, fill="#fff")
        + line([(5, -11), (19, -13 - rng.uniform(-1.5, 2))], stroke=ink.night, stroke_width=2)
    )
    nose = line([(0, 2), (2.6, 8), (0, 9)], stroke=ink.body, stroke_width=1.4)
    mouth = path(f"M-5 15Q0 {number(16 + rng.uniform(-1.5, 3))} 5 15", fill="none", stroke=ink.shade, stroke_width=1.8)
    paint = both_sides(polygon([(9, 6), (20, 3), (11, 10)], fill=ink.accent, opacity=0.8)) if rng.likely(0.35) else ""
    return neck + head + paint + look + nose + mouth


def coat(scene: Scene) -> str:
    ink, wide = scene.ink, scene.rng.uniform(58, 70)
    body = halves([(0, 36), (16, 34), (wide - 14, 46), (wide + 6, 92), (0, 94)], dark=ink.night, lit=ink.deep)
    lapel = halves([(4, 40), (16, 34), (34, 62), (10, 92), (0, 92), (0, 70)], dark=ink.shade, lit=ink.body)
    collar = halves([(8, 24), (22, 26), (26, 44), (6, 58), (0, 46)], dark=ink.deep, lit=ink.shade)
    trim = both_sides(line([(wide - 14, 46), (34, 60), (wide - 4, 92)], stroke=ink.accent, stroke_width=2))
    return body + lapel + collar + trim


def plate(scene: Scene) -> str:
    ink, wide = scene.ink, scene.rng.uniform(52, 60)
    body = halves([(0, 34), (20, 34), (wide, 52), (wide, 94), (0, 94)], dark=ink.night, lit=ink.deep)
    chest = halves([(0, 44), (34, 48), (30, 80), (0, 92)], dark=ink.shade, lit=ink.body)
    guard = both_sides(
        path(
            f"M26 42Q{number(wide + 8)} 26 {number(wide + 26)} 62L{number(wide + 18)} 76Q{number(wide)} 60 30 64Z",
            fill=ink.shade,
        )
        + path(f"M28 42Q{number(wide + 4)} 28 {number(wide + 22)} 54Q{number(wide - 4)} 44 30 54Z", fill=ink.light)
        + circle((wide + 4, 56), 3, fill=ink.accent)
    )
    gorget = halves([(0, 30), (18, 26), (26, 44), (0, 56)], dark=ink.body, lit=ink.light)
    return body + chest + guard + gorget


Hair = tuple[str, str]


def spiky(scene: Scene) -> Hair:
    ink, rng = scene.ink, scene.rng
    count = rng.randint(9, 13)
    behind = polygon(ring_points((0, -18), (46 + rng.uniform(0, 8), 31), count, turn=rng.uniform(0, 20)), fill=ink.deep)
    locks = [
        (-28, -10),
        (-20, -22),
        (-16, -8),
        (-8, -24),
        (-1, -8),
        (7, -25),
        (14, -9),
        (20, -22),
        (28, -8),
        (29, -30),
        (14, -46),
        (-10, -47),
        (-29, -30),
    ]
    band = path("M-28-22Q0-32 28-22V-15Q0-25-28-15Z", fill=ink.accent) if rng.likely(0.4) else ""
    return behind, polygon(locks, fill=ink.deep) + polygon(
        [(1, -30), (14, -46), (29, -30), (24, -24), (15, -34)], fill=ink.shade
    ) + band


def long_hair(scene: Scene) -> Hair:
    ink = scene.ink
    reach = scene.rng.uniform(54, 86)
    half = [(0, -48), (22, -46), (36, -20), (34, 20), (42, reach), (22, reach - 14), (14, 30), (0, 30)]
    fringe = [(0, -46), (20, -43), (30, -22), (27, 6), (22, -12), (8, -30), (0, -26)]
    return halves(half, dark=ink.night, lit=ink.deep), halves(fringe, dark=ink.deep, lit=ink.shade)


def bob(scene: Scene) -> Hair:
    ink = scene.ink
    behind = halves([(0, -50), (26, -46), (40, -18), (38, 18), (20, 30), (0, 26)], dark=ink.night, lit=ink.deep)
    fringe = [(0, -48), (22, -45), (36, -20), (34, 12), (25, 8), (23, -14), (14, -16), (8, -14), (0, -16)]
    pin = group(circle((24, -28), 5.5, fill=scene.ink.accent), circle((24, -28), 2, fill=ink.spark))
    return behind, halves(fringe, dark=ink.deep, lit=ink.shade) + pin


def hood(scene: Scene) -> Hair:
    ink = scene.ink
    behind = halves([(0, -62), (24, -52), (44, -16), (46, 30), (30, 50), (0, 50)], dark=ink.night, lit=ink.deep)
    rim = [(0, -58), (22, -49), (40, -14), (38, 24), (27, 20), (26, -12), (14, -34), (0, -38)]
    return behind, halves(rim, dark=ink.shade, lit=ink.body) + both_sides(
        line([(0, -54), (20, -46), (36, -14)], stroke=ink.accent, stroke_width=1.6)
    )


def tail(scene: Scene) -> Hair:
    ink, rng = scene.ink, scene.rng
    side = rng.choice((-1, 1))
    sweep = curve(
        [(side * 10, -44), (side * 52, -52), (side * 70, -8), (side * 54, 46), (side * 50, 0), (side * 36, -28)]
    )
    cap = halves([(0, -48), (20, -46), (31, -26), (28, -2), (24, -18), (0, -22)], dark=ink.deep, lit=ink.shade)
    tie = circle((side * 22, -40), 6, fill=ink.accent, **scene.edge)
    return path(sweep, fill=ink.deep), cap + polygon([(-14, -24), (-2, -30), (-6, -10)], fill=ink.deep) + polygon(
        [(0, -30), (16, -24), (8, -10)], fill=ink.shade
    ) + tie
