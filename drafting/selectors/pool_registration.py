"""Registrations of paper drafts: access, views and limits."""

import uuid
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Count, Q
from django.http import Http404
from django.utils.translation import gettext

from drafting.models import Pod, Registration, Seat
from drafting.rules.decks import NotDraftedError
from drafting.rules.passing import passes_to
from drafting.rules.pool_registration import pod_faults, pool_faults, pool_size_bounds
from drafting.rules.supply import Bounds, CardSupply
from drafting.selectors import access, pod_cards
from drafting.selectors.seat_view import JsonObject, isoformat_or_none, seats_with_names
from gameplay.engine.core.errors import RulesError

PLAYER, NEIGHBOUR = "player", "neighbour"


class RegistrationAccess(NamedTuple):
    """A seat whose pool is registered, and the role of the account."""

    seat: Seat
    role: str


def registration_access(account: Any, pod_id: uuid.UUID, number: int | None = None) -> RegistrationAccess:
    """Return the seat ``number`` (from 1, default: the own seat) of a paper draft, and the role of ``account``.

    The player, and officials who do not play, have access at any time. The neighbour who checks the pool has access
    while it waits for the check. Raises Http404 for other accounts. At most five queries, and those of the host.
    """
    seat_access = registration_access_at_any_time(account, pod_id, number)
    if seat_access.role == NEIGHBOUR and not is_waiting_for_check(seat_access.seat):
        raise Http404
    return seat_access


def may_follow_pool(account: Any, seat_id: str) -> bool:
    """Return whether ``account`` may follow the registration of a seat."""
    try:
        seat = Seat.objects.filter(pk=seat_id).first()
    except (ValidationError, ValueError):
        return False
    if seat is None or not account.is_authenticated:
        return False
    try:
        registration_access(account, seat.pod_id, seat.number + 1)
    except Http404:
        return False
    return True


def is_waiting_for_check(seat: Seat) -> bool:
    """Return whether the pool of ``seat`` is submitted but not confirmed."""
    return Registration.objects.filter(seat=seat, handed_in_at__isnull=False, confirmed_at=None).exists()


def checking_access(account: Any, pod_id: uuid.UUID, number: int) -> RegistrationAccess:
    """Like `registration_access_at_any_time`, for the neighbour or an official, who confirm pools. Raises Http404."""
    seat_access = registration_access_at_any_time(account, pod_id, number)
    if seat_access.role == PLAYER:
        raise Http404
    return seat_access


def writing_access(account: Any, pod_id: uuid.UUID, number: int) -> RegistrationAccess:
    """Like `registration_access_at_any_time`, for those who enter the pool. Raises Http404 for a neighbour."""
    seat_access = registration_access_at_any_time(account, pod_id, number)
    if seat_access.role == NEIGHBOUR:
        raise Http404
    return seat_access


def correcting_access(account: Any, pod_id: uuid.UUID, number: int) -> RegistrationAccess:
    """Like `registration_access_at_any_time`, for officials who may correct the pool. Raises Http404."""
    seat_access = registration_access_at_any_time(account, pod_id, number)
    if not may_correct(seat_access):
        raise Http404
    return seat_access


def may_correct(seat_access: RegistrationAccess) -> bool:
    """Return whether this role may correct a confirmed pool.

    Any official may until all decks are in; after that only the directing roles.
    """
    return (
        seat_access.role in access.DIRECTING_ROLES
        if seat_access.seat.pod.closed_at
        else seat_access.role not in (PLAYER, NEIGHBOUR)
    )


