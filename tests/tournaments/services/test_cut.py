"""The day of an event that is cut to its first players, from the announcement to the final."""

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from gameplay.models import LogEntry, OnlineGame
from gameplay.services import games
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day
from tests.tournaments.views.test_new_event import CHOSEN
from tournaments.models import Event, Match
from tournaments.rules.files import read_tournament
from tournaments.rules.infractions import Level
from tournaments.rules.plausibility import NoWinnerError
from tournaments.rules.reports import tournament_json
from tournaments.rules.results import End, GameResult, MatchResult, Side
from tournaments.rules.trf import read_trf
from tournaments.selectors.basis import doubtful
from tournaments.selectors.cut import columns
from tournaments.selectors.exports import pairings_csv, standings_csv
from tournaments.selectors.history import tournament_of
from tournaments.selectors.next_step import next_step
from tournaments.selectors.progress import phase, place_of, steps
from tournaments.selectors.proof import event_file, proof_of
from tournaments.selectors.results import agreement
from tournaments.selectors.standings import standings_table
from tournaments.services.cut import CutBegunError, change_cut
from tournaments.services.entry import NewPlayer, add_walk_in, drop
from tournaments.services.event import CutMissingError, ReasonNeededError, finish_event
from tournaments.services.match import enter_result, report
from tournaments.services.penalty import give
from tournaments.services.play import call_time, game_finished
from tournaments.services.repair import keep_pairings, pair_again
from tournaments.services.round import BracketFixedError, pair_round, publish_round, swap_players

pytestmark = pytest.mark.clause("DRF-OP-12")
WHY = "the slips were mixed up"
LATER = "a train to catch"


def button(day: Day) -> tuple[str, str]:
    found = next_step(Event.objects.get(pk=day.event.pk))
    return found.code, found.label.format(**found.fields)


def stage(day: Day, number: int, score: str | None = "2-0") -> list[Match]:
    """Publish a stage, and let the higher seeds win unless nothing is to be entered."""
    pair_round(day.event, by=day.by)
    publish_round(day.event, number, by=day.by)
    if score:
        day.settle(number, score)
    return day.matches(number)


def names(match: Match) -> set[str]:
    return {entry.name for entry in (match.a, match.b) if entry}


def ranking(day: Day) -> list[str]:
    return [row.entry.name for row in standings_table(day.event)]


def faults(event: Event) -> list[str]:
    """What the proof of an event finds to say against its cut and its standings."""
    checks = {check.code: check for check in proof_of(event).checks}
    return [str(fault) for code in ("cut", "standings") for fault in checks[code].faults]


def swiss(day: Day, players: int = 12, *sizes: int) -> Day:
    """Play the announced rounds, in pods of these ``sizes``."""
    for number in range(players):
        day.players.append(add_walk_in(day.event, NewPlayer(f"Player {number + 1}"), by=day.by).account)
    day.seat(*sizes)
    day.draft()
    for number in range(1, day.event.terms.rounds + 1):
        day.round(number)
        day.settle(number)
    return day


@pytest.fixture
def two_pods(new_event: Callable[..., Day]) -> Day:
    """Two pods of six that have played their three rounds; four play on."""
    return swiss(new_event(cut=4), 12, 6, 6)


@pytest.fixture
def six(new_event: Callable[..., Day]) -> Day:
    return swiss(new_event(cut=4), 6)


def test_who_leaves_before_the_cut_lets_the_fifth_of_both_pods_move_up(two_pods: Day):
    day, event = two_pods, two_pods.event
    first = ranking(day)
    assert button(day) == ("pair_round", "Start the top 4")

    gone = event.entries.get(name=first[1])
    drop(gone, by=day.by, reason=LATER)
    pair_round(event, by=day.by)
    assert button(day) == ("publish_round", "Publish the semi-final and start clock")
    publish_round(event, 4, by=day.by)

    # Whoever is level with others was put in order by the event's seed.
    seeds = event.rounds.get(number=4).pairing["cut"]["seeds"]
    assert str(gone.number) not in seeds
    assert [names(match) for match in day.matches(4)] == [
        {event.entries.get(number=seeds[a]).name, event.entries.get(number=seeds[b]).name} for a, b in ((0, 3), (1, 2))
    ]
    assert ranking(day) == first
    assert button(day) == ("pair_round", "Look at the final")
    assert next_step(event).blocked


