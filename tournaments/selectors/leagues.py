"""Leagues, their events, and who may change them.

Every page of a league is public, so it can only have public events: nothing of a private event is ever shown.
"""

from datetime import datetime
from typing import NamedTuple, cast

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import Http404

from gameplay.infrastructure import log_sentences
from gameplay.models import Account, LogEntry
from tournaments.models import Event, League, LeagueEvent, Official
from tournaments.selectors.calendar import LARGE_COLUMNS, public_events
from tournaments.selectors.roles import ORGANIZER, Actor

MAX_OFFERED = 50
"""Number of events, or leagues, that a form offers, the newest first."""
MAX_CHANGES = 50


class LeagueChange(NamedTuple):
    """A change of a league, as a sentence."""

    at: datetime
    sentence: str


def listed_leagues() -> QuerySet[League]:
    """Return the leagues that are listed and linked, the newest first."""
    return League.objects.filter(visibility=League.Visibility.PUBLIC)


def organized_leagues(account: object) -> QuerySet[League]:
    """Return the leagues to which ``account`` may add its events, the newest first.

    These are its own, and those with an event of which it is an organizer.
    """
    if not isinstance(account, Account):
        return League.objects.none()
    own = LeagueEvent.objects.filter(league=OuterRef("pk"), event__in=_organized_events(account))
    return League.objects.filter(Q(owner=account) | Exists(own))


def leagues_with_event(event: Event) -> QuerySet[League]:
    """Return all leagues that ``event`` belongs to."""
    return League.objects.filter(league_events__event=event)


def listed_leagues_with(event: Event) -> list[League]:
    """Return the listed leagues that ``event`` belongs to. Makes one query."""
    return list(listed_leagues().filter(league_events__event=event))


def leagues_of_player(account: Account) -> QuerySet[League]:
    """Return the listed leagues with an event that ``account`` has entered."""
    entered = LeagueEvent.objects.filter(league=OuterRef("pk"), event__entries__account=account)
    return listed_leagues().filter(Exists(entered))


def leagues_for_event(event: Event, account: Account) -> list[League]:
    """Return the leagues to which ``account``, an organizer of ``event``, can add it."""
    if event.visibility != Event.Visibility.PUBLIC or event.rehearsal:
        return []
    found = organized_leagues(account).filter(Q(game="") | Q(game=event.game))
    return list(found.exclude(league_events__event=event)[:MAX_OFFERED])


def events_of(league: League) -> QuerySet[Event]:
    """Return the events of ``league`` with the time at which each ``begins``, the first one first."""
    found = public_events().filter(league_events__league=league).defer(*LARGE_COLUMNS)
    return found.annotate(begins=Coalesce("starts_at", "created_at")).order_by("begins", "pk")


def events_for_league(league: League, account: object) -> list[Event]:
    """Return the events of ``account`` that can be added to ``league``; [] if it may not add any."""
    if not is_league_organizer(league, account):
        return []
    found = public_events().filter(pk__in=_organized_events(cast(Account, account)))
    found = found.filter(game=league.game) if league.game else found
    begins = Coalesce("starts_at", "created_at")
    return list(found.exclude(league_events__league=league).order_by(begins.desc()).only("slug", "name")[:MAX_OFFERED])


def is_league_organizer(league: League, account: object) -> bool:
    """Return whether ``account`` may add its own events to ``league``. Makes one query at most."""
    return organized_leagues(account).filter(pk=league.pk).exists()


def league_changes(league: League) -> list[LeagueChange]:
    """Return the last changes of ``league``, the newest first. Makes one query."""
    entries = LogEntry.objects.filter(stream=league.stream).select_related("author").order_by("-number")
    return [
        LeagueChange(entry.at, log_sentences.render_entry(entry, author=str(entry.author)))
        for entry in entries[:MAX_CHANGES]
    ]


def league_owner(league: League, account: object) -> Actor:
    """Return ``account`` as an actor. Raises Http404 unless it owns ``league``: only the owner can change the rule."""
    if not isinstance(account, Account) or league.owner_id != account.pk:
        raise Http404
    return Actor(account, ORGANIZER)


def event_adder(league: League, event: Event, account: object) -> Actor:
    """Return ``account`` as an actor. Raises Http404 unless it is an organizer of both ``league`` and ``event``."""
    if not (is_league_organizer(league, account) and _is_organizer(event, account)):
        raise Http404
    return Actor(cast(Account, account), ORGANIZER)


def event_remover(league: League, event: Event, account: object) -> Actor:
    """Return ``account`` as an actor. Raises Http404 unless it owns ``league`` or is an organizer of ``event``."""
    is_owner = isinstance(account, Account) and league.owner_id == account.pk
    if not (is_owner or _is_organizer(event, account)):
        raise Http404
    return Actor(cast(Account, account), ORGANIZER)


def removable_events(league: League, account: object) -> set[str]:
    """Return the slugs of the events that ``account`` may remove from ``league``. Makes one query at most."""
    if not isinstance(account, Account):
        return set()
    found = LeagueEvent.objects.filter(league=league).annotate(slug=F("event__slug"))
    if league.owner_id != account.pk:
        found = found.filter(event__in=_organized_events(account))
    return set(found.values_list("slug", flat=True))


def _organized_events(account: Account) -> QuerySet[Official, int]:
    return Official.objects.filter(account=account, role=ORGANIZER).values("event")  # type: ignore[return-value]


def _is_organizer(event: Event, account: object) -> bool:
    return isinstance(account, Account) and event.officials.filter(account=account, role=ORGANIZER).exists()
