"""Every effect verb of the game; importing this package registers them all.

Name the mechanic, not the card. Each file is one verb or a family of them: its fields, what it does
(`compile`) and what it says (`say`).
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
