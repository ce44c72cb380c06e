"""Helpers for tests of top cuts."""

import json
from typing import Any

from drafting.models import Pod
from drafting.services.bots import play_bots
from drafting.services.seat import give_seat_to_bot
from gameplay.services import games
from tests.drafting.drafts import SHORT
from tests.tournaments.conftest import Day, make_event
from tournaments.models import Entry, Event, Match
from tournaments.rules.results import MatchSide
from tournaments.rules.seed_verification import verify_event
from tournaments.selectors.event_file import public_file, verification_context, verify_finished_event
from tournaments.selectors.next_step import next_step
from tournaments.selectors.standings import standings_table
from tournaments.services.cut_draft import seat_cut
from tournaments.services.entry import add_walk_in
from tournaments.services.new_entry import NewPlayer
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


def draft_to_cut(players: int, **settings: Any) -> Day:
    """Draft with bots, and play the Swiss rounds of an event whose top cut drafts again."""
    day = make_event(terms=SHORT, cut_draft=True, **settings)
    for number in range(players):
        day.players.append(add_walk_in(day.event, NewPlayer(f"Player {number + 1}"), by=day.by).account)
    day.seat()
    for pod in Pod.objects.filter(event_pod__event=day.event):
        draft_with_bots(pod)
    for number in range(1, SHORT.rounds + 1):
        day.round(number)
        day.settle(number)
    return day


def seat_again(day: Day) -> Pod:
    """Seat the top cut for its draft; return its pod."""
    seat_cut(day.event, by=day.by)
    day.event.refresh_from_db()
    return Pod.objects.get(event_pod__event=day.event, event_pod__for_cut=True)


def draft_with_bots(pod: Pod) -> None:
    """Let bots draft and build at all seats of ``pod``."""
    for each in pod.seats.filter(bot=""):
        give_seat_to_bot(each, author=None, role="site")
    play_bots(pod.pk)


def seated(day: Day) -> list[Entry]:
    """Return the players who were seated for the draft of the top cut, the first seed first."""
    return [day.event.entries.get(number=number) for number in day.event.cut_seating.seeds]


def file_of(day: Day) -> dict[str, Any]:
    """Return the public file of the finished event, as read from JSON."""
    return dict(json.loads(json.dumps(public_file(day.event))))


def file_faults(file: dict[str, Any]) -> list[str]:
    """Return the faults that verification finds in an event file, as messages without their values."""
    proof = verify_event(file, verification_context())
    return [fault.sentence for check in proof.checks for fault in check.faults]
