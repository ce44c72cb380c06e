"""The turn and its phases (RM-3.*)."""

import pytest

from tests.gameplay.games.rm2k.cards import BLANK, HURT, VP, attach, challenge, event, goal, react, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, CAROL, Duel, On, Side, begin, lay

ANN, BEN, CAT = user("Ann"), user("Ben"), user("Cat")
TALK = event("Talk", VP, cost=1)


def bob() -> Side:
    return Side(users=[BEN])


def on(happens: str, *do: object) -> dict[str, object]:
    return {"on": {"happens": happens, "do": list(do)}}


@pytest.mark.clause("RM-3.1.1", "RM-2.15", "RM-3.6.5")
def test_five_phases_in_order_and_then_the_next_player():
    clock = goal("Clock", {"vp": 1}, 2, text=[on("begins", VP), on("ends", VP)])
    game = lay(Side(users=[On(clock, lag=1)]), bob(), step="connect")
    assert game.table.step == "main"
    assert (game.table.vp[ALICE], game.lag("Clock")) == (1, 0)
    game.passes(ALICE)
    assert (game.table.step, game.asked) == ("challenge", (ALICE, "challenge_phase"))
    game.passes(ALICE)
    assert (game.table.step, game.asked) == ("victory", (ALICE, "claim"))
    game.choose("yes")
    assert game.table.vp[ALICE] == 4  # 2 for the goal and 1 at the end
    assert game.order("cleared_lag", "claimed", "drew") == ["cleared_lag", "claimed", "drew"]
    assert game.asked == (BOB, "main_phase")


@pytest.mark.clause("RM-3.2.1", "RM-3.2.2", "RM-3.2.6", "RM-OP-24")
def test_each_user_of_the_turn_player_removes_lag_equal_to_its_bandwidth():
    slow = attach("Slow", {"width": -1})
    users = [On(ANN, lag=5), On(CAT, lag=1), On(user("Dot"), [slow], lag=4)]
    game = lay(Side(users=users), Side(users=[On(BEN, lag=3)]), step="connect")
    assert [game.lag(name) for name in ("Ann", "Cat", "Dot")] == [3, 0, 3]  # Dot's bandwidth is 1 now
    assert "Cat" not in {game.table.cards[user].name for user in game.table.lag}
    assert game.lag("Ben") == 3


@pytest.mark.clause("RM-3.2.3")
def test_the_beginning_of_the_turn_comes_before_lag_is_removed():
    clock = user("Clock", text=[on("begins", {"lag": {"whom": "self", "count": 1}})])
    game = lay(Side(users=[On(clock, lag=2)]), bob(), step="connect")
    assert game.order("lagged", "cleared_lag") == ["lagged", "cleared_lag"]
    assert game.lag("Clock") == 1


@pytest.mark.clause("RM-3.2.4", "RM-3.2.5", "RM-3.6.6", "RM-OP-6")
def test_the_first_turn_has_no_connect_phase_but_a_draw_phase():
    clock = user("Clock", text=[on("begins", VP)])
    game = lay(Side(users=[On(clock, lag=2)], hand=[TALK], began=False), bob(), step="connect")
    assert (game.lag("Clock"), game.table.vp[ALICE]) == (2, 0)
    game.passes(ALICE, ALICE)
    assert len(game.events("drew")) == 1
    game.passes(BOB, BOB)
    assert (game.lag("Clock"), game.table.vp[ALICE]) == (0, 1)


@pytest.mark.clause("RM-3.3.1", "RM-3.3.2", "RM-OP-7")
def test_the_main_phase_offers_every_action_any_number_of_times():
    able = user("Able", 5, use={"do": [VP], "lag": 1})
    ready = On(user("Bearer"), syncing=event("Ready", VP, cost=1), tokens=1)
    due = On(user("Payer"), syncing=event("Due", VP, cost=2))
    game = lay(Side(users=[able, ready, due], hand=[TALK, BLANK]), bob())
    assert {option[0] for option in game.options} == {"pass", "sync", "pay", "activate", "use", "instant"}
    game.choose("pay", "Able", "Due").choose("pay", "Able", "Due")
    game.choose("activate", "Due").passes(ALICE, BOB)
    assert game.table.vp[ALICE] == 1
    assert game.lag("Able") == 2
    assert game.asked == (ALICE, "main_phase")


