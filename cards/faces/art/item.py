"""Items: one object floating over a light, depending on the subtype."""

from collections.abc import Callable

from cards.faces.art.equipment import armour, boots, charm, helm, ring, shield, tome
from cards.faces.art.scene import Scene, backdrop, spark
from cards.faces.art.weapons import axe, daggers, spear, staff, sword
from cards.faces.svg import both_sides, ellipse, group, polygon

SHAPES: dict[str, tuple[Callable[[Scene], str], ...]] = {
    "weapon": (sword, axe, staff, spear, daggers),
    "sword": (sword,),
    "axe": (axe,),
    "staff": (staff,),
    "spear": (spear,),
    "daggers": (daggers,),
    "armour": (armour,),
    "shield": (shield,),
    "helm": (helm,),
    "boots": (boots,),
    "ring": (ring,),
    "charm": (charm,),
    "tome": (tome,),
}


def draw(scene: Scene) -> str:
    """Draw the item; the emblem is its subtype ("weapon" for any weapon), an unknown one is drawn as a charm."""
    shape = SHAPES.get(scene.emblem, (charm, ring, tome))
    item = scene.rng.choice(shape)(scene)
    return backdrop(scene) + aura(scene) + group(item, stroke_linejoin="round") + glints(scene)


def aura(scene: Scene) -> str:
    """Draw a pedestal of light below the object."""
    ink = scene.ink
    beams = both_sides(
        "".join(
            polygon([(6 + 22 * i, 84), (16 + 22 * i, 84), (26 + 34 * i, -100), (4 + 30 * i, -100)]) for i in range(3)
        )
    )
    steps = "".join(ellipse((0, 84), (86 - 22 * i, 15 - 4 * i), stroke_width=1.5) for i in range(3))
    return (
        group(beams, fill=ink.spark, opacity=0.07)
        + ellipse((0, 86), (100, 20), fill=ink.night, opacity=0.8)
        + group(steps, fill="none", stroke=ink.light)
    )


def glints(scene: Scene) -> str:
    rng = scene.rng
    return group(
        *(spark((rng.uniform(-80, 80), rng.uniform(-80, 50)), rng.uniform(5, 10)) for _ in range(4)),
        fill=scene.ink.spark,
    )
