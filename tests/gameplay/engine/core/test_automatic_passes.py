"""Instructions to pass: what ends them."""

import pytest

from gameplay.engine.core.automatic_passes import PassInstruction, Until, can_pass_in_window
from gameplay.engine.core.correction import Correction
from tests.gameplay.games.enemy import duel as enemy
from tests.gameplay.games.enemy.cards import action, monster, pc
from tests.gameplay.games.rm2k.cards import HURT, challenge, event, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, CAROL, Duel, On, Side, lay

CALM, NASTY = event("Calm", {"draw": 1}, cost=0), event("Nasty", HURT, cost=0)
DARE = challenge("Dare", skill="gamer", attacker=5, cost=0)


def three_players(*hand: object) -> Duel:
    """Return Alice's Main Phase, with Bob and Carol at the table."""
    users = [On(user(name, 3, gamer=1)) for name in ("Ann", "Ben", "Cat")]
    first = Side(users=[users[0]], hand=hand)  # type: ignore[arg-type]
    return lay(first, Side(users=[users[1]]), Side(users=[users[2]]))


def given(duel: Duel, until: Until) -> PassInstruction:
    return PassInstruction.given_now(duel.game, until)


@pytest.mark.parametrize("until", ["turn", "event"])
def test_window_about_others_is_passed(until: Until):
    duel = three_players(CALM, CALM)
    instruction = given(duel, until)
    duel.choose("instant", "Calm", "Ann")

    assert duel.asked == (BOB, "answer")
    assert instruction.passes_now(duel.game, BOB)
    assert not instruction.passes_now(duel.game, CAROL)  # she is not asked


def test_instruction_until_the_turn_ends_outlasts_harm():
    duel = three_players(NASTY, CALM)
    instructions = {until: given(duel, until) for until in ("turn", "event")}
    duel.choose("instant", "Nasty", "Ann").pass_answers().choose("aim", "Ben")
    assert duel.lag("Ben") == 1
    duel.choose("instant", "Calm", "Ann")

    assert duel.asked == (BOB, "answer")
    assert {until: each.passes_now(duel.game, BOB) for until, each in instructions.items()} == {
        "turn": True,
        "event": False,
    }
    assert instructions["event"].is_in_force(duel.game, CAROL)


def test_challenged_player_is_asked_again():
    duel = three_players(DARE)
    instruction = given(duel, "event")
    duel.choose("pass").choose("instant", "Dare", "Ann").choose("against", BOB)

    assert not instruction.is_in_force(duel.game, BOB)
    assert instruction.is_in_force(duel.game, CAROL)


def test_turn_of_the_player_ends_both_kinds():
    duel = three_players(CALM)
    both = [given(duel, until) for until in ("turn", "event")]
    duel.passes(ALICE, ALICE)

    assert duel.table.active == BOB
    assert not any(each.is_in_force(duel.game, BOB) for each in both)


def test_plays_and_other_questions_are_never_answered():
    duel = three_players(CALM)

    assert duel.asked == (ALICE, "main_phase")
    assert not can_pass_in_window(duel.game)
    assert not given(duel, "turn").passes_now(duel.game, ALICE)


def test_judge_and_time_end_every_instruction():
    for interrupt in ("judge", "time"):
        duel = three_players(CALM)
        instruction = given(duel, "turn")
        if interrupt == "time":
            duel.game.call_time()
        else:
            duel.game.apply_correction(Correction(judge="Judy", reason="a look at the table"))
        assert not instruction.is_in_force(duel.game, BOB)


def test_attack_concerns_the_defender():
    wolf = monster("Wolf", 3)
    duel = enemy.lay(
        enemy.Side(hand=[wolf]),
        enemy.Side(pcs=[pc("Orca", 5)], hidden=[action("Trick", moment="attack")]),
        pausing=True,
    )
    instruction = PassInstruction.given_now(duel.game, "event")
    duel.choose("attack", "Wolf")

    assert can_pass_in_window(duel.game)
    assert duel.game.ask is not None
    assert not instruction.passes_now(duel.game, duel.game.ask.seat)