def test_an_event_of_two_pods_is_played_to_the_end_of_its_cut(two_pods: Day):
    day, event = two_pods, two_pods.event
    upper, lower = stage(day, 4, None)
    enter_result(upper, day.result("2-1"), by=day.by, seen=0)
    enter_result(lower, day.result("0-2"), by=day.by, seen=0)
    assert button(day) == ("pair_round", "Look at the final")
    with pytest.raises(CutMissingError):
        finish_event(event, by=day.by)
    [final] = stage(day, 5, "1-2")
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
    assert [column.stage for column in columns(event, tournament_of(event))] == ["semi_final", "final"]
    assert read_tournament(json.dumps(tournament_json(tournament_of(event)))) == tournament_of(event)


def test_standings_of_each_pod_and_of_the_event_are_shown_printed_and_taken_along(two_pods: Day):
    day, desk = two_pods, signed_in(two_pods.alma)
    here = f"/e/{day.event.slug}"
    everybody = ranking(day)
    pod = [row.entry.name for row in standings_table(day.event, pod=2)]
    assert (len(everybody), len(pod)) == (12, 6)

    for asked, names_there in (("", everybody), ("?pod=2", pod)):
        page = desk.get(f"{here}/standings{asked}").content.decode()
        sheet = desk.get(f"{here}/print/standings{asked}").content.decode()
        assert f'{here}/print/standings{asked}"' in page
        for text in (page, sheet, desk.get(f"{here}/standings.csv{asked}").content.decode()):
            assert {name for name in everybody if re.search(rf"\b{name}\b(?! \d)", text)} == set(names_there)
        rows = desk.get(f"/api/v1/events/{day.event.slug}/standings{asked}").json()
        assert [row["name"] for row in rows] == names_there


def test_an_event_is_announced_with_its_cut_by_form_and_by_program(day: Day):
    desk = signed_in(day.alma)
    page = desk.get("/events/new?preset=enemy-FL-booster").content.decode()
    assert "Play on after the rounds" in page
    asked = {"preset": "enemy-FL-booster", "name": "Winter Draft", "cut": 4}

    form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page)) | CHOSEN | {"cut": "2"}
    assert desk.post("/events/new?preset=enemy-FL-booster", form).status_code == 302
    assert Event.objects.exclude(pk=day.event.pk).get().cut == 2
    made = desk.post("/api/v1/events", asked, content_type="application/json")

    assert (made.status_code, made.json()["cut"]) == (201, 4)
    hub = Client().get(f"/e/{made.json()['slug']}/").content.decode()
    assert "the first 4 play on in single elimination" in hub
    assert desk.post("/api/v1/events", asked | {"cut": 3}, content_type="application/json").status_code == 400


def test_its_pages_call_its_rounds_by_their_names(six: Day):
    stage(six, 4, None)
    here = f"/e/{six.event.slug}"
    upper = six.matches(4)[0]

    for path in (f"{here}/pairings", f"{here}/display", f"/match/{upper.pk}", f"{here}/standings"):
        page = Client().get(path).content.decode()
        assert "Semi-final" in page, path
        assert "Round 4" not in page, path
    assert "Semi-final, against" in signed_in(upper.a.account).get(f"{here}/").content.decode()
    playing = {name for match in six.matches(4) for name in names(match)}
    watching = six.event.entries.exclude(name__in=playing)[0]
    assert place_of(six.event, watching, phase(six.event)).above == "The top {places} is played without you"
    desk = signed_in(six.alma)
    for path in ("manage", "judge", "print/slips", "print/pairings-name", "print/standings"):
        page = desk.get(f"{here}/{path}").content.decode()
        assert "Semi-final" in page, path
    assert [step.label for step in steps(six.event, phase(six.event))][-3:] == ["Semi-final", "Final", "Standings"]
    assert "published round 4 of 50 minutes: Semi-final" in Client().get(f"{here}/audit").content.decode()


