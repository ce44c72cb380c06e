"""Who acts for a seat."""

from functools import partial
from typing import Any

import pytest

from drafting.models import Pick
from drafting.services.bots import move_bots
from drafting.services.deck import save_deck, submit_deck
from drafting.services.judge import give_extra_time
from drafting.services.pick import pick_by_bot
from drafting.services.pod import SeatClosedError
from drafting.services.seat import LastSeatError, close_seat, give_seat_to_bot, take_back
from gameplay.services.accounts import create_staff
from gameplay.services.corrections import NoReasonError
from tests.drafting.conftest import Draft, NewDraft
from tests.parallel import at_once

BY: dict[str, Any] = {"author": None, "role": "judge"}
JUDGED: dict[str, Any] = {**BY, "reason": "an arm in plaster"}


def test_a_seat_goes_to_a_bot_and_back(draft: Draft):
    give_seat_to_bot(draft.seat("Alice"), **BY)
    give_seat_to_bot(draft.seat("Alice"), **BY)
    assert pick_by_bot(draft.seat("Alice"))
    take_back(draft.seat("Alice"), **BY)
    take_back(draft.seat("Alice"), **BY)

    assert not pick_by_bot(draft.seat("Alice"))
    assert draft.said()[2:] == ["seat_to_bot", "pick", "seat_taken_back"]
    assert Pick.objects.get().seat == draft.seat("Alice")


def test_an_official_says_why_a_seat_changes_hands(draft: Draft):
    tomas: dict[str, Any] = {"author": create_staff("Tomas"), "role": "head_judge"}
    with pytest.raises(NoReasonError):
        give_seat_to_bot(draft.seat("Alice"), **tomas)
    with pytest.raises(NoReasonError):
        close_seat(draft.seat("Alice"), **tomas, reason=" ")

    give_seat_to_bot(draft.seat("Alice"), **tomas, reason="a phone call")
    give_seat_to_bot(draft.seat("Bob"), author=draft.people["Bob"], role="player")

    assert [entry.reason for entry in draft.log() if entry.action == "seat_to_bot"] == ["a phone call", ""]


@pytest.mark.clause("DRF-OP-3")
def test_a_closed_seat_takes_nothing_more_and_stays_closed(draft: Draft):
    draft.pick("Dora")
    close_seat(draft.seat("Alice"), **BY, reason="left")

    for refused in (
        partial(draft.pick, "Alice"),
        partial(give_seat_to_bot, draft.seat("Alice"), **BY),
        partial(take_back, draft.seat("Alice"), **BY),
        partial(close_seat, draft.seat("Alice"), **BY, reason="again"),
        partial(give_extra_time, draft.seat("Alice"), 50, **JUDGED),
    ):
        with pytest.raises(SeatClosedError):
            refused()
    move_bots(draft.pod_id)
    assert [pack.hops for pack in draft.round.packs] == [1, 0, 0, 2]
    assert draft.said().count("passed_on") == 2


@pytest.mark.clause("DRF-OP-3")
def test_the_last_open_seat_is_not_closed(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob")
    close_seat(draft.seat("Alice"), **BY, reason="left")

    with pytest.raises(LastSeatError):
        close_seat(draft.seat("Bob"), **BY, reason="left")


@pytest.mark.django_db(transaction=True)
def test_a_seat_is_closed_once_though_two_do_it_at_once(draft: Draft):
    seat = draft.seat("Alice")

    answers = at_once([partial(close_seat, seat, **BY, reason="left")] * 5)

    assert sorted(type(answer).__name__ for answer in answers) == ["NoneType"] + ["SeatClosedError"] * 4
    assert draft.said().count("seat_closed") == 1


@pytest.mark.django_db(transaction=True)
def test_not_all_seats_are_closed_though_everybody_leaves_at_once(draft: Draft):
    seats = [draft.seat(name) for name in draft.people]

    answers = at_once([partial(close_seat, seat, **BY, reason="left") for seat in seats])

    assert sorted(type(answer).__name__ for answer in answers) == ["LastSeatError"] + ["NoneType"] * 3


def test_a_seat_closed_while_building_is_waited_for_no_longer(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()
    save_deck(draft.seat("Alice"), draft.pool("Alice")[:6])
    submit_deck(draft.seat("Alice"))

    close_seat(draft.seat("Bob"), **BY, reason="left")

    assert draft.pod.closed_at is not None
    with pytest.raises(SeatClosedError):
        save_deck(draft.seat("Bob"), [])


def test_more_time_for_a_seat_is_not_in_the_log_that_everybody_follows(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()
    give_extra_time(draft.seat("Alice"), 50, **JUDGED)

    alice, bob = draft.seat("Alice"), draft.seat("Bob")
    assert alice.deck_deadline is not None
    assert bob.deck_deadline is not None
    assert (alice.deck_deadline - bob.deck_deadline).total_seconds() == 15 * 60
    assert draft.said()[-1] == "drafted"
