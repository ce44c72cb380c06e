"""Every effect verb of the game; importing this package registers them all.

Each file defines one verb: its fields, its rules (`compile`) and its text (`say`).
A verb is named after its mechanic, not after a card.
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
