"""One seat stands still: its clock stops, packs wait before it, and everybody else goes on."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from drafting.models import Pack, Pick, Seat
from drafting.rules.passing import DraftOverError
from drafting.selectors.pod_map import pod_map
from drafting.selectors.seat_view import seat_view
from drafting.services.judge import correct_pick, give_extra_time, give_seconds
from drafting.services.pause import SeatNotPausedError, SeatPausedError, pause_seat, resume_seat
from drafting.services.pick import make_pick
from drafting.services.pod import SeatClosedError, pause_pod, resume_pod
from drafting.services.seat import close_seat, give_seat_to_bot, substitute_player
from drafting.services.sweep import push_deadlines_after_outage, sweep_drafts
from gameplay.services.accounts import create_staff, redeem_link
from gameplay.services.corrections import ReasonMissingError
from tests.drafting.conftest import Draft, NewDraft
from tests.parts.properties import HealthCheck, given, settings
from tests.parts.properties import strategies as st

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
BY: dict[str, Any] = {"author": None, "role": "head_judge"}
WHY = BY | {"reason": "a lens is lost"}


class Time:
    """The time of day, which passes when a test says so."""

    now = NOON

    def passes(self, seconds: float) -> None:
        self.now += seconds * SECOND


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(timezone, "now", lambda: time.now)
    return time


@pytest.fixture
def clocked(time: Time, new_draft: NewDraft) -> Draft:
    """Three people with 25 s for a pack of four, 20 s for one of three."""
    return new_draft("Alice", "Bob", "Charlie", pick_clock="standard")


def left(draft: Draft, name: str) -> float:
    """How many seconds ``name`` would have left, from this moment."""
    due = draft.before(name).due_at
    assert due is not None
    return (due - timezone.now()).total_seconds()


def test_a_paused_seat_picks_nothing_and_the_others_go_on(clocked: Draft):
    pause_seat(clocked.seat("Bob"), **WHY)

    with pytest.raises(SeatPausedError):
        clocked.pick("Bob")
    clocked.pick("Alice")
    clocked.pick("Charlie")
    clocked.pick("Alice")

    assert [len(clocked.round.packs_before(number)) for number in range(3)] == [0, 3, 0]


@pytest.mark.clause("DRF-OP-4")
def test_its_clock_stands_and_no_other_does(clocked: Draft, time: Time):
    time.passes(10)
    pause_seat(clocked.seat("Bob"), **WHY)

    time.passes(100)
    sweep_drafts(time.now)

    assert [pick.seat.number for pick in Pick.objects.filter(by="clock")] == [0, 2]
    resume_seat(clocked.seat("Bob"), **BY)
    assert left(clocked, "Bob") == 15


def test_a_pack_that_comes_to_a_paused_seat_has_all_its_time_afterwards(clocked: Draft, time: Time):
    clocked.pick("Bob")
    pause_seat(clocked.seat("Bob"), **WHY)
    time.passes(7)
    clocked.pick("Alice")
    time.passes(200)
    sweep_drafts(time.now)

    resume_seat(clocked.seat("Bob"), **BY)

    assert left(clocked, "Bob") == 20
    assert clocked.pick("Bob").by == "player"


def test_bots_wait_as_well(new_draft: NewDraft, django_capture_on_commit_callbacks: Any):
    draft = new_draft("Alice", "Bob")
    pause_seat(draft.seat("Bob"), **WHY)
    with django_capture_on_commit_callbacks(execute=True):
        give_seat_to_bot(draft.seat("Bob"), **WHY)
    assert not Pick.objects.exists()

    with django_capture_on_commit_callbacks(execute=True):
        resume_seat(draft.seat("Bob"), **BY)

    assert Pick.objects.filter(seat=draft.seat("Bob")).count() == 1


def test_who_stands_in_at_a_paused_seat_waits_as_well_and_has_the_time_that_was_left(clocked: Draft, time: Time):
    turn, tomas = clocked.turn("Bob"), create_staff("Tomas")
    time.passes(10)
    pause_seat(clocked.seat("Bob"), **WHY)
    sven = redeem_link(substitute_player(clocked.seat("Bob"), "Sven", **WHY | {"author": tomas}))
    time.passes(100)
    with pytest.raises(SeatPausedError):
        make_pick(sven, clocked.pod_id, **turn)

    resume_seat(clocked.seat("Bob"), **BY)

    assert left(clocked, "Bob") == 15
    assert make_pick(sven, clocked.pod_id, **turn).seat == clocked.seat("Bob")


def test_what_a_judge_does_for_a_paused_seat_counts_once_it_goes_on(clocked: Draft, time: Time):
    clocked.pick("Bob")
    pause_seat(clocked.seat("Charlie"), **WHY)
    pick = Pick.objects.get()
    taken, wanted = pick.token, Pack.objects.get(pk=pick.pack_id).contents[0][0]
    tomas = create_staff("Tomas")

    correct_pick(pick, wanted, **WHY | {"author": tomas})
    give_seconds(clocked.seat("Charlie"), 30, **WHY)
    give_extra_time(clocked.seat("Charlie"), 50, **WHY)
    time.passes(60)
    resume_seat(clocked.seat("Charlie"), **BY)

    assert left(clocked, "Charlie") == 25 * 1.5 + 30
    assert [token for token, _ref in Pack.objects.get(pk=pick.pack_id).contents].count(taken) == 1
    assert clocked.pick("Charlie").seat == clocked.seat("Charlie")


def test_the_sweep_lets_a_seat_be_that_stands(clocked: Draft, time: Time, django_assert_max_num_queries: Any):
    for name in clocked.people:
        pause_seat(clocked.seat(name), **WHY)
    time.passes(1000)

    with django_assert_max_num_queries(6):
        sweep_drafts(time.now)

    assert not Pick.objects.exists()


@pytest.mark.clause("DRF-OP-3")
def test_a_paused_seat_that_is_closed_passes_its_packs_on(clocked: Draft, django_capture_on_commit_callbacks: Any):
    pause_seat(clocked.seat("Bob"), **WHY)

    with django_capture_on_commit_callbacks(execute=True):
        close_seat(clocked.seat("Bob"), **WHY)

    assert len(clocked.round.packs_before(2)) == 2
    with pytest.raises(SeatClosedError):
        pause_seat(clocked.seat("Bob"), **WHY)


def test_a_draft_that_ends_without_it_ends_its_pause(new_draft: NewDraft, time: Time):
    draft = new_draft("Alice", "Bob")
    while draft.pod.pack_round < 2 or sum(len(pack.contents) for pack in draft.round.packs) > 1:
        name = next(name for name in draft.people if draft.round.packs_before(draft.seat(name).number))
        draft.pick(name)
    last = next(name for name in draft.people if draft.round.packs_before(draft.seat(name).number))
    other = next(name for name in draft.people if name != last)
    pause_seat(draft.seat(other), **WHY)

    draft.pick(last)

    assert draft.seat(other).paused_at is None
    with pytest.raises(DraftOverError):
        pause_seat(draft.seat(other), **WHY)


@pytest.mark.parametrize(
    ("do", "refusal"),
    [
        (partial(pause_seat, **BY, reason=" "), ReasonMissingError),
        (partial(resume_seat, **BY), SeatNotPausedError),
    ],
)
def test_what_makes_no_sense_is_refused(clocked: Draft, do: Callable[[Seat], None], refusal: type[Exception]):
    with pytest.raises(refusal):
        do(clocked.seat("Bob"))


def test_nobody_is_paused_twice(clocked: Draft):
    pause_seat(clocked.seat("Bob"), **WHY)

    with pytest.raises(SeatPausedError):
        pause_seat(clocked.seat("Bob"), **WHY)


def test_everybody_sees_who_is_paused_and_the_log_says_why_and_how_long(clocked: Draft, time: Time):
    pause_seat(clocked.seat("Bob"), **WHY)

    own, other = seat_view(clocked.seat("Bob")), seat_view(clocked.seat("Alice"))
    assert (own["paused"], other["paused"], pod_map(clocked.pod)["paused"]) == (True, False, False)
    assert (own["pack"] is None, other["pack"] is None) == (True, False)
    assert [seat["paused"] for seat in other["seats"]] == [False, True, False]
    time.passes(90)
    resume_seat(clocked.seat("Bob"), **BY)
    said = [(entry.action, entry.after, entry.reason) for entry in clocked.log()[-2:]]
    assert said == [
        ("seat_paused", {"seat": 2}, "a lens is lost"),
        ("seat_resumed", {"seat": 2, "seconds": 90}, ""),
    ]


def test_an_outage_is_logged_only_where_a_clock_was_pushed(clocked: Draft, time: Time):
    for name in clocked.people:
        pause_seat(clocked.seat(name), **WHY)
    time.passes(5)
    push_deadlines_after_outage(time.now - 5 * SECOND, time.now)
    assert "deadlines_pushed" not in clocked.said()
    resume_seat(clocked.seat("Bob"), **BY)

    push_deadlines_after_outage(time.now - 5 * SECOND, time.now)

    assert clocked.said().count("deadlines_pushed") == 1


MOVES = ["pause the pod", "resume the pod", "pause the seat", "resume the seat", "outage", "wait"]


@pytest.mark.clause("DRF-OP-4")
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(MOVES), st.integers(0, 2)), max_size=12))
def test_a_clock_runs_while_neither_seat_nor_pod_nor_site_stands(
    new_draft: NewDraft, time: Time, moves: list[tuple[str, int]]
):
    draft, running = new_draft("Alice", "Bob", pick_clock="standard"), {"Alice": 25.0, "Bob": 25.0}
    for move, seconds in [*moves, ("resume the seat", 0), ("resume the pod", 0)]:
        seat, pod = draft.seat("Bob"), draft.pod
        match move:
            case "pause the pod" if not pod.paused_at:
                pause_pod(pod, **WHY)
            case "resume the pod" if pod.paused_at:
                resume_pod(pod, **BY)
            case "pause the seat" if not seat.paused_at:
                pause_seat(seat, **WHY)
            case "resume the seat" if seat.paused_at:
                resume_seat(seat, **BY)
        time.passes(seconds)
        if move == "outage":
            push_deadlines_after_outage(time.now - seconds * SECOND, time.now)
        elif not draft.pod.paused_at:
            running["Alice"] -= seconds
            running["Bob"] -= 0 if draft.seat("Bob").paused_at else seconds

    assert {name: left(draft, name) for name in draft.people} == running
