"""What is reported of a game: victory points, and what ended it (RM-4.1 to 4.3)."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.scoring import Ending, Scoring, WinCondition

SCORING = Scoring(
    unit=_("VP"),
    units=_("Victory points (VP)"),
    win_text=_("A game is won by Domination, Pingout, the Main User's goal, or {target} victory points (VP)."),
    time_text=_("At time, finish the turn: more VP win, equal is drawn."),
    decider_text=_("If games are level then, play one more, which the first VP wins."),
    endings={
        "domination": Ending(_("Domination"), WinCondition.OUTRIGHT, "RM-4.1.1"),
        "pingout": Ending(_("Pingout"), WinCondition.OUTRIGHT, "RM-4.1.2"),
        "accomplishment": Ending(_("Accomplishment"), WinCondition.TARGET, "RM-4.1.3"),
        "goal": Ending(_("Goal of the Main User"), WinCondition.OUTRIGHT, "RM-4.1.4"),
        "together": Ending(_("Won or lost together"), WinCondition.AHEAD, "RM-4.3.1"),
        "decks": Ending(_("Empty decks"), WinCondition.AHEAD, "RM-4.3.2"),
        "set_value": Ending(_("No Main User to choose"), WinCondition.AHEAD, "RM-OP-2"),
    },
    time_clause="RM-4.3.3",
    target_field="target",
)
