"""Winning, losing and draw games (RM-4.*)."""

import pytest

from gameplay.games.rm2k.levels import lasting_bandwidth
from tests.gameplay.games.rm2k.cards import DRAIN, KILL, VP, attach, challenge, event, react, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, CAROL, Duel, On, Side, lay

ANN, BEN, CAT = user("Ann", 3), user("Ben"), user("Cat")
KICK = event("Kick", KILL, cost=0)
CHOKE = event("Choke", DRAIN, cost=0)
BLAST = event("Blast", {"bandwidth": {"amount": -9, "forever": True, "whom": "each"}}, cost=0)
FADE = event("Fade", {"bandwidth": {"amount": -9, "what": {"whose": "theirs"}}}, cost=0)


def play(game: Duel, *answer: str) -> Duel:
    """Alice plays an Event of cost 0 without an answer."""
    return game.choose("instant", *answer).passes(BOB)


@pytest.mark.clause("RM-4.1.1", "RM-4.2.1", "RM-4.2.5", "RM-OP-11")
def test_domination_wins_as_soon_as_no_opponent_has_a_user_in_play():
    game = play(lay(Side(users=[ANN], hand=[KICK]), Side(users=[BEN])), "Kick", "Ann")
    assert game.ended == ((ALICE,), "domination")


@pytest.mark.clause("RM-4.2.5", "RM-OP-11")
def test_it_is_tested_after_every_effect():
    twice = event("Twice", KILL, {"score": 3}, cost=0)
    game = play(lay(Side(users=[ANN], hand=[twice]), Side(users=[BEN])), "Twice", "Ann")
    assert game.outcome is not None
    assert game.outcome.scores == (0, 0)  # the second effect did not happen


@pytest.mark.clause("RM-4.2.6", "RM-4.2.1", "RM-OP-12")
def test_a_user_in_limbo_does_not_prevent_domination():
    side = Side(users=[BEN], limbo=[CAT])
    assert play(lay(Side(users=[ANN], hand=[KICK]), side), "Kick", "Ann").ended == ((ALICE,), "domination")
    agreed = lay(Side(users=[ANN], hand=[KICK]), side, limbo_counts_as_user=True)
    assert play(agreed, "Kick", "Ann").ended is None


@pytest.mark.clause("RM-4.1.2", "RM-4.2.2", "RM-4.2.4")
def test_pingout_needs_0_permanent_bandwidth_of_all_users():
    game = lay(Side(users=[ANN], hand=[CHOKE, CHOKE]), Side(users=[BEN, CAT]))
    play(game, "Choke", "Ann").choose("aim", "Ben")
    assert game.ended is None
    assert game.asked == (ALICE, "main_phase")
    play(game, "Choke", "Ann").choose("aim", "Cat")
    assert game.ended == ((ALICE,), "pingout")


@pytest.mark.clause("RM-4.1.2", "RM-4.2.4", "RM-OP-12")
def test_a_user_in_limbo_has_its_bandwidth_and_prevents_pingout():
    game = play(lay(Side(users=[ANN], hand=[CHOKE]), Side(users=[BEN], limbo=[CAT])), "Choke", "Ann")
    assert game.ended is None
    assert game.asked == (ALICE, "main_phase")


@pytest.mark.clause("RM-4.1.2", "RM-4.2.3")
def test_a_user_without_printed_bandwidth_does_not_prevent_pingout():
    game = lay(Side(users=[ANN], hand=[CHOKE]), Side(users=[BEN, user("Nil", 0)]))
    play(game, "Choke", "Ann").choose("aim", "Ben")
    assert game.ended == ((ALICE,), "pingout")


@pytest.mark.clause("RM-4.2.3")
def test_temporary_loss_of_bandwidth_or_lag_is_no_pingout():
    game = lay(Side(users=[ANN], hand=[FADE]), Side(users=[On(BEN, lag=9)]))
    play(game, "Fade", "Ann")
    assert game.events("bent") == [("Ben", -9)]
    assert game.ended is None


