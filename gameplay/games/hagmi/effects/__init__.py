"""The effect verbs of the game; importing this package registers them.

A verb is named for its mechanic, not for a card. It has fields, a rule (`compile`) and a text (`say`).
"""

from gameplay.games.hagmi.effects import (  # noqa: F401
    abilities,
    cards,
    composite,
    condition,
    damage,
    draw,
    fuel,
    remove,
)
