"""Goals of Main Users, alone and of several players (RM-3.5, 4.1.4 to 4.1.6)."""

import pytest

from tests.gameplay.games.rm2k.cards import challenge, event, goal, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, CAROL, Side, lay

ANN, BEN, CAT = user("Ann", 3), user("Ben"), user("Cat")
RICH = {"vp": 2}


@pytest.mark.clause("RM-4.1.4", "RM-4.1.5", "RM-OP-10")
def test_a_goal_without_points_wins_when_claimed():
    game = lay(Side(users=[goal("Ann", RICH)], vp=2), Side(users=[BEN]))
    assert game.asked == (ALICE, "main_phase")  # being attained is not enough
    game.passes(ALICE, ALICE)
    assert game.asked == (ALICE, "claim")
    game.choose("yes")
    assert game.ended == ((ALICE,), "goal")


@pytest.mark.clause("RM-4.1.5", "RM-OP-10")
def test_a_goal_with_points_gives_them_once():
    game = lay(Side(users=[goal("Ann", RICH, 3)], vp=2), Side(users=[BEN]), step="victory")
    game.choose("yes")
    assert game.table.vp[ALICE] == 5
    game.passes(BOB, BOB)
    assert game.asked == (ALICE, "main_phase")  # no player was asked again


@pytest.mark.clause("RM-4.1.5")
@pytest.mark.parametrize(("theirs", "taken"), [(5, 3), (1, 1), (0, 0)])
def test_a_goal_that_takes_points_takes_as_many_as_the_opponent_has(theirs: int, taken: int):
    thief = user("Ann", goal={"when": RICH, "vp": 3, "takes": True})
    game = lay(Side(users=[thief], vp=2), Side(users=[BEN], vp=theirs), step="victory").choose("yes")

    assert (game.table.vp[ALICE], game.table.vp[BOB]) == (2 + taken, theirs - taken)
    game.passes(BOB, BOB)
    assert game.asked == (ALICE, "main_phase")  # it takes them once


@pytest.mark.clause("RM-4.1.5", "RM-9.6")
def test_a_goal_that_takes_points_takes_them_from_a_chosen_opponent():
    thief = user("Ann", goal={"when": RICH, "vp": 3, "takes": True})
    others = (Side(users=[user(name)], vp=4) for name in ("Ben", "Cat"))
    game = lay(Side(users=[thief], vp=2), *others, step="victory").choose("yes").choose("against", 2)

    assert game.table.vp == [5, 4, 1]


@pytest.mark.clause("RM-4.1.4")
def test_a_goal_that_is_not_attained_cannot_be_claimed():
    game = lay(Side(users=[goal("Ann", RICH)], vp=1), Side(users=[BEN]), step="victory")
    assert game.asked == (BOB, "main_phase")


@pytest.mark.clause("RM-4.1.6", "RM-OP-10")
def test_a_goal_counts_only_for_the_main_user_while_it_is_in_play():
    other = lay(Side(users=[ANN, goal("Gil", RICH)], vp=2), Side(users=[BEN]), step="victory")
    assert other.asked == (BOB, "main_phase")
    quit_ = event("Quit", {"delete": {"what": {"whose": "yours"}}}, cost=0)
    gone = lay(Side(users=[goal("Gil", RICH), ANN], hand=[quit_], vp=2), Side(users=[BEN]))
    gone.choose("instant", "Quit", "Ann").passes(BOB).choose("aim", "Gil").passes(ALICE, ALICE)
    assert gone.asked == (BOB, "main_phase")


@pytest.mark.clause("RM-4.1.4", "RM-4.3.1", "RM-4.3.3", "RM-4.3.4", "RM-3.5.1")
@pytest.mark.parametrize("active", [ALICE, BOB])
@pytest.mark.parametrize(("ours", "theirs", "winners"), [(4, 3, (ALICE,)), (3, 4, (BOB,)), (4, 4, ())])
def test_simultaneous_goals_are_a_draw_game(ours: int, theirs: int, winners: tuple[int, ...], active: int):
    sides = Side(users=[goal("Ann", RICH)], vp=ours), Side(users=[goal("Ben", RICH)], vp=theirs)
    game = lay(*sides, step="victory", active=active).choose("yes")
    assert (game.asked, game.ended) == ((1 - active, "claim"), None)
    game.choose("yes")
    assert game.ended == (winners, "together")
    assert [seat for seat, _ in game.events("claimed")] == [active, 1 - active]


