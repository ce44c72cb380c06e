"""A view of a game as it lies on a table: one side a player, what is nobody's between them, and who fights whom."""

from typing import Any

from gameplay.selectors.game_views import Told

COUNTED = ("deck", "hand", "hidden")
"""Zones told as a number beside a player's name."""
PILES = ("score", "discard")
"""Zones that are opened on demand."""
FOOD = "food"
UNDER = ("items", FOOD)
"""Zones whose cards are told with the card they lie under."""
CLASH = "attack"
"""The zone that is told beside the question."""


def laid_out(told: Told) -> dict[str, Any]:
    """Return ``sides``, the reader's last, each with its ``counts``, ``zones`` and ``piles``; ``between``; ``hand``.

    ``clash`` is the zone of what attacks, None without an attack, and ``fights`` say who meets whom there; ``recent``
    are the events since the reader's last choice.
    """
    lying = [_with_what_lies_under(zone, told) for zone in told["zones"] if zone["zone"] not in UNDER]
    filled = [zone for zone in lying if zone.get("cards") and (zone["zone"] != "hand" or zone["seat"] != told["seat"])]
    sides = [
        {
            "seat": seat,
            "name": player["name"],
            "score": told["scores"][seat],
            "you": seat == told["seat"],
            "counts": [zone for zone in lying if zone["seat"] == seat and zone["zone"] in COUNTED],
            "zones": [zone for zone in filled if zone["seat"] == seat and not zone["pile"]],
            "piles": [zone for zone in filled if zone["seat"] == seat and zone["pile"]],
        }
        for seat, player in enumerate(told["players"])
    ]
    between = [zone for zone in filled if zone["seat"] is None and zone["zone"] != CLASH]
    clash = next((zone for zone in filled if zone["zone"] == CLASH), None)
    hand: list[Told] = next(
        (zone["cards"] for zone in lying if zone["zone"] == "hand" and zone["seat"] == told["seat"]), []
    )
    recent = told["events"][told["since"] :]
    sides.sort(key=lambda side: side["you"])
    laid = {"sides": sides, "hand": hand, "between": between, "recent": recent}
    return laid | {"clash": clash, "fights": _fights(told)}


def _fights(told: Told) -> list[Told]:
    """The fights that are still to come or going on, with cards in place of their handles."""
    refs = {card["id"]: card["ref"] for zone in told["zones"] for card in zone.get("cards", ())}
    fights = []
    for fight in told.get("fights", ()):
        monsters = [refs[handle] for handle in fight["monsters"] if handle in refs]
        if fight["pc"] in refs and monsters:
            fights.append(fight | {"pc": refs[fight["pc"]], "monsters": monsters})
    return fights


def _with_what_lies_under(zone: Told, told: Told) -> Told:
    """``zone`` with each card's items and food beside it."""
    if "cards" not in zone:
        return zone
    below = [
        card | {"food": other["zone"] == FOOD}
        for other in told["zones"]
        for card in other.get("cards", ())
        if "under" in card
    ]
    return zone | {
        "pile": zone["zone"] in PILES,
        "cards": [card | {"below": [item for item in below if item["under"] == card["id"]]} for card in zone["cards"]],
    }
