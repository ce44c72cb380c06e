"""Arranges a game view for display: a side for each player, the shared zones, and the cards being resolved."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from django.utils.translation import gettext

from cards.languages import join_with_and
from gameplay.engine.core.table_layout import TableLayout
from gameplay.games import RULESETS
from gameplay.selectors.game_views import GameView


def arrange_table(game_view: GameView) -> dict[str, Any]:
    """Return the layout of a game view as a template context.

    ``sides`` are the players' sides, each with its ``counts``, ``zones`` and ``piles``: the others in turn order from
    the reader's left, and the reader's own last. ``between`` are the shared zones with visible cards, ``shared`` those
    of which only the number of cards is shown. ``hand`` is the reader's hand, ``teams`` a sentence on the teams,
    ``clash`` the cards and effects being resolved or None, ``recent`` the events since the reader's last choice, and
    ``answers`` the options, grouped by a common beginning.
    """
    table_layout = RULESETS[game_view["game"]].table_layout
    below = _cards_below(game_view, table_layout)
    zones = [
        _zone_view(zone, below, game_view, table_layout)
        for zone in game_view["zones"]
        if zone["zone"] not in table_layout.nested_zones
    ]
    between = [zone for zone in zones if zone["seat"] is None and zone["zone"] != table_layout.resolving_zone]
    first = game_view["seat"] if game_view["seat"] in range(len(game_view["players"])) else -1
    order = sorted(range(len(game_view["players"])), key=lambda seat: (seat - first - 1) % len(game_view["players"]))
    return {
        "sides": [_side(seat, zones, game_view, table_layout) for seat in order],
        "between": [zone for zone in between if zone["cards"]],
        "shared": [zone for zone in between if zone["counted"]],
        "hand": next((zone["cards"] for zone in zones if zone["own_hand"]), []),
        "clash": _clash(zones, game_view, table_layout),
        "recent": game_view["events"][game_view["since"] :],
        "answers": grouped_options(game_view.get("ask") or {}),
        "teams": teams_sentence(game_view),
    }


def grouped_options(ask: GameView) -> list[GameView]:
    """Return the options in groups with a common ``head``, or alone, each with the ``number`` of its key."""
    groups: dict[Any, list[GameView]] = {}
    for option in ask.get("options", ()):
        groups.setdefault(option.get("head", option["id"]), []).append(option)
    number = count(1)
    numbered = [
        [option | {"number": next(number), "seats": _seats(option)} for option in group] for group in groups.values()
    ]
    return [{"head": group[0]["head"] if len(group) > 1 else "", "options": group} for group in numbered]


def _seats(option: GameView) -> list[int]:
    """Return the seats that ``option`` is about."""
    return [value for name, value in option.items() if name.startswith("seat")]


def teams_sentence(game_view: GameView) -> str:
    """Return a sentence on the teams, the reader's own first; "" without teams."""
    teams = sorted(game_view["teams"], key=lambda team: game_view["seat"] not in team)
    names = [
        [_player_name(seat, game_view) for seat in sorted(team, key=lambda seat: seat != game_view["seat"])]
        for team in teams
    ]
    sides = [join_with_and(team) for team in names]
    return gettext("%(ours)s against %(theirs)s") % {"ours": sides[0], "theirs": sides[1]} if sides else ""


def _player_name(seat: int, game_view: GameView) -> str:
    return gettext("You") if seat == game_view["seat"] else str(game_view["players"][seat]["name"])


def _side(seat: int, zones: list[GameView], game_view: GameView, table_layout: TableLayout) -> GameView:
    """Return the side of ``seat``: its player, score and zones."""
    own = [zone for zone in zones if zone["seat"] == seat]
    visible = sorted((zone for zone in own if zone["cards"] and not zone["own_hand"]), key=lambda zone: zone["counted"])
    return {
        "seat": seat,
        "name": game_view["players"][seat]["name"],
        "points": gettext(table_layout.score_template).format(
            score=game_view["scores"][seat], target=game_view.get("target")
        ),
        "you": seat == game_view["seat"],
        "mate": seat != game_view["seat"] and any({seat, game_view["seat"]} <= {*team} for team in game_view["teams"]),
        "states": [gettext("has conceded")]
        if seat in game_view["left"]
        else _player_states(seat, game_view, table_layout),
        "counts": [zone for zone in own if zone["counted"]],
        "zones": [
            zone for zone in (_visible_part(zone, table_layout, is_open=False) for zone in visible) if zone["cards"]
        ],
        "piles": [_visible_part(zone, table_layout, is_open=True) for zone in visible if zone["pile"]],
    }


def _player_states(seat: int, game_view: GameView, table_layout: TableLayout) -> list[str]:
    return [gettext(text) for name, text in table_layout.seat_states.items() if seat in game_view.get(name, ())]


def _zone_view(
    zone: GameView, below: Mapping[str, list[GameView]], game_view: GameView, table_layout: TableLayout
) -> GameView:
    """Return ``zone`` with the cards under each card, and whether it is counted, a pile, or the reader's own hand."""
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
    """Return the cards that are under other cards, by the id of the upper card."""
    below: dict[str, list[GameView]] = {}
    for zone in game_view["zones"]:
        for card in zone.get("cards", ()):
            if "under" in card:
                hidden = zone["text"] if zone["zone"] in table_layout.face_down_zones else ""
                view = _card_view(card, table_layout, face_down=hidden) | {
                    "unpaid": zone["zone"] in table_layout.show_cost_zones
                }
                below.setdefault(card["under"], []).append(view)
    return below


def _card_view(card: GameView, table_layout: TableLayout, *, face_down: str = "") -> GameView:
    """Return ``card`` with all its marks. ``face_down`` is the name of its zone if only the owner sees its cards."""
    copy = [f"#{card['copy']}"] if "copy" in card else []
    hidden = [gettext("%(zone)s, face down") % {"zone": face_down}] if face_down else []
    return card | {"marks": [*copy, *card["marks"], *hidden], "harmed": any(map(card.get, table_layout.harmful_marks))}


def _visible_part(zone: GameView, table_layout: TableLayout, *, is_open: bool) -> GameView:
    """Return the part of a pile that is visible when it is open or closed: unmarked or marked cards. Else ``zone``."""
    if not zone["pile"]:
        return zone
    cards = [card for card in zone["cards"] if is_open != any(map(card.get, table_layout.revealing_marks))]
    return zone | {"pile": is_open, "cards": cards}


def _clash(zones: list[GameView], game_view: GameView, table_layout: TableLayout) -> GameView | None:
    zone = next(zone for zone in zones if zone["zone"] == table_layout.resolving_zone)
    title = {"text": gettext(table_layout.resolving_title)} if game_view["clash"] else {}
    return zone | title | {"lines": game_view["clash"]} if zone["cards"] or game_view["clash"] else None
