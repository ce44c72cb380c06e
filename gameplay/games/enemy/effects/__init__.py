"""Every effect verb of the game; importing this package registers them all.

Name the mechanic, not the card. Each file is one verb: its fields, what it does
(`compile`) and what it says (`say`).
"""

from gameplay.games.enemy.effects import (  # noqa: F401
    bonus,
    composite,
    destiny,
    destroy,
    discard,
    draw,
    heal,
    look,
    play_again,
    recover,
    release,
    return_,
    sacrifice,
    spare,
    stash,
    store,
    strengthen,
    toughen,
    trigger,
    wound,
)
