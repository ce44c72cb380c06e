"""What somebody followed closes at once when the office or the seat that let them is gone (S33)."""

import asyncio
from collections.abc import Callable

import pytest

from gameplay.services.accounts import create_staff
from tests.parts.streaming import Browser, cookie, meanwhile, play
from tests.tournaments.conftest import Day
from tournaments.selectors.roles import FLOOR_JUDGE, SCOREKEEPER
from tournaments.services.entry import drop
from tournaments.services.event import LastOrganizerError, NotAnOfficialError, appoint, dismiss

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_is_dismissed_follows_neither_the_event_nor_its_pods_any_longer(new_event: Callable[..., Day]):
    day = new_event(visibility="private")
    day.enter()
    day.seat()
    ines = create_staff("Ines")
    appoint(day.event, ines, FLOOR_JUDGE, by=day.by)
    pod = day.event.pods.get().pod.stream

    async def story() -> None:
        key = await asyncio.to_thread(cookie, ines)
        async with Browser(pod, cookie=key) as judging, Browser(day.event.desk, cookie=key) as desk:
            await meanwhile(lambda: appoint(day.event, ines, SCOREKEEPER, by=day.by))
            assert not judging.task.done()  # another office is one, too
            await meanwhile(lambda: dismiss(day.event, ines, by=day.by))
            await judging.ended()
            await desk.ended()
            async with Browser(day.event.stream, cookie=key) as again:
                assert again.status == 404

    play(story)


def test_who_drops_follows_what_everybody_may_and_nothing_of_the_desk(new_event: Callable[..., Day]):
    day = new_event(visibility="private")
    entry, *_others = day.enter()
    day.seat()
    pod = day.event.pods.get().pod.stream

    async def story() -> None:
        async with Browser(pod, cookie=await asyncio.to_thread(cookie, entry.account)) as browser:
            await meanwhile(lambda: drop(entry, by=day.by, reason="ill"))
            assert browser.status == 200

    play(story)


def test_there_is_always_an_organizer_and_only_officials_are_dismissed(new_event: Callable[..., Day]):
    day = new_event()

    with pytest.raises(LastOrganizerError):
        dismiss(day.event, day.alma, by=day.by)
    with pytest.raises(NotAnOfficialError):
        dismiss(day.event, create_staff("Ines"), by=day.by)
