"""A player's own history: all events of an account with the figures of their standings. It is private."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.urls import reverse

from drafting.models import Deck, Pod
from gameplay.games import RULESETS
from gameplay.models import Account
from tournaments.models import ConstructedDeck, Entry, Event, Round
from tournaments.rules.history import EventEntry, Tournament
from tournaments.rules.tiebreaks import MatchRecord, match_records
from tournaments.selectors.calendar import LARGE_COLUMNS
from tournaments.selectors.draft_logs import own_draft_logs
from tournaments.selectors.endings import cancelled_events
from tournaments.selectors.final_results import final_results
from tournaments.selectors.history import played_round
from tournaments.selectors.progress import event_phases, phase_name
from tournaments.selectors.results import MatchRow, match_rows

HISTORY_PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """An event that the account has entered, and the record of the player, or team, in its standings."""

    entry: Entry
    begins: datetime
    record: MatchRecord

    @property
    def event(self) -> Event:
        return self.entry.event


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A row of the history: ``rank`` of ``ranked`` players or teams, once the event is finished and not cancelled.

    ``state`` is the phase as a message, ``deck_url`` the page of the player's own deck, ``log`` the pod whose draft log
    the player may read.
    """

    played: PlayedEvent
    state: str
    is_cancelled: bool
    rank: int | None
    ranked: int
    deck_url: str
    log: Pod | None


@dataclass(frozen=True, slots=True)
class GameTotals:
    """The events and matches of one game; byes count as wins, as in the standings."""

    title: str
    events: int
    wins: int
    losses: int
    draws: int

    @property
    def matches(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def record(self) -> str:
        return f"{self.wins}-{self.losses}-{self.draws}"

    @property
    def win_share(self) -> Fraction | None:
        """The share of matches won; None without a match."""
        return Fraction(self.wins, self.matches) if self.matches else None


def played_events(account: Account) -> list[PlayedEvent]:
    """Return all events that ``account`` has entered, without rehearsals, the newest first. Makes five queries."""
    entries = account.entries.filter(event__rehearsal=False).select_related("event", "team")
    entries = entries.defer(*(f"event__{name}" for name in LARGE_COLUMNS))
    found = list(entries.annotate(begins=Coalesce("event__starts_at", "event__created_at")).order_by("-begins", "-pk"))
    records = _records(account, found)
    return [PlayedEvent(entry, entry.begins, records[entry.pk]) for entry in found]


def totals_by_game(played: Sequence[PlayedEvent]) -> list[GameTotals]:
    """Return the totals of each game that was ``played``, by title."""
    games: defaultdict[str, list[MatchRecord]] = defaultdict(list)
    for each in played:
        games[each.event.game].append(each.record)
    found = [
        GameTotals(
            RULESETS[game].title,
            len(records),
            sum(record.wins for record in records),
            sum(record.losses for record in records),
            sum(record.draws for record in records),
        )
        for game, records in games.items()
    ]
    return sorted(found, key=lambda totals: totals.title)


def history_rows(account: Account, played: Sequence[PlayedEvent]) -> list[HistoryRow]:
    """Return the rows of the events that ``account`` has ``played``. The number of queries does not depend on theirs.

    Makes 19 queries at most; the ranks of events that were shown before are cached.
    """
    events = [each.event for each in played]
    cancelled, phases = cancelled_events(events), event_phases(events)
    found = final_results([event for event in events if event.finished_at and event.pk not in cancelled])
    results = {event: each.players for event, each in found.items()}
    decks, logs = _deck_urls(account, played), own_draft_logs(account, events)
    return [
        HistoryRow(
            played=each,
            state=phase_name(each.event, phases[each.event.pk]),
            is_cancelled=each.event.pk in cancelled,
            rank=own.rank if (own := results.get(each.event.pk, {}).get(each.entry.rules_id)) else None,
            ranked=len(results.get(each.event.pk, {})),
            deck_url=decks.get(each.event.pk, ""),
            log=logs.get(each.event.pk),
        )
        for each in played
    ]


def _records(account: Account, entries: Sequence[Entry]) -> dict[int, MatchRecord]:
    """Return the record of each of ``entries`` of ``account``, computed like those of the standings from its matches.

    Makes four queries.
    """
    own, published = Entry.objects.filter(account=account), Q(published_at__isnull=False, stage="")
    rounds = list(Round.objects.filter(published, event__in=own.values("event")).order_by("event", "number"))
    teams = own.filter(team__isnull=False).values("team")
    players = Q(a__in=own.values("pk")) | Q(b__in=own.values("pk")) | Q(a__team__in=teams) | Q(b__team__in=teams)
    rows: defaultdict[int, list[MatchRow]] = defaultdict(list)
    for row in match_rows(rounds, players):
        rows[row.round_id].append(row)
    by_event: defaultdict[Any, list[Round]] = defaultdict(list)
    for each in rounds:
        by_event[each.event_id].append(each)
    return {entry.pk: _record(entry, by_event[entry.event_id], rows) for entry in entries}


def _record(entry: Entry, rounds: Sequence[Round], rows: Mapping[int, Sequence[MatchRow]]) -> MatchRecord:
    """Return the record of ``entry`` from its own matches, ``rows`` by round."""
    found = {player for each in rounds for row in rows[each.pk] for player in (row.a, row.b) if player}
    tournament = Tournament(
        entries=tuple(EventEntry(id=player, name="") for player in found | {entry.rules_id}),
        planned_rounds=len(rounds),
        rounds=tuple(played_round(each, rows[each.pk]) for each in rounds),
        ruleset=entry.event.ruleset,
    )
    return match_records(tournament, entry.event.tie_break_rules)[entry.rules_id]


def _deck_urls(account: Account, played: Sequence[PlayedEvent]) -> dict[Any, str]:
    """Return the address of the own deck, the last of two, in each event that has one. Makes two queries at most."""
    drafted = [each.event for each in played if each.event.drafted]
    pods = Deck.objects.filter(seat__player=account, seat__pod__event_pod__event__in=drafted)
    pods = pods.filter(seat__pod__drafted_at__isnull=False).order_by("seat__pod__event_pod__number")
    found = {
        event: reverse("deck", args=[pod])
        for event, pod in pods.values_list("seat__pod__event_pod__event", "seat__pod")
    }
    constructed = ConstructedDeck.objects.filter(entry__in=[each.entry for each in played])
    slugs = constructed.values_list("entry__event", "entry__event__slug")
    return found | {event: reverse("own_deck", args=[slug]) for event, slug in slugs}
