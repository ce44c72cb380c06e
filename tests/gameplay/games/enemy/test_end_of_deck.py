"""Empty decks, and the ends of the game (ENE-5.*)."""

from dataclasses import replace

import pytest

from gameplay.engine.core.asks import Outcome
from gameplay.games.enemy.terms import Card
from gameplay.games.enemy.variants import DRAFT, FULL, SAMPLE, Variant
from tests.gameplay.games.enemy.cards import BLANK, destiny, event, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

DRAW = event("Draw", {"draw": 1})
ONE, TWO = monster("One", 9, vp=1), monster("Two", 9, vp=2)
NINE = destiny(9)


def last(variant: Variant, cards: int, *, discard: int = 6, score: tuple[Card, ...] = ()) -> Duel:
    """Alice is in her Play Step with so many cards left in the deck."""
    alice = Side(hand=[DRAW], deck=[BLANK] * cards, blanks=0, discard=[BLANK] * discard, score=score)
    return lay(alice, Side(score=[ONE]), variant=variant)


@pytest.mark.clause("ENE-5.1", "ENE-5.2")
@pytest.mark.parametrize("variant", [FULL, DRAFT])
def test_a_draw_from_an_empty_deck_makes_a_new_one_and_this_turn_the_last(variant: Variant):
    duel = last(variant, 0)
    hand = len(duel.zone("hand", ALICE))
    duel.choose("event", "Draw")

    assert duel.told("reshuffled") == [(ALICE,)]
    assert len(duel.zone("hand", ALICE)) == hand
    assert (len(duel.zone("deck", ALICE)), duel.zone("discard", ALICE)) == (5, ["Draw"])
    assert duel.game.outcome == Outcome((BOB,), "deck", (0, 1))


@pytest.mark.clause("ENE-5.3", "ENE-OP-21")
@pytest.mark.parametrize("variant", [FULL, DRAFT])
def test_the_last_card_may_be_drawn_without_harm(variant: Variant):
    duel = last(variant, 1).choose("event", "Draw")

    assert duel.zone("deck", ALICE) == []
    assert (duel.game.outcome, duel.told("end_called"), duel.asked) == (None, [], (BOB, "play"))


@pytest.mark.clause("ENE-5.4", "ENE-OP-21")
def test_in_the_sample_game_the_last_card_makes_this_turn_the_last():
    duel = last(SAMPLE, 1).choose("event", "Draw")

    assert (duel.told("reshuffled"), duel.told("end_called"), duel.told("last_card")) == ([], [], [(ALICE,)])
    assert duel.game.outcome == Outcome((BOB,), "deck", (0, 1))


@pytest.mark.clause("ENE-5.4")
def test_in_the_sample_game_a_card_before_the_last_ends_nothing():
    assert last(SAMPLE, 2).choose("event", "Draw").game.outcome is None


@pytest.mark.clause("ENE-OP-21")
def test_a_switch_lets_the_last_card_end_the_draft_game_too():
    switched = replace(DRAFT, end_trigger="last_card")

    assert last(switched, 1).choose("event", "Draw").game.is_over
    assert not last(switched, 2).choose("event", "Draw").game.is_over


@pytest.mark.clause("ENE-5.5")
def test_in_the_sample_game_a_later_draw_of_the_turn_still_makes_a_new_deck():
    alice = Side(hand=[event("Three", {"draw": 3})], deck=[BLANK], blanks=0, discard=[ONE, ONE, ONE])
    duel = lay(alice, variant=SAMPLE).choose("event", "Three")

    assert duel.told("reshuffled") == [(ALICE,)]
    assert duel.zone("hand", ALICE).count("One") == 2
    assert duel.game.is_over


@pytest.mark.clause("ENE-5.2")
def test_the_turn_is_played_out_before_the_game_ends():
    alice = Side(hand=[ONE], deck=[], blanks=0, discard=[destiny(0)])
    duel = lay(alice, Side(pcs=[pc("Orca", 5)])).choose("attack", "One").choose("fight")

    assert duel.told("end_called") == [(ALICE,)]
    assert duel.told("scored") == [(ALICE, "One")]
    assert duel.game.outcome == Outcome((ALICE,), "deck", (1, 0))


@pytest.mark.clause("ENE-5.6", "ENE-OP-3", "ENE-OP-16")
@pytest.mark.parametrize(("variant", "left", "trigger"), [(DRAFT, 0, "end_called"), (SAMPLE, 1, "last_card")])
def test_a_destiny_draw_of_the_defender_calls_the_end_too(variant: Variant, left: int, trigger: str):
    bob = Side(pcs=[pc("Orca", 5)], deck=[destiny(1)] * left, blanks=0, discard=[destiny(1)])
    duel = lay(Side(hand=[ONE]), bob, variant=variant).choose("attack", "One").choose("fight")

    assert duel.told(trigger) == [(BOB,)]
    assert duel.game.is_over


