"""Games reported on paper, in the notation of the game."""

import json
from pathlib import Path
from typing import Any

import pytest

from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import RULESETS, hagmi
from tests.gameplay.games.enemy.cards import catalogue

EXAMPLE: dict[str, Any] = json.loads((Path(hagmi.__file__).parent / "example.log.json").read_text(encoding="utf-8"))
TANK, BOAT, FLYER = "Shinonome, Levee Tank", "Knotweed, River Gunboat", "Egret, High Flyer"
FIRST, SECOND, THIRD, _ = EXAMPLE["turns"]


def verdict(*turns: str, **fields: Any) -> dict[str, Any]:
    return verdict_json(reported_game_from_json(EXAMPLE | {"turns": list(turns)} | fields, RULESETS, catalogue))


def fault_of(*turns: str, **fields: Any) -> tuple[str, str | None, str]:
    ruling = verdict(*turns, **fields)
    return ruling["verdict"], ruling["said"], ruling["clause"]


def second(old: str, new: str) -> tuple[str, str | None, str]:
    """Return the verdict if the second turn, Bob's attack, is changed."""
    assert old in SECOND
    return fault_of(FIRST, SECOND.replace(old, new))


# --- legal ----------------------------------------------------------------------------------


def test_the_example_is_legal() -> None:
    assert verdict(*EXAMPLE["turns"])["verdict"] == "legal"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("roll 5-4", "roll 5; Bob: roll 4"),
        (f"{BOAT} attacks Alice", f"attack with {BOAT}; at player"),
        (f"{BOAT} attacks Alice", f"attack with {BOAT}; Bob: {BOAT} burns 1; at Alice"),
        (f"produce {BOAT} 1", f"produce {BOAT}"),
        ("Alice: hit 2", "2 damage"),
        ("; Alice: hit 2", ""),
        (f"; {TANK} takes 4; {TANK} destroyed", ""),
    ],
)
def test_the_log_can_be_shorter_or_longer(old: str, new: str) -> None:
    assert second(old, new) == ("legal", None, "")


SALVAGE_PAID, TOPPED = "play Salvage; pays Reload", f"{TANK} receives Salvage; supply {TANK} 1"


@pytest.mark.parametrize(
    ("turn", "old", "new"),
    [
        (0, "play Salvage", SALVAGE_PAID),
        (0, "play Salvage", "play Salvage; Alice: pays Reload"),
        (0, f"supply {TANK} 1", TOPPED),
        (0, f"supply {TANK} 1", f"supply {TANK} 2; {TANK} loads Pier"),
        (0, f"supply {TANK} 1", f"{TANK} receives Salvage; supply {TANK} 2; {TANK} loads Pier"),
        (0, f"supply {TANK} 1", f"supply {TANK} #1 1"),
        (0, f"produce {TANK} 2", f"produce {TANK} 2; pays Reload; pays Pier"),
        (1, f"{TANK} guards", f"{TANK} guards; {TANK} burns Reload"),
        (1, f"{TANK} destroyed", f"{TANK} destroyed; {TANK} loses Reload"),
    ],
)
def test_payments_burnt_fuel_and_loaded_cards_can_be_written(turn: int, old: str, new: str) -> None:
    turns = list(EXAMPLE["turns"])
    assert old in turns[turn]
    turns[turn] = turns[turn].replace(old, new)

    assert fault_of(*turns) == ("legal", None, "")


@pytest.mark.clause("HAG-4.2.1")
@pytest.mark.parametrize("paid", ["Mio, Destroyer", "Reload; pays Pier; pays Pier; pays Pier"])
def test_a_payment_with_an_absent_card_or_beyond_all_costs_of_the_turn_is_illegal(paid: str) -> None:
    last = paid.rpartition("pays ")[2]

    assert fault_of(FIRST.replace("play Salvage", f"play Salvage; pays {paid}"))[1:] == (f"pays {last}", "HAG-4.2.1")


@pytest.mark.clause("HAG-9.3.2")
@pytest.mark.parametrize(
    ("loaded", "said"),
    [
        (f"supply {TANK} 2; {TANK} loads Mio, Destroyer", f"{TANK} loads Mio, Destroyer"),
        (f"supply {TANK} 3; {TANK} loads Pier; {TANK} loads Reload", f"supply {TANK} 3"),
        (f"supply {TANK} 1; {TANK} loads Pier", f"{TANK} loads Pier"),
        (f"{TANK} receives Mio, Destroyer; supply {TANK} 1", f"{TANK} receives Mio, Destroyer"),
    ],
)
def test_loaded_cards_come_from_hand_in_the_written_number(loaded: str, said: str) -> None:
    ruling = fault_of(FIRST.replace(f"supply {TANK} 1", loaded))

    assert ruling[:2] == ("illegal", said)


