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


@pytest.mark.clause("ENE-8.12")
def test_the_discarded_pc_of_an_opponent_is_the_one_that_was_wounded_again() -> None:
    wounded = ("hide", "play BT", "attack Heavy Metal; fight; destiny 1-6; BT wounded", "play Alpha Ichigoro")
    reward = "attack Kiln-Spark Wisp; avoid; reward Kiln-Spark Wisp; Bob: discard {}; score Kiln-Spark Wisp"

    assert judged(*wounded, reward.format("BT")) == LEGAL
    assert judged(*wounded, reward.format("Alpha Ichigoro"))[0] == "illegal"


@pytest.mark.parametrize(("total", "expected"), [(12, LEGAL), (13, LEGAL), (14, ("illegal", 9, "ENE-16.9"))])
def test_a_total_shows_later_which_pc_was_replaced(total: int, expected: tuple[str, int | None, str]) -> None:
    """Cinder Pup gets +1 for the PC Dag, which Orla may have replaced two turns before."""
    parties = ("play Dag the Kiln Hand", "play Alpha Ichigoro", "play Orla Bellwarden", "hide")

    fight = f"attack Cinder Pup; fight; destiny 1-6; 5 to {total}"

    assert judged(*parties, "hide", "hide", fight) == expected


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


FERRY = {
    "Supper on Board": 2,
    **dict.fromkeys(("Wharf Rat", "Vault Beetle", "Mott the Mason", "Ferry Pole", "Shuttered Lantern"), 3),
    **dict.fromkeys(("Storm Kettle", "Rope Gull", "Cellar Hulk", "Mud Wriggler", "Icebreaker Seal"), 3),
    "Hald the Tall": 3,
}


# Supper on Board is discarded once it is played; before that, Alice had two cards too many.
@pytest.mark.clause("ENE-4.4")
@pytest.mark.parametrize(
    "discarded",
    [
        "discard Supper on Board",
        "discard Supper on Board; discard Ferry Pole",
        "discard Supper on Board; discard Supper on Board",
        "discard Ferry Pole; discard Supper on Board; discard Wharf Rat",
    ],
)
def test_a_card_may_be_discarded_before_the_entry_that_plays_it(discarded: str) -> None:
    turns = ["play Supper on Board", "hide", f"{discarded}; play Supper on Board"]

    assert judged(*turns, decks=[FERRY, FERRY]) == LEGAL
    twice = verdict(*turns, "hide", "play Supper on Board", decks=[FERRY, FERRY])
    assert (twice["verdict"], twice["turn"], twice["clause"]) == ("illegal", 5, "ENE-2.1")


@pytest.mark.clause("ENE-7.5")
@pytest.mark.parametrize("chosen", ["sacrifice Ferry Pole", "discard Ferry Pole", "Alice: discard Shuttered Lantern"])
def test_a_discarded_card_says_which_one_was_chosen(chosen: str) -> None:
    items = ("play Ferry Pole on Hald the Tall", "hide", "play Shuttered Lantern on Mott the Mason")
    fight = "attack Collapsing Arch; fight; Hald the Tall vs Collapsing Arch; Alice: destiny 1; Bob: destiny 6"
    turns = ("play Hald the Tall", "hide", "play Mott the Mason", "hide", *items)

    assert judged(*turns, f"{fight}; reward Collapsing Arch; {chosen}") == LEGAL
