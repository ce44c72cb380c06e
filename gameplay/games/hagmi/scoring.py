"""Reported results: damage cards left and how the game ended (HAG-7.3.7, 12.7, HAG-OP-19, HAG-OP-23)."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.scoring import Ending, Scoring, WinCondition

SCORING = Scoring(
    unit=_("Damage cards"),
    units=_("Damage cards left"),
    win_text=_("You win a game when your opponent takes damage with no damage cards left."),
    time_text=_("When time is called, finish the turn. The player with more damage cards left wins; equal is a draw."),
    decider_text=_("If the match is tied then, play one more game to its end."),
    endings={
        "damage": Ending(_("Damage with no damage cards left"), WinCondition.LEFT, "HAG-7.3.7"),
        "quiet": Ending(_("Standstill"), WinCondition.AHEAD, "HAG-OP-23"),
    },
    time_clause="HAG-7.3.7",
)
