"""An event with a top cut, from its creation to the final."""

import json
from collections.abc import Callable
from copy import deepcopy

import pytest
from django.test import Client
from django.utils import timezone

from gameplay.models import LogEntry, OnlineGame
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day, make_event
from tests.tournaments.cuts import button, concede, faults, names, play_stage, ranking
from tournaments.models import Match, Round
from tournaments.rules.infractions import PenaltyLevel
from tournaments.rules.json_output import tournament_json
from tournaments.rules.plausibility import NoWinnerError
from tournaments.rules.results import GameEnd, GameResult, MatchResult, MatchSide
from tournaments.rules.tournament_file import read_tournament
from tournaments.selectors.cut import bracket_stages
from tournaments.selectors.history import tournament_of
from tournaments.selectors.next_step import next_step
from tournaments.selectors.pairing_basis import have_results_changed
from tournaments.selectors.results import match_agreement
from tournaments.selectors.standings import standings_table
from tournaments.services.cut import CutBegunError, change_cut
from tournaments.services.entry import drop_entry
from tournaments.services.event import CutMissingError, ReasonNeededError, finish_event
from tournaments.services.late import undo_drop
from tournaments.services.match import add_report, enter_result
from tournaments.services.online_match import call_time, on_game_finished
from tournaments.services.penalty import give_penalty
from tournaments.services.repair import keep_pairings, pair_round_again
from tournaments.services.round import propose_round, publish_round

pytestmark = pytest.mark.clause("DRF-OP-12")
REASON = "the slips were mixed up"
DROP_REASON = "a train to catch"


@pytest.fixture(scope="module")
def prepared_six(shared_database: None) -> Day:
    return make_event(cut=4).to_cut(6)


@pytest.fixture
def six(db: None, prepared_six: Day) -> Day:
    """Six players after three rounds, with a top cut of four."""
    return deepcopy(prepared_six)


def outdated_round(day: Day) -> Round | None:
    """Return the newest round if a result on which its pairing is based was corrected since."""
    newest = day.event.rounds.order_by("number").last()
    return newest if newest and have_results_changed(newest) else None


def test_a_drop_before_the_cut_lets_the_fifth_player_of_both_pods_move_up(two_pods: Day):
    day, event = two_pods, two_pods.event
    first = ranking(day)
    assert button(day) == ("pair_round", "Start the top 4")

    gone = event.entries.get(name=first[1])
    drop_entry(gone, by=day.by, reason=DROP_REASON)
    propose_round(event, by=day.by)
    assert button(day) == ("publish_round", "Publish the semi-final and start clock")
    publish_round(event, 4, by=day.by)

    # Ties were broken by the event's seed.
    seeds = event.rounds.get(number=4).pairing["cut"]["seeds"]
    assert str(gone.number) not in seeds
    assert [names(match) for match in day.matches(4)] == [
        {event.entries.get(number=seeds[a]).name, event.entries.get(number=seeds[b]).name} for a, b in ((0, 3), (1, 2))
    ]
    assert ranking(day) == first
    assert button(day) == ("pair_round", "Pair the final")
    assert next_step(event).blocked


def test_an_event_of_two_pods_is_played_to_the_end_of_its_cut(two_pods: Day):
    day, event = two_pods, two_pods.event
    upper, lower = play_stage(day, 4, None)
    enter_result(upper, day.result("2-1"), by=day.by, last_seen_number=0)
    enter_result(lower, day.result("0-2"), by=day.by, last_seen_number=0)
    assert button(day) == ("pair_round", "Pair the final")
    with pytest.raises(CutMissingError):
        finish_event(event, by=day.by)
    [final] = play_stage(day, 5, "1-2")
    assert lower.b
    assert names(final) == {upper.a.name, lower.b.name}
    assert button(day) == ("finish", "Finish event")
    finish_event(event, by=day.by)
    event.refresh_from_db()

    assert ranking(day)[:2] == [lower.b.name, upper.a.name]
    assert {*ranking(day)[2:4]} == {upper.b.name if upper.b else "", lower.a.name}
    assert [row.rank for row in standings_table(event)][:4] == [1, 2, 3, 4]
    assert min(row.swiss_rank or 0 for row in standings_table(event)) == 1
    assert len(standings_table(event, pod=2)) == 6
    assert faults(event) == []
    assert [column.stage for column in bracket_stages(event, tournament_of(event))] == ["semi_final", "final"]
    assert read_tournament(json.dumps(tournament_json(tournament_of(event)))) == tournament_of(event)


@pytest.mark.clause("DRF-OP-13")
def test_a_match_of_the_cut_is_never_drawn_not_even_by_an_official(six: Day):
    match = play_stage(six, 4, None)[0]

    for reason in ("", "they agreed"):
        with pytest.raises(NoWinnerError, match="play a deciding game"):
            enter_result(match, six.result("1-1"), by=six.by, last_seen_number=0, reason=reason)

    assert 'value="1-1"' not in signed_in(match.a.account).get(f"/match/{match.pk}").content.decode()


