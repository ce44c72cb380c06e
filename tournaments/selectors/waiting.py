"""Whether an event waits for one of its players: to take a seat, build a deck, or play, report or confirm a match."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from drafting.models import Seat
from gameplay.infrastructure.compiled_queries import BindParam, CompiledSelect
from gameplay.models import Account
from tournaments.models import ConstructedDeck, Entry, Event, Match, Penalty, Report
from tournaments.rules.infractions import PenaltyLevel
from tournaments.selectors.account_events import current_event

WHOLE_MATCH = [PenaltyLevel.MATCH_LOSS, PenaltyLevel.DISQUALIFICATION]
"""The penalties that decide a match."""
OFFICIAL = [Report.Source.STAFF, Report.Source.ENGINE]
"""The sources of reports that are final."""


def waiting_slug(account: object) -> str:
    """Return the slug of the newest event that waits for ``account`` as a player; "" without one. Makes one query."""
    if not isinstance(account, Account):
        return ""
    return next((event.slug for event in WAITING_EVENT_QUERY.fetch(account=account.pk)), "")


def event_to_open(account: object) -> Event | None:
    """Return the event that waits for ``account``, else its newest unfinished one. Makes two queries."""
    slug = waiting_slug(account)
    return Event.objects.get(slug=slug) if slug else current_event(account)


def _open_seats() -> QuerySet[Seat]:
    """Return the seats of an entry that drafts, or whose deck is not submitted."""
    own = Seat.objects.filter(
        player=OuterRef("account"), pod__event_pod__event=OuterRef("event"), pod__closed_at=None, closed_at=None
    )
    return own.filter(Q(pod__drafted_at=None) | Q(deck=None) | Q(deck__submitted_at=None))


def _lacks_deck() -> Q:
    """Return the condition for an entry of a constructed event that can still submit its deck."""
    submitted = ConstructedDeck.objects.filter(entry=OuterRef("pk"), submitted_at__isnull=False)
    return Q(~Exists(submitted), event__boosters=[], event__decks_locked_at=None)


def _open_matches() -> QuerySet[Match]:
    """Return the matches of an entry without its report, and without a result by an official, the game or a penalty."""
    matches = Match.objects.filter(kind=Match.Kind.PLAYED, round__published_at__isnull=False)
    reports = Report.objects.filter(match=OuterRef("pk"))
    sides = [Q(~Exists(reports.filter(source__in=[side, *OFFICIAL])), **{side: OuterRef("pk")}) for side in ("a", "b")]
    decided = Penalty.objects.filter(counts_in=OuterRef("pk"), withdrawn_at=None, level__in=WHOLE_MATCH)
    return matches.filter(sides[0] | sides[1]).exclude(Exists(decided))


def _waiting_event() -> QuerySet[Event]:
    """Return the newest event that waits for the account of the query."""
    entries = Entry.objects.filter(
        account=BindParam("account", Account._meta.get_field("id")),
        event__finished_at=None,
        dropped_after_round=None,
        disqualified_at=None,
    )
    waiting = entries.filter(Q(Exists(_open_seats())) | _lacks_deck() | Q(Exists(_open_matches())))
    return Event.objects.filter(pk__in=waiting.values("event")).order_by("-created_at").only("slug")[:1]


WAITING_EVENT_QUERY = CompiledSelect(_waiting_event)
"""Compiled, because each page needs it, and Django takes longer to build it than the database to run it."""
