"""The art of a card: layered shapes, composed for each card from the hash of its motif.

There is one module for each family of compositions. The subject of the picture depends on the
card type, and its details on the motif. Cards with the same ``emblem`` (a species, class or
subtype) share features.
"""

from collections.abc import Callable

from cards.faces.art import burst, creature, figure, item, machine, pet, sky, terrain
from cards.faces.art.scene import Scene

FAMILIES: dict[str, Callable[[Scene], str]] = {
    "monster": creature.draw,
    "pc": figure.draw,
    "item": item.draw,
    "action": burst.draw,
    "event": sky.draw,
    "field": terrain.draw,
    "grunty": pet.draw,
    "machine": machine.draw,
    "facility": terrain.draw_city,
}


def compose(family: str, scene: Scene) -> str:
    """Draw the picture, from -117 to 117 horizontally and -100 to 100 vertically. Raises KeyError."""
    return FAMILIES[family](scene)
