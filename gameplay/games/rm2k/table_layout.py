"""How the table lies before a person."""

from gameplay.engine.core.errors import _
from gameplay.engine.core.sentences import Say
from gameplay.engine.core.table_layout import Felt
from gameplay.games.rm2k.sentences import MARKS, ZONES

FELT = Felt(
    counted=("deck", "hand"),
    piles=("deck", "discard"),
    under=("attaches", "syncing"),
    face_down=("syncing",),
    unpaid=("hand", "syncing"),
    contest="stack",
    fight=ZONES["stack"],
    score=_("{score} of {target} VP"),
    marks={
        "chosen": _("chosen to begin with"),
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
    shows=("chosen",),
    states={"out": _("out of the game")},
    clash={
        "played": Say(_("{seat}: {card}"), ("seat", "card"), clause="RM-3.4.8", reads=True),
        "prevented": Say(_("{seat}: {card}, prevented"), ("seat", "card"), clause="RM-7.2.6"),
        "challenges": Say(
            _("{seat} challenges {seat_other}: {card}"),
            ("seat", "card", "seat_other"),
            clause="RM-8.1.2",
            reads=True,
        ),
        "attacks": Say(_("Attacker: {card}"), ("card",), clause="RM-8.1.2", whose=("card",)),
        "defends": Say(_("Defender: {card}"), ("card",), clause="RM-8.1.2", whose=("card",)),
        "totals": Say(_("{ours} against {theirs} so far"), ("ours", "theirs"), clause="RM-8.2.4"),
    },
)
