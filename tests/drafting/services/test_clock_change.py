"""The server's clock is set while people draft: nobody has more or less time for it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from drafting.models import Pack, Pick, Pod, Seat
from drafting.services.clock_change import move_deadlines
from drafting.services.judge import give_seconds
from drafting.services.pause import pause_seat, resume_seat
from drafting.services.pod import pause_pod, resume_pod
from drafting.services.sweep import sweep_drafts
from gameplay.infrastructure.clock_change import ClockChange
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import Draft, NewDraft

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
STEPS = [HOUR, -HOUR, 20 * SECOND, -20 * SECOND]
Wound = Callable[[timedelta], ClockChange]


@pytest.fixture
def clocked(new_draft: NewDraft) -> Draft:
    """Four people with a clock for each pick: 25 s for a pack of four."""
    return new_draft("Alice", "Bob", "Charlie", "Dora", pick_clock="standard")


@pytest.fixture
def wound(monkeypatch: pytest.MonkeyPatch) -> Wound:
    """Set the machine's clock, and return what the next sweep finds."""
    real, steps = timezone.now, [timedelta(0)]
    monkeypatch.setattr(timezone, "now", lambda: real() + sum(steps, timedelta(0)))

    def wind(step: timedelta) -> ClockChange:
        steps.append(step)
        return ClockChange(step, timezone.now(), timezone.now())

    return wind


def left(draft: Draft, name: str) -> float:
    """Return the seconds that ``name`` has left for the pick."""
    due = draft.before(name).due_at
    assert due is not None
    return (due - timezone.now()).total_seconds()


def older(seconds: float) -> None:
    """Let everything that is stored be so many seconds older."""
    for pack in Pack.objects.exclude(due_at=None):
        Pack.objects.filter(pk=pack.pk).update(due_at=(pack.due_at or timezone.now()) - timedelta(seconds=seconds))


@pytest.mark.parametrize("step", STEPS)
def test_as_much_time_is_left_for_a_pick_as_before(clocked: Draft, wound: Wound, step: timedelta):
    older(10)
    move_deadlines(wound(step))

    assert left(clocked, "Alice") == pytest.approx(15, abs=2)
    assert [entry.after for entry in clocked.log() if entry.action == "clock_set"] == [
        {"seconds": step.total_seconds()}
    ]
    sweep_drafts(timezone.now())
    assert not Pick.objects.exists()


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_pack_that_came_since_the_change_keeps_its_time(clocked: Draft, wound: Wound, step: timedelta):
    older(10)
    change = wound(step)
    Pack.objects.exclude(due_at=None).update(due_at=timezone.now() + HOUR)  # so that nothing is over yet
    clocked.pick("Alice")
    clocked.pick("Bob")
    move_deadlines(ClockChange(change.step, change.since, timezone.now()))

    assert left(clocked, "Bob") == pytest.approx(20, abs=2)


def test_seconds_from_a_judge_stay(clocked: Draft, wound: Wound):
    give_seconds(clocked.seat("Alice"), 60, author=create_staff("Tomas"), role="head_judge", reason="a fire alarm")
    move_deadlines(wound(HOUR))
    move_deadlines(wound(-HOUR))

    assert left(clocked, "Alice") == pytest.approx(85, abs=3)


@pytest.mark.parametrize("step", STEPS)
def test_a_pause_is_no_longer_and_no_shorter(clocked: Draft, wound: Wound, step: timedelta):
    older(10)
    pause_pod(clocked.pod, author=None, role="head_judge", reason="a fire alarm")
    pause_seat(clocked.seat("Bob"), author=None, role="head_judge", reason="ill")
    move_deadlines(wound(step))
    resume_pod(clocked.pod, author=None, role="head_judge")
    resume_seat(clocked.seat("Bob"), author=None, role="head_judge")

    assert left(clocked, "Alice") == pytest.approx(15, abs=2)
    assert left(clocked, "Bob") == pytest.approx(15, abs=2)


@pytest.mark.parametrize("step", STEPS)
def test_as_much_time_is_left_for_building(new_draft: NewDraft, wound: Wound, step: timedelta):
    draft = new_draft("Alice", "Bob").draft()
    Pod.objects.update(drafted_at=timezone.now() - 60 * SECOND)
    before: datetime | None = draft.pod.deck_deadline
    assert before
    move_deadlines(wound(step))

    assert draft.pod.deck_deadline == before + step


def test_a_pod_without_clocks_is_left_alone(draft: Draft, wound: Wound):
    said = draft.said()
    move_deadlines(wound(HOUR))

    assert draft.said() == said
    assert not Seat.objects.exclude(paused_at=None).exists()
