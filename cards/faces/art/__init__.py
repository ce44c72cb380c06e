"""The art of a card: layered shapes, composed anew for each card from the hash of its motif.

One module per family of compositions. What stands in the picture follows the card's
type, how it looks follows its motif, and what kin share (a species, a class, a
subtype: the ``emblem``) they share in the picture too.
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
    """The picture, within -117 to 117 across and -100 to 100 down. Raises KeyError."""
    return FAMILIES[family](scene)
