"""Illegal entries of a reported game are refused by the clause that they violate."""

from typing import Any

import pytest

from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.games import RULESETS
from tests.gameplay.games.hagmi.cards import printed

CARDS = [
    printed("Tank", "weapon", firepower=2, armour=2, cost=1),
    printed("Gun", "weapon", firepower=1, armour=3, cost=2, range="long"),
    printed("Scout", "weapon", firepower=1, armour=1),
    printed("Order", "order", do=[{"draw": 1}], cost=0),
    printed("Fort", "facility", cost=0),
    printed("Plan", "secret", cost=0),
    printed("Hurt", "damage"),
    printed("Burn", "damage", do=[{"draw": 1}]),
]
DECK = {"Tank": 8, "Gun": 8, "Scout": 4, "Order": 14, "Fort": 6, "Plan": 1, "Hurt": 2, "Burn": 2}
ROLLED = "roll 1-5"
PRODUCED = f"{ROLLED}; produce Tank 1"
SUPPLIED = f"{PRODUCED}; supply Tank 1"
AT_PLAYER = f"{PRODUCED}; Tank attacks Bob"
AT_ALICE = f"{PRODUCED}; Tank attacks Alice"
AT_TANK = f"{PRODUCED}; attack with Tank; at Tank"
COUNTERED, GUARDED = f"{AT_TANK}; Alice: Tank counters", f"{AT_ALICE}; Alice: Tank guards"
SCOUT = "Alice: emergency Scout"


def verdict(*turns: str, **fields: Any) -> tuple[str, str | None, str]:
    """Return the verdict on a game in which Alice goes first."""
    log = {
        "format": "passleft-log-1",
        "ruleset": "hagmi",
        "variant": "tactics",
        "players": ["Alice", "Bob"],
        "first": "Alice",
        "turns": list(turns),
        "decks": [DECK, DECK],
    }
    ruling = verdict_json(reported_game_from_json(log | fields, RULESETS, lambda _: [CARDS]))
    return ruling["verdict"], ruling["said"], ruling["clause"]


def refused(*turns: str) -> str:
    """Return the clause by which the last entry is illegal."""
    answer, said, clause = verdict(*turns)
    assert (answer, said) == ("illegal", turns[-1].split("; ")[-1])
    return clause


@pytest.mark.parametrize(
    "turns",
    [
        [f"{AT_PLAYER}; Tank burns 1; Bob: hit 2; Bob: reveal Hurt; Bob: keep Hurt"],
        [f"{AT_PLAYER}; Bob: hit 2; Bob: suffer Burn"],
        [f"{AT_PLAYER}; Bob: emergency Scout; Bob: Scout replaces player; Scout takes 2; Scout destroyed"],
        [f"{ROLLED}; produce Gun 2; produce Gun 2"],
        [SUPPLIED, f"{GUARDED}; Tank takes 2; Tank destroyed"],
        [f"{PRODUCED}; pays Order; supply Tank 1", f"{GUARDED}; Tank takes 2; Tank destroyed; Tank loses Order"],
        [SUPPLIED, f"{AT_ALICE}; Alice: Tank guards Alice"],
        [SUPPLIED, f"{AT_ALICE}; {SCOUT}; Alice: Scout replaces Alice"],
        [SUPPLIED, f"{COUNTERED}; Alice: Tank burns 1; Tank takes 2; Tank takes 2; Tank destroyed; Tank destroyed"],
        [SUPPLIED, f"{AT_TANK}; {SCOUT}; Alice: Scout replaces Tank; Scout takes 2; Scout destroyed"],
    ],
)
def test_the_legal_parts_of_the_illegal_games_are_legal(turns: list[str]) -> None:
    assert verdict(*turns) == ("legal", None, "")


@pytest.mark.parametrize(
    ("entry", "clause"),
    [
        ("roll 3", "HAG-3.4.1"),
        ("skip", "HAG-12.6"),
        ("skip for Bob", "HAG-12.6"),
        ("attack with Tank", "HAG-5.1.1"),
        ("at Tank", "HAG-5.2.2"),
        ("at player", "HAG-5.2.2"),
        ("holds out", "HAG-13.3"),
        ("Tank burns 1", "HAG-5.1.4"),
        ("pays Tank", "HAG-4.2.1"),
        ("Tank burns Order", "HAG-5.1.7"),
        ("Tank loses Order", "HAG-7.1.8"),
        ("Tank receives Order", "HAG-9.3.4"),
        ("Tank loads Order", "HAG-9.3.2"),
        ("unveil Plan", "HAG-1.5"),
        ("supply Tank 1", "HAG-9.3.5"),
        ("boost Tank", "HAG-3.1.1"),
    ],
)
def test_an_entry_that_nothing_led_to_is_illegal(entry: str, clause: str) -> None:
    assert refused(f"{ROLLED}; {entry}") == clause


RESULTS_OF_PLAYS = [
    ("Bob: Tank guards", "HAG-6.1.1"),
    ("Bob: Tank guards Tank", "HAG-6.1.1"),
    ("Bob: Tank counters", "HAG-6.3.1"),
    ("Bob: emergency Tank 1", "HAG-6.4.1"),
    ("Bob: Tank replaces Tank", "HAG-6.4.4"),
    ("Bob: Tank replaces player", "HAG-6.4.4"),
    ("Tank takes 2", "HAG-7.1.2"),
    ("Tank destroyed", "HAG-7.1.5"),
    ("Bob: hit 2", "HAG-7.3.1"),
    ("Bob: reveal Hurt", "HAG-7.3.1"),
    ("Bob: suffer Burn", "HAG-7.3.3"),
    ("Bob: keep Hurt", "HAG-7.3.3"),
    ("Bob: defeated", "HAG-7.3.7"),
    ("Bob: draw a weapon", "HAG-3.4.3"),
    ("Bob: draw an operation", "HAG-3.4.2"),
]


