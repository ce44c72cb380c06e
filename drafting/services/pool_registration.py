"""Pools of paper drafts: register cards, submit the complete pool, and let a neighbour or an official confirm it."""

from collections import Counter
from collections.abc import Callable, Sequence

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from drafting.models import Deck, Registration, Seat
from drafting.rules.decks import NotDraftedError, deck_checksum
from drafting.rules.pool_registration import partial_pool_faults, pool_faults, read_pool_lines
from drafting.rules.timing import check_build_time
from drafting.selectors import access, pod_cards
from drafting.selectors.open_round import is_acting_for
from drafting.selectors.pool_registration import PLAYER, pool_size_limits, seat_supply
from drafting.services.deck import StaleDeckError
from drafting.services.pod import check_pod_not_paused, check_seat_open, wake_pod_bots
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.refusals import raise_errors
from gameplay.models import Account
from gameplay.services.corrections import require_reason


class PoolHandedInError(RulesError):
    """A submitted pool cannot be changed; it can be taken back until it is confirmed."""

    code = "pool_handed_in"
    sentence = _("This pool is submitted. Take it back first to change it.")
    is_state_conflict = True


class PoolConfirmedError(RulesError):
    """The pool is confirmed; only an official can correct it now."""

    code = "pool_confirmed"
    clause = "DRF-3.3"
    sentence = _("This pool is confirmed. Only a judge can correct it now.")


class PoolNotHandedInError(RulesError):
    """The pool is not submitted, so it cannot be checked."""

    code = "pool_not_handed_in"
    sentence = _("This pool is not submitted yet.")
    is_state_conflict = True


@transaction.atomic
def enter_cards(seat: Seat, text: str, *, author: Account, role: str) -> list[str]:
    """Add the cards that ``text`` names, one per line, and return their refs. All are added, or none.

    Raises all errors together, or what `_lock_open_pool` raises.
    """
    packed_names, all_names = pod_cards.pod_card_names(seat.pod)
    refs, faults = read_pool_lines(text, packed_names, all_names)
    raise_errors(faults)
    _change(seat, lambda cards: cards + refs, author=author, role=role)
    return refs


@transaction.atomic
def remove_last_copy(seat: Seat, ref: str, *, author: Account, role: str) -> None:
    """Remove the last entered copy of ``ref``, if there is one. Raises what `_lock_open_pool` raises."""

    def without(cards: list[str]) -> list[str]:
        place = len(cards) - 1 - cards[::-1].index(ref) if ref in cards else None
        return [card for each, card in enumerate(cards) if each != place]

    _change(seat, without, author=author, role=role)


@transaction.atomic
def save_pool(seat: Seat, cards: Sequence[str], *, author: Account, role: str, version: int | None = None) -> None:
    """Save ``cards``, one ref for each copy, as the registered cards; ``version`` is the one that they are based on.

    Raises all their errors together, StaleDeckError or what `_lock_open_pool` raises.
    """
    _change(seat, lambda _before: list(cards), author=author, role=role, version=version)


@transaction.atomic
def submit_pool(seat: Seat, *, author: Account, role: str) -> None:
    """Submit the complete pool. If an official submits it, it is also confirmed.

    Raises all errors of the pool, what `_lock_open_pool` raises or, for an official, what `confirm_pool` raises.
    """
    seat, registration = _lock_open_pool(seat, author=author, role=role)
    raise_errors(pool_faults(registration.cards, seat_supply(seat), pool_size_limits(seat)))
    Registration.objects.filter(pk=registration.pk).update(handed_in_at=timezone.now())
    after = {"seat": seat.number + 1, "cards": len(registration.cards), "checksum": deck_checksum(registration.cards)}
    append_entry(seat.pod.stream, "pool_registered", author=author, role=role, after=after)
    if role != PLAYER:
        confirm_pool(seat, author=author, role=role)


@transaction.atomic
def unsubmit_pool(seat: Seat, *, author: Account, role: str, reason: str = "") -> None:
    """Take a submitted pool back, until it is confirmed; officials give a reason. Repeated calls change nothing.

    Raises PoolConfirmedError, NoReasonError or what `_lock_pool_of_writer` raises.
    """
    seat, registration = _lock_pool_of_writer(seat, author=author, role=role)
    if registration.confirmed_at:
        raise PoolConfirmedError
    if registration.handed_in_at is None:
        return
    if role != PLAYER:
        require_reason(reason)
    Registration.objects.filter(pk=registration.pk).update(handed_in_at=None)
    after = {"seat": seat.number + 1}
    append_entry(seat.pod.stream, "pool_taken_back", author=author, role=role, after=after, reason=reason)


