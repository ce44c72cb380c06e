"""Equipment: armour, helms, boots, shields and treasures."""

from cards.faces.art.anatomy import halves
from cards.faces.art.scene import Scene, gem
from cards.faces.art.weapons import tilt
from cards.faces.svg import both_sides, circle, curve, ellipse, group, line, number, path, polygon, rect, ring_points


def armour(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    flare = rng.uniform(40, 52)
    plate = [(0, -44), (18, -56), (34, -50), (44, -20), (38, 14), (flare, 58), (0, 72)]
    shape = group(halves(plate, dark=ink.shade, lit=ink.body), **scene.edge)
    chest = halves([(0, -30), (28, -38), (34, -8), (0, 8)], dark=ink.body, lit=ink.light)
    ribs = both_sides(
        "".join(
            line([(0, 18 + 12 * i), (34 + 2 * i, 8 + 13 * i)], stroke=ink.night, stroke_width=2)
            for i in range(rng.randint(2, 4))
        )
    )
    guard = both_sides(
        path("M28-56Q70-64 74-18 58-30 42-24Z", fill=ink.light, **scene.edge)
        + path("M34-50Q62-54 68-26 52-40 40-36Z", fill=ink.spark, opacity=0.6)
    )
    spike = (
        both_sides(polygon([(52, -54), (rng.uniform(62, 80), -84), (66, -44)], fill=ink.accent, **scene.edge))
        if rng.likely(0.5)
        else ""
    )
    neck = path("M-18-56Q0-34 18-56L14-64Q0-52-14-64Z", fill=ink.deep)
    belt = rect((-40, 38), (80, 8), fill=ink.deep) + rect((-10, 34), (20, 16), rx=3, fill=ink.accent, **scene.edge)
    return spike + shape + chest + ribs + guard + neck + belt + gem(scene, (0, -12), 11)


def helm(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    plume = (
        path(
            curve([(0, -60), (18, -84), (56, -88), (84, -56), (78, -12), (62, -40), (30, -52)]),
            fill=ink.accent,
            **scene.edge,
        )
        if rng.likely(0.5)
        else ""
    )
    horns = (
        ""
        if plume
        else both_sides(
            path(
                f"M36-28Q78-30 {number(rng.uniform(70, 92))} {number(rng.uniform(-92, -70))} 58-54 34-46Z",
                fill=ink.spark,
                **scene.edge,
            )
        )
    )
    dome = group(
        halves(
            [(0, -66), (26, -60), (46, -30), (48, 12), (40, 52), (18, 70), (10, 30), (0, 26)],
            dark=ink.shade,
            lit=ink.body,
        ),
        **scene.edge,
    )
    void = halves([(0, -6), (34, -14), (36, 4), (10, 14), (8, 56), (0, 58)], dark=ink.night, lit=ink.night)
    shine = path("M16-52Q40-40 40-16 30-34 12-44Z", fill=ink.light)
    crest = path("M-5-70H5L4-12 0-2-4-12Z", fill=ink.light, **scene.edge)
    cheek = both_sides(polygon([(14, 20), (40, 12), (36, 48), (20, 62)], fill=ink.light, **scene.edge))
    look = both_sides(polygon([(10, -1), (30, -8), (28, -1), (12, 6)], fill=ink.accent))
    return plume + horns + dome + shine + void + look + cheek + crest + gem(scene, (0, -26), 9)


def boots(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    top = rng.uniform(-64, -34)
    leg = path(
        f"M6 {number(top)}L44 {number(top - 6)} 42 18Q46 34 76 40 86 46 84 62H6Z",
        fill=ink.body,
        **scene.edge,
    )
    lit = path(f"M28 {number(top - 3)}L44 {number(top - 6)} 42 18Q46 34 76 40 66 44 34 38Z", fill=ink.light)
    cuff = path(
        f"M2 {number(top - 4)}L48 {number(top - 12)} 49 {number(top + 8)} 3 {number(top + 15)}Z",
        fill=ink.accent,
        **scene.edge,
    )
    sole = path("M4 62H86V70H4Z", fill=ink.night)
    straps = "".join(
        polygon([(6, y), (43, y - 5), (43, y + 2), (6, y + 7)], fill=ink.deep) for y in (top + 26, top + 44, 8)
    )
    wing = (
        path("M8 0Q-30-4-44-34-18-26-4-28-22-40-26-56 0-42 8-22Z", fill=ink.spark, **scene.edge)
        if rng.likely(0.6)
        else ""
    )
    one = leg + lit + straps + cuff + sole + wing
    return (
        group(one, transform="translate(-34 -8) scale(-.8 .8) translate(-12 0)")
        + group(one, transform="translate(-12 6)")
        + gem(scene, (14, -18), 7)
    )


def shield(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    foot = rng.uniform(62, 78)
    rim = [(0, -66), (34, -58), (58, -48), (56, 4), (34, 44), (0, foot)]
    inner = [(x * 0.82, -4 + (y + 4) * 0.82) for x, y in rim]
    shape = group(halves(rim, dark=ink.body, lit=ink.light), **scene.edge) + halves(inner, dark=ink.deep, lit=ink.shade)
    rays_ = polygon(ring_points((0, -8), (40, 14), rng.choice((4, 6, 8))), fill=ink.body)
    rivets = both_sides("".join(circle(at, 2.6, fill=ink.accent) for at in ((28, -53), (51, -42), (50, 0), (32, 38))))
    return shape + rays_ + rivets + gem(scene, (0, -8), 14)


def charm(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    links = path(
        "M16 8C44-16 60-52 30-96",
        fill="none",
        stroke=ink.accent,
        stroke_width=5,
        stroke_dasharray="9 4",
        stroke_linecap="round",
    )
    chain = both_sides(links)
    setting = polygon(ring_points((0, 34), (38, 27), rng.choice((6, 8, 10))), fill=ink.accent, **scene.edge)
    plate = circle((0, 34), 23, fill=ink.deep, stroke=ink.spark, stroke_width=2)
    return chain + setting + plate + gem(scene, (0, 34), 15)


def ring(scene: Scene) -> str:
    ink = scene.ink
    band = ellipse((0, 22), (48, 44), fill="none", stroke=ink.night, stroke_width=17) + ellipse(
        (0, 22), (48, 44), fill="none", stroke=ink.accent, stroke_width=13
    )
    shine = path(
        "M-46 8A48 44 0 0 1-18-19M46 36A48 44 0 0 1 20 63",
        fill="none",
        stroke=ink.spark,
        stroke_width=4,
        stroke_linecap="round",
    )
    claw = polygon([(-26, -16), (26, -16), (16, 4), (-16, 4)], fill=ink.body, **scene.edge)
    return band + shine + claw + gem(scene, (0, -34), 24)


def tome(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    cover = rect((-46, -62), (92, 124), rx=6, fill=ink.deep, stroke=ink.night, stroke_width=2)
    spine = rect((-46, -62), (16, 124), rx=4, fill=ink.shade) + rect((42, -57), (7, 114), fill=ink.spark)
    frame = rect((-22, -52), (58, 104), rx=3, fill="none", stroke=ink.accent, stroke_width=2)
    star = polygon(ring_points((7, 0), (28, 12), rng.choice((5, 6, 8))), fill=ink.body)
    clasp = rect((36, -8), (20, 16), rx=3, fill=ink.accent, **scene.edge)
    return tilt(cover + spine + frame + star + gem(scene, (7, 0), 13) + clasp, rng.uniform(-14, -6))
