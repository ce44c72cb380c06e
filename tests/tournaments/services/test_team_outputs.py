"""Teams on pages, sheets, files and in verification, and in online matches."""

import json
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from gameplay.models import OnlineGame
from tests.tournaments.conftest import Day
from tests.tournaments.teams import TeamDay, team_day
from tournaments.models import Event
from tournaments.rules.json_output import tournament_json
from tournaments.rules.tournament_file import read_tournament
from tournaments.rules.trf import write_trf
from tournaments.selectors.cut import bracket_stages
from tournaments.selectors.event_file import event_file, verify_finished_event
from tournaments.selectors.exports import pairings_csv, results_csv, roster_csv, standings_csv
from tournaments.selectors.history import tournament_of
from tournaments.selectors.pairings import published_rounds
from tournaments.selectors.progress import event_phase, player_status
from tournaments.selectors.round_sheets import lines_by_name, slip_sheets
from tournaments.selectors.standings import standings_table
from tournaments.services.event import finish_event
from tournaments.services.pod import plan_pods, publish_seating
from tournaments.services.round import propose_round, publish_round

pytestmark = pytest.mark.clause("DRF-OP-14")


def ranking(day: TeamDay) -> list[tuple[str, str]]:
    return [(row.entry.name, str(row.record)) for row in standings_table(day.event)]


def test_players_see_table_board_and_opposing_team(teams: TeamDay):
    teams.start(4)
    teams.round(1)
    match = teams.boards(1)["2B"]
    assert match.b

    place = player_status(teams.event, match.a, event_phase(teams.event))

    assert (place.fields["table"], place.fields["opponent"]) == ("2B", match.b.full_name)


# --- Paper and files -------------------------------------------------------------------------


def test_sheets_and_tables_name_teams_and_boards(teams: TeamDay):
    teams.start(4)
    teams.round(1)
    teams.enter_scores(1)
    paired = published_rounds(teams.event)[0]

    codes = [slip.code for sheet in slip_sheets(paired) for slip in sheet if slip]

    assert [code[:7] for code in codes] == ["R1-T01A", "R1-T01B", "R1-T02A", "R1-T02B"]
    assert {str(line.match.label)[1] for line in lines_by_name(paired) if line.player.name == "Ana"} == {"A"}
    head, rows = pairings_csv(teams.event)
    assert head == ("round", "table", "board", "team", "opposing_team", "player", "opponent", "kind", "score")
    assert [row[1:3] for row in rows] == [(1, "A"), (1, "B"), (2, "A"), (2, "B")]
    assert {len(row) for row in results_csv(teams.event).rows} == {len(results_csv(teams.event).columns)}
    assert standings_csv(teams.event).columns[1:3] == ("number", "team")
    assert "Ben" in str(standings_csv(teams.event).rows)
    assert {len(row) for row in roster_csv(teams.event).rows} == {len(roster_csv(teams.event).columns)}
    assert [row[-2:] for row in roster_csv(teams.event).rows][:2] == [("Lamps", "A"), ("Lamps", "B")]
    assert "Lamps" in write_trf(tournament_of(teams.event), name="Summer Draft")


# --- A whole event ---------------------------------------------------------------------------


def test_six_teams_play_three_rounds_and_a_final_with_level_boards(cut: TeamDay):
    cut.start()
    for number in (1, 2, 3):
        cut.round(number)
        cut.enter_scores(number, t2B="1-2")
    propose_round(cut.event, by=cut.by)
    publish_round(cut.event, 4, by=cut.by)
    final = cut.boards(4)
    first, second = final["1A"].a.team, final["1A"].b and final["1A"].b.team
    assert [row.entry for row in standings_table(cut.event)][:2] == [first, second]

    cut.enter_scores(4, t1A="2-1", t1B="0-2")
    finish_event(cut.event, by=cut.by)
    cut.event.refresh_from_db()

    assert second
    assert next(name for name, _record in ranking(cut)) == second.name  # 3-2 games on two level boards
    [column] = bracket_stages(cut.event, tournament_of(cut.event))
    [meeting] = column.meetings
    assert (meeting.score, [place.won for place in meeting.places]) == ("1-1", [False, True])
    file = tournament_json(tournament_of(cut.event))
    assert read_tournament(json.dumps(file)) == tournament_of(cut.event)
    assert [player["name"] for player in file["players"]] == ["Lamps", "Tides", "Owls", "Ferns", "Kites", "Moths"]
    assert "pods" not in file or not file["pods"]
    checks = {check.code: check for check in verify_finished_event(cut.event).checks}
    assert {code: (checks[code].total, checks[code].faults) for code in ("seats", "cut", "standings")} == {
        "seats": (12, []),
        "cut": (2, []),
        "standings": (6, []),
    }
    assert checks["pairings"].faults == []


def test_verification_finds_seats_that_were_not_drawn_from_the_seed(teams: TeamDay):
    teams.start(4)
    for number in (1, 2, 3):
        teams.round(number)
        teams.enter_scores(number)
    finish_event(teams.event, by=teams.by)
    teams.event.refresh_from_db()
    checks = {check.code: check for check in verify_finished_event(teams.event).checks}
    assert event_file(teams.event)["seating"]["teams"] == [[1, 5], [2, 6], [3, 7], [4, 8]]
    assert (checks["seats"].total, checks["seats"].faults, checks["pairings"].faults) == (8, [], [])

    teams.event.seed = bytes(32)

    assert any(check.faults for check in verify_finished_event(teams.event).checks if check.code == "seats")


def test_online_boards_have_their_own_random_streams(new_event: Callable[..., Day]):
    day = team_day(new_event(team_size=2, play=Event.Play.ONLINE))
    day.enter_teams(4)
    plan_pods(day.event, by=day.by)
    publish_seating(day.event, by=day.by)
    day.hand_in()
    day.draft()
    day.round(1)

    games = OnlineGame.objects.filter(match_game__match__round__event=day.event)

    assert games.count() == 4
    assert len({bytes(game.seed).hex() + str(game.chance) for game in games}) == 4


def test_team_pages_take_few_queries(teams: TeamDay, new_event: Callable[..., Day]):
    teams.start(6)
    teams.round(1)
    teams.enter_scores(1)
    with CaptureQueriesContext(connection) as six:
        tournament_of(teams.event)

    assert len(six) <= 8
