"""Live streams are closed immediately when an account loses the role that allowed them."""

import asyncio
from collections.abc import Callable

import pytest

from gameplay.services.accounts import create_staff
from tests.parts.streaming import StreamClient, run_async, run_in_thread, session_cookie
from tests.tournaments.conftest import Day
from tournaments.selectors.roles import FLOOR_JUDGE, SCOREKEEPER
from tournaments.services.entry import drop_entry
from tournaments.services.event import LastOrganizerError, NotAnOfficialError, appoint_official, dismiss_official

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_dismissed_official_loses_the_streams_of_the_event_and_its_pods(new_event: Callable[..., Day]):
    day = new_event(visibility="private")
    day.enter()
    day.seat()
    ines = create_staff("Ines")
    appoint_official(day.event, ines, FLOOR_JUDGE, by=day.by)
    pod = day.event.pods.get().pod.stream

    async def scenario() -> None:
        key = await asyncio.to_thread(session_cookie, ines)
        async with StreamClient(pod, cookie=key) as judging, StreamClient(day.event.desk_stream, cookie=key) as desk:
            await run_in_thread(lambda: appoint_official(day.event, ines, SCOREKEEPER, by=day.by))
            assert not judging.task.done()  # the other role allows it, too
            await run_in_thread(lambda: dismiss_official(day.event, ines, by=day.by))
            await judging.wait_closed()
            await desk.wait_closed()
            async with StreamClient(day.event.stream, cookie=key) as again:
                assert again.status == 404

    run_async(scenario)


def test_a_dropped_player_keeps_only_public_streams(new_event: Callable[..., Day]):
    day = new_event(visibility="private")
    entry, *_others = day.enter()
    day.seat()
    pod = day.event.pods.get().pod.stream

    async def scenario() -> None:
        async with StreamClient(pod, cookie=await asyncio.to_thread(session_cookie, entry.account)) as browser:
            await run_in_thread(lambda: drop_entry(entry, by=day.by, reason="ill"))
            assert browser.status == 200

    run_async(scenario)


def test_the_last_organizer_stays_and_only_officials_can_be_dismissed(new_event: Callable[..., Day]):
    day = new_event()

    with pytest.raises(LastOrganizerError):
        dismiss_official(day.event, day.alma, by=day.by)
    with pytest.raises(NotAnOfficialError):
        dismiss_official(day.event, create_staff("Ines"), by=day.by)