@pytest.mark.parametrize(("entry", "clause"), RESULTS_OF_PLAYS)
def test_a_result_that_none_of_the_plays_led_to_is_illegal(entry: str, clause: str) -> None:
    assert refused(f"{ROLLED}; play Fort; {entry}") == clause


@pytest.mark.parametrize("entry", [entry for entry, _ in RESULTS_OF_PLAYS[:-2]])
def test_a_turn_with_results_only_is_asked_for_its_plays(entry: str) -> None:
    assert verdict(f"{ROLLED}; {entry}") == ("undecidable", entry, "")


@pytest.mark.parametrize(
    ("turns", "clause"),
    [
        # plays
        ([f"{ROLLED}; Bob: produce Tank 1"], "HAG-3.1.1"),
        ([f"{ROLLED}; Bob: Tank attacks Alice"], "HAG-5.1.2"),
        ([f"{ROLLED}; use Tank"], "HAG-4.5.1"),
        ([f"{ROLLED}; play Tank"], "HAG-4.4.1"),
        ([f"{ROLLED}; produce Order"], "HAG-4.3.1"),
        ([f"{ROLLED}; produce Scout; Scout attacks Bob"], "HAG-5.1.5"),
        ([f"{PRODUCED}; supply Gun 1"], "HAG-9.3.5"),
        ([SUPPLIED, f"{ROLLED}; produce Gun 2; supply Tank 1"], "HAG-9.3.5"),
        # attacks
        ([f"{AT_PLAYER}; at Tank"], "HAG-5.2.1"),
        ([f"{AT_PLAYER}; Bob: hit 1"], "HAG-7.3.1"),
        ([f"{AT_PLAYER}; Bob: emergency Tank 1; Bob: Tank replaces player"], "HAG-6.4.4"),
        ([SUPPLIED, f"{COUNTERED}; Alice: Tank burns 2"], "HAG-5.1.4"),
        ([SUPPLIED, f"{COUNTERED}; Tank takes 1"], "HAG-7.1.2"),
        ([SUPPLIED, f"{AT_TANK}; Alice: hit 2"], "HAG-7.3.1"),
        # defences
        ([SUPPLIED, f"{AT_ALICE}; Alice: Tank counters"], "HAG-6.3.1"),
        ([SUPPLIED, f"{AT_TANK}; Alice: Tank guards"], "HAG-6.2.3"),
        ([SUPPLIED, f"{AT_ALICE}; Alice: Gun guards"], "HAG-6.2.1"),
        ([SUPPLIED, f"{GUARDED}; Alice: Tank guards"], "HAG-6.2.2"),
        ([SUPPLIED, f"{AT_TANK}; Alice: emergency Order"], "HAG-6.4.1"),
        ([SUPPLIED, f"{AT_TANK}; {SCOUT}; Alice: Gun replaces Tank"], "HAG-6.4.4"),
    ],
)
def test_an_illegal_play_is_refused_by_its_clause(turns: list[str], clause: str) -> None:
    assert refused(*turns) == clause


@pytest.mark.clause("HAG-7.3.7")
def test_a_game_that_did_not_end_as_reported_is_illegal() -> None:
    result = {"winner": "Alice", "points": [4, 0], "reason": "damage"}

    assert verdict(ROLLED, result=result) == ("illegal", None, "HAG-7.3.7")
    assert refused(f"{ROLLED}; Bob: concede; play Order") == "HAG-7.3.7"


@pytest.mark.clause("HAG-13.6")
def test_the_units_of_a_teammate_are_no_targets() -> None:
    team = {"variant": "team", "players": ["Ann", "Ben", "Cat", "Dan"], "first": "Ann", "decks": [DECK] * 4}
    attack = f"{ROLLED}; produce Gun 2; attack with Gun; at Tank"

    assert verdict(SUPPLIED, ROLLED, attack, **team) == ("illegal", "at Tank", "HAG-13.6")


@pytest.mark.parametrize(
    ("entry", "clause"),
    [
        ("roll 7", "HAG-1.15"),
        ("produce Order", "HAG-4.3.1"),
        ("produce Fort", "HAG-4.3.1"),
        ("play Gun", "HAG-4.4.1"),
        ("play Plan", "HAG-1.5"),
        ("attack with Fort", "HAG-1.7"),
        ("Alice: emergency Order", "HAG-6.4.1"),
    ],
)
def test_an_entry_that_no_game_allows_is_named_with_all_that_precedes_it_possible(entry: str, clause: str) -> None:
    assert verdict(AT_PLAYER, f"{ROLLED}; {entry}") == ("illegal", entry, clause)
    assert verdict(f"{ROLLED}; {entry}") == ("illegal", entry, clause)


def test_an_impossible_turn_before_an_entry_that_no_game_allows_is_named_first() -> None:
    assert verdict(f"{PRODUCED}; produce Order", "roll 7")[1] == "produce Order"
    assert verdict(f"{ROLLED}; produce Gun 1", "roll 7")[1:] == ("produce Gun 1", "HAG-4.3.2")
