"""A view of a game as it lies on a table: one side a player, what is nobody's between them, and what is fought out."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext

from gameplay.engine.core.table_layout import Felt
from gameplay.games import RULESETS
from gameplay.selectors.game_views import Told


def laid_out(told: Told) -> dict[str, Any]:
    """Return ``sides``, the reader's last, each with its ``counts``, ``zones`` and ``piles``; ``between``; ``hand``.

    The others stand in turn order, from the reader's left; ``teams`` says who plays with whom. ``shared`` are zones of
    nobody that are counted, ``clash`` is what is told beside the question, None without; ``recent`` are the events since
    the reader's last choice. ``answers`` are the options, those that begin alike in one.
    """
    felt = RULESETS[told["game"]].felt
    below = _below(told, felt)
    lying = [_lying(zone, below, told, felt) for zone in told["zones"] if zone["zone"] not in felt.under]
    between = [zone for zone in lying if zone["seat"] is None and zone["zone"] != felt.contest]
    first = told["seat"] if told["seat"] in range(len(told["players"])) else -1
    order = sorted(range(len(told["players"])), key=lambda seat: (seat - first - 1) % len(told["players"]))
    return {
        "sides": [_side(seat, lying, told, felt) for seat in order],
        "between": [zone for zone in between if zone["cards"]],
        "shared": [zone for zone in between if zone["counted"]],
        "hand": next((zone["cards"] for zone in lying if zone["own_hand"]), []),
        "clash": _clash(lying, told, felt),
        "recent": told["events"][told["since"] :],
        "answers": _answers(told.get("ask") or {}),
        "teams": _teams(told),
    }


def _answers(ask: Told) -> list[Told]:
    """The options: each by itself, or several under the ``head`` in which they begin alike; with the ``number`` to press."""
    alike: dict[Any, list[Told]] = {}
    for option in ask.get("options", ()):
        alike.setdefault(option.get("head", option["id"]), []).append(option)
    number = count(1)
    numbered = [[option | {"number": next(number)} for option in each] for each in alike.values()]
    return [{"head": each[0]["head"] if len(each) > 1 else "", "options": each} for each in numbered]


def _teams(told: Told) -> str:
    """Who plays with whom against whom, the reader's team first; "" where everybody plays alone."""
    teams = sorted(told["teams"], key=lambda team: told["seat"] not in team)
    names = [[_name(seat, told) for seat in sorted(team, key=lambda seat: seat != told["seat"])] for team in teams]
    sides = [get_text_list(team, gettext("and")) for team in names]
    return gettext("%(ours)s against %(theirs)s") % {"ours": sides[0], "theirs": sides[1]} if sides else ""


def _name(seat: int, told: Told) -> str:
    return gettext("You") if seat == told["seat"] else str(told["players"][seat]["name"])


def _side(seat: int, lying: list[Told], told: Told, felt: Felt) -> Told:
    """What lies before ``seat``, and how it stands."""
    own = [zone for zone in lying if zone["seat"] == seat]
    seen = sorted((zone for zone in own if zone["cards"] and not zone["own_hand"]), key=lambda zone: zone["counted"])
    return {
        "seat": seat,
        "name": told["players"][seat]["name"],
        "points": gettext(felt.score).format(score=told["scores"][seat], target=told.get("target")),
        "you": seat == told["seat"],
        "mate": seat != told["seat"] and any({seat, told["seat"]} <= {*team} for team in told["teams"]),
        "states": [gettext("has given up")] if seat in told["left"] else _states(seat, told, felt),
        "counts": [zone for zone in own if zone["counted"]],
        "zones": [zone for zone in (_part(zone, felt, opened=False) for zone in seen) if zone["cards"]],
        "piles": [_part(zone, felt, opened=True) for zone in seen if zone["pile"]],
    }


def _states(seat: int, told: Told, felt: Felt) -> list[str]:
    return [gettext(words) for name, words in felt.states.items() if seat in told.get(name, ())]


def _lying(zone: Told, below: Mapping[str, list[Told]], told: Told, felt: Felt) -> Told:
    """``zone`` with what lies under each card, and whether it is counted, opened on demand, or the reader's own hand."""
    unpaid = zone["zone"] in felt.unpaid
    cards = [
        _card(card, felt) | {"below": below.get(card["id"], []), "unpaid": unpaid} for card in zone.get("cards", ())
    ]
    return zone | {
        "counted": zone["zone"] in felt.counted,
        "pile": zone["zone"] in felt.piles,
        "own_hand": zone["zone"] == "hand" and zone["seat"] == told["seat"],
        "cards": cards,
    }


def _below(told: Told, felt: Felt) -> dict[str, list[Told]]:
    """The cards that lie under others, by the handle of those."""
    found: dict[str, list[Told]] = {}
    for zone in told["zones"]:
        for card in zone.get("cards", ()):
            if "under" in card:
                hidden = zone["text"] if zone["zone"] in felt.face_down else ""
                lies = _card(card, felt, face_down=hidden) | {"unpaid": zone["zone"] in felt.unpaid}
                found.setdefault(card["under"], []).append(lies)
    return found


def _card(card: Told, felt: Felt, *, face_down: str = "") -> Told:
    """A card as it lies; ``face_down`` names the zone whose cards only their owner sees."""
    copy = [f"#{card['copy']}"] if "copy" in card else []
    hidden = [gettext("%(zone)s, face down") % {"zone": face_down}] if face_down else []
    return card | {"marks": [*copy, *card["marks"], *hidden], "harmed": any(map(card.get, felt.harms))}


def _part(zone: Told, felt: Felt, *, opened: bool) -> Told:
    """What is seen of ``zone`` without opening it, or then: of a pile, the cards that are marked so, or the others."""
    if not zone["pile"]:
        return zone
    cards = [card for card in zone["cards"] if opened != any(map(card.get, felt.shows))]
    return zone | {"pile": opened, "cards": cards}


def _clash(lying: list[Told], told: Told, felt: Felt) -> Told | None:
    zone = next(zone for zone in lying if zone["zone"] == felt.contest)
    title = {"text": gettext(felt.fight)} if told["clash"] else {}
    return zone | title | {"lines": told["clash"]} if zone["cards"] or told["clash"] else None
