"""A view of a game as it lies on a table: one side a player, what is nobody's between them, and what is fought out."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext

from gameplay.engine.core.table_layout import TableLayout
from gameplay.games import RULESETS
from gameplay.selectors.game_views import GameView


def arrange_table(game_view: GameView) -> dict[str, Any]:
    """Return ``sides``, the reader's last, each with its ``counts``, ``zones`` and ``piles``; ``between``; ``hand``.

    The others stand in turn order, from the reader's left; ``teams`` says who plays with whom. ``shared`` are zones of
    nobody that are counted, ``clash`` is what is told beside the question, None without; ``recent`` are the events since
    the reader's last choice. ``answers`` are the options, those that begin alike in one.
    """
    felt = RULESETS[game_view["game"]].table_layout
    below = _cards_below(game_view, felt)
    lying = [
        _zone_view(zone, below, game_view, felt) for zone in game_view["zones"] if zone["zone"] not in felt.nested_zones
    ]
    between = [zone for zone in lying if zone["seat"] is None and zone["zone"] != felt.resolving_zone]
    first = game_view["seat"] if game_view["seat"] in range(len(game_view["players"])) else -1
    order = sorted(range(len(game_view["players"])), key=lambda seat: (seat - first - 1) % len(game_view["players"]))
    return {
        "sides": [_side(seat, lying, game_view, felt) for seat in order],
        "between": [zone for zone in between if zone["cards"]],
        "shared": [zone for zone in between if zone["counted"]],
        "hand": next((zone["cards"] for zone in lying if zone["own_hand"]), []),
        "clash": _clash(lying, game_view, felt),
        "recent": game_view["events"][game_view["since"] :],
        "answers": _grouped_options(game_view.get("ask") or {}),
        "teams": _teams_sentence(game_view),
    }


def _grouped_options(ask: GameView) -> list[GameView]:
    """The options: each by itself, or several under the ``head`` in which they begin alike; with the ``number`` to press."""
    alike: dict[Any, list[GameView]] = {}
    for option in ask.get("options", ()):
        alike.setdefault(option.get("head", option["id"]), []).append(option)
    number = count(1)
    numbered = [[option | {"number": next(number)} for option in each] for each in alike.values()]
    return [{"head": each[0]["head"] if len(each) > 1 else "", "options": each} for each in numbered]


def _teams_sentence(game_view: GameView) -> str:
    """Who plays with whom against whom, the reader's team first; "" where everybody plays alone."""
    teams = sorted(game_view["teams"], key=lambda team: game_view["seat"] not in team)
    names = [
        [_player_name(seat, game_view) for seat in sorted(team, key=lambda seat: seat != game_view["seat"])]
        for team in teams
    ]
    sides = [get_text_list(team, gettext("and")) for team in names]
    return gettext("%(ours)s against %(theirs)s") % {"ours": sides[0], "theirs": sides[1]} if sides else ""


def _player_name(seat: int, game_view: GameView) -> str:
    return gettext("You") if seat == game_view["seat"] else str(game_view["players"][seat]["name"])


def _side(seat: int, zones: list[GameView], game_view: GameView, table_layout: TableLayout) -> GameView:
    """What lies before ``seat``, and how it stands."""
    own = [zone for zone in zones if zone["seat"] == seat]
    seen = sorted((zone for zone in own if zone["cards"] and not zone["own_hand"]), key=lambda zone: zone["counted"])
    return {
        "seat": seat,
        "name": game_view["players"][seat]["name"],
        "points": gettext(table_layout.score_template).format(
            score=game_view["scores"][seat], target=game_view.get("target")
        ),
        "you": seat == game_view["seat"],
        "mate": seat != game_view["seat"] and any({seat, game_view["seat"]} <= {*team} for team in game_view["teams"]),
        "states": [gettext("has given up")]
        if seat in game_view["left"]
        else _player_states(seat, game_view, table_layout),
        "counts": [zone for zone in own if zone["counted"]],
        "zones": [
            zone for zone in (_visible_part(zone, table_layout, is_open=False) for zone in seen) if zone["cards"]
        ],
        "piles": [_visible_part(zone, table_layout, is_open=True) for zone in seen if zone["pile"]],
    }


def _player_states(seat: int, game_view: GameView, table_layout: TableLayout) -> list[str]:
    return [gettext(words) for name, words in table_layout.seat_states.items() if seat in game_view.get(name, ())]


def _zone_view(
    zone: GameView, below: Mapping[str, list[GameView]], game_view: GameView, table_layout: TableLayout
) -> GameView:
    """``zone`` with what lies under each card, and whether it is counted, opened on demand, or the reader's own hand."""
    unpaid = zone["zone"] in table_layout.show_cost_zones
    cards = [
        _card_view(card, table_layout) | {"below": below.get(card["id"], []), "unpaid": unpaid}
        for card in zone.get("cards", ())
    ]
    return zone | {
        "counted": zone["zone"] in table_layout.counted_zones,
        "pile": zone["zone"] in table_layout.pile_zones,
        "own_hand": zone["zone"] == "hand" and zone["seat"] == game_view["seat"],
        "cards": cards,
    }


def _cards_below(game_view: GameView, table_layout: TableLayout) -> dict[str, list[GameView]]:
    """The cards that lie under others, by the handle of those."""
    found: dict[str, list[GameView]] = {}
    for zone in game_view["zones"]:
        for card in zone.get("cards", ()):
            if "under" in card:
                hidden = zone["text"] if zone["zone"] in table_layout.face_down_zones else ""
                lies = _card_view(card, table_layout, face_down=hidden) | {
                    "unpaid": zone["zone"] in table_layout.show_cost_zones
                }
                found.setdefault(card["under"], []).append(lies)
    return found


def _card_view(card: GameView, table_layout: TableLayout, *, face_down: str = "") -> GameView:
    """A card as it lies; ``face_down`` names the zone whose cards only their owner sees."""
    copy = [f"#{card['copy']}"] if "copy" in card else []
    hidden = [gettext("%(zone)s, face down") % {"zone": face_down}] if face_down else []
    return card | {"marks": [*copy, *card["marks"], *hidden], "harmed": any(map(card.get, table_layout.harmful_marks))}


def _visible_part(zone: GameView, table_layout: TableLayout, *, is_open: bool) -> GameView:
    """What is seen of ``zone`` without opening it, or then: of a pile, the cards that are marked so, or the others."""
    if not zone["pile"]:
        return zone
    cards = [card for card in zone["cards"] if is_open != any(map(card.get, table_layout.revealing_marks))]
    return zone | {"pile": is_open, "cards": cards}


def _clash(zones: list[GameView], game_view: GameView, table_layout: TableLayout) -> GameView | None:
    zone = next(zone for zone in zones if zone["zone"] == table_layout.resolving_zone)
    title = {"text": gettext(table_layout.resolving_title)} if game_view["clash"] else {}
    return zone | title | {"lines": game_view["clash"]} if zone["cards"] or game_view["clash"] else None
