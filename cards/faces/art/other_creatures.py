"""Other creatures: insects, phantoms, golems, blooms, watchers, knights, birds and flames."""

from cards.faces.art.anatomy import eyes, halves, tube
from cards.faces.art.scene import Scene, gem
from cards.faces.svg import (
    both_sides,
    circle,
    curve,
    ellipse,
    group,
    line,
    mirrored,
    number,
    path,
    polygon,
    ring_points,
)


def insect(scene: Scene) -> str:
    """Draw a plated body, jointed legs and glass wings."""
    ink = scene.ink
    joints = ((-6, (58, -40), (88, -100)), (14, (70, -2), (104, 48)), (30, (58, 42), (84, 96)))
    legs = both_sides(
        "".join(line([(10, y), knee, foot], stroke=ink.night, stroke_width=6) for y, knee, foot in joints)
    )
    tail = []
    for i in range(5):
        top, half = 20 + 15 * i, 26 - 3 * i
        dark, lit = (ink.night, ink.deep) if i % 2 else (ink.deep, ink.shade)
        tail.append(halves([(0, top), (half, top + 2), (half - 4, top + 20), (0, top + 24)], dark=dark, lit=lit))
    chest = halves([(0, -24), (22, -18), (27, 6), (16, 28), (0, 32)], dark=ink.shade, lit=ink.body)
    beads = "".join(circle((9 + 2 * i, -6 + 9 * i), 2.2, fill=ink.spark) for i in range(scene.rng.randint(1, 3)))
    body = legs + "".join(tail) + chest + both_sides(beads)
    return _glass_wings(scene) + body + _insect_head(scene) + gem(scene, (0, 2), 8)


def _glass_wings(scene: Scene) -> str:
    ink, spread = scene.ink, scene.emblem_rng.uniform(20, 38)
    upper, lower = f"rotate({number(-spread)})", f"rotate({number(spread * 0.4)})"
    wing = ellipse((62, 0), (54, 17), fill=ink.spark, opacity=0.42, transform=upper)
    wing += ellipse((52, 0), (42, 13), fill=ink.light, opacity=0.5, transform=lower)
    wing += line([(8, 0), (110, 0)], stroke=ink.spark, opacity=0.7, transform=upper)
    return both_sides(group(wing, transform="translate(4 -14)"))


def _insect_head(scene: Scene) -> str:
    ink = scene.ink
    feelers = both_sides(
        tube([(8, -60), (26, -74), (scene.emblem_rng.uniform(36, 60), -94)], stroke=ink.night, width=2.4)
    )
    jaws = both_sides(path("M6-62Q30-72 26-92 16-82 2-72Z", fill=ink.spark, **scene.edge))
    head = halves([(0, -68), (14, -64), (24, -46), (18, -28), (0, -22)], dark=ink.deep, lit=ink.shade)
    lens = ellipse((17, -49), (8, 11), fill=ink.accent, transform="rotate(18 17 -49)")
    return feelers + jaws + head + both_sides(lens + ellipse((19, -53), (2.6, 4), fill=ink.spark))


def phantom(scene: Scene) -> str:
    """Draw an empty hood, drifting rags and orbiting shards."""
    ink, fray = scene.ink, scene.emblem_rng.uniform(13, 26)
    rags = [(64 - 9 * i, 102 - (fray if i % 2 else 0)) for i in range(8)]
    cloak = [(0, -74), (20, -66), (38, -36), (44, 6), (62, 56), *rags, (0, 102)]
    sleeve = polygon([(34, -10), (78, 14), (96, 58), (72, 44), (66, 62), (56, 40), (36, 36)], fill=ink.deep)
    sleeve += polygon([(40, 0), (70, 16), (60, 34), (42, 26)], fill=ink.shade)
    claws = (
        polygon([(x, y), (x + 7, y - 4), (x + 13, y + 18)], fill=ink.spark) for x, y in ((84, 48), (74, 44), (64, 50))
    )
    body = halves(cloak, dark=ink.night, lit=ink.deep)
    fold = halves([(10, 20), (30, 10), (40, 58), (34, 90), (22, 60)], dark=ink.deep, lit=ink.shade)
    hood = halves([(0, -74), (20, -66), (38, -36), (36, 0), (22, 24), (0, 34)], dark=ink.shade, lit=ink.body)
    void = halves([(0, -52), (16, -44), (24, -22), (20, 4), (0, 20)], dark=ink.night, lit=ink.night)
    robe = both_sides(sleeve + "".join(claws)) + body + fold + hood + void
    return robe + eyes(scene, (10, -18), 5.5, slant=0.3) + _shards(scene) + gem(scene, (0, 42), 8)


