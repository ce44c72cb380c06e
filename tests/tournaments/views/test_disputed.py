"""Disputed matches: what officials see and enter on the page of the match."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tests.page_text import compact_markup, visible_text
from tests.tournaments.conftest import Day
from tournaments.models import Match, Official
from tournaments.selectors.results import match_agreement
from tournaments.services.event import appoint_official
from tournaments.services.match import add_report, confirm_report

BrowserOf = Callable[[Account], Client]
DISPUTED = "The two reports differ"
ENTRY = re.compile(r'name="(round|table|seen|back)" value="([^"]*)"')


@pytest.fixture
def match(day: Day) -> Match:
    """Table 1 of round 1, for which the players have reported different scores."""
    day.to_round(1)
    found = day.matches(1)[0]
    assert found.b
    add_report(found, day.result("2-1"), by=found.a.account, last_seen_number=0)
    add_report(found, day.result("0-2"), by=found.b.account, last_seen_number=1)
    return found


def page_of(match: Match, client: Client) -> str:
    answer = client.get(f"/match/{match.pk}")
    assert answer.status_code == 200
    return compact_markup(answer.content.decode())


@pytest.mark.parametrize("role", [None, Official.Role.HEAD_JUDGE, Official.Role.SCOREKEEPER])
def test_officials_who_enter_results_see_both_reports_and_decide(
    day: Day, match: Match, browser_of: BrowserOf, role: Official.Role | None
):
    official = day.alma
    if role:
        official = create_staff("Ines")
        appoint_official(day.event, official, role, by=day.by)
    client = browser_of(official)

    page = page_of(match, client)
    a, b = match.a.name, match.b.name if match.b else ""
    assert f"{a}: {a} – {b} 2-1" in visible_text(page)
    assert f"{b}: {a} – {b} 0-2" in visible_text(page)
    assert page.count(f'href="/match/{match.pk}/accounts"') == 1
    answer = client.post(f"/e/{day.event.slug}/manage/result", dict(ENTRY.findall(page)) | {"score": "1-2"})

    assert (answer.status_code, answer["Location"]) == (302, f"/match/{match.pk}")
    found = match_agreement(match)
    assert (found.is_final, str(found.result)) == (True, "1-2")
    assert DISPUTED not in page_of(match, client)


def test_a_floor_judge_sees_both_reports_but_cannot_enter_a_result(day: Day, match: Match, browser_of: BrowserOf):
    ines = create_staff("Ines")
    appoint_official(day.event, ines, Official.Role.FLOOR_JUDGE, by=day.by)

    page = page_of(match, browser_of(ines))

    assert DISPUTED in page
    assert "/manage/result" not in page


def test_the_newest_report_of_each_player_is_shown(day: Day, match: Match, browser_of: BrowserOf):
    add_report(match, day.result("2-0"), by=match.a.account, last_seen_number=2)

    page = visible_text(page_of(match, browser_of(day.alma)))

    assert f"{match.a.name}: {match.a.name} – {match.b.name if match.b else ''} 2-0" in page
    assert "2-1" not in page.partition(DISPUTED)[0].partition("Disputed")[2]


def test_players_and_others_see_no_form(day: Day, match: Match, browser_of: BrowserOf):
    for client in (browser_of(match.a.account), Client()):
        page = page_of(match, client)
        assert DISPUTED not in page
        assert "/manage/result" not in page


def test_the_page_of_every_table_has_the_form(day: Day, match: Match, browser_of: BrowserOf):
    """It is shown for open and reported matches; results can be corrected with a reason."""
    table, client = day.matches(1)[1], browser_of(day.alma)
    assert table.b
    seen = ["/manage/result" in page_of(table, client)]
    add_report(table, day.result("2-0"), by=table.a.account, last_seen_number=0)
    seen.append("/manage/result" in page_of(table, client))
    confirm_report(table, by=table.b.account, last_seen_number=1)
    page = page_of(table, client)
    conflict = client.post(f"/e/{day.event.slug}/manage/result", dict(ENTRY.findall(page)) | {"score": "0-2"})

    assert seen == [True, True]
    assert "Correct the result" in page
    assert conflict.status_code == 422
    shown = compact_markup(conflict.content.decode())
    assert f'href="/match/{table.pk}">Keep the existing result' in shown
    again = dict(re.findall(r'name="(\w+)" value="([^"]*)"', shown.partition('id="conflict"')[2]))
    corrected = client.post(f"/e/{day.event.slug}/manage/result", again | {"reason": "slip misread"})
    assert corrected["Location"] == f"/match/{table.pk}"
    assert str(match_agreement(table).result) == "0-2"


def test_a_finished_event_has_no_form(day: Day, match: Match, browser_of: BrowserOf):
    type(day.event).objects.filter(pk=day.event.pk).update(finished_at=match.round.published_at)

    assert "/manage/result" not in page_of(match, browser_of(day.alma))
