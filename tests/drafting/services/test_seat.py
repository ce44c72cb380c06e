"""Bots, substitutes and closed seats."""

import re
from functools import partial
from typing import Any

import pytest
from django.http import Http404
from django.test import Client
from django.utils import timezone

from drafting.models import Pick
from drafting.selectors.access import acting_seat_of, may_follow_pod
from drafting.selectors.deck_view import deck_view
from drafting.selectors.live_payload import packs_opened_payload
from drafting.selectors.open_round import SubstitutedError, round_with_seats
from drafting.selectors.seat_view import seat_view
from drafting.services.bots import play_bots
from drafting.services.judge import give_extra_time
from drafting.services.pick import make_pick, pick_by_bot
from drafting.services.pod import SeatClosedError
from drafting.services.seat import LastSeatError, close_seat, give_seat_to_bot, return_seat_to_player, substitute_player
from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_staff, redeem_link
from gameplay.services.corrections import ReasonMissingError
from tests.drafting.conftest import Draft, NewDraft, signed_in
from tests.drafting.players import save_deck, submit_deck, unsubmit_deck
from tests.parallel import run_simultaneously

BY: dict[str, Any] = {"author": None, "role": "judge"}
WITH_REASON: dict[str, Any] = {**BY, "reason": "an arm in plaster"}


def test_a_seat_goes_to_a_bot_and_back(draft: Draft):
    give_seat_to_bot(draft.seat("Alice"), **BY)
    give_seat_to_bot(draft.seat("Alice"), **BY)
    assert pick_by_bot(draft.seat("Alice"))
    return_seat_to_player(draft.seat("Alice"), **BY)
    return_seat_to_player(draft.seat("Alice"), **BY)

    assert not pick_by_bot(draft.seat("Alice"))
    assert draft.actions()[2:] == ["seat_to_bot", "pick", "seat_taken_back"]
    assert Pick.objects.get().seat == draft.seat("Alice")


def test_an_official_needs_a_reason_to_change_a_seat(draft: Draft):
    tomas: dict[str, Any] = {"author": create_staff("Tomas"), "role": "head_judge"}
    with pytest.raises(ReasonMissingError):
        give_seat_to_bot(draft.seat("Alice"), **tomas)
    with pytest.raises(ReasonMissingError):
        close_seat(draft.seat("Alice"), **tomas, reason=" ")

    give_seat_to_bot(draft.seat("Alice"), **tomas, reason="a phone call")
    give_seat_to_bot(draft.seat("Bob"), author=draft.people["Bob"], role="player")

    assert [entry.reason for entry in draft.log() if entry.action == "seat_to_bot"] == ["a phone call", ""]


@pytest.mark.clause("DRF-OP-3")
def test_a_closed_seat_takes_nothing_and_stays_closed(draft: Draft):
    draft.pick("Dora")
    close_seat(draft.seat("Alice"), **BY, reason="left")

    for refused in (
        partial(draft.pick, "Alice"),
        partial(give_seat_to_bot, draft.seat("Alice"), **BY),
        partial(return_seat_to_player, draft.seat("Alice"), **BY),
        partial(close_seat, draft.seat("Alice"), **BY, reason="again"),
        partial(give_extra_time, draft.seat("Alice"), 50, **WITH_REASON),
    ):
        with pytest.raises(SeatClosedError):
            refused()
    play_bots(draft.pod_id)
    assert [pack.hops for pack in draft.round.packs] == [1, 0, 0, 2]
    assert draft.actions().count("passed_on") == 2


