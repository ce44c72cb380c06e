"""Games reported on paper, in the notation of the game."""

import json
from pathlib import Path
from typing import Any

import pytest

from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import RULESETS, rm2k
from tests.gameplay.games.enemy.cards import catalogue
from tests.gameplay.games.rm2k.cards import printed

EXAMPLE: dict[str, Any] = json.loads((Path(rm2k.__file__).parent / "example.log.json").read_text(encoding="utf-8"))
FIRST, SECOND, THIRD = EXAMPLE["turns"]
ROOT, BOT, BARD = "Root of the Channel", "Echo Bot", "Thirteenth Chapter Bard"


def verdict(*turns: str, **fields: Any) -> dict[str, Any]:
    return verdict_json(reported_game_from_json(EXAMPLE | {"turns": list(turns)} | fields, RULESETS, catalogue))


def fault_of(*turns: str, **fields: Any) -> tuple[str, str | None, str]:
    ruling = verdict(*turns, **fields)
    return ruling["verdict"], ruling["said"], ruling["clause"]


def first(old: str, new: str) -> tuple[str, str | None, str]:
    """Return the verdict if the first turn is changed."""
    assert old in FIRST
    return fault_of(FIRST.replace(old, new, 1))


def with_third_turn(old: str, new: str) -> tuple[str, str | None, str]:
    """Return the verdict if the third turn is changed."""
    assert old in THIRD
    return fault_of(FIRST, SECOND, THIRD.replace(old, new, 1))


# --- legal ----------------------------------------------------------------------------------


def test_the_example_is_legal() -> None:
    assert verdict(*EXAMPLE["turns"])["verdict"] == "legal"


@pytest.mark.clause("RM-5.2.1")
def test_log_without_any_payment_is_asked_for_them() -> None:
    turns = ["; ".join(entry for entry in turn.split("; ") if " pays" not in entry) for turn in EXAMPLE["turns"]]

    answer = verdict(*turns)

    assert (answer["verdict"], answer["said"], answer["clause"]) == ("undecidable", f"{BOT} activates Patch Witch", "")
    assert {*map(str, (fact["write"] for fact in answer["needs"]))} == {
        "['{card} pays for {card_user}', 'pays nothing']"
    }
    assert [(fact["player"], fact["turn"]) for fact in answer["needs"]] == [("Alice", 1), ("Bob", 2), ("Alice", 3)]


@pytest.mark.clause("RM-5.2.1")
def test_turn_without_any_payment_is_asked_for_them_although_another_turn_has_some() -> None:
    paid_later = "; ".join(entry for entry in FIRST.split("; ") if " pays" not in entry)
    answer = verdict(paid_later, SECOND, THIRD)

    assert (answer["verdict"], answer["said"]) == ("undecidable", f"{BOT} activates Patch Witch")
    assert [(fact["fact"], fact["player"], fact["turn"]) for fact in answer["needs"]] == [("paid", "Alice", 1)]


def test_card_that_left_without_an_entry_is_not_the_one_that_is_activated_later() -> None:
    dropped = THIRD.replace(f"Bob: {BARD} #1 drops High Score Pilot; ", "")
    later = f"sync on {BARD} #1; {BARD} #1 pays; {BARD} #2 pays for {BARD} #1"

    assert verdict(FIRST, SECOND, dropped, later)["verdict"] != "illegal"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"{ROOT} pays 2", f"{ROOT} pays; {ROOT} pays for {ROOT}"),
        ("Bob: challenged; ", ""),
        (f"{BARD} #1 defends", f"Bob's {BARD} #1 defends"),
        ("Point by Point 3 to 1; Alice: wins Point by Point; Alice: 2 VP; Bob: loses Point by Point", "3 to 1; wins"),
        ("; Alice: goes first", ""),
        ("; Patch Witch arrives", ""),
        (f"{BOT} activates Patch Witch; {ROOT} activates", "activate Patch Witch; activate"),
    ],
)
def test_the_log_can_be_shorter_or_longer(old: str, new: str) -> None:
    assert first(old, new) == ("legal", None, "")


def test_payments_after_an_activation_without_its_carrier_are_for_another_card() -> None:
    setup = FIRST.split("; sync on")[0]
    turn = f"{setup}; sync on {ROOT}; sync on {BOT}; {ROOT} pays for {BOT}"

    for words in (f"{BOT} activates", "activate"):
        assert verdict(f"{turn}; {words} Night Shift Rookie; {BOT} pays for {ROOT}")["verdict"] == "legal"


def test_decks_are_required_because_they_contain_the_starting_users() -> None:
    with pytest.raises(UnreadableError) as error:
        verdict(FIRST, decks=[EXAMPLE["decks"][0], None])
    assert error.value.place == "decks"


