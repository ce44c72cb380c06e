"""Decks are brought: their lists are saved as they are written, handed in when they are legal, and locked."""

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
from tournaments.selectors.roster import MIN_PLAYERS, event_cut_fault, event_rounds_fault, present_entries
from tournaments.selectors.teams import event_teams_fault
from tournaments.services.delivery import notify_webhooks
from tournaments.services.event import lock_event


class NotConstructedEventError(RulesError):
    """Decks are drafted here, or registration is closed already."""

    code = "nothing_brought"
    sentence = _("Decks are drafted in this event; nobody brings one.")


class DecksLockedError(RulesError):
    """The decks are locked, so that this one stays as it is."""

    code = "decks_locked"
    clause = "DRF-OP-9"
    sentence = _("The decks are locked. Yours can no longer be changed.")
    is_state_conflict = True


class ListHandedInError(RulesError):
    """A deck that is in is not changed; it can be taken back until decks are locked."""

    code = "deck_submitted"
    sentence = _("Your deck is in. Take it back first to change it.")
    is_state_conflict = True


class StaleListError(RulesError):
    """The list was changed elsewhere meanwhile, as in another tab; ``details`` give its present version."""

    code = "stale_deck"
    sentence = _("Your list was changed elsewhere. Look at it again before you save.")
    is_state_conflict = True


class NoListError(RulesError):
    """There is no deck to hand in, or to take back."""

    code = "no_list"
    sentence = _("Write the list of your deck first.")
    field = "text"


class ListTextError(RulesError):
    """More text than a list has; ``details`` count characters."""

    code = "list_text"
    sentence = _("A list has at most {most} characters.")
    field = "text"


class NoReadyDeckError(RulesError):
    """There is no such deck."""

    code = "no_ready_deck"
    sentence = _("There is no ready deck of this number.")
    field = "ready"


class RegistrationOpenError(RulesError):
    """Decks are locked once it is known who plays."""

    code = "registration_open"
    sentence = _("Registration is still open. Close it first.")
    is_state_conflict = True


class AlreadyClosedError(RulesError):
    """Registration was closed before."""

    code = "already_closed"
    sentence = _("Registration is closed already.")
    is_state_conflict = True


class AlreadyLockedError(RulesError):
    """The decks were locked before."""

    code = "already_locked"
    sentence = _("The decks are locked already.")
    is_state_conflict = True


class ListsMissingError(RulesError):
    """Some who play have no deck in; ``details`` name them."""

    code = "lists_missing"
    sentence = _("No deck is in of: {players}. Wait for them, drop them, or lock the decks without theirs and say why.")
    is_state_conflict = True


class OnlineDecksMissingError(ListsMissingError):
    """Nobody can play on the site without a deck."""

    code = "online_lists_missing"
    sentence = _("No deck is in of: {players}. On this site nobody plays without one: wait for them, or drop them.")


@transaction.atomic
def save_deck_list(entry: Entry, text: str, *, by: Actor, version: int | None = None) -> ConstructedDeck:
    """Keep ``text`` as the list so far, whatever it says; ``version`` is the one it was written from.

    Raises NothingBroughtError, DecksLockedError, ListHandedInError, StaleListError, ListTextError.
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
def save_ready_deck(entry: Entry, place: int, *, by: Actor, version: int | None = None) -> ConstructedDeck:
    """Keep the list of a ready deck, by its place from 0. Raises NoReadyDeckError, and what `save_list` does."""
    ready = ready_decks(entry.event)
    if not 0 <= place < len(ready):
        raise NoReadyDeckError
    return save_deck_list(entry, deck_list_text(Counter(ready[place].cards).elements()), by=by, version=version)


@transaction.atomic
def submit_deck_list(entry: Entry, *, by: Actor) -> ConstructedDeck:
    """Hand in the list as it is saved. Raises everything that is wrong with it at once, NoListError, or what `save_list` does."""
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
    """Take a deck back that is in, until decks are locked. Raises NothingBroughtError, DecksLockedError."""
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
    """Keep in the log that a judge had the list of ``entry`` before them; once is enough."""
    seen = LogEntry.objects.filter(stream=entry.event.desk_stream, action="list_looked_at", author=by.account)
    if not seen.filter(after__number=entry.number).exists():
        after = {"name": entry.name, "number": entry.number}
        append_entry(entry.event.desk_stream, "list_looked_at", author=by.account, role=by.role, after=after)


def submit_ready_deck(entry: Entry, number: int) -> None:
    """Let a bot, the one of this ``number``, bring a ready deck, in the caller's transaction. Raises NoReadyDeckError."""
    ready = ready_decks(entry.event)
    if not ready:
        raise NoReadyDeckError
    save_ready_deck(entry, number % len(ready), by=SYSTEM_ACTOR)
    submit_deck_list(entry, by=SYSTEM_ACTOR)


@transaction.atomic
def close_registration(event: Event, *, by: Actor) -> Event:
    """Let nobody join any more: who is there plays, and has until the decks are locked to hand one in.

    Raises NothingBroughtError, AlreadyClosedError, TooFewPlayersError, TooManyRoundsError, CutTooLargeError,
    IncompleteTeamsError.
    """
    event = lock_event(event)
    _refuse_drafts(event)
    if event.registration_closed_at:
        raise AlreadyClosedError
    here = list(present_entries(event))
    if len(here) < MIN_PLAYERS:
        raise TooFewPlayersError(players=len(here))
    raise_errors(filter(None, [event_teams_fault(event, here), event_rounds_fault(event, [len(here)])]))
    raise_errors(filter(None, [event_cut_fault(event, event.cut, len(here))]))
    event.registration_closed_at = timezone.now()
    event.save(update_fields=["registration_closed_at"])
    told = append_entry(
        event.stream, "registration_closed", author=by.account, role=by.role, after={"players": len(here)}
    )
    notify_webhooks(event, told, "registration_closed", players=len(here))
    return event


@transaction.atomic
def lock_decks(event: Event, *, by: Actor, reason: str = "") -> Event:
    """Let nobody change a deck any more that is in. With a ``reason`` it is done without those that are missing, at tables.

    A deck that is missing may still be handed in, and is locked at once. Public. Raises NothingBroughtError,
    RegistrationOpenError, AlreadyLockedError, ListsMissingError.
    """
    event = lock_event(event)
    _refuse_drafts(event)
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
    told = append_entry(event.stream, action, author=by.account, role=by.role, after=after, reason=reason.strip())
    notify_webhooks(event, told, "decks_locked")
    return event


def _lock_editable_deck(entry: Entry) -> tuple[ConstructedDeck, datetime]:
    """Return the deck of ``entry`` as it is now, held with its event, and the time.

    Raises NothingBroughtError, DecksLockedError, EventFinishedError.
    """
    entry.event = lock_event(entry.event)
    _refuse_drafts(entry.event)
    deck = constructed_deck_of(entry)
    if not may_change_deck(entry.event, deck):
        raise DecksLockedError
    return deck, timezone.now()


def _refuse_drafts(event: Event) -> None:
    if event.drafted:
        raise NotConstructedEventError
