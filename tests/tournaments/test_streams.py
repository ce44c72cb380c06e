"""What somebody followed closes at once when the office or the seat that let them is gone (S33)."""

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


def test_who_is_dismissed_follows_neither_the_event_nor_its_pods_any_longer(new_event: Callable[..., Day]):
    day = new_event(visibility="private")
    day.enter()
    day.seat()
    ines = create_staff("Ines")
    appoint_official(day.event, ines, FLOOR_JUDGE, by=day.by)
    pod = day.event.pods.get().pod.stream

    async def story() -> None:
        key = await asyncio.to_thread(session_cookie, ines)
        async with StreamClient(pod, cookie=key) as judging, StreamClient(day.event.desk_stream, cookie=key) as desk:
            await run_in_thread(lambda: appoint_official(day.event, ines, SCOREKEEPER, by=day.by))
            assert not judging.task.done()  # another office is one, too
            await run_in_thread(lambda: dismiss_official(day.event, ines, by=day.by))
            await judging.wait_closed()
            await desk.wait_closed()
            async with StreamClient(day.event.stream, cookie=key) as again:
                assert again.status == 404

    run_async(story)


def test_who_drops_follows_what_everybody_may_and_nothing_of_the_desk(new_event: Callable[..., Day]):
    day = new_event(visibility="private")
    entry, *_others = day.enter()
    day.seat()
    pod = day.event.pods.get().pod.stream

    async def story() -> None:
        async with StreamClient(pod, cookie=await asyncio.to_thread(session_cookie, entry.account)) as browser:
            await run_in_thread(lambda: drop_entry(entry, by=day.by, reason="ill"))
            assert browser.status == 200

    run_async(story)


def test_there_is_always_an_organizer_and_only_officials_are_dismissed(new_event: Callable[..., Day]):
    day = new_event()

    with pytest.raises(LastOrganizerError):
        dismiss_official(day.event, day.alma, by=day.by)
    with pytest.raises(NotAnOfficialError):
        dismiss_official(day.event, create_staff("Ines"), by=day.by)
