"""Constructed decks: save deck lists while players write them, submit legal decks, and lock all decks."""

from collections import Counter
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from drafting.rules.decks import deck_checksum, deck_list_text
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.refusals import raise_errors
from gameplay.models import LogEntry
from tournaments.models import ConstructedDeck, Entry, Event
from tournaments.rules.deck_list_text import MAX_TEXT_LENGTH
from tournaments.rules.pods import TooFewPlayersError
from tournaments.selectors.constructed_decks import (
    constructed_deck_faults,
    constructed_deck_of,
    entries_without_deck,
    may_change_deck,
    read_event_deck_list,
    ready_decks,
)
from tournaments.selectors.roles import SYSTEM_ACTOR, Actor
from tournaments.selectors.roster import (
    MIN_PLAYERS,
    consent_fault,
    event_cut_fault,
    event_rounds_fault,
    present_entries,
)
from tournaments.selectors.teams import event_teams_fault
from tournaments.services.delivery import notify_webhooks
from tournaments.services.event import lock_event


class NotConstructedEventError(RulesError):
    """The decks of this event are drafted."""

    code = "nothing_brought"
    sentence = _("Decks are drafted in this event. There is no deck list to submit.")


class SharedDeckError(RulesError):
    """All players of this event share one deck."""

    code = "shared_deck"
    sentence = _("All players share one deck in this event, so it has no deck lists. The event's page shows the deck.")

    def __init__(self, clause: str) -> None:
        super().__init__()
        self.clause = clause


class DecksLockedError(RulesError):
    """The decks are locked, so the deck cannot change."""

    code = "decks_locked"
    clause = "DRF-OP-9"
    sentence = _("Decks are locked. Your deck can no longer be changed.")
    is_state_conflict = True


class ListHandedInError(RulesError):
    """The deck is submitted; it can be taken back until decks are locked."""

    code = "deck_submitted"
    sentence = _("Your deck is submitted. Take it back first to change it.")
    is_state_conflict = True


class StaleListError(RulesError):
    """The deck list was changed in the meantime, for example in another tab; ``details`` give the current version."""

    code = "stale_deck"
    sentence = _("Your deck list was changed elsewhere. Reload it before you save.")
    is_state_conflict = True


class NoListError(RulesError):
    """There is no deck list to submit."""

    code = "no_list"
    sentence = _("Write your deck list first.")
    field = "text"


class ListTextError(RulesError):
    """The text of the deck list is too long; ``details`` give the maximum in characters."""

    code = "list_text"
    sentence = _("A deck list can have at most {most} characters.")
    field = "text"


class NoReadyDeckError(RulesError):
    """There is no ready-made deck with this number."""

    code = "no_ready_deck"
    sentence = _("There is no ready-made deck with this number.")
    field = "ready"


class RegistrationOpenError(RulesError):
    """Decks cannot be locked before registration is closed."""

    code = "registration_open"
    sentence = _("Registration is still open. Close it first.")
    is_state_conflict = True


class AlreadyClosedError(RulesError):
    """Registration is already closed."""

    code = "already_closed"
    sentence = _("Registration is already closed.")
    is_state_conflict = True


class AlreadyLockedError(RulesError):
    """The decks are already locked."""

    code = "already_locked"
    sentence = _("The decks are already locked.")
    is_state_conflict = True


class ListsMissingError(RulesError):
    """Some players have not submitted a deck; ``details`` name them."""

    code = "lists_missing"
    sentence = _("Decks are missing from: {players}. Wait for them, drop them, or lock decks anyway with a reason.")
    is_state_conflict = True


class OnlineDecksMissingError(ListsMissingError):
    """Decks are missing in an event whose matches are played on this site, which is impossible without a deck."""

    code = "online_lists_missing"
    sentence = _(
        "Decks are missing from: {players}. Matches on this site cannot start without them: wait for the players, or "
        "drop them."
    )


@transaction.atomic
def save_deck_list(entry: Entry, text: str, *, by: Actor, version: int | None = None) -> ConstructedDeck:
    """Save ``text`` as the deck list, legal or not; ``version`` is the version it was edited from, if known.

    Raises NotConstructedEventError, SharedDeckError, DecksLockedError, ListHandedInError, StaleListError,
    ListTextError.
    """
    deck, now = _lock_editable_deck(entry)
    text = text.replace("\x00", "").replace("\r\n", "\n")
    if len(text) > MAX_TEXT_LENGTH:
        raise ListTextError(most=MAX_TEXT_LENGTH)
    if deck.submitted_at:
        raise ListHandedInError
    if version is not None and version != deck.version:
        raise StaleListError(version=deck.version)
    if text == deck.text:
        return deck
    cards, _unread = read_event_deck_list(entry.event, text)
    deck.text, deck.cards, deck.saved_at = text, sorted(cards), now
    deck.version += 1
    deck.save()
    after = {"version": deck.version, "cards": len(cards)}
    append_entry(deck.stream, "list_saved", author=by.account, role=by.role, after=after, at=now)
    return deck


@transaction.atomic
def save_ready_deck(entry: Entry, index: int, *, by: Actor, version: int | None = None) -> ConstructedDeck:
    """Save the list of a ready-made deck, by its index from 0.

    Raises NoReadyDeckError, and the errors of `save_deck_list`.
    """
    ready = ready_decks(entry.event)
    if not 0 <= index < len(ready):
        raise NoReadyDeckError
    return save_deck_list(entry, deck_list_text(Counter(ready[index].cards).elements()), by=by, version=version)


