"""How the table lies before a person."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.sentences import Say
from gameplay.engine.core.table_layout import Felt
from gameplay.games.hagmi.sentences import MARKS
from gameplay.games.hagmi.terms import AILMENTS

FELT = Felt(
    counted=("weapons", "operations", "damage", "hand", "secrets"),
    piles=("discard", "box"),
    under=("fuel",),
    face_down=("fuel",),
    unpaid=("hand",),
    contest="limbo",
    fight=_("Attack"),
    score=_("damage cards {score}"),
    marks={
        "fuel": _("fuel {fuel}"),
        "damage": _("damage {damage}"),
        "firepower": _("firepower {firepower:+d}"),
        "armour": _("armour {armour:+d}"),
        **MARKS,
    },
    harms=("damage", *AILMENTS),
    states={"defeated": _("defeated")},
    clash={
        "attacks": Say(
            _("{card} attacks {card_target}"),
            ("card", "card_target"),
            clause="HAG-5.1.8",
            whose=("card", "card_target"),
        ),
        "attacks_player": Say(_("{card} attacks {seat}"), ("card", "seat"), clause="HAG-5.1.8", whose=("card",)),
        "covers": Say(
            _("{card} steps in for {card_target}"),
            ("card", "card_target"),
            clause="HAG-6.2.5",
            whose=("card", "card_target"),
        ),
        "covers_player": Say(_("{card} steps in for {seat}"), ("card", "seat"), clause="HAG-6.2.5", whose=("card",)),
        "defends": Say(_("{card} strikes back"), ("card",), clause="HAG-6.5.1", whose=("card",)),
    },
)
