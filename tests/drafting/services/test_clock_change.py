"""A change of the server's clock during a draft does not change the time of any player."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from drafting.models import Pack, Pick, Pod, Seat
from drafting.services.arrival import start_clock
from drafting.services.clock_change import move_deadlines
from drafting.services.judge import give_seconds
from drafting.services.pause import pause_seat, resume_seat
from drafting.services.pod import pause_pod, resume_pod
from drafting.services.sweep import sweep_drafts
from gameplay.infrastructure.clock_change import ClockChange
from gameplay.services.accounts import create_staff
from tests.drafting.clock import seconds_left
from tests.drafting.conftest import Draft, NewDraft

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
STEPS = [HOUR, -HOUR, 20 * SECOND, -20 * SECOND]
SetClock = Callable[[timedelta], ClockChange]


@pytest.fixture
def clocked(new_draft: NewDraft) -> Draft:
    """Four players with a pick clock: 25 seconds for a pack of four."""
    return new_draft("Alice", "Bob", "Charlie", "Dora", pick_clock="standard")


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Return a function that changes the server's clock and returns the change that the next sweep detects."""
    real, steps = timezone.now, [timedelta(0)]
    monkeypatch.setattr(timezone, "now", lambda: real() + sum(steps, timedelta(0)))

    def change_clock(step: timedelta) -> ClockChange:
        steps.append(step)
        return ClockChange(step, timezone.now(), timezone.now())

    return change_clock


def pass_time(seconds: float) -> None:
    """Move all pick deadlines by ``seconds`` into the past."""
    for pack in Pack.objects.exclude(due_at=None):
        Pack.objects.filter(pk=pack.pk).update(due_at=(pack.due_at or timezone.now()) - timedelta(seconds=seconds))


@pytest.mark.parametrize("step", STEPS)
def test_the_time_left_for_a_pick_does_not_change(clocked: Draft, set_clock: SetClock, step: timedelta):
    pass_time(10)
    move_deadlines(set_clock(step))

    assert seconds_left(clocked, "Alice") == pytest.approx(15, abs=2)
    assert [entry.after for entry in clocked.log() if entry.action == "clock_set"] == [
        {"seconds": step.total_seconds()}
    ]
    sweep_drafts(timezone.now())
    assert not Pick.objects.exists()


@pytest.mark.parametrize("step", STEPS)
def test_the_clock_still_starts_when_an_absent_player_comes(new_draft: NewDraft, set_clock: SetClock, step: timedelta):
    draft = new_draft("Alice", "Bob", present=False, pick_clock="standard")
    move_deadlines(set_clock(step))

    start_clock(draft.seat("Alice"))

    assert seconds_left(draft, "Alice") == pytest.approx(25, abs=2)
    assert seconds_left(draft, "Bob") == pytest.approx(85, abs=2)


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_pack_passed_since_the_change_keeps_its_time(clocked: Draft, set_clock: SetClock, step: timedelta):
    pass_time(10)
    change = set_clock(step)
    Pack.objects.exclude(due_at=None).update(due_at=timezone.now() + HOUR)  # so that no deadline is over yet
    clocked.pick("Alice")
    clocked.pick("Bob")
    move_deadlines(ClockChange(change.step, change.since, timezone.now()))

    assert seconds_left(clocked, "Bob") == pytest.approx(20, abs=2)


def test_extra_seconds_from_a_judge_are_kept(clocked: Draft, set_clock: SetClock):
    give_seconds(clocked.seat("Alice"), 60, author=create_staff("Tomas"), role="head_judge", reason="a fire alarm")
    move_deadlines(set_clock(HOUR))
    move_deadlines(set_clock(-HOUR))

    assert seconds_left(clocked, "Alice") == pytest.approx(85, abs=3)


@pytest.mark.parametrize("step", STEPS)
def test_the_length_of_a_pause_does_not_change(clocked: Draft, set_clock: SetClock, step: timedelta):
    pass_time(10)
    pause_pod(clocked.pod, author=None, role="head_judge", reason="a fire alarm")
    pause_seat(clocked.seat("Bob"), author=None, role="head_judge", reason="ill")
    move_deadlines(set_clock(step))
    resume_pod(clocked.pod, author=None, role="head_judge")
    resume_seat(clocked.seat("Bob"), author=None, role="head_judge")

    assert seconds_left(clocked, "Alice") == pytest.approx(15, abs=2)
    assert seconds_left(clocked, "Bob") == pytest.approx(15, abs=2)


@pytest.mark.parametrize("step", STEPS)
def test_the_time_left_for_building_does_not_change(new_draft: NewDraft, set_clock: SetClock, step: timedelta):
    draft = new_draft("Alice", "Bob").draft()
    Pod.objects.update(drafted_at=timezone.now() - 60 * SECOND)
    before: datetime | None = draft.pod.deck_deadline
    assert before
    move_deadlines(set_clock(step))

    assert draft.pod.deck_deadline == before + step


def test_a_pod_without_clocks_is_not_changed(draft: Draft, set_clock: SetClock):
    actions = draft.actions()
    move_deadlines(set_clock(HOUR))

    assert draft.actions() == actions
    assert not Seat.objects.exclude(paused_at=None).exists()
