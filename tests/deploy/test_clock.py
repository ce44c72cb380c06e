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
from tests.parallel import run_simultaneously

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
CALLS: list[Any] = []


def sweep(now: datetime) -> None:
    CALLS.append(now)


def broken(*_: datetime) -> None:
    raise ZeroDivisionError


def outage(began: datetime, ended: datetime) -> None:
    CALLS.append((began, ended))


@pytest.fixture(autouse=True)
def sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    CALLS.clear()
    monkeypatch.setattr(clock, "SWEEPS", (sweep,))
    monkeypatch.setattr(clock, "AFTER_OUTAGE", (outage,))
    monkeypatch.setattr(clock, "AFTER_CLOCK_CHANGE", (change,))


def change(found: ClockChange) -> None:
    CALLS.append(found)


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def test_tick_sweeps_and_stores_its_time(db: None):
    clock.tick(NOON)
    clock.tick(NOON + seconds(1))

    assert [NOON, NOON + seconds(1)] == CALLS
    assert (clock.last_heartbeat(), Heartbeat.objects.count()) == (NOON + seconds(1), 1)


def test_failed_sweep_does_not_stop_the_others(
    db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(clock, "SWEEPS", (broken, sweep))

    clock.tick(NOON)

    assert CALLS == [NOON]
    assert "sweep failed" in caplog.text


@pytest.mark.parametrize(("stopped", "reported"), [(1, False), (5, False), (6, True), (3600, True)])
def test_outage_is_reported_before_the_sweeps(db: None, stopped: float, reported: bool):
    clock.tick(NOON)
    CALLS.clear()

    back = NOON + seconds(stopped)
    clock.tick(back)

    assert ([(NOON, back), back] if reported else [back]) == CALLS


def test_outage_is_reported_once(db: None):
    for at in (NOON, NOON + seconds(60), NOON + seconds(61)):
        clock.tick(at)

    assert CALLS.count((NOON, NOON + seconds(60))) == 1
    assert len(CALLS) == 4


def test_nothing_is_swept_until_the_outage_handlers_succeed(db: None, monkeypatch: pytest.MonkeyPatch):
    clock.tick(NOON)
    CALLS.clear()
    monkeypatch.setattr(clock, "AFTER_OUTAGE", (broken,))
    with pytest.raises(ZeroDivisionError):
        clock.tick(NOON + seconds(60))
    assert CALLS == []

    monkeypatch.setattr(clock, "AFTER_OUTAGE", (outage,))
    clock.tick(NOON + seconds(61))

    assert [(NOON, NOON + seconds(61)), NOON + seconds(61)] == CALLS


def test_slow_clock_does_not_set_the_heartbeat_back(db: None):
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
        """Tick ``after`` seconds later, and return the time of the machine's clock."""
        self.up += after
        now = NOON + seconds(self.up + self.ahead)
        CALLS.clear()
        clock.tick(now, clock.Boot(self.name, now - seconds(self.up)))
        return now


@pytest.mark.parametrize("step", [3600, 10, -10, -3600])
def test_clock_change_is_not_an_outage(db: None, step: float):
    server = Machine("a")
    server.tick()
    server.ahead = step
    now = server.tick()

    assert [ClockChange(seconds(step), now - seconds(1), now), now] == CALLS
    assert clock.last_heartbeat() == now
    assert server.tick() == CALLS[0]


def test_clock_change_during_an_outage_is_reported_with_the_outage(db: None):
    server = Machine("a")
    server.tick()
    server.ahead = -3600
    now = server.tick(after=60)

    began = now - seconds(60)
    assert [ClockChange(seconds(-3600), began, now), (began, now), now] == CALLS


def test_small_clock_correction_is_not_a_clock_change(db: None):
    server = Machine("a")
    for ahead in (0, 1, 0.5, 1.5, 1):
        server.ahead = ahead
        assert server.tick() == CALLS[0]


@pytest.mark.parametrize("ahead", [3, 30, 3600])
def test_different_clocks_of_two_machines_are_not_a_clock_change(db: None, ahead: float):
    first, second = Machine("a", ahead=ahead), Machine("b")
    first.tick()
    for _ in range(3):
        assert second.tick() == CALLS[0]
        assert first.tick() in CALLS[:2]
        assert not any(isinstance(found, ClockChange) for found in CALLS)


def test_restarted_machine_with_a_slow_clock_takes_over(db: None):
    Machine("a", ahead=3600).tick()
    started = Machine("b")
    started.tick()
    now = started.tick()

    assert clock.last_heartbeat() == now
    assert [found.seconds for found in CALLS if isinstance(found, ClockChange)] == [-3599]


@pytest.mark.parametrize(("last", "late"), [(0, False), (-9, False), (-11, True), (9, False), (11, True), (3600, True)])
def test_heartbeat_far_from_now_is_late_in_both_directions(db: None, last: float, late: bool):
    clock.tick(NOON + seconds(last))

    assert clock.is_running(NOON, within=seconds(10)) is not late


@pytest.mark.django_db(transaction=True)
def test_only_one_of_several_clocks_reports_an_outage():
    clock.tick(NOON)
    CALLS.clear()

    run_simultaneously([partial(clock.tick, NOON + seconds(60))] * 8)

    assert CALLS.count((NOON, NOON + seconds(60))) == 1


@pytest.mark.django_db(transaction=True)
def test_the_thread_ticks_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(clock, "TICK_INTERVAL", 0.02)
    running = clock.Clock()

    running.start()
    deadline = time.monotonic() + 5
    while len(CALLS) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    running.stop()
    swept = len(CALLS)
    time.sleep(0.1)

    assert swept >= 3
    assert len(CALLS) == swept
    assert "clock" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.django_db(transaction=True)
def test_thread_survives_a_failed_tick(monkeypatch: pytest.MonkeyPatch):
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


def test_time_of_a_tick_is_read_after_the_database_answers(monkeypatch: pytest.MonkeyPatch):
    moments: list[datetime] = []
    monkeypatch.setattr(clock, "connection", SimpleNamespace(ensure_connection=lambda: moments.append(timezone.now())))
    monkeypatch.setattr(clock, "tick", lambda now, boot: moments.append(now))

    clock.tick_now()

    assert len(moments) == 2
    assert moments == sorted(moments)


def test_celery_beat_calls_the_same_tick(db: None):
    sweep_task.apply(throw=True)

    assert app.conf.beat_schedule["sweep"]["task"] == sweep_task.name
    assert len(CALLS) == 1
