"""Switches of rulings: default values are tested with their clauses, the other values here."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.core.asks import Outcome
from gameplay.games import enemy
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.variants import DRAFT, Variant
from tests.gameplay.games.enemy.cards import BLANK, action, event, field, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

ONE, TWO = monster("One", 9, vp=1), monster("Two", 9, vp=2)
PACK = monster("Pack", 9, vp=0, storable=True, joins=[{}], reward=[{"draw": 1}])
EACH = replace(DRAFT, field="each")
IDLE = replace(DRAFT, must_play=False)
DECK_FIRST = replace(DRAFT, simultaneous_ends="deck")


def test_readme_lists_every_switch():
    readme = (Path(enemy.__file__).parent / "README.md").read_text(encoding="utf-8")

    assert {each.name for each in fields(Variant)} - {"name"} <= set(readme.split("`"))


# --- field ---------------------------------------------------------------------------------------


@pytest.mark.clause("ENE-OP-7", "ENE-11.3")
def test_each_player_may_have_a_field_and_replaces_only_their_own():
    duel = lay(Side(hand=[field("Plain")]), Side(hand=[field("Moor")]), field=field("Hill"), variant=EACH)
    duel.choose("field", "Plain")
    assert (duel.zone("field"), duel.events("discarded_field")) == (["Hill", "Plain"], [])

    duel.choose("field", "Moor")
    assert (duel.zone("field"), duel.events("discarded_field")) == (["Plain", "Moor"], [(BOB, "Hill")])


@pytest.mark.clause("ENE-OP-7", "ENE-11.2")
def test_both_fields_apply():
    hill, moor = (field(name, text=[{"aura": {"amount": 2, "to": {"type": "pc"}}}]) for name in ("Hill", "Moor"))
    alice = Side(hand=[event("Again", {"play_again": 2}), hill, ONE])
    duel = lay(alice, Side(pcs=[pc("Orca", 1)]), field=moor, variant=EACH)
    duel.choose("event", "Again").choose("field", "Hill").choose("attack", "One").choose("fight")

    assert duel.events("compared") == [("Orca", 5, 9)]


# --- must_play -----------------------------------------------------------------------------------


@pytest.mark.clause("ENE-6.4", "ENE-OP-5")
def test_player_may_pass_with_the_switch():
    assert ("pass",) not in lay(Side(hand=[ONE])).options

    duel = lay(Side(hand=[ONE]), variant=IDLE).choose("pass")
    assert (duel.pending, duel.zone("attack"), len(duel.zone("hand", ALICE))) == ((BOB, "play"), [], 5)


@pytest.mark.clause("ENE-6.8", "ENE-6.11", "ENE-OP-5")
def test_pass_ends_the_plays_and_the_first_turn():
    duel = lay(Side(hand=[event("Again", {"play_again": 2})]), variant=IDLE, first_turn=True)
    duel.choose("event", "Again").choose("pass")

    assert duel.pending == (BOB, "play")
    assert (duel.table.had_first_turn[ALICE], duel.table.plays_left) == (True, 1)


# --- avoided -------------------------------------------------------------------------------------


def avoided(variant: Variant, *, score: int = 0) -> Duel:
    """Return a duel with an avoided attack of two monsters: one with a reward only, one with a reward and VP."""
    wolf = monster("Wolf", vp=1, reward=[{"draw": 1}])
    duel = lay(Side(hand=[wolf], portal=[PACK], score=[ONE] * score), variant=variant).choose("attack", "Wolf")
    return duel.choose("join", "Pack")


@pytest.mark.clause("ENE-14.7", "ENE-OP-8")
@pytest.mark.parametrize(
    ("order", "happens"),
    [("rewards", ["rewarded", "rewarded", "scored"]), ("points", ["scored", "rewarded", "rewarded"])],
)
def test_order_of_scoring_and_rewards(order: str, happens: list[str]):
    duel = avoided(RULESET.variant("draft", {"avoided": order})).choose("reward", "Wolf").choose("reward", "Pack")

    assert duel.order("rewarded", "scored") == happens
    assert (duel.zone("score", ALICE), duel.zone("discard", ALICE)) == (["Wolf"], ["Pack"])


@pytest.mark.clause("ENE-5.9", "ENE-OP-8")
def test_winning_by_scoring_first_skips_rewards():
    duel = avoided(replace(DRAFT, avoided="points"), score=4)

    assert duel.game.outcome == Outcome((ALICE,), "vp", (5, 0))
    assert duel.events("rewarded") == []


# --- simultaneous_ends ---------------------------------------------------------------------------


def decisive(variant: Variant, *, discard: int) -> Duel:
    """Return a duel in which Alice needs one VP and fights two PCs; her deck is reshuffled from ``discard`` cards."""
    alice = Side(hand=[ONE], portal=[PACK], score=[ONE] * 4, blanks=0 if discard else 9, discard=[BLANK] * discard)
    duel = lay(alice, Side(pcs=[pc("Orca", 1), pc("Elk", 1)], score=[TWO, TWO]), variant=variant)
    duel.choose("attack", "One").choose("join", "Pack").choose("fight").choose("pair", "Orca", "One")
    return duel.choose("resolve", "Orca")


@pytest.mark.clause("ENE-OP-17", "ENE-5.7", "ENE-5.10")
def test_turn_is_finished_after_a_deck_ran_out_and_more_vp_wins():
    duel = decisive(DECK_FIRST, discard=6)
    assert duel.events("end_called") == [(ALICE,)]
    assert (duel.game.outcome, duel.pending) == (None, (ALICE, "rewards"))

    duel.choose("pass")
    assert len(duel.events("compared")) == 2
    assert duel.game.outcome == Outcome((ALICE,), "deck", (5, 4))


@pytest.mark.clause("ENE-OP-17", "ENE-5.9")
def test_vp_win_immediately_before_a_deck_runs_out():
    assert decisive(DECK_FIRST, discard=0).game.outcome == Outcome((ALICE,), "vp", (5, 4))


@pytest.mark.clause("ENE-OP-17", "ENE-5.9")
@pytest.mark.parametrize(("variant", "clause"), [(DRAFT, "ENE-5.9"), (DECK_FIRST, "")])
def test_reported_result_beyond_the_target_is_plausible_only_with_the_switch(variant: Variant, clause: str):
    assert notation_of(RULESET).clauses.implausible_outcome(variant, Outcome((ALICE,), "deck", (5, 4))) == clause


# --- rules without a switch ----------------------------------------------------------------------


@pytest.mark.clause("ENE-6.4", "ENE-10.11", "ENE-OP-5")
def test_player_with_an_empty_hand_may_always_pass():
    trick = action("Trick", {"draw": 1}, moment="play")
    alice = Side(hand=[event("Again", {"play_again": 1})], hidden=[trick], blanks=0)
    duel = lay(alice, ready=False).choose("event", "Again")

    assert set(duel.options) == {("flip", "Trick"), ("pass",)}
    assert duel.choose("pass").zone("hidden", ALICE) == ["Trick"]