@pytest.mark.clause("ENE-OP-16", "ENE-5.1", "ENE-5.6")
def test_when_both_draw_destiny_from_empty_decks_each_is_made_anew_by_itself():
    bob = Side(pcs=[pc("Orca", 5)], blanks=0, discard=[destiny(2)])
    duel = lay(Side(hand=[ONE], blanks=0, discard=[destiny(4)]), bob).choose("attack", "One").choose("fight")

    assert sorted(duel.told("reshuffled")) == [(ALICE,), (BOB,)]
    assert duel.told("compared") == [("Orca", 7, 13)]


@pytest.mark.clause("ENE-5.7")
@pytest.mark.parametrize(
    ("score", "winners"), [((TWO,), (ALICE,)), ((), (BOB,)), ((ONE,), ())], ids=["more", "fewer", "equal"]
)
def test_more_points_win_when_the_decks_end_the_game_and_equal_points_draw(
    score: tuple[Card, ...], winners: tuple[int, ...]
):
    outcome = last(DRAFT, 0, score=score).choose("event", "Draw").game.outcome

    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, "deck")


@pytest.mark.clause("ENE-5.8", "ENE-OP-4")
def test_with_nothing_left_the_draw_is_skipped_and_the_end_called_all_the_same():
    alice = Side(hand=[event("Five", {"draw": 5})], deck=[BLANK], blanks=0)
    duel = lay(alice).choose("event", "Five")

    assert len(duel.zone("hand", ALICE)) == 5
    assert duel.told("end_called") == [(ALICE,)]
    assert duel.game.is_over


@pytest.mark.clause("ENE-5.8", "ENE-OP-4")
def test_a_destiny_that_cannot_be_drawn_counts_nothing():
    duel = lay(Side(hand=[ONE], deck=[NINE]), Side(pcs=[pc("Orca", 9)], blanks=0)).choose("attack", "One")
    duel.choose("fight")

    assert duel.told("compared") == [("Orca", 9, 18)]
    assert duel.told("end_called") == [(BOB,)]


@pytest.mark.clause("ENE-5.8", "ENE-4.3")
def test_a_draw_step_with_nothing_left_goes_on_with_a_smaller_hand():
    duel = lay(Side(hand=[ONE], deck=[TWO], blanks=0), ready=False)

    assert sorted(duel.zone("hand", ALICE)) == ["One", "Two"]
    assert duel.asked == (ALICE, "play")


@pytest.mark.clause("ENE-1.4", "ENE-1.5", "ENE-5.9")
@pytest.mark.parametrize(("variant", "before"), [(FULL, 6), (SAMPLE, 6), (DRAFT, 4)])
def test_the_last_point_wins_at_once(variant: Variant, before: int):
    assert (
        lay(Side(hand=[ONE], score=[ONE] * (before - 1)), variant=variant).choose("attack", "One").game.outcome is None
    )

    won = lay(Side(hand=[ONE], score=[ONE] * before), variant=variant).choose("attack", "One")
    assert won.game.outcome == Outcome((ALICE,), "vp", (before + 1, 0))


@pytest.mark.clause("ENE-5.9", "ENE-5.11", "ENE-1.13")
def test_points_are_printed_numbers_and_more_than_the_target_wins_as_well():
    duel = lay(Side(hand=[TWO], score=[TWO, TWO]))
    assert duel.table.scores() == (4, 0)

    assert duel.choose("attack", "Two").game.outcome == Outcome((ALICE,), "vp", (6, 0))


@pytest.mark.clause("ENE-5.10")
def test_when_a_fight_wins_the_game_the_others_are_not_fought():
    alice = Side(hand=[ONE], score=[ONE] * 4, portal=[monster("Pack", 9, storable=True, joins=[{}])])
    bob = Side(pcs=[pc("Orca", 1), pc("Balmung", 1)])
    duel = lay(alice, bob).choose("attack", "One").choose("join", "Pack").choose("fight")
    duel.choose("pair", "Orca", "One").choose("resolve", "Orca")

    assert duel.game.outcome == Outcome((ALICE,), "vp", (5, 0))
    assert len(duel.told("compared")) == 1


@pytest.mark.clause("ENE-OP-17", "ENE-5.9")
def test_a_win_by_points_comes_before_the_end_of_the_decks():
    alice = Side(hand=[ONE], score=[ONE] * 4, blanks=0, discard=[BLANK])
    bob = Side(pcs=[pc("Orca", 1)], score=[TWO, TWO])
    duel = lay(alice, bob).choose("attack", "One").choose("fight")

    assert duel.told("end_called") == [(ALICE,)]
    assert duel.game.outcome == Outcome((ALICE,), "vp", (5, 4))


@pytest.mark.clause("ENE-X.3")
def test_time_lets_the_turn_finish_and_then_more_points_win():
    duel = lay(Side(hand=[ONE]))
    duel.game.call_time()
    assert duel.game.outcome is None

    assert duel.choose("attack", "One").game.outcome == Outcome((ALICE,), "time", (1, 0))