@pytest.mark.clause("RM-4.1.2", "RM-4.2.4")
@pytest.mark.parametrize(("width", "ended"), [(10, None), (9, ((ALICE,), "pingout"))])
def test_bandwidth_of_an_attach_prevents_pingout(width: int, ended: object):
    """The User does not have 0 bandwidth permanently. A permanent loss is taken from all bandwidth."""
    line = attach("Line", {"width": width - 2})
    game = play(lay(Side(users=[ANN], hand=[CHOKE]), Side(users=[On(BEN, [line])])), "Choke", "Ann")
    assert game.ended == ended


@pytest.mark.clause("RM-4.1.2", "RM-4.2.2", "RM-4.2.5")
def test_bandwidth_of_an_attach_prevents_pingout_only_while_attached():
    cut = event("Cut", {"delete": {"what": {"type": "attach"}}}, cost=0)
    line = attach("Line", {"width": 1})
    game = lay(Side(users=[ANN], hand=[cut]), Side(users=[On(user("Nil", 0), [line])]))
    assert game.ended is None
    assert play(game, "Cut", "Ann").ended == ((ALICE,), "pingout")


@pytest.mark.clause("RM-4.1.2", "RM-4.2.2", "RM-4.2.5")
@pytest.mark.parametrize(("width", "ended"), [(-1, None), (-2, ((ALICE,), "pingout"))])
def test_bandwidth_reduced_by_an_attach_counts_for_pingout(width: int, ended: object):
    proxy = attach("Proxy", {"width": width}, theirs=True, cost=0)
    game = lay(Side(users=[On(ANN, syncing=proxy)]), Side(users=[BEN]))
    assert game.choose("activate", "Proxy").ended == ended


@pytest.mark.clause("RM-4.2.3")
def test_temporary_losses_of_bandwidth_end_with_the_turn():
    game = lay(Side(users=[ANN], hand=[FADE]), Side(users=[On(BEN, lag=2)]))
    play(game, "Fade", "Ann").passes(ALICE, ALICE)
    assert game.events("cleared_lag") == [("Ben", 2)]


@pytest.mark.clause("RM-4.3.1", "RM-4.3.3", "RM-4.3.4")
@pytest.mark.parametrize(("ours", "theirs", "winners"), [(4, 3, (ALICE,)), (3, 4, (BOB,)), (4, 4, ())])
def test_simultaneous_wins_are_decided_by_points(ours: int, theirs: int, winners: tuple[int, ...]):
    game = lay(Side(users=[ANN], hand=[BLAST], vp=ours), Side(users=[BEN], vp=theirs))
    play(game, "Blast", "Ann")
    assert game.ended == (winners, "together")


@pytest.mark.clause("RM-OP-22", "RM-4.3.1", "RM-4.3.3", "RM-4.3.4")
@pytest.mark.parametrize(("ours", "theirs", "winners"), [(12, 10, (ALICE,)), (10, 11, (BOB,)), (10, 10, ())])
def test_ten_points_on_both_sides_are_a_draw_game(ours: int, theirs: int, winners: tuple[int, ...]):
    game = lay(Side(users=[ANN], vp=ours), Side(users=[BEN], vp=theirs), step="victory")
    assert game.ended == (winners, "together")


@pytest.mark.clause("RM-4.3.2", "RM-4.3.3", "RM-4.3.5", "RM-OP-13")
@pytest.mark.parametrize(("ours", "theirs", "winners"), [(2, 1, (ALICE,)), (1, 2, (BOB,)), (2, 2, ())])
def test_when_the_second_deck_is_empty_the_game_is_a_draw_game(ours: int, theirs: int, winners: tuple[int, ...]):
    game = lay(
        Side(users=[ANN], hand=[event("Dig", {"draw": 1}, VP, cost=0)], vp=ours, blanks=1),
        Side(users=[BEN], vp=theirs, blanks=0),
    )
    assert game.ended is None  # one deck is empty
    play(game, "Dig", "Ann")
    assert game.ended == (winners, "decks")
    assert game.table.vp[ALICE] == ours  # at the end of the effect that emptied it


# --- more than two --------------------------------------------------------------------------


