"""Truthful accounts of one position in many styles, and accounts with one fault that a judge sees."""

from collections import Counter
from typing import Any

import pytest

from gameplay.bots import decks_for_seats
from gameplay.engine.adjudication.notation_reader import UnknownEntryError
from gameplay.games import RULESETS
from tests.gameplay.games.accounts import judge, ready_made_decks

ROOT, BARD, DREAMER = "Root of the Channel", "Thirteenth Chapter Bard", "Serial Dreamer"
ALICE = {
    "users": [
        {"card": ROOT, "main": True, "lag": 1, "syncing": {"unknown": 1, "tokens": 2}},
        {"card": "Echo Bot"},
        {"card": "Caps Lock Prophet"},
    ],
    "hand": [{"unknown": 5}],
    "vp": 3,
    "won": 2,
}
BOB = {
    "users": [{"card": BARD, "main": True, "lag": 1}, {"card": DREAMER, "syncing": {"unknown": 1, "tokens": 1}}],
    "hand": [{"unknown": 4}],
    "vp": 3,
    "won": 2,
}
GOLF = f"{ROOT} activates Code Golf; {ROOT} attacks; {DREAMER} defends"
CALL_OUT = f"{ROOT} activates Call Out; {ROOT} attacks; {BARD} defends"
WITCH = ALICE | {"users": [{"card": ROOT, "main": True, "lag": 1, "syncing": {"unknown": 1, "tokens": 4}}]}


def verdict(*turns: str, step: str = "main", alice: dict[str, Any] = ALICE, **fields: Any) -> dict[str, Any]:
    """Return the verdict on an account from the middle of a game, in Alice's turn."""
    position = {"turn": 9, "active": 0, "step": step, "seats": [alice, BOB]}
    return judge("rm2k", "standard", turns, position=position, decks=ready_made_decks("rm2k"), **fields)


@pytest.mark.clause("RM-5.1.5", "RM-5.3.4")
@pytest.mark.parametrize(
    "turns",
    [
        [f"Alice: 1 VP; 1 lag on {DREAMER}; Code Golf 5 to 1; {GOLF}; Alice: wins"],
        ["回線の根 activates 短さ比べ; 回線の根 attacks; 連載の夢想家 defends; 短さ比べ 5 to 1; Alice: wins"],
        # single payments, and the lag of all kinds of payments
        [f"sync on Echo Bot; {ROOT} pays 1 for Echo Bot; {ROOT} pays 1 for Echo Bot; Echo Bot pays 1"],
        [f"sync on Echo Bot; {ROOT} pays 2 for Echo Bot; 2 lag on {ROOT}"],
        [f"use {ROOT}; 2 lag on {ROOT}; Bob: {DREAMER} drops Foam Greatsword"],
        [f"use Caps Lock Prophet; 1 lag on Caps Lock Prophet; 1 lag on {DREAMER}"],
        ["Echo Bot plays Fresh Topic; 1 lag on Echo Bot"],
        # the end of a turn in the next line
        [GOLF, f"Alice: wins; Alice: 1 VP; 1 lag on {DREAMER}; Bob: pays nothing"],
        [GOLF, f"Alice: 1 VP; {BARD} clears 1; Bob: pays nothing"],
        [GOLF, f"Alice: wins; 1 lag on {DREAMER}; {BARD} clears 1; {DREAMER} clears 1; Bob: pays nothing"],
        [GOLF, f"Bob: loses; 1 lag on {DREAMER}; {BARD} clears 1; Bob: pays nothing"],
        # what says nothing
        [f"{GOLF}; Bob: pass", "pass; Bob: pays nothing"],
    ],
)
def test_truthful_accounts_are_legal(turns: list[str]) -> None:
    assert verdict(*turns)["verdict"] == "legal"


def test_a_user_that_arrived_may_be_written_in_the_next_line() -> None:
    turns = f"{ROOT} activates Patch Witch", "Alice: Patch Witch arrives; Bob: pays nothing"

    assert verdict(*turns, alice=WITCH)["verdict"] == "legal"


