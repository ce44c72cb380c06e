"""Every effect verb of the game; importing this package registers them all.

Name the mechanic, not the card. Each verb has its fields, what it does (`compile`) and what it says (`say`).
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
