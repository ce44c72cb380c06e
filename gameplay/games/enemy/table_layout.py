"""How the table lies before a person."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.sentences import Say
from gameplay.engine.core.table_layout import Felt
from gameplay.games.enemy.sentences import MARKS, ZONES

FELT = Felt(
    counted=("deck", "hand", "hidden"),
    piles=("score", "discard"),
    under=("items", "food"),
    face_down=("food",),
    contest="attack",
    fight=ZONES["attack"],
    score=_("{score} of {target} VP"),
    marks={"wounded": MARKS["wounded"], "size": _("size {size}")},
    harms=("wounded",),
    clash={
        "meets": Say(_("{card} against {card_monster}"), ("card", "card_monster"), clause="ENE-15.1"),
        "stands": Say(_("Now: {card}, {ours} against {theirs}"), ("card", "ours", "theirs"), clause="ENE-16.9"),
    },
)