def test_the_proposal_shows_the_bracket_with_its_seeds_and_is_not_changed_by_hand(six: Day):
    pair_round(six.event, by=six.by)

    page = signed_in(six.alma).get(f"/e/{six.event.slug}/manage").content.decode()

    assert "Semi-final, not published yet" in page
    assert "The first 4 of the standings who still play" in page
    assert "Change the pairing" not in page
    with pytest.raises(BracketFixedError):
        swap_players(six.event, 4, (1, 2), reason="family", by=six.by)


@pytest.mark.clause("DRF-OP-13")
def test_a_match_of_the_cut_is_never_drawn_not_even_by_an_official(six: Day):
    match = stage(six, 4, None)[0]

    for reason in ("", "they agreed"):
        with pytest.raises(NoWinnerError, match="play one more"):
            enter_result(match, six.result("1-1"), by=six.by, seen=0, reason=reason)

    assert 'value="1-1"' not in signed_in(match.a.account).get(f"/match/{match.pk}").content.decode()


@pytest.mark.clause("DRF-OP-13")
def test_after_time_one_more_game_decides(six: Day):
    match = stage(six, 4, None)[0]
    six.event.rounds.filter(number=4).update(ends_at=timezone.now())
    match.round.refresh_from_db()
    level = (GameResult(Side.A, 5, 1), GameResult(None, 2, 2, End.TIME), GameResult(Side.B, 0, 5))
    decided = (GameResult(Side.A, 5, 1), GameResult(Side.B, 2, 3, End.TIME), GameResult(Side.A, 1, 0))

    with pytest.raises(Exception, match="game_after_time"):
        report(match, MatchResult(level), by=match.a.account, seen=0)
    report(match, MatchResult(decided), by=match.a.account, seen=0)


def test_both_lose_and_the_other_finalist_has_a_walkover(six: Day):
    upper, lower = stage(six, 4, None)
    enter_result(upper, MatchResult(double_loss=True), by=six.by, seen=0, reason="a fight")
    enter_result(lower, six.result("2-0"), by=six.by, seen=0)

    pair_round(six.event, by=six.by)
    publish_round(six.event, 5, by=six.by)

    assert [(match.kind, match.a) for match in six.event.rounds.get(number=5).matches.all()] == [("bye", lower.a)]
    assert button(six) == ("finish", "Finish event")
    assert ranking(six)[0] == lower.a.name
    assert "without a match" in Client().get(f"/e/{six.event.slug}/standings").content.decode()


def test_where_all_have_lost_there_is_no_final(six: Day):
    for match in stage(six, 4, None):
        enter_result(match, MatchResult(double_loss=True), by=six.by, seen=0, reason="a fight")

    assert button(six) == ("finish", "Finish event")
    finish_event(six.event, by=six.by)


def test_who_is_disqualified_in_the_cut_loses_the_match_and_leaves_the_list(six: Day):
    upper, lower = stage(six, 4, None)
    give(
        upper.a, "cheating", level=Level.DISQUALIFICATION, reason="marked cards", by=six.by._replace(role="head_judge")
    )
    enter_result(lower, six.result("2-0"), by=six.by, seen=0)
    [final] = stage(six, 5)

    assert upper.b
    assert names(final) == {upper.b.name, lower.a.name}
    assert upper.a.name not in ranking(six)
    finish_event(six.event, by=six.by)
    six.event.refresh_from_db()
    assert faults(six.event) == []


