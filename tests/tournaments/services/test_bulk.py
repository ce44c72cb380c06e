"""Changes of several tables or players: one transaction, and a log entry for each."""

from collections.abc import Callable

import pytest

from gameplay.models import LogEntry
from tests.tournaments.conftest import Day
from tournaments.models import Match
from tournaments.rules.agreement import ReportState
from tournaments.selectors.results import match_agreement
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.bulk import check_in_several, confirm_reports, extend_several
from tournaments.services.event import ReasonNeededError
from tournaments.services.match import add_report, confirm_report
from tournaments.services.new_entry import RegistrationClosedError


def logged(*actions: str) -> int:
    return LogEntry.objects.filter(action__in=actions).count()


def states(day: Day) -> list[str]:
    return [match_agreement(match).state.value for match in day.matches(1)]


@pytest.fixture
def reported(day: Day) -> list[Match]:
    """Three tables: at the first two, one player has reported."""
    day.to_round(1)
    matches = day.matches(1)
    add_report(matches[0], day.result("2-1"), by=matches[0].a.account, last_seen_number=0)
    assert matches[1].b
    add_report(matches[1], day.result("0-2"), by=matches[1].b.account, last_seen_number=0)
    return matches


def test_several_players_are_checked_out_and_in(day: Day):
    entries = day.enter(4)

    assert check_in_several(entries[:3], present=False, by=day.by) == entries[:3]
    assert check_in_several(entries, present=True, by=day.by) == entries[:3]

    assert (logged("checked_out"), logged("checked_in")) == (3, 3)
    assert day.event.entries.filter(checked_in_at=None).count() == 0


def test_nobody_is_checked_in_after_registration(day: Day):
    entries = day.enter()
    day.seat()

    with pytest.raises(RegistrationClosedError):
        check_in_several(entries, present=False, by=day.by)


def test_several_tables_get_extra_time(day: Day):
    day.to_round(1)

    extend_several(day.matches(1)[:2], 4, reason="fire alarm", by=day.by)

    assert [match.extra_minutes for match in day.matches(1)] == [4, 4, 0]
    assert set(LogEntry.objects.filter(action="extended").values_list("reason", flat=True)) == {"fire alarm"}
    assert logged("extended") == 2


def test_no_table_gets_extra_time_without_a_reason(day: Day):
    day.to_round(1)

    with pytest.raises(ReasonNeededError):
        extend_several(day.matches(1), 4, reason=" ", by=day.by)

    assert [match.extra_minutes for match in day.matches(1)] == [0, 0, 0]


def test_reports_that_wait_for_the_opponent_are_confirmed(day: Day, reported: list[Match]):
    seen = {match.pk: 1 for match in reported}

    confirmed = confirm_reports(day.event, seen, by=day.by)

    assert confirmed == reported[:2]
    assert states(day) == ["final", "final", "open"]
    assert [str(match_agreement(match).result) for match in reported[:2]] == ["2-1", "0-2"]
    assert logged("entered") == 2


def test_only_the_shown_reports_are_confirmed(day: Day, reported: list[Match]):
    """A match that the opponent has disputed or confirmed, or that was reported again, is left out."""
    first, second, _third = reported
    assert first.b
    add_report(first, day.result("0-2"), by=first.b.account, last_seen_number=1)
    confirm_report(second, by=second.a.account, last_seen_number=1)

    assert confirm_reports(day.event, {first.pk: 1, second.pk: 1}, by=day.by) == []

    assert states(day) == ["disputed", "final", "open"]
    assert match_agreement(first).state is ReportState.DISPUTED


def test_a_newer_report_of_the_same_player_is_not_confirmed(day: Day, reported: list[Match]):
    add_report(reported[0], day.result("2-0"), by=reported[0].a.account, last_seen_number=1)

    assert confirm_reports(day.event, {reported[0].pk: 1}, by=day.by) == []
    assert confirm_reports(day.event, {reported[0].pk: 2}, by=day.by) == [reported[0]]


def test_officials_do_not_confirm_the_results_of_their_own_matches(day: Day, reported: list[Match]):
    player = reported[0].b
    assert player

    assert confirm_reports(day.event, {reported[0].pk: 1}, by=Actor(player.account, ORGANIZER)) == []


def test_matches_of_other_events_are_not_confirmed(day: Day, reported: list[Match], new_event: Callable[..., Day]):
    assert confirm_reports(new_event().event, {reported[0].pk: 1}, by=day.by) == []
