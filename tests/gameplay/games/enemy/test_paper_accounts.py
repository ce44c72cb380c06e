"""Truthful accounts of one position in many styles, and accounts with one fault that a judge sees."""

from collections import Counter
from typing import Any

import pytest

from gameplay.bots import decks_for_seats
from gameplay.engine.adjudication.notation_reader import UnknownEntryError
from gameplay.games import RULESETS
from tests.gameplay.games.accounts import judge

ALICE: dict[str, Any] = {
    "party": ["Elk", "BT"],
    "portal": ["Heavy Metal"],
    "hand": [{"unknown": 5}],
    "score": ["Gladiator"],
}
BOB: dict[str, Any] = {
    "party": [{"card": "Crim", "wounded": True}, {"card": "Gardenia", "under": ["Water Spear"]}],
    "hidden": [{"unknown": 1}],
    "hand": [{"unknown": 4}],
    "score": ["Chicken Hand"],
}
ATTACK = "attack General Armor; join Heavy Metal"
FIGHT = f"{ATTACK}; fight; Crim vs General Armor; Gardenia vs Heavy Metal; fight of Gardenia; destiny 4-3; destiny 2-6"


def verdict(*turns: str, alice: dict[str, Any] = ALICE, bob: dict[str, Any] = BOB, **fields: Any) -> dict[str, Any]:
    """Return the verdict on an account from the middle of a draft game, in which Alice is to play."""
    position = {"turn": 9, "active": 0, "step": "play", "seats": [alice, bob]}
    return judge("enemy", "draft", turns, position=position, **fields)


@pytest.mark.parametrize(
    "turns",
    [
        # everything, its consequences first, with set numbers, and on a Japanese keyboard
        [f"{FIGHT}; Gardenia 10 to 7; Heavy Metal destroyed; Crim destroyed; score General Armor; points 2-1"],
        [f"points 2-1; score General Armor; Crim 7 to 11; Crim destroyed; Heavy Metal destroyed; {FIGHT}"],
        ["attack SD-05; join SD-07; fight; SD-18 vs SD-05; SD-22 vs SD-07; fight of SD-22; destiny 4-3; destiny 2-6"],
        ["attack General Armor；avoid；score General Armor；points ２－１"],
        # in the words of the site
        ["attack General Armor; fight; Crim faces General Armor; destiny 2 and 6; Crim is destroyed"],
        # points that a turn does not change, and those before it does
        ["hide; points 1-1", "points 1-1; hide"],
        ["attack Ectoplasm; avoid; reward Ectoplasm; Crim destroyed; points 1-1"],
        ["points 1-1; attack General Armor; avoid; points 2-1"],
        ["hide; points 1-1; concede"],
        ["points 1-1; concede"],
        # the end of a turn at the beginning of the next line
        ["attack General Armor; avoid", "score General Armor; points 2-1; hide"],
        [FIGHT, "Crim destroyed; score General Armor; points 2-1; hide", "hide"],
        ["attack General Armor; avoid", "points 2-1; attack Chicken Hand; avoid", "points 2-2; hide", "points 2-2"],
        # what says nothing
        ["pass; attack General Armor; Bob: pass; Bob: avoid; end of turn"],
    ],
)
def test_truthful_accounts_are_legal(turns: list[str]) -> None:
    assert verdict(*turns)["verdict"] == "legal"


@pytest.mark.clause("ENE-15.3")
@pytest.mark.parametrize(
    "results", ["Crim 9 to 11", "Crim loses", "Gardenia 9 to 11", "Gardenia loses", "Crim loses; Crim 9 to 11"]
)
def test_a_result_says_which_pc_fought(results: str) -> None:
    turn = f"attack General Armor; fight; destiny {4 if 'Crim' in results else 3}-6; {results}"

    assert verdict(turn)["verdict"] == "legal"