def test_a_finalist_who_leaves_before_the_final_gives_it_away(six: Day):
    upper, lower = stage(six, 4)
    drop(upper.a, by=six.by, reason=LATER)

    pair_round(six.event, by=six.by)
    publish_round(six.event, 5, by=six.by)

    assert six.event.rounds.get(number=5).matches.get().a == lower.a
    assert ranking(six)[:2] == [lower.a.name, upper.a.name]


def correct(day: Day, number: int, score: str = "0-2") -> None:
    enter_result(day.matches(number)[0], day.result(score), by=day.by, seen=1, reason=WHY)


def test_a_corrected_swiss_result_does_not_change_the_bracket_until_an_official_says_so(six: Day):
    stage(six, 4, None)
    before = [names(match) for match in six.matches(4)]

    correct(six, 3)

    assert doubtful(six.event)
    assert [names(match) for match in six.matches(4)] == before
    assert (
        "a result was corrected since it was paired"
        in signed_in(six.alma).get(f"/e/{six.event.slug}/manage").content.decode()
    )
    keep_pairings(six.event, 4, reason=WHY, by=six.by)
    assert doubtful(six.event) is None
    six.settle(4)
    stage(six, 5)
    finish_event(six.event, by=six.by)
    six.event.refresh_from_db()
    assert event_file(six.event)["kept"] == [4]
    assert faults(six.event) == []


def test_the_cut_is_made_again_from_what_counts_now(six: Day):
    stage(six, 4, None)
    correct(six, 3)

    proposed = pair_again(six.event, 4, typed="4", reason=WHY, by=six.by)

    assert (proposed.stage, proposed.published) == ("semi_final", False)
    assert tournament_of(six.event).cut is None
    publish_round(six.event, 4, by=six.by)
    assert doubtful(six.event) is None


def test_a_corrected_semi_final_asks_what_becomes_of_the_final(six: Day):
    stage(six, 4)
    [final] = stage(six, 5, None)

    correct(six, 4)
    assert doubtful(six.event) == final.round
    again = pair_again(six.event, 5, typed="5", reason=WHY, by=six.by)

    assert {str(player) for pair in again.pairing["pairs"] for player in pair} != {
        final.a.id_in_rules,
        final.b.id_in_rules if final.b else "",
    }


def test_a_swiss_correction_during_the_final_asks_nobody(six: Day):
    stage(six, 4)
    stage(six, 5, None)

    correct(six, 3)

    assert doubtful(six.event) is None


def test_a_proposed_bracket_that_somebody_has_left_is_made_anew(six: Day):
    pair_round(six.event, by=six.by)
    drop(six.matches(4)[0].a, by=six.by, reason=LATER)

    assert button(six) == ("pair_round", "Pair the semi-final again")


def test_the_cut_is_changed_for_a_public_reason_until_it_is_published(six: Day):
    with pytest.raises(ReasonNeededError):
        change_cut(six.event, 2, reason=" ", by=six.by)
    with pytest.raises(Exception, match="needs 8 players, and 6 are there"):
        change_cut(six.event, 8, reason=LATER, by=six.by)
    pair_round(six.event, by=six.by)

    change_cut(six.event, 2, reason="the shop closes", by=six.by)

    assert button(six) == ("pair_round", "Start the top 2")
    entry = LogEntry.objects.get(action="cut_changed")
    assert (entry.before, entry.after, entry.reason) == ({"places": 4}, {"places": 2}, "the shop closes")
    assert "let the first 2 play on" in Client().get(f"/e/{six.event.slug}/audit").content.decode()
    change_cut(six.event, 0, reason="the shop closes", by=six.by)
    assert button(six) == ("finish", "Finish event")
    change_cut(six.event, 2, reason="it does not", by=six.by)
    stage(six, 4, None)
    with pytest.raises(CutBegunError):
        change_cut(six.event, 0, reason="it does", by=six.by)
    assert 'id="cut"' not in signed_in(six.alma).get(f"/e/{six.event.slug}/manage").content.decode()


def test_a_cut_that_is_larger_than_the_field_stops_the_pods(new_event: Callable[..., Day]):
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