def registration_view(seat_access: RegistrationAccess) -> JsonObject:
    """Return the registration of a seat as JSON. Raises NotDraftedError before the draft is over. Five queries.

    ``state`` is "open", "handed_in" or "confirmed". ``least`` and ``most`` are the limits of the pool size. ``checker``
    is the neighbour who may confirm it. ``faults`` are the errors of the pool once it has ``least`` cards.
    """
    seat, role = seat_access
    registration = Registration.objects.filter(seat=seat).first()
    if registration is None:
        raise NotDraftedError
    least, most = pool_size_limits(seat)
    seats, cards = seats_with_names(seat.pod), registration.cards
    faults = pool_faults(cards, seat_supply(seat), (least, most)) if len(cards) >= least else []
    return {
        "pod": str(seat.pod_id),
        "label": seat.pod.label,
        "game": seat.pod.game,
        "seat": seat.number + 1,
        "name": seats[seat.number].name,
        "role": role,
        "state": _state(registration),
        "version": registration.version,
        "deadline": isoformat_or_none(seat.deck_deadline),
        "least": least,
        "most": most,
        "count": len(cards),
        "last": cards[-1] if cards else None,
        "cards": [{"ref": ref, "copies": copies} for ref, copies in sorted(Counter(cards).items())],
        "checker": getattr(_checker(seat, seats), "name", ""),
        "faults": [fault_json(fault) for fault in faults],
    }


def registration_states(pod: Pod) -> dict[Any, str]:
    """Return the state of each registration by seat id; empty before the draft is over. One query."""
    registrations = Registration.objects.filter(seat__pod=pod) if pod.is_paper_draft else []
    return {registration.seat_id: _state(registration) for registration in registrations}


def pod_fault_sentences(pod: Pod) -> list[str]:
    """Return messages about confirmed pools of ``pod`` that do not match its packs. Three queries."""
    pools = list(Registration.objects.filter(seat__pod=pod, confirmed_at__isnull=False).values_list("cards", flat=True))
    seats = pod.seats.count()
    complete = len(pools) == seats and not pod.cube
    return [
        fault_json(fault)["detail"] for fault in pod_faults(pools, pod_cards.pod_supply(pod, seats), complete=complete)
    ]


def pool_size_limits(seat: Seat) -> Bounds:
    """Return the limits of the pool size of ``seat`` (selected with its pod). One query."""
    counted = Seat.objects.filter(pod=seat.pod_id).aggregate(
        all=Count("pk"), gone=Count("pk", filter=~Q(closed_at=None))
    )
    return pool_size_bounds(seat.pod.draft_format, seats=counted["all"], closed=counted["gone"])


def seat_supply(seat: Seat) -> CardSupply:
    """Return the supply of all packs of the pod, or of the packs of ``seat`` in a sealed event. One query."""
    opener = seat.number if seat.pod.draft_format.sealed else None
    return pod_cards.pod_supply(seat.pod, seat.pod.seats.count(), opener)


def fault_json(fault: RulesError) -> JsonObject:
    """Return an error as JSON, in the active language."""
    detail = gettext(fault.sentence).format(**fault.details)
    return {"code": fault.code, "clause": fault.clause, "detail": detail, "details": fault.details}


def registration_access_at_any_time(account: Any, pod_id: uuid.UUID, number: int | None) -> RegistrationAccess:
    """Like `registration_access`, but a neighbour has access even before and after the check.

    Callers must not show the registration to a neighbour outside of the check.
    """
    seats = Seat.objects.select_related("pod").filter(pod=pod_id, pod__opening=Pod.Opening.TABLE)
    mine = seats.filter(access.acts_at_q(account.pk), pod__published_at__isnull=False).first()
    if mine and number in (None, mine.number + 1):
        return RegistrationAccess(mine, PLAYER)
    seat = seats.filter(number=number - 1).first() if number else None
    if seat is None:
        raise Http404
    if role := access.watching_role(account, seat.pod):
        return RegistrationAccess(seat, role)
    if mine is None or _checker(seat, list(seat.pod.seats.order_by("number"))) != mine:
        raise Http404
    return RegistrationAccess(seat, NEIGHBOUR)


def _checker(seat: Seat, seats: Sequence[Seat]) -> Seat | None:
    """Return the seat that checks the pool of ``seat``: the next open seat to the left, or None."""
    place = passes_to(seat.number, 1, len(seats))
    while seats[place].closed_at and place != seat.number:
        place = passes_to(place, 1, len(seats))
    return None if place == seat.number else seats[place]


def _state(registration: Registration) -> str:
    if registration.confirmed_at:
        return "confirmed"
    return "handed_in" if registration.handed_in_at else "open"
