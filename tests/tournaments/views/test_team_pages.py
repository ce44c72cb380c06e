"""Pages, API and desk of team events."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_guest, create_staff
from tests.drafting.conftest import signed_in
from tests.page_text import compact_markup, visible_text
from tests.tournaments.conftest import Day
from tests.tournaments.teams import TeamDay, team_day
from tests.tournaments.views.test_new_event import CHOSEN
from tournaments.models import Event, Match
from tournaments.selectors.pairings import published_rounds
from tournaments.selectors.proposals import proposal_checksum
from tournaments.selectors.round_sheets import slip_sheets
from tournaments.services.entry import register_player
from tournaments.services.round import propose_round

pytestmark = pytest.mark.clause("DRF-OP-14")


@pytest.fixture
def teams(new_event: Callable[..., Day]) -> TeamDay:
    return team_day(new_event(team_size=2))


@pytest.fixture
def first(teams: TeamDay) -> TeamDay:
    """Five teams in round 1."""
    teams.start(5)
    teams.round(1)
    return teams


def read(day: TeamDay, path: str = "", account: Account | None = None) -> str:
    client = signed_in(account) if account else Client()
    return visible_text(client.get(f"/e/{day.event.slug}/{path}").content.decode())


# --- Creating and joining ------------------------------------------------------------------


def test_a_team_event_is_created_by_form_and_shown_as_such(db: None, browser_of: Callable[[Account], Client]):
    client = browser_of(create_staff("Alma"))
    address = "/events/new?preset=enemy-FL-booster"
    values = dict(re.findall(r'name="(\w+)" value="([^"]*)"', client.get(address).content.decode())) | CHOSEN

    assert client.post(address, values | {"team_size": "3"}).status_code == 302
    assert client.post(address, values | {"team_size": "4"}).status_code == 422

    event = Event.objects.get()
    assert event.team_size == 3
    page = visible_text(Client().get(f"/e/{event.slug}/").content.decode())
    assert "Teams of 3: A plays A, B plays B; the team that wins more boards wins" in page
    assert "Pairing team against team, across the whole event" in page


def test_guests_join_a_team_and_a_full_team_is_refused_beside_its_field(teams: TeamDay):
    address = f"/join/{teams.event.join_code}"
    teams.enter_teams(1)
    register_player(teams.event, create_guest("Rui"), team="Tides")

    client = Client()
    full = client.post(address, {"handle": "Zoe", "team": "Lamps"})
    none = client.post(address, {"handle": "Zoe", "team": ""})
    free = visible_text(client.get(address).content.decode())
    client.post(address, {"handle": "Zoe", "team": "tides"})

    assert (full.status_code, none.status_code) == (422, 422)
    assert "Team Lamps is full with 2 players." in full.content.decode()
    assert "Teams with an open spot: Tides" in free
    assert teams.member("Zoe").full_name == "Zoe (Tides)"


def test_a_signed_in_user_is_only_asked_for_the_team(teams: TeamDay):
    client = signed_in(create_guest("Ana"))
    address = f"/join/{teams.event.join_code}"

    page = client.get(address).content.decode()
    client.post(address, {"team": "Lamps"})

    assert ('name="team"' in page, 'name="handle"' in page) == (True, False)
    assert teams.member("Ana").full_name == "Ana (Lamps)"


def test_an_individual_event_does_not_ask_for_a_team(day: Day):
    page = Client().get(f"/join/{day.event.join_code}").content.decode()

    assert 'name="team"' not in page
    assert 'name="team"' not in signed_in(create_guest("Ana")).get(f"/join/{day.event.join_code}").content.decode()


def test_the_desk_moves_players_between_teams_and_lists_incomplete_teams(teams: TeamDay):
    teams.enter_teams(2)
    desk = signed_in(teams.alma)
    address = f"/e/{teams.event.slug}/manage"

    desk.post(f"{address}/walk-in", {"handle": "Zoe", "team": "Owls"})
    page = visible_text(desk.get(address).content.decode())
    moved = desk.post(f"{address}/entries/{teams.member('Ben').number}/team", {"team": "Owls"})

    assert "Ana Lamps A" in page
    assert "These teams do not have all 2 members here: Owls." in page
    assert (moved.status_code, teams.member("Ben").full_name) == (302, "Ben (Owls)")


# --- Rounds ----------------------------------------------------------------------------------


def test_pairings_show_both_teams_and_their_boards(first: TeamDay):
    match = first.boards(1)["2A"]
    assert match.a.team
    assert match.b
    assert match.b.team

    for path in ("pairings", "display"):
        page = read(first, path)
        assert f"2 {match.a.team.name} {match.b.team.name} boards 0-0 so far 2A {match.a.name} {match.b.name}" in page
        assert "– Bye" in page
    assert f"{match.a.team.name} – {match.b.team.name}" in read(first, "pairings/1")


def test_the_page_of_a_board_shows_the_score_of_the_teams(first: TeamDay):
    first.enter_scores(1, t1B="")
    match = first.boards(1)["1B"]
    assert match.a.team
    assert match.b
    assert match.b.team

    page = visible_text(Client().get(f"/match/{match.pk}").content.decode())
    own = read(first, "", match.a.account)

    assert f"{match.a.team.name} – {match.b.team.name} boards 1-0 so far" in page
    assert "Table 1B" in page
    assert (f"against {match.b.full_name}" in own, "Table 1B" in own) == (True, True)
    assert "Your whole team leaves the event with you" in own


def test_results_are_entered_by_board_and_need_its_letter(first: TeamDay):
    desk, address = signed_in(first.alma), f"/e/{first.event.slug}/manage"

    assert desk.post(f"{address}/result", {"table": "1b", "score": "2-0"}).status_code == 302
    assert desk.post(f"{address}/result", {"table": "1", "score": "2-0"}).status_code == 422
    assert desk.post(f"{address}/extension", {"table": "2A", "minutes": 3, "reason": "a judge"}).status_code == 302

    page = visible_text(desk.get(address).content.decode())
    assert first.boards(1)["1B"].reports.count() == 1
    assert (first.boards(1)["1A"].reports.count(), first.boards(1)["2A"].extra_minutes) == (0, 3)
    assert f"Table 1B {first.boards(1)['1B'].a.full_name} " in page


def test_a_slip_leads_to_its_board(first: TeamDay):
    codes = [slip.code for sheet in slip_sheets(published_rounds(first.event)[0]) for slip in sheet if slip]

    page = signed_in(first.alma).get(f"/e/{first.event.slug}/slip/{codes[1]}")

    assert "table 1B" in visible_text(page.content.decode())
    assert read(first, "print/kit", first.alma).count("table 1B") >= 1


def test_officials_swap_teams_in_a_proposal(first: TeamDay):
    first.enter_scores(1)
    propose_round(first.event, by=first.by)
    desk, address = signed_in(first.alma), f"/e/{first.event.slug}/manage"
    [a, *_, b] = [match.a.team for match in first.boards(2).values()]
    assert a
    assert b

    page = compact_markup(desk.get(address).content.decode())
    named = {"round": 2, "proposal": proposal_checksum(first.event.rounds.get(number=2))}
    answer = desk.post(f"{address}/players", {**named, "first": a.number, "second": b.number, "reason": "as drawn"})

    assert answer.status_code == 302
    assert f'<option value="{a.number}">{a.name}</option>' in page
    assert first.boards(2)["1A"].a.team == b or first.boards(2)["1A"].b


def test_standings_rank_teams_and_show_the_record_of_each_member(first: TeamDay):
    first.enter_scores(1)

    page = read(first, "standings", first.member("Ana").account)
    sheet = read(first, "print/standings", first.alma)

    lamps = str(next(row for row in rows(first) if row["name"] == "Lamps")["members"][0]["record"])
    assert f"A Ana {lamps}" in page
    assert f"A Ana {lamps}, B Ben" in sheet
    assert ("Pod A" in page, "Your possible ranks" in page) == (False, False)
    assert Client().get(f"/e/{first.event.slug}/standings.csv?pod=1").status_code == 404
    assert Client().get(f"/api/v1/events/{first.event.slug}/standings?pod=1").status_code == 404


def test_the_page_explains_why_two_teams_are_not_paired(first: TeamDay):
    match = first.boards(1)["1A"]
    other = first.boards(1)["2A"].a.team
    assert match.a.team
    assert other

    page = read(first, f"pairings/1?first={match.a.team.number}&second={other.number}")

    assert "Why are these two not paired? Team" in page
    assert f"A pairing in which {match.a.team.name} meets {other.name} would be as good" in page


# --- The API ---------------------------------------------------------------------------------


def rows(day: TeamDay) -> list[dict[str, Any]]:
    return list(Client().get(f"/api/v1/events/{day.event.slug}/standings").json())


def test_teams_are_joined_and_players_moved_by_api(teams: TeamDay):
    api = f"/api/v1/events/{teams.event.slug}"
    ana, desk = signed_in(create_guest("Ana")), signed_in(teams.alma)

    none = ana.post("/api/v1/join", {"code": teams.event.join_code}, "application/json")
    joined = ana.post("/api/v1/join", {"code": teams.event.join_code, "team": "Lamps"}, "application/json")
    walked = desk.post(f"{api}/entries", {"handle": "Ben", "team": "Owls"}, "application/json")
    moved = desk.post(f"{api}/entries/2/team", {"team": "Lamps"}, "application/json")

    assert (none.status_code, none.json()["code"]) == (422, "team_needed")
    assert (joined.json()["team"], joined.json()["place"]) == (1, 1)
    assert (walked.json()["team"], moved.json()["team"], moved.json()["place"]) == (2, 1, 2)
    [team] = Client().get(f"{api}/teams").json()
    assert (team["name"], [member["name"] for member in team["members"]]) == ("Lamps", ["Ana", "Ben"])
    assert Client().get(api).json()["team_size"] == 2


def test_the_api_returns_boards_and_ranks_teams(first: TeamDay):
    api = f"/api/v1/events/{first.event.slug}"
    [published] = Client().get(f"{api}/rounds").json()

    assert [(each["table"], each["board"]) for each in published["matches"]][:3] == [(1, 1), (1, 2), (2, 1)]
    assert {row["name"] for row in rows(first)} == set(first.event.teams.values_list("name", flat=True))
    file = Client().get(f"{api}/tournament").json()
    assert [player["name"] for player in file["players"]] == ["Lamps", "Tides", "Owls", "Ferns", "Kites"]
    assert Match.objects.filter(round__event=first.event).count() == 6
