"""Truthful accounts of one position in many styles, and accounts with one fault that a judge sees."""

from typing import Any

import pytest

from gameplay.engine.adjudication.notation_reader import UnknownEntryError
from tests.gameplay.games.accounts import judge, ready_made_decks

WEAPONS, OPERATIONS = {"unknown": 2, "back": "weapon"}, {"unknown": 2, "back": "operation"}
ALICE: dict[str, Any] = {
    "units": [{"card": "Shinonome, Levee Tank", "fuel": [WEAPONS]}, {"card": "Canna, Sluice Guard", "fuel": [WEAPONS]}],
    "facilities": ["Trenches"],
    "hand": [WEAPONS, OPERATIONS],
    "discard": ["Hard Shot"],
}
BOB = {
    "units": [
        {"card": "Mio, Destroyer", "fuel": [WEAPONS]},
        {"card": "Knotweed, River Gunboat", "fuel": [OPERATIONS]},
    ],
    "hand": [WEAPONS, OPERATIONS],
    "discard": ["Tracer Rounds"],
}
SUNK = "Shinonome attacks Knotweed; Knotweed destroyed"


def verdict(*turns: str, step: str = "main", alice: dict[str, Any] = ALICE, **fields: Any) -> dict[str, Any]:
    """Return the verdict on an account from the middle of a game, in Alice's turn."""
    position = {"turn": 9, "active": 0, "step": step, "seats": [alice, BOB]}
    return judge("hagmi", "tactics", turns, position=position, decks=ready_made_decks("hagmi"), **fields)


@pytest.mark.parametrize(
    "turns",
    [
        # short titles, Japanese ones, and those of the owner
        ["Shinonome attacks Knotweed; Knotweed counters; Knotweed takes 3; Shinonome takes 2; Knotweed destroyed"],
        ["シノノメ attacks ミオ; ミオ counters; ミオ takes 3; シノノメ takes 3"],
        ["Alice's Shinonome attacks Bob's Mio; Bob's Mio counters"],
        ["Knotweed destroyed; Knotweed takes 3; supply Shinonome; Shinonome attacks Knotweed"],
        # a play with its target
        ["play Hard Shot on Shinonome; Shinonome attacks Mio; Mio destroyed"],
        # in the words of the site
        ["produce Canna with 1 fuel; Shinonome attacks Knotweed; Knotweed is destroyed"],
        # a card that was destroyed or played is discarded
        [f"{SUNK}; Bob: discard Knotweed"],
        ["discard Hard Shot; play Hard Shot on Shinonome"],
        # the end of a turn in the next line
        [SUNK, "supply Shinonome 1; roll 2-3"],
        ["Shinonome attacks Knotweed", "Knotweed takes 3; Knotweed destroyed; roll 2-3"],
        # what says nothing
        ["pass", "roll 1-4; end turn"],
    ],
)
def test_truthful_accounts_are_legal(turns: list[str]) -> None:
    alice = ALICE | {"discard": []} if "Hard Shot" in turns[0] else ALICE
    assert verdict(*turns, alice=alice)["verdict"] == "legal"


@pytest.mark.parametrize(
    ("damage", "status"), [("takes 5", "legal"), ("takes 3; Hitoe takes 2", "legal"), ("takes 3", "illegal")]
)
def test_simultaneous_damage_is_written_together_or_strike_by_strike(damage: str, status: str) -> None:
    hitoe = {"card": "Hitoe, Twin-Barrel Carrier", "fuel": [WEAPONS]}
    turn = f"Hitoe attacks Bob; at Mio; Knotweed guards Bob; Mio counters; Hitoe {damage}; Hitoe destroyed"

    assert verdict(turn, alice=ALICE | {"units": [hitoe]})["verdict"] == status


