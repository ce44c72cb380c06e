"""Pools of a draft at a table: registered card by card, handed in when they are whole, checked by somebody else."""

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
    """A pool that was handed in is not changed; it can be taken back until somebody has checked it."""

    code = "pool_handed_in"
    sentence = _("This pool is handed in. Take it back first to change it.")
    is_state_conflict = True


class PoolConfirmedError(RulesError):
    """The pool was checked: only an official corrects it now."""

    code = "pool_confirmed"
    clause = "DRF-3.3"
    sentence = _("This pool is confirmed. Only a judge can correct it now.")


class PoolNotHandedInError(RulesError):
    """There is nothing to check yet."""

    code = "pool_not_handed_in"
    sentence = _("This pool is not handed in yet.")
    is_state_conflict = True


@transaction.atomic
def enter_cards(seat: Seat, text: str, *, author: Account, role: str) -> list[str]:
    """Add the cards that ``text`` names, a card a line, and return their refs: all of them or none.

    Raises everything that is wrong with it at once, or what `_open` raises.
    """
    names, others = pod_cards.pod_card_names(seat.pod)
    refs, faults = read_pool_lines(text, names, others)
    raise_errors(faults)
    _change(seat, lambda cards: cards + refs, author=author, role=role)
    return refs


@transaction.atomic
def remove_last_copy(seat: Seat, ref: str, *, author: Account, role: str) -> None:
    """Take out the copy of ``ref`` that was entered last, if there is one. Raises what `_open` raises."""

    def without(cards: list[str]) -> list[str]:
        place = len(cards) - 1 - cards[::-1].index(ref) if ref in cards else None
        return [card for each, card in enumerate(cards) if each != place]

    _change(seat, without, author=author, role=role)


@transaction.atomic
def save_pool(seat: Seat, cards: Sequence[str], *, author: Account, role: str, version: int | None = None) -> None:
    """Keep ``cards``, one ref a copy, as what is registered so far; ``version`` is the one it was made from.

    Raises everything that is wrong with them, StaleDeckError or what `_open` raises.
    """
    _change(seat, lambda _before: list(cards), author=author, role=role, version=version)


@transaction.atomic
def submit_pool(seat: Seat, *, author: Account, role: str) -> None:
    """Say that the pool is whole; an official who does has checked it too.

    Raises everything that is wrong with it, what `_open` or, for an official, `confirm` raises.
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
    """Go on registering, until somebody has checked it; who does so for a player says why. Again, it changes nothing.

    Raises ConfirmedError, NoReasonError or what `_written` raises.
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
    """Say that the cards on the table are those registered: the deck can be built. Again, it changes nothing.

    Raises NotDraftedError, NotHandedInError, SeatClosedError, PodPausedError, or BuildTimeOverError, for nobody could
    build any more.
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
    """Exchange a confirmed pool for ``cards``. A deck that it no longer holds is to be built anew, until all decks are in;
    from then on it stays as it is, for a judge to see (DRF-OP-9).

    The log keeps what came and went; its sentence names no card. Raises NoReasonError, NotHandedInError or everything
    that is wrong with the cards.
    """
    require_reason(reason)
    seat, registration = _lock_registration(seat)
    if not registration.confirmed_at:
        raise PoolNotHandedInError
    raise_errors(pool_faults(cards, seat_supply(seat), pool_size_limits(seat)))
    struck, entered = _write(registration, cards)
    if not seat.pod.closed_at:
        _remove_missing_cards(Deck.objects.get(seat=seat), Counter(cards))
    told = {"seat": seat.number + 1, "cards": entered}
    append_entry(seat.pod.stream, "pool_corrected", author=author, role=role, before=struck, after=told, reason=reason)


def _remove_missing_cards(deck: Deck, pool: Counter[str]) -> None:
    """Take out of ``deck``, and so back from the judge, what the pool does not hold."""
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
    """Keep what ``change`` makes of what is registered; what changes nothing is not written."""
    seat, registration = _lock_open_pool(seat, author=author, role=role)
    if version is not None and version != registration.version:
        raise StaleDeckError(version=registration.version)
    cards = change(registration.cards)
    if cards == registration.cards:
        return
    raise_errors(partial_pool_faults(cards, seat_supply(seat), pool_size_limits(seat)))
    struck, entered = _write(registration, cards)
    after = {"count": len(cards), "cards": entered}
    append_entry(seat.registration_stream, "pool_changed", author=author, role=role, before=struck, after=after)


def _write(registration: Registration, cards: Sequence[str]) -> tuple[list[str], list[str]]:
    """Keep ``cards`` as what is registered, and return which that takes out and which it brings."""
    old, new = Counter(registration.cards), Counter(cards)
    Registration.objects.filter(pk=registration.pk).update(cards=list(cards), version=registration.version + 1)
    return sorted((old - new).elements()), sorted((new - old).elements())


def _lock_open_pool(seat: Seat, *, author: Account, role: str) -> tuple[Seat, Registration]:
    """Return what a change needs. Raises HandedInError, ConfirmedError or what `_written` raises."""
    seat, registration = _lock_pool_of_writer(seat, author=author, role=role)
    if registration.confirmed_at:
        raise PoolConfirmedError
    if registration.handed_in_at:
        raise PoolHandedInError
    return seat, registration


def _lock_pool_of_writer(seat: Seat, *, author: Account, role: str) -> tuple[Seat, Registration]:
    """Like `_held`, for who writes it. Raises PodPausedError, too, or SubstitutedError for a player while somebody else acts."""
    seat, registration = _lock_registration(seat)
    check_pod_not_paused(seat.pod)
    if role == PLAYER and not is_acting_for(seat, author):
        raise Http404
    return seat, registration


def _lock_registration(seat: Seat) -> tuple[Seat, Registration]:
    """Return ``seat`` and its registration as they are now. Raises NotDraftedError or SeatClosedError."""
    seat = access.lock_seat(seat)
    check_seat_open(seat)
    registration = Registration.objects.filter(seat=seat).first()
    if registration is None:
        raise NotDraftedError
    return seat, registration
