"""A table whose players report different results: what officials read on its page, and enter there."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_staff
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
    """Table 1 of the first round, where player b claims another score than player a."""
    day.to_round(1)
    found = day.matches(1)[0]
    assert found.b
    add_report(found, day.result("2-1"), by=found.a.account, last_seen_number=0)
    add_report(found, day.result("0-2"), by=found.b.account, last_seen_number=1)
    return found


def page_of(match: Match, client: Client) -> str:
    answer = client.get(f"/match/{match.pk}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def read(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", page).split())


@pytest.mark.parametrize("office", [None, Official.Role.HEAD_JUDGE, Official.Role.SCOREKEEPER])
def test_who_enters_results_reads_both_reports_and_decides_at_the_table(
    day: Day, match: Match, browser_of: BrowserOf, office: Official.Role | None
):
    official = day.alma
    if office:
        official = create_staff("Ines")
        appoint_official(day.event, official, office, by=day.by)
    client = browser_of(official)

    page = page_of(match, client)
    a, b = match.a.name, match.b.name if match.b else ""
    assert f"{a}: {a} – {b} 2-1" in read(page)
    assert f"{b}: {a} – {b} 0-2" in read(page)
    answer = client.post(f"/e/{day.event.slug}/manage/result", dict(ENTRY.findall(page)) | {"score": "1-2"})

    assert (answer.status_code, answer["Location"]) == (302, f"/match/{match.pk}")
    found = match_agreement(match)
    assert (found.is_final, str(found.result)) == (True, "1-2")
    assert DISPUTED not in page_of(match, client)


def test_a_floor_judge_reads_both_reports_but_enters_nothing(day: Day, match: Match, browser_of: BrowserOf):
    ines = create_staff("Ines")
    appoint_official(day.event, ines, Official.Role.FLOOR_JUDGE, by=day.by)

    page = page_of(match, browser_of(ines))

    assert DISPUTED in page
    assert "/manage/result" not in page


def test_the_newest_report_of_each_player_is_shown(day: Day, match: Match, browser_of: BrowserOf):
    add_report(match, day.result("2-0"), by=match.a.account, last_seen_number=2)

    page = read(page_of(match, browser_of(day.alma)))

    assert f"{match.a.name}: {match.a.name} – {match.b.name if match.b else ''} 2-0" in page
    assert "2-1" not in page.partition(DISPUTED)[0].partition("Disputed")[2]


def test_players_and_others_see_no_entry(day: Day, match: Match, browser_of: BrowserOf):
    for client in (browser_of(match.a.account), Client()):
        page = page_of(match, client)
        assert DISPUTED not in page
        assert "/manage/result" not in page


def test_the_page_of_any_other_table_has_the_entry_too(day: Day, match: Match, browser_of: BrowserOf):
    """Open, reported, and with a result, which may be corrected with a reason."""
    table, client = day.matches(1)[1], browser_of(day.alma)
    assert table.b
    seen = ["/manage/result" in page_of(table, client)]
    add_report(table, day.result("2-0"), by=table.a.account, last_seen_number=0)
    seen.append("/manage/result" in page_of(table, client))
    confirm_report(table, by=table.b.account, last_seen_number=1)
    page = page_of(table, client)
    asked = client.post(f"/e/{day.event.slug}/manage/result", dict(ENTRY.findall(page)) | {"score": "0-2"})

    assert seen == [True, True]
    assert "Correct the result" in page
    assert asked.status_code == 422
    assert f'href="/match/{table.pk}">Keep what stands' in asked.content.decode()
    again = dict(re.findall(r'name="(\w+)" value="([^"]*)"', asked.content.decode().partition('id="conflict"')[2]))
    corrected = client.post(f"/e/{day.event.slug}/manage/result", again | {"reason": "slip misread"})
    assert corrected["Location"] == f"/match/{table.pk}"
    assert str(match_agreement(table).result) == "0-2"


def test_a_finished_event_has_no_entry(day: Day, match: Match, browser_of: BrowserOf):
    type(day.event).objects.filter(pk=day.event.pk).update(finished_at=match.round.published_at)

    assert "/manage/result" not in page_of(match, browser_of(day.alma))