@transaction.atomic
def submit_deck_list(entry: Entry, *, by: Actor) -> ConstructedDeck:
    """Submit the saved deck list.

    Raises all faults of the list together, NoListError, NotConstructedEventError, SharedDeckError or DecksLockedError.
    """
    deck, now = _lock_editable_deck(entry)
    if deck.submitted_at:
        return deck
    if not deck.version:
        raise NoListError
    raise_errors(constructed_deck_faults(entry.event, deck))
    deck.submitted_at = now
    deck.version += 1
    deck.save(update_fields=["submitted_at", "version"])
    after = {"name": entry.name, "number": entry.number, "checksum": deck_checksum(deck.cards)}
    append_entry(entry.event.desk_stream, "deck_brought", author=by.account, role=by.role, after=after, at=now)
    return deck


@transaction.atomic
def withdraw_deck_list(entry: Entry, *, by: Actor) -> ConstructedDeck:
    """Take a submitted deck back, until decks are locked. Raises the errors of `_lock_editable_deck`."""
    deck, now = _lock_editable_deck(entry)
    if deck.submitted_at:
        deck.submitted_at = None
        deck.version += 1
        deck.save(update_fields=["submitted_at", "version"])
        after = {"name": entry.name, "number": entry.number}
        append_entry(entry.event.desk_stream, "deck_withdrawn", author=by.account, role=by.role, after=after, at=now)
    return deck


@transaction.atomic
def log_list_view(entry: Entry, *, by: Actor) -> None:
    """Log that a judge has seen the deck list of ``entry``; at most one log entry for each judge and player."""
    views = LogEntry.objects.filter(stream=entry.event.desk_stream, action="list_looked_at", author=by.account)
    if not views.filter(after__number=entry.number).exists():
        after = {"name": entry.name, "number": entry.number}
        append_entry(entry.event.desk_stream, "list_looked_at", author=by.account, role=by.role, after=after)


def submit_ready_deck(entry: Entry, number: int) -> None:
    """Submit a ready-made deck for a bot, chosen by ``number``, in the caller's transaction.

    Raises NoReadyDeckError.
    """
    ready = ready_decks(entry.event)
    if not ready:
        raise NoReadyDeckError
    save_ready_deck(entry, number % len(ready), by=SYSTEM_ACTOR)
    submit_deck_list(entry, by=SYSTEM_ACTOR)


@transaction.atomic
def close_registration(event: Event, *, by: Actor) -> Event:
    """Close registration: the players who are present play, and can submit decks until these are locked.

    If all players share one deck, the rounds begin.

    Raises NotConstructedEventError, AlreadyClosedError, TooFewPlayersError, TooManyRoundsError, CutTooLargeError,
    IncompleteTeamsError.
    """
    event = lock_event(event)
    _refuse_drafts(event)
    if event.registration_closed_at:
        raise AlreadyClosedError
    present = list(present_entries(event))
    if len(present) < MIN_PLAYERS:
        raise TooFewPlayersError(players=len(present))
    raise_errors(filter(None, [event_teams_fault(event, present), event_rounds_fault(event, [len(present)])]))
    raise_errors(filter(None, [event_cut_fault(event, event.cut, len(present)), consent_fault(present)]))
    event.registration_closed_at = timezone.now()
    event.save(update_fields=["registration_closed_at"])
    entry = append_entry(
        event.stream, "registration_closed", author=by.account, role=by.role, after={"players": len(present)}
    )
    notify_webhooks(event, entry, "registration_closed", players=len(present))
    return event


@transaction.atomic
def lock_decks(event: Event, *, by: Actor, reason: str = "") -> Event:
    """Lock all submitted decks. In an event at tables, a ``reason`` allows this while decks are missing.

    A missing deck may still be submitted, and is then locked immediately. The change is public. Raises
    NotConstructedEventError, SharedDeckError, RegistrationOpenError, AlreadyLockedError, ListsMissingError.
    """
    event = lock_event(event)
    refuse_without_lists(event)
    if event.registration_closed_at is None:
        raise RegistrationOpenError
    if event.decks_locked_at:
        raise AlreadyLockedError
    missing = [entry.name for entry in entries_without_deck(event)]
    online = event.play == Event.Play.ONLINE
    if missing and (online or not reason.strip()):
        raise (OnlineDecksMissingError if online else ListsMissingError)(players=", ".join(missing))
    event.decks_locked_at = timezone.now()
    event.save(update_fields=["decks_locked_at"])
    after = {"names": ", ".join(missing)} if missing else {}
    action = "decks_locked_without" if missing else "decks_locked"
    entry = append_entry(event.stream, action, author=by.account, role=by.role, after=after, reason=reason.strip())
    notify_webhooks(event, entry, "decks_locked")
    return event


def refuse_without_lists(event: Event) -> None:
    """Raise NotConstructedEventError or SharedDeckError for an event without deck lists."""
    _refuse_drafts(event)
    if shared := event.shared_deck:
        raise SharedDeckError(shared.clause)


def _lock_editable_deck(entry: Entry) -> tuple[ConstructedDeck, datetime]:
    """Lock the event of ``entry``; return the current deck and the current time.

    Raises NotConstructedEventError, SharedDeckError, DecksLockedError, EventFinishedError.
    """
    entry.event = lock_event(entry.event)
    refuse_without_lists(entry.event)
    deck = constructed_deck_of(entry)
    if not may_change_deck(entry.event, deck):
        raise DecksLockedError
    return deck, timezone.now()


def _refuse_drafts(event: Event) -> None:
    if event.drafted:
        raise NotConstructedEventError
