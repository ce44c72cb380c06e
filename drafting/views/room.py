"""A pool and its deck as the page lays them out; what is asked for stands in the address, so that a reload keeps it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafting.selectors.piles import CURVES, Copies, copies_of, curve, found_in, piles
from drafting.selectors.seat_view import Told

GROUPS = {
    "type": _("Type"),
    "element": _("Element"),
    "place": _("In the deck or not"),
    "strength": _("Strength"),
    "level": _("Level"),
    "destiny": _("Destiny"),
    "none": _("No groups"),
}
SHOWN = {"all": _("All"), "deck": _("In the deck"), "rest": _("Left out")}
WORDS = ("type", "element")
"""The curves whose piles have names; the others are columns over figures."""


def laid_out(told: Told, wanted: Mapping[str, str]) -> dict[str, Any]:
    """Return what the page shows of a `deck_view`: the piles that ``wanted`` asks for, the deck's list, the curves."""
    copies = copies_of(told["game"], told["cards"], get_language() or "en")
    group, show = _one_of(GROUPS, wanted, "group"), _one_of(SHOWN, wanted, "show")
    found, could = found_in(copies, wanted)
    return {
        "group": group,
        "groups": GROUPS,
        "word": GROUPS[group],
        "show": show,
        "shows": SHOWN,
        "wanted": wanted,
        "found": could,
        "narrowed": could.asked or wanted.get("q"),
        "piles": piles(_placed(found, show), group),
        "listed": [each for each in found_in(copies, {"sort": wanted.get("sort", "")})[0] if each.in_deck],
        "curves": [_curve(copies, each) for each in CURVES],
        "standing": _standing(told),
        "drafted": sum(each.drafted for each in copies),
    }


def _standing(told: Told) -> str:
    """Whether the deck is legal, in a word."""
    missing = told["deck_size"] - told["count"]
    if missing > 0:
        return ngettext("%(n)s card short", "%(n)s cards short", missing) % {"n": missing}
    if missing < 0:
        return ngettext("%(n)s card too many", "%(n)s cards too many", -missing) % {"n": -missing}
    return gettext("Not legal yet") if told["faults"] else gettext("Legal")


def _one_of(known: Mapping[str, Any], wanted: Mapping[str, str], name: str) -> str:
    """What is asked for as ``name``, or the first that there is."""
    return wanted[name] if wanted.get(name) in known else next(iter(known))


def _placed(copies: Sequence[Copies], show: str) -> list[Copies]:
    if show == "deck":
        return [each for each in copies if each.in_deck]
    return [each for each in copies if show == "all" or each.left_out]


def _curve(copies: Sequence[Copies], by: str) -> dict[str, Any]:
    found = curve(copies, by)
    most = max((pile.drafted for pile in found), default=1)
    return {"by": by, "words": GROUPS[by], "piles": found, "most": most, "named": by in WORDS}