@pytest.mark.clause("DRF-OP-13")
def test_after_time_one_more_game_decides(six: Day):
    match = play_stage(six, 4, None)[0]
    six.event.rounds.filter(number=4).update(ends_at=timezone.now())
    match.round.refresh_from_db()
    level = (GameResult(MatchSide.A, 5, 1), GameResult(None, 2, 2, GameEnd.TIME), GameResult(MatchSide.B, 0, 5))
    decided = (
        GameResult(MatchSide.A, 5, 1),
        GameResult(MatchSide.B, 2, 3, GameEnd.TIME),
        GameResult(MatchSide.A, 1, 0),
    )

    with pytest.raises(Exception, match="game_after_time"):
        add_report(match, MatchResult(level), by=match.a.account, last_seen_number=0)
    add_report(match, MatchResult(decided), by=match.a.account, last_seen_number=0)


def test_after_a_double_loss_the_other_finalist_has_a_walkover(six: Day):
    upper, lower = play_stage(six, 4, None)
    enter_result(upper, MatchResult(double_loss=True), by=six.by, last_seen_number=0, reason="a fight")
    enter_result(lower, six.result("2-0"), by=six.by, last_seen_number=0)

    propose_round(six.event, by=six.by)
    publish_round(six.event, 5, by=six.by)

    assert [(match.kind, match.a) for match in six.event.rounds.get(number=5).matches.all()] == [("bye", lower.a)]
    assert button(six) == ("finish", "Finish event")
    assert ranking(six)[0] == lower.a.name
    assert "walkover" in Client().get(f"/e/{six.event.slug}/standings").content.decode()


def test_there_is_no_final_if_all_semi_finalists_have_lost(six: Day):
    for match in play_stage(six, 4, None):
        enter_result(match, MatchResult(double_loss=True), by=six.by, last_seen_number=0, reason="a fight")

    assert button(six) == ("finish", "Finish event")
    finish_event(six.event, by=six.by)


def test_a_player_disqualified_in_the_cut_loses_the_match_and_leaves_the_standings(six: Day):
    upper, lower = play_stage(six, 4, None)
    give_penalty(
        upper.a,
        "cheating",
        level=PenaltyLevel.DISQUALIFICATION,
        reason="marked cards",
        by=six.by._replace(role="head_judge"),
    )
    enter_result(lower, six.result("2-0"), by=six.by, last_seen_number=0)
    [final] = play_stage(six, 5)

    assert upper.b
    assert names(final) == {upper.b.name, lower.a.name}
    assert upper.a.name not in ranking(six)
    finish_event(six.event, by=six.by)
    six.event.refresh_from_db()
    assert faults(six.event) == []


def test_a_finalist_who_drops_before_the_final_loses_it(six: Day):
    upper, lower = play_stage(six, 4)
    drop_entry(upper.a, by=six.by, reason=DROP_REASON)

    propose_round(six.event, by=six.by)
    publish_round(six.event, 5, by=six.by)

    assert six.event.rounds.get(number=5).matches.get().a == lower.a
    assert ranking(six)[:2] == [lower.a.name, upper.a.name]


def correct(day: Day, number: int, score: str = "0-2") -> None:
    enter_result(day.matches(number)[0], day.result(score), by=day.by, last_seen_number=1, reason=REASON)


def test_a_corrected_swiss_result_changes_the_bracket_only_if_an_official_decides_so(six: Day):
    play_stage(six, 4, None)
    before = [names(match) for match in six.matches(4)]

    correct(six, 3)

    assert outdated_round(six)
    assert [names(match) for match in six.matches(4)] == before
    assert (
        "an earlier result was corrected after pairing"
        in signed_in(six.alma).get(f"/e/{six.event.slug}/manage").content.decode()
    )
    keep_pairings(six.event, 4, reason=REASON, by=six.by)
    assert outdated_round(six) is None
    six.settle(4)
    play_stage(six, 5)
    finish_event(six.event, by=six.by)
    six.event.refresh_from_db()
    assert faults(six.event) == []


def test_the_cut_is_paired_again_from_the_current_results(six: Day):
    play_stage(six, 4, None)
    correct(six, 3)

    proposed = pair_round_again(six.event, 4, typed="4", reason=REASON, by=six.by)

    assert (proposed.stage, proposed.is_published) == ("semi_final", False)
    assert tournament_of(six.event).cut is None
    publish_round(six.event, 4, by=six.by)
    assert outdated_round(six) is None


