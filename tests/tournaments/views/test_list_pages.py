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
from tournaments.models import Call, Entry
from tournaments.selectors.roles import Actor
from tournaments.services.call import call_judge_to_table
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
    for path in ("pairings", "standings", "players"):
        assert 'href=""' not in read(hall, path) + read(hall, f"{path}?find=7")  # it would lead to the same search
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


# --- Pages of officials ---


def test_the_desk_has_the_tables_in_pages_the_missing_ones_first(hall: Day, browser_of: Callable[[Account], Client]):
    client, matches = browser_of(hall.alma), hall.matches(2)
    disputed = [str(match.pk) for match in matches[1::20]]
    pages = [rows(read(hall, f"manage?page={number}", client)) for number in (1, 2, 3)]

    assert [len(page) for page in pages] == [50, 50, 15]
    assert {row for page in pages for row in page} == {str(match.pk) for match in matches}
    assert pages[0][: len(disputed)] == disputed
    missing = [row for number in (1, 2) for row in rows(read(hall, f"manage?state=missing&page={number}", client))]
    assert sorted(missing) == sorted(str(match.pk) for match in matches[1::2])
    last = matches[-1]
    for words in (last.table, f"{last.a.name.upper()}&state=final"):
        assert rows(read(hall, f"manage?find={words}", client)) == [str(last.pk)]
    assert 'href=""' not in read(hall, "manage", client) + read(hall, f"manage?find={last.table}", client)


def test_the_players_at_the_desk_are_a_page_to_which_its_actions_return(
    hall: Day, browser_of: Callable[[Account], Client]
):
    client, address = browser_of(hall.alma), f"/e/{hall.event.slug}/manage/entries"
    entry = Entry.objects.get(event=hall.event, number=PLAYERS)
    assert address in read(hall, "manage", client)
    assert len(re.findall(r'id="more-\d+"', read(hall, "manage/entries?page=2", client))) == 50

    reason, shown = {"reason": "ill"}, f"http://testserver{address}?find={entry.name}"
    drop = client.post(f"/e/{hall.event.slug}/manage/entries/{PLAYERS}/drop", reason, headers={"Referer": shown})
    elsewhere = {"Referer": "https://other.example/e/x/manage?find=x"}
    again = client.post(f"/e/{hall.event.slug}/manage/entries/{PLAYERS}/return", reason, headers=elsewhere)

    assert drop.headers["Location"].replace("%20", " ") == f"{address}?find={entry.name}"
    assert again.headers["Location"] == f"/e/{hall.event.slug}/manage"
    assert f'id="more-{PLAYERS}"' in read(hall, f"manage/entries?find={PLAYERS}", client)
    assert f'id="more-{PLAYERS}"' not in read(hall, f"manage/entries?find={entry.name}&state=gone", client)


def test_one_search_of_a_judge_finds_tables_and_players(hall: Day, browser_of: Callable[[Account], Client]):
    client = browser_of(hall.alma)
    missing, played = hall.matches(2)[1], hall.matches(2)[0]
    first = read(hall, "judge", client)
    found = [read(hall, f"judge?find={match.a.name}", client) for match in (missing, played)]

    assert len(rows(first)) == 50
    player = f'href="/e/{hall.event.slug}/judge/players/{{}}"'
    assert player.format(missing.a.number) not in first
    for match, page in zip((missing, played), found, strict=True):
        assert player.format(match.a.number) in page
        assert (str(match.pk) in rows(page)) is (match == missing)


def test_players_of_a_large_event_are_named_in_forms(hall: Day, browser_of: Callable[[Account], Client]):
    client, address = browser_of(hall.alma), f"/e/{hall.event.slug}/manage/apart"
    pair = {"first": "PLAYER 7", "second": "8", "reason": "a family"}
    assert "<select" not in read(hall, "manage", client).partition('id="apart-first"')[2][:200]

    assert client.post(address, pair).status_code == 302
    unknown = client.post(address, pair | {"first": "Player"})

    assert [(each.a.number, each.b.number) for each in hall.event.kept_apart.all()] == [(7, 8)]
    assert unknown.status_code == 400
    assert "No player here has this name." in unknown.content.decode()


def test_a_large_event_shows_the_first_calls_and_all_on_request(hall: Day, browser_of: Callable[[Account], Client]):
    client = browser_of(hall.alma)
    for match in hall.matches(2)[1::2][:9]:
        call_judge_to_table(match, by=Actor(match.a.account, "player"), category=Call.Category.RULES)
    total = hall.event.calls.count()

    for page in ("judge", "manage"):
        counts = [read(hall, path, client).count('class="line call"') for path in (page, f"{page}?show=all")]
        assert counts == [10, total]


def test_a_draft_of_many_pods_has_pages_and_finds_a_player(
    new_event: Callable[..., Day], browser_of: Callable[[Account], Client]
):
    day = crowd(new_event(), 120, rounds=0).day
    client, pods = browser_of(day.alma), list(day.event.pods.select_related("pod"))
    entry = Entry.objects.get(event=day.event, number=120)

    for page, link in (("manage", "<h2>"), ("judge", "Open pod")):
        shown = [visible_text(read(day, path, client)) for path in (page, f"{page}?page=2")]
        labels = [re.findall(r"Pod (P\d+)", text) for text in shown]
        assert [len(set(each)) for each in labels] == [12, len(pods) - 12], (page, link)
        assert f"Pod {pods[-1].pod.label}" in visible_text(read(day, f"{page}?find={entry.name}", client))
