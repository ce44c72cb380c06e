"""The clock of the first pick waits for players who have not opened the page."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from drafting.models import Pick
from drafting.rules.timing import ARRIVAL
from drafting.services.judge import give_seconds
from drafting.services.pause import pause_seat, resume_seat
from drafting.services.pick import make_pick
from drafting.services.pod import open_packs, publish_seating
from drafting.services.seat import give_seat_to_bot
from drafting.services.sweep import sweep_drafts
from gameplay.infrastructure.presence import mark_present
from tests.drafting.clock import seconds_left
from tests.drafting.conftest import Draft, FakeClock, NewDraft, Program, signed_in
from tests.drafting.views.reading import address

ALLOWANCE, NEXT = 25, 20  # seconds for a pack of four and of three cards
WAIT = ARRIVAL.total_seconds()
JUDGE: dict[str, Any] = {"author": None, "role": "head_judge", "reason": "ill"}


@pytest.fixture
def draft(clock: FakeClock, new_draft: NewDraft) -> Draft:
    """Alice, Bob, and Charlie's bot. Only Alice has the page open when the packs open."""
    draft = new_draft("Alice", "Bob", "Charlie", opened=False, present=False, pick_clock="standard")
    mark_present(draft.people["Alice"].pk, [draft.pod.stream])
    give_seat_to_bot(draft.seat("Charlie"), author=None, role="player")
    open_packs(publish_seating(draft.pod))
    return draft


def look(draft: Draft, name: str) -> None:
    """Open the page of ``name``."""
    assert signed_in(draft.people[name]).get(address(draft)).status_code == 200


def test_the_clock_waits_for_an_absent_player_only(draft: Draft):
    assert [seconds_left(draft, name) for name in draft.people] == [ALLOWANCE, WAIT + ALLOWANCE, ALLOWANCE]


@pytest.mark.parametrize("by", ["page", "API"])
def test_the_clock_starts_when_the_pack_is_shown(draft: Draft, clock: FakeClock, by: str):
    clock.advance(20)
    if by == "page":
        look(draft, "Bob")
    else:
        shown = Program(draft.people["Bob"], f"/api/v1/pods/{draft.pod_id}").get().json()["pack"]["due_at"]
        assert datetime.fromisoformat(shown) == clock.now + timedelta(seconds=ALLOWANCE)

    assert seconds_left(draft, "Bob") == ALLOWANCE


def test_a_page_that_is_loaded_again_changes_nothing(draft: Draft, clock: FakeClock):
    clock.advance(20)
    look(draft, "Bob")
    clock.advance(10)

    look(draft, "Bob")
    look(draft, "Alice")

    assert seconds_left(draft, "Bob") == ALLOWANCE - 10
    assert seconds_left(draft, "Alice") == ALLOWANCE - 30


def test_the_clock_starts_without_the_player_after_the_wait(draft: Draft, clock: FakeClock):
    clock.advance(WAIT + 5)
    look(draft, "Bob")
    assert seconds_left(draft, "Bob") == ALLOWANCE - 5

    clock.advance(ALLOWANCE)
    sweep_drafts(now=clock.now)

    assert Pick.objects.get(seat=draft.seat("Bob"), number=1).by == "clock"


def test_time_that_a_judge_gave_is_kept(draft: Draft, clock: FakeClock):
    give_seconds(draft.seat("Bob"), 30, **JUDGE)
    clock.advance(20)

    look(draft, "Bob")

    assert seconds_left(draft, "Bob") == ALLOWANCE + 30


def test_the_clock_of_a_paused_seat_does_not_start(draft: Draft, clock: FakeClock):
    pause_seat(draft.seat("Bob"), **JUDGE)
    clock.advance(20)
    look(draft, "Bob")
    resume_seat(draft.seat("Bob"), **JUDGE)

    assert seconds_left(draft, "Bob") == WAIT + ALLOWANCE


def test_later_picks_do_not_wait(draft: Draft, clock: FakeClock):
    make_pick(draft.people["Bob"], draft.pod_id, **draft.turn("Bob"))
    make_pick(draft.people["Alice"], draft.pod_id, **draft.turn("Alice"))

    assert seconds_left(draft, "Bob") == NEXT
    look(draft, "Bob")
    assert seconds_left(draft, "Bob") == NEXT


def test_the_clock_of_later_pack_rounds_does_not_wait(new_draft: NewDraft, clock: FakeClock):
    draft = new_draft("Alice", "Bob", present=False, pick_clock="standard")
    draft.pick_round()

    assert draft.pod.pack_round == 2
    assert [seconds_left(draft, name) for name in draft.people] == [ALLOWANCE, ALLOWANCE]


def test_a_running_clock_costs_no_query(draft: Draft):
    look(draft, "Bob")

    with CaptureQueriesContext(connection) as queries:
        look(draft, "Bob")

    assert not [query for query in queries if query["sql"].startswith('UPDATE "drafting')]


def test_nothing_is_logged_and_other_pages_are_not_updated(draft: Draft):
    before = len(draft.log())

    look(draft, "Bob")

    assert len(draft.log()) == before
