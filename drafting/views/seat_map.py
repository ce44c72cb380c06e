"""The seats of a pod for the template drafting/parts/pod_map.html."""

from typing import Any

from django.utils.translation import gettext as _

from cards.languages import join_list
from drafting.selectors.seat_view import JsonObject


def map_seats(pod_state: JsonObject, *, own: bool = False) -> list[dict[str, Any]]:
    """Return the seats of a view of a pod; with ``own``, the first one is the user's."""
    return [
        seat
        | {
            "packs": range(seat["queue"]),
            "you": own and not place,
            "gone": seat["closed"],
            "note": _notes(seat, pod_state),
        }
        for place, seat in enumerate(pod_state["seats"])
    ]


def _notes(seat: dict[str, Any], pod_state: JsonObject) -> str:
    connection = _("no connection") if seat.get("away") else ""  # only the view of officials has it
    return join_list(filter(None, (_note(seat, pod_state), connection)))


def _note(seat: dict[str, Any], pod_state: JsonObject) -> str:
    if seat["closed"]:
        return _("dropped")
    if pod_state["drafted_at"]:
        return _("deck in") if seat["submitted"] else _("building")
    if seat["paused"]:
        return _("paused")
    return _("bot") if seat["bot"] else ""
