"""Erases the personal data of an account. Results stay, under an alias."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.record import with_entries
from gameplay.infrastructure.log import OPERATIONS_STREAM, append_entry, change_names, erase_text
from gameplay.infrastructure.name_eraser import name_eraser
from gameplay.models import Account, Choice, JudgeNote, LogEntry, OnlineGame
from gameplay.services.accounts import ERASED_HANDLE, ERASED_STAFF_HANDLE, anonymize_account
from tournaments.models import (
    Call,
    ConstructedDeck,
    DeckCheck,
    Entry,
    Event,
    PairingExclusion,
    Penalty,
    Report,
    Team,
    WaitingPlayer,
)
from tournaments.selectors.audit_trail import log_streams
from tournaments.services.naming import unique_alias

Change = Callable[[str], str]
ERASED_ACTION = "data_erased"
TEXTS: tuple[tuple[type[Any], str, str], ...] = (
    (Penalty, "entry__event", "reason"),
    (Report, "match__round__event", "reason"),
    (Call, "event", "text"),
    (DeckCheck, "entry__event", "reason"),
    (DeckCheck, "entry__event", "others"),
    (PairingExclusion, "event", "reason"),
    (Team, "event", "name"),
    (WaitingPlayer, "event", "team"),
    (ConstructedDeck, "entry__event", "text"),
)
"""Texts that people write in an event: the model, its path to the event, and the field."""


class StillPlayingError(RulesError):
    """The account plays in an unfinished event, which ``details`` name."""

    code = "still_playing"
    sentence = _("You are playing in {event}. Drop from it first, or wait until it is finished.")
    is_state_conflict = True


class StillOfficialError(RulesError):
    """The account is an official of an unfinished event, which ``details`` name."""

    code = "still_official"
    sentence = _("You are an official of {event}. Finish it first, or have another organizer remove you.")
    is_state_conflict = True


def erasure_fault(account: Account) -> RulesError | None:
    """Return why the data of ``account`` cannot be erased now; None if it can. Makes two queries.

    Practice events do not count.
    """
    running = Event.objects.filter(finished_at=None, rehearsal=False)
    playing = {"entries__dropped_after_round": None, "entries__disqualified_at": None}
    if event := running.filter(entries__account=account, **playing).first():
        return StillPlayingError(event=event.name)
    if event := running.filter(officials__account=account).first():
        return StillOfficialError(event=event.name)
    return None


def was_erased(account: Account) -> bool:
    """Return whether the personal data of ``account`` was erased, so that its owner cannot play any more."""
    return LogEntry.objects.filter(stream=account.stream, action=ERASED_ACTION).exists()


def erase_account(account: Account) -> None:
    """Erase the personal data of ``account``, as it asked for; it can then no longer sign in.

    Its names are replaced in events, their logs and other texts; it leaves all waiting lists. Raises StillPlayingError,
    StillOfficialError.
    """
    _erase(account, author=account, role="player")


def erase_by_clock(account: Account) -> None:
    """Do the same for ``account`` because the time for which its data is kept is over."""
    _erase(account, author=None, role="clock")


@transaction.atomic
def _erase(account: Account, *, author: Account | None, role: str) -> None:
    account = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    account.waiting_places.filter(ended_at=None).update(ended_at=timezone.now())  # first, so that it is not admitted
    if fault := erasure_fault(account):
        raise fault
    streams: dict[str, Change] = {}
    for event in _events_of(account):
        change = _erase_in_event(event, account)
        # The streams of persons have penalties and rulings, with the names of officials, from several events.
        persons = [entry.account.stream for entry in event.entries.select_related("account")]
        for stream in (*log_streams(event), *persons):
            streams[stream] = _one_after_the_other(streams.get(stream, str), change)
    usual = name_eraser([account.handle], ERASED_STAFF_HANDLE if account.is_staff else ERASED_HANDLE)
    own_games = OnlineGame.objects.filter(
        Q(seats__player=account) | Q(choices__author=account) | Q(judge_notes__author=account)
    ).distinct()
    for stream in (account.stream, OPERATIONS_STREAM, *(game.stream for game in own_games.only("pk"))):
        streams.setdefault(stream, usual)
    _erase_in_corrections(own_games, usual)
    anonymize_account(account)
    for stream in sorted(streams):  # in the order of their names, as append_entry() needs it
        erase_text(stream, streams[stream], author=author, role=role)
    append_entry(account.stream, ERASED_ACTION, author=author, role=role)


def _events_of(account: Account) -> Iterable[Event]:
    own = Q(officials__account=account) | Q(entries__account=account) | Q(pods__pod__seats__substitute=account)
    return Event.objects.filter(own | Q(waiting_players__account=account)).distinct().order_by("pk")


def _one_after_the_other(first: Change, second: Change) -> Change:
    return lambda text: second(first(text))


def _erase_in_event(event: Event, account: Account) -> Change:
    """Give the entry of ``account`` an alias and erase its names in ``event``; return the function that erases them."""
    entry = event.entries.filter(account=account).first()
    names = _names_in(event, account, entry)
    alias = ERASED_STAFF_HANDLE if account.is_staff else ERASED_HANDLE
    if entry:
        entry.name = alias = unique_alias(event, account, entry.number)
        entry.save(update_fields=["name"])
    change = name_eraser(names, alias)
    _erase_in_corrections(OnlineGame.objects.filter(match_game__match__round__event=event), change)
    for model, path, field in TEXTS:
        for row in model._base_manager.filter(**{path: event}).exclude(**{field: ""}):
            text = change(getattr(row, field))
            if text != getattr(row, field):
                setattr(row, field, text)
                row.save(update_fields=[field])
    return change


def _names_in(event: Event, account: Account, entry: Entry | None) -> set[str]:
    """Return the names under which ``account`` is known in ``event``, except for those of other players."""
    names = {account.handle} | ({entry.name} if entry else set())
    if entry:
        marked = LogEntry.objects.filter(stream=event.desk_stream, action="name_marked", after__number=entry.number)
        names |= {before["name"] for before in marked.values_list("before", flat=True) if before}
    return names - set(event.entries.exclude(account=account).values_list("name", flat=True))


def _erase_in_corrections(games: QuerySet[OnlineGame], change: Change) -> None:
    """Replace names in the corrections and notes of judges on online games, and in the records with corrections."""
    for note in JudgeNote.objects.filter(game__in=games):
        note.text = change(note.text)
        note.save(update_fields=["text"])
    # Other choices and entries are codes.
    corrections = Choice.objects.filter(game__in=games, option__judge__isnull=False)
    for choice in corrections:
        choice.option = change_names(choice.option, change)
        choice.save(update_fields=["option"])
    for game in games.filter(pk__in={choice.game_id for choice in corrections}).exclude(record=""):
        record = game.record_json
        changed = with_entries(record, [change_names(each, change) for each in record["entries"]])
        game.record = json.dumps(changed, ensure_ascii=False, separators=(",", ":")) + "\n"
        game.save(update_fields=["record"])
