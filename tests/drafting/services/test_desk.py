"""Actions of judges at a pod: each has an author and a reason in the log, but no card."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from drafting.models import Pack, Pick
from drafting.rules.passing import CorrectionTooLateError
from drafting.selectors.pod_map import pod_map
from drafting.sentences import DECISION_ACTIONS, STAFF_ACTIONS
from drafting.services.deck import extend_deadline
from drafting.services.judge import (
    NoClockRunsError,
    correct_pick,
    give_extra_time,
    give_seconds,
    last_pick,
    look_at_pick,
    look_at_pool,
    replace_pack,
)
from drafting.services.pause import pause_seat
from drafting.services.pod import SeatClosedError, pause_pod
from drafting.services.seat import close_seat, give_seat_to_bot, substitute_player
from gameplay.models import LogEntry
from gameplay.services.accounts import create_staff
from gameplay.services.corrections import ReasonMissingError
from tests.drafting.conftest import Draft, NewDraft


@pytest.fixture
def why(db: None) -> dict[str, Any]:
    return {"author": create_staff("Tomas"), "role": "head_judge", "reason": "a fault of the screen"}


@pytest.fixture
def clocked(new_draft: NewDraft) -> Draft:
    """Alice and Bob with a pick clock."""
    return new_draft("Alice", "Bob", pick_clock="standard")


def desk(draft: Draft) -> list[LogEntry]:
    return list(LogEntry.objects.filter(stream=draft.pod.desk_stream).order_by("number"))


def deadline(draft: Draft, name: str) -> Any:
    return draft.before(name).due_at


@pytest.mark.clause("DRF-OP-4")
def test_extra_seconds_apply_to_the_current_pick_of_one_seat(new_draft: NewDraft, why: dict[str, Any]):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    alice, bob = deadline(draft, "Alice"), deadline(draft, "Bob")

    give_seconds(draft.seat("Alice"), 30, **why)

    assert deadline(draft, "Alice") - alice == timedelta(seconds=30)
    assert deadline(draft, "Bob") == bob
    assert [(entry.author, entry.after, entry.reason) for entry in draft.log() if entry.action == "seconds_given"] == [
        (why["author"], {"seat": 1, "seconds": 30}, why["reason"])
    ]


def test_extra_seconds_need_a_running_clock(draft: Draft, why: dict[str, Any]):
    with pytest.raises(NoClockRunsError):
        give_seconds(draft.seat("Alice"), 30, **why)


def test_extra_time_is_only_visible_to_staff(draft: Draft, why: dict[str, Any]):
    before = len(draft.log())

    give_extra_time(draft.seat("Alice"), 50, **why)

    assert draft.seat("Alice").extra_percent == 50
    assert len(draft.log()) == before
    assert [(entry.action, entry.before, entry.after) for entry in desk(draft)] == [
        ("extra_time", {"percent": 0}, {"seat": 1, "percent": 50})
    ]


def test_extra_time_extends_the_running_clock_and_the_log_names_no_seat(clocked: Draft, why: dict[str, Any]):
    alice, bob = deadline(clocked, "Alice"), deadline(clocked, "Bob")

    give_extra_time(clocked.seat("Alice"), 50, **why)
    give_extra_time(clocked.seat("Alice"), 0, **why)

    allowed = clocked.pod.clock.allowance(4)
    assert allowed
    assert deadline(clocked, "Alice") - alice == allowed / 2  # a reduction does not apply to the current pick
    assert deadline(clocked, "Bob") == bob
    (entry,) = [entry for entry in clocked.log() if entry.action == "clock_set_anew"]
    assert (entry.before, entry.after, entry.reason) == (None, None, "")


def test_a_replaced_pack_has_the_full_pick_time(clocked: Draft, why: dict[str, Any]):
    Pack.objects.update(due_at=timezone.now() + timedelta(seconds=1))

    replace_pack(clocked.before("Alice"), **why)

    allowed = clocked.pod.clock.allowance(4)
    assert allowed
    assert timedelta(0) <= timezone.now() + allowed - deadline(clocked, "Alice") < timedelta(seconds=1)
    assert deadline(clocked, "Bob") < timezone.now() + timedelta(seconds=1)


def test_a_look_at_a_pool_is_logged_without_cards(draft: Draft, why: dict[str, Any]):
    pick = draft.pick("Alice")

    assert look_at_pool(draft.seat("Alice"), **why) == [pick.ref]

    (entry,) = desk(draft)
    assert (entry.action, entry.author, entry.after) == ("pool_looked_at", why["author"], {"seat": 1})


@pytest.mark.clause("DRF-2.10")
def test_a_pick_can_be_viewed_and_corrected_until_the_next_seat_has_picked(draft: Draft, why: dict[str, Any]):
    draft.pick("Alice")
    pick, pack = look_at_pick(draft.seat("Alice"), **why)
    wanted = pack.contents[1]

    correct_pick(last_pick(draft.seat("Alice")), wanted[0], **why)

    assert [Pick.objects.get().token, Pick.objects.get().ref] == wanted
    assert [entry.action for entry in desk(draft)] == ["pick_looked_at"]
    assert not any(ref in str(entry.after) for entry in draft.log() for _token, ref in [*pack.contents, (0, pick.ref)])
    draft.pick("Bob")
    draft.pick("Bob")
    with pytest.raises(CorrectionTooLateError):
        look_at_pick(draft.seat("Alice"), **why)


def test_every_action_needs_a_reason(draft: Draft, why: dict[str, Any]):
    pick = draft.pick("Alice")
    without_reason = why | {"reason": "  "}

    for act in (
        partial(give_seconds, draft.seat("Alice"), 30),
        partial(give_extra_time, draft.seat("Alice"), 50),
        partial(look_at_pool, draft.seat("Alice")),
        partial(look_at_pick, draft.seat("Alice")),
        partial(replace_pack, draft.before("Charlie")),
        partial(correct_pick, pick, Pack.objects.get(pk=pick.pack_id).contents[0][0]),
        partial(pause_pod, draft.pod),
        partial(pause_seat, draft.seat("Alice")),
        partial(close_seat, draft.seat("Alice")),
        partial(substitute_player, draft.seat("Alice"), "Zoe"),
        partial(give_seat_to_bot, draft.seat("Alice")),
        partial(extend_deadline, draft.pod, 5),
    ):
        with pytest.raises(ReasonMissingError):
            act(**without_reason)
    assert desk(draft) == []
    assert not {entry.action for entry in draft.log()} & (DECISION_ACTIONS | STAFF_ACTIONS)


def test_officials_see_waiting_times_and_correctable_picks(draft: Draft):
    opened = LogEntry.objects.get(action="packs_opened").at.isoformat()
    draft.pick("Alice")
    second = draft.pick("Dora")

    seats = {seat["name"]: seat for seat in pod_map(draft.pod)["seats"]}

    assert {name: seat["since"] for name, seat in seats.items()} == {
        "Alice": second.at.isoformat(),
        "Bob": opened,
        "Charlie": opened,
        "Dora": None,
    }
    assert seats["Bob"]["queue"] == 2
    assert {name for name, seat in seats.items() if seat["correctable"]} == {"Alice", "Dora"}
    for _ in range(2):
        draft.pick("Bob")
    later = {seat["name"]: seat for seat in pod_map(draft.pod)["seats"]}
    assert not later["Alice"]["correctable"]


def test_a_closed_seat_gets_no_extra_time(draft: Draft, why: dict[str, Any]):
    close_seat(draft.seat("Alice"), **why)

    for act in (partial(give_seconds, draft.seat("Alice"), 30), partial(give_extra_time, draft.seat("Alice"), 50)):
        with pytest.raises(SeatClosedError):
            act(**why)
