"""Deck lists that everyone can read after an event, by its settings."""

from typing import Any

import pytest
from django.test import Client

from drafting.models import Seat
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.page_text import compact_markup
from tests.tournaments.conftest import Day, get_alma, make_event
from tests.tournaments.constructed import constructed_day, enter_with_decks
from tests.tournaments.decks import drafted
from tournaments.models import ConstructedDeck, Entry
from tournaments.selectors.constructed_decks import read_event_deck_list
from tournaments.services.early_finish import finish_early
from tournaments.services.erasure import erase_account
from tournaments.services.reopening import reopen_event


def played_draft(**settings: Any) -> Day:
    """A draft event of six players with decks, after the first round."""
    day = make_event(**settings)
    day.enter(6)
    day.seat()
    drafted(day)
    day.round(1)
    day.settle(1)
    return day


def finish(day: Day) -> None:
    day.event.refresh_from_db()
    finish_early(day.event, reason="the shop closes", by=day.by)
    day.event.refresh_from_db()


def get_as(account: Account | None, path: str) -> Any:
    client = Client()
    if account:
        client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client.get(path)


def statuses(day: Day, account: Account | None = None) -> list[int]:
    paths = (f"/e/{day.event.slug}/decks", f"/api/v1/events/{day.event.slug}/deck-lists")
    return [get_as(account, path).status_code for path in paths]


def api_rows(day: Day) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = get_as(None, f"/api/v1/events/{day.event.slug}/deck-lists").json()
    return rows


def linked(day: Day) -> bool:
    return f'href="/e/{day.event.slug}/decks"' in get_as(None, f"/e/{day.event.slug}/standings").content.decode()


def test_lists_are_public_while_a_draft_event_with_an_open_log_is_over(db: None):
    day = played_draft()
    assert (statuses(day), statuses(day, day.alma), linked(day)) == ([404, 404], [404, 404], False)

    finish(day)
    assert (statuses(day), linked(day)) == ([200, 200], True)
    client, address = Client(), f"/e/{day.event.slug}/decks"
    unchanged = {"If-None-Match": client.get(address).headers["ETag"]}
    assert client.get(address, headers=unchanged).status_code == 304
    reopen_event(day.event, reason="a result is wrong", by=day.by)
    assert (statuses(day), linked(day)) == ([404, 404], False)
    assert client.get(address, headers=unchanged).status_code == 404


@pytest.mark.parametrize("draft_log", ["own", "never"])
def test_lists_stay_secret_if_the_draft_log_does(db: None, draft_log: str):
    day = played_draft(draft_log=draft_log)
    finish(day)

    assert (statuses(day), statuses(day, day.players[0])) == ([404, 404], [404, 404])


def test_lists_of_a_private_event_are_for_its_participants(db: None):
    day = played_draft(visibility="private")
    finish(day)

    assert (statuses(day), statuses(day, create_guest("Zoe"))) == ([404, 404], [404, 404])
    assert statuses(day, day.players[0]) == [200, 200]


def test_the_page_has_ranks_records_bots_and_text_that_can_be_imported(db: None):
    day = played_draft()
    finish(day)
    Account.objects.filter(pk=day.players[5].pk).update(kind=Account.Kind.BOT)

    rows = api_rows(day)
    page = get_as(None, f"/e/{day.event.slug}/decks").content.decode()

    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    assert len(rows) == 6
    assert [row["name"] for row in rows if row["bot"]] == ["Frida"]
    assert compact_markup(page).count('<span class="chip">bot</span>') == 1
    deck = next(row for row in rows if row["name"] == "Alice")
    seat = Seat.objects.get(pod__event_pod__event=day.event, player=day.players[0])
    refs, faults = read_event_deck_list(day.event, deck["text"])
    assert (sorted(refs), faults) == (seat.deck.cards, [])
    assert all(row["text"].strip() in page and row["record"] in page for row in rows)
    found = get_as(None, f"/e/{day.event.slug}/decks?find=alice").content.decode()
    assert ("Alice" in found, "Charlie" in found) == (True, False)


def test_aliases_stand_for_players_who_were_erased(db: None):
    day = played_draft()
    finish(day)
    erase_account(day.players[0])

    page = get_as(None, f"/e/{day.event.slug}/decks").content.decode()
    assert "Alice" not in page
    assert Entry.objects.get(event=day.event, account=day.players[0]).name in page


def test_the_form_of_a_constructed_event_proposes_to_publish_the_lists(db: None):
    page = get_as(get_alma(), "/events/new?preset=enemy-sample")

    assert page.context["form"]["public_decks"].value() is True
    assert 'name="public_decks"' in page.content.decode()


@pytest.mark.parametrize("public_decks", [True, False])
def test_constructed_lists_are_public_only_if_the_organizer_chose_so(db: None, public_decks: bool):
    day = constructed_day(public_decks=public_decks)
    enter_with_decks(day)
    day.event.refresh_from_db()
    assert statuses(day) == [404, 404]
    finish_constructed(day)

    assert statuses(day) == ([200, 200] if public_decks else [404, 404])
    if public_decks:
        assert len(api_rows(day)) == ConstructedDeck.objects.filter(submitted_at__isnull=False).count() > 0


def finish_constructed(day: Day) -> None:
    type(day.event).objects.filter(pk=day.event.pk).update(finished_at="2026-11-01T00:00Z")
