"""Sentences that drafting/draft.js needs to show a pack without a reload; the templates have the same sentences."""

from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from drafting.models import Pod
from drafting.selectors.pod_cards import set_codes
from drafting.selectors.pod_map import pack_count_texts
from drafting.selectors.seat_view import JsonObject
from drafting.views.choices import choices_url

TURN = "Pack %(pack)s of %(packs)s, pick %(pick)s of %(picks)s"
TURN_ALOUD = "pack %(pack)s of %(packs)s, pick %(pick)s of %(picks)s"
LAST = "Pack %(pack)s of %(packs)s, your picks are done"
PACKS_WAITING = "%(packs)s packs are waiting for you."
PASS = {"left": "Pass left to %(to)s, from %(from_)s", "right": "Pass right to %(to)s, from %(from_)s"}


def phrases(pod: Pod, seat_state: JsonObject, *, words: bool) -> dict[str, Any] | None:
    """Return the sentences for a seat's page, with the placeholders {pack}, {pick} and {picks}.

    Lists have a sentence for each number, from 0. None if the page does not show packs.
    """
    if (
        seat_state["drafted_at"]
        or seat_state["closed_at"]
        or seat_state["state"] == "closed"
        or seat_state["acting"]
        or seat_state["paused"]
    ):
        return None
    seats, size = seat_state["seats"], seat_state["pack_size"]
    left, right = seats[1]["name"], seats[-1]["name"]
    turn = {"pack": "{pack}", "packs": seat_state["packs"], "pick": "{pick}", "picks": "{picks}"}
    form = "words" if words else "pictures"
    return {
        "seat": seat_state["seat"] - 1,
        "turn": gettext(TURN) % turn,
        "aloud": gettext(TURN_ALOUD) % turn,
        "last": gettext(LAST) % turn,
        "pass": _directions(left, right),
        "turned": gettext("direction reversed"),
        "waiting": {way: gettext("Waiting for %(name)s") % {"name": name} for way, name in _senders(left, right)},
        "choose": [_choose(n) for n in range(size + 1)],
        "verified": gettext("%(cards)s cards, verified") % {"cards": size},
        "wrong": gettext("The number of cards is wrong. Call a judge before you pick."),
        "quiet": gettext("Your picks stay hidden, even from you, until the draft is over."),
        "packs": pack_count_texts(len(seats)),
        "hold": ["" if n < 2 else gettext(PACKS_WAITING) % {"packs": n} for n in range(len(seats) + 1)],
        "has": [ngettext(" (1 pack)", " (%(packs)s packs)", n) % {"packs": n} for n in range(len(seats) + 1)],
        "comma": pgettext("between the items of a list", ", "),
        "names": ["" if seat["closed"] else seat["name"] for seat in seats],
        "choices": [choices_url(pod.game, code, form) for code in set_codes(pod.boosters, pod.cube)],
    }


def _choose(cards: int) -> str:
    """Return what to do with a pack of ``cards``. Languages with one plural form need a sentence for the last card."""
    if cards == 1:
        return pgettext("one card in the pack", "Take the last card")
    return ngettext("Take the last card", "Choose one of %(cards)s cards", cards) % {"cards": cards}


def _directions(left: str, right: str) -> dict[str, str]:
    """Return the sentence for each passing direction."""
    return {
        "left": gettext(PASS["left"]) % {"to": left, "from_": right},
        "right": gettext(PASS["right"]) % {"to": right, "from_": left},
    }


def _senders(left: str, right: str) -> list[tuple[str, str]]:
    """Return the neighbour who passes packs to this seat, for each passing direction."""
    return [("left", right), ("right", left)]