def _shards(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    drawn = []
    for i in range(rng.randint(4, 6)):
        x, y = (-1 if i % 2 else 1) * rng.uniform(70, 104), rng.uniform(-76, 0)
        drawn.append(polygon([(x, y - 11), (x + 5, y), (x, y + 9), (x - 5, y)], fill=ink.light, **scene.edge))
    return "".join(drawn)


def golem(scene: Scene) -> str:
    """Draw stacked stones with a glow inside."""
    ink, broad = scene.ink, scene.emblem_rng.uniform(60, 76)
    legs = both_sides(polygon([(8, 60), (34, 56), (46, 102), (6, 102)], fill=ink.night))
    torso = [(0, -24), (28, -28), (broad - 14, -4), (44, 44), (26, 66), (0, 70)]
    body = halves(torso, dark=ink.deep, lit=ink.shade)
    facet = halves([(0, -24), (28, -28), (20, 6), (0, 14)], dark=ink.shade, lit=ink.body)
    crack = line([(10, 24), (22, 14), (26, 22), (40, 8)]) + line([(8, 38), (18, 44), (16, 56)])
    cracks = group(both_sides(crack), stroke=ink.accent, stroke_width=2)
    core = (
        circle((0, 28), 19, fill=ink.accent, opacity=0.3) + circle((0, 28), 13, fill=ink.night) + gem(scene, (0, 28), 9)
    )
    return legs + _boulders(scene, broad) + body + facet + cracks + core + _golem_head(scene)


def _boulders(scene: Scene, broad: float) -> str:
    """Draw an upper arm, a forearm and a fist on either side, each with a lit face."""
    ink, emblem_rng, drawn = scene.ink, scene.emblem_rng, []
    for x, y, radius in ((broad + 13, 26, 16), (broad, -16, 25), (broad + 10, 66, 26)):
        rock = ring_points((x, y), (radius, radius * 0.86, radius * 1.04), 3, turn=emblem_rng.uniform(0, 60))
        face = [(x - 12, y - 12), (x + 6, y - 16), (x + 12, y - 3), (x - 4, y - 2)]
        drawn.append(polygon(mirrored(rock), fill=ink.deep) + polygon(rock, fill=ink.shade))
        drawn.append(polygon([(p[0] - 2 * x, p[1]) for p in face], fill=ink.shade) + polygon(face, fill=ink.body))
    return group(*drawn, **scene.edge)


def _golem_head(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    head = halves([(0, -66), (20, -62), (27, -44), (20, -28), (0, -24)], dark=ink.deep, lit=ink.shade)
    brow = halves([(0, -54), (26, -56), (25, -46), (0, -44)], dark=ink.night, lit=ink.deep)
    crags = []
    for i in range(rng.randint(1, 3)):
        peak = (11 + 10 * i, -78 + 7 * i + rng.uniform(0, 8))
        crags.append(polygon([(6 + 9 * i, -62 + 2 * i), peak, (17 + 9 * i, -58 + 4 * i)], fill=ink.body))
    return both_sides("".join(crags)) + head + brow + eyes(scene, (11, -40), 5, slant=0.15)


def bloom(scene: Scene) -> str:
    """Draw petals around a mouth."""
    ink, centre = scene.ink, (0.0, -8.0)
    vines = "".join(
        tube(
            [(6, 30 + 8 * i), (44 + 10 * i, 34 + 14 * i), (92, 8 + 26 * i), (112, 30 + 26 * i)],
            stroke=ink.night,
            width=7 - i,
        )
        for i in range(3)
    )
    thorns = "".join(
        polygon([(58 + 14 * i, 32), (66 + 14 * i, 18), (70 + 14 * i, 32)], fill=ink.deep) for i in range(3)
    )
    leaf = path(curve([(10, 60), (54, 40), (98, 70), (54, 92)]), fill=ink.deep)
    leaf += path(curve([(16, 63), (54, 50), (90, 70), (54, 74)]), fill=ink.shade)
    buds = "".join(
        circle((92 - 26 * i, 12 + 16 * i), 6.5, fill=ink.accent, **scene.edge) for i in range(scene.rng.randint(1, 2))
    )
    fang = polygon(((-3.4, -22), (3.4, -22), (0, -11)), fill=ink.spark)
    fangs = "".join(group(fang, transform=f"translate(0 -8) rotate({30 * i})") for i in range(12))
    seed = circle(centre, 8, fill=ink.accent) + circle((-2.5, -11), 2.4, fill=ink.spark)
    return (
        both_sides(vines + thorns + leaf)
        + _petals(scene)
        + circle(centre, 24, fill=ink.night)
        + fangs
        + seed
        + both_sides(buds)
    )


def _petals(scene: Scene) -> str:
    ink, petals = scene.ink, scene.emblem_rng.randint(7, 11)
    layers = []
    for reach, half, fill, offset in (
        (74, 19, ink.deep, 0),
        (62, 17, ink.shade, 0.5),
        (48, 14, ink.body, 0),
        (36, 11, ink.light, 0.5),
    ):
        shape = curve([(0, -12), (half, -reach * 0.62), (0, -reach), (-half, -reach * 0.62)])
        turns = (360 * (i + offset) / petals for i in range(petals))
        layers.append(group(*(path(shape, transform=f"rotate({number(turn)})") for turn in turns), fill=fill))
    return group(*layers, stroke=ink.night, transform="translate(0 -8)")


def watcher(scene: Scene) -> str:
    """Draw one large eye with hanging tentacles."""
    ink, emblem_rng, rng = scene.ink, scene.emblem_rng, scene.rng
    limbs = []
    for i in range(emblem_rng.randint(3, 4)):
        way = [(8 + 14 * i, 30), (18 + 24 * i, 58), (10 + 24 * i, 82), (26 + 28 * i, 104)]
        limbs.append(tube(way, stroke=ink.deep if i % 2 else ink.night, width=9 - i))
    spines = polygon(ring_points((0, -6), (emblem_rng.uniform(80, 92), 54), emblem_rng.randint(11, 15)), fill=ink.deep)
    body = circle((0, -6), 58, fill=ink.night) + path("M0-64A58 58 0 0 1 0 52Z", fill=ink.deep)
    lids = path("M-56-6Q0-62 56-6 0 50-56-6Z", fill=ink.shade) + path("M-47-6Q0-48 47-6 0 36-47-6Z", fill=ink.spark)
    iris = circle((0, -6), 23, fill=ink.body, stroke=ink.night, stroke_width=2)
    iris += polygon(ring_points((0, -6), (21, 12), rng.randint(9, 15)), fill=ink.light)
    pupil = ellipse((0, -6), (rng.uniform(4, 9), 16), fill=ink.night) + circle((-8, -14), 4.4, fill="#fff")
    beads = (circle((14 + 16 * i, -46 + 9 * i), 4.6, fill=ink.accent, **scene.edge) for i in range(rng.randint(1, 3)))
    return spines + both_sides("".join(limbs)) + body + lids + iris + pupil + both_sides("".join(beads))


def knight(scene: Scene) -> str:
    """Draw a closed helm above plate armour, for warriors without a face."""
    ink, emblem_rng, rng = scene.ink, scene.emblem_rng, scene.rng
    broad, crest = emblem_rng.uniform(58, 72), rng.uniform(64, 92)
    cape = polygon(mirrored([(0, -6), (30, -4), (broad + 18, 40), (broad + 30, 104), (0, 104)]), fill=ink.night)
    chest = halves([(0, 30), (26, 32), (broad - 14, 48), (broad - 20, 104), (0, 104)], dark=ink.deep, lit=ink.shade)
    ridge = halves([(0, 52), (12, 50), (20, 70), (12, 104), (0, 104)], dark=ink.shade, lit=ink.body)
    pauldron = polygon(
        [(22, 34), (44, 16), (broad + 14, 30), (broad + 22, 66), (broad - 8, 58), (34, 52)], fill=ink.body
    )
    pauldron += polygon([(34, 34), (48, 24), (broad + 10, 34), (broad + 14, 46), (broad - 10, 42)], fill=ink.light)
    plume = halves([(0, -crest), (10, -crest + 6), (16, -60), (8, -44), (0, -44)], dark=ink.accent, lit=ink.accent)
    skull = halves([(0, -58), (22, -52), (34, -28), (34, -6), (0, -6)], dark=ink.shade, lit=ink.body)
    jaw = halves([(0, -10), (35, -10), (28, 22), (12, 38), (0, 42)], dark=ink.deep, lit=ink.shade)
    slit = polygon([(-31, -16), (0, -10), (31, -16), (30, -4), (0, 4), (-30, -4)], fill=ink.night)
    vents = "".join(line([(8 + 6 * i, 12), (7 + 5 * i, 26)], stroke=ink.night, stroke_width=2.2) for i in range(3))
    nose = polygon([(-3.5, -30), (3.5, -30), (2.5, 34), (-2.5, 34)], fill=ink.light)
    helm = plume + skull + jaw + slit + eyes(scene, (14, -9), 4.6, slant=0.35) + both_sides(vents) + nose
    return cape + chest + ridge + both_sides(pauldron) + helm + gem(scene, (0, 66), 9)


def bird(scene: Scene) -> str:
    """Draw raised wings, a hooked beak and a crest of feathers."""
    ink, emblem_rng, rng = scene.ink, scene.emblem_rng, scene.rng
    reach, feathers = emblem_rng.uniform(96, 112), emblem_rng.randint(5, 7)
    plumes = []
    for i in range(feathers):
        share = i / (feathers - 1)
        tip = (reach - 34 * share**2, -92 + 140 * share)
        shape = [(16, 18), (tip[0] - 20, tip[1] - 4), tip, (tip[0] - 16, tip[1] + 17), (18, 40)]
        plumes.append(polygon(shape, fill=(ink.shade, ink.deep)[i % 2], **scene.edge))
    arm = polygon([(14, 6), (44, -22), (74, -62), (60, -14), (48, 20), (16, 40)], fill=ink.body)
    tail = "".join(polygon([(0, 58), (5 + 11 * i, 108), (14 + 12 * i, 100)], fill=ink.deep) for i in range(3))
    body = halves([(0, -14), (18, -4), (30, 26), (24, 58), (0, 84)], dark=ink.deep, lit=ink.shade)
    rows = [(3 + 8 * i, 14 + 13 * row) for row in range(4) for i in range(2)]
    down = "".join(polygon([(x, y), (x + 7, y), (x + 3.5, y + 9)], fill=ink.light) for x, y in rows)
    crest = [(5 * i, -58 - 3 * i, 12 + 10 * i, -rng.uniform(84, 98) + 9 * i) for i in range(rng.randint(2, 3))]
    crown = "".join(polygon([(x, y), (tx, ty), (x + 9, y + 6)], fill=ink.accent) for x, y, tx, ty in crest)
    head = halves([(0, -62), (18, -56), (27, -36), (20, -14), (0, -4)], dark=ink.shade, lit=ink.body)
    beak = halves([(0, -36), (9, -26), (6, -8), (0, 4)], dark=ink.light, lit=ink.spark)
    wings = both_sides("".join(reversed(plumes)) + arm)
    return (
        wings
        + both_sides(tail + crown)
        + body
        + both_sides(down)
        + head
        + beak
        + eyes(scene, (15, -36), 6.5, slant=0.6)
    )


def flame(scene: Scene) -> str:
    """Draw a flame with eyes, surrounded by sparks."""
    ink, emblem_rng, rng = scene.ink, scene.emblem_rng, scene.rng
    lean, tall = rng.uniform(-10, 10), emblem_rng.uniform(84, 98)
    layers = []
    for grown, fill in ((1.0, ink.deep), (0.82, ink.shade), (0.64, ink.body), (0.42, ink.light)):
        half, top = 62 * grown, 92 - (92 + tall) * grown
        middle = (92 + top) / 2
        right = f"Q{number(half * 0.3)} {number(middle - 26)} {number(half * 0.86)} {number(middle)}"
        right += f"Q{number(half * 1.3)} {number(92 - 18 * grown)} 0 92"
        left = f"Q{number(-half * 1.3)} {number(92 - 18 * grown)} {number(-half)} {number(middle + 14)}"
        left += f"Q{number(-half * 0.7)} {number(middle - 8)} {number(-half * 0.62)} {number(middle - 34)}"
        tip = f"{number(lean * grown)} {number(top)}"
        left += f"Q{number(-half * 0.2)} {number(middle - 10)} {tip}"
        layers.append(path(f"M{tip}{right}{left}Z", fill=fill))
    sparks = []
    for i in range(rng.randint(5, 8)):
        x, y = (-1 if i % 2 else 1) * rng.uniform(58, 104), rng.uniform(-80, 60)
        sparks.append(polygon(ring_points((x, y), (rng.uniform(4, 8), 2.4), 4), fill=ink.spark))
    return "".join((*layers, *sparks)) + eyes(scene, (13, 34), 8, slant=0.6) + gem(scene, (0, 62), 8)
