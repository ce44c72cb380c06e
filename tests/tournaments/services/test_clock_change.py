"""The server's clock changes during an event: rounds and pauses keep their length."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from drafting.models import Pod
from drafting.services import clock_change as drafts
from gameplay.infrastructure.clock_change import ClockChange
from gameplay.models import LogEntry, OnlineGame
from gameplay.services.clock_change import shift_game_times
from tests.tournaments.conftest import Day
from tournaments.models import Round
from tournaments.services.clock_change import move_deadlines
from tournaments.services.draft import pause_drafts, resume_drafts

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


def change(step: timedelta, *, ahead: timedelta = timedelta(0)) -> ClockChange:
    """Return a change by ``step`` of a clock that was ``ahead`` of the current time."""
    shown = timezone.now() + ahead + step
    return ClockChange(step, shown, shown)


@pytest.fixture
def online(new_event: Callable[..., Day]) -> Day:
    """An online event of two players whose first round was published ten minutes ago."""
    day = new_event(play="online")
    day.to_online_round()
    Round.objects.update(published_at=timezone.now() - 10 * MINUTE, ends_at=timezone.now() + 40 * MINUTE)
    return day


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_clock_change_does_not_change_the_length_of_a_round(online: Day, step: timedelta):
    before = Round.objects.get().ends_at
    assert before
    move_deadlines(change(step))
    moved = Round.objects.get().ends_at
    move_deadlines(change(-step, ahead=step))

    assert moved == before + step
    assert Round.objects.get().ends_at == before
    entries = LogEntry.objects.filter(stream=online.event.stream, action="clock_set").order_by("number")
    assert [entry.after for entry in entries] == [{"seconds": sign * step.total_seconds()} for sign in (1, -1)]


def test_a_round_published_after_the_change_keeps_its_end(online: Day):
    now = timezone.now()
    Round.objects.update(published_at=now, ends_at=now + 50 * MINUTE)
    move_deadlines(ClockChange(-HOUR, now - timedelta(seconds=1), now + timedelta(seconds=1)))

    assert Round.objects.get().ends_at == now + 50 * MINUTE


def test_a_game_that_began_while_the_clock_was_ahead_began_before_now(online: Day):
    OnlineGame.objects.update(began_at=timezone.now() + HOUR - MINUTE)
    shift_game_times(change(-HOUR, ahead=HOUR))

    assert OnlineGame.objects.get().began_at < timezone.now()


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_drafts_paused_together_are_resumed_together(new_event: Callable[..., Day], step: timedelta):
    day = new_event()
    day.enter(4)
    day.seat()
    event = pause_drafts(day.event, reason="a fire alarm", by=day.by)
    for act in (move_deadlines, drafts.move_deadlines):
        act(change(step))
    resume_drafts(event, by=day.by)

    assert not Pod.objects.exclude(paused_at=None).exists()
