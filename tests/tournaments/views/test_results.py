"""The desk enters results on pages: what it is told when somebody else was there first."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_staff
from tests.tournaments.conftest import Day
from tournaments.models import Match
from tournaments.rules.results import GameEnd
from tournaments.selectors.results import match_agreement
from tournaments.selectors.roles import SCOREKEEPER
from tournaments.services.event import appoint_official
from tournaments.services.match import add_report

FIELDS = re.compile(r'name="(round|table|seen|score|winner_1)" value="([^"]*)"')


@pytest.fixture
def match(day: Day) -> Match:
    day.to_round(1)
    return day.matches(1)[0]


@pytest.fixture
def entry(day: Day) -> str:
    return f"/e/{day.event.slug}/manage/result"


def said(match: Match) -> str:
    return str(match_agreement(Match.objects.get(pk=match.pk)).result)


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_of_two_who_enter_one_table_the_second_is_shown_both_and_decides(
    day: Day, match: Match, entry: str, browser_of: Callable[[Account], Client], headers: dict[str, str]
):
    ines = create_staff("Ines")
    appoint_official(day.event, ines, SCOREKEEPER, by=day.by)
    browser_of(ines).post(entry, {"table": 1, "score": "2-1", "seen": 0})

    second = browser_of(day.alma).post(entry, {"table": 1, "score": "2-0", "seen": 0}, headers=headers)

    page = second.content.decode()
    assert second.status_code == 409
    assert re.search(r"What stands</dt><dd>2-1 .*Ines.*What you entered</dt><dd>2-0</dd>", page, re.DOTALL)
    assert "Keep what stands" in page
    assert said(match) == "2-1"
    again = dict(FIELDS.findall(page))
    assert browser_of(day.alma).post(entry, again).status_code == 422  # without a reason
    browser_of(day.alma).post(entry, again | {"reason": "slip misread"})
    assert said(match) == "2-0"
    told = [(each.action, each.reason) for each in LogEntry.objects.filter(stream=match.stream).order_by("number")]
    assert told == [("entered", ""), ("corrected", "slip misread")]


def test_a_players_report_that_came_in_meanwhile_is_shown_too(
    day: Day, match: Match, entry: str, browser_of: Callable[[Account], Client]
):
    add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)

    asked = browser_of(day.alma).post(entry, {"table": 1, "score": "2-0", "seen": 0})

    assert asked.status_code == 409
    assert re.search(r"What was reported</dt><dd>2-1 .*Alice|Bob", asked.content.decode(), re.DOTALL)
    browser_of(day.alma).post(entry, dict(FIELDS.findall(asked.content.decode())))
    assert said(match) == "2-0"


def test_programs_are_told_what_stands_by_whom_and_since_when(
    day: Day, match: Match, browser_of: Callable[[Account], Client]
):
    client, place = browser_of(day.alma), f"/api/v1/matches/{match.pk}/result"
    game = {"winner": "a", "vp_a": 5, "vp_b": 0, "end": "vp"}
    client.post(place, {"games": [game, game], "version": 0}, "application/json")

    unversioned = client.post(place, {"games": [game, game]}, "application/json")
    stale = client.post(place, {"games": [game, game], "version": 0, "reason": "mine"}, "application/json")

    assert (unversioned.status_code, unversioned.json()["field"]) == (400, "version")
    told = stale.json()
    assert (stale.status_code, told["code"]) == (409, "report_stale")
    assert (told["details"]["number"], told["details"]["score"], told["details"]["by"]) == (1, "2-0", "Alma")
    assert told["details"]["at"] == match.reports.get().at.isoformat()


def test_the_desk_may_enter_game_by_game_with_points_and_what_ended_each(
    day: Day, match: Match, entry: str, browser_of: Callable[[Account], Client]
):
    client = browser_of(day.alma)
    page = client.get(entry, {"table": 1}).content.decode()
    assert 'name="winner_3"' in page
    games = {"winner_1": "mine", "vp_mine_1": 5, "vp_theirs_1": 3, "end_1": "vp"}
    games |= {"winner_2": "mine", "vp_mine_2": 2, "vp_theirs_2": 1, "end_2": "concession"}

    answer = client.post(entry, {"table": 1, "seen": 0} | games)

    assert answer.status_code == 302
    played = match_agreement(Match.objects.get(pk=match.pk)).played
    assert played
    assert [(game.vp_a, game.vp_b, game.end) for game in played.games] == [(5, 3, "vp"), (2, 1, GameEnd.CONCESSION)]


def test_what_cannot_have_been_is_entered_with_a_reason_only(
    day: Day, match: Match, entry: str, browser_of: Callable[[Account], Client]
):
    client = browser_of(day.alma)

    asked = client.post(entry, {"table": 1, "score": "1-1", "seen": 0})

    assert asked.status_code == 409
    assert "The match goes on at 1-1" in asked.content.decode()
    client.post(entry, dict(FIELDS.findall(asked.content.decode())) | {"reason": "the hall closes"})
    assert said(match) == "1-1"


def test_an_official_who_plays_does_not_change_their_own_match_unseen(
    day: Day, match: Match, entry: str, browser_of: Callable[[Account], Client]
):
    appoint_official(day.event, match.a.account, SCOREKEEPER, by=day.by)

    browser_of(match.a.account).post(entry, {"table": 1, "score": "2-0", "seen": 0})

    audit = Client().get(f"/e/{day.event.slug}/audit").content.decode()
    assert f"{match.a.name}, who plays there, entered 2-0-0 at table 1 in round 1." in audit
