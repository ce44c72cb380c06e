"""The seats of a pod as parts/pod_map.html shows them."""

from typing import Any

from django.utils.translation import gettext as _

from drafting.selectors.seat_view import JsonObject


def map_seats(pod_state: JsonObject, *, own: bool = False) -> list[dict[str, Any]]:
    """Return the seats that a view of a pod tells; the first of them may be the reader's ``own``."""
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


def _notes(seat: dict[str, Any], told: JsonObject) -> str:
    lost = _("no connection") if seat.get("away") else ""  # only officials are told
    return ", ".join(filter(None, (_note(seat, told), lost)))


def _note(seat: dict[str, Any], told: JsonObject) -> str:
    if seat["closed"]:
        return _("left")
    if told["drafted_at"]:
        return _("deck in") if seat["submitted"] else _("building")
    if seat["paused"]:
        return _("paused")
    return _("bot") if seat["bot"] else ""
