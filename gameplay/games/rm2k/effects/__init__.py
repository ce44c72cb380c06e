"""The effect verbs of the game; importing this package registers them.

A verb is named for its mechanic, not for a card. It has fields, a rule (`compile`) and a text (`say`).
"""

from gameplay.games.rm2k.effects import (  # noqa: F401
    bandwidth,
    bonus,
    boost,
    cancel,
    charge,
    clear,
    composite,
    delete,
    discard,
    draw,
    lag,
    recover,
    return_,
    score,
    trigger,
    tune,
)
