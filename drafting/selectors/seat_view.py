"""The view of a pod from one seat. Pages and the API show only what is in it.

It is built field by field, not by removing fields. Until the draft is over, its only cards are those of the pack in
hand: neither the picks of the seat (DRF-2.14) nor other packs (DRF-2.15).
"""

from collections.abc import Container, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from drafting import ports
from drafting.models import Deck, Pack, Pod, Seat
from drafting.rules import passing
from drafting.rules.passing import LEFT
from drafting.selectors.open_round import OpenRound, open_round

JsonObject = dict[str, Any]
SUBSTITUTE = "substitute"
"""The value of ``acting`` while a substitute acts for the player."""


def seat_view(seat: Seat) -> JsonObject:
    """Return as JSON the current view from ``seat`` (selected with its pod).

    Two queries, three with a clock or once the draft is over, and those of the host. The fields:

    - ``state``: "between" (before the signal for the next packs), "picking", "waiting" (for a neighbour), "table" (a
      paper draft), "building", "done" (the deck is in) or "closed" (the player left)
    - ``seats``: clockwise from the own seat, each with the number of packs in front of it
    - ``pack``: the pack in hand, its ``cards`` in the order of this seat; None while the seat is paused
    - ``pick`` and ``picks``: the number of the current or next pick, and of the last pick from that pack
    - ``by_clock``: whether the clock made the last pick
    - ``paused``: whether the seat or the whole draft is paused

    Seats and pack rounds count from 1.
    """
    drafting, seats, submitted = open_round(seat.pod), seats_with_names(seat.pod), submitted_seat_ids(seat.pod)
    waiting = drafting.packs_before(seat.number)
    holding = bool(waiting) and seat.closed_at is None and not seat.is_away and not seat.is_paused
    return {
        **pod_summary(seat.pod),
        "seat": seat.number + 1,
        "state": _state(seat, drafting, submitted),
        "acting": SUBSTITUTE if seat.is_away else seat.bot,
        "paused": seat.is_paused,
        **_neighbours(seat, seats),
        "seats": seats_json(drafting, seats, submitted, first=seat.number),
        **pick_progress(seat, drafting, waiting),
        "by_clock": _last_by_clock(seat),
        "pack": pack_in_hand(seat, waiting[0]) if holding else None,
        "deck_deadline": isoformat_or_none(seat.deck_deadline),
    }


def pod_summary(pod: Pod) -> JsonObject:
    """Return what everyone at ``pod`` may know; ``direction`` is that of the open packs, or of the first ones."""
    terms = pod.draft_format
    return {
        "pod": str(pod.pk),
        "label": pod.label,
        "game": pod.game,
        "packs": terms.packs,
        "pack_size": terms.pack_size,
        "deck_size": terms.deck_size,
        "pack_round": pod.pack_round,
        "direction": _direction(max(pod.pack_round, 1)),
        "next_direction": _direction(pod.pack_round + 1) if pod.pack_round < terms.packs else None,
        "opening": pod.opening,
        "at_table": pod.is_paper_draft,
        "pick_clock": pod.pick_clock,
        "paused": pod.paused_at is not None,
        "drafted_at": isoformat_or_none(pod.drafted_at),
        "closed_at": isoformat_or_none(pod.closed_at),
    }


def passing_directions(pod: Pod) -> list[tuple[str, list[int]]]:
    """Return the pack rounds of ``pod`` that are passed "left" and "right"; empty if packs are not passed."""
    if pod.draft_format.sealed:
        return []
    directions = [("left", passing.LEFT), ("right", passing.RIGHT)]
    return [
        (name, packs)
        for name, direction in directions
        if (packs := passing.rounds_passed_in_direction(direction, pod.draft_format.packs))
    ]


def seats_json(
    drafting: OpenRound, seats: Sequence[Seat], submitted: Container[Any], *, first: int = 0
) -> list[JsonObject]:
    """Return the public fields of ``seats``, clockwise from number ``first``, without cards."""
    return [
        {
            "seat": seat.number + 1,
            "name": seat.name,
            "queue": len(drafting.packs_before(seat.number)),
            "bot": bool(seat.bot),
            "paused": seat.paused_at is not None,
            "closed": seat.closed_at is not None,
            "submitted": seat.pk in submitted,
        }
        for seat in (*seats[first:], *seats[:first])
    ]


