"""War machines: a hull seen from the front, with barrels, wings or treads."""

from cards.faces.art.anatomy import halves
from cards.faces.art.scene import Scene, backdrop, gem, ground
from cards.faces.svg import both_sides, circle, ellipse, group, line, number, path, polygon, rect


def draw(scene: Scene) -> str:
    """Draw the machine; the emblem (a branch of service) determines how it moves."""
    carry = scene.emblem_rng.choice((walker, treads, flyer, ship))
    guns = scene.rng.choice((cannons, missiles, lance))
    return (
        backdrop(scene)
        + (ground(scene) if carry in (walker, treads) else "")
        + guns(scene)
        + carry(scene)
        + cockpit(scene)
    )


def cockpit(scene: Scene) -> str:
    ink, wide = scene.ink, scene.rng.uniform(24, 32)
    hull = group(
        halves([(0, -50), (14, -46), (wide, -22), (wide + 4, 6), (18, 22), (0, 26)], dark=ink.shade, lit=ink.body),
        **scene.edge,
    )
    panel = halves([(0, -40), (11, -37), (wide - 7, -20), (0, -15)], dark=ink.body, lit=ink.light)
    visor = polygon([(-wide + 4, -10), (wide - 4, -10), (wide - 9, 2), (-wide + 9, 2)], fill=ink.night) + rect(
        (-14, -7), (28, 5), rx=2.5, fill=ink.accent
    )
    aerial = line([(-16, -46), (-22, -84)], stroke=ink.night, stroke_width=2) + circle((-22, -85), 3, fill=ink.accent)
    return aerial + hull + panel + visor + gem(scene, (0, 13), 6)


def walker(scene: Scene) -> str:
    ink = scene.ink
    legs = both_sides(
        polygon([(18, 16), (52, 10), (64, 40), (50, 48), (40, 30), (16, 36)], fill=ink.deep)
        + polygon([(50, 38), (68, 36), (72, 84), (54, 86)], fill=ink.shade)
        + polygon([(46, 82), (82, 80), (92, 96), (40, 98)], fill=ink.body, **scene.edge)
        + circle((58, 40), 9, fill=ink.light, stroke=ink.night, stroke_width=2)
    )
    return legs + halves([(0, 8), (30, 6), (26, 44), (0, 54)], dark=ink.night, lit=ink.deep)


def treads(scene: Scene) -> str:
    ink = scene.ink
    track = rect((42, 22), (40, 74), rx=10, fill=ink.night) + group(
        *(rect((42, 30 + 12 * i), (40, 4)) for i in range(5)), fill=ink.shade
    )
    body = group(
        halves([(0, 12), (44, 16), (50, 62), (34, 80), (0, 84)], dark=ink.deep, lit=ink.shade),
        **scene.edge,
    )
    slope = halves([(0, 44), (42, 42), (34, 76), (0, 80)], dark=ink.shade, lit=ink.body)
    lamps = both_sides(circle((30, 54), 6, fill=ink.spark, **scene.edge))
    return both_sides(track) + body + slope + lamps


def flyer(scene: Scene) -> str:
    ink, sweep = scene.ink, scene.emblem_rng.uniform(-6, 34)
    wing = polygon([(14, -16), (112, sweep), (114, sweep + 12), (30, 26)], fill=ink.shade, **scene.edge)
    stripe = polygon(
        [(72, sweep * 0.62 - 2), (90, sweep * 0.8), (92, sweep + 12), (74, sweep * 0.8 + 16)], fill=ink.accent
    )
    pod = rect((44, 10), (16, 34), rx=8, fill=ink.deep, **scene.edge) + ellipse((52, 46), (6, 9), fill=ink.spark)
    jets = both_sides(polygon([(46, 50), (58, 50), (52, 92)], fill=ink.spark, opacity=0.7))
    body = halves([(0, 0), (22, 6), (12, 70), (0, 84)], dark=ink.night, lit=ink.deep)
    return jets + both_sides(wing + stripe + pod) + body


def ship(scene: Scene) -> str:
    ink = scene.ink
    hull = group(
        halves([(0, 30), (78, 20), (62, 66), (22, 92), (0, 96)], dark=ink.deep, lit=ink.shade),
        **scene.edge,
    )
    deck = halves([(0, 10), (46, 8), (60, 26), (0, 36)], dark=ink.body, lit=ink.light)
    stripe = halves([(0, 58), (66, 44), (62, 54), (0, 70)], dark=ink.accent, lit=ink.accent)
    waves = group(
        *(
            path(
                f"M{number(-130 + 6 * i)} {number(84 + 8 * i)}q16-10 32 0t32 0 32 0 32 0 32 0 32 0 32 0 32 0V104H-130Z",
                fill=fill,
            )
            for i, fill in enumerate((ink.shade, ink.deep))
        )
    )
    return hull + deck + stripe + waves


def cannons(scene: Scene) -> str:
    ink, lift = scene.ink, scene.rng.uniform(10, 34)
    barrel = (
        rect((40, -26), (14, 50), fill=ink.deep)
        + rect((42, -92), (10, 70), fill=ink.shade, **scene.edge)
        + rect((39, -96), (16, 12), rx=2, fill=ink.light, **scene.edge)
    )
    return both_sides(
        group(barrel, transform=f"rotate({number(lift)} 46 10)")
        + circle((46, 4), 16, fill=ink.body, stroke=ink.night, stroke_width=2)
    )


def missiles(scene: Scene) -> str:
    ink = scene.ink
    box = rect((36, -62), (52, 44), rx=5, fill=ink.deep, stroke=ink.night, stroke_width=2)
    heads = "".join(
        circle(
            (49 + 13 * (i % 3), -51 + 22 * (i // 3)),
            5.2,
            fill=ink.accent if scene.rng.likely(0.6) else ink.night,
            stroke=ink.body,
            stroke_width=1.6,
        )
        for i in range(6)
    )
    return both_sides(
        polygon([(22, -10), (56, -22), (60, -10), (26, 6)], fill=ink.night)
        + group(box, heads, transform="rotate(8 60 -40)")
    )


def lance(scene: Scene) -> str:
    ink = scene.ink
    beam = polygon([(-5, -60), (5, -60), (30, -150), (-30, -150)], fill=ink.spark, opacity=0.5)
    gun = group(
        halves([(0, -98), (9, -94), (12, -40), (20, 0), (0, 6)], dark=ink.deep, lit=ink.shade),
        **scene.edge,
    )
    fins = both_sides(polygon([(12, -40), (66, -66), (58, -34), (82, -22), (22, 4)], fill=ink.body, **scene.edge))
    return beam + fins + gun + circle((0, -92), 5, fill=ink.accent)
