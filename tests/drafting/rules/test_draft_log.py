"""A draft of three seats with packs of five. Cards are named after pack round, opener and pick: "1.0.3"."""

import pytest

from drafting.rules.draft_log import DraftLog, PickMoment, TakenCopy
from drafting.rules.passing import direction

SEATS, SIZE = 3, 5


def pack(pack_round: int, opener: int, *, size: int = SIZE) -> list[TakenCopy]:
    step = direction(pack_round)
    return [TakenCopy(n, (opener + step * (n - 1)) % SEATS, f"{pack_round}.{opener}.{n}") for n in range(1, size + 1)]


@pytest.fixture
def draft() -> DraftLog:
    return DraftLog(SEATS, {(r, opener): pack(r, opener) for r in (1, 2) for opener in range(SEATS)})


def refs(cards: object) -> list[str]:
    return [card.ref for card in cards]  # type: ignore[attr-defined]


def test_the_moments_are_the_picks_in_order(draft: DraftLog):
    assert draft.moments() == [PickMoment(r, n) for r in (1, 2) for n in range(1, SIZE + 1)]


@pytest.mark.clause("DRF-2.7")
def test_at_each_moment_every_seat_holds_the_pack_passed_to_it(draft: DraftLog):
    hands = draft.held_packs(PickMoment(1, 2))

    assert [(hand.seat, hand.opener) for hand in hands] == [(0, 2), (1, 0), (2, 1)]
    assert refs(hands[0].cards) == ["1.2.2", "1.2.3", "1.2.4", "1.2.5"]
    assert [hand.taken and hand.taken.ref for hand in hands] == ["1.2.2", "1.0.2", "1.1.2"]


@pytest.mark.clause("DRF-2.8")
def test_the_second_packs_come_from_the_other_side(draft: DraftLog):
    assert [hand.opener for hand in draft.held_packs(PickMoment(2, 2))] == [1, 2, 0]


def test_a_wheeled_pack_has_the_cards_taken_since(draft: DraftLog):
    first, again = draft.held_pack(0, PickMoment(1, 1)), draft.held_pack(0, PickMoment(1, 4))

    assert first
    assert again
    assert refs(card for card in first.cards if first.will_wheel(card)) == ["1.0.4", "1.0.5"]
    assert refs(again.cards) == ["1.0.4", "1.0.5"]
    assert refs(again.taken_since) == ["1.0.1", "1.0.2", "1.0.3"]
    assert first.taken_since == ()


@pytest.mark.clause("DRF-OP-3")
def test_a_closed_seat_holds_packs_but_takes_nothing():
    """Seat 1 is closed: the pack of seat 0 skips it at its second pick."""
    left = [TakenCopy(1, 0, "a"), TakenCopy(3, 2, "b"), TakenCopy(4, 0, "c")]
    draft = DraftLog(SEATS, {(1, 0): left})

    hand = draft.held_pack(1, PickMoment(1, 2))

    assert hand
    assert (refs(hand.cards), hand.taken) == (["b", "c"], None)
    assert draft.held_pack(1, PickMoment(1, 5)) is None
    assert draft.moments() == [PickMoment(1, n) for n in (1, 2, 3, 4)]


def test_first_passed_has_each_copy_from_a_neighbour_once(draft: DraftLog):
    passed = draft.first_passed_to(0)

    assert set(passed) == {1, 2}
    assert refs(passed[2]) == ["1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.1.3", "1.1.4", "1.1.5"]
    assert {ref[0] for ref in refs(passed[1])} == {"2"}
