"""What a draft page says when it shows a pack by itself (drafting/draft.js), in the words of its own templates."""

from typing import Any

from django.utils.translation import gettext, ngettext

from drafting.models import Pod
from drafting.selectors.printed import codes_of
from drafting.selectors.seat_view import Told
from drafting.views.choices import address

TURN = "Pack %(pack)s of %(packs)s, pick %(pick)s of %(picks)s"
TURN_ALOUD = "pack %(pack)s of %(packs)s, pick %(pick)s of %(picks)s"
LAST = "Pack %(pack)s of %(packs)s, your last card is taken"
HOLD = "%(packs)s packs wait for you."
PASS = {"left": "Pass left to %(to)s, from %(from_)s", "right": "Pass right to %(to)s, from %(from_)s"}


def phrases(pod: Pod, told: Told, *, words: bool) -> dict[str, Any] | None:
    """Return the sentences of a seat's page, with {pack} and {pick} where those will stand.

    Lists hold a sentence for each number, from 0. None while the page shows something else than packs.
    """
    if told["drafted_at"] or told["closed_at"] or told["state"] == "closed" or told["acting"] or told["paused"]:
        return None
    seats, size = told["seats"], told["pack_size"]
    left, right = seats[1]["name"], seats[-1]["name"]
    turn = {"pack": "{pack}", "packs": told["packs"], "pick": "{pick}", "picks": "{picks}"}
    form = "words" if words else "pictures"
    return {
        "seat": told["seat"] - 1,
        "turn": gettext(TURN) % turn,
        "aloud": gettext(TURN_ALOUD) % turn,
        "last": gettext(LAST) % turn,
        "pass": {
            "left": gettext(PASS["left"]) % {"to": left, "from_": right},
            "right": gettext(PASS["right"]) % {"to": right, "from_": left},
        },
        "turned": gettext("the other way round now"),
        "waiting": {way: gettext("Waiting for %(name)s") % {"name": name} for way, name in _givers(left, right)},
        "choose": [
            ngettext("Take the last card", "Choose one of %(cards)s cards", n) % {"cards": n} for n in range(size + 1)
        ],
        "verified": ngettext("%(cards)s cards, verified", "%(cards)s cards, verified", size) % {"cards": size},
        "wrong": gettext("The number of cards is wrong. Call a judge before you pick."),
        "quiet": gettext("Nobody sees what you take, nor do you until the draft is over."),
        "packs": [ngettext("%(packs)s pack", "%(packs)s packs", n) % {"packs": n} for n in range(len(seats) + 1)],
        "hold": ["" if n < 2 else gettext(HOLD) % {"packs": n} for n in range(len(seats) + 1)],
        "has": [ngettext(" (1 pack)", " (%(packs)s packs)", n) % {"packs": n} for n in range(len(seats) + 1)],
        "names": ["" if seat["closed"] else seat["name"] for seat in seats],
        "choices": [address(pod.game, code, form) for code in codes_of(pod.boosters, pod.cube)],
    }


def _givers(left: str, right: str) -> list[tuple[str, str]]:
    """Return from whom packs come that are passed to the left, and to the right."""
    return [("left", right), ("right", left)]