@pytest.mark.parametrize("turn", ["Alice: 1 VP", "wins Code Golf", f"Bob: challenged; Bob: {DREAMER} defends"])
def test_an_account_of_results_only_is_asked_for_the_plays(turn: str) -> None:
    found = verdict(turn)

    assert found["verdict"] == "undecidable"
    assert ("challenge_phase", "Alice") in [(fact["fact"], fact["player"]) for fact in found["needs"]]


@pytest.mark.parametrize(
    ("turn", "step", "clause"),
    [
        (f"pays nothing; {GOLF}; Alice: 2 VP", "main", "RM-8.2.9"),
        (f"Bob: {BARD} pays for {DREAMER}", "main", "RM-5.1.15"),
        (f"use {ROOT}; 3 lag on {ROOT}", "connect", "RM-5.1.5"),
        (f"pays nothing; {GOLF}; Alice: wins; 3 lag on {DREAMER}", "main", "RM-8.2.9"),
        (f"pays nothing; {CALL_OUT}; 1 lag on {DREAMER}", "main", "RM-6.1"),
        # no payment comes before the Connect Phase
        (f"{ROOT} clears 2", "connect", "RM-3.2.1"),
        (f"sync on Echo Bot; {ROOT} clears 2", "connect", "RM-3.2.1"),
    ],
)
def test_a_fault_is_found_by_the_clause_that_a_judge_cites(turn: str, step: str, clause: str) -> None:
    found = verdict(turn, step=step)

    assert (found["verdict"], found["said"], found["clause"]) == ("illegal", turn.rsplit("; ", maxsplit=1)[-1], clause)


@pytest.mark.parametrize(
    ("entry", "meant"),
    [
        ("Root activates Code Golf", ROOT),
        (f"Echo Bot plays Raised Voice on {ROOT}", "Raised Voice"),
        ("Alice activates Code Golf", "Alice: ... activates ..."),
        (f"{ROOT} gets 2 lag", "... lag on ..."),
    ],
)
def test_an_entry_in_other_words_is_refused_with_the_form_to_write(entry: str, meant: str) -> None:
    with pytest.raises(UnknownEntryError) as refusal:
        verdict(entry)

    assert meant in refusal.value.similar


def test_late_results_may_be_followed_by_those_of_the_connect_phase() -> None:
    turns = [
        (
            f"Alice: main {ROOT}; Alice: starts Echo Bot; Bob: main {BARD}; Bob: starts {BARD} #2; Alice: goes first; "
            f"sync on {ROOT}; sync on Echo Bot; {ROOT} pays; {ROOT} pays; {ROOT} activates Echo Bot; sync on {ROOT}; "
            f"{ROOT} pays; Echo Bot pays for {ROOT}; {ROOT} pays for Echo Bot; Echo Bot pays for Echo Bot; "
            f"{ROOT} activates Code Golf; Bob: challenged; {ROOT} attacks; Bob: {BARD} #2 defends; "
            f"Bob: {BARD} #1 plays Timeout; Code Golf prevented"
        ),
        (
            f"sync on {BARD} #1; {BARD} #2 pays for {BARD} #1; sync on {BARD} #2; {BARD} #2 pays; "
            f"{BARD} #1 activates Improv Bout; Alice: challenged; {BARD} #2 attacks; Alice: Echo Bot #1 defends; "
            "Alice: use Echo Bot #2; Alice: charge Echo Bot #1 1"
        ),
        f"Alice: loses Improv Bout; Alice: 1 lag on Echo Bot #1; {ROOT} clears 4",
    ]
    dealt = decks_for_seats(RULESETS["rm2k"], "standard", (9003).to_bytes(32, "big"), seats=2)
    decks = [dict(Counter(str(card.ref) for card in deck)) for deck in dealt]

    assert judge("rm2k", "standard", turns, decks=decks)["verdict"] == "legal"
