"""What is reported of a game: victory points, and what ended it (RM-4.1 to 4.3)."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.scoring import By, Ending, Scoring

SCORING = Scoring(
    unit=_("VP"),
    units=_("Victory points (VP)"),
    won=_("A game is won by Domination, Pingout, the Main User's goal, or {target} victory points (VP)."),
    at_time=_("At time, finish the turn: more VP win, equal is drawn."),
    decider=_("If games are level then, play one more, which the first VP wins."),
    endings={
        "domination": Ending(_("Domination"), By.OUTRIGHT, "RM-4.1.1"),
        "pingout": Ending(_("Pingout"), By.OUTRIGHT, "RM-4.1.2"),
        "accomplishment": Ending(_("Accomplishment"), By.TARGET, "RM-4.1.3"),
        "goal": Ending(_("Goal of the Main User"), By.OUTRIGHT, "RM-4.1.4"),
        "together": Ending(_("Won or lost together"), By.AHEAD, "RM-4.3.1"),
        "decks": Ending(_("Empty decks"), By.AHEAD, "RM-4.3.2"),
        "set_value": Ending(_("No Main User to choose"), By.AHEAD, "RM-OP-2"),
    },
    time="RM-4.3.3",
    target="target",
)
