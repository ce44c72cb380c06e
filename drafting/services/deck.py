"""Change, submit and take back decks; the clock submits late ones.

If the host of the pod allows it, a submitted deck can be changed after all decks are in: the player prepares a list
with the same functions, and the deck stays as it is until that list is submitted.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from cards.selectors import get_printed_card as printed_card
from drafting import ports
from drafting.models import Deck, Pod, ReplacedDeck, Seat
from drafting.rules.deck_suggestion import filled_deck
from drafting.rules.decks import (
    DecksInError,
    NotDraftedError,
    NotInPoolError,
    complete_at_random,
    deck_checksum,
    deck_faults,
)
from drafting.rules.timing import check_build_time, is_over
from drafting.selectors import access, pod_cards
from drafting.selectors.open_round import is_acting_for
from drafting.selectors.pools import drafted_refs
from drafting.services.pod import check_pod_not_paused, check_seat_open
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _
from gameplay.games import RULESETS
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.refusals import raise_errors
from gameplay.models import Account
from gameplay.services.corrections import require_reason


class DeckSubmittedError(RulesError):
    """A submitted deck cannot be changed; it can be taken back until all decks are in."""

    code = "deck_submitted"
    clause = "DRF-3.1"
    sentence = _("Your deck is submitted. Take it back first to change it.")
    is_state_conflict = True


class StaleDeckError(RulesError):
    """The deck or the registered pool was changed in the meantime, for example in another tab.

    ``details`` has its current version.
    """

    code = "stale_deck"
    sentence = _("This list was changed elsewhere, for example in another tab. This is its current version.")
    is_state_conflict = True


class NothingToUndoError(RulesError):
    """There is no change to undo."""

    code = "nothing_to_undo"
    sentence = _("There is nothing to undo.")
    is_state_conflict = True


@transaction.atomic
def save_deck(seat: Seat, cards: Sequence[str], *, author: Account, version: int | None = None) -> Deck:
    """Save ``cards``, one ref for each copy, as the deck, of any size; ``version`` is the one that they are based on.

    Raises NotInPoolError for each wrong card, StaleDeckError or what `_lock_open_deck` raises.
    """
    return _save(seat, lambda deck: cards, author=author, version=version)


@transaction.atomic
def add_card(seat: Seat, ref: str, *, author: Account) -> Deck:
    """Add one copy of ``ref`` to the deck. Raises what `save_deck` raises."""
    return _save(seat, lambda deck: [*deck.edited_cards, ref], author=author)


@transaction.atomic
def remove_card(seat: Seat, ref: str, *, author: Account) -> Deck:
    """Remove one copy of ``ref`` from the deck, if there is one. Raises what `save_deck` raises."""
    return _save(seat, lambda deck: (Counter(deck.edited_cards) - Counter([ref])).elements(), author=author)


@transaction.atomic
def fill_deck(seat: Seat, *, author: Account, version: int | None = None) -> Deck:
    """Let the drafting bot add the missing cards to the deck; cards in the deck stay.

    Raises DeckFullError, PoolTooSmallError or what `save_deck` raises.
    """
    return _save(seat, lambda deck: _with_bot_cards(seat, deck.edited_cards), author=author, version=version)


@transaction.atomic
def undo_deck(seat: Seat, *, author: Account, version: int | None = None) -> Deck:
    """Undo the last change of the deck. A second undo restores that change.

    Raises NothingToUndoError or what `save_deck` raises.
    """
    return _save(seat, _cards_before, author=author, version=version)


@transaction.atomic
def discard_change(seat: Seat, *, author: Account) -> Deck:
    """Discard the list that was to replace a deck that is in. Raises what `save_deck` raises."""
    return _save(seat, lambda deck: deck.cards, author=author)


@transaction.atomic
def submit_deck(seat: Seat, *, author: Account) -> Deck:
    """Submit the saved deck. Raises all its errors together, or what `_lock_open_deck` raises.

    After all decks are in, the list that the player has prepared replaces the deck.
    """
    seat, deck, now = _lock_open_deck(seat, author)
    raise_errors(_faults(seat, deck.edited_cards))
    if seat.pod.closed_at:
        _replace(seat, deck, author=author, now=now)
        return deck
    _submit(seat, deck, author=author, role="player", now=now)
    return deck


@transaction.atomic
def unsubmit_deck(seat: Seat, *, author: Account) -> Deck:
    """Take a submitted deck back, until all decks are in or the time is over. Raises what `_lock_deck` raises."""
    seat, deck, now = _lock_deck(seat, author)
    if seat.pod.closed_at:
        raise DecksInError
    submitted = Deck.objects.filter(pk=deck.pk, submitted_at__isnull=False)
    if submitted.update(submitted_at=None, completed_by_clock=False):
        append_entry(
            seat.pod.stream, "deck_taken_back", author=author, role="player", after={"seat": seat.number + 1}, at=now
        )
    deck.submitted_at, deck.completed_by_clock = None, False
    return deck


@transaction.atomic
def extend_deadline(pod: Pod, minutes: int, *, author: Account, role: str, reason: str) -> Pod:
    """Extend deck building of the pod by ``minutes``. Raises NoReasonError, NotDraftedError or DecksInError."""
    require_reason(reason)
    pod = access.lock_pod(pod)
    if pod.deck_deadline is None:
        raise NotDraftedError
    if pod.closed_at:
        raise DecksInError
    pod.deck_deadline += timedelta(minutes=minutes)
    Pod.objects.filter(pk=pod.pk).update(deck_deadline=pod.deck_deadline)
    append_entry(pod.stream, "building_extended", author=author, role=role, after={"minutes": minutes}, reason=reason)
    return pod


@transaction.atomic
def build_by_bot(seat: Seat) -> bool:
    """Build and submit a deck for a seat with a bot; return False if there is nothing to do."""
    seat = access.lock_seat(seat)
    deck = Deck.objects.filter(seat=seat, submitted_at=None).first()
    if deck is None or not seat.bot or seat.pod.paused_at or seat.pod.closed_at:
        return False
    deck.cards = _bot_deck(seat)
    _submit(seat, deck, author=None, role="bot", now=timezone.now())
    return True


@transaction.atomic
def submit_by_clock(seat: Seat, *, now: datetime) -> bool:
    """Submit the saved deck of a player whose time is over; return False if it is not over, or paused.

    A deck that is not legal is completed at random and marked for the judge (DRF-OP-5).
    """
    seat = access.lock_seat(seat)
    deck = Deck.objects.filter(seat=seat, submitted_at=None).first()
    if deck is None or seat.pod.paused_at or not is_over(seat.deck_deadline, now):
        return False
    if _faults(seat, deck.cards):
        stream = RandomStream(bytes(seat.pod.seed), f"{seat.pod.chance}/deck/{seat.number}")
        deck.cards = complete_at_random(deck.cards, drafted_refs(seat), seat.pod.draft_format.deck_size, stream)
        deck.completed_by_clock = True
    _submit(seat, deck, author=None, role="clock", now=now)
    return True


def close_if_all_submitted(pod: Pod, *, now: datetime) -> None:
    """Close the pod if every open seat has submitted a deck, and notify the host.

    Call it in a transaction that has locked the pod.
    """
    missing = Seat.objects.filter(pod=pod, closed_at=None).exclude(deck__submitted_at__isnull=False)
    if pod.drafted_at is None or missing.exists():
        return
    if Pod.objects.filter(pk=pod.pk, closed_at=None).update(closed_at=now):
        pod.closed_at = now
        append_entry(pod.stream, "decks_in", author=None, role="site", after={"pod": pod.label}, at=now)
        ports.pod_host().on_decks_submitted(pod)


def _save(seat: Seat, change: Callable[[Deck], Iterable[str]], *, author: Account, version: int | None = None) -> Deck:
    """Save the cards that ``change`` returns; a change without effect is not written."""
    seat, deck, now = _lock_open_deck(seat, author)
    if version is not None and version != deck.version:
        raise StaleDeckError(version=deck.version)
    cards, saved = sorted(change(deck)), deck.edited_cards
    if cards == saved:
        return deck
    raise_errors(fault for fault in _faults(seat, cards) if isinstance(fault, NotInPoolError))
    deck.before = saved
    if seat.pod.closed_at:
        deck.change = cards if cards != deck.cards else None
    else:
        deck.cards = cards
    deck.version += 1
    deck.saved_at = now
    deck.save(update_fields=["cards", "change", "before", "version", "saved_at"])
    after = {"version": deck.version, "cards": len(cards)}
    append_entry(seat.deck_stream, "deck_saved", author=author, role="player", after=after, at=now)
    return deck


def _with_bot_cards(seat: Seat, current_deck: Sequence[str]) -> list[str]:
    pod = seat.pod
    cards = [printed_card(pod.game, ref) for ref in drafted_refs(seat)]
    return filled_deck(cards, current_deck, pod.draft_format.deck_size, RULESETS[pod.game].draft_bot)


def _cards_before(deck: Deck) -> list[str]:
    if deck.before is None or (deck.seat.pod.closed_at and deck.change is None):
        raise NothingToUndoError
    return list(deck.before)


def _lock_open_deck(seat: Seat, author: Account) -> tuple[Seat, Deck, datetime]:
    """Like `_lock_deck`, for a deck that can be changed. Also raises DeckSubmittedError."""
    seat, deck, now = _lock_deck(seat, author)
    if deck.submitted_at and not seat.pod.closed_at:
        raise DeckSubmittedError
    return seat, deck, now


def _lock_deck(seat: Seat, author: Account) -> tuple[Seat, Deck, datetime]:
    """Return the current ``seat``, locked, its deck, and the time. ``author`` must act for the seat.

    After all decks are in, the host of the pod decides whether decks can be changed. Raises SeatClosedError,
    SubstitutedError, NotDraftedError, PodPausedError, BuildTimeOverError, or what `PodHost.check_deck_change` raises,
    and Http404 if ``author`` does not act for the seat any more.
    """
    seat, now = access.lock_seat(seat), timezone.now()
    check_seat_open(seat)
    if not is_acting_for(seat, author):
        raise Http404
    # Locked, because a game that begins locks the decks that it is played with.
    deck = Deck.objects.select_for_update(no_key=True).filter(seat=seat).first()
    if deck is None:
        raise NotDraftedError
    deck.seat = seat
    if seat.pod.closed_at:
        ports.pod_host().check_deck_change(seat)
        return seat, deck, now
    check_pod_not_paused(seat.pod)
    check_build_time(seat.deck_deadline, now)
    return seat, deck, now


def _faults(seat: Seat, cards: Sequence[str]) -> list[RulesError]:
    return deck_faults(cards, drafted_refs(seat), seat.pod.draft_format.deck_size, pod_cards.legal_refs(seat.pod))


def _submit(seat: Seat, deck: Deck, *, author: Account | None, role: str, now: datetime) -> None:
    deck.submitted_at = deck.saved_at = now
    deck.version += 1
    deck.save(update_fields=["cards", "version", "saved_at", "submitted_at", "completed_by_clock"])
    after = {"seat": seat.number + 1, "checksum": deck_checksum(deck.cards), "completed": deck.completed_by_clock}
    action = "deck_by_clock" if role == "clock" else "deck_submitted"
    append_entry(seat.pod.stream, action, author=author, role=role, after=after, at=now)
    close_if_all_submitted(seat.pod, now=now)


def _replace(seat: Seat, deck: Deck, *, author: Account, now: datetime) -> None:
    """Play with the prepared list from now on, and keep the list that it replaces for judges."""
    if deck.change is None:
        return
    ReplacedDeck.objects.create(deck=deck, cards=deck.cards, replaced_at=now)
    deck.cards, deck.change, deck.before = deck.change, None, None
    deck.changed_at = deck.saved_at = now
    deck.completed_by_clock = False
    deck.version += 1
    deck.save()
    after = {"seat": seat.number + 1, "checksum": deck_checksum(deck.cards)}
    append_entry(seat.pod.stream, "deck_changed", author=author, role="player", after=after, at=now)


def _bot_deck(seat: Seat) -> list[str]:
    pod, drafted = seat.pod, drafted_refs(seat)
    if seat.bot == Seat.Bot.RANDOM:
        stream = RandomStream(bytes(pod.seed), f"{pod.chance}/deck/{seat.number}")
        return complete_at_random([], drafted, pod.draft_format.deck_size, stream)
    cards = [printed_card(pod.game, ref) for ref in drafted]
    return sorted(card.ref for card in RULESETS[pod.game].draft_bot.build_deck(cards, pod.draft_format.deck_size))
