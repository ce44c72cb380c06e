"""Illegal entries of a reported game are refused by the clause that they violate."""

import pytest

from tests.gameplay.games.enemy.test_paper import verdict

MET = ("play Alpha Ichigoro",)  # 4 against 4
FIGHT = "attack Heavy Metal; fight"
WON, LOST = f"{FIGHT}; destiny 6-1", f"{FIGHT}; destiny 1-6"
STORED = (
    *MET,
    "store Baby Worm",
    "hide",
    "store Heavy Metal",
    "hide",
)  # Bob's monsters; the worm can join any monster, the other one thunder monsters


def refused(*turns: str) -> tuple[str, str, str]:
    """Return the verdict on the last entry, its clause and its turn."""
    answer = verdict(*turns)
    assert answer["said"] == turns[-1].split("; ")[-1]
    return answer["verdict"], answer["clause"], turns[-1]


@pytest.mark.parametrize(
    ("entry", "clause"),
    [
        ("hide", "ENE-6.1"),
        ("redraw", "ENE-6.1"),
        ("play Elk", "ENE-6.1"),
        ("attack Heavy Metal", "ENE-6.1"),
        ("store Heavy Metal", "ENE-6.1"),
        ("use Elk", "ENE-11.7"),
        ("feed Elk", "ENE-11.4"),
        ("join Elk", "ENE-12.5"),
        ("avoid", "ENE-14.1"),
        ("fight", "ENE-14.1"),
        ("Elk vs Heavy Metal", "ENE-15.2"),
        ("fight of Elk", "ENE-16.1"),
        ("flip Juk Rom", "ENE-10.5"),
        ("destiny 3", "ENE-16.7"),
        ("Elk 3 to 4", "ENE-16.9"),
        ("Elk wins", "ENE-16.10"),
        ("Elk loses", "ENE-16.11"),
        ("Elk tolerates", "ENE-16.2.2"),
        ("Elk wounded", "ENE-16.12"),
        ("Elk healed", "ENE-8.11"),
        ("Elk destroyed", "ENE-8.12"),
        ("sacrifice Elk", "ENE-7.5"),
        ("discard Elk", "ENE-4.4"),
        ("reward Elk", "ENE-16.3.1"),
        ("score Heavy Metal", "ENE-16.3.4"),
        ("points 1-0", "ENE-5.11"),
        ("reshuffle", "ENE-5.1"),
        ("last turn", "ENE-5.2"),
    ],
)
def test_entry_that_cannot_follow_hiding_is_illegal(entry: str, clause: str) -> None:
    assert refused(f"hide; {entry}")[:2] == ("illegal", clause)


@pytest.mark.parametrize(
    ("turns", "clause"),
    [
        (("hide", "hide", "redraw"), "ENE-6.11"),  # only on the first turn
        (("use Gardenia",), "ENE-11.6"),
        (("play Juk Rom",), "ENE-10.2"),
        (("attack Gardenia",), "ENE-12.1"),
        (("play Heavy Metal",), "ENE-12.1"),
        (("attack Tetra Armor",), "ENE-13.9"),
        (("store Gladiator",), "ENE-12.2"),
        (("play Lavaman Spear",), "ENE-9.2"),
        (("play Elk", "hide", "play Lavaman Spear on Elk"), "ENE-9.2"),
        ((*MET * 2, "attack Parasite Dragon; avoid", "hide", "attack Parasite Dragon"), "ENE-7.6"),
        (("Bob: hide",), "ENE-3.6"),
    ],
)
def test_illegal_play_is_refused_by_its_clause(turns: tuple[str, ...], clause: str) -> None:
    assert refused(*turns)[:2] == ("illegal", clause)


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        ("attack Heavy Metal; avoid; fight", "ENE-14.2"),
        ("attack Heavy Metal; avoid; Alpha Ichigoro vs Heavy Metal", "ENE-15.2"),
        ("attack Heavy Metal; Gardenia vs Heavy Metal", "ENE-14.2"),
        (f"{FIGHT}; Alpha Ichigoro vs Gladiator", "ENE-15.1"),
        (f"{FIGHT}; fight of Gardenia", "ENE-16.1"),
        (f"{FIGHT}; flip Gardenia", "ENE-10.4"),
        (f"{FIGHT}; flip La Repth", "ENE-10.5"),
        (f"{FIGHT}; flip Juk Rom", "ENE-10.2"),  # no player has a hidden card
        (f"{WON}; flip Juk Rom", "ENE-16.8"),
        (f"{FIGHT}; destiny 6; flip Juk Rom", "ENE-16.8"),
        (f"{WON}; destiny 5", "ENE-16.7"),
        (f"{WON}; Alpha Ichigoro 11 to 5", "ENE-16.9"),
        (f"{WON}; Alpha Ichigoro loses", "ENE-16.10"),
        (f"{WON}; Alpha Ichigoro wounded", "ENE-16.10"),
        (f"{WON}; Alpha Ichigoro tolerates", "ENE-16.10"),
        (f"{LOST}; Alpha Ichigoro wins", "ENE-16.11"),
        (f"{LOST}; Heavy Metal destroyed", "ENE-16.11"),
        (f"{LOST}; Alpha Ichigoro tolerates", "ENE-16.12"),
        (f"{LOST}; score Heavy Metal; points 0-2", "ENE-5.11"),
        ("attack Gladiator; fight; destiny 1-6; reward Heavy Metal", "ENE-16.3.1"),
        ("attack Gladiator; fight; destiny 6-1; reward Gladiator", "ENE-16.3.1"),
        ("attack Gladiator; avoid; score Heavy Metal", "ENE-16.3.4"),
        ("attack Gladiator; fight; destiny 6-1; score Gladiator", "ENE-16.3.4"),
    ],
)
def test_impossible_attack_is_refused_by_its_clause(turn: str, clause: str) -> None:
    assert refused(*MET, turn)[:2] == ("illegal", clause)


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        ("attack Heavy Metal; fight; flip Gardenia", "ENE-10.4"),
        ("attack Heavy Metal; fight; flip La Repth", "ENE-10.5"),
        ("attack Heavy Metal; Alice: flip La Repth", "ENE-13.9"),  # there is no water card in play
    ],
)
def test_illegal_flip_of_a_hidden_card_is_refused_by_its_clause(turn: str, clause: str) -> None:
    hidden = ("hide", "hide", *MET)

    assert verdict(*hidden, "attack Heavy Metal; fight; Alice: flip Juk Rom; destiny 6-1")["verdict"] == "legal"
    assert refused(*hidden, turn)[:2] == ("illegal", clause)


