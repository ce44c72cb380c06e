"""Long lists of an event: pages, a search, and the row of the user, also without JavaScript."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from gameplay.models import Account
from tests.page_text import visible_text
from tests.tournaments.conftest import Day
from tests.tournaments.crowd import crowd
from tournaments.models import Entry
from tournaments.services.entry import drop_entry
from tournaments.services.erasure import erase_account
from tournaments.services.match import enter_result

PLAYERS = 230
ROW = re.compile(r'<tr[^>]*data-row="([^"]+)"[^>]*>')


@pytest.fixture
def hall(new_event: Callable[..., Day]) -> Day:
    """230 players in the second round, with half of its results."""
    return crowd(new_event(pairing="event"), PLAYERS, rounds=2).day


def read(day: Day, path: str, client: Client | None = None) -> str:
    response = (client or Client()).get(f"/e/{day.event.slug}/{path}")
    assert response.status_code == 200
    return response.content.decode()


def rows(page: str) -> list[str]:
    return ROW.findall(page)


def links(page: str) -> list[str]:
    return [link.replace("&amp;", "&") for link in re.findall(r'href="(\?[^"]*)"', page)]


def test_each_row_is_on_one_page(hall: Day):
    for path, pages, size in (("pairings", 2, 100), ("standings", 5, 50), ("players", 3, 100)):
        found = [rows(read(hall, f"{path}?page={number}")) for number in range(1, pages + 1)]

        assert [len(each) for each in found[:-1]] == [size] * (pages - 1)
        total = {"pairings": hall.matches(2), "standings": range(PLAYERS), "players": range(PLAYERS)}[path]
        assert len({row for page in found for row in page}) == sum(map(len, found)) == len(total)
        assert f"?page={pages}" in links(read(hall, path))
        for beyond in (f"{pages + 1}", "x", "0", "-1", "9" * 30):
            assert rows(read(hall, f"{path}?page={beyond}")) in found


def test_players_find_themselves_by_name_or_table(hall: Day):
    match = hall.matches(2)[-1]

    assert rows(read(hall, f"pairings?find={match.table}")) == [str(match.pk)]
    assert str(match.pk) in rows(read(hall, f"pairings?find={match.a.name.upper()}"))
    assert match.a.rules_id in rows(read(hall, f"standings?find={match.a.name}"))
    assert str(match.a.number) in rows(read(hall, f"players?find=  {match.a.name}"))
    missing = visible_text(read(hall, "standings?find=Zoe"))
    assert "No match" in missing
    assert "Show all" in missing


def test_the_row_of_the_user_is_linked_and_marked(hall: Day, browser_of: Callable[[Account], Client]):
    entry = hall.matches(2)[-1].a
    client = browser_of(entry.account)

    for path in ("pairings", "standings", "players"):
        first = read(hall, path, client)
        (own,) = list(re.findall(r'href="([^"]*)#own"', first))
        page = read(hall, path + own.replace("&amp;", "&"), client)
        marked = re.findall(r'<tr[^>]*class="own"[^>]*id="own"[^>]*>.*?</tr>', page, re.DOTALL)
        assert [entry.name in row for row in marked] == [True], path
        assert "#own" not in read(hall, path)


def test_a_search_keeps_the_round_and_the_state(hall: Day):
    first = hall.matches(1)[0]

    page = read(hall, f"pairings?round=1&state=final&find={first.a.name}")

    assert str(first.pk) in rows(page)
    assert {'name="round" value="1"', 'name="state" value="final"'} <= set(re.findall(r'name="\w+" value="\w+"', page))
    assert all("round=1" in link for link in links(page) if "state=" in link)
    assert str(first.pk) not in rows(read(hall, f"pairings?round=1&state=missing&find={first.a.name}"))


def test_a_list_is_rendered_for_everybody_and_marked_for_one(hall: Day, browser_of: Callable[[Account], Client]):
    entry = hall.matches(2)[0].a
    client, other = browser_of(entry.account), browser_of(hall.matches(2)[1].a.account)
    for path in ("pairings", "standings", "players"):
        with CaptureQueriesContext(connection) as first:
            read(hall, path)
        with CaptureQueriesContext(connection) as again:
            own, others = read(hall, path, client), read(hall, path, other)

        loads_matches = ['SELECT "tournaments_match"' in str(each.captured_queries) for each in (first, again)]
        assert loads_matches == [path in ("pairings", "standings"), False]
        assert own.count('class="own"') == 1
        own_row, others_row = (re.search(r'data-row="([^"]+)" class="own"', page) for page in (own, others))
        assert own_row
        assert others_row is None or own_row[1] != others_row[1]


def test_a_change_is_shown_immediately(hall: Day):
    match = next(match for match in hall.matches(2) if not match.reports.exists() and not match.losses.exists())
    assert str(match.pk) in rows(read(hall, "pairings?state=missing"))

    enter_result(match, hall.result("2-0"), by=hall.by, last_seen_number=0)
    shown = [read(hall, f"pairings?page={page}&state=missing") for page in (1, 2)]

    assert all(str(match.pk) not in rows(page) for page in shown)
    entry = Entry.objects.get(event=hall.event, number=PLAYERS)
    assert "dropped" not in visible_text(read(hall, f"standings?find={entry.name}"))
    drop_entry(entry, by=hall.by, reason="ill")
    assert "dropped" in visible_text(read(hall, f"standings?find={entry.name}"))


def test_an_erased_name_disappears_immediately(hall: Day):
    entry = hall.matches(2)[-1].a
    drop_entry(entry, by=hall.by, reason="ill")
    paths = [
        f"{path}?{query}={value}"
        for path in ("pairings", "standings", "players")
        for query, value in [("find", entry.name), *(("page", page) for page in range(1, 6))]
    ]
    before = [entry.name in visible_text(read(hall, path)) for path in paths]

    erase_account(entry.account)

    assert before.count(True) >= 6
    assert not [path for path in paths if entry.name in visible_text(read(hall, path))]


def test_a_pod_of_many_is_chosen_by_its_label(hall: Day):
    pods = list(hall.event.pods.select_related("pod"))
    page = read(hall, "standings")
    assert len(pods) > 20
    assert not [link for link in links(page) if "pod=" in link]

    for each in (pods[1], pods[-1]):
        shown = rows(read(hall, f"standings?pod={each.pod.label.lower()}"))
        assert shown == rows(read(hall, f"standings?pod={each.number}"))
        assert len(shown) == each.pod.seats.count()
    assert rows(read(hall, "standings?pod=ZZZZ")) == rows(page)


def test_officials_see_links_that_visitors_do_not_see(hall: Day, browser_of: Callable[[Account], Client]):
    for client, is_staff in ((browser_of(hall.alma), True), (Client(), False), (browser_of(hall.alma), True)):
        assert ("Result slips" in visible_text(read(hall, "pairings", client))) is is_staff
