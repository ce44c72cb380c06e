"""Empty decks and the end of the game (ENE-5.*)."""

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
    """Return a duel in Alice's Play Step with this number of cards left in her deck."""
    alice = Side(hand=[DRAW], deck=[BLANK] * cards, blanks=0, discard=[BLANK] * discard, score=score)
    return lay(alice, Side(score=[ONE]), variant=variant)


@pytest.mark.clause("ENE-5.1", "ENE-5.2")
@pytest.mark.parametrize("variant", [FULL, DRAFT])
def test_draw_from_an_empty_deck_reshuffles_and_makes_this_the_last_turn(variant: Variant):
    duel = last(variant, 0)
    hand = len(duel.zone("hand", ALICE))
    duel.choose("event", "Draw")

    assert duel.events("reshuffled") == [(ALICE,)]
    assert len(duel.zone("hand", ALICE)) == hand
    assert (len(duel.zone("deck", ALICE)), duel.zone("discard", ALICE)) == (5, ["Draw"])
    assert duel.game.outcome == Outcome((BOB,), "deck", (0, 1))


@pytest.mark.clause("ENE-5.3", "ENE-OP-21")
@pytest.mark.parametrize("variant", [FULL, DRAFT])
def test_drawing_the_last_card_does_not_end_the_game(variant: Variant):
    duel = last(variant, 1).choose("event", "Draw")

    assert duel.zone("deck", ALICE) == []
    assert (duel.game.outcome, duel.events("end_called"), duel.pending) == (None, [], (BOB, "play"))


@pytest.mark.clause("ENE-5.4", "ENE-OP-21")
def test_last_card_makes_this_the_last_turn_in_the_sample_game():
    duel = last(SAMPLE, 1).choose("event", "Draw")

    assert (duel.events("reshuffled"), duel.events("end_called"), duel.events("last_card")) == ([], [], [(ALICE,)])
    assert duel.game.outcome == Outcome((BOB,), "deck", (0, 1))


@pytest.mark.clause("ENE-5.4")
def test_second_to_last_card_does_not_end_the_sample_game():
    assert last(SAMPLE, 2).choose("event", "Draw").game.outcome is None


@pytest.mark.clause("ENE-OP-21")
def test_switch_lets_the_last_card_end_the_draft_game():
    switched = replace(DRAFT, end_trigger="last_card")

    assert last(switched, 1).choose("event", "Draw").game.is_over
    assert not last(switched, 2).choose("event", "Draw").game.is_over


@pytest.mark.clause("ENE-5.5")
def test_later_draw_reshuffles_in_the_sample_game():
    alice = Side(hand=[event("Three", {"draw": 3})], deck=[BLANK], blanks=0, discard=[ONE, ONE, ONE])
    duel = lay(alice, variant=SAMPLE).choose("event", "Three")

    assert duel.events("reshuffled") == [(ALICE,)]
    assert duel.zone("hand", ALICE).count("One") == 2
    assert duel.game.is_over


@pytest.mark.clause("ENE-5.2")
def test_turn_is_finished_before_the_game_ends():
    alice = Side(hand=[ONE], deck=[], blanks=0, discard=[destiny(0)])
    duel = lay(alice, Side(pcs=[pc("Orca", 5)])).choose("attack", "One").choose("fight")

    assert duel.events("end_called") == [(ALICE,)]
    assert duel.events("scored") == [(ALICE, "One")]
    assert duel.game.outcome == Outcome((ALICE,), "deck", (1, 0))


@pytest.mark.clause("ENE-5.6", "ENE-OP-3", "ENE-OP-16")
@pytest.mark.parametrize(("variant", "left", "trigger"), [(DRAFT, 0, "end_called"), (SAMPLE, 1, "last_card")])
def test_destiny_draw_of_the_defender_can_make_this_the_last_turn(variant: Variant, left: int, trigger: str):
    bob = Side(pcs=[pc("Orca", 5)], deck=[destiny(1)] * left, blanks=0, discard=[destiny(1)])
    duel = lay(Side(hand=[ONE]), bob, variant=variant).choose("attack", "One").choose("fight")

    assert duel.events(trigger) == [(BOB,)]
    assert duel.game.is_over


@pytest.mark.clause("ENE-OP-16", "ENE-5.1", "ENE-5.6")
def test_each_empty_deck_is_reshuffled_by_itself():
    bob = Side(pcs=[pc("Orca", 5)], blanks=0, discard=[destiny(2)])
    duel = lay(Side(hand=[ONE], blanks=0, discard=[destiny(4)]), bob).choose("attack", "One").choose("fight")

    assert sorted(duel.events("reshuffled")) == [(ALICE,), (BOB,)]
    assert duel.events("compared") == [("Orca", 7, 13)]


