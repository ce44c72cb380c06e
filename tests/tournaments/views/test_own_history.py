"""A player's own history has the figures of the standings, costs the same for many events, and is nobody else's."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafting.rules.format import DraftFormat
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.page_text import visible_text
from tests.tournaments.conftest import BOOSTERS, Day, get_alma
from tests.tournaments.constructed import constructed_day, lock_all_decks
from tests.tournaments.cuts import play_stage
from tests.tournaments.decks import drafted
from tests.tournaments.teams import team_day
from tournaments.models import Entry, Event
from tournaments.selectors.account_history import HistoryRow
from tournaments.selectors.standings import standings_table
from tournaments.services.cancellation import cancel_event
from tournaments.services.entry import drop_entry, register_player
from tournaments.services.event import NewEvent, create_event, finish_event
from tournaments.services.match import enter_result
from tournaments.services.reopening import reopen_event

pytestmark = pytest.mark.django_db


def history(account: Account) -> list[HistoryRow]:
    """Return the rows of the page of ``account``."""
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    found: list[HistoryRow] = client.get("/my/events").context["rows"]
    return found


def assert_equals_standings(day: Day) -> None:
    """Compare the row of every player of ``day`` with the standings."""
    table = standings_table(day.event)
    rows = {row.entry.rules_id: row for row in table}
    ranked = len(table) if day.event.finished_at else 0
    for entry in Entry.objects.filter(event=day.event).select_related("account", "team"):
        (found,) = (row for row in history(entry.account) if row.played.event == day.event)
        row = rows[entry.rules_id]
        assert found.played.record == row.record, entry
        assert (found.rank, found.ranked) == (row.rank if ranked else None, ranked), entry


def test_figures_equal_the_standings_with_a_bye_a_drop_and_a_top_cut(new_event: Callable[..., Day]):
    day = new_event(cut=4, pairing="event")
    day.enter(7)
    day.seat()
    day.draft()
    for number, score in ((1, "2-0"), (2, "1-1"), (3, "2-1")):
        day.round(number)
        for match in day.matches(number):
            enter_result(match, day.result(score), by=day.by, last_seen_number=0, reason="time")
        if number == 2:
            drop_entry(day.event.entries.get(number=7), by=day.by, reason="ill")
    assert_equals_standings(day)
    for number in (4, 5):
        play_stage(day, number)
    day.event = finish_event(day.event, by=day.by)

    assert_equals_standings(day)
    winner = next(account for account in day.players if history(account)[0].rank == 1)
    page = as_text(winner)
    record = history(winner)[0].played.record
    assert f"Rank 1 of 7 {record} {record.match_points} match points Standings" in page
    assert f".hack//ENEMY 1 event 3 matches ({record}) 66.67 % won" in page


def as_text(account: Account, query: str = "") -> str:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return visible_text(client.get(f"/my/events{query}").content.decode())


def test_figures_equal_the_standings_of_teams_and_change_when_an_event_is_reopened(new_event: Callable[..., Day]):
    day = team_day(new_event(team_size=2))
    day.start(4)
    for number in (1, 2, 3):
        day.round(number)
        day.enter_scores(number, t1A="0-2")
    day.event = finish_event(day.event, by=day.by)
    assert_equals_standings(day)
    before = {account.handle: history(account)[0].played.record.wins for account in day.players}

    reopen_event(day.event, by=day.by, reason="a typing error")
    day.event.refresh_from_db()
    board = day.boards(3)["2A"]
    enter_result(board, day.result("0-2"), by=day.by, last_seen_number=1, reason="typing error")
    enter_result(day.boards(3)["2B"], day.result("0-2"), by=day.by, last_seen_number=1, reason="typing error")
    day.event = finish_event(day.event, by=day.by)

    assert_equals_standings(day)
    assert {account.handle: history(account)[0].played.record.wins for account in day.players} != before


def test_own_decks_and_draft_logs_are_linked(new_event: Callable[..., Day]):
    day, constructed = new_event(), constructed_day()
    day.enter(4)
    day.seat()
    drafted(day)
    lock_all_decks(constructed)
    for account in (day.players[0], Entry.objects.filter(event=constructed.event)[0].account):
        client = Client()
        client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
        (row,) = client.get("/my/events").context["rows"]
        assert client.get(row.deck_url).status_code == 200
        assert (row.log is not None) == row.played.event.drafted
        if row.log:
            assert client.get(f"/pod/{row.log.pk}/log").status_code == 200


def test_the_number_of_queries_does_not_depend_on_the_events(new_event: Callable[..., Day]):
    def queries() -> int:
        cache.clear()
        client = Client()
        client.force_login(alice, backend="gameplay.infrastructure.sessions.AccountBackend")
        with CaptureQueriesContext(connection) as found:
            client.get("/my/events")
        return len(found)

    day = new_event()
    day.to_round(1)
    alice = day.players[0]
    team = team_day(new_event(team_size=2))
    team.start(4)
    mixed = constructed_day()
    register_player(mixed.event, alice)
    Event.objects.filter(pk__in=[day.event.pk, mixed.event.pk]).update(finished_at=timezone.now())
    cancel_event(new_event().event, by=day.by, reason="flooded")
    few = queries()
    for number in range(52):
        new = NewEvent(f"Draft {number}", DraftFormat(), BOOSTERS, {"rehearsal": number == 0})
        event = create_event(new, by=get_alma(), at=timezone.now() - timedelta(days=number))
        register_player(event, alice)
    Event.objects.filter(name__startswith="Draft").exclude(name="Draft 3").update(finished_at=timezone.now())

    assert queries() == few
    assert few <= 27
    text = as_text(alice)
    assert "1 to 50 of 53" in text
    assert "Draft 0" not in text
    assert "Draft 51" in as_text(alice, "?page=2")
    assert "Draft 51" in as_text(alice, "?find=draft+51")


def test_a_history_without_events_is_empty():
    assert "No events yet" in as_text(create_guest("Zoe"))