@pytest.mark.clause("HAG-5.1.7")
def test_burnt_cards_must_have_been_fuel_of_the_unit() -> None:
    turns = [FIRST.replace(f"produce {TANK} 2", f"produce {TANK} 2; pays Reload; pays Pier")]
    turns[0] = turns[0].replace(f"supply {TANK} 1", TOPPED)
    turns.append(SECOND.replace(f"{TANK} guards", f"{TANK} guards; {TANK} burns Trenches"))

    assert fault_of(*turns)[0] != "legal"


def test_decks_are_required_because_the_rules_do_not_fix_their_size() -> None:
    with pytest.raises(UnreadableError) as error:
        verdict(FIRST, decks=[EXAMPLE["decks"][0], None])
    assert error.value.place == "decks"


@pytest.mark.parametrize(
    ("variant", "players", "seats"),
    [("tactics", ["A", "B", "C"], "2"), ("multiplayer", ["A"], "2 or 3 or 4"), ("team", ["A", "B", "C"], "4")],
)
def test_the_number_of_players_must_fit_the_variant(variant: str, players: list[str], seats: str) -> None:
    with pytest.raises(UnreadableError) as error:
        verdict(variant=variant, players=players)
    assert error.value.place == "players"
    assert error.value.reason == f"{seats} different player names are required"


# --- illegal --------------------------------------------------------------------------------


@pytest.mark.clause("HAG-1.15")
def test_a_die_has_six_faces() -> None:
    assert fault_of(FIRST.replace("roll 1-5", "roll 1; roll 7"))[1:] == ("roll 7", "HAG-1.15")


@pytest.mark.clause("HAG-3.4.1")
def test_logistics_2_are_two_dice() -> None:
    assert fault_of(f"roll 1-5; roll 5; {FIRST}")[2] == "HAG-3.4.1"


@pytest.mark.clause("HAG-4.2.1", "HAG-4.2.3")
def test_a_card_is_not_a_part_of_its_own_cost() -> None:
    """Of six cards in hand, five are paid or played, so the last cannot be paid for."""
    ruling = fault_of(f"roll 1-5; produce {TANK} 2; produce {TANK} 2; produce {TANK} 2")

    assert ruling == ("illegal", f"produce {TANK} 2", "HAG-4.2.1")


@pytest.mark.parametrize(
    ("old", "new", "said", "clause"),
    [
        (f"produce {BOAT} 1", f"produce {BOAT} 2", f"produce {BOAT} 2", "HAG-4.3.2"),
        (f"produce {BOAT} 1", f"play {BOAT}", f"play {BOAT}", "HAG-4.4.1"),
        (f"produce {BOAT} 1", f"produce {TANK}", f"produce {TANK}", "HAG-10.1"),
        (f"produce {BOAT} 1", f"Alice: produce {BOAT} 1", f"Alice: produce {BOAT} 1", "HAG-3.1.1"),
        (f"{BOAT} attacks Alice", f"{FLYER} attacks Alice", f"{FLYER} attacks Alice", "HAG-5.1.3"),
        (f"{BOAT} attacks Alice", f"{TANK} attacks Alice", f"{TANK} attacks Alice", "HAG-5.1.2"),
        (f"{BOAT} attacks Alice", f"{BOAT} attacks Bob", f"{BOAT} attacks Bob", "HAG-5.1.9"),
        (f"{BOAT} attacks Alice", f"{BOAT} attacks {FLYER}", f"{BOAT} attacks {FLYER}", "HAG-5.1.9"),
        (f"{FLYER} attacks Alice", f"{FLYER} attacks Alice; at {TANK}", f"at {TANK}", "HAG-5.2.1"),
        (f"{TANK} guards", f"Alice: {TANK} counters", f"Alice: {TANK} counters", "HAG-6.3.1"),
        (f"{TANK} takes 4", f"{TANK} takes 5", f"{TANK} takes 5", "HAG-7.1.2"),
        ("Alice: hit 2", "Alice: hit 3", "Alice: hit 3", "HAG-7.3.1"),
        ("keep Fire Aboard", "keep Sandbags", "keep Sandbags", "HAG-7.3.3"),
        (f"supply {FLYER} 1", f"supply {TANK} 1", f"supply {TANK} 1", "HAG-9.3.5"),
        (f"supply {FLYER} 1", f"supply {FLYER} 9", f"supply {FLYER} 9", "HAG-9.3.2"),
    ],
)
def test_an_impossible_entry_is_named_with_its_clause(old: str, new: str, said: str, clause: str) -> None:
    assert second(old, new) == ("illegal", said, clause)


