"""The arrangement of the zones for display."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.sentences import Sentence
from gameplay.engine.core.table_layout import TableLayout
from gameplay.games.enemy.sentences import MARKS, ZONES

TABLE_LAYOUT = TableLayout(
    counted_zones=("deck", "hand", "hidden"),
    pile_zones=("score", "discard"),
    nested_zones=("items", "food"),
    face_down_zones=("food",),
    resolving_zone="attack",
    resolving_title=ZONES["attack"],
    score_template=_("{score} of {target} VP"),
    mark_templates={"wounded": MARKS["wounded"], "size": _("size {size}")},
    harmful_marks=("wounded",),
    front_zones=("party",),
    back_zones=("grunties", "portal", "hidden"),
    covered_zones=("hidden",),
    under_marks={"size": True},
    resolving_sentences={
        "meets": Sentence(_("{card} against {card_monster}"), ("card", "card_monster"), clause="ENE-15.1"),
        "stands": Sentence(_("{card}: {ours} against {theirs} so far"), ("card", "ours", "theirs"), clause="ENE-16.9"),
    },
)
