"""Setup with more than two players, and conceding (RM-9.1, 9.5)."""

import pytest

from gameplay.games.rm2k import RULESET
from tests.gameplay.games.rm2k.cards import BLANK, KILL, VP, event, react, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, CAROL, On, Side, begin, lay

HOST, KICK = user("Host"), event("Kick", KILL, cost=0)

COSTS = (5, 2, 4, 3)


@pytest.mark.clause("RM-9.5", "RM-OP-21", "RM-9.1")
def test_the_lowest_total_goes_first_and_the_others_take_the_difference():
    decks = [[user(f"U{seat}", cost=cost), *[BLANK] * 9] for seat, cost in enumerate(COSTS)]
    game = begin(*decks, pausing=True)
    for seat in range(4):
        game.choose("main", f"U{seat}").choose("enough")
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
def test_equal_lowest_totals_are_decided_at_random(lot: int, first: int):
    decks = [[user(f"U{seat}", cost=cost), *[BLANK] * 9] for seat, cost in enumerate((5, 2, 4, 2))]
    assert begin(*decks, lot=lot).table.active == first


@pytest.mark.clause("RM-9.1")
def test_two_to_four_players_can_play():
    assert RULESET.player_counts == (2, 3, 4)


@pytest.mark.clause("RM-2.6", "RM-OP-21")
def test_players_who_did_not_clash_keep_their_choices():
    same = [user("Twin", cost=3), user("Solo", cost=4), *[BLANK] * 9]
    other = [user("Other", cost=3), user("Plus", cost=5), *[BLANK] * 9]
    game = begin(same, other, [user("Twin", cost=3), user("Trio", cost=4), *[BLANK] * 9])
    game.choose("main", "Twin").choose("enough").choose("main", "Other").choose("starter", "Plus")
    game.choose("main", "Twin").choose("enough")
    assert game.events("clashed") == [(0, "Twin"), (2, "Twin")]
    assert game.zone("users", 1) == ["Other", "Plus"]
    assert game.zone("users", 0) == ["Solo"]
    assert game.zone("users", 2) == ["Trio"]


# --- conceding ---------------------------------------------------------------------------------------


@pytest.mark.clause("RM-9.4", "RM-OP-21")
def test_a_player_who_concedes_is_out_with_all_cards():
    game = lay(Side([HOST]), Side([On(HOST, syncing=BLANK)]), Side([HOST]))
    game.game.concede(BOB)
    assert game.outcome is None
    game.choose("sync", "Blank", "Host")

    assert (game.events("out"), game.table.alive) == ([(BOB,)], [ALICE, CAROL])
    assert (game.zone("users", BOB), game.zone("deck", BOB)) == ([], [])
    game.game.concede(ALICE)
    assert game.ended == ((CAROL,), "concede")


@pytest.mark.clause("RM-9.4", "RM-9.1")
def test_a_player_who_concedes_finishes_the_turn_without_choices():
    game = lay(Side([HOST]), Side([HOST]), Side([HOST]))
    game.game.concede(ALICE)

    assert game.asked == (BOB, "main_phase")
    game.passes(BOB, BOB, CAROL, CAROL)
    assert game.asked == (BOB, "main_phase")


@pytest.mark.clause("RM-9.4")
def test_reacts_that_have_not_resolved_are_discarded_when_the_turn_player_is_out():
    talk, snub, slap = event("Talk", VP, cost=0), react("Snub", VP, cost=0), react("Slap", KILL, cost=0)
    post = user("Post")
    game = lay(Side([HOST], hand=[talk]), Side([post], hand=[snub]), Side([post], hand=[slap]))
    game.choose("instant", "Talk", "Host").choose("instant", "Snub", "Post").passes(ALICE)
    game.choose("instant", "Slap", "Post")
    game.pass_answers().choose("aim", "Host")

    assert (game.events("out"), game.asked) == ([(ALICE,)], (BOB, "main_phase"))
    assert (game.zone("discard", BOB), game.zone("discard", CAROL)) == (["Snub"], ["Slap"])
    assert (game.zone("stack"), game.table.vp) == ([], [0, 0, 0])


@pytest.mark.clause("RM-9.2")
def test_a_player_who_conceded_does_not_prevent_domination():
    game = lay(Side([HOST], hand=[KICK]), Side([user("Post")]), Side([HOST]))
    game.game.concede(CAROL)
    game.choose("instant", "Kick", "Host").passes(BOB).choose("aim", "Post")

    assert game.ended == ((ALICE,), "domination")


@pytest.mark.clause("RM-2.2", "RM-2.10")
def test_a_player_who_concedes_during_setup_is_out_after_it():
    decks = [[user(f"U{seat}", cost=seat + 1), user(f"V{seat}", cost=1), *[BLANK] * 9] for seat in range(3)]
    game = begin(*decks)
    game.game.concede(ALICE)
    while game.asked is not None and game.asked[1] in ("main", "starters", "starting_lag"):
        game.choose(*game.options[0])

    assert game.table.alive == [BOB, CAROL]
    assert game.asked is not None
    assert game.asked[0] == game.table.active != ALICE