def test_a_corrected_semi_final_puts_the_final_in_doubt(six: Day):
    play_stage(six, 4)
    [final] = play_stage(six, 5, None)

    correct(six, 4)
    assert outdated_round(six) == final.round
    again = pair_round_again(six.event, 5, typed="5", reason=REASON, by=six.by)

    assert {str(player) for pair in again.pairing["pairs"] for player in pair} != {
        final.a.rules_id,
        final.b.rules_id if final.b else "",
    }


def test_a_swiss_correction_during_the_final_needs_no_decision(six: Day):
    play_stage(six, 4)
    play_stage(six, 5, None)

    correct(six, 3)

    assert outdated_round(six) is None


def test_a_proposed_bracket_is_paired_again_after_a_drop(six: Day):
    propose_round(six.event, by=six.by)
    drop_entry(six.matches(4)[0].a, by=six.by, reason=DROP_REASON)

    assert button(six) == ("pair_round", "Pair the semi-final again")


def test_the_cut_is_changed_for_a_public_reason_until_it_is_published(six: Day):
    with pytest.raises(ReasonNeededError):
        change_cut(six.event, 2, reason=" ", by=six.by)
    with pytest.raises(Exception, match="needs 8 players, and there are only 6"):
        change_cut(six.event, 8, reason=REASON, by=six.by)
    propose_round(six.event, by=six.by)

    change_cut(six.event, 2, reason="the shop closes", by=six.by)

    assert button(six) == ("pair_round", "Start the top 2")
    entry = LogEntry.objects.get(action="cut_changed")
    assert (entry.before, entry.after, entry.reason) == ({"places": 4}, {"places": 2}, "the shop closes")
    assert "changed the top cut from 4 to 2 players" in Client().get(f"/e/{six.event.slug}/audit").content.decode()
    change_cut(six.event, 0, reason="the shop closes", by=six.by)
    assert button(six) == ("finish", "Finish event")
    change_cut(six.event, 2, reason="it does not", by=six.by)
    play_stage(six, 4, None)
    with pytest.raises(CutBegunError):
        change_cut(six.event, 0, reason="it does", by=six.by)
    assert 'id="cut"' not in signed_in(six.alma).get(f"/e/{six.event.slug}/manage").content.decode()


def test_a_cut_larger_than_the_field_blocks_the_pods(new_event: Callable[..., Day]):
    day = new_event(cut=8)
    day.enter(6)

    assert next_step(day.event).code == "make_pods"
    assert next_step(day.event).blocked.format(**next_step(day.event).why).endswith("Cut to 4 at most, or not at all.")
    desk = signed_in(day.alma)
    refused = desk.post(f"/e/{day.event.slug}/manage/step", {"step": "make_pods"})
    assert refused.status_code == 422
    assert desk.post(f"/e/{day.event.slug}/manage/cut", {"places": 4, "reason": "six came"}).status_code == 302
    day.event.refresh_from_db()
    assert not next_step(day.event).blocked


@pytest.fixture
def online(new_event: Callable[..., Day]) -> Match:
    """The final of an online event, at 1-1 in games."""
    day = new_event(play="online", cut=2)
    day.enter(4)
    day.seat()
    day.hand_in()
    day.draft()
    for number in (1, 2, 3):
        day.round(number)
        for match in day.matches(number):
            concede(match, MatchSide.B)
            concede(match, MatchSide.B)
    [final] = play_stage(day, 4, None)
    concede(final, MatchSide.A)
    concede(final, MatchSide.B)
    return final


@pytest.mark.clause("DRF-OP-13")
def test_an_online_cut_match_level_at_time_continues_to_the_first_point(online: Match):
    now = timezone.now()
    online.round.event.rounds.filter(number=4).update(ends_at=now)
    call_time(now)
    third = online.games.get(game__ended_at=None)
    assert third.time_called_at
    drawn = {"winners": [0, 1], "scores": [2, 2], "reason": "time"}
    OnlineGame.objects.filter(pk=third.game_id).update(ended_at=now, outcome=drawn)

    on_game_finished(game=third.game)

    decides = online.games.get(game__ended_at=None)
    assert (decides.number, decides.game.switches["target"]) == (4, 1)
    call_time(timezone.now())
    decides.refresh_from_db()
    assert decides.time_called_at is None
    concede(online, MatchSide.B)
    found = match_agreement(Match.objects.get(pk=online.pk))
    assert found.result
    assert (found.is_final, found.result.winner, found.result.score) == (True, MatchSide.A, (2, 1, 1))


def test_a_player_who_returns_during_the_cut_has_missed_no_stage(six: Day):
    play_stage(six, 4, None)
    out = next(entry for entry in six.event.entries.all() if not any(entry.name in names(m) for m in six.matches(4)))
    drop_entry(out, by=six.by, reason=DROP_REASON)

    undo_drop(out, reason=REASON, by=six.by)

    assert not Match.objects.filter(round__event=six.event, kind=Match.Kind.MISSED).exists()
    assert not outdated_round(six)
