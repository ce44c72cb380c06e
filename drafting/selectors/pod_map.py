"""The view of a pod for its officials. It shows packs and times, but no cards."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils.translation import ngettext

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
    """Return the view of ``pod`` for its officials as JSON. Four queries, and those of the host.

    ``state`` is "between" (before the signal for the next packs), "table" (a paper draft), "drafting", "building" or
    "done". ``left`` is the number of cards left in the open packs. Each seat has:

    - ``since``: when it received its current pack, or made its last pick, whichever is later
    - ``correctable``: whether its last pick can still be corrected
    - ``extra_percent``: its extra time, which only staff see
    - ``pool``: the state of its registration, in a paper draft
    - ``substitute``: whether a substitute acts for the player
    - ``away``: whether the acting account has no page of the pod open
    """
    drafting, seats = open_round(pod), seats_with_names(pod)
    public_fields = seats_json(drafting, seats, submitted_seat_ids(pod))
    disconnected, staff_fields = disconnected_seats(seats), _for_staff(drafting, seats)
    view = {
        **pod_summary(pod),
        "seats": [
            {**public, **staff, "away": seat.pk in disconnected}
            for seat, public, staff in zip(seats, public_fields, staff_fields, strict=True)
        ],
        "left": sum(len(pack.contents) for pack in drafting.packs),
        "deck_deadline": isoformat_or_none(pod.deck_deadline),
    }
    if pod.drafted_at is None:
        return view | {"state": "table" if pod.is_paper_draft else "between" if drafting.is_drafted else "drafting"}
    return view | {"state": "done" if pod.closed_at else "building"}


def disconnected_seats(seats: Sequence[Seat]) -> set[UUID]:
    """Return the keys of the ``seats`` (selected with their pods) whose acting account has no page of the pod open.

    Automatic seats, paper drafts and closed pods are left out.
    """
    followers = {
        seat.pk: (seat.pod.stream, seat.acting_id)
        for seat in seats
        if seat.pod.published_at and not (seat.is_automatic or seat.pod.is_paper_draft or seat.pod.closed_at)
    }
    present = present_followers(list(followers.values()))
    return {key for key, follower in followers.items() if follower not in present}


def _for_staff(drafting: OpenRound, seats: Sequence[Seat]) -> list[JsonObject]:
    """Return the staff fields of each of ``seats``. Two queries during the draft, one after a paper draft."""
    if drafting.pod.drafted_at:
        registered = registration_states(drafting.pod)
        return [_staff_fields(seat, pool=registered.get(seat.pk, "")) for seat in seats]
    opened = _opened_at(drafting.pod)
    picks = list(Pick.objects.filter(pack__in=drafting.packs).order_by("at", "pk"))
    last_of_pack, last_of_seat = {pick.pack_id: pick for pick in picks}, {pick.seat_id: pick for pick in picks}
    fields = []
    for seat in seats:
        waiting, last = drafting.packs_before(seat.number), last_of_seat.get(seat.pk)
        times = [each.at for each in (last_of_pack.get(waiting[0].pk), last) if each] if waiting else []
        since = max(times, default=opened) if waiting else None
        correctable = last is not None and last_of_pack[last.pack_id] is last
        fields.append(_staff_fields(seat, since=since, correctable=correctable))
    return fields


def _staff_fields(
    seat: Seat, *, since: datetime | None = None, correctable: bool = False, pool: str = ""
) -> JsonObject:
    fields = {"extra_percent": seat.extra_percent, "pool": pool, "substitute": seat.substitute_id is not None}
    return {"since": isoformat_or_none(since), "correctable": correctable} | fields


def _opened_at(pod: Pod) -> datetime | None:
    opened = LogEntry.objects.filter(stream=pod.stream, action="packs_opened").order_by("number")
    return opened.values_list("at", flat=True).last()


def pack_count_texts(seats: int) -> list[str]:
    """Return the texts for 0 packs and more at a seat, for a pod with this number of ``seats``."""
    return [ngettext("%(packs)s pack", "%(packs)s packs", n) % {"packs": n} for n in range(seats + 1)]
