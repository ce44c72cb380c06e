"""What is reported of a game: the damage cards each has left, and what ended it (HAG-7.3.7, 12.7, HAG-OP-19, HAG-OP-23)."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.scoring import Ending, Scoring, WinCondition

SCORING = Scoring(
    unit=_("Damage cards"),
    units=_("Damage cards left"),
    win_text=_("A game is won when the opponent is dealt damage and has no damage card left."),
    time_text=_("At time, finish the turn: more damage cards left win, equal is drawn."),
    decider_text=_("If games are level then, play one more to its end."),
    endings={
        "damage": Ending(_("Damage without a damage card left"), WinCondition.LEFT, "HAG-7.3.7"),
        "quiet": Ending(_("Standstill"), WinCondition.AHEAD, "HAG-OP-23"),
    },
    time_clause="HAG-7.3.7",
)