@pytest.mark.clause("ENE-6.9")
@pytest.mark.parametrize(
    ("turn", "status"),
    [
        ("redraw", "legal"),
        ("redraw; discard Air Wand; discard BT; discard Juk Rom; discard Juk Rom", "legal"),
        ("discard BT; redraw; discard Air Wand", "legal"),
        ("redraw; discard Air Wand; discard Crim", "illegal"),  # in different decks
    ],
)
def test_the_cards_of_a_redrawn_hand_are_seen_in_the_sample_game(turn: str, status: str) -> None:
    assert judge("enemy", "sample", [turn, "hide"])["verdict"] == status


@pytest.mark.clause("ENE-5.1")
@pytest.mark.parametrize("place", [0, 2, 3, 5, 6])
def test_a_discarded_card_may_be_reshuffled_in_the_same_turn(place: int) -> None:
    entries = [
        "attack General Armor",
        "fight",
        "Crim vs General Armor",
        "flip Juk Rom",
        "destiny 4",
        "Alice: destiny 2",
    ]
    entries.insert(place, "Alice: discard Juk Rom")
    alice = ALICE | {"hidden": ["Juk Rom"], "discard": ["General Armor"] * 25}

    found = verdict("; ".join(entries), alice=alice, bob=BOB | {"hidden": []})

    assert found["verdict"] == "legal"


@pytest.mark.parametrize(
    ("monsters", "turns", "status"),
    [
        (3, ["attack Tetra Armor; avoid; points 5-1", "Alice wins the game"], "legal"),
        (3, ["attack Tetra Armor; avoid", "points 5-1; Alice wins the game"], "legal"),
        (3, ["attack Tetra Armor; avoid", "points 5-1; hide"], "illegal"),
        (2, ["attack Tetra Armor; avoid; points 4-1; Alice wins the game"], "illegal"),
        (2, ["attack Tetra Armor; avoid", "points 4-1; Alice wins the game"], "undecidable"),  # Bob's play is missing
    ],
)
def test_the_end_of_a_game_may_be_in_a_line_of_its_own(monsters: int, turns: list[str], status: str) -> None:
    assert verdict(*turns, alice=ALICE | {"score": ["General Armor"] * monsters})["verdict"] == status


@pytest.mark.parametrize("turns", [["score General Armor; points 2-1"], ["Bob: fight; Bob: Crim destroyed"], ["pass"]])
def test_an_account_of_results_only_is_asked_for_the_play(turns: list[str]) -> None:
    [fact] = verdict(*turns, "hide")["needs"]

    assert (fact["fact"], fact["player"], fact["turn"]) == ("play", "Alice", 1)


@pytest.mark.parametrize(
    ("turns", "clause"),
    [
        (["hide; points 2-1"], "ENE-5.11"),
        (["attack General Armor; avoid; score General Armor; points 1-1"], "ENE-5.11"),
        (["play Elk for BT"], "ENE-8.4"),
        (["attack General Armor; Bob: play Supper on Board"], "ENE-11.1"),
        (["attack General Armor; Bob: play Kelp Canopy"], "ENE-11.2"),
        (["attack Gladiator; join Heavy Metal"], "ENE-12.6"),
        (["attack Gladiator; join Magical Goblin"], "ENE-12.5"),
        (["attack General Armor; Bob: flip Juk Rom; avoid"], "ENE-14.2"),
        (["attack Ectoplasm; avoid; score Ectoplasm"], "ENE-14.6"),
        (["attack General Armor; avoid; destiny 3-3"], "ENE-14.8"),
        (["attack General Armor; fight; Crim vs General Armor; Gardenia vs General Armor"], "ENE-15.4"),
        (["attack General Armor; fight; Crim vs General Armor; destiny 2-6; Crim tolerates"], "ENE-16.12"),
    ],
)
def test_a_fault_is_found_by_the_clause_that_a_judge_cites(turns: list[str], clause: str) -> None:
    found = verdict(*turns)

    assert (found["verdict"], found["said"], found["clause"]) == ("illegal", turns[-1].split("; ")[-1], clause)
    assert found["turn"] == len(turns)