@transaction.atomic
def confirm_pool(seat: Seat, *, author: Account, role: str) -> None:
    """Confirm that the physical cards match the registered pool. Repeated calls change nothing.

    The player can build the deck now. Raises NotDraftedError, PoolNotHandedInError, SeatClosedError, PodPausedError or
    BuildTimeOverError.
    """
    (seat, registration), now = _lock_registration(seat), timezone.now()
    if registration.handed_in_at is None:
        raise PoolNotHandedInError
    if registration.confirmed_at:
        return
    check_pod_not_paused(seat.pod)
    check_build_time(seat.deck_deadline, now)
    Registration.objects.filter(pk=registration.pk).update(confirmed_at=now)
    Deck.objects.create(seat=seat)
    append_entry(seat.pod.stream, "pool_confirmed", author=author, role=role, after={"seat": seat.number + 1}, at=now)
    wake_pod_bots(seat.pod)


@transaction.atomic
def correct_pool(seat: Seat, cards: Sequence[str], *, author: Account, role: str, reason: str) -> None:
    """Replace a confirmed pool by ``cards``.

    Until all decks are in, cards that are no longer in the pool are removed from the deck, which must be submitted
    again. After that the deck stays, and a judge decides (DRF-OP-9). The log entry has the changes, but its sentence
    names no cards. Raises NoReasonError, PoolNotHandedInError or all errors of the cards.
    """
    require_reason(reason)
    seat, registration = _lock_registration(seat)
    if not registration.confirmed_at:
        raise PoolNotHandedInError
    raise_errors(pool_faults(cards, seat_supply(seat), pool_size_limits(seat)))
    removed, added = _write(registration, cards)
    if not seat.pod.closed_at:
        _remove_missing_cards(Deck.objects.get(seat=seat), Counter(cards))
    after = {"seat": seat.number + 1, "cards": added}
    append_entry(
        seat.pod.stream, "pool_corrected", author=author, role=role, before=removed, after=after, reason=reason
    )


def _remove_missing_cards(deck: Deck, pool: Counter[str]) -> None:
    """Remove cards that are not in ``pool`` from ``deck``; a changed deck is no longer submitted."""
    left = sorted((Counter(deck.cards) & pool).elements())
    if left != sorted(deck.cards):
        Deck.objects.filter(pk=deck.pk).update(
            cards=left, before=None, version=deck.version + 1, submitted_at=None, completed_by_clock=False
        )


def _change(
    seat: Seat,
    change: Callable[[list[str]], list[str]],
    *,
    author: Account,
    role: str,
    version: int | None = None,
) -> None:
    """Save the cards that ``change`` returns; a change without effect is not written."""
    seat, registration = _lock_open_pool(seat, author=author, role=role)
    if version is not None and version != registration.version:
        raise StaleDeckError(version=registration.version)
    cards = change(registration.cards)
    if cards == registration.cards:
        return
    raise_errors(partial_pool_faults(cards, seat_supply(seat), pool_size_limits(seat)))
    removed, added = _write(registration, cards)
    after = {"count": len(cards), "cards": added}
    append_entry(seat.registration_stream, "pool_changed", author=author, role=role, before=removed, after=after)


def _write(registration: Registration, cards: Sequence[str]) -> tuple[list[str], list[str]]:
    """Save ``cards`` as the registered pool, and return the removed and the added refs."""
    old, new = Counter(registration.cards), Counter(cards)
    Registration.objects.filter(pk=registration.pk).update(cards=list(cards), version=registration.version + 1)
    return sorted((old - new).elements()), sorted((new - old).elements())


def _lock_open_pool(seat: Seat, *, author: Account, role: str) -> tuple[Seat, Registration]:
    """Like `_lock_pool_of_writer`, for a changeable pool. Also raises PoolHandedInError, PoolConfirmedError."""
    seat, registration = _lock_pool_of_writer(seat, author=author, role=role)
    if registration.confirmed_at:
        raise PoolConfirmedError
    if registration.handed_in_at:
        raise PoolHandedInError
    return seat, registration


def _lock_pool_of_writer(seat: Seat, *, author: Account, role: str) -> tuple[Seat, Registration]:
    """Like `_lock_registration`, for an ``author`` who changes it.

    Also raises PodPausedError, SubstitutedError for a player with a substitute, or Http404 if the player does not act
    for the seat any more.
    """
    seat, registration = _lock_registration(seat)
    check_pod_not_paused(seat.pod)
    if role == PLAYER and not is_acting_for(seat, author):
        raise Http404
    return seat, registration


def _lock_registration(seat: Seat) -> tuple[Seat, Registration]:
    """Return the current ``seat``, locked, and its registration. Raises NotDraftedError or SeatClosedError."""
    seat = access.lock_seat(seat)
    check_seat_open(seat)
    registration = Registration.objects.filter(seat=seat).first()
    if registration is None:
        raise NotDraftedError
    return seat, registration
