"""Truthful logs of #rm2k_anime, as players write them: what is left out is asked for, and never makes them illegal."""

from typing import Any

import pytest

from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.games import RULESETS
from tests.gameplay.games.rm2k.cards import printed
from tests.gameplay.games.rm2k.paper_logs import paper_log

CARDS = [
    printed("Ann", "user", bandwidth=3, gamer=2),
    printed("Ben", "user", bandwidth=3, gamer=1),
    printed("Cat", "user", bandwidth=3, text=[{"on": {"happens": "begins", "do": [{"charge": 1}]}}]),
    printed("New", "user", cost=2, bandwidth=3, gamer=1),
    printed("Tuner", "event", do=[{"tune": {"skill": "gamer", "amount": 1, "what": {"type": "user"}}}]),
    printed("Duel", "challenge", skill="gamer", kind="attack", win=[{"lag": {"what": {"whose": "theirs"}}}]),
    printed("Trio", "user", cost=3),
    printed("Filler", "user", cost=9),
]
SETUP = "Alice: main Ann; Alice: starts Cat; Bob: main Ben; Bob: starts Cat; Alice: goes first"
WON = "Ann plays Duel; Bob: challenged; Ann attacks; Ben defends; Duel 3 to 1; wins Duel"


def verdict(*turns: str) -> dict[str, Any]:
    deck = {"Cat": 2, "New": 2, "Tuner": 2, "Duel": 2, "Trio": 2, "Filler": 18}
    first, *others = turns
    log = paper_log(deck, f"{SETUP}; {first}", *others)
    return verdict_json(reported_game_from_json(log, RULESETS, lambda _: [CARDS]))


# Lag on Ben comes from the Duel; that the Tuner was played on Ann is left out.
@pytest.mark.parametrize("turn", [f"Ann plays Tuner; {WON}; 1 lag on Ben", f"1 lag on Ben; Ann plays Tuner; {WON}"])
@pytest.mark.clause("RM-8.2.4")
def test_lag_in_the_line_is_not_the_target_of_a_text_that_changes_levels(turn: str) -> None:
    answer = verdict(turn)

    assert answer["verdict"] == "undecidable"
    assert [(fact["fact"], fact["cards"]) for fact in answer["needs"]] == [("user_for", ["T-Tuner"])]
    assert verdict(turn.replace("Ann plays Tuner", "Ann plays Tuner; Ann level 1"))["verdict"] == "legal"


# New costs 2: Ann paid 1, and the text of Cat added 1 when Alice's second turn began.
@pytest.mark.parametrize("begins", ["charge Ann; Cat clears 1", "Cat clears 1; charge Ann", "Cat clears 1"])
@pytest.mark.clause("RM-5.2.2")
def test_removed_lag_is_not_the_target_of_a_text_that_adds_a_token(begins: str) -> None:
    turns = ["sync on Ann; Ann pays; sync on Cat; Cat pays", "", f"{begins}; Ann activates New"]

    assert verdict(*turns)["verdict"] == "legal"
    assert verdict(turns[0].replace("Ann pays; ", ""), *turns[1:])["verdict"] != "legal"


# The text of Cat adds a token when a turn begins. What Ann carries takes at least four, so it is not Trio.
@pytest.mark.clause("RM-5.1.5")
@pytest.mark.parametrize("second", ["Ann clears 2; Ann pays", "Ann pays; charge Ann"])
def test_a_card_that_is_never_revealed_may_have_tokens_without_payments(second: str) -> None:
    assert verdict("sync on Ann; Ann pays 2", "", second)["verdict"] == "legal"


# Cat costs nothing to begin with: whether Ann paid for New, which costs 2, is asked until the answer is written.
@pytest.mark.clause("RM-5.2.2")
def test_a_turn_without_payments_can_say_so() -> None:
    turns = ["sync on Ann", "", "Ann activates New"]
    asked = verdict(*turns)

    assert asked["verdict"] == "undecidable"
    assert {(fact["fact"], fact["turn"]) for fact in asked["needs"]} == {("paid", 1), ("paid", 3)}
    assert all("pays nothing" in fact["write"] for fact in asked["needs"])
    answered = verdict("sync on Ann; pays nothing", "", "Alice: pays nothing; Ann activates New")
    assert (answered["verdict"], answered["turn"], answered["clause"]) == ("illegal", 3, "RM-5.2.2")


@pytest.mark.clause("RM-3.6.3")
def test_payments_are_asked_for_if_a_result_is_written_before_the_card_that_needs_them() -> None:
    """New arrives because Ann activates it, which is written later in the line."""
    asked = verdict("sync on Ann", "", "New arrives; Ann activates New")

    assert asked["verdict"] == "undecidable"
    assert {(fact["fact"], fact["turn"]) for fact in asked["needs"]} == {("paid", 1), ("paid", 3)}
    paid = "sync on Ann; Ann pays; sync on Cat; Cat pays"
    assert verdict(paid, "", "New arrives; charge Ann; Ann activates New")["verdict"] == "legal"
    assert verdict(paid, "", "New arrives; charge Ann")["verdict"] == "illegal"


@pytest.mark.clause("RM-5.1.5")
def test_a_turn_with_payments_cannot_be_said_to_have_none() -> None:
    answer = verdict("sync on Ann; Ann pays; pays nothing", "sync on Ben; Alice: pays nothing; Ben pays")

    assert (answer["verdict"], answer["said"], answer["clause"]) == ("illegal", "pays nothing", "RM-5.1.5")
    assert verdict("sync on Ann; Ann pays", "sync on Ben; Alice: pays nothing; Ben pays")["verdict"] == "legal"


# The payments of two turns are not written, and in the third one only one of two may be.
@pytest.mark.clause("RM-5.2.2")
def test_a_turn_with_a_payment_may_lack_others_if_most_turns_of_the_player_lack_all() -> None:
    asked = verdict("sync on Ann", "", "sync on Cat", "", "Cat pays; Ann activates Filler")

    assert asked["verdict"] == "undecidable"
    assert {(fact["fact"], fact["turn"]) for fact in asked["needs"]} == {("paid", 1), ("paid", 3), ("paid", 5)}
