import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from deploy import clock
from deploy.celery import app
from deploy.tasks import sweep as sweep_task
from gameplay.infrastructure.clock_change import ClockChange
from gameplay.models import Heartbeat
from tests.parallel import at_once

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
HEARD: list[Any] = []


def sweep(now: datetime) -> None:
    HEARD.append(now)


def broken(*_: datetime) -> None:
    raise ZeroDivisionError


def outage(began: datetime, ended: datetime) -> None:
    HEARD.append((began, ended))


@pytest.fixture(autouse=True)
def sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    HEARD.clear()
    monkeypatch.setattr(clock, "SWEEPS", (sweep,))
    monkeypatch.setattr(clock, "AFTER_OUTAGE", (outage,))
    monkeypatch.setattr(clock, "AFTER_CLOCK_CHANGE", (change,))


def change(found: ClockChange) -> None:
    HEARD.append(found)


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def test_a_tick_sweeps_and_notes_when(db: None):
    clock.tick(NOON)
    clock.tick(NOON + seconds(1))

    assert [NOON, NOON + seconds(1)] == HEARD
    assert (clock.last_heartbeat(), Heartbeat.objects.count()) == (NOON + seconds(1), 1)


def test_one_sweep_that_fails_keeps_no_other_from_running(
    db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(clock, "SWEEPS", (broken, sweep))

    clock.tick(NOON)

    assert HEARD == [NOON]
    assert "sweep failed" in caplog.text


@pytest.mark.parametrize(("stopped", "told"), [(1, False), (5, False), (6, True), (3600, True)])
def test_after_an_outage_its_length_is_told_before_anything_is_swept(db: None, stopped: float, told: bool):
    clock.tick(NOON)
    HEARD.clear()

    back = NOON + seconds(stopped)
    clock.tick(back)

    assert ([(NOON, back), back] if told else [back]) == HEARD


def test_an_outage_is_told_once(db: None):
    for at in (NOON, NOON + seconds(60), NOON + seconds(61)):
        clock.tick(at)

    assert HEARD.count((NOON, NOON + seconds(60))) == 1
    assert len(HEARD) == 4


def test_nothing_is_swept_until_whoever_must_know_of_the_outage_does(db: None, monkeypatch: pytest.MonkeyPatch):
    clock.tick(NOON)
    HEARD.clear()
    monkeypatch.setattr(clock, "AFTER_OUTAGE", (broken,))
    with pytest.raises(ZeroDivisionError):
        clock.tick(NOON + seconds(60))
    assert HEARD == []

    monkeypatch.setattr(clock, "AFTER_OUTAGE", (outage,))
    clock.tick(NOON + seconds(61))

    assert [(NOON, NOON + seconds(61)), NOON + seconds(61)] == HEARD


def test_a_clock_that_is_behind_does_not_turn_back_time(db: None):
    clock.tick(NOON)
    clock.tick(NOON - seconds(30))

    assert clock.last_heartbeat() == NOON


@dataclass
class Machine:
    """A machine with a clock that can be set; ``up`` is how long it has run, in seconds."""

    name: str
    up: float = 1000.0
    ahead: float = 0.0

    def tick(self, after: float = 1.0) -> datetime:
        """Tick once more, so many seconds later, and return what the machine's clock shows."""
        self.up += after
        now = NOON + seconds(self.up + self.ahead)
        HEARD.clear()
        clock.tick(now, clock.Boot(self.name, now - seconds(self.up)))
        return now


@pytest.mark.parametrize("step", [3600, 10, -10, -3600])
def test_a_clock_that_was_set_is_no_outage(db: None, step: float):
    server = Machine("a")
    server.tick()
    server.ahead = step
    now = server.tick()

    assert [ClockChange(seconds(step), now - seconds(1), now), now] == HEARD
    assert clock.last_heartbeat() == now
    assert server.tick() == HEARD[0]


def test_a_clock_that_was_set_during_an_outage_is_both(db: None):
    server = Machine("a")
    server.tick()
    server.ahead = -3600
    now = server.tick(after=60)

    began = now - seconds(60)
    assert [ClockChange(seconds(-3600), began, now), (began, now), now] == HEARD


def test_a_clock_that_is_corrected_a_little_is_not_taken_for_set(db: None):
    server = Machine("a")
    for ahead in (0, 1, 0.5, 1.5, 1):
        server.ahead = ahead
        assert server.tick() == HEARD[0]


@pytest.mark.parametrize("ahead", [3, 30, 3600])
def test_machines_whose_clocks_differ_move_no_deadline(db: None, ahead: float):
    first, second = Machine("a", ahead=ahead), Machine("b")
    first.tick()
    for _ in range(3):
        assert second.tick() == HEARD[0]
        assert first.tick() in HEARD[:2]
        assert not any(isinstance(found, ClockChange) for found in HEARD)


def test_a_machine_that_starts_again_with_a_slow_clock_takes_over(db: None):
    Machine("a", ahead=3600).tick()
    started = Machine("b")
    started.tick()
    now = started.tick()

    assert clock.last_heartbeat() == now
    assert [found.seconds for found in HEARD if isinstance(found, ClockChange)] == [-3599]


@pytest.mark.parametrize(("last", "late"), [(0, False), (-9, False), (-11, True), (9, False), (11, True), (3600, True)])
def test_a_beat_far_from_now_is_late_on_either_side(db: None, last: float, late: bool):
    clock.tick(NOON + seconds(last))

    assert clock.is_running(NOON, within=seconds(10)) is not late


@pytest.mark.django_db(transaction=True)
def test_of_clocks_that_come_back_together_one_tells_of_the_outage():
    clock.tick(NOON)
    HEARD.clear()

    at_once([partial(clock.tick, NOON + seconds(60))] * 8)

    assert HEARD.count((NOON, NOON + seconds(60))) == 1


@pytest.mark.django_db(transaction=True)
def test_the_thread_ticks_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(clock, "TICK_INTERVAL", 0.02)
    running = clock.Clock()

    running.start()
    deadline = time.monotonic() + 5
    while len(HEARD) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    running.stop()
    swept = len(HEARD)
    time.sleep(0.1)

    assert swept >= 3
    assert len(HEARD) == swept
    assert "clock" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.django_db(transaction=True)
def test_the_thread_outlives_a_tick_that_fails(monkeypatch: pytest.MonkeyPatch):
    calls: list[datetime] = []

    def tick(now: datetime, boot: clock.Boot) -> None:
        calls.append(now)
        raise ZeroDivisionError

    monkeypatch.setattr(clock, "TICK_INTERVAL", 0.02)
    monkeypatch.setattr(clock, "tick", tick)
    running = clock.Clock()
    running.start()
    deadline = time.monotonic() + 5
    while len(calls) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    running.stop()

    assert len(calls) >= 2


def test_the_moment_of_a_tick_is_read_once_the_database_answers(monkeypatch: pytest.MonkeyPatch):
    moments: list[datetime] = []
    monkeypatch.setattr(clock, "connection", SimpleNamespace(ensure_connection=lambda: moments.append(timezone.now())))
    monkeypatch.setattr(clock, "tick", lambda now, boot: moments.append(now))

    clock.tick_now()

    assert len(moments) == 2
    assert moments == sorted(moments)


def test_celerys_beat_calls_the_same_tick(db: None):
    sweep_task.apply(throw=True)

    assert app.conf.beat_schedule["sweep"]["task"] == sweep_task.name
    assert len(HEARD) == 1