@pytest.mark.clause("HAG-3.4.2", "HAG-3.4.3", "HAG-3.4.4")
@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        ("roll 5-2; draw a weapon; draw an operation", ""),
        ("draw an operation; draw a weapon; roll 5; roll 2", ""),
        ("roll 2-2; draw an operation; draw an operation; draw an operation", ""),
        ("roll 5-4; draw a weapon; play Waiting for the Tide; draw an operation", ""),
        ("roll 5-4; draw an operation", "HAG-3.4.2"),
        ("roll 3-1; draw a weapon", "HAG-3.4.3"),
    ],
)
def test_the_deck_of_a_draw_follows_from_the_die(turn: str, clause: str) -> None:
    assert verdict(turn, step="draw")["clause"] == clause


@pytest.mark.parametrize("turn", ["Knotweed destroyed", "Bob: hit 3; Bob: keep Graze", "Bob: Knotweed guards"])
def test_an_account_of_results_only_is_asked_for_the_plays(turn: str) -> None:
    found = verdict(turn, "roll 2-3")

    assert (found["verdict"], {fact["player"] for fact in found["needs"]}) == ("undecidable", {"Alice"})
    assert ["attack with {card}"] in [fact["write"] for fact in found["needs"]]


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        ("Trenches attacks Mio", "HAG-1.7"),
        ("Knotweed attacks Shinonome", "HAG-5.1.2"),
        ("Shinonome attacks Mio; Knotweed guards Mio; Mio counters", "HAG-6.1.3"),
        ("Shinonome attacks Mio; Knotweed guards Mio; Mio takes 3", "HAG-6.2.5"),
        ("Shinonome attacks Bob; Knotweed guards; Mio guards", "HAG-6.2.2"),
        ("Shinonome attacks Mio; Shinonome takes 3", "HAG-6.3.2"),
        ("Shinonome attacks Bob; emergency Ripple; Bob: emergency Pinwheel", "HAG-6.4.6"),
        ("Plantain attacks Knotweed; Knotweed counters; Knotweed destroyed; Plantain takes 2", "HAG-7.1.4"),
        ("Shinonome attacks Mio; Bob: supply Mio 1", "HAG-9.3.6"),
    ],
)
def test_a_fault_is_found_by_the_clause_that_a_judge_cites(turn: str, clause: str) -> None:
    plantain = {"card": "Plantain, Towed Gun", "fuel": [WEAPONS]}
    found = verdict(turn, alice=ALICE | {"units": [*ALICE["units"], plantain]})

    assert (found["verdict"], found["said"], found["clause"]) == ("illegal", turn.rsplit("; ", maxsplit=1)[-1], clause)


@pytest.mark.parametrize(
    ("entry", "card", "meant"),
    [
        ("Shinonom attacks Mio", "Shinonom", "Shinonome, Levee Tank"),
        ("attack Mio with Shinonome", "", "attack with ..."),
        ("Carol: roll 1", "", "Alice: ..."),
    ],
)
def test_an_entry_in_other_words_is_refused_with_the_form_to_write(entry: str, card: str, meant: str) -> None:
    with pytest.raises(UnknownEntryError) as refusal:
        verdict(entry)

    assert (refusal.value.card, meant in refusal.value.similar) == (card, True)


def test_a_result_may_follow_from_a_card_that_was_shown_but_not_written() -> None:
    """Bob revealed three cards: Graze, Withdrawal, and one that is in no entry."""
    cards = "Bob: keep Graze; Bob: reveal Graze; Bob: suffer Withdrawal; Withdrawal on Shinonome"
    turn = f"Shinonome returns; Shinonome attacks Bob; {cards}; supply Canna 1"
    found = verdict(turn, "roll 2-3")
    complete = verdict(f"{turn}; Bob: reveal Rally; Bob: keep Rally; Bob: reveal Withdrawal", "roll 2-3")

    assert (found["verdict"], [fact["write"] for fact in found["needs"][:1]]) == ("undecidable", [["reveal {card}"]])
    assert complete["verdict"] == "legal"


def test_a_question_comes_after_the_written_entries() -> None:
    """An attack with its target is two entries, but is written as one."""
    found = verdict("Shinonome attacks Knotweed; Canna attacks Bob; Bob: hit 1", "roll 1-3")

    assert [(fact["fact"], fact["before"]) for fact in found["needs"]] == [("revealed", 3)]
