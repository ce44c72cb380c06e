"""Creatures of flesh: brutes, dragons, beasts and serpents."""

from cards.faces.art.anatomy import eyes, halves, horn, teeth, tube
from cards.faces.art.scene import Scene, gem
from cards.faces.svg import both_sides, circle, ellipse, group, line, path, polygon, ring_points


def brute(scene: Scene) -> str:
    """Draw broad shoulders, long ears and a grin, for goblins and similar creatures."""
    ink, broad, ear, lift = (
        scene.ink,
        scene.emblem_rng.uniform(56, 72),
        scene.emblem_rng.uniform(66, 90),
        scene.rng.uniform(8, 34),
    )
    body = halves([(0, 34), (broad * 0.5, 36), (broad, 52), (broad + 16, 102), (0, 102)], dark=ink.night, lit=ink.deep)
    plate = polygon(
        [(16, 46), (broad * 0.62, 36), (broad + 8, 58), (broad - 4, 74), (22, 62)], fill=ink.body, **scene.edge
    )
    spikes = [(broad * 0.62, 40), (broad * 0.78, 22), (broad * 0.86, 46), (broad + 10, 30), (broad + 6, 60)]
    ears = both_sides(
        polygon([(26, -22), (ear, -26 - lift), (ear * 0.8, -4 - lift * 0.3), (28, 8)], fill=ink.deep)
        + polygon([(30, -15), (ear - 10, -24 - lift * 0.85), (ear * 0.74, -8 - lift * 0.4), (31, 0)], fill=ink.shade)
    )
    return (
        ears + body + both_sides(polygon(spikes, fill=ink.light) + plate) + _brute_head(scene) + gem(scene, (0, 66), 9)
    )


def _brute_head(scene: Scene) -> str:
    ink, rng, jaw = scene.ink, scene.rng, scene.emblem_rng.uniform(22, 30)
    tip = (rng.uniform(26, 46), -62 - rng.uniform(4, 20))
    crown = both_sides(horn(scene, (17, -43), tip, 5)) if rng.likely(0.65) else ""
    head = [(0, -48), (20, -45), (36, -22), (32, 10), (jaw, 30), (8, 40), (0, 41)]
    return "".join((
        crown,
        halves(head, dark=ink.deep, lit=ink.shade),
        halves([(6, 2), (30, -6), (27, 16), (14, 22)], dark=ink.shade, lit=ink.body),
        halves([(0, -20), (34, -30), (32, -18), (8, -8), (0, -8)], dark=ink.night, lit=ink.deep),
        eyes(scene, (15, -9), 6.5),
        polygon([(-5, 4), (0, -9), (5, 4), (0, 9)], fill=ink.body),
        polygon([(-18, 19), (18, 19), (10, 31), (-10, 31)], fill=ink.night),
        teeth(ink.spark, top=19, half=17, count=rng.randint(5, 8), length=6),
    ))  # fmt: skip


def dragon(scene: Scene) -> str:
    """Draw spread wings, a long neck and a crowned snout."""
    ink = scene.ink
    neck = halves([(0, -10), (13, -6), (17, 30), (34, 62), (40, 102), (0, 102)], dark=ink.night, lit=ink.deep)
    scales = []
    for i in range(7):
        half, top = 6 + i * 1.6, 14 + i * 12
        scales.append(polygon([(-half, top), (0, top + 6), (half, top), (0, top + 13)]))
    crest = "".join(
        horn(scene, (10 + 5 * i, -42 + 6 * i), (24 + 13 * i, -76 + 13 * i), 4) for i in range(scene.rng.randint(1, 3))
    )
    fangs = polygon([(7, 12), (10, 9), (9.5, 22)], fill=ink.spark)
    head = [(0, -52), (12, -50), (27, -36), (24, -18), (13, -6), (12, 8), (7, 16), (0, 18)]
    face = halves(head, dark=ink.deep, lit=ink.shade)
    snout = halves([(0, -34), (7, -24), (9, 2), (0, 10)], dark=ink.shade, lit=ink.body)
    nostrils = both_sides(ellipse((4.4, 3), (1.6, 2.6), fill=ink.night))
    gaze = eyes(scene, (16, -27), 5.5, slant=0.7)
    return (
        _wings(scene)
        + neck
        + group(*scales, fill=ink.body)
        + both_sides(crest + fangs)
        + face
        + snout
        + nostrils
        + gaze
    )


def _wings(scene: Scene) -> str:
    ink, reach, rise = scene.ink, scene.emblem_rng.uniform(98, 114), scene.emblem_rng.uniform(62, 92)
    wrist = (48, -rise)
    tips = [(reach, -rise * 0.55), (reach - 4, -8), (reach - 22, 26), (52, 44)]
    edge = [(14, 26), (30, -34), wrist, tips[0], (88, -20), tips[1], (76, 6), tips[2], (58, 22), tips[3]]
    bones = group(*(line([wrist, tip]) for tip in tips), stroke=ink.night, stroke_width=2)
    fold = polygon([(30, -34), wrist, *tips[2:], (20, 30)], fill=ink.deep)
    return both_sides(polygon(edge, fill=ink.shade) + fold + bones + horn(scene, (48, -rise + 4), (56, -rise - 12), 3))


