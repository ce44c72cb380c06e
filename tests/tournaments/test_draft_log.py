"""Access to the draft logs of an event, by its settings."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from drafting.models import Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.services.seat import give_seat_to_bot
from gameplay.models import Account
from gameplay.services.accounts import create_guest, create_staff
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tournaments.models import Event
from tournaments.services.event import NewEvent, create_event

SHORT = DraftFormat(packs=2, pack_size=4, deck_size=6)


def drafted_by_bots(**settings: Any) -> Day:
    """Return an event of four whose draft was completed by bots, with submitted decks."""
    alma = create_staff("Alma")
    day = Day(create_event(NewEvent("Summer Draft", SHORT, BOOSTERS[:2], settings), by=alma, seed=SEED), alma)
    day.enter(4)
    day.seat()
    for seat in Seat.objects.all():
        give_seat_to_bot(seat, author=None, role="site")
    return day


def finish(day: Day) -> None:
    Event.objects.filter(pk=day.event.pk).update(finished_at=timezone.now())


def get_as(account: Account | None, path: str) -> Any:
    client = Client()
    if account:
        client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client.get(path)


def status_codes(day: Day) -> list[int]:
    """Return the status codes for a player, the organizer and an anonymous client."""
    pod = Pod.objects.get()
    assert pod.closed_at
    people = (day.players[0], day.alma, None)
    return [get_as(account, f"/pod/{pod.pk}/log").status_code for account in people]


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(
    ("draft_log", "before", "after"),
    [
        ("everybody", [200, 404, 404], [200, 200, 200]),
        ("own", [200, 404, 404], [200, 404, 404]),
        ("never", [422, 404, 404], [422, 404, 404]),
    ],
)
def test_the_setting_of_the_event_determines_who_can_read_the_draft_log(
    draft_log: str, before: list[int], after: list[int]
):
    day = drafted_by_bots(draft_log=draft_log)

    while_it_runs = status_codes(day)
    finish(day)

    assert (while_it_runs, status_codes(day)) == (before, after)


@pytest.mark.usefixtures("transactional_db")
def test_the_draft_log_of_a_private_event_is_only_open_to_its_players():
    day = drafted_by_bots(visibility="private")
    finish(day)

    assert status_codes(day) == [200, 200, 404]
    stranger = get_as(create_guest("Zoe"), f"/pod/{Pod.objects.get().pk}/log")
    assert stranger.status_code == 404


@pytest.mark.usefixtures("transactional_db")
def test_the_event_page_links_the_open_logs():
    day = drafted_by_bots()
    link, page = f"/pod/{Pod.objects.get().pk}/log", f"/e/{day.event.slug}/"

    def linked(account: Account | None) -> bool:
        return link in str(get_as(account, page).content.decode())

    assert [linked(day.players[0]), linked(None)] == [True, False]
    finish(day)
    assert [linked(day.players[0]), linked(None)] == [True, True]
    Event.objects.update(draft_log="never")
    assert [linked(day.players[0]), linked(None)] == [False, False]