@pytest.mark.clause("DRF-OP-3")
def test_the_last_open_seat_cannot_be_closed(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob")
    close_seat(draft.seat("Alice"), **BY, reason="left")

    with pytest.raises(LastSeatError):
        close_seat(draft.seat("Bob"), **BY, reason="left")


@pytest.mark.django_db(transaction=True)
def test_concurrent_calls_close_a_seat_once(draft: Draft):
    seat = draft.seat("Alice")

    answers = run_simultaneously([partial(close_seat, seat, **BY, reason="left")] * 5)

    assert sorted(type(answer).__name__ for answer in answers) == ["NoneType"] + ["SeatClosedError"] * 4
    assert draft.actions().count("seat_closed") == 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_calls_do_not_close_all_seats(draft: Draft):
    seats = [draft.seat(name) for name in draft.people]

    answers = run_simultaneously([partial(close_seat, seat, **BY, reason="left") for seat in seats])

    assert sorted(type(answer).__name__ for answer in answers) == ["LastSeatError"] + ["NoneType"] * 3


def test_the_pod_does_not_wait_for_a_seat_closed_while_building(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()
    save_deck(draft.seat("Alice"), draft.pool("Alice")[:6])
    submit_deck(draft.seat("Alice"))

    close_seat(draft.seat("Bob"), **BY, reason="left")

    assert draft.pod.closed_at is not None
    with pytest.raises(SeatClosedError):
        save_deck(draft.seat("Bob"), [])


def test_extra_time_of_a_seat_is_not_in_the_public_log(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()
    give_extra_time(draft.seat("Alice"), 50, **WITH_REASON)

    alice, bob = draft.seat("Alice"), draft.seat("Bob")
    assert alice.deck_deadline is not None
    assert bob.deck_deadline is not None
    assert (alice.deck_deadline - bob.deck_deadline).total_seconds() == 15 * 60
    assert draft.actions()[-2:] == ["drafted", "clock_set_anew"]


class TestSubstitute:
    def by(self) -> dict[str, Any]:
        return {"author": create_staff("Tomas"), "role": "head_judge", "reason": "a phone call"}

    def add_substitute(self, draft: Draft) -> Account:
        token = substitute_player(draft.seat("Alice"), "Sven", **self.by())
        return redeem_link(token)

    def test_picks_instead_of_the_player_who_sees_no_pack(self, draft: Draft):
        sven = self.add_substitute(draft)
        turn = draft.turn("Alice")
        with pytest.raises(SubstitutedError):
            draft.pick("Alice")
        away = seat_view(acting_seat_of(draft.people["Alice"], draft.pod_id))
        assert (away["acting"], away["pack"]) == ("substitute", None)
        assert seat_view(acting_seat_of(sven, draft.pod_id))["pack"]["id"] == str(turn["pack_id"])

        make_pick(sven, draft.pod_id, **turn)

        (pick,) = Pick.objects.all()
        assert pick.seat == draft.seat("Alice")
        assert [(entry.author, entry.role) for entry in draft.log() if entry.action == "pick"] == [(sven, "player")]

    def test_is_removed_when_the_player_returns(self, draft: Draft):
        sven = self.add_substitute(draft)

        return_seat_to_player(draft.seat("Alice"), author=draft.people["Alice"], role="player")

        with pytest.raises(Http404):
            acting_seat_of(sven, draft.pod_id)
        with pytest.raises(Http404):
            make_pick(sven, draft.pod_id, **draft.turn("Alice"))
        draft.pick("Alice")
        assert draft.actions()[-3:] == ["seat_to_substitute", "seat_taken_back", "pick"]

    def test_is_removed_when_a_bot_takes_over(self, draft: Draft):
        sven = self.add_substitute(draft)

        give_seat_to_bot(draft.seat("Alice"), author=draft.people["Alice"], role="player")

        assert (draft.seat("Alice").bot, draft.seat("Alice").substitute) == ("drafter", None)
        with pytest.raises(Http404):
            acting_seat_of(sven, draft.pod_id)

    def test_builds_instead_of_the_player_and_is_the_author_in_the_log(self, new_draft: NewDraft):
        draft = new_draft("Alice", "Bob").draft()
        sven, cards = self.add_substitute(draft), draft.pool("Alice")[:6]
        with pytest.raises(SubstitutedError):
            save_deck(draft.seat("Alice"), cards)
        assert deck_view(acting_seat_of(draft.people["Alice"], draft.pod_id))["state"] == "away"
        assert deck_view(acting_seat_of(sven, draft.pod_id))["state"] == "building"

        save_deck(draft.seat("Alice"), cards, author=sven)
        submit_deck(draft.seat("Alice"), author=sven)

        (saved,) = LogEntry.objects.filter(stream=draft.seat("Alice").deck_stream)
        assert (saved.author, draft.log()[-1].action, draft.log()[-1].author) == (sven, "deck_submitted", sven)
        return_seat_to_player(draft.seat("Alice"), author=draft.people["Alice"], role="player")
        with pytest.raises(Http404):
            unsubmit_deck(draft.seat("Alice"), author=sven)
        unsubmit_deck(draft.seat("Alice"))
        assert draft.log()[-1].author == draft.people["Alice"]

    def test_needs_a_reason_and_an_open_seat(self, draft: Draft):
        with pytest.raises(ReasonMissingError):
            substitute_player(draft.seat("Alice"), "Sven", **self.by() | {"reason": " "})
        assert not Account.objects.filter(handle="Sven").exists()
        close_seat(draft.seat("Bob"), **BY, reason="left")
        with pytest.raises(SeatClosedError):
            substitute_player(draft.seat("Bob"), "Sven", author=draft.people["Dora"], role="head_judge", reason="ill")

    def test_can_follow_the_pod_and_gets_the_packs_of_the_seat_while_acting(self, draft: Draft):
        sven = self.add_substitute(draft)
        assert may_follow_pod(sven, str(draft.pod_id))
        payload = packs_opened_payload(round_with_seats(draft.pod), now=timezone.now())
        assert str(sven.pk) in payload.by_account
        assert str(draft.people["Alice"].pk) not in payload.by_account

        return_seat_to_player(draft.seat("Alice"), **BY)

        assert not may_follow_pod(sven, str(draft.pod_id))

    def test_signs_in_with_a_link_that_works_once(self, draft: Draft, officials: dict[str, Account]):
        page = signed_in(officials["Tomas"]).post(
            f"/pod/{draft.pod_id}/draft", {"do": "substitute", "seat": "1", "handle": "Sven", "reason": "ill"}
        )
        address = re.findall(r"<code>http://testserver(\S+)</code>", page.content.decode())[0].replace("&amp;", "&")
        sven, other = Client(), Client()

        sven.post(address)

        assert "Take this card" in sven.get(f"/pod/{draft.pod_id}/draft").content.decode()
        assert (
            "A substitute is playing for you"
            in signed_in(draft.people["Alice"]).get(f"/pod/{draft.pod_id}/draft").content.decode()
        )
        other.post(address)
        assert other.get(f"/pod/{draft.pod_id}/draft").status_code == 302
