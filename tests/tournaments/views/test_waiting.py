"""The header marks *My event* while an event waits for the player, and *My event* opens that event."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.tournaments.conftest import Day
from tournaments.models import Entry
from tournaments.selectors.roles import Actor
from tournaments.selectors.waiting import waiting_slug
from tournaments.services.entry import drop_entry, register_player
from tournaments.services.event import finish_event
from tournaments.services.match import add_report, confirm_report, enter_result

BrowserOf = Callable[[Account], Client]
MARK = "waiting for you"


def seat_with_guests(day: Day, account: Account) -> None:
    """Publish the seating of ``account`` with three guests."""
    for player in (account, *map(create_guest, ("Ida", "Jana", "Karl"))):
        register_player(day.event, player)
    day.seat()


def waits(entry: Entry) -> bool:
    return bool(waiting_slug(entry.account))


def test_nothing_waits_before_the_seating(day: Day):
    entries = day.enter()

    assert not any(map(waits, entries))


def test_a_seat_waits_until_the_deck_is_in(day: Day):
    entries = day.enter()
    day.seat()
    assert all(map(waits, entries))

    day.draft()

    assert not any(map(waits, entries))


def test_a_match_waits_for_each_player_until_they_have_reported(day: Day):
    day.to_round(1)
    match = day.matches(1)[0]
    assert match.b
    assert (waits(match.a), waits(match.b)) == (True, True)

    add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)
    assert (waits(match.a), waits(match.b)) == (False, True)

    confirm_report(match, by=match.b.account, last_seen_number=1)
    assert (waits(match.a), waits(match.b)) == (False, False)


def test_a_result_by_an_official_ends_the_waiting(day: Day):
    day.to_round(1)
    match = day.matches(1)[0]
    assert match.b

    enter_result(match, day.result("2-0"), by=day.by, last_seen_number=0)

    assert (waits(match.a), waits(match.b)) == (False, False)


def test_nothing_waits_after_a_drop_or_at_the_end(day: Day):
    day.to_round(3)
    match = day.matches(3)[0]
    drop_entry(match.a, reason="", by=Actor(match.a.account, "player"))
    assert not waits(match.a)

    day.settle(3)
    finish_event(day.event, by=day.by)

    assert not any(map(waits, day.event.entries.all()))


def test_the_header_has_a_mark_and_one_query_more(day: Day, browser_of: BrowserOf):
    day.to_round(1)
    match = day.matches(1)[0]
    client = browser_of(match.a.account)
    client.get("/")
    with CaptureQueriesContext(connection) as before:
        assert MARK in client.get("/paper").content.decode()
    assert sum('"tournaments_entry"' in query["sql"] for query in before.captured_queries) == 1

    add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)

    assert MARK not in client.get("/paper").content.decode()
    assert MARK not in Client().get("/paper").content.decode()


@pytest.mark.parametrize("page", ["pairings", "standings", "players"])
def test_the_mark_is_part_of_a_conditional_page(
    day: Day, new_event: Callable[..., Day], browser_of: BrowserOf, page: str
):
    """The page of one event is new once another event waits for its reader."""
    first = day.enter()[0]
    client = browser_of(first.account)
    url = f"/e/{day.event.slug}/{page}"
    etag = client.get(url).headers["ETag"]
    assert client.get(url, headers={"If-None-Match": etag}).status_code == 304
    other = new_event()
    seat_with_guests(other, first.account)

    answer = client.get(url, headers={"If-None-Match": etag})

    assert answer.status_code == 200
    assert MARK in answer.content.decode()


def test_my_event_opens_the_event_that_waits(day: Day, new_event: Callable[..., Day], browser_of: BrowserOf):
    day.to_round(1)
    match = day.matches(1)[0]
    newer = new_event()
    register_player(newer.event, match.a.account)
    client = browser_of(match.a.account)
    assert client.get("/my")["Location"] == f"/e/{day.event.slug}/"

    enter_result(match, day.result("2-0"), by=day.by, last_seen_number=0)

    assert client.get("/my")["Location"] == f"/e/{newer.event.slug}/"
