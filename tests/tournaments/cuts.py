"""Helpers for tests of top cuts."""

from gameplay.services import games
from tests.tournaments.conftest import Day
from tournaments.models import Event, Match
from tournaments.rules.results import MatchSide
from tournaments.selectors.event_file import verify_finished_event
from tournaments.selectors.next_step import next_step
from tournaments.selectors.standings import standings_table
from tournaments.services.round import propose_round, publish_round


def button(day: Day) -> tuple[str, str]:
    found = next_step(Event.objects.get(pk=day.event.pk))
    return found.code, found.label.format(**found.fields)


def play_stage(day: Day, number: int, score: str | None = "2-0") -> list[Match]:
    """Publish a stage, and let the higher seeds win with ``score``; enter no results if it is None."""
    propose_round(day.event, by=day.by)
    publish_round(day.event, number, by=day.by)
    if score:
        day.settle(number, score)
    return day.matches(number)


def names(match: Match) -> set[str]:
    return {entry.name for entry in (match.a, match.b) if entry}


def ranking(day: Day) -> list[str]:
    return [row.entry.name for row in standings_table(day.event)]


def faults(event: Event) -> list[str]:
    """Return the faults that verification finds in the cut and standings of an event."""
    checks = {check.code: check for check in verify_finished_event(event).checks}
    return [str(fault) for code in ("cut", "standings") for fault in checks[code].faults]


def concede(match: Match, side: MatchSide) -> None:
    entry = match.a if side is MatchSide.A else match.b
    assert entry
    games.concede(entry.account, match.games.get(game__ended_at=None).game)
