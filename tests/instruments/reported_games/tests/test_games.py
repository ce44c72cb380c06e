"""Single games that are quickly judged: what the proof does over many."""

from typing import Any

import pytest

from gameplay.engine.adjudication.exhaustive import ExhaustiveSearch
from gameplay.engine.adjudication.hypotheses import ReportedGame
from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.engine.core.chance import RandomStream
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from tests.instruments.reported_games.faults import inject_faults
from tests.instruments.reported_games.games import adjudicate_report, play_and_report
from tests.instruments.reported_games.missing_facts import (
    CompletionResult,
    complete_report,
    fault_in_full_report,
    without_facts,
)
from tests.instruments.reported_games.proof import check_game


@pytest.mark.parametrize("variant", ["sample", "draft", "full"])
@pytest.mark.parametrize("number", range(20, 24))
def test_a_true_log_is_legal(variant: str, number: int) -> None:
    assert adjudicate_report(play_and_report(RULESETS["enemy"], variant, number))["verdict"] == "legal"


TRUE = {"tactics": (30, 31, 32), "survival": (30, 31), "simple": (30, 32), "multiplayer": (30, 31, 503), "team": (32,)}
"""Games of HAGMI!, of multiplayer with two, three and four."""


@pytest.mark.parametrize(("variant", "number"), [(each, number) for each in TRUE for number in TRUE[each]])
def test_a_true_log_of_hagmi_is_legal(variant: str, number: int) -> None:
    assert adjudicate_report(play_and_report(RULESETS["hagmi"], variant, number))["verdict"] == "legal"


@pytest.mark.parametrize("variant", ["standard", "open"])
@pytest.mark.parametrize("number", range(30, 33))  # of two, three and four
def test_a_true_log_of_rm2k_is_legal(variant: str, number: int) -> None:
    assert adjudicate_report(play_and_report(RULESETS["rm2k"], variant, number))["verdict"] == "legal"


@pytest.mark.parametrize("number", [22, 64, 72])  # a carrier is deleted; tokens came from texts, too
def test_what_syncs_is_known_by_what_is_written_later(number: int) -> None:
    assert adjudicate_report(play_and_report(RULESETS["rm2k"], "standard", number))["verdict"] == "legal"


def test_a_true_log_of_which_every_guess_is_wrong_is_settled_by_what_was_paid() -> None:
    assert adjudicate_report(play_and_report(RULESETS["hagmi"], "simple", 411))["verdict"] == "undecidable"

    paper = play_and_report(RULESETS["hagmi"], "simple", 411, whole=True)
    assert complete_report(paper, RandomStream(b"", "paper/settled"), max_facts=0) == CompletionResult(1, "legal")


# Fuel that was loaded from the hand, copies with damage of their own, a card that is paid for another of its name.
@pytest.mark.parametrize(("variant", "number"), [("tactics", 408), ("team", 400), ("team", 447)])
def test_a_true_log_of_hagmi_with_all_payments_is_legal(variant: str, number: int) -> None:
    assert adjudicate_report(play_and_report(RULESETS["hagmi"], variant, number, whole=True))["verdict"] == "legal"


@pytest.mark.parametrize(
    ("variant", "number", "name", "clause"),
    [
        ("tactics", 400, "counter_by_who_is_no_target", "HAG-6.3.1"),  # turns later
        ("team", 453, "supplying_what_is_another_players", "HAG-9.3.5"),  # in the turn of the card that a guess has not
    ],
)
def test_where_every_guess_is_wrong_the_entry_is_named_that_certainly_cannot_be(
    variant: str, number: int, name: str, clause: str
) -> None:
    short, whole = (play_and_report(RULESETS["hagmi"], variant, number, whole=whole) for whole in (False, True))
    stream = RandomStream(number.to_bytes(32, "big"), "paper/proof")
    fault = next(each for each in inject_faults(short, stream) if each.name == name)

    for each in (fault, fault_in_full_report(fault, whole)):
        verdict = adjudicate_report(each.report)
        assert (verdict["verdict"], verdict["entry"], verdict["clause"]) == ("illegal", each.entry, clause)


# Cards are drawn from either deck, and decks run out.
@pytest.mark.parametrize(("variant", "number"), [("tactics", 42), ("survival", 47), ("simple", 44)])
def test_unseen_cards_of_which_nobody_keeps_count_explain_a_true_log(variant: str, number: int) -> None:
    case = reported_game_from_json(play_and_report(RULESETS["hagmi"], variant, number).log(), RULESETS, known_cards)

    assert isinstance(case, ReportedGame)
    assert ExhaustiveSearch(case, 1200, lambda world, outcome: outcome).find_contradiction() is None


