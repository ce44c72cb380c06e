"""Bots among the players."""

from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import Account
from tests.tournaments.conftest import Day
from tournaments.services import entry as entries


def test_the_desk_adds_bots_with_names_of_their_own(new_event: Callable[..., Day], client: Client):
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


def test_bots_are_refused_where_games_are_played_at_tables(day: Day, client: Client):
    with pytest.raises(entries.BotsPlayOnlineError):
        entries.add_bots(day.event, 1, by=day.by)

    client.force_login(day.alma)
    assert "Add bot" not in client.get(f"/e/{day.event.slug}/manage").content.decode()
    assert client.post(f"/e/{day.event.slug}/manage/bot").status_code == 422
