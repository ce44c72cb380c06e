"""Monsters: dark creatures, alike on both sides, against the light. Species share a build."""

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
# Species whose build is plain from their name; any other gets one by hash.
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
    """The creature of the scene; its emblem is a build, a known species, or is hashed to choose one."""
    build = (BUILDS | SPECIES_BUILDS).get(scene.emblem) or scene.emblem_rng.choice(tuple(BUILDS.values()))
    size = scene.rng.uniform(0.94, 1.06)
    return backdrop(scene) + ground(scene) + group(build(scene), transform=f"scale({size:.2f})")
