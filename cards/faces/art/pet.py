"""Grunties: round, well-fed pets."""

from cards.faces.art.scene import Scene, backdrop, gem
from cards.faces.svg import both_sides, circle, curve, ellipse, group, number, path, polygon


def draw(scene: Scene) -> str:
    """Draw a round pet in a meadow; pets with the same emblem share ears and coat."""
    emblem_rng = scene.emblem_rng
    ears = emblem_rng.choice((floppy, pointed, horns, tufts))
    coat = emblem_rng.choice((patches, stripes, belly))
    return backdrop(scene) + meadow(scene) + ears(scene) + body(scene) + coat(scene) + face(scene) + snack(scene)


def meadow(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    hills = ellipse((-70, 104), (120, 46), fill=ink.shade) + ellipse((80, 108), (120, 44), fill=ink.deep)
    blades = []
    for _ in range(14):
        x, y = rng.uniform(-112, 112), rng.uniform(78, 98)
        blades.append(path(f"M{number(x)} {number(y)}q-2-8-6-10 5 2 6 8 0-8 4-13-2 8-1 15Z", fill=ink.body))
    return hills + "".join(blades) + ellipse((0, 86), (70, 10), fill=ink.night, opacity=0.6)


def body(scene: Scene) -> str:
    ink, wide = scene.ink, scene.rng.uniform(54, 63)
    feet = both_sides(
        ellipse((26, 82), (15, 9), fill=ink.shade, stroke=ink.night, stroke_width=2)
        + group(*(circle((20 + 6 * i, 86), 1.4) for i in range(3)), fill=ink.night)
    )
    round_ = ellipse((0, 24), (wide, 58), fill=ink.light, stroke=ink.night, stroke_width=2.5)
    shadow = path(
        f"M{number(-wide + 2)} 24A{number(wide - 2)} 56 0 0 0 20 78 {number(wide)} 50 0 0 1 {number(-wide + 2)} 24Z",
        fill=ink.body,
        opacity=0.55,
    )
    tail = path(
        curve([(wide - 8, 52), (wide + 16, 42), (wide + 20, 24), (wide + 6, 26)], close=False),
        fill="none",
        stroke=ink.night,
        stroke_width=5,
        stroke_linecap="round",
    )
    return tail + feet + round_ + shadow


def face(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    apart = rng.uniform(19, 27)
    open_ = (
        ellipse((apart, 4), (7, 9), fill=ink.night)
        + circle((apart - 2, 0.5), 2.8, fill="#fff")
        + circle((apart + 2.5, 7), 1.4, fill="#fff")
    )
    shut = path(
        f"M{number(apart - 8)} 6q8-10 16 0", fill="none", stroke=ink.night, stroke_width=3, stroke_linecap="round"
    )
    looks = both_sides(open_ if rng.likely(0.72) else shut)
    cheeks = both_sides(ellipse((apart + 13, 18), (8, 5), fill=ink.accent, opacity=0.55))
    snout = ellipse((0, 20), (15, 10.5), fill=ink.spark, stroke=ink.night, stroke_width=2) + both_sides(
        ellipse((4.6, 19), (2, 3.2), fill=ink.night)
    )
    smile = path("M-9 36Q0 44 9 36", fill="none", stroke=ink.night, stroke_width=2.6, stroke_linecap="round")
    return cheeks + looks + snout + smile


def floppy(scene: Scene) -> str:
    ink = scene.ink
    return both_sides(
        path(
            curve([(28, -24), (64, -34), (88, 10), (72, 30), (54, 4)]),
            fill=ink.body,
            stroke=ink.night,
            stroke_width=2.5,
        )
        + path(curve([(50, -18), (68, -10), (76, 12), (66, 14)]), fill=ink.shade)
    )


def pointed(scene: Scene) -> str:
    ink, lean = scene.ink, scene.emblem_rng.uniform(40, 58)
    return both_sides(
        path(
            f"M16-28Q{number(lean)}-50 {number(lean + 6)}-84 {number(lean + 18)}-40 52 0Z",
            fill=ink.light,
            stroke=ink.night,
            stroke_width=2.5,
        )
        + path(f"M30-28Q{number(lean)}-46 {number(lean + 5)}-68 {number(lean + 10)}-36 46-8Z", fill=ink.accent)
    )


def horns(scene: Scene) -> str:
    ink = scene.ink
    horn = path("M20-28Q16-62 50-72 34-52 44-20Z", fill=ink.spark, stroke=ink.night, stroke_width=2.5)
    return both_sides(
        horn
        + path(curve([(42, -18), (80, -34), (84, -14), (54, 0)]), fill=ink.body, stroke=ink.night, stroke_width=2.5)
    )


def tufts(scene: Scene) -> str:
    ink = scene.ink
    crest = polygon(
        [(-16, -26), (-22, -58), (-6, -44), (0, -76), (8, -44), (24, -56), (16, -26)],
        fill=ink.accent,
        stroke=ink.night,
        stroke_width=2.5,
    )
    return crest + both_sides(
        circle((42, -22), 17, fill=ink.body, stroke=ink.night, stroke_width=2.5) + circle((43, -21), 8, fill=ink.shade)
    )


def patches(scene: Scene) -> str:
    ink, rng, spots = scene.ink, scene.rng, []
    for x, y in ((-32, 44), (34, 56), (-12, 66), (38, 30), (-38, -2)):
        if rng.likely(0.75):
            r = rng.uniform(8, 14)
            spots.append(
                path(
                    curve([(x - r, y), (x - r * 0.2, y - r * 0.8), (x + r, y - r * 0.2), (x + r * 0.4, y + r * 0.8)]),
                    fill=ink.shade,
                )
            )
    return "".join(spots)


def stripes(scene: Scene) -> str:
    return both_sides(
        group(
            *(path(f"M{number(58 - 4 * i)} {number(24 + 13 * i)}q-16-3-24 4 10 3 23 4Z") for i in range(4)),
            fill=scene.ink.shade,
        )
    )


def belly(scene: Scene) -> str:
    ink = scene.ink
    return ellipse((0, 56), (34, 24), fill=ink.spark, opacity=0.8) + group(
        *(path(f"M{number(-14 + 14 * i)} {number(52 + 6 * (i % 2))}q4 5 8 0") for i in range(3)),
        fill="none",
        stroke=ink.body,
        stroke_width=2,
    )


def snack(scene: Scene) -> str:
    """Draw a snack at its feet, with the element on it."""
    return group(gem(scene, (0, 0), 10), transform=f"translate({number(scene.rng.choice((-1, 1)) * 86)} 64)")