def seats_with_names(pod: Pod) -> list[Seat]:
    """Return the seats of ``pod`` with their players and names. One query, and those of the host."""
    seats = list(Seat.objects.filter(pod=pod).select_related("player").order_by("number"))
    names = ports.pod_host().player_names(pod)
    for seat in seats:
        seat.pod, seat.name = pod, names.get(seat.player_id, seat.player.handle)
    return seats


def submitted_seat_ids(pod: Pod) -> set[Any]:
    """Return the ids of the seats whose deck is in. One query, or none before deck building."""
    if pod.drafted_at is None:
        return set()
    return set(Deck.objects.filter(seat__pod=pod, submitted_at__isnull=False).values_list("seat_id", flat=True))


def sign_in_url(pod_id: Any, token: str) -> str:
    """Return the URL that signs in with ``token`` and redirects to the pod."""
    return f"{reverse('sign_in_by_link', args=[token])}?{urlencode({'next': reverse('draft', args=[pod_id])})}"


def isoformat_or_none(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _state(seat: Seat, drafting: OpenRound, submitted: Container[Any]) -> str:
    if seat.closed_at:
        return "closed"
    if seat.pod.drafted_at:
        return "done" if seat.pk in submitted or seat.pod.closed_at else "building"
    if seat.pod.is_paper_draft:
        return "table"
    if drafting.packs_before(seat.number):
        return "picking"
    return "between" if drafting.is_drafted else "waiting"


def _neighbours(seat: Seat, seats: Sequence[Seat]) -> JsonObject:
    """Return the names of the neighbours to whom and from whom packs are passed (DRF-2.7, DRF-2.8)."""
    pack_round = max(seat.pod.pack_round, 1)
    receiver = passing.passes_to(seat.number, pack_round, len(seats))
    giver = passing.receives_from(seat.number, pack_round, len(seats))
    return {"to": seats[receiver].name, "from": seats[giver].name}


def pick_progress(seat: Seat, drafting: OpenRound, waiting: Sequence[Pack]) -> JsonObject:
    """Return the number of the current or next ``pick`` of ``seat``, and the last pick number ``picks`` of that pack.

    ``waiting`` are the packs in front of the seat. Both are None if no pack will come. A pack that skips closed seats
    can have more pick numbers than cards.
    """
    seats = len(drafting.packs)
    distances = [
        (pack, passing.hops_to(seat.number, pack.opener, pack.hops, pack_round=pack.pack_round, seats=seats))
        for pack in waiting[:1] or drafting.packs
    ]
    coming = [
        (pack.hops + distance + 1, pack.hops + len(pack.contents))
        for pack, distance in distances
        if len(pack.contents) > distance
    ]
    pick, picks = min(coming, default=(None, None))
    return {"pick": pick, "picks": picks}


def _last_by_clock(seat: Seat) -> bool:
    """Return whether the clock made the last pick of ``seat``; False after the draft."""
    if seat.pod.pick_clock == "off" or seat.pod.drafted_at:
        return False
    return seat.picks.order_by("-pack_round", "-number").values_list("by", flat=True).first() in passing.PICKED_BY_CLOCK


def pack_in_hand(seat: Seat, pack: Pack) -> JsonObject:
    """Return the pack in hand; ``complete`` says whether it has the right number of cards (DRF-2.3)."""
    refs = dict(pack.contents)
    order = passing.display_order(
        list(refs), seed=bytes(seat.pod.seed), label=pack.stream_label(seat.pod), hops=pack.hops
    )
    return {
        "id": str(pack.pk),
        "pack_round": pack.pack_round,
        "number": pack.hops + 1,
        "cards": [{"token": token, "ref": refs[token]} for token in order],
        "complete": len(order) == seat.pod.draft_format.pack_size if pack.hops == 0 else None,
        "selected": seat.selected if seat.selected in refs else "",
        "due_at": isoformat_or_none(pack.due_at),
    }


def _direction(pack_round: int) -> str:
    return "left" if passing.direction(pack_round) == LEFT else "right"
