"""Entry of results by officials, and conflicts between two entries."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_staff
from tests.page_text import compact_markup
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


def current_result(match: Match) -> str:
    return str(match_agreement(Match.objects.get(pk=match.pk)).result)


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_the_second_of_two_entries_is_refused_and_shown_with_the_first(
    day: Day, match: Match, entry: str, browser_of: Callable[[Account], Client], headers: dict[str, str]
):
    ines = create_staff("Ines")
    appoint_official(day.event, ines, SCOREKEEPER, by=day.by)
    browser_of(ines).post(entry, {"table": 1, "score": "2-1", "seen": 0})

    second = browser_of(day.alma).post(entry, {"table": 1, "score": "2-0", "seen": 0}, headers=headers)

    page = compact_markup(second.content.decode())
    assert second.status_code == 409
    assert re.search(r"Current result</dt><dd>2-1<.*Ines.*Your entry</dt><dd>2-0</dd>", page, re.DOTALL)
    assert "Keep the existing result" in page
    assert current_result(match) == "2-1"
    again = dict(FIELDS.findall(page))
    assert browser_of(day.alma).post(entry, again).status_code == 422  # without a reason
    browser_of(day.alma).post(entry, again | {"reason": "slip misread"})
    assert current_result(match) == "2-0"
    logged = [(each.action, each.reason) for each in LogEntry.objects.filter(stream=match.stream).order_by("number")]
    assert logged == [("entered", ""), ("corrected", "slip misread")]


def test_a_report_that_came_in_meanwhile_is_shown(
    day: Day, match: Match, entry: str, browser_of: Callable[[Account], Client]
):
    add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)

    refused = browser_of(day.alma).post(entry, {"table": 1, "score": "2-0", "seen": 0})

    assert refused.status_code == 409
    assert re.search(r"Reported result</dt><dd>2-1<.*(Alice|Bob)", compact_markup(refused.content.decode()), re.DOTALL)
    browser_of(day.alma).post(entry, dict(FIELDS.findall(compact_markup(refused.content.decode()))))
    assert current_result(match) == "2-0"


def test_the_api_returns_the_existing_report_with_its_author_and_time(
    day: Day, match: Match, browser_of: Callable[[Account], Client]
):
    client, place = browser_of(day.alma), f"/api/v1/matches/{match.pk}/result"
    game = {"winner": "a", "vp_a": 5, "vp_b": 0, "end": "vp"}
    client.post(place, {"games": [game, game], "version": 0}, "application/json")

    unversioned = client.post(place, {"games": [game, game]}, "application/json")
    stale = client.post(place, {"games": [game, game], "version": 0, "reason": "mine"}, "application/json")

    assert (unversioned.status_code, unversioned.json()["field"]) == (400, "version")
    error = stale.json()
    assert (stale.status_code, error["code"]) == (409, "report_stale")
    assert (error["details"]["number"], error["details"]["score"], error["details"]["by"]) == (1, "2-0", "Alma")
    assert error["details"]["at"] == match.reports.get().at.isoformat()


def test_officials_can_enter_results_game_by_game(
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


def test_an_implausible_result_needs_a_reason(
    day: Day, match: Match, entry: str, browser_of: Callable[[Account], Client]
):
    client = browser_of(day.alma)

    refused = client.post(entry, {"table": 1, "score": "1-1", "seen": 0})

    assert refused.status_code == 409
    assert "The match is not over at 1-1" in compact_markup(refused.content.decode())
    client.post(entry, dict(FIELDS.findall(compact_markup(refused.content.decode()))) | {"reason": "the hall closes"})
    assert current_result(match) == "1-1"


def test_a_result_entered_by_a_player_of_the_match_is_public(
    day: Day, match: Match, entry: str, browser_of: Callable[[Account], Client]
):
    appoint_official(day.event, match.a.account, SCOREKEEPER, by=day.by)

    browser_of(match.a.account).post(entry, {"table": 1, "score": "2-0", "seen": 0})

    audit = Client().get(f"/e/{day.event.slug}/audit").content.decode()
    assert f"{match.a.name}, who plays there, entered 2-0 at table 1 in round 1." in audit
