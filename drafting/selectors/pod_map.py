"""What an official sees of a pod: who holds how many packs since when, and never a card."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from drafting.models import Pick, Pod, Seat
from drafting.selectors.open_round import OpenRound, open_round
from drafting.selectors.pool_registration import registration_states
from drafting.selectors.seat_view import (
    JsonObject,
    isoformat_or_none,
    pod_summary,
    seats_json,
    seats_with_names,
    submitted_seat_ids,
)
from gameplay.infrastructure.presence import present_followers
from gameplay.models import LogEntry


def pod_map(pod: Pod) -> JsonObject:
    """Return as JSON what officials see of ``pod``, the same for each of them. Four queries, and those of the apps above.

    ``state`` is "between" (the next packs wait for the signal), "table", "drafting", "building" or "done". ``left`` counts
    cards not yet taken of the packs now open. ``since`` is when a seat got the pack before it, or made the pick before;
    ``correctable`` whether its last pick may still be corrected, ``extra_percent`` the time that only staff see; ``pool``
    how far its registration is, if it was drafted at a table; ``substitute`` whether somebody stands in; ``away`` whether
    whoever acts there has no page of the pod open.
    """
    drafting, seats = open_round(pod), seats_with_names(pod)
    told_seats = seats_json(drafting, seats, submitted_seat_ids(pod))
    gone, more = disconnected_seats(seats), _for_staff(drafting, seats)
    told = {
        **pod_summary(pod),
        "seats": [
            {**shown, **known, "away": seat.pk in gone}
            for seat, shown, known in zip(seats, told_seats, more, strict=True)
        ],
        "left": sum(len(pack.contents) for pack in drafting.packs),
        "deck_deadline": isoformat_or_none(pod.deck_deadline),
    }
    if pod.drafted_at is None:
        return told | {"state": "table" if pod.is_paper_draft else "between" if drafting.is_drafted else "drafting"}
    return told | {"state": "done" if pod.closed_at else "building"}


def disconnected_seats(seats: Sequence[Seat]) -> set[UUID]:
    """Return the keys of those of ``seats``, with their pods, where whoever acts is asked for and has no page of the pod open."""
    asked = {
        seat.pk: (seat.pod.stream, seat.acting_id)
        for seat in seats
        if seat.pod.published_at and not (seat.is_automatic or seat.pod.is_paper_draft or seat.pod.closed_at)
    }
    here = present_followers(list(asked.values()))
    return {key for key, follower in asked.items() if follower not in here}


def _for_staff(drafting: OpenRound, seats: Sequence[Seat]) -> list[JsonObject]:
    """What only officials see of each of ``seats``. Two queries before the draft is over, one after it at a table."""
    if drafting.pod.drafted_at:
        registered = registration_states(drafting.pod)
        return [_staff_fields(seat, pool=registered.get(seat.pk, "")) for seat in seats]
    opened = _opened_at(drafting.pod)
    picks = list(Pick.objects.filter(pack__in=drafting.packs).order_by("at", "pk"))
    passed, made = {pick.pack_id: pick for pick in picks}, {pick.seat_id: pick for pick in picks}
    found = []
    for seat in seats:
        waiting, last = drafting.packs_before(seat.number), made.get(seat.pk)
        came = [each.at for each in (passed.get(waiting[0].pk), last) if each] if waiting else []
        since = max(came, default=opened) if waiting else None
        stands = last is not None and passed[last.pack_id] is last
        found.append(_staff_fields(seat, since=since, correctable=stands))
    return found


def _staff_fields(
    seat: Seat, *, since: datetime | None = None, correctable: bool = False, pool: str = ""
) -> JsonObject:
    more = {"extra_percent": seat.extra_percent, "pool": pool, "substitute": seat.substitute_id is not None}
    return {"since": isoformat_or_none(since), "correctable": correctable} | more


def _opened_at(pod: Pod) -> datetime | None:
    opened = LogEntry.objects.filter(stream=pod.stream, action="packs_opened").order_by("number")
    return opened.values_list("at", flat=True).last()