PRODUCES, ATTACKS, GUARDS = f"produce {BOAT} 1", f"{BOAT} attacks Alice", f"{TANK} guards"


@pytest.mark.parametrize(
    ("before", "said", "clause"),
    [
        (PRODUCES, f"use {BOAT}", "HAG-4.5.1"),
        (ATTACKS, f"use {BOAT}", "HAG-4.5.2"),
        (PRODUCES, "play Ambush", "HAG-1.5"),
        (PRODUCES, "produce Hard Shot", "HAG-4.3.1"),
        (PRODUCES, ATTACKS, "HAG-5.1.1"),
        (ATTACKS, "play Hard Shot", "HAG-4.2.1"),
        (ATTACKS, "roll 3-3", "HAG-3.4.1"),
        (ATTACKS, "Alice: keep Fire Aboard", "HAG-7.3.3"),
        (GUARDS, "Alice: emergency Salvage", "HAG-6.4.1"),
        (GUARDS, f"Alice: emergency {TANK} 2", "HAG-6.4.2"),
        (GUARDS, "Alice: Canna, Sluice Guard guards", "HAG-6.2.1"),
    ],
)
def test_an_entry_too_early_or_too_late_is_named_with_its_clause(before: str, said: str, clause: str) -> None:
    assert second(before, f"{said}; {before}") == ("illegal", said, clause)


@pytest.mark.parametrize(
    ("old", "new", "said", "clause"),
    [
        (GUARDS, f"{GUARDS}; {GUARDS}", GUARDS, "HAG-6.2.2"),
        ("roll 5-4", "roll 5-4; Alice: defeated", "Alice: defeated", "HAG-7.3.7"),
        (f"supply {FLYER} 1", f"supply {FLYER} 1; {FLYER} attacks Alice", f"{FLYER} attacks Alice", "HAG-5.1.1"),
        ("suffer Taking Water", "suffer Sandbags", "suffer Sandbags", "HAG-7.3.3"),
        ("reveal Fire Aboard", "reveal Hard Shot", "reveal Hard Shot", "HAG-7.3.1"),
        (ATTACKS, f"{BOAT} attacks Pier", f"{BOAT} attacks Pier", "HAG-5.1.9"),
        (f"supply {FLYER} 1", f"supply {FLYER} 1; supply {FLYER} 1", f"supply {FLYER} 1", "HAG-9.3.5"),
        (ATTACKS, f"{ATTACKS}; Alice: {GUARDS}", f"Alice: {GUARDS}", "HAG-6.2.1"),
    ],
)
def test_an_entry_about_another_card_is_named_with_its_clause(old: str, new: str, said: str, clause: str) -> None:
    assert second(old, new) == ("illegal", said, clause)


@pytest.mark.clause("HAG-13.6", "HAG-5.1.9")
@pytest.mark.parametrize(("whom", "clause"), [("D", "HAG-13.6"), ("B", "HAG-5.1.9")])
def test_attacking_a_teammate_is_illegal(whom: str, clause: str) -> None:
    fields = {"variant": "team", "players": list("ABCD"), "first": "A", "decks": [*EXAMPLE["decks"], *EXAMPLE["decks"]]}

    assert fault_of(FIRST, f"roll 5-4; {PRODUCES}; {BOAT} attacks {whom}", **fields)[2] == clause


@pytest.mark.clause("HAG-6.2.3")
def test_a_target_does_not_guard() -> None:
    assert second(f"{FLYER} attacks Alice", f"{FLYER} attacks {TANK}")[2] == "HAG-6.2.3"


# --- undecidable -----------------------------------------------------------------------------


def test_a_missing_die_is_inferred_from_the_plays() -> None:
    """Bob plays seven cards, so he must have drawn three, and both dice are equal (HAG-3.4.4)."""
    seven = f"produce {BOAT} 1; produce {FLYER} 3; play Hard Shot"

    assert fault_of(FIRST, f"roll 5-5; {seven}")[0] == fault_of(FIRST, f"roll 5; {seven}")[0] == "legal"
    assert fault_of(FIRST, f"roll 5-4; {seven}")[2] == "HAG-4.2.1"