@pytest.mark.parametrize(
    ("first", "second", "said", "clause"),
    [
        ("attack General Armor; avoid", "score General Armor; points 3-1; hide", "points 3-1", "ENE-5.11"),
        ("hide", "points 1-1; score General Armor; hide", "score General Armor", "ENE-16.3.4"),
        ("attack General Armor; avoid", "hide; score General Armor", "score General Armor", "ENE-16.3.4"),
    ],
)
def test_a_result_in_the_next_line_is_not_possible_in_any_turn(first: str, second: str, said: str, clause: str) -> None:
    found = verdict(first, second)

    assert (found["verdict"], found["turn"], found["said"], found["clause"]) == ("illegal", 2, said, clause)


@pytest.mark.parametrize(("destiny", "clause"), [("3-2", "ENE-16.2.3"), ("2-6", "ENE-16.12")])
def test_a_pc_without_tolerance_is_wounded_in_a_tie_or_a_lost_fight(destiny: str, clause: str) -> None:
    turn = f"attack General Armor; fight; Crim vs General Armor; destiny {destiny}; Crim tolerates"
    found = verdict(turn, bob=BOB | {"party": ["Crim"]})

    assert (found["verdict"], found["said"], found["clause"]) == ("illegal", "Crim tolerates", clause)


@pytest.mark.parametrize(
    ("entry", "meant"),
    [
        ("General Armor scored", "score ..."),
        ("points two to one", "points ...-..."),
        ("Crim for Gardenia", "play ... for ..."),
        ("Alice attacks with General Armor", "Alice: attack ..."),
        ("attack GA", "General Armor"),
        ("attack Armor", "General Armor, Tetra Armor"),
        ("Alice's Elk wounded", "Elk"),
    ],
)
def test_an_entry_in_other_words_is_refused_with_the_form_to_write(entry: str, meant: str) -> None:
    with pytest.raises(UnknownEntryError) as refusal:
        verdict(entry)

    assert set(meant.split(", ")) <= set(refusal.value.similar)


def test_results_of_a_turn_may_follow_late_ones_of_the_turn_before_in_many_lines() -> None:
    turns = [
        "hide",
        "attack Fiend Menhir; avoid",
        "Bob: score Fiend Menhir; attack Ochimusha; Bob: avoid",
        "Alice: score Ochimusha; attack Fiend Menhir; avoid",
        "Bob: score Fiend Menhir; attack Ochimusha; Bob: avoid",
        "Alice: score Ochimusha; play Crim",
        *["hide"] * 2,
        "attack General Armor; fight; destiny 3-5",
        "Crim 7 to 10; hide",
        *["hide"] * 6,
    ]

    for last in ("sacrifice Heavy Metal; hide", "hide; sacrifice Heavy Metal"):
        assert judge("enemy", "sample", [*turns, last])["verdict"] == "legal"
    assert judge("enemy", "sample", [*turns[:-1], "Crim wounded; sacrifice Crim; hide"])["verdict"] == "illegal"


@pytest.mark.parametrize("entry", ["Bob: avoid", "Bob: fight", "Gardenia wounded", "Alice: score General Armor"])
def test_a_line_without_a_play_is_asked_for_it(entry: str) -> None:
    answer = verdict("hide", "hide", entry)

    assert (answer["verdict"], answer["said"]) == ("undecidable", entry)
    assert [(fact["fact"], fact["player"], fact["turn"]) for fact in answer["needs"]] == [("play", "Alice", 3)]
    assert verdict("hide", "hide", f"hide; {entry}")["verdict"] == "illegal"


@pytest.mark.parametrize("entry", ["Bob: avoid", "Bob: fight", "Orla Bellwarden wounded"])
def test_a_defence_or_a_wound_alone_is_asked_for_the_play(entry: str) -> None:
    dealt = decks_for_seats(RULESETS["enemy"], "draft", (9005).to_bytes(32, "big"), seats=2)
    decks = [dict(Counter(str(card.ref) for card in deck)) for deck in dealt]
    answer = judge("enemy", "draft", ["hide", "Bob: play Orla Bellwarden", entry], decks=decks)

    assert (answer["verdict"], answer["said"]) == ("undecidable", entry)
    assert [(fact["fact"], fact["player"], fact["turn"]) for fact in answer["needs"]] == [("play", "Alice", 3)]