@pytest.mark.clause("ENE-5.7")
@pytest.mark.parametrize(
    ("score", "winners"), [((TWO,), (ALICE,)), ((), (BOB,)), ((ONE,), ())], ids=["more", "fewer", "equal"]
)
def test_more_vp_wins_when_a_deck_runs_out_and_equal_vp_is_a_draw(score: tuple[Card, ...], winners: tuple[int, ...]):
    outcome = last(DRAFT, 0, score=score).choose("event", "Draw").game.outcome

    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, "deck")


@pytest.mark.clause("ENE-5.8", "ENE-OP-4")
def test_draw_without_any_cards_is_skipped_but_makes_this_the_last_turn():
    alice = Side(hand=[event("Five", {"draw": 5})], deck=[BLANK], blanks=0)
    duel = lay(alice).choose("event", "Five")

    assert len(duel.zone("hand", ALICE)) == 5
    assert duel.events("end_called") == [(ALICE,)]
    assert duel.game.is_over


@pytest.mark.clause("ENE-5.8", "ENE-OP-4")
def test_destiny_that_cannot_be_drawn_counts_zero():
    duel = lay(Side(hand=[ONE], deck=[NINE]), Side(pcs=[pc("Orca", 9)], blanks=0)).choose("attack", "One")
    duel.choose("fight")

    assert duel.events("compared") == [("Orca", 9, 18)]
    assert duel.events("end_called") == [(BOB,)]


@pytest.mark.clause("ENE-5.8", "ENE-4.3")
def test_draw_step_without_any_cards_continues_with_a_smaller_hand():
    duel = lay(Side(hand=[ONE], deck=[TWO], blanks=0), ready=False)

    assert sorted(duel.zone("hand", ALICE)) == ["One", "Two"]
    assert duel.pending == (ALICE, "play")


@pytest.mark.clause("ENE-1.4", "ENE-1.5", "ENE-5.9")
@pytest.mark.parametrize(("variant", "before"), [(FULL, 6), (SAMPLE, 6), (DRAFT, 4)])
def test_last_vp_wins_immediately(variant: Variant, before: int):
    assert (
        lay(Side(hand=[ONE], score=[ONE] * (before - 1)), variant=variant).choose("attack", "One").game.outcome is None
    )

    won = lay(Side(hand=[ONE], score=[ONE] * before), variant=variant).choose("attack", "One")
    assert won.game.outcome == Outcome((ALICE,), "vp", (before + 1, 0))


@pytest.mark.clause("ENE-5.9", "ENE-5.11", "ENE-1.13")
def test_printed_vp_count_and_more_than_the_target_also_wins():
    duel = lay(Side(hand=[TWO], score=[TWO, TWO]))
    assert duel.table.scores() == (4, 0)

    assert duel.choose("attack", "Two").game.outcome == Outcome((ALICE,), "vp", (6, 0))


@pytest.mark.clause("ENE-5.10")
def test_remaining_fights_are_skipped_when_the_game_is_won():
    alice = Side(hand=[ONE], score=[ONE] * 4, portal=[monster("Pack", 9, storable=True, joins=[{}])])
    bob = Side(pcs=[pc("Orca", 1), pc("Balmung", 1)])
    duel = lay(alice, bob).choose("attack", "One").choose("join", "Pack").choose("fight")
    duel.choose("pair", "Orca", "One").choose("resolve", "Orca")

    assert duel.game.outcome == Outcome((ALICE,), "vp", (5, 0))
    assert len(duel.events("compared")) == 1


@pytest.mark.clause("ENE-OP-17", "ENE-5.9")
def test_win_by_vp_takes_precedence_over_the_end_by_decks():
    alice = Side(hand=[ONE], score=[ONE] * 4, blanks=0, discard=[BLANK])
    bob = Side(pcs=[pc("Orca", 1)], score=[TWO, TWO])
    duel = lay(alice, bob).choose("attack", "One").choose("fight")

    assert duel.events("end_called") == [(ALICE,)]
    assert duel.game.outcome == Outcome((ALICE,), "vp", (5, 4))


@pytest.mark.clause("ENE-X.3")
def test_turn_is_finished_when_time_is_called_and_more_vp_wins():
    duel = lay(Side(hand=[ONE]))
    duel.game.call_time()
    assert duel.game.outcome is None

    assert duel.choose("attack", "One").game.outcome == Outcome((ALICE,), "time", (1, 0))