def test_programs_read_and_change_it(six: Day):
    desk = signed_in(six.alma)
    here = f"/api/v1/events/{six.event.slug}"
    assert desk.get(f"{here}/bracket").json() == []
    changed = desk.put(f"{here}/cut", {"places": 2, "reason": LATER}, content_type="application/json")
    assert (changed.status_code, changed.json()["cut"]) == (200, 2)
    [final] = stage(six, 4)

    assert desk.get(f"{here}/rounds").json()[0]["stage"] == "final"
    [told] = desk.get(f"{here}/bracket").json()
    assert told["stage"] == "final"
    [meeting] = told["meetings"]
    assert (meeting["match"], meeting["score"]) == (str(final.pk), "2-0")
    assert [(place["seed"], place["won"]) for place in meeting["places"]] == [(1, True), (2, False)]
    assert desk.get(f"{here}/standings").json()[0]["swiss_rank"] == 1
    assert desk.get(f"{here}/tournament").json()["cut"]["seeds"] == [
        final.a.id_in_rules,
        final.b and final.b.id_in_rules,
    ]
    assert len(read_trf(desk.get(f"{here}/trf").json()["trf"]).rounds) == six.event.terms.rounds


def test_tables_to_take_along_tell_the_stage_and_both_ranks(six: Day):
    stage(six, 4)
    stage(six, 5, "0-2")

    table = pairings_csv(six.event)
    assert table.head[-1] == "stage"
    assert {row[-1] for row in table.rows} == {"", "semi_final", "final"}
    ranks = standings_csv(six.event)
    assert ranks.head[:2] == ("rank", "swiss_rank")
    assert [row[0] for row in ranks.rows][:4] == [1, 2, 3, 4]
    assert standings_csv(six.event, pod=1).head[1] == "number"


def test_the_last_round_says_what_it_does_for_the_cut(new_event: Callable[..., Day]):
    day = new_event(cut=2)
    day.to_round(3)
    pages = [
        signed_in(entry.account).get(f"/e/{day.event.slug}/").content.decode()
        for match in day.matches(3)
        for entry in (match.a, match.b)
        if entry
    ]

    assert any("in the top 2, whatever happens elsewhere" in page for page in pages)
    assert any("not in the top 2, unless somebody above leaves" in page for page in pages)


@pytest.fixture
def online(new_event: Callable[..., Day]) -> Match:
    """The final of an event online, at 1-1 in games."""
    day = new_event(play="online", cut=2)
    day.enter(4)
    day.seat()
    day.hand_in()
    day.draft()
    for number in (1, 2, 3):
        day.round(number)
        for match in day.matches(number):
            concede(match, Side.B)
            concede(match, Side.B)
    [final] = stage(day, 4, None)
    concede(final, Side.A)
    concede(final, Side.B)
    return final


def concede(match: Match, side: Side) -> None:
    entry = match.a if side is Side.A else match.b
    assert entry
    games.concede(entry.account, match.games.get(game__ended_at=None).game)


@pytest.mark.clause("DRF-OP-13")
def test_online_a_match_that_is_level_at_time_goes_on_to_the_first_point_without_a_clock(online: Match):
    now = timezone.now()
    online.round.event.rounds.filter(number=4).update(ends_at=now)
    call_time(now)
    third = online.games.get(game__ended_at=None)
    assert third.time_called_at
    drawn = {"winners": [0, 1], "scores": [2, 2], "reason": "time"}
    OnlineGame.objects.filter(pk=third.game_id).update(ended_at=now, outcome=drawn)

    game_finished(game=third.game)

    decides = online.games.get(game__ended_at=None)
    assert (decides.number, decides.game.switches["target"]) == (4, 1)
    call_time(timezone.now())
    decides.refresh_from_db()
    assert decides.time_called_at is None
    concede(online, Side.B)
    found = agreement(Match.objects.get(pk=online.pk))
    assert found.result
    assert (found.final, found.result.winner, found.result.score) == (True, Side.A, (2, 1, 1))
