"""Events with many players, created in bulk, to test the cost of pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from drafting.models import Deck, Pod, Seat
from gameplay.models import Account
from gameplay.services.accounts import create_guest, create_staff
from tests.tournaments.conftest import Day
from tournaments.models import Call, Entry, EventPod, Match, Official, Report
from tournaments.rules.pods import best_split
from tournaments.selectors.results import result_from_score, result_json
from tournaments.selectors.roles import Actor
from tournaments.services.call import call_judge_to_table
from tournaments.services.event import appoint_official
from tournaments.services.match import extend_match
from tournaments.services.penalty import give_penalty

SCORES = ("2-0", "2-1", "1-2", "0-2")


@dataclass(frozen=True)
class Crowd:
    """An event in which half of the tables of the newest round have results."""

    day: Day
    rounds: int
    pods: int

    @property
    def matches(self) -> list[Match]:
        return self.day.matches(self.rounds)


def crowd(day: Day, players: int, *, rounds: int = 3) -> Crowd:
    """Create ``players`` players, seat them, and play ``rounds`` rounds, half of the tables in the last one.

    One table in twenty of the last round has a dispute, judge calls and penalties. Without rounds all players are still
    building their decks.
    """
    accounts = _accounts(players)
    event, now = day.event, timezone.now()
    Entry.objects.bulk_create(
        Entry(event=event, account=account, number=number, name=account.handle, checked_in_at=now)
        for number, account in enumerate(accounts, 1)
    )
    event.registration_closed_at = event.seated_at = now
    event.save()
    pods = _pods(day, accounts, closed_at=now if rounds else None)
    for number in range(1, rounds + 1):
        day.round(number)
        matches = day.matches(number)
        report(day, matches if number < rounds else matches[::2])
    found = Crowd(day, rounds, len(pods))
    if rounds:
        _add_disputes_and_penalties(day, found.matches[1::20])
    return found


def _accounts(count: int) -> list[Account]:
    """Create guests in bulk as copies of the first, who is created by the service."""
    first = create_guest("Player 1")
    plain = {field.attname: getattr(first, field.attname) for field in Account._meta.concrete_fields}
    del plain["id"]
    others = [Account(**plain | {"handle": f"Player {number}"}) for number in range(2, count + 1)]
    return [first, *Account.objects.bulk_create(others)]


def _pods(day: Day, accounts: Sequence[Account], *, closed_at: datetime | None) -> list[Pod]:
    """Create drafted pods of the default sizes."""
    event, now = day.event, timezone.now()
    plain = {"seed": event.seed, "format": event.format, "boosters": event.boosters, "pack_round": 4}
    times = {"published_at": now, "drafted_at": now, "closed_at": closed_at}
    sizes = best_split(len(accounts)).sizes
    pods = [Pod(label=f"P{number}", chance=f"pod/{number}", **plain, **times) for number in range(1, len(sizes) + 1)]
    Pod.objects.bulk_create(pods)
    EventPod.objects.bulk_create(EventPod(event=event, number=number, pod=pod) for number, pod in enumerate(pods, 1))
    places = [(pod, number) for pod, size in zip(pods, sizes, strict=True) for number in range(size)]
    seats = [Seat(pod=pod, number=number, player=each) for (pod, number), each in zip(places, accounts, strict=True)]
    Seat.objects.bulk_create(seats)
    deck = {"cards": ["FL-C01"] * event.draft_format.deck_size, "version": 1, "saved_at": now, "submitted_at": now}
    Deck.objects.bulk_create(Deck(seat=seat, **deck) for seat in seats)
    return pods


def report(day: Day, matches: Sequence[Match]) -> None:
    """Enter an official result for each of these matches in bulk, overriding any reports."""
    results = [result_json(result_from_score(score, day.event.match_rules)) for score in SCORES]
    plain = {"number": 3, "source": Report.Source.STAFF, "author": day.alma, "at": timezone.now()}
    Report.objects.bulk_create(
        Report(match=match, result=results[place % len(results)], **plain) for place, match in enumerate(matches)
    )


def _add_disputes_and_penalties(day: Day, matches: Sequence[Match]) -> None:
    """Add disputes, judge calls, time extensions, a game loss and a requested penalty."""
    for match in matches:
        assert match.b is not None
        result = result_json(result_from_score("2-0", day.event.match_rules))
        for number, (source, entry) in enumerate((("a", match.a), ("b", match.b)), 1):
            result = result | {"games": [game | {"winner": source} for game in result["games"]]}
            fields = {"source": source, "author": entry.account, "result": result, "at": timezone.now()}
            Report.objects.create(match=match, number=number, **fields)
        call_judge_to_table(match, by=Actor(match.a.account, "player"), category=Call.Category.RULES)
        extend_match(match, 3, reason="a long ruling", by=day.by)
        give_penalty(match.a, "late", reason="five minutes", by=day.by)
    appoint_official(day.event, create_staff(f"Judge {day.event.join_code}"), Official.Role.HEAD_JUDGE, by=day.by)
    for match in matches:
        assert match.b is not None
        give_penalty(match.b, "late", reason="six minutes", by=day.by)
