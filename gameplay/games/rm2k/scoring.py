"""Reported results: victory points and how the game ended (RM-4.1 to 4.3)."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.scoring import Ending, Scoring, WinCondition

SCORING = Scoring(
    unit=_("VP"),
    units=_("Victory points (VP)"),
    win_text=_("You win a game by Domination, Pingout, your Main User's goal, or {target} victory points (VP)."),
    time_text=_("When time is called, finish the turn. The player with more VP wins; equal VP is a draw."),
    decider_text=_("If the match is tied then, play one more game. The first VP wins it."),
    endings={
        "domination": Ending(_("Domination"), WinCondition.OUTRIGHT, "RM-4.1.1"),
        "pingout": Ending(_("Pingout"), WinCondition.OUTRIGHT, "RM-4.1.2"),
        "accomplishment": Ending(_("Accomplishment"), WinCondition.TARGET, "RM-4.1.3"),
        "goal": Ending(_("Goal of the Main User"), WinCondition.OUTRIGHT, "RM-4.1.4"),
        "together": Ending(_("Simultaneous win or loss"), WinCondition.AHEAD, "RM-4.3.1"),
        "decks": Ending(_("Empty decks"), WinCondition.AHEAD, "RM-4.3.2"),
        "set_value": Ending(_("No Main User left to choose"), WinCondition.AHEAD, "RM-OP-2"),
    },
    time_clause="RM-4.3.3",
    target_field="target",
)