@pytest.mark.clause("RM-3.3.3", "RM-5.2.3")
def test_challenges_wait_for_the_challenge_phase():
    quick = challenge("Quick", "attack", cost=0)
    game = lay(Side(users=[On(ANN, syncing=challenge("Set", "attack")), CAT], hand=[quick]), bob())
    game.table.tokens[game.id("Set")] = 1
    assert "activate" not in {option[0] for option in game.options}
    assert game.may("instant") == set()
    game.choose("sync", "Quick", "Cat")
    assert game.may("activate") == set()
    game.passes(ALICE)
    assert game.may("activate") == {"Set", "Quick"}


# --- the Challenge Phase --------------------------------------------------------------------


def fighting(*more: object, hand: object = (), other: Side | None = None) -> Duel:
    """Return Alice's Challenge Phase with a ready Challenge."""
    ann = On(user("Ann", 4, gamer=3), syncing=challenge("Match", cost=0, skill="gamer", win=[VP]))
    return lay(Side(users=[ann, *more], hand=hand), other or bob(), step="challenge")  # type: ignore[arg-type, list-item]


@pytest.mark.clause("RM-3.4.1", "RM-3.4.2", "RM-3.4.3", "RM-3.4.8", "RM-OP-8", "RM-OP-23")
def test_a_challenge_resolves_after_all_players_pass_in_a_row():
    other = Side(users=[user("Ben", 3, use={"do": [VP]}), On(user("Bay"), syncing=event("Set", VP, cost=0))])
    game = fighting(hand=[TALK], other=other)
    game.choose("activate", "Match").choose("defender", "Ben")
    assert game.asked == (ALICE, "answer")
    assert game.may("instant") == {("Talk", "Ann")}
    game.passes(ALICE)
    assert game.asked == (BOB, "answer")
    assert (game.may("use"), game.may("activate")) == ({"Ben"}, {"Set"})
    game.choose("use", "Ben").passes(ALICE, BOB)  # the ability may be answered before it happens
    assert game.table.vp == [0, 1]
    assert game.asked == (ALICE, "answer")
    game.passes(ALICE).choose("activate", "Set").passes(ALICE)
    game.passes(ALICE)
    assert game.events("totals") == []
    game.passes(BOB)
    assert game.events("totals") == [("Match", 3, 0)]
    assert game.table.vp == [1, 2]


@pytest.mark.clause("RM-3.4.4", "RM-3.4.5", "RM-8.1.8")
def test_another_challenge_may_follow_but_not_with_the_same_attacker():
    cat = On(user("Cat", 3), syncing=challenge("Rematch", "personal", cost=0))
    game = fighting(cat)
    game.choose("activate", "Match").choose("attacker", "Ann").passes(ALICE, BOB)
    assert game.asked == (ALICE, "challenge_phase")
    game.choose("activate", "Rematch")
    assert game.events("attacks") == [("Ann",), ("Cat",)]  # no other User can attack
    game.passes(ALICE, BOB)
    assert game.table.fought == {game.id("Ann"), game.id("Cat")}


@pytest.mark.clause("RM-3.4.5", "RM-8.1.8")
def test_without_a_fresh_attacker_no_challenge_can_be_activated_until_the_next_turn():
    game = fighting(hand=[challenge("Again", cost=0)])
    game.choose("activate", "Match").passes(ALICE, BOB)
    assert game.options == [("pass",)]
    game.passes(ALICE, BOB, BOB, ALICE)
    assert game.may("instant") == {("Again", "Ann")}


@pytest.mark.clause("RM-3.4.6")
def test_a_user_may_defend_as_often_as_it_is_challenged():
    game = fighting(user("Cat", 3), hand=[challenge("Again", cost=0, skill="gamer")])
    game.choose("activate", "Match").choose("attacker", "Ann").passes(ALICE, BOB)
    game.choose("instant", "Again", "Ann").passes(ALICE, BOB)
    assert game.events("defends") == [("Ben",), ("Ben",)]


@pytest.mark.clause("RM-3.4.7", "RM-5.3.6")
def test_a_challenge_can_be_played_instantly_in_the_challenge_phase():
    game = lay(Side(users=[user("Ann", 4, gamer=3)], hand=[challenge("Dash", cost=2, skill="gamer", win=[VP])]), bob())
    assert game.may("instant") == set()
    game.passes(ALICE)
    game.choose("instant", "Dash", "Ann").passes(ALICE, BOB)
    assert (game.lag("Ann"), game.table.vp[ALICE]) == (2, 1)


# --- the Victory Phase ----------------------------------------------------------------------

RICH = {"vp": 1}


