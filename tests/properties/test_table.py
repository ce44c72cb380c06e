"""Nobody can stop a table: whoever leaves, comes back, is replaced, paused or late, in whatever order, the draft ends whole.

Played by the services themselves; tests/properties/test_drafting.py does the same with the rules alone.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drafting.models import Deck, Pack, Pick, Seat
from drafting.services.bots import move_bots
from drafting.services.pause import pause_seat, resume_seat
from drafting.services.pod import pause, resume
from drafting.services.seat import close_seat, give_seat_to_bot, take_back
from drafting.services.sweep import sweep
from gameplay import log
from gameplay.engine.errors import RulesError
from tests.drafting.conftest import SHORT, Draft, NewDraft, new_draft  # noqa: F401  a fixture

BY: dict[str, Any] = {"author": None, "role": "head_judge"}
WHY = BY | {"reason": "a law is tried"}
LATE = timedelta(minutes=1)
NAMES = ("Alice", "Bob", "Charlie")
Act = Callable[[Draft, Seat], Any]


def take(draft: Draft, seat: Seat) -> None:
    name = next(name for name, account in draft.people.items() if account.pk == seat.player_id)
    if draft.round.before(seat.number):
        draft.pick(name)


ACTS: dict[str, Act] = {
    "pick": take,
    "to a bot": lambda draft, seat: give_seat_to_bot(seat, **WHY),
    "back": lambda draft, seat: take_back(seat, **BY),
    "close": lambda draft, seat: close_seat(seat, **WHY),
    "pause": lambda draft, seat: pause_seat(seat, **WHY),
    "resume": lambda draft, seat: resume_seat(seat, **BY),
    "pause all": lambda draft, seat: pause(draft.pod, **WHY),
    "resume all": lambda draft, seat: resume(draft.pod, **BY),
    "time": lambda draft, seat: sweep(timezone.now() + LATE),
    "bots": lambda draft, seat: move_bots(draft.pod_id),
}
moves = st.lists(st.tuples(st.sampled_from([*ACTS, *["pick"] * 6]), st.integers(0, 2)), max_size=25)


def go_on(draft: Draft) -> None:
    """Let nothing be paused any more, and everybody who is there pick."""
    for name in NAMES:
        with suppress(RulesError):
            resume_seat(draft.seat(name), **BY)
    with suppress(RulesError):
        resume(draft.pod, **BY)
    for _turn in range(SHORT.packs * SHORT.pack_size * len(NAMES)):
        move_bots(draft.pod_id)
        for name in NAMES:
            if not draft.pod.drafted_at and not draft.seat(name).automatic:
                take(draft, draft.seat(name))


@pytest.mark.clause("DRF-2.5", "DRF-2.6", "DRF-2.16", "DRF-OP-3", "DRF-OP-4")
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves)
def test_every_card_is_accounted_for_and_the_draft_ends(new_draft: NewDraft, moves: list[tuple[str, int]]):  # noqa: F811
    draft = new_draft(*NAMES, pick_clock="standard")
    before = draft.cards()
    for act, number in moves:
        with suppress(RulesError):
            ACTS[act](draft, draft.seat(NAMES[number]))
        assert draft.cards() == before
    go_on(draft)

    assert draft.pod.drafted_at
    assert draft.cards() == before
    assert set(before.values()) == {1}
    assert not Pack.objects.filter(pod=draft.pod_id).exclude(contents=[]).exists()
    assert Pick.objects.filter(pack__pod=draft.pod_id).count() == SHORT.packs * SHORT.pack_size * len(NAMES)
    still_there = Seat.objects.filter(pod=draft.pod_id, closed_at=None)
    assert set(Deck.objects.filter(seat__pod=draft.pod_id).values_list("seat", flat=True)) == {
        seat.pk for seat in still_there
    }
    assert log.verify(draft.pod.stream).exact


@pytest.mark.clause("DRF-OP-3")
def test_a_bot_takes_a_seat_in_the_midst_of_a_draft_and_gives_it_back(new_draft: NewDraft):  # noqa: F811
    draft = new_draft("Alice", "Bob")
    draft.pick("Alice")

    give_seat_to_bot(draft.seat("Bob"), **WHY)
    move_bots(draft.pod_id)
    by_bot = Pick.objects.filter(seat=draft.seat("Bob")).count()
    take_back(draft.seat("Bob"), **BY)
    move_bots(draft.pod_id)

    assert by_bot == Pick.objects.filter(seat=draft.seat("Bob")).count() == 2
    draft.draft()
    assert len(draft.pool("Bob")) == 8
