"""Monsters: dark, symmetrical creatures against the light. Each species has its own build."""

from collections.abc import Callable

from cards.faces.art.beasts import beast, brute, dragon, serpent
from cards.faces.art.other_creatures import bird, bloom, flame, golem, insect, knight, phantom, watcher
from cards.faces.art.scene import Scene, backdrop, ground
from cards.faces.svg import group

BUILDS: dict[str, Callable[[Scene], str]] = {
    "beast": beast,
    "bird": bird,
    "bloom": bloom,
    "brute": brute,
    "dragon": dragon,
    "flame": flame,
    "golem": golem,
    "insect": insect,
    "knight": knight,
    "phantom": phantom,
    "serpent": serpent,
    "watcher": watcher,
}
# Builds of known species; any other species gets a build by hash.
SPECIES_BUILDS = {
    "construct": golem,
    "elemental": flame,
    "goblin": brute,
    "ogre": brute,
    "wolf": beast,
    "plant": bloom,
    "spirit": phantom,
    "undead": phantom,
    "eye": watcher,
    "warrior": knight,
    "worm": serpent,
}


def draw(scene: Scene) -> str:
    """Draw the creature; the emblem is a build or a known species, or a build is chosen by its hash."""
    build = (BUILDS | SPECIES_BUILDS).get(scene.emblem) or scene.emblem_rng.choice(tuple(BUILDS.values()))
    size = scene.rng.uniform(0.94, 1.06)
    return backdrop(scene) + ground(scene) + group(build(scene), transform=f"scale({size:.2f})")