# --- illegal --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said", "clause"),
    [
        (f"Alice: starts {BOT}", "Alice: starts Patch Witch; Alice: starts Patch Witch", "", "RM-2.2"),
        (f"Bob: main {BARD}", f"Bob: main {ROOT}", f"Bob: main {ROOT}", "RM-2.2"),
        ("Alice: goes first", "Bob: goes first", "Bob: goes first", "RM-2.11"),
        (f"sync on {BOT}", f"sync on {ROOT}", f"sync on {ROOT}", "RM-5.1.3"),
        (f"{ROOT} pays 2", f"{ROOT} pays 6", f"{ROOT} pays 6", "RM-5.1.5"),
        (f"{BOT} pays; {ROOT} pays for {BOT}", f"{BOT} pays 3", f"{BOT} pays 3", "RM-5.1.7"),
        (f"{ROOT} pays 2", f"{ROOT} pays", f"{ROOT} activates Point by Point", "RM-5.2.2"),
        (f"{BOT} activates Patch Witch", f"{BOT} plays Patch Witch", f"{BOT} plays Patch Witch", "RM-5.3.5"),
        (f"{ROOT} attacks", "Patch Witch attacks", "Patch Witch attacks", "RM-6.7.6"),
        (f"{BARD} #1 defends", f"{BOT} defends", f"{BOT} defends", "RM-8.1.2"),
        ("3 to 1", "4 to 1", "Point by Point 4 to 1", "RM-8.2.4"),
        ("Alice: wins", "Bob: wins", "Bob: wins Point by Point", "RM-8.2.5"),
        ("Alice: 2 VP", "Alice: 3 VP", "Alice: 3 VP", "RM-8.2.9"),
        ("Patch Witch arrives", f"Alice: claim {ROOT}", f"Alice: claim {ROOT}", "RM-3.5.1"),
    ],
)
def test_an_impossible_entry_is_named_with_its_clause(old: str, new: str, said: str, clause: str) -> None:
    ruling = first(old, new)

    assert (ruling[0], ruling[2]) == ("illegal", clause)
    assert said in ("", ruling[1])


@pytest.mark.parametrize(
    ("old", "new", "said", "clause"),
    [
        (f"{ROOT} clears 4", f"{ROOT} clears 5", f"{ROOT} clears 5", "RM-3.2.1"),
        ("Serial Dreamer plays Coffee Run", f"{BARD} #2 plays Coffee Run", "", "RM-5.3.2"),
        ("Call Out 2 to 0", "Call Out 2 to 1", "Call Out 2 to 1", "RM-8.2.4"),
    ],
)
def test_a_later_impossible_entry_is_named_with_its_clause(old: str, new: str, said: str, clause: str) -> None:
    ruling = with_third_turn(old, new)

    assert (ruling[0], ruling[2]) == ("illegal", clause)
    assert said in ("", ruling[1])


# --- undecidable -----------------------------------------------------------------------------


def test_attackers_are_requested_if_the_totals_depend_on_them() -> None:
    ruling = verdict(FIRST.replace(f"{ROOT} attacks; ", ""))

    assert ruling["verdict"] == "undecidable"
    assert ruling["needs"][0]["write"] == ["{card} attacks"]


# --- results ----------------------------------------------------------------------------------


def test_the_log_must_match_the_reported_result() -> None:
    def ended(winner: str, points: list[int], reason: str) -> tuple[str, str]:
        ruling = verdict(*EXAMPLE["turns"], result={"winner": winner, "points": points, "reason": reason})
        return ruling["verdict"], ruling["clause"]

    assert ended("Bob", [3, 0], "concede") == ("legal", "")
    assert ended("Bob", [4, 0], "concede")[0] == "illegal"
    assert ended("Alice", [3, 0], "domination") == ("illegal", "RM-4.1.1")
    assert ended("Alice", [10, 0], "accomplishment") == ("illegal", "RM-4.1.3")


GOAL = {"when": {"hand": 1}}
QUICK = [printed("Ann", "user", goal=GOAL), printed("Ben", "user", goal=GOAL), printed("Filler", "user", cost=9)]
"""Users whose goal is attained with one card in hand."""


def attained(*turns: str, **result: Any) -> tuple[str, str | None, str]:
    """Return the verdict of a game that ends with these claims in its first turn."""
    decks = [{name: 1, "Filler": 20} for name in ("Ann", "Ben")]
    first, *others = turns
    log = {"turns": [f"Alice: main Ann; Bob: main Ben; {first}", *others], "decks": decks, "variant": "open"}
    ruling = verdict_json(
        reported_game_from_json(EXAMPLE | log | ({"result": result} if result else {}), RULESETS, lambda _: [QUICK])
    )
    return ruling["verdict"], ruling["said"], ruling["clause"]


DRAW: dict[str, Any] = {"winner": None, "points": [0, 0], "reason": "together"}
ALICE_WINS: dict[str, Any] = {"winner": "Alice", "points": [0, 0], "reason": "goal"}


@pytest.mark.clause("RM-4.3.1", "RM-4.1.4")
@pytest.mark.parametrize(
    ("claims", "result", "verdict", "clause"),
    [
        ("claim Ann; Bob: claim Ben", DRAW, "legal", ""),
        ("Bob: claim Ben; Alice: claim Ann", DRAW, "legal", ""),
        ("claim Ann; Bob: claim Ben", ALICE_WINS, "illegal", "RM-4.3.1"),
        ("claim Ann", ALICE_WINS, "legal", ""),  # a goal without an entry is not claimed
        ("claim Ann", DRAW, "illegal", "RM-4.1.4"),
        ("claim Ann; Bob: claim Ben", DRAW | {"winner": ["Alice", "Bob"]}, "illegal", "RM-4.3.1"),
        ("claim Ann; Bob: claim Ben", ALICE_WINS | {"winner": ["Alice", "Bob"]}, "illegal", "RM-4.3.1"),
    ],
)
def test_simultaneous_claims_are_a_draw_game(claims: str, result: dict[str, Any], verdict: str, clause: str) -> None:
    assert attained(claims, **result) == (verdict, None, clause)


@pytest.mark.clause("RM-4.3.1", "RM-4.1.4")
@pytest.mark.parametrize(
    ("turns", "said", "clause"),
    [
        (["claim Ann; sync on Ben"], "sync on Ben", "RM-4.1.4"),
        (["claim Ann; Bob: claim Ben; sync on Ben"], "sync on Ben", "RM-4.3.1"),
        (["claim Ann; Bob: claim Ben", "sync on Ben"], "sync on Ben", "RM-4.3.1"),
    ],
)
def test_entries_after_a_winning_claim_are_illegal(turns: list[str], said: str, clause: str) -> None:
    assert attained(*turns) == ("illegal", said, clause)
