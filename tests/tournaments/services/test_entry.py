"""Bots, drops and custom pod sizes."""

from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import Account, LogEntry
from gameplay.services.corrections import ReasonMissingError
from tests.tournaments.conftest import Day
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services import entry as entries


def test_the_desk_adds_bots_with_distinct_names(new_event: Callable[..., Day], client: Client):
    day = new_event(play="online")
    day.enter(4)
    client.force_login(day.alma)

    assert "Add bot" in client.get(f"/e/{day.event.slug}/manage").content.decode()
    for _ in range(2):
        assert client.post(f"/e/{day.event.slug}/manage/bot").status_code == 302
    path = f"/api/v1/events/{day.event.slug}/bots"
    added = client.post(path, {"count": 2}, "application/json", headers={"Idempotency-Key": "two"})
    assert (
        client.post(path, {"count": 2}, "application/json", headers={"Idempotency-Key": "two"}).json() == added.json()
    )

    bots = day.event.entries.filter(account__kind=Account.Kind.BOT).order_by("number")
    assert [bot.name for bot in bots] == ["Bot 1", "Bot 2", "Bot 3", "Bot 4"]
    assert all(bot.checked_in_at for bot in bots)


def test_bots_are_refused_in_events_at_tables(day: Day, client: Client):
    with pytest.raises(entries.BotsPlayOnlineError):
        entries.add_bots(day.event, 1, by=day.by)

    client.force_login(day.alma)
    assert "Add bot" not in client.get(f"/e/{day.event.slug}/manage").content.decode()
    assert client.post(f"/e/{day.event.slug}/manage/bot").status_code == 422


def test_a_drop_by_an_official_needs_a_reason_and_by_the_player_does_not(day: Day, client: Client):
    first, second = day.enter(2)
    client.force_login(day.alma)
    desk = f"/e/{day.event.slug}/manage/entries/{second.number}/drop"

    with pytest.raises(ReasonMissingError):
        entries.drop_entry(first, by=day.by, reason=" ")
    assert client.post(desk).status_code == 422
    assert (
        client.post(f"/api/v1/events/{day.event.slug}/entries/{second.number}/drop", {}, "application/json").status_code
        == 422
    )
    assert client.post(desk, {"reason": "had to catch a train"}).status_code == 302
    entries.drop_entry(first, by=Actor(first.account, "player"))

    log = LogEntry.objects.filter(stream=day.event.desk_stream, action="dropped").order_by("number")
    assert [(entry.role, entry.reason) for entry in log] == [(ORGANIZER, "had to catch a train"), ("player", "")]


def test_custom_pod_sizes_are_public_with_their_reason(day: Day, client: Client):
    day.enter(8)
    client.force_login(day.alma)
    sizes = f"/e/{day.event.slug}/manage/sizes"

    assert client.post(sizes, {"sizes": "4+4"}).status_code == 422
    assert client.post(sizes, {"sizes": "4+4", "reason": "small tables"}).status_code == 302

    public = Client().get(f"/e/{day.event.slug}/audit").content.decode()
    assert "set the pod sizes to 4+4 for 8 players: small tables" in public