@pytest.mark.clause("RM-3.5.1", "RM-4.1.5")
def test_all_players_may_claim_the_turn_player_first():
    ann, ben = goal("Ann", RICH, 2), goal("Ben", RICH, 3)
    game = lay(Side(users=[ann], vp=1), Side(users=[ben], vp=1), step="victory")
    assert game.asked == (ALICE, "claim")
    game.choose("yes")
    assert game.asked == (BOB, "claim")
    game.choose("yes")
    assert game.table.vp == [3, 4]


@pytest.mark.clause("RM-3.5.2", "RM-3.5.3", "RM-4.1.3", "RM-1.3")
def test_ten_points_win_at_the_end_of_the_victory_phase_and_not_before():
    game = lay(Side(users=[ANN], hand=[TALK], vp=9), bob())
    game.choose("instant", "Talk", "Ann").passes(BOB)
    assert game.table.vp[ALICE] == 10
    game.passes(ALICE)
    assert game.ended is None
    game.passes(ALICE)
    assert game.ended == ((ALICE,), "accomplishment")


@pytest.mark.clause("RM-3.5.2", "RM-4.1.3")
def test_nine_points_do_not_win():
    game = lay(Side(users=[ANN], vp=9), bob(), step="victory")
    assert game.ended is None


@pytest.mark.clause("RM-3.5.4", "RM-4.1.3", "RM-9.3")
def test_points_of_all_players_are_checked_in_every_victory_phase():
    game = lay(Side(users=[ANN]), Side(users=[BEN], vp=10), step="victory")
    assert game.ended == ((BOB,), "accomplishment")
    three = lay(Side(users=[ANN]), Side(users=[BEN]), Side(users=[CAT], vp=10), step="victory", active=BOB)
    assert three.ended == ((CAROL,), "accomplishment")


# --- the Draw Phase -------------------------------------------------------------------------


@pytest.mark.clause("RM-3.6.1", "RM-3.6.2", "RM-3.6.3", "RM-3.6.4", "RM-6.7.5", "RM-OP-9")
def test_the_end_of_the_turn_then_limbo_then_one_card():
    clock = user("Clock", text=[on("ends", {"lag": {"whom": "each", "count": 1}})])
    game = lay(Side(users=[clock], limbo=[user("New")]), bob(), step="draw")
    assert game.order("lagged", "arrived", "drew") == ["lagged", "lagged", "arrived", "drew"]
    assert game.lag("New") == 0  # it was in Limbo still
    assert game.zone("users", ALICE) == ["Clock", "New"]
    assert len(game.zone("hand", ALICE)) == 2


@pytest.mark.clause("RM-3.6.3", "RM-OP-15")
def test_users_of_others_stay_in_limbo():
    game = lay(Side(users=[ANN]), Side(users=[BEN], limbo=[CAT]), step="draw")
    assert game.zone("limbo", BOB) == ["Cat"]


@pytest.mark.clause("RM-3.6.7")
def test_a_player_with_an_empty_deck_draws_nothing_and_plays_on():
    game = lay(Side(users=[ANN], blanks=0), bob(), step="draw")
    assert game.ended is None
    assert game.events("drew") == []
    assert game.asked == (BOB, "main_phase")


@pytest.mark.clause("RM-3.6.8", "RM-OP-19")
def test_a_hand_may_be_of_any_size():
    game = lay(Side(users=[ANN], hand=[BLANK] * 15), bob(), step="draw")
    assert len(game.zone("hand", ALICE)) == 17
    assert game.events("discarded") == []


@pytest.mark.clause("RM-3.6.5", "RM-2.15", "RM-9.1")
def test_turns_go_round_to_the_left():
    sides = [Side(users=[each]) for each in (ANN, BEN, CAT)]
    game = lay(*sides)
    turns = []
    for _ in range(4):
        assert game.asked is not None
        turns.append(game.asked[0])
        game.passes(*game.asked[:1] * 2)
    assert turns == [0, 1, 2, 0]


@pytest.mark.clause("RM-OP-23")
def test_the_first_turn_of_a_game_may_attack():
    rush = challenge("Rush", cost=0, win=[HURT])
    game = begin([user("Ann", 2, cost=1, roleplay=2), *[rush] * 8], [user("Ben", 2, cost=2), *[BLANK] * 8])
    game.passes(ALICE)
    assert game.table.turn == 1
    assert ("Rush", "Ann") in game.may("instant")


@pytest.mark.clause("RM-7.2.3")
def test_reacts_cannot_be_played_without_something_to_answer():
    game = lay(Side(users=[ANN], hand=[react("No", VP, cost=0), BLANK]), bob())
    assert game.may("instant") == set()