def three_player_duel(*, hand: list[object], bob: Side | None = None, carol: Side | None = None) -> Duel:
    return lay(
        Side(users=[ANN], hand=hand),  # type: ignore[arg-type]
        bob or Side(users=[BEN], vp=5),
        carol or Side(users=[CAT]),
    )


@pytest.mark.clause("RM-9.2", "RM-4.1.1", "RM-4.1.2")
def test_domination_and_pingout_need_all_opponents():
    game = three_player_duel(hand=[KICK, CHOKE]).choose("instant", "Kick", "Ann").passes(1, 2).choose("aim", "Ben")
    assert game.ended is None
    game.choose("instant", "Choke", "Ann").passes(2)
    assert game.ended == ((ALICE,), "pingout")


@pytest.mark.clause("RM-9.4", "RM-OP-21", "RM-4.2.1")
def test_a_player_without_a_user_is_out_with_all_cards():
    curse = attach("Curse", {"width": -1})
    game = three_player_duel(hand=[KICK], carol=Side(users=[On(CAT, [curse])]))
    game.table.owners[game.id("Curse")] = BOB
    game.choose("instant", "Kick", "Ann").passes(1, 2).choose("aim", "Ben")
    assert game.events("out") == [(BOB,)]
    assert game.table.alive == [ALICE, CAROL]
    assert all(not game.zone(zone, BOB) for zone in ("users", "hand", "deck", "discard"))
    assert game.zone("attaches", CAROL) == []
    game.passes(ALICE, ALICE)
    assert game.asked == (CAROL, "main_phase")  # Bob's turn is skipped


@pytest.mark.clause("RM-9.4", "RM-OP-21", "RM-7.2.5")
def test_cards_on_the_stack_of_a_player_who_is_out_leave_without_effect():
    """Bob answers, and Alice answers with a card that deletes his only User."""
    quick = react("Quick", KILL, cost=0)
    bob = Side(users=[On(BEN, [attach("Cap")], lag=1)], hand=[react("Ha", VP, cost=0)])
    game = three_player_duel(hand=[event("Talk", cost=0), quick], bob=bob)
    game.choose("instant", "Talk", "Ann").choose("instant", "Ha", "Ben")
    game.choose("instant", "Quick", "Ann").passes(1, 2).choose("aim", "Ben")

    assert game.events("out") == [(BOB,)]
    assert game.events("scored") == game.events("prevented") == []
    assert (game.zone("stack"), game.table.main_users[BOB], game.table.lag) == (["Talk"], -1, {})
    assert {"Ben", "Cap", "Ha", "Blank"} == set(game.zone("gone", BOB))
    assert game.zone("discard", BOB) == []
    assert game.passes(CAROL, ALICE).zone("discard", ALICE) == ["Quick", "Talk"]


@pytest.mark.clause("RM-9.4", "RM-4.2.2")
def test_no_marks_of_an_eliminated_player_are_left():
    """Bob's User has all marks when it loses its remaining bandwidth."""
    able = user("Able", 2, use={"do": [VP], "lag": 0})
    bob = Side(users=[On(able, [attach("Cap")], syncing=event("Deep"), lag=1, drained=1)], limbo=[user("Nil", 0)])
    game = three_player_duel(hand=[CHOKE, FADE], bob=bob)
    able_ = game.id("Able")
    for marked in (game.table.fought, game.table.used, game.table.claimed):
        marked.add(able_)
    game.table.level_changes[able_] = [0, 0, 0, 0, 1]
    game.choose("instant", "Fade", "Ann").passes(1, 2).choose("aim", "Able")
    game.choose("instant", "Choke", "Ann").passes(1, 2).choose("aim", "Able")

    table = game.table
    assert game.events("out") == [(BOB,)]
    assert not any(
        able_ in marks
        for marks in (
            table.lag,
            table.lasting_changes,
            table.turn_changes,
            table.level_changes,
            table.syncing_cards,
            table.cards_under,
        )
    )
    assert not any(able_ in marks for marks in (table.fought, table.used, table.claimed))
    assert {"Able", "Cap", "Deep", "Blank", "Nil"} == set(game.zone("gone", BOB))


