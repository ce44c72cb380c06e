"""Pauses of a single seat: its clock stops, packs queue in front of it, and the other seats continue."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

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
from tests.drafting.clock import seconds_left
from tests.drafting.conftest import Draft, FakeClock, NewDraft
from tests.parts.properties import HealthCheck, given, settings
from tests.parts.properties import strategies as st

SECOND = timedelta(seconds=1)
BY: dict[str, Any] = {"author": None, "role": "head_judge"}
WITH_REASON = BY | {"reason": "a lens is lost"}


@pytest.fixture
def clocked(clock: FakeClock, new_draft: NewDraft) -> Draft:
    """Three players with 25 seconds for a pack of four and 20 seconds for one of three."""
    return new_draft("Alice", "Bob", "Charlie", pick_clock="standard")


def test_a_paused_seat_cannot_pick_while_others_continue(clocked: Draft):
    pause_seat(clocked.seat("Bob"), **WITH_REASON)

    with pytest.raises(SeatPausedError):
        clocked.pick("Bob")
    clocked.pick("Alice")
    clocked.pick("Charlie")
    clocked.pick("Alice")

    assert [len(clocked.round.packs_before(number)) for number in range(3)] == [0, 3, 0]


@pytest.mark.clause("DRF-OP-4")
def test_only_the_clock_of_the_paused_seat_stops(clocked: Draft, clock: FakeClock):
    clock.advance(10)
    pause_seat(clocked.seat("Bob"), **WITH_REASON)

    clock.advance(100)
    sweep_drafts(clock.now)

    assert [pick.seat.number for pick in Pick.objects.filter(by="clock")] == [0, 2]
    resume_seat(clocked.seat("Bob"), **BY)
    assert seconds_left(clocked, "Bob") == 15


def test_a_pack_passed_to_a_paused_seat_has_its_full_time_afterwards(clocked: Draft, clock: FakeClock):
    clocked.pick("Bob")
    pause_seat(clocked.seat("Bob"), **WITH_REASON)
    clock.advance(7)
    clocked.pick("Alice")
    clock.advance(200)
    sweep_drafts(clock.now)

    resume_seat(clocked.seat("Bob"), **BY)

    assert seconds_left(clocked, "Bob") == 20
    assert clocked.pick("Bob").by == "player"


def test_a_bot_of_a_paused_seat_waits(new_draft: NewDraft, django_capture_on_commit_callbacks: Any):
    draft = new_draft("Alice", "Bob")
    pause_seat(draft.seat("Bob"), **WITH_REASON)
    with django_capture_on_commit_callbacks(execute=True):
        give_seat_to_bot(draft.seat("Bob"), **WITH_REASON)
    assert not Pick.objects.exists()

    with django_capture_on_commit_callbacks(execute=True):
        resume_seat(draft.seat("Bob"), **BY)

    assert Pick.objects.filter(seat=draft.seat("Bob")).count() == 1


def test_a_substitute_at_a_paused_seat_waits_and_gets_the_remaining_time(clocked: Draft, clock: FakeClock):
    turn, tomas = clocked.turn("Bob"), create_staff("Tomas")
    clock.advance(10)
    pause_seat(clocked.seat("Bob"), **WITH_REASON)
    sven = redeem_link(substitute_player(clocked.seat("Bob"), "Sven", **WITH_REASON | {"author": tomas}))
    clock.advance(100)
    with pytest.raises(SeatPausedError):
        make_pick(sven, clocked.pod_id, **turn)

    resume_seat(clocked.seat("Bob"), **BY)

    assert seconds_left(clocked, "Bob") == 15
    assert make_pick(sven, clocked.pod_id, **turn).seat == clocked.seat("Bob")


def test_actions_of_a_judge_for_a_paused_seat_take_effect_after_the_pause(clocked: Draft, clock: FakeClock):
    clocked.pick("Bob")
    pause_seat(clocked.seat("Charlie"), **WITH_REASON)
    pick = Pick.objects.get()
    taken, wanted = pick.token, Pack.objects.get(pk=pick.pack_id).contents[0][0]
    tomas = create_staff("Tomas")

    correct_pick(pick, wanted, **WITH_REASON | {"author": tomas})
    give_seconds(clocked.seat("Charlie"), 30, **WITH_REASON)
    give_extra_time(clocked.seat("Charlie"), 50, **WITH_REASON)
    clock.advance(60)
    resume_seat(clocked.seat("Charlie"), **BY)

    assert seconds_left(clocked, "Charlie") == 25 * 1.5 + 30
    assert [token for token, _ref in Pack.objects.get(pk=pick.pack_id).contents].count(taken) == 1
    assert clocked.pick("Charlie").seat == clocked.seat("Charlie")


def test_the_sweep_ignores_paused_seats(clocked: Draft, clock: FakeClock, django_assert_max_num_queries: Any):
    for name in clocked.people:
        pause_seat(clocked.seat(name), **WITH_REASON)
    clock.advance(1000)

    with django_assert_max_num_queries(6):
        sweep_drafts(clock.now)

    assert not Pick.objects.exists()


@pytest.mark.clause("DRF-OP-3")
def test_a_paused_seat_that_is_closed_passes_its_packs_on(clocked: Draft, django_capture_on_commit_callbacks: Any):
    pause_seat(clocked.seat("Bob"), **WITH_REASON)

    with django_capture_on_commit_callbacks(execute=True):
        close_seat(clocked.seat("Bob"), **WITH_REASON)

    assert len(clocked.round.packs_before(2)) == 2
    with pytest.raises(SeatClosedError):
        pause_seat(clocked.seat("Bob"), **WITH_REASON)


def test_the_end_of_the_draft_ends_a_pause(new_draft: NewDraft, clock: FakeClock):
    draft = new_draft("Alice", "Bob")
    while draft.pod.pack_round < 2 or sum(len(pack.contents) for pack in draft.round.packs) > 1:
        name = next(name for name in draft.people if draft.round.packs_before(draft.seat(name).number))
        draft.pick(name)
    last = next(name for name in draft.people if draft.round.packs_before(draft.seat(name).number))
    other = next(name for name in draft.people if name != last)
    pause_seat(draft.seat(other), **WITH_REASON)

    draft.pick(last)

    assert draft.seat(other).paused_at is None
    with pytest.raises(DraftOverError):
        pause_seat(draft.seat(other), **WITH_REASON)


@pytest.mark.parametrize(
    ("do", "refusal"),
    [
        (partial(pause_seat, **BY, reason=" "), ReasonMissingError),
        (partial(resume_seat, **BY), SeatNotPausedError),
    ],
)
def test_invalid_pauses_are_refused(clocked: Draft, do: Callable[[Seat], None], refusal: type[Exception]):
    with pytest.raises(refusal):
        do(clocked.seat("Bob"))


def test_a_paused_seat_cannot_be_paused_again(clocked: Draft):
    pause_seat(clocked.seat("Bob"), **WITH_REASON)

    with pytest.raises(SeatPausedError):
        pause_seat(clocked.seat("Bob"), **WITH_REASON)


def test_everyone_sees_the_pause_and_the_log_has_its_reason_and_length(clocked: Draft, clock: FakeClock):
    pause_seat(clocked.seat("Bob"), **WITH_REASON)

    own, other = seat_view(clocked.seat("Bob")), seat_view(clocked.seat("Alice"))
    assert (own["paused"], other["paused"], pod_map(clocked.pod)["paused"]) == (True, False, False)
    assert (own["pack"] is None, other["pack"] is None) == (True, False)
    assert [seat["paused"] for seat in other["seats"]] == [False, True, False]
    clock.advance(90)
    resume_seat(clocked.seat("Bob"), **BY)
    entries = [(entry.action, entry.after, entry.reason) for entry in clocked.log()[-2:]]
    assert entries == [
        ("seat_paused", {"seat": 2}, "a lens is lost"),
        ("seat_resumed", {"seat": 2, "seconds": 90}, ""),
    ]


def test_an_outage_is_only_logged_if_a_deadline_was_extended(clocked: Draft, clock: FakeClock):
    for name in clocked.people:
        pause_seat(clocked.seat(name), **WITH_REASON)
    clock.advance(5)
    push_deadlines_after_outage(clock.now - 5 * SECOND, clock.now)
    assert "deadlines_pushed" not in clocked.actions()
    resume_seat(clocked.seat("Bob"), **BY)

    push_deadlines_after_outage(clock.now - 5 * SECOND, clock.now)

    assert clocked.actions().count("deadlines_pushed") == 1


MOVES = ["pause the pod", "resume the pod", "pause the seat", "resume the seat", "outage", "wait"]


@pytest.mark.clause("DRF-OP-4")
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(MOVES), st.integers(0, 2)), max_size=12))
def test_a_clock_runs_unless_the_seat_or_pod_is_paused_or_the_site_is_down(
    new_draft: NewDraft, clock: FakeClock, moves: list[tuple[str, int]]
):
    draft, running = new_draft("Alice", "Bob", pick_clock="standard"), {"Alice": 25.0, "Bob": 25.0}
    for move, seconds in [*moves, ("resume the seat", 0), ("resume the pod", 0)]:
        seat, pod = draft.seat("Bob"), draft.pod
        match move:
            case "pause the pod" if not pod.paused_at:
                pause_pod(pod, **WITH_REASON)
            case "resume the pod" if pod.paused_at:
                resume_pod(pod, **BY)
            case "pause the seat" if not seat.paused_at:
                pause_seat(seat, **WITH_REASON)
            case "resume the seat" if seat.paused_at:
                resume_seat(seat, **BY)
        clock.advance(seconds)
        if move == "outage":
            push_deadlines_after_outage(clock.now - seconds * SECOND, clock.now)
        elif not draft.pod.paused_at:
            running["Alice"] -= seconds
            running["Bob"] -= 0 if draft.seat("Bob").paused_at else seconds

    assert {name: seconds_left(draft, name) for name in draft.people} == running