def beast(scene: Scene) -> str:
    """Draw a maned head with pricked ears."""
    ink, emblem_rng = scene.ink, scene.emblem_rng
    tufts, spread = emblem_rng.randint(13, 19), emblem_rng.uniform(58, 70)
    mane = polygon(ring_points((0, 4), (spread + 22, spread), tufts), fill=ink.night)
    inner = polygon(ring_points((0, 4), (spread + 6, spread - 14), tufts, turn=180 / tufts), fill=ink.deep)
    middle = polygon(ring_points((0, 2), (spread - 10, spread - 24), tufts), fill=ink.shade)
    ear = polygon([(14, -38), (emblem_rng.uniform(34, 46), -78), (44, -22)], fill=ink.deep)
    ears = both_sides(ear + polygon([(21, -40), (37, -66), (39, -30)], fill=ink.body))
    return mane + inner + middle + ears + _muzzle(scene)


def _muzzle(scene: Scene) -> str:
    ink = scene.ink
    head = [(0, -42), (18, -42), (38, -24), (40, 0), (26, 22), (16, 42), (0, 48)]
    cheeks = [(22, 0), (44, 4), (32, 16), (40, 24), (24, 26), (16, 18)]
    mask = [(0, -30), (8, -22), (13, 6), (28, 16), (15, 36), (0, 42)]
    stripes = range(scene.rng.randint(1, 3))
    paint = (polygon([(4, -36 + 6 * i), (16, -38 + 7 * i), (5, -31 + 6 * i)], fill=ink.accent) for i in stripes)
    return "".join((
        halves(head, dark=ink.deep, lit=ink.shade),
        halves(cheeks, dark=ink.shade, lit=ink.body),
        halves(mask, dark=ink.body, lit=ink.light),
        both_sides("".join(paint)),
        eyes(scene, (20, -9), 7, slant=0.55),
        polygon([(-8, 14), (8, 14), (3, 22), (-3, 22)], fill=ink.night),
        line([(-12, 33), (0, 24), (12, 33)], stroke=ink.night, stroke_width=2),
        both_sides(polygon([(8, 30), (13, 32), (10, 42)], fill=ink.spark)),
    ))  # fmt: skip


def serpent(scene: Scene) -> str:
    """Draw a snake with a spread hood above its coils."""
    ink, hood = scene.ink, scene.emblem_rng.uniform(46, 58)
    coils = []
    for i in range(3):
        fill = ink.deep if i % 2 else ink.shade
        coils.append(
            ellipse((0, 90 - 17 * i), (86 - 17 * i, 22 - 2 * i), fill=fill, stroke=ink.night, stroke_width=2.5)
        )
    bands = both_sides(
        "".join(
            tube([(22 + 20 * i, 72), (25 + 20 * i, 88), (20 + 20 * i, 104)], stroke=ink.body, width=5) for i in range(3)
        )
    )
    spread = [(0, -62), (20, -60), (hood, -28), (hood - 6, 6), (24, 36), (18, 70), (0, 74)]
    inner = [(0, -46), (16, -46), (hood - 12, -24), (hood - 16, 2), (18, 26), (0, 34)]
    body = halves(spread, dark=ink.night, lit=ink.deep) + halves(inner, dark=ink.deep, lit=ink.shade)
    belly = group(*(polygon([(-12, y), (12, y), (9, y + 7), (-9, y + 7)]) for y in range(-4, 73, 11)), fill=ink.body)
    spots = circle((hood * 0.62, -14), 8, fill=ink.accent) + circle((hood * 0.62, -14), 4, fill=ink.night)
    if scene.rng.likely(0.5):
        spots += circle((hood * 0.5, 8), 4, fill=ink.accent)
    return "".join(coils) + bands + body + belly + both_sides(spots) + _viper(scene)


def _viper(scene: Scene) -> str:
    ink, rng = scene.ink, scene.rng
    crown = both_sides(horn(scene, (10, -70), (rng.uniform(18, 34), -92), 3.4)) if rng.likely(0.5) else ""
    head = halves([(0, -76), (14, -72), (23, -54), (18, -34), (8, -24), (0, -22)], dark=ink.shade, lit=ink.body)
    brow = halves([(0, -66), (18, -64), (21, -54), (6, -52), (0, -56)], dark=ink.deep, lit=ink.shade)
    tongue = path("M0-24V-6L-5 4M0-6 5 4", fill="none", stroke=ink.accent, stroke_width=2.6)
    fangs = both_sides(polygon([(5, -27), (10, -30), (7.5, -14)], fill=ink.spark))
    return crown + head + brow + tongue + fangs + eyes(scene, (12, -48), 4.6, slant=0.6)
