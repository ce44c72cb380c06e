"""The arrangement of zones on the online table."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.sentences import Sentence
from gameplay.engine.core.table_layout import TableLayout
from gameplay.games.rm2k.sentences import MARKS, ZONES
from gameplay.games.rm2k.terms import SKILLS

TABLE_LAYOUT = TableLayout(
    counted_zones=("deck", "hand"),
    pile_zones=("deck", "discard"),
    nested_zones=("attaches", "syncing"),
    face_down_zones=("syncing",),
    show_cost_zones=("hand", "syncing"),
    resolving_zone="stack",
    resolving_title=ZONES["stack"],
    score_template=_("{score} of {target} VP"),
    mark_templates={
        "chosen": _("chosen to start"),
        "main": _("Main User"),
        "lag": _("lag {lag} of {bandwidth}"),
        "tokens": _("syncing, tokens {tokens}"),
        "fought": MARKS["fought"],
        "used": MARKS["used"],
        "roleplay": _("Roleplay {roleplay:+d}"),
        "otaku": _("Otaku {otaku:+d}"),
        "argue": _("Argue {argue:+d}"),
        "script": _("Script {script:+d}"),
        "gamer": _("Gamer {gamer:+d}"),
    },
    revealing_marks=("chosen",),
    front_zones=("users",),
    back_zones=("limbo", "aside"),
    badge_templates={
        "main": _("Main"),
        "lag": _("lag {lag}/{bandwidth}"),
        "tokens": _("tokens {tokens}"),
        "fought": _("attacked"),
        "used": _("used"),
        **dict.fromkeys(SKILLS, ""),
    },
    under_marks={"tokens": False},
    stat_marks={skill: skill for skill in SKILLS},
    seat_states={"out": _("out of the game")},
    resolving_sentences={
        "played": Sentence(_("{seat}: {card}"), ("seat", "card"), clause="RM-3.4.8", show_rules_text=True),
        "prevented": Sentence(_("{seat}: {card}, prevented"), ("seat", "card"), clause="RM-7.2.6"),
        "challenges": Sentence(
            _("{seat} challenges {seat_other}: {card}"),
            ("seat", "card", "seat_other"),
            clause="RM-8.1.2",
            show_rules_text=True,
        ),
        "attacks": Sentence(_("Attacker: {card}"), ("card",), clause="RM-8.1.2", show_owner=("card",)),
        "defends": Sentence(_("Defender: {card}"), ("card",), clause="RM-8.1.2", show_owner=("card",)),
        "totals": Sentence(_("{ours} against {theirs} so far"), ("ours", "theirs"), clause="RM-8.2.4"),
    },
)
