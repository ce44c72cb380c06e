"""What follows from an action may be written anywhere in the line of its turn, more than once, or not at all."""

import itertools

import pytest

from tests.gameplay.games.enemy.test_paper import judged, verdict

LEGAL = ("legal", None, "")
MET = "play Alpha Ichigoro"  # it has strength 4, as Heavy Metal has
HIDES = ("hide",) * 10
ARMED = ("play Elk", "hide", "play Air Wand on Elk", "hide")
MARKET = "play Market Before Dawn"  # two more plays
SILENCE = "play Silence over the Water"  # Bob discards two hidden cards


@pytest.mark.parametrize(
    "turns",
    [
        (MET, "attack Ectoplasm; avoid; discard Ectoplasm"),  # a monster without VP
        (MET, "attack Heavy Metal; fight; destiny 6-1; discard Heavy Metal"),
        (MET, "attack Heavy Metal; fight; destiny 6-1; Heavy Metal destroyed; discard Heavy Metal"),
        (MET, "attack Heavy Metal; fight; destiny 6-1; Heavy Metal loses; Alpha Ichigoro wins"),
        (MET, "attack Heavy Metal; fight; destiny 1-6; Heavy Metal wins"),
        ("play Elk", "hide", "play BT for Elk; sacrifice Elk"),
        ("play Elk", "hide", "sacrifice Elk; play BT for Elk"),
        ("play Elk", "hide", "play BT; sacrifice Elk"),
        ("play Elk", "hide", "play BT; discard Elk"),
        ("play Elk", "hide", "play Air Wand on Elk", "hide", "play Adian's Rod on Elk; sacrifice Air Wand"),
        ("play Elk", "hide", "play Air Wand on Elk", "hide", "sacrifice Air Wand; play Adian's Rod on Elk"),
        ("play Elk", "hide", f"{MARKET}; play BT; hide; sacrifice Elk"),
        ("play Elk", "hide", f"{MARKET}; play BT; hide; discard Elk"),
        ("play Elk", "hide", f"{MARKET}; play BT; play Crim; sacrifice BT; sacrifice Elk"),
        (*ARMED, "play Crim; sacrifice Air Wand"),  # Crim replaces Elk, and cannot bear the wand
        (*ARMED, "play BT", "hide", "play Crim; discard Air Wand"),
        (*ARMED, f"{MARKET}; play Crim; hide; sacrifice Air Wand"),
        (*HIDES, "hide; sacrifice Gladiator"),
        (*HIDES, "sacrifice Gladiator; hide"),
        (*HIDES, "hide; discard Gladiator"),
        ("hide", "attack Chicken Hand; avoid; reward Chicken Hand; discard Gladiator; score Chicken Hand"),
        ("hide", "attack Chicken Hand; avoid; reward Chicken Hand; score Chicken Hand; discard Gladiator"),
        (MET, "attack Heavy Metal; fight; Bob: destiny 2; Alice: destiny 5"),
        (MET, "attack Heavy Metal; fight; Alice: destiny 5; Bob: destiny 2"),
        ("play BT", "attack Heavy Metal; fight; destiny 1-6; BT wounded; BT loses"),
        ("play BT", "BT wounded; BT loses; attack Heavy Metal; fight; destiny 1-6"),
        ("play BT", "attack Heavy Metal; fight; destiny 1-6; BT wounded; Alice: BT wounded"),
        (MET, *HIDES[:4], "attack Heavy Metal; fight; flip Juk Rom; discard Juk Rom; destiny 6-1"),
        (MET, "play BT", f"{SILENCE}; attack Heavy Metal; fight; destiny 1-6; BT wounded; Bob: discard Gladiator"),
    ],
)
def test_truthful_line_is_legal(turns: tuple[str, ...]) -> None:
    assert judged(*turns) == LEGAL


@pytest.mark.clause("ENE-16.12")
def test_results_of_a_fight_are_legal_in_every_order() -> None:
    decisions = ["attack Heavy Metal", "fight", "destiny 1-6"]
    results = ["BT loses", "BT wounded", "score Heavy Metal"]
    for order in itertools.permutations(results):
        for before in range(len(results) + 1):
            line = "; ".join([*order[:before], *decisions, *order[before:]])

            assert judged("play BT", line) == LEGAL, line


@pytest.mark.parametrize(
    ("line", "said", "clause"),
    [
        ("attack Heavy Metal; fight; destiny 6-1; BT wounded", "BT wounded", "ENE-16.10"),
        ("BT wounded; attack Heavy Metal; fight; destiny 6-1", "BT wounded", "ENE-16.12"),
        ("attack Heavy Metal; fight; destiny 6-1; score Heavy Metal", "score Heavy Metal", "ENE-16.3.4"),
        ("attack Heavy Metal; avoid; discard Elk", "discard Elk", "ENE-4.4"),
        ("discard Elk; score Heavy Metal; attack Heavy Metal; avoid", "discard Elk", "ENE-4.4"),
        ("fight; attack Heavy Metal", "fight", "ENE-14.1"),  # decisions keep their order
    ],
)
def test_false_entry_is_still_named(line: str, said: str, clause: str) -> None:
    answer = verdict("play BT", line)

    assert (answer["verdict"], answer["said"], answer["clause"]) == ("illegal", said, clause)


@pytest.mark.clause("ENE-X.3")
@pytest.mark.parametrize("turns", [("hide", "hide"), ("hide", "hide; time"), ("hide", "time; hide")])
def test_result_by_time_needs_no_entry(turns: tuple[str, ...]) -> None:
    drawn = {"winner": None, "points": [0, 0], "reason": "time"}

    assert judged(*turns, result=drawn) == LEGAL
    assert judged(*turns, result=drawn | {"winner": "Bob"})[::2] == ("illegal", "ENE-X.3")
