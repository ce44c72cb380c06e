"""What is reported of a game: victory points, and what ended it (ENE-5.7, 5.9, X.3)."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.scoring import Ending, Scoring, WinCondition
from gameplay.games.enemy.variants import Variant


def wins_immediately(variant: Variant, end: str) -> bool:
    """Whether reaching the target wins at that moment: not always once a deck has called the end (ENE-OP-17)."""
    return end != "deck" or variant.simultaneous_ends == "points"


SCORING = Scoring(
    unit=_("VP"),
    units=_("Victory points (VP)"),
    win_text=_("A game is won with {target} victory points (VP)."),
    time_text=_("At time, finish the turn: more VP win, equal is drawn."),
    decider_text=_("If games are level then, play one more, which the first VP wins."),
    endings={
        "vp": Ending(_("Victory points (VP)"), WinCondition.TARGET, "ENE-5.9"),
        "deck": Ending(_("Empty deck"), WinCondition.AHEAD, "ENE-5.7"),
    },
    time_clause="ENE-X.3",
    target_field="target",
    wins_immediately=wins_immediately,
)
