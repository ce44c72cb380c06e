"""A draft always ends with all cards, even if players leave, return, are replaced or paused, or run out of time.

The drafts are played with the services; tests/properties/test_drafting.py tests the rules alone.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.http import Http404
from django.utils import timezone

from drafting.models import Deck, Pack, Pick, Seat
from drafting.services.bots import play_bots
from drafting.services.judge import correct_pick, give_seconds, last_pick
from drafting.services.pause import pause_seat, resume_seat
from drafting.services.pick import make_pick
from drafting.services.pod import pause_pod, resume_pod
from drafting.services.seat import close_seat, give_seat_to_bot, return_seat_to_player, substitute_player
from drafting.services.sweep import push_deadlines_after_outage, sweep_drafts
from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure import log
from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import SHORT, Draft, NewDraft, new_draft  # noqa: F401  a fixture
from tests.parts.properties import HealthCheck, given, settings
from tests.parts.properties import strategies as st

BY: dict[str, Any] = {"author": None, "role": "head_judge"}
WHY = BY | {"reason": "property test"}


def by_judge() -> dict[str, Any]:
    return WHY | {"author": Account.objects.filter(handle="Tomas").first() or create_staff("Tomas")}


LATE = timedelta(minutes=1)
NAMES = ("Alice", "Bob", "Charlie")
Act = Callable[[Draft, Seat], Any]


def take(draft: Draft, seat: Seat) -> None:
    """Let the acting player of ``seat`` pick the first card of the next pack there."""
    for pack in draft.round.packs_before(seat.number)[:1]:
        by = Account.objects.get(pk=seat.acting_id)
        make_pick(by, draft.pod_id, pack_id=pack.pk, number=pack.hops + 1, token=pack.contents[0][0])


def correct(draft: Draft, seat: Seat) -> None:
    """Replace the last pick of ``seat`` by the last card of its pack."""
    with suppress(Http404):
        pick = last_pick(seat)
        left = Pack.objects.get(pk=pick.pack_id).contents
        correct_pick(pick, left[-1][0] if left else "none", **by_judge())


def outage(draft: Draft, _seat: Seat) -> None:
    """Simulate an outage of the site of half a minute."""
    now = timezone.now()
    push_deadlines_after_outage(now - LATE / 2, now)


ACTS: dict[str, Act] = {
    "pick": take,
    "to a bot": lambda draft, seat: give_seat_to_bot(seat, **WHY),
    "back": lambda draft, seat: return_seat_to_player(seat, **BY),
    "to a substitute": lambda draft, seat: substitute_player(seat, "Sven", **by_judge()),
    "close": lambda draft, seat: close_seat(seat, **WHY),
    "pause": lambda draft, seat: pause_seat(seat, **WHY),
    "resume": lambda draft, seat: resume_seat(seat, **BY),
    "pause all": lambda draft, seat: pause_pod(draft.pod, **WHY),
    "resume all": lambda draft, seat: resume_pod(draft.pod, **BY),
    "seconds": lambda draft, seat: give_seconds(seat, 30, **WHY),
    "correct": correct,
    "outage": outage,
    "time": lambda draft, seat: sweep_drafts(timezone.now() + LATE),
    "bots": lambda draft, seat: play_bots(draft.pod_id),
}
moves = st.lists(st.tuples(st.sampled_from([*ACTS, *["pick"] * 6]), st.integers(0, 2)), max_size=25)


def paused_pool_sizes(draft: Draft) -> dict[str, int]:
    """Return the number of cards taken by each player whose seat is paused."""
    return {name: len(draft.pool(name)) for name in NAMES if draft.seat(name).is_paused}


def finish(draft: Draft) -> None:
    """Resume everything, and let all players pick until the draft ends."""
    for name in NAMES:
        with suppress(RulesError):
            resume_seat(draft.seat(name), **BY)
    with suppress(RulesError):
        resume_pod(draft.pod, **BY)
    for _turn in range(SHORT.packs * SHORT.pack_size * len(NAMES)):
        play_bots(draft.pod_id)
        for name in NAMES:
            if not draft.pod.drafted_at and not draft.seat(name).is_automatic:
                take(draft, draft.seat(name))


@pytest.mark.clause("DRF-2.5", "DRF-2.6", "DRF-2.16", "DRF-OP-3", "DRF-OP-4")
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves)
def test_draft_ends_with_all_cards(new_draft: NewDraft, moves: list[tuple[str, int]]):  # noqa: F811
    draft = new_draft(*NAMES, pick_clock="standard")
    before = draft.cards()
    for act, number in moves:
        paused = paused_pool_sizes(draft)
        with suppress(RulesError):
            ACTS[act](draft, draft.seat(NAMES[number]))
        assert draft.cards() == before
        assert all(paused_pool_sizes(draft).get(name, picks) == picks for name, picks in paused.items())
    finish(draft)

    assert draft.pod.drafted_at
    assert draft.cards() == before
    assert set(before.values()) == {1}
    assert not Pack.objects.filter(pod=draft.pod_id).exclude(contents=[]).exists()
    assert Pick.objects.filter(pack__pod=draft.pod_id).count() == SHORT.packs * SHORT.pack_size * len(NAMES)
    open_seats = Seat.objects.filter(pod=draft.pod_id, closed_at=None)
    assert set(Deck.objects.filter(seat__pod=draft.pod_id).values_list("seat", flat=True)) == {
        seat.pk for seat in open_seats
    }
    assert log.verify_stream(draft.pod.stream).is_intact


@pytest.mark.clause("DRF-OP-3")
def test_bot_takes_a_seat_during_a_draft_and_gives_it_back(new_draft: NewDraft):  # noqa: F811
    draft = new_draft("Alice", "Bob")
    draft.pick("Alice")

    give_seat_to_bot(draft.seat("Bob"), **WHY)
    play_bots(draft.pod_id)
    by_bot = Pick.objects.filter(seat=draft.seat("Bob")).count()
    return_seat_to_player(draft.seat("Bob"), **BY)
    play_bots(draft.pod_id)

    assert by_bot == Pick.objects.filter(seat=draft.seat("Bob")).count() == 2
    draft.draft()
    assert len(draft.pool("Bob")) == 8
