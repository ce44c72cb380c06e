"""The player's event page asks to confirm the opponent's report, and shows the state of the match."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import Account
from tests.page_text import compact_markup, visible_text
from tests.tournaments.conftest import Day
from tournaments.models import Match
from tournaments.selectors.results import match_agreement
from tournaments.services.match import add_report

BrowserOf = Callable[[Account], Client]
HIDDEN = re.compile(r'name="(seen|back)" value="([^"]*)"')


@pytest.fixture
def match(day: Day) -> Match:
    day.to_round(1)
    return day.matches(1)[0]


def shown(day: Day, client: Client) -> str:
    page = client.get(f"/e/{day.event.slug}/").content.decode()
    return compact_markup(page.partition('id="part"')[2])


def test_a_player_confirms_the_opponents_report(day: Day, match: Match, browser_of: BrowserOf):
    assert match.b
    add_report(match, day.result("1-2"), by=match.a.account, last_seen_number=0)
    client = browser_of(match.b.account)

    page = shown(day, client)
    assert f"{match.a.name} reported 2-1" in visible_text(page)  # the user's own games first
    assert f'href="/match/{match.pk}#report"' in page
    answer = client.post(f"/match/{match.pk}/confirm", dict(HIDDEN.findall(page)))

    assert (answer.status_code, answer["Location"]) == (302, f"/e/{day.event.slug}/#result")
    assert match_agreement(match).is_final
    assert "This result counts." in shown(day, client)


def test_the_player_who_reported_waits_for_the_opponent(day: Day, match: Match, browser_of: BrowserOf):
    add_report(match, day.result("2-0"), by=match.a.account, last_seen_number=0)

    page = shown(day, browser_of(match.a.account))

    assert f"You reported 2-0. Waiting for {match.b.name if match.b else ''} to confirm." in visible_text(page)
    assert "/confirm" not in page


def test_there_is_nothing_to_confirm_before_a_report(day: Day, match: Match, browser_of: BrowserOf):
    page = shown(day, browser_of(match.a.account))

    assert "/confirm" not in page
    assert "Report result" in page


def test_both_players_of_a_disputed_match_see_both_scores(day: Day, match: Match, browser_of: BrowserOf):
    """Each can still confirm the other's report."""
    assert match.b
    add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)
    add_report(match, day.result("0-2"), by=match.b.account, last_seen_number=1)

    assert f"You reported 2-1, {match.b.name} reported 0-2." in visible_text(shown(day, browser_of(match.a.account)))
    page = shown(day, browser_of(match.b.account))
    assert f"You reported 2-0, {match.a.name} reported 1-2." in visible_text(page)
    assert dict(HIDDEN.findall(page)) == {"seen": "2", "back": "event"}


def test_a_confirmation_of_an_outdated_report_is_refused(day: Day, match: Match, browser_of: BrowserOf):
    assert match.b
    add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)
    client = browser_of(match.b.account)
    fields = dict(HIDDEN.findall(shown(day, client)))
    add_report(match, day.result("2-0"), by=match.a.account, last_seen_number=1)

    assert client.post(f"/match/{match.pk}/confirm", fields).status_code == 409
    assert not match_agreement(match).is_final


def test_a_match_played_online_is_not_confirmed(day: Day, match: Match, browser_of: BrowserOf):
    add_report(match, day.result("2-0"), by=match.a.account, last_seen_number=0)
    assert match.b
    type(day.event).objects.filter(pk=day.event.pk).update(play="online")

    page = shown(day, browser_of(match.b.account))

    assert "/confirm" not in page
    assert "Report result" not in page