def test_how_a_log_goes_is_held_against_how_it_is_said_to_have_ended() -> None:
    paper = play_and_report(RULESETS["enemy"], "sample", 20)  # Bob wins 7 to 1
    whole = paper.log()
    lost = {"winner": "Alice", "points": [7, 1], "reason": "vp"}
    conceded = {"winner": "Bob", "points": [1, 7], "reason": "concede"}

    def verdict(turns: int, **result: object) -> tuple[str, str, Any]:
        log = whole | {"turns": whole["turns"][:turns], "result": whole["result"] | result}
        told = verdict_json(reported_game_from_json(log, RULESETS, known_cards))
        return told["verdict"], told["clause"], told["outcome"] and told["outcome"]["reason"]

    every = len(whole["turns"])
    assert verdict(every) == ("legal", "", "vp")
    assert verdict(every, **lost) == ("illegal", "ENE-5.9", None)
    assert verdict(every, **conceded) == ("illegal", "ENE-5.9", None)
    assert verdict(every, points=[2, 7]) == ("illegal", "ENE-5.9", None)
    assert verdict(3) == ("illegal", "ENE-5.9", None)
    assert verdict(3, winner="Alice", points=[0, 1], reason="concede") == ("legal", "", "concede")
    assert verdict(3, winner="Alice", points=[0, 2], reason="concede") == ("illegal", "ENE-5.9", None)


def test_a_wrong_guess_is_found_even_if_only_a_late_reshuffle_shows_it() -> None:
    paper = play_and_report(RULESETS["enemy"], "draft", 50)
    told = [entry.event[0] for entry in paper.entries]
    assert told.index("flipped") < told.index("reshuffled") - 100  # from the hand, while others lay hidden

    assert adjudicate_report(paper)["verdict"] == "legal"


def test_many_guesses_are_tried_before_a_log_is_called_illegal() -> None:
    # Copies of one card are played, discarded, recovered and sacrificed: which of them lies where shows late.
    assert adjudicate_report(play_and_report(RULESETS["enemy"], "full", 226))["verdict"] == "legal"


@pytest.mark.parametrize(("variant", "number"), [("sample", 2), ("sample", 3)])
def test_each_fault_is_named_and_what_is_asked_for_settles(variant: str, number: int) -> None:
    tried = list(check_game("enemy", variant, number))

    assert len(tried) > 10
    assert [(name, said) for name, right, said in tried if not right] == []


def test_what_could_be_missing_before_the_log_came_further_excuses_no_fault() -> None:
    # Two monsters won the fight, so a score might be missing; a missing attack long before it would not help.
    paper = play_and_report(RULESETS["enemy"], "full", 389)
    stream = RandomStream((389).to_bytes(32, "big"), "paper/proof")
    fault = next(fault for fault in inject_faults(paper, stream) if fault.name == "third_destiny")
    verdict = adjudicate_report(fault.report)

    assert (verdict["verdict"], verdict["entry"], verdict["clause"]) == ("illegal", fault.entry, "ENE-16.7")


@pytest.mark.parametrize("variant", ["sample", "draft"])
@pytest.mark.parametrize("number", range(30, 42))
def test_only_what_was_left_out_is_asked_for(variant: str, number: int) -> None:
    paper = play_and_report(RULESETS["enemy"], variant, number)
    told, out = without_facts(paper, RandomStream(b"paper", f"missing/{number}"))
    verdict = adjudicate_report(told)

    asked = notation_of(paper.ruleset).events_by_ask
    left_out = {(entry.turn, entry.event[0]) for _, entry in out}
    assert verdict["verdict"] != "illegal"
    assert bool(verdict["needs"]) == (verdict["verdict"] == "undecidable")
    for need in verdict["needs"]:
        assert any((need["turn"], code) in left_out for code in (need["fact"], *asked.get(need["fact"], ())))
    if verdict["verdict"] == "legal":
        assert paper.record.outcome is not None
        assert verdict["outcome"]["winners"] == list(paper.record.outcome.winners)


def test_what_was_left_out_long_before_is_asked_for() -> None:
    """On whom the lag lies is not written; only eighty entries later somebody pays who could not if it lay there."""
    paper = play_and_report(RULESETS["rm2k"], "standard", 410)
    entries = list(paper.entries)
    left_out = entries.pop(205)
    assert left_out.event[0] == "lagged"

    verdict = adjudicate_report(paper.with_entries(entries))

    assert (verdict["verdict"], verdict["entry"]) == ("undecidable", 287)
    assert [(need["fact"], need["turn"]) for need in verdict["needs"]] == [("user_for", left_out.turn)]