def test_copy_that_is_not_in_the_deck_is_illegal() -> None:
    decks = [{"Alpha Ichigoro": 1, "Heavy Metal": 34}, None]

    answer = verdict(*MET, "hide", *MET, decks=decks)

    assert (answer["verdict"], answer["entry"], answer["clause"]) == ("illegal", 2, "ENE-2.1")


def test_wound_prevented_by_tolerance_and_second_wound_are_illegal() -> None:
    assert refused("play Gardenia", f"{FIGHT}; destiny 3-4; Gardenia wounded")[1] == "ENE-16.2.2"
    assert refused(*MET, LOST, "hide", f"{LOST}; Alpha Ichigoro wounded")[1] == "ENE-8.12"
    assert refused(*MET, LOST, "hide", f"{LOST}; Alpha Ichigoro tolerates")[1] == "ENE-16.12"


def test_joining_needs_an_earlier_turn_and_the_condition_of_the_text() -> None:
    again = "play Market Before Dawn; store Magical Goblin; attack General Armor"

    assert verdict(*STORED, "attack General Armor; join Heavy Metal; join Baby Worm")["verdict"] == "legal"
    assert refused(*STORED, "attack Gladiator; join Heavy Metal")[:2] == ("illegal", "ENE-12.6")
    assert refused(*STORED, "attack Gladiator; join Magical Goblin")[:2] == ("illegal", "ENE-12.5")
    assert refused(*STORED, f"{again}; join Magical Goblin")[:2] == ("illegal", "ENE-12.7")
    assert verdict(*STORED, f"{again}; join Heavy Metal")["verdict"] == "legal"


def test_monsters_destroyed_together_can_be_written_in_any_order() -> None:
    attack = f"{FIGHT.replace('fight', 'join Baby Worm; fight')}; Alpha Ichigoro vs Baby Worm; destiny 6-1"

    for first, second in (("Heavy Metal", "Baby Worm"), ("Baby Worm", "Heavy Metal")):
        turn = f"{attack}; Alpha Ichigoro 10 to 7; {first} destroyed; {second} destroyed"
        assert verdict(*MET, "store Baby Worm", "hide", turn)["verdict"] == "legal"


@pytest.mark.clause("ENE-16.6")
@pytest.mark.parametrize("entry", ["destiny 9", "Alice: destiny 9", "destiny Heavy Metal 9"])
def test_a_destiny_that_no_card_has_is_named_even_if_facts_are_missing_before_it(entry: str) -> None:
    lacking = ("play Alpha Ichigoro", f"{FIGHT}; Alpha Ichigoro loses")
    assert verdict(*lacking)["verdict"] == "undecidable"

    answer = verdict(*lacking, "hide", f"{FIGHT}; {entry}")

    assert (answer["verdict"], answer["said"], answer["clause"]) == ("illegal", entry, "ENE-16.6")
    assert not answer["needs"]
