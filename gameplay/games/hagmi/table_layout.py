"""The arrangement of zones on the online table."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.sentences import Sentence
from gameplay.engine.core.table_layout import TableLayout
from gameplay.games.hagmi.sentences import MARKS
from gameplay.games.hagmi.terms import AILMENTS

TABLE_LAYOUT = TableLayout(
    counted_zones=("weapons", "operations", "damage", "hand", "secrets"),
    pile_zones=("discard", "box"),
    nested_zones=("fuel",),
    face_down_zones=("fuel",),
    show_cost_zones=("hand",),
    resolving_zone="limbo",
    resolving_title=_("Attack"),
    score_template=_("damage cards {score}"),
    mark_templates={
        "fuel": _("fuel {fuel}"),
        "damage": _("damage {damage}"),
        "firepower": _("firepower {firepower:+d}"),
        "armour": _("armour {armour:+d}"),
        **MARKS,
    },
    harmful_marks=("damage", *AILMENTS),
    front_zones=("units", "facilities"),
    back_zones=("secrets", "paid"),
    covered_zones=("secrets",),
    under_marks={"fuel": True},
    badge_templates={"firepower": "", "armour": ""},
    stat_marks={"firepower": "firepower", "armour": "armour"},
    seat_states={"defeated": _("defeated")},
    resolving_sentences={
        "attacks": Sentence(
            _("{card} attacks {card_target}"),
            ("card", "card_target"),
            clause="HAG-5.1.8",
            show_owner=("card", "card_target"),
        ),
        "attacks_player": Sentence(
            _("{card} attacks {seat}"), ("card", "seat"), clause="HAG-5.1.8", show_owner=("card",)
        ),
        "covers": Sentence(
            _("{card} steps in for {card_target}"),
            ("card", "card_target"),
            clause="HAG-6.2.5",
            show_owner=("card", "card_target"),
        ),
        "covers_player": Sentence(
            _("{card} steps in for {seat}"), ("card", "seat"), clause="HAG-6.2.5", show_owner=("card",)
        ),
        "defends": Sentence(_("{card} strikes back"), ("card",), clause="HAG-6.5.1", show_owner=("card",)),
    },
)
