"""The two printed decks of the sample game, as copies by title (ENE-1.2; their damaged names by ENE-OP-18)."""

from collections.abc import Mapping

from gameplay.games.enemy.variants import PrintedDeck

SAMPLE_DECKS: Mapping[PrintedDeck, Mapping[str, int]] = {
    "A": {
        "Adian's Rod": 2,
        "Air Wand": 3,
        "BT": 3,
        "Elk": 3,
        "General Armor": 4,
        "Gladiator": 3,
        "Heavy Metal": 4,
        "Juk Rom": 3,
        "La Repth": 1,
        "Mistral": 3,
        "Noble Cloak": 2,
        "Ochimusha": 4,
        "Swordmanoid": 4,
        "Tetra Armor": 1,
    },
    "B": {
        "Alpha Ichigoro": 3,
        "Baby Worm": 2,
        "Chicken Hand": 3,
        "Crim": 3,
        "Ectoplasm": 2,
        "Fiend Menhir": 3,
        "Firedrake Mail": 1,
        "Gardenia": 3,
        "Lavaman Spear": 3,
        "Magical Goblin": 4,
        "Noisy Wisp": 3,
        "Parasite Dragon": 2,
        "Water Spear": 3,
        "Wood Harpy": 2,
        "Wyrm Hide": 3,
    },
}
