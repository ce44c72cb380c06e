"""All drafts of an event are paused and resumed simultaneously."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from drafting.models import Pack, Pick, Pod
from drafting.services.bots import play_bots
from drafting.services.deck import save_deck, submit_deck, unsubmit_deck
from drafting.services.pod import PodPausedError, pause_pod, resume_pod
from drafting.services.seat import give_seat_to_bot
from drafting.services.sweep import push_deadlines_after_outage, sweep_drafts
from gameplay.infrastructure.log import verify_stream
from gameplay.models import LogEntry
from tests.drafting.conftest import Draft, NewDraft, new_draft  # noqa: F401  a fixture
from tests.parallel import run_simultaneously
from tests.parts.properties import HealthCheck, given, settings
from tests.parts.properties import strategies as st
from tests.tournaments.conftest import Day
from tournaments.models import Event
from tournaments.services.draft import (
    EventNotPausedError,
    EventPausedError,
    NothingToPauseError,
    pause_drafts,
    resume_drafts,
)
from tournaments.services.event import ReasonNeededError

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
ALARM = "the fire alarm"
WITH_REASON: dict[str, Any] = {"author": None, "role": "head_judge", "reason": "a spilled drink"}
BY: dict[str, Any] = {"author": None, "role": "head_judge"}


@dataclass
class DraftingEvent:
    """An event with one drafting and one building pod, and a controlled clock."""

    day: Day
    picking: Draft
    building: Draft
    now: datetime = NOON

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.day.event.pk)

    @property
    def pods(self) -> tuple[Draft, Draft]:
        return self.picking, self.building

    @property
    def seconds_left(self) -> list[float]:
        """The seconds left for Alice's pick and for Charlie's deck."""
        pick, deck = self.picking.before("Alice").due_at, self.building.seat("Charlie").deck_deadline
        return [(due - self.now).total_seconds() for due in (pick, deck) if due]

    def advance(self, seconds: float) -> None:
        self.now += seconds * SECOND

    def pause(self) -> None:
        pause_drafts(self.event, reason=ALARM, by=self.day.by)

    def resume(self) -> None:
        resume_drafts(self.event, by=self.day.by)

    def log(self, stream: str) -> list[tuple[str, Any, str]]:
        entries = LogEntry.objects.filter(stream=stream).order_by("number")
        return [(entry.action, entry.after, entry.reason) for entry in entries]


@pytest.fixture
def new_hall(
    new_event: Callable[..., Day],
    new_draft: NewDraft,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[], DraftingEvent]:
    def make() -> DraftingEvent:
        monkeypatch.setattr(timezone, "now", lambda: NOON)
        Pod.objects.update(closed_at=NOON)  # stop the clocks of pods from other examples
        Pack.objects.update(due_at=None)
        picking, building = new_draft("Alice", "Bob", pick_clock="standard"), new_draft("Charlie", "Dora").draft()
        hall = DraftingEvent(new_event(), picking, building)
        for number, draft in enumerate(hall.pods, 1):
            hall.event.pods.create(number=number, pod=draft.pod)
        monkeypatch.setattr(timezone, "now", lambda: hall.now)
        return hall

    return make


@pytest.fixture
def hall(new_hall: Callable[[], DraftingEvent]) -> DraftingEvent:
    return new_hall()


def test_nothing_is_picked_or_built_while_all_drafts_are_paused(hall: DraftingEvent):
    charlie, pool = hall.building.people["Charlie"], hall.building.pool("Charlie")
    hall.pause()

    with pytest.raises(PodPausedError):
        hall.picking.pick("Alice")
    for do in (partial(save_deck, cards=pool), submit_deck, unsubmit_deck):
        with pytest.raises(PodPausedError):
            do(hall.building.seat("Charlie"), author=charlie)


@pytest.mark.clause("DRF-3.1")
@pytest.mark.clause("DRF-OP-4")
@pytest.mark.clause("DRF-OP-5")
def test_no_clock_runs_out_during_a_pause(hall: DraftingEvent):
    before, picks = hall.seconds_left, Pick.objects.count()
    hall.advance(10)
    hall.pause()
    hall.advance(3600 * 24)
    sweep_drafts(hall.now)

    assert Pick.objects.count() == picks
    assert not hall.building.deck("Charlie").submitted_at
    hall.resume()
    assert hall.seconds_left == [seconds - 10 for seconds in before]
    hall.advance(hall.seconds_left[1] + 3)
    sweep_drafts(hall.now)
    assert hall.building.deck("Charlie").submitted_at


def test_bots_wait_during_a_pause_and_continue(hall: DraftingEvent, django_capture_on_commit_callbacks: Any):
    hall.pause()
    picks = Pick.objects.count()
    with django_capture_on_commit_callbacks(execute=True):
        give_seat_to_bot(hall.picking.seat("Alice"), **WITH_REASON)
        give_seat_to_bot(hall.building.seat("Charlie"), **WITH_REASON)
    play_bots(hall.picking.pod_id)
    play_bots(hall.building.pod_id)
    assert (Pick.objects.count(), hall.building.deck("Charlie").submitted_at) == (picks, None)

    with django_capture_on_commit_callbacks(execute=True):
        hall.resume()

    assert Pick.objects.count() == picks + 1
    assert hall.building.deck("Charlie").submitted_at == hall.now


def test_the_logs_of_pods_and_event_have_time_and_reason(hall: DraftingEvent):
    hall.pause()
    stopped = {draft.pod.paused_at for draft in hall.pods}
    hall.advance(90)
    hall.resume()

    assert stopped == {NOON}
    assert [draft.pod.paused_at for draft in hall.pods] == [None, None]
    assert hall.log(hall.event.stream)[-2:] == [
        ("drafts_paused", {"pods": 2}, ALARM),
        ("drafts_resumed", {"pods": 2, "seconds": 90}, ""),
    ]
    for draft in hall.pods:
        assert hall.log(draft.pod.stream)[-2:] == [
            ("paused", {"pod": "A"}, ALARM),
            ("resumed", {"seconds": 90}, ""),
        ]
    assert all(
        verify_stream(stream).is_intact for stream in (hall.event.stream, *(draft.pod.stream for draft in hall.pods))
    )


def test_a_pod_paused_separately_stays_paused(hall: DraftingEvent):
    pause_pod(hall.picking.pod, **WITH_REASON)
    hall.advance(5)
    hall.pause()
    hall.advance(60)

    hall.resume()

    assert (hall.picking.pod.paused_at, hall.building.pod.paused_at) == (NOON, None)


def test_a_pod_resumed_separately_is_not_changed(hall: DraftingEvent):
    hall.pause()
    hall.advance(60)
    resume_pod(hall.picking.pod, **BY)
    hall.advance(5)
    pause_pod(hall.picking.pod, **WITH_REASON)

    hall.resume()

    assert (hall.picking.pod.paused_at, hall.building.pod.paused_at) == (NOON + 65 * SECOND, None)


def test_pausing_needs_a_reason_and_a_running_draft(hall: DraftingEvent):
    with pytest.raises(ReasonNeededError):
        pause_drafts(hall.event, reason=" ", by=hall.day.by)
    with pytest.raises(EventNotPausedError):
        hall.resume()
    hall.pause()
    with pytest.raises(EventPausedError):
        hall.pause()
    hall.resume()
    for draft in hall.pods:
        pause_pod(draft.pod, **WITH_REASON)
    with pytest.raises(NothingToPauseError):
        hall.pause()
    with pytest.raises(EventNotPausedError):
        hall.resume()


def test_finished_pods_and_pods_of_other_events_are_not_paused(hall: DraftingEvent, new_draft: NewDraft):  # noqa: F811
    stranger = new_draft("Emil", "Frida")
    Pod.objects.filter(pk=hall.building.pod_id).update(closed_at=NOON)

    hall.pause()

    assert hall.picking.pod.paused_at == NOON
    assert (hall.building.pod.paused_at, stranger.pod.paused_at) == (None, None)


@pytest.mark.django_db(transaction=True)
def test_one_of_several_simultaneous_pauses_succeeds(hall: DraftingEvent):
    answers = run_simultaneously([hall.pause] * 4)

    assert sorted(str(type(answer).__name__) for answer in answers) == ["EventPausedError"] * 3 + ["NoneType"]
    assert [action for action, _after, _reason in hall.log(hall.event.stream)].count("drafts_paused") == 1
    assert all(hall.log(draft.pod.stream)[-1][0] == "paused" for draft in hall.pods)


MOVES = ["pause all", "resume all", "pause one", "resume one", "outage", "wait"]


@pytest.mark.clause("DRF-OP-4")
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.tuples(st.sampled_from(MOVES), st.integers(0, 2)), max_size=14))
def test_a_clock_runs_only_while_pod_event_and_site_are_not_paused(
    new_hall: Callable[[], DraftingEvent], moves: list[tuple[str, int]]
):
    """Pauses of one pod, of the event and of the site, in all combinations."""
    hall = new_hall()
    running = hall.seconds_left
    paused_by = {"picking": "", "building": ""}  # the pause of each pod: "", "one" or "all"
    for move, seconds in [*moves, ("resume all", 0), ("resume one", 0)]:
        hall.advance(0.001)  # no two actions of officials have the same time
        running = [left - 0.001 * (not paused_by[pod]) for left, pod in zip(running, paused_by, strict=True)]
        match move:
            case "pause all" if "all" not in paused_by.values() and "" in paused_by.values():
                hall.pause()
                paused_by = {pod: pause or "all" for pod, pause in paused_by.items()}
            case "resume all" if "all" in paused_by.values():
                hall.resume()
                paused_by = {pod: "" if pause == "all" else pause for pod, pause in paused_by.items()}
            case "pause one" if not paused_by["picking"]:
                pause_pod(hall.picking.pod, **WITH_REASON)
                paused_by["picking"] = "one"
            case "resume one" if paused_by["picking"]:
                resume_pod(hall.picking.pod, **BY)
                paused_by["picking"] = ""
        hall.advance(seconds)
        if move == "outage":
            push_deadlines_after_outage(hall.now - seconds * SECOND, hall.now)
        else:
            running = [left - seconds * (not paused_by[pod]) for left, pod in zip(running, paused_by, strict=True)]
        assert [bool(draft.pod.paused_at) for draft in hall.pods] == [bool(pause) for pause in paused_by.values()]

    assert hall.seconds_left == pytest.approx(running)
