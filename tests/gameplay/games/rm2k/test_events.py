"""Attach cards, Events and Reacts (RM-7.*)."""

import pytest

from tests.gameplay.games.rm2k.cards import VP, attach, challenge, event, react, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, CAROL, On, Side, lay

ANN, BEN = user("Ann", 4), user("Ben", 4)
TALK = event("Talk", VP, cost=0)
NO = react("No", {"cancel": {}}, cost=0)


@pytest.mark.clause("RM-7.1.1", "RM-7.1.2", "RM-7.1.4", "RM-OP-17")
def test_an_attach_comes_into_play_on_its_carrier_however_many_there_are():
    caps = [attach(f"Cap {n}") for n in range(4)]
    game = lay(Side(users=[user("Art"), On(ANN, caps, syncing=attach("Hat", cost=0))]), Side(users=[BEN]))
    game.choose("activate", "Hat")
    assert game.zone("attaches", ALICE) == ["Cap 0", "Cap 1", "Cap 2", "Cap 3", "Hat"]
    assert game.events("attached") == [("Hat", "Ann")]


@pytest.mark.clause("RM-7.1.2", "RM-OP-17")
def test_an_attach_can_go_to_an_opponents_user():
    game = lay(Side(users=[On(ANN, syncing=attach("Curse", theirs=True, cost=0))]), Side(users=[BEN]))
    game.choose("activate", "Curse")
    assert game.events("attached") == [("Curse", "Ben")]
    assert game.zone("attaches", BOB) == ["Curse"]


@pytest.mark.clause("RM-7.1.3", "RM-OP-17")
@pytest.mark.parametrize("verb", ["delete", "return"])
def test_attaches_are_deleted_when_their_user_leaves_play(verb: str):
    out = event("Out", {verb: {"what": {"type": "user", "whose": "theirs"}}}, cost=0)
    side = Side(users=[On(BEN, [attach("Cap"), attach("Hat")]), user("Bo")])
    game = lay(Side(users=[ANN], hand=[out]), side).choose("instant", "Out", "Ann").passes(BOB)
    game.choose("aim", "Ben")
    assert {"Cap", "Hat"} <= {*game.zone("discard", BOB)}
    assert ("Ben" in game.zone("hand", BOB)) == (verb == "return")


@pytest.mark.clause("RM-7.2.1")
def test_an_event_has_its_effect_once_and_is_deleted():
    game = lay(Side(users=[ANN], hand=[TALK]), Side(users=[BEN])).choose("instant", "Talk", "Ann").passes(BOB)
    assert (game.table.vp[ALICE], game.zone("discard", ALICE)) == (1, ["Talk"])


@pytest.mark.clause("RM-7.2.2", "RM-7.2.3", "RM-1.2")
def test_only_reacts_answer_an_event():
    other = Side(users=[BEN, On(user("Bo"), syncing=event("Set", VP, cost=0))], hand=[event("Chat", VP, cost=0), NO])
    game = lay(Side(users=[ANN], hand=[TALK]), other).choose("instant", "Talk", "Ann")
    assert game.zone("stack") == ["Talk"]
    assert game.table.vp[ALICE] == 0
    assert game.may("instant") == {("No", "Ben")}
    assert game.may("activate") == set()


@pytest.mark.clause("RM-7.2.6", "RM-3.4.8")
def test_a_prevented_challenge_is_announced_and_deleted():
    match = challenge("Match", cost=0, win=[VP], lose=[VP])
    game = lay(Side(users=[ANN], hand=[match]), Side(users=[BEN], hand=[NO]), step="challenge")
    game.choose("instant", "Match", "Ann").passes(ALICE).choose("instant", "No", "Ben").passes(ALICE)
    assert game.events("prevented") == [("Match",)]
    assert (game.events("totals"), game.table.vp, game.zone("discard", ALICE)) == ([], [0, 0], ["Match"])


@pytest.mark.clause("RM-3.3.2")
def test_an_ability_on_the_stack_is_not_a_card():
    game = lay(Side(users=[user("Art", use={"do": [VP], "lag": 0})]), Side(users=[BEN], hand=[NO]))
    game.choose("use", "Art")
    assert (game.asked, game.zone("stack"), game.zone("users", ALICE)) == ((BOB, "answer"), [], ["Art"])


@pytest.mark.clause("RM-5.2.3", "RM-7.2.2")
def test_ready_cards_and_cards_in_hand_can_answer():
    other = Side(users=[BEN, On(user("Bo"), syncing=user("New", cost=0))], hand=[NO])
    game = lay(Side(users=[ANN], hand=[TALK]), other).choose("instant", "Talk", "Ann")
    assert (game.may("activate"), game.may("instant")) == ({"New"}, {("No", "Ben")})


