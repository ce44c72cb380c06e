"""The layout of a pool and its deck on the page. Its state is in the URL, so a reload keeps it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafting.selectors.piles import CURVES, PoolCard, filter_pool, make_curve, make_piles, pool_cards
from drafting.selectors.seat_view import JsonObject

GROUP_LABELS = {
    "type": _("Type"),
    "element": _("Element"),
    "archetype": _("Archetype"),
    "place": _("In the deck or not"),
    "strength": _("Strength"),
    "level": _("Level"),
    "destiny": _("Destiny"),
    "none": _("No groups"),
}
SHOW_LABELS = {"all": _("All"), "deck": _("In the deck"), "rest": _("Left out")}
NAMED_CURVES = ("type", "element")
"""Curves with named piles; the others are columns over figures."""


def deck_layout_context(deck: JsonObject, query: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of a `deck_view`: the cards that match ``query`` in piles, the deck list and the curves.

    As pictures, the pool and the deck are two zones. As text (``words``), they are one list.
    """
    copies = pool_cards(deck["game"], deck["cards"], get_language() or "en")
    words = query.get("as") == "words"
    groups = _groups(copies, words=words)
    group, show = _one_of(groups, query, "group"), _one_of(SHOW_LABELS, query, "show")
    filtered, result = filter_pool(copies, query)
    return {
        "words": words,
        "group": group,
        "groups": groups,
        "word": GROUP_LABELS[group],
        "show": show,
        "shows": SHOW_LABELS,
        "wanted": query,
        "found": result,
        "is_filtered": result.is_filtered or query.get("q"),
        "listed": [each for each in filter_pool(copies, {"sort": query.get("sort", "")})[0] if each.in_deck],
        "curves": [_curve(copies, each) for each in CURVES],
        "types": [pile for pile in make_piles(copies, "type") if pile.in_deck],
        "standing": _legality_text(deck),
        "drafted": sum(each.drafted for each in copies),
        "left_out": sum(each.not_in_deck for each in copies),
        **({"piles": make_piles(_filter_shown(filtered, show), group)} if words else _zones(filtered, group)),
    }


def _groups(copies: Sequence[PoolCard], *, words: bool) -> dict[str, Any]:
    """Return the labels of the groups that make sense: zones replace "place", and not every set has archetypes."""
    useless = set() if any(each.companions for each in copies) else {"archetype"}
    useless |= set() if words else {"place"}
    return {key: label for key, label in GROUP_LABELS.items() if key not in useless}


def _zones(filtered: Sequence[PoolCard], group: str) -> dict[str, Any]:
    """Return the piles of the pool without the deck, and those of the deck."""
    return {
        "pool_piles": make_piles(_filter_shown(filtered, "rest"), group),
        "deck_piles": make_piles(_filter_shown(filtered, "deck"), group),
    }


def _legality_text(deck: JsonObject) -> str:
    """Return whether the deck is legal, in a few words."""
    missing = deck["deck_size"] - deck["count"]
    if missing > 0:
        return ngettext("%(n)s card short", "%(n)s cards short", missing) % {"n": missing}
    if missing < 0:
        return ngettext("%(n)s card too many", "%(n)s cards too many", -missing) % {"n": -missing}
    return gettext("Not legal yet") if deck["faults"] else gettext("Legal")


def _one_of(choices: Mapping[str, Any], query: Mapping[str, str], name: str) -> str:
    """Return the choice in the query parameter ``name``, or the first choice."""
    return query[name] if query.get(name) in choices else next(iter(choices))


def _filter_shown(copies: Sequence[PoolCard], show: str) -> list[PoolCard]:
    if show == "deck":
        return [each for each in copies if each.in_deck]
    return [each for each in copies if show == "all" or each.not_in_deck]


def _curve(copies: Sequence[PoolCard], by: str) -> dict[str, Any]:
    piles = make_curve(copies, by)
    most = max((pile.drafted for pile in piles), default=1)
    return {"by": by, "words": GROUP_LABELS[by], "piles": piles, "most": most, "named": by in NAMED_CURVES}