@pytest.mark.clause("RM-9.4", "RM-4.2.2")
def test_a_player_without_lasting_bandwidth_is_out():
    game = three_player_duel(hand=[CHOKE]).choose("instant", "Choke", "Ann").passes(1, 2).choose("aim", "Cat")
    assert game.events("out") == [(CAROL,)]


@pytest.mark.clause("RM-4.2.1", "RM-4.2.6")
def test_between_three_a_user_in_limbo_keeps_its_player_in_the_game():
    game = three_player_duel(hand=[KICK, KICK], bob=Side(users=[BEN], limbo=[user("New")]))
    game.choose("instant", "Kick", "Ann").passes(1, 2).choose("aim", "Ben")
    assert game.table.alive == [0, 1, 2]
    game.choose("instant", "Kick", "Ann").passes(1, 2)
    assert game.ended == ((ALICE,), "domination")


@pytest.mark.clause("RM-9.4", "RM-OP-21")
def test_a_turn_ends_if_its_player_is_out_and_draw_games_compare_the_remaining():
    own = event("Oops", {"delete": {"what": {"whose": "yours"}}}, VP, cost=0)
    game = three_player_duel(hand=[own]).choose("instant", "Oops", "Ann").passes(1, 2)
    assert game.events("out") == [(ALICE,)]
    assert game.asked == (BOB, "main_phase")
    assert game.table.vp[ALICE] == 0
    game.game.call_time()
    game.passes(BOB, BOB)
    assert game.ended == ((BOB,), "time")


@pytest.mark.clause("RM-OP-21", "RM-4.3.2")
def test_the_game_ends_when_all_remaining_decks_are_empty():
    sides = [Side(users=[each], blanks=0, vp=vp) for each, vp in ((ANN, 1), (BEN, 3))]
    game = lay(*sides, Side(users=[CAT], blanks=1), step="draw", active=CAROL)
    assert game.ended == ((BOB,), "decks")


def test_a_challenge_can_end_the_game_too():
    match = challenge("Match", cost=0, win=[KILL])
    game = lay(Side(users=[user("Ann", roleplay=1)], hand=[match]), Side(users=[BEN]), step="challenge")
    game.choose("instant", "Match", "Ann").passes(ALICE, BOB)
    assert game.ended == ((ALICE,), "domination")


@pytest.mark.clause("RM-9.4", "RM-4.2.2")
def test_no_bandwidth_is_owed_when_an_eliminated_players_attach_leaves():
    gift = attach("Gift", {"width": 2})
    change = [{"bandwidth": {"amount": by, "forever": True, "what": {"attribute": "ghost"}}} for by in (-3, 1)]
    hand = [event("Drain", change[0], cost=0), KICK, event("More", change[1], cost=0)]
    side = Side(users=[user("Rich"), On(user("Poor", 1, attributes=["ghost"]), [gift])], hand=hand)
    game = lay(side, Side(users=[BEN]), Side(users=[CAT]))
    game.table.owners[game.id("Gift")] = BOB
    game.choose("instant", "Drain", "Rich").passes(1, 2).choose("instant", "Kick", "Rich").passes(1, 2)
    game.choose("aim", "Ben")
    assert game.events("out") == [(BOB,)]

    game.choose("instant", "More", "Rich").pass_answers()
    assert lasting_bandwidth(game.table, game.id("Poor")) == 1


@pytest.mark.clause("RM-9.4", "RM-4.2.2", "RM-4.2.5")
def test_an_elimination_can_remove_the_attach_that_kept_another_player_in_the_game():
    gift = attach("Gift", {"width": 1})
    nil = Side(users=[On(user("Nil", 0), [gift])], hand=[event("Kick", KILL, VP, cost=0)])
    game = lay(nil, Side(users=[BEN]), Side(users=[CAT]))
    game.table.owners[game.id("Gift")] = BOB
    game.choose("instant", "Kick", "Nil").passes(1, 2).choose("aim", "Ben")
    assert game.events("out") == [(BOB,)]
    assert (game.ended, game.table.vp) == (((CAROL,), "pingout"), [0, 0, 0])