def test_the_target_of_a_text_is_requested_if_it_matters() -> None:
    """Taking Water removes fuel from the Flyer, which then cannot attack, or from the Boat, which has none."""
    later = (THIRD, f"roll 2-6; {FLYER} attacks Alice")
    without = SECOND.replace(f"on {FLYER}; ", "")
    ruling = verdict(FIRST, without.replace("keep Fire", f"{FLYER} burns 1; keep Fire"))

    assert verdict(FIRST, without)["verdict"] == verdict(FIRST, without, *later)["verdict"] == "legal"
    assert (ruling["verdict"], ruling["needs"][0]["write"][0]) == ("undecidable", "{card} on {card_target}")
    assert fault_of(FIRST, SECOND, *later)[2] == "HAG-5.1.5"
    assert fault_of(FIRST, SECOND.replace(f"on {FLYER}", f"on {BOAT}"), *later)[0] == "legal"


# --- a result alone ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "points", "reason", "clause"),
    [
        ("Alice", [4, 0], "damage", ""),
        ("Alice", [4, 1], "damage", "HAG-7.3.7"),
        (None, [0, 0], "damage", "HAG-7.3.7"),
        ("Alice", [4, 3], "time", ""),
        ("Bob", [4, 3], "time", "HAG-7.3.7"),
        (None, [3, 3], "quiet", ""),
        ("Bob", [4, 3], "concede", ""),
        (None, [4, 3], "concede", "HAG-7.3.7"),
        (["Alice", "Bob"], [4, 3], "concede", "HAG-7.3.7"),
    ],
)
def test_a_reported_result_must_be_possible(winner: Any, points: list[int], reason: str, clause: str) -> None:
    ruling = verdict(result={"winner": winner, "points": points, "reason": reason})

    assert (ruling["verdict"], ruling["clause"]) == ("illegal" if clause else "legal", clause)


@pytest.mark.clause("HAG-13.1", "HAG-13.2")
@pytest.mark.parametrize(
    ("winner", "points", "reason", "clause"),
    [
        (["A", "C"], [3, 0, 2, 0], "damage", ""),
        (["A", "C"], [3, 1, 2, 0], "damage", "HAG-13.2"),
        (["A", "B"], [3, 0, 2, 0], "damage", "HAG-13.1"),
        ("A", [3, 0, 2, 0], "damage", "HAG-13.1"),
        (["A", "C"], [3, 2, 1, 1], "time", ""),
        (["A", "C"], [3, 2, 0, 1], "time", "HAG-13.2"),
        (None, [3, 2, 0, 1], "time", ""),
    ],
)
def test_a_team_wins_together(winner: Any, points: list[int], reason: str, clause: str) -> None:
    fields = {"variant": "team", "players": list("ABCD"), "first": "A", "decks": [*EXAMPLE["decks"], *EXAMPLE["decks"]]}
    ruling = verdict(**fields, result={"winner": winner, "points": points, "reason": reason})

    assert (ruling["verdict"], ruling["clause"]) == ("illegal" if clause else "legal", clause)


@pytest.mark.clause("HAG-12.7")
@pytest.mark.parametrize(
    ("winner", "points", "reason", "clause"),
    [
        ("A", [3, 0, 0], "damage", ""),
        ("A", [3, 4, 0], "damage", ""),  # the player with more damage cards conceded
        ("A", [3, 4, 1], "damage", "HAG-12.7"),
        (["A", "C"], [3, 0, 0], "damage", "HAG-12.7"),
        ("A", [3, 4, 1], "quiet", ""),
        ("C", [3, 4, 1], "quiet", "HAG-12.7"),
        (None, [3, 3, 1], "time", ""),
        (None, [3, 2, 1], "time", "HAG-12.7"),
    ],
)
def test_the_last_of_three_players_wins(winner: Any, points: list[int], reason: str, clause: str) -> None:
    decks = [EXAMPLE["decks"][seat % 2] for seat in range(3)]
    fields = {"variant": "multiplayer", "players": list("ABC"), "first": "A", "decks": decks}
    ruling = verdict(**fields, result={"winner": winner, "points": points, "reason": reason})

    assert (ruling["verdict"], ruling["clause"]) == ("illegal" if clause else "legal", clause)