@pytest.mark.clause("RM-4.1.4", "RM-3.5.1")
def test_an_unclaimed_goal_does_not_win_and_can_follow_another_claim():
    game = lay(Side(users=[goal("Ann", RICH)], vp=2), Side(users=[goal("Ben", RICH)], vp=2), step="victory")
    game.choose("no").choose("yes")
    assert game.asked == (ALICE, "claim")
    assert game.choose("no").ended == ((BOB,), "goal")


@pytest.mark.clause("RM-4.1.4", "RM-4.1.5", "RM-4.3.1")
def test_a_goal_with_points_cannot_follow_a_winning_goal():
    ben = Side(users=[goal("Ben", RICH, 9)], vp=2)
    game = lay(Side(users=[goal("Ann", RICH)], vp=2), ben, step="victory").choose("yes")
    assert game.ended == ((ALICE,), "goal")
    assert game.table.vp == [2, 2]


@pytest.mark.clause("RM-4.1.4", "RM-3.5.2")
def test_a_goal_is_attained_before_the_points_are_counted():
    game = lay(Side(users=[goal("Ann", RICH)], vp=2), Side(users=[BEN], vp=12), step="victory").choose("yes")
    assert game.ended == ((ALICE,), "goal")


@pytest.mark.clause("RM-4.3.1", "RM-9.1", "RM-OP-21")
@pytest.mark.parametrize(("answers", "ended"), [("yy", ((), "together")), ("yn", ((BOB,), "goal"))])
def test_two_of_three_players_can_win_simultaneously_by_goals(answers: str, ended: object):
    game = lay(
        Side(users=[ANN]),
        Side(users=[goal("Ben", RICH)], vp=2),
        Side(users=[goal("Cat", RICH)], vp=2),
        step="victory",
    )
    for answer, seat in zip(answers, (BOB, CAROL), strict=True):
        assert game.asked == (seat, "claim")
        game.choose({"y": "yes", "n": "no"}[answer])
    assert game.ended == ended


@pytest.mark.clause("RM-8.3.2", "RM-4.3.1", "RM-4.3.3")
@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize(("ours", "theirs", "winners"), [(4, 3, (ALICE,)), (3, 4, (BOB,)), (4, 4, ())])
def test_an_all_fail_defeats_both_sides_simultaneously(ours: int, theirs: int, winners: tuple[int, ...], nested: bool):
    drain: dict[str, object] = {"bandwidth": {"amount": -9, "forever": True, "whom": "fighters"}}
    lose = {"if": {"when": {"hand": 0}, "do": [drain]}} if nested else drain
    match = challenge("Match", cost=0, attacker=-1, defender=-1, lose=[lose])
    game = lay(Side(users=[ANN], hand=[match], vp=ours), Side(users=[BEN], vp=theirs), step="challenge")
    game.choose("instant", "Match", "Ann").passes(ALICE, BOB)
    assert game.events("drained") == [("Ann", -9), ("Ben", -9)]
    assert game.ended == (winners, "together")


@pytest.mark.clause("RM-8.3.2", "RM-4.2.5")
def test_the_end_of_the_game_is_tested_after_an_all_fail():
    drain = {"bandwidth": {"amount": -2, "forever": True, "whom": "fighters"}}
    match = challenge("Match", cost=0, attacker=-1, defender=-1, lose=[drain])
    game = lay(Side(users=[ANN], hand=[match]), Side(users=[BEN]), step="challenge")
    game.choose("instant", "Match", "Ann").passes(ALICE, BOB)
    assert game.ended == ((ALICE,), "pingout")
