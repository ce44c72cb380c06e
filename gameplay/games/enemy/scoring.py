"""The scores that players report, and the ways a game can end (ENE-5.7, 5.9, X.3)."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.scoring import Ending, Scoring, WinCondition
from gameplay.games.enemy.variants import Variant


def wins_immediately(variant: Variant, end: str) -> bool:
    """Return whether reaching the target wins immediately, which may change after a deck has run out (ENE-OP-17)."""
    return end != "deck" or variant.simultaneous_ends == "points"


SCORING = Scoring(
    unit=_("VP"),
    units=_("Victory points (VP)"),
    win_text=_("The first player with {target} victory points (VP) wins the game."),
    time_text=_("When time is called, finish the turn. The player with more VP wins; equal VP is a draw."),
    decider_text=_("If the match is tied then, play one more game. The first VP wins it."),
    endings={
        "vp": Ending(_("Victory points (VP)"), WinCondition.TARGET, "ENE-5.9"),
        "deck": Ending(_("Empty deck"), WinCondition.AHEAD, "ENE-5.7"),
    },
    time_clause="ENE-X.3",
    target_field="target",
    wins_immediately=wins_immediately,
)