@pytest.mark.clause("RM-7.2.6", "RM-7.2.5")
def test_a_react_may_prevent_what_it_answers():
    game = lay(Side(users=[ANN], hand=[TALK]), Side(users=[BEN], hand=[NO])).choose("instant", "Talk", "Ann")
    game.choose("instant", "No", "Ben").passes(ALICE)
    assert game.events("prevented") == [("Talk",)]
    assert game.table.vp == [0, 0]
    assert (game.zone("discard", ALICE), game.zone("discard", BOB)) == (["Talk"], ["No"])


@pytest.mark.clause("RM-7.2.4", "RM-7.2.5", "RM-OP-8")
def test_a_react_may_answer_a_react_and_the_last_takes_effect_first():
    game = lay(Side(users=[ANN], hand=[TALK, NO]), Side(users=[BEN], hand=[NO])).choose("instant", "Talk", "Ann")
    game.choose("instant", "No", "Ben")
    assert game.zone("stack") == ["Talk", "No"]
    assert game.may("instant") == {("No", "Ann")}
    game.choose("instant", "No", "Ann").passes(BOB)
    assert game.events("prevented") == [("No",)]
    assert game.asked == (BOB, "answer")  # the Talk is still on the stack
    game.passes(BOB)
    assert game.table.vp == [1, 0]


@pytest.mark.clause("RM-3.4.8", "RM-7.2.3", "RM-7.2.6")
def test_only_syncing_cards_can_answer_their_own_player():
    ours = Side(users=[ANN], hand=[TALK, NO])
    assert lay(ours, Side(users=[BEN])).choose("instant", "Talk", "Ann").asked == (BOB, "answer")
    carrying = Side(users=[ANN, On(user("Art"), syncing=user("New", cost=0))], hand=[TALK])
    game = lay(carrying, Side(users=[BEN])).choose("instant", "Talk", "Ann")
    assert (game.asked, game.may("activate")) == ((ALICE, "answer"), {"New"})


@pytest.mark.clause("RM-7.2.5", "RM-3.4.8")
def test_last_in_first_out():
    both = lay(Side(users=[ANN], hand=[TALK]), Side(users=[BEN], hand=[react("Echo", VP, cost=0)])).choose(
        "instant", "Talk", "Ann"
    )
    both.choose("instant", "Echo", "Ben").passes(ALICE)
    assert both.events("scored") == [(BOB, 1)]
    both.passes(BOB)
    assert both.events("scored") == [(BOB, 1), (ALICE, 1)]


@pytest.mark.clause("RM-7.2.6")
def test_a_react_answers_only_opponents_and_only_what_it_names():
    able = user("Able", 4, use={"do": [VP]})
    only = react("Only", VP, cost=0, answers=["ability"])
    game = lay(Side(users=[able], hand=[TALK, NO]), Side(users=[BEN], hand=[only]))
    game.choose("instant", "Talk", "Able")
    assert game.asked == (BOB, "answer")  # it is Alice's own card
    assert game.may("instant") == set()  # it is not an ability
    game.passes(BOB).choose("use", "Able")
    assert game.may("instant") == {("Only", "Ben")}


@pytest.mark.clause("RM-7.2.6", "RM-8.2.10")
def test_a_challenge_that_is_prevented_is_deleted_without_effect():
    match = challenge("Match", cost=0, win=[VP], lose=[VP])
    game = lay(Side(users=[ANN], hand=[match]), Side(users=[BEN], hand=[NO]), step="challenge")
    game.choose("instant", "Match", "Ann").passes(ALICE).choose("instant", "No", "Ben").passes(ALICE)
    assert (game.events("totals"), game.table.vp, game.zone("discard", ALICE)) == ([], [0, 0], ["Match"])
    assert game.table.fought == {game.id("Ann")}


@pytest.mark.clause("RM-3.4.8", "RM-OP-8")
def test_all_are_asked_in_turn_order_until_all_have_passed_in_a_row():
    game = lay(
        Side(users=[ANN]),
        Side(users=[BEN], hand=[TALK]),
        Side(users=[user("Cat")], hand=[NO, react("Hm", VP, cost=0)]),
        active=BOB,
    )
    game.choose("instant", "Talk", "Ben").passes(CAROL, ALICE)
    assert game.table.vp[BOB] == 1


def test_an_ability_is_used_once_a_turn():
    able = user("Able", 4, use={"do": [VP], "lag": 2})
    game = lay(Side(users=[able]), Side(users=[BEN])).choose("use", "Able").passes(BOB)
    assert (game.lag("Able"), game.may("use")) == (2, set())
