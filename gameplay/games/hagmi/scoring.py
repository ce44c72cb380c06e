"""What is reported of a game: the damage cards each has left, and what ended it (HAG-7.3.7, 12.7, HAG-OP-19, HAG-OP-23)."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.scoring import By, Ending, Scoring

SCORING = Scoring(
    unit=_("Damage cards"),
    units=_("Damage cards left"),
    won=_("A game is won when the opponent is dealt damage and has no damage card left."),
    at_time=_("At time, finish the turn: more damage cards left win, equal is drawn."),
    decider=_("If games are level then, play one more to its end."),
    endings={
        "damage": Ending(_("Damage without a damage card left"), By.LEFT, "HAG-7.3.7"),
        "quiet": Ending(_("Standstill"), By.AHEAD, "HAG-OP-23"),
    },
    time="HAG-7.3.7",
)
