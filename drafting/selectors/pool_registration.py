"""What is registered of a draft at a table: whom it is shown to, and what it may hold."""

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
    """A seat whose pool is registered, and as what somebody has to do with it."""

    seat: Seat
    role: str


def registration_access(account: Any, pod_id: uuid.UUID, number: int | None = None) -> RegistrationAccess:
    """Return the seat ``number``, counted from 1, of a pod at a table, or the own one, and as what ``account`` comes to it.

    The player and officials who do not play come at any time; the neighbour who is to check it, while it waits for
    that. Raises Http404 for everybody else. At most five queries, and those of the apps above.
    """
    found = registration_access_at_any_time(account, pod_id, number)
    if found.role == NEIGHBOUR and not is_waiting_for_check(found.seat):
        raise Http404
    return found


def may_follow_pool(account: Any, seat_id: str) -> bool:
    """Whether ``account`` may hear that something was registered for a seat: who may see it."""
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
    """Whether the pool of ``seat`` waits to be checked."""
    return Registration.objects.filter(seat=seat, handed_in_at__isnull=False, confirmed_at=None).exists()


def checking_access(account: Any, pod_id: uuid.UUID, number: int) -> RegistrationAccess:
    """Like `registrant`, for who may confirm a pool, or has: its neighbour or an official. Raises Http404."""
    found = registration_access_at_any_time(account, pod_id, number)
    if found.role == PLAYER:
        raise Http404
    return found


def writing_access(account: Any, pod_id: uuid.UUID, number: int) -> RegistrationAccess:
    """Like `registrant`, for who may register a pool: its player or an official. Raises Http404."""
    found = registration_access_at_any_time(account, pod_id, number)
    if found.role == NEIGHBOUR:
        raise Http404
    return found


def correcting_access(account: Any, pod_id: uuid.UUID, number: int) -> RegistrationAccess:
    """Like `registrant`, for officials alone, once all decks are in for those who may do more than look. Raises Http404."""
    found = registration_access_at_any_time(account, pod_id, number)
    if not may_correct(found):
        raise Http404
    return found


def may_correct(seat_access: RegistrationAccess) -> bool:
    """Whether a confirmed pool is corrected by who is ``found``."""
    return (
        seat_access.role in access.DIRECTING_ROLES
        if seat_access.seat.pod.closed_at
        else seat_access.role not in (PLAYER, NEIGHBOUR)
    )


def registration_view(seat_access: RegistrationAccess) -> JsonObject:
    """Return as JSON what is registered for a seat. Raises NotDraftedError before the draft is over. Five queries.

    ``state`` is "open", "handed_in" or "confirmed"; ``least`` and ``most`` cards were drafted; ``checker`` is the
    neighbour who may confirm it. ``faults`` are those of a pool that counts as whole.
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
    """Return how far the registration of each seat is, by its id; nothing before the draft is over. One query."""
    found = Registration.objects.filter(seat__pod=pod) if pod.is_paper_draft else []
    return {registration.seat_id: _state(registration) for registration in found}


def pod_fault_sentences(pod: Pod) -> list[str]:
    """Return in words what all confirmed pools of ``pod`` have that its packs could not hold. Three queries."""
    found = list(Registration.objects.filter(seat__pod=pod, confirmed_at__isnull=False).values_list("cards", flat=True))
    seats = pod.seats.count()
    whole = len(found) == seats and not pod.cube
    return [
        fault_json(fault)["detail"] for fault in pod_faults(found, pod_cards.pod_supply(pod, seats), complete=whole)
    ]


def pool_size_limits(seat: Seat) -> Bounds:
    """Return how many cards ``seat``, with its pod, may have drafted. One query."""
    counted = Seat.objects.filter(pod=seat.pod_id).aggregate(
        all=Count("pk"), gone=Count("pk", filter=~Q(closed_at=None))
    )
    return pool_size_bounds(seat.pod.draft_format, seats=counted["all"], closed=counted["gone"])


def seat_supply(seat: Seat) -> CardSupply:
    """Return what the packs can hold that ``seat`` picked from: all of its pod, but its own where none is passed. One query."""
    opener = seat.number if seat.pod.draft_format.sealed else None
    return pod_cards.pod_supply(seat.pod, seat.pod.seats.count(), opener)


def fault_json(fault: RulesError) -> JsonObject:
    """Return what is wrong as JSON, in the reader's language."""
    detail = gettext(fault.sentence).format(**fault.details)
    return {"code": fault.code, "clause": fault.clause, "detail": detail, "details": fault.details}


def registration_access_at_any_time(account: Any, pod_id: uuid.UUID, number: int | None) -> RegistrationAccess:
    """Like `registrant`, with a neighbour at any time: what is registered is not for them yet, or not any more."""
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
    """Return who checks the pool of ``seat``: the next neighbour on the left who is still there."""
    place = passes_to(seat.number, 1, len(seats))
    while seats[place].closed_at and place != seat.number:
        place = passes_to(place, 1, len(seats))
    return None if place == seat.number else seats[place]


def _state(registration: Registration) -> str:
    if registration.confirmed_at:
        return "confirmed"
    return "handed_in" if registration.handed_in_at else "open"
