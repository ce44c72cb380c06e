"""Reports of match results: who may make them, and their effects."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from django.http import Http404

from gameplay.infrastructure.log import verify_stream
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import Account, LogEntry
from tests.parallel import run_simultaneously
from tests.tournaments.conftest import Day
from tournaments.models import Call, Match, Report, Round
from tournaments.rules.agreement import ReportState
from tournaments.rules.plausibility import MatchNotOverError
from tournaments.rules.results import GameEnd, GameResult, MatchResult
from tournaments.selectors.history import event_standings
from tournaments.selectors.results import match_agreement
from tournaments.selectors.roles import SCOREKEEPER, Actor
from tournaments.services import match as matches
from tournaments.services.entry import drop_entry
from tournaments.services.event import ReasonNeededError


@pytest.fixture
def match(day: Day) -> Match:
    """The match at table 1 of the first round."""
    day.to_round(1)
    return day.matches(1)[0]


def points(day: Day, match: Match) -> tuple[int, int]:
    found = {row.player: row.record.match_points for row in event_standings(day.event)}
    assert match.b
    return found[match.a.rules_id], found[match.b.rules_id]


def account_b(match: Match) -> Account:
    assert match.b
    return match.b.account


def test_a_report_counts_once_the_other_player_confirms_it(day: Day, match: Match):
    reported = matches.add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)
    before = points(day, match)
    confirmed = matches.confirm_report(match, by=account_b(match), last_seen_number=reported.number)

    assert (reported.state, confirmed.state) == (ReportState.REPORTED, ReportState.FINAL)
    assert (before, points(day, match)) == ((0, 0), (3, 0))
    log = LogEntry.objects.filter(stream=match.stream).order_by("number")
    assert [entry.action for entry in log] == ["reported", "confirmed"]
    assert verify_stream(match.stream).is_intact


def test_a_player_cannot_confirm_their_own_report(day: Day, match: Match):
    matches.add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)

    with pytest.raises(matches.NothingToConfirmError):
        matches.confirm_report(match, by=match.a.account, last_seen_number=1)


def test_a_confirmation_is_for_the_newest_report_only(day: Day, match: Match):
    matches.add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)
    matches.add_report(match, day.result("2-0"), by=match.a.account, last_seen_number=1)

    with pytest.raises(matches.ReportStaleError) as refusal:
        matches.confirm_report(match, by=account_b(match), last_seen_number=1)

    assert refusal.value.is_state_conflict
    assert (refusal.value.details["number"], refusal.value.details["score"]) == (2, "2-0")


def test_other_players_cannot_report(day: Day, match: Match):
    for stranger in (day.alma, day.matches(1)[1].a.account):
        with pytest.raises(Http404):
            matches.add_report(match, day.result("2-1"), by=stranger, last_seen_number=0)


def test_a_contradiction_is_a_dispute_and_calls_one_judge(day: Day, match: Match):
    matches.add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)
    disputed = matches.add_report(match, day.result("1-2"), by=account_b(match), last_seen_number=1)
    matches.add_report(match, day.result("2-0"), by=match.a.account, last_seen_number=2)

    assert disputed.state is ReportState.DISPUTED
    assert points(day, match) == (0, 0)
    assert Call.objects.get().category == Call.Category.RESULT


def test_staff_settle_a_dispute_and_correct_with_a_reason(day: Day, match: Match):
    matches.add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)
    matches.add_report(match, day.result("1-2"), by=account_b(match), last_seen_number=1)
    scorekeeper = Actor(day.alma, SCOREKEEPER)

    matches.enter_result(match, day.result("2-1"), by=scorekeeper, last_seen_number=2)
    with pytest.raises(ReasonNeededError):
        matches.enter_result(match, day.result("2-0"), by=scorekeeper, last_seen_number=3)
    matches.enter_result(match, day.result("0-2"), by=scorekeeper, last_seen_number=3, reason="slip misread")

    assert points(day, match) == (0, 3)
    corrected = LogEntry.objects.get(action="corrected")
    assert (corrected.before, corrected.reason) == ({"score": "2-1-0", "state": "final"}, "slip misread")
    assert [report.source for report in match.reports.all()] == ["a", "b", "staff", "staff"]


def test_players_cannot_change_a_final_result(day: Day, match: Match):
    matches.enter_result(match, day.result("2-1"), by=day.by, last_seen_number=0)

    with pytest.raises(matches.ResultFinalError):
        matches.add_report(match, day.result("0-2"), by=account_b(match), last_seen_number=1)
    with pytest.raises(matches.ResultFinalError):
        matches.confirm_report(match, by=account_b(match), last_seen_number=1)


@pytest.mark.clause("ENE-X.3")
def test_time_ends_a_match_only_once_it_is_called(day: Day, match: Match):
    drawn = MatchResult((GameResult(None, 3, 3, GameEnd.TIME),))
    with pytest.raises(RulesErrorGroup) as refusal:
        matches.add_report(match, drawn, by=match.a.account, last_seen_number=0)
    assert refusal.value.is_state_conflict

    Round.objects.update(ends_at=F("published_at"))
    match.round.refresh_from_db()

    assert matches.add_report(match, drawn, by=match.a.account, last_seen_number=0).state is ReportState.REPORTED


def test_an_extension_applies_to_one_table_only(day: Day, match: Match):
    ends_at = match.ends_at
    assert ends_at
    with pytest.raises(ReasonNeededError):
        matches.extend_match(match, 4, reason="", by=day.by)

    matches.extend_match(match, 4, reason="deck check", by=day.by)

    first, second = day.matches(1)[:2]
    assert (first.ends_at, second.ends_at) == (ends_at + timedelta(minutes=4), ends_at)


@pytest.mark.clause("DRF-4.3")
def test_an_unfinished_match_needs_a_reason_even_from_staff(day: Day, match: Match):
    with pytest.raises(MatchNotOverError):
        matches.enter_result(match, day.result("1-0"), by=day.by, last_seen_number=0)

    matches.enter_result(match, day.result("1-0"), by=day.by, last_seen_number=0, reason="conceded and left")

    assert points(day, match) == (3, 0)


def test_a_bye_cannot_be_reported(day: Day):
    day.enter(5)
    day.seat()
    day.draft()
    bye = day.round(1).matches.select_related("round__event", "a__account").get(kind="bye")

    with pytest.raises(matches.NotPlayedError):
        matches.add_report(bye, day.result("2-0"), by=bye.a.account, last_seen_number=0)


def test_an_official_who_plays_is_marked_in_the_log(day: Day, match: Match):
    own = Actor(match.a.account, SCOREKEEPER)

    matches.enter_result(match, day.result("2-0"), by=own, last_seen_number=0)

    assert LogEntry.objects.get(stream=match.stream).action == "entered_own"


def test_a_dropped_player_is_not_paired_again(day: Day, match: Match):
    day.settle(1)
    drop_entry(match.a, by=Actor(match.a.account, "player"))

    second = day.round(2)

    playing = {entry for each in second.matches.all() for entry in (each.a_id, each.b_id)}
    assert match.a.pk not in playing
    assert points(day, match) == (3, 0)


@pytest.mark.django_db(transaction=True)
def test_one_of_two_simultaneous_entries_is_refused(new_event: Callable[..., Day]):
    day = new_event()
    day.to_round(1)
    table = day.matches(1)[0]

    answers = run_simultaneously(
        [lambda: matches.enter_result(Match.objects.get(pk=table.pk), day.result("2-0"), by=day.by, last_seen_number=0)]
        * 4
    )

    assert sum(isinstance(answer, matches.ReportStaleError) for answer in answers) == 3
    assert Report.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_simultaneous_equal_reports_are_both_kept(new_event: Callable[..., Day]):
    day = new_event()
    day.to_round(1)
    table = day.matches(1)[0]
    players = (table.a.account, account_b(table))

    def act(place: int) -> object:
        return matches.add_report(
            Match.objects.get(pk=table.pk), day.result("2-0"), by=players[place], last_seen_number=0
        )

    answers = run_simultaneously([lambda: act(0), lambda: act(1)])

    assert not any(isinstance(answer, Exception) for answer in answers)
    assert Report.objects.count() == 2
    assert match_agreement(Match.objects.get(pk=table.pk)).state is ReportState.FINAL


def test_an_unseen_report_is_agreed_with_but_neither_contradicted_nor_skipped(day: Day, match: Match):
    alice, bob = match.a.account, account_b(match)
    matches.add_report(match, day.result("2-1"), by=alice, last_seen_number=0)

    with pytest.raises(matches.ReportStaleError):
        matches.add_report(match, day.result("1-2"), by=bob, last_seen_number=0)
    assert matches.add_report(match, day.result("2-1"), by=bob, last_seen_number=0).is_final
    assert LogEntry.objects.filter(stream=match.stream).latest("number").action == "confirmed"


def test_a_report_does_not_agree_with_a_report_that_has_been_changed(day: Day, match: Match):
    """Bob has seen neither of Alice's reports, or has changed his own one on another device."""
    alice, bob = match.a.account, account_b(match)
    matches.add_report(match, day.result("2-1"), by=alice, last_seen_number=0)
    matches.add_report(match, day.result("2-0"), by=alice, last_seen_number=1)
    with pytest.raises(matches.ReportStaleError):
        matches.add_report(match, day.result("2-0"), by=bob, last_seen_number=0)

    matches.add_report(match, day.result("0-2"), by=bob, last_seen_number=2)
    with pytest.raises(matches.ReportStaleError):
        matches.add_report(match, day.result("2-0"), by=bob, last_seen_number=2)
