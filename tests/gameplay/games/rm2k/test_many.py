"""Set-up with more than two players (RM-9.5, 9.1)."""

import pytest

from gameplay.games.rm2k import RULESET
from tests.gameplay.games.rm2k.cards import BLANK, user
from tests.gameplay.games.rm2k.duel import begin

COSTS = (5, 2, 4, 3)


@pytest.mark.clause("RM-9.5", "RM-OP-21", "RM-9.1")
def test_the_lowest_total_goes_first_and_all_others_take_their_own_difference():
    decks = [[user(f"U{seat}", cost=cost), *[BLANK] * 9] for seat, cost in enumerate(COSTS)]
    game = begin(*decks)
    assert game.table.active == 1
    assert [game.lag(f"U{seat}") for seat in range(4)] == [3, 0, 2, 1]
    turns = []
    for _ in range(4):
        assert game.asked is not None
        turns.append(game.asked[0])
        game.passes(*game.asked[:1] * 2)
    assert turns == [1, 2, 3, 0]


@pytest.mark.clause("RM-9.5", "RM-2.14")
@pytest.mark.parametrize(("lot", "first"), [(0, 1), (1, 3)])
def test_among_the_lowest_the_lot_decides(lot: int, first: int):
    decks = [[user(f"U{seat}", cost=cost), *[BLANK] * 9] for seat, cost in enumerate((5, 2, 4, 2))]
    assert begin(*decks, lot=lot).table.active == first


@pytest.mark.clause("RM-9.1")
def test_two_to_four_may_play():
    assert RULESET.seats == (2, 3, 4)


@pytest.mark.clause("RM-2.6", "RM-OP-21")
def test_who_did_not_clash_keeps_what_was_chosen():
    same = [user("Twin", cost=3), user("Solo", cost=4), *[BLANK] * 9]
    other = [user("Other", cost=3), user("Plus", cost=5), *[BLANK] * 9]
    game = begin(same, other, [user("Twin", cost=3), user("Trio", cost=4), *[BLANK] * 9])
    game.choose("main", "Twin").choose("enough").choose("main", "Other").choose("starter", "Plus")
    game.choose("main", "Twin").choose("enough")
    assert game.told("clashed") == [(0, "Twin"), (2, "Twin")]
    assert game.zone("users", 1) == ["Other", "Plus"]
    assert game.zone("users", 0) == ["Solo"]
    assert game.zone("users", 2) == ["Trio"]
