"""Adjudication of single games that need little time; the test of many games is in `proof`."""

from dataclasses import replace
from typing import Any

import pytest

from gameplay.engine.adjudication.adjudicator import adjudicate
from gameplay.engine.adjudication.exhaustive import ExhaustiveSearch
from gameplay.engine.adjudication.hypotheses import ReportedGame, StepBudget
from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.engine.core.chance import RandomStream
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from tests.instruments.reported_games.faults import inject_faults
from tests.instruments.reported_games.games import adjudicate_report, play_and_report
from tests.instruments.reported_games.loose_notes import note_loosely
from tests.instruments.reported_games.missing_facts import (
    CompletionResult,
    complete_report,
    fault_in_full_report,
    without_facts,
)
from tests.instruments.reported_games.proof import check_game


@pytest.mark.parametrize("variant", ["sample", "draft", "full"])
@pytest.mark.parametrize("number", range(20, 22))
def test_true_log_of_enemy_is_legal(variant: str, number: int) -> None:
    assert adjudicate_report(play_and_report(RULESETS["enemy"], variant, number))["verdict"] == "legal"


HAGMI_GAMES = {
    "tactics": (30, 31, 32),
    "survival": (30, 31),
    "simple": (30, 32),
    "multiplayer": (30, 31, 503),
    "team": (32,),
}
"""Numbers of games of HAGMI!; the multiplayer games have two, three and four players."""


@pytest.mark.parametrize(("variant", "number"), [(each, n) for each in HAGMI_GAMES for n in HAGMI_GAMES[each]])
def test_true_log_of_hagmi_is_legal(variant: str, number: int) -> None:
    assert adjudicate_report(play_and_report(RULESETS["hagmi"], variant, number))["verdict"] == "legal"


@pytest.mark.parametrize("variant", ["standard", "open"])
@pytest.mark.parametrize("number", range(30, 33))  # two, three and four players
def test_true_log_of_rm2k_is_legal(variant: str, number: int) -> None:
    assert adjudicate_report(play_and_report(RULESETS["rm2k"], variant, number))["verdict"] == "legal"


def test_entry_names_the_owner_of_a_card_only_if_several_players_have_it() -> None:
    alone, shared = (play_and_report(RULESETS["rm2k"], "standard", number) for number in (3, 4))

    assert "1 lag on Thirteenth Chapter Bard #1" in {entry.text for entry in alone.entries}
    assert not any("'s " in entry.text for entry in alone.entries)
    assert [entry.text for entry in shared.entries if "'s " in entry.text] == [
        "Charlie's Red Pen attached to Patch Witch #1"
    ]


@pytest.mark.parametrize("number", [22, 64, 72])  # a carrier is deleted; card effects also add tokens
def test_syncing_card_is_inferred_from_later_entries(number: int) -> None:
    assert adjudicate_report(play_and_report(RULESETS["rm2k"], "standard", number))["verdict"] == "legal"


def test_true_log_with_only_wrong_guesses_is_decided_by_payments() -> None:
    assert adjudicate_report(play_and_report(RULESETS["hagmi"], "simple", 411))["verdict"] == "undecidable"

    report = play_and_report(RULESETS["hagmi"], "simple", 411, include_optional=True)
    assert complete_report(report, RandomStream(b"", "paper/settled"), max_facts=0) == CompletionResult(1, "legal")


# Fuel loaded from the hand, copies with different damage, a card that pays for another copy.
@pytest.mark.parametrize(("variant", "number"), [("tactics", 408), ("team", 400), ("team", 447)])
def test_true_log_of_hagmi_with_all_payments_is_legal(variant: str, number: int) -> None:
    report = play_and_report(RULESETS["hagmi"], variant, number, include_optional=True)
    assert adjudicate_report(report)["verdict"] == "legal"


def test_discard_that_is_left_out_long_before_is_not_held_against_the_writer() -> None:
    report = play_and_report(RULESETS["enemy"], "full", 2)
    recovered = next(number for number, entry in enumerate(report.entries) if entry.event[0] == "recovered")
    card = report.entries[recovered].event[2]
    discarded = next(number for number, entry in enumerate(report.entries) if entry.event[::2] == ("discarded", card))
    assert report.entries[recovered].turn - report.entries[discarded].turn > 5

    noted = [*report.entries[:discarded], *report.entries[discarded + 1 : recovered + 1]]
    assert adjudicate_report(report.with_entries(noted))["verdict"] == "legal"


@pytest.mark.parametrize("number", range(6))
def test_true_log_of_enemy_that_is_noted_loosely_is_never_illegal(number: int) -> None:
    verdict = adjudicate_report(note_loosely(play_and_report(RULESETS["enemy"], "draft", number), seed=number))

    assert verdict["verdict"] in {"legal", "undecidable"}
    assert bool(verdict["needs"]) is (verdict["verdict"] == "undecidable")


@pytest.mark.parametrize(
    ("variant", "number", "name", "clause"),
    [
        ("tactics", 400, "counter_by_a_card_that_is_no_target", "HAG-6.3.1"),  # the guess fails turns later
        ("team", 453, "supplying_another_players_weapon", "HAG-9.3.5"),  # the guess fails in the same turn
    ],
)
def test_certain_contradiction_is_named_if_every_guess_is_wrong(
    variant: str, number: int, name: str, clause: str
) -> None:
    report, full_report = (
        play_and_report(RULESETS["hagmi"], variant, number, include_optional=optional) for optional in (False, True)
    )
    stream = RandomStream(number.to_bytes(32, "big"), "paper/proof")
    fault = next(each for each in inject_faults(report, stream) if each.name == name)

    # With all optional entries, the log of four players needs more steps than a verdict may take.
    for each in (fault,) if variant == "team" else (fault, fault_in_full_report(fault, full_report)):
        verdict = adjudicate_report(each.report)
        assert (verdict["verdict"], verdict["entry"], verdict["clause"]) == ("illegal", each.entry, clause)


@pytest.mark.parametrize(
    ("game", "variant", "number"), [("enemy", "draft", 1), ("hagmi", "simple", 101), ("rm2k", "standard", 3)]
)
def test_verdict_is_left_open_if_the_steps_are_spent(game: str, variant: str, number: int) -> None:
    report = play_and_report(RULESETS[game], variant, number)
    faults = inject_faults(report, RandomStream(b"", "paper/spent"))
    fault = next(fault for fault in faults if fault.name in ("total_is_one_more", "out_of_turn"))
    reported_game = reported_game_from_json(fault.report.log(), RULESETS, known_cards)
    assert isinstance(reported_game, ReportedGame)
    assert adjudicate(reported_game).status == "illegal"

    limits = replace(reported_game.notation.limits, asks=1)
    object.__setattr__(reported_game, "notation", replace(reported_game.notation, limits=limits))
    verdict = adjudicate(reported_game)

    assert verdict.status == "undecidable"
    assert verdict.missing_facts


def test_more_guesses_about_hidden_cards_are_tried_if_all_runs_contradict_the_log() -> None:
    report = play_and_report(RULESETS["enemy"], "draft", 5)
    reported_game = reported_game_from_json(report.log(), RULESETS, known_cards)
    assert isinstance(reported_game, ReportedGame)

    limits = replace(reported_game.notation.limits, runs=18)
    object.__setattr__(reported_game, "notation", replace(reported_game.notation, limits=limits))

    assert adjudicate(reported_game).status == "legal"


# Cards are drawn from either deck, and decks are exhausted.
@pytest.mark.parametrize(("variant", "number"), [("tactics", 42), ("survival", 47), ("simple", 44)])
def test_exhaustive_search_finds_no_contradiction_in_a_true_log(variant: str, number: int) -> None:
    log = play_and_report(RULESETS["hagmi"], variant, number).log()
    reported_game = reported_game_from_json(log, RULESETS, known_cards)

    assert isinstance(reported_game, ReportedGame)
    search = ExhaustiveSearch(reported_game, 1200, lambda hypothesis, outcome: outcome, StepBudget(50_000))
    assert search.find_contradiction() is None


def test_course_of_the_game_is_compared_with_the_reported_result() -> None:
    report = play_and_report(RULESETS["enemy"], "sample", 20)  # Bob wins 7 to 1
    full_log = report.log()
    lost = {"winner": "Alice", "points": [7, 1], "reason": "vp"}
    conceded = {"winner": "Bob", "points": [1, 7], "reason": "concede"}

    def verdict(turns: int, **result: object) -> tuple[str, str, Any]:
        log = full_log | {"turns": full_log["turns"][:turns], "result": full_log["result"] | result}
        found = verdict_json(reported_game_from_json(log, RULESETS, known_cards))
        return found["verdict"], found["clause"], found["outcome"] and found["outcome"]["reason"]

    every = len(full_log["turns"])
    assert verdict(every) == ("legal", "", "vp")
    assert verdict(every, **lost) == ("illegal", "ENE-5.9", None)
    assert verdict(every, **conceded) == ("illegal", "ENE-5.9", None)
    assert verdict(every, points=[2, 7]) == ("illegal", "ENE-5.9", None)
    assert verdict(3) == ("illegal", "ENE-5.9", None)
    assert verdict(3, winner="Alice", points=[0, 1], reason="concede") == ("legal", "", "concede")
    assert verdict(3, winner="Alice", points=[0, 2], reason="concede") == ("illegal", "ENE-5.9", None)


def test_search_recovers_from_a_guess_that_fails_at_a_late_reshuffle() -> None:
    report = play_and_report(RULESETS["enemy"], "draft", 50)
    codes = [entry.event[0] for entry in report.entries]
    assert codes.index("flipped") < codes.index("reshuffled") - 100  # from the hand, while other cards were hidden

    assert adjudicate_report(report)["verdict"] == "legal"


def test_many_branches_are_tried_before_a_log_is_illegal() -> None:
    # Copies of one card are played, discarded, recovered and sacrificed; their places become known late.
    assert adjudicate_report(play_and_report(RULESETS["enemy"], "full", 226))["verdict"] == "legal"


@pytest.mark.parametrize(("variant", "number"), [("sample", 2), ("sample", 3)])
def test_every_fault_is_named_and_requested_facts_complete_the_log(variant: str, number: int) -> None:
    checks = list(check_game("enemy", variant, number))

    assert len(checks) > 10
    assert [(name, description) for name, right, description in checks if not right] == []


def test_fault_is_not_excused_by_a_fact_that_could_be_missing_earlier() -> None:
    # Two monsters won the fight, so a score might be missing; a missing attack long before it would not help.
    report = play_and_report(RULESETS["enemy"], "full", 389)
    stream = RandomStream((389).to_bytes(32, "big"), "paper/proof")
    fault = next(fault for fault in inject_faults(report, stream) if fault.name == "third_destiny")
    verdict = adjudicate_report(fault.report)

    assert (verdict["verdict"], verdict["entry"], verdict["clause"]) == ("illegal", fault.entry, "ENE-16.7")


@pytest.mark.parametrize("variant", ["sample", "draft"])
@pytest.mark.parametrize("number", range(30, 36))
def test_only_removed_facts_are_requested(variant: str, number: int) -> None:
    report = play_and_report(RULESETS["enemy"], variant, number)
    incomplete, removed_entries = without_facts(report, RandomStream(b"paper", f"missing/{number}"))
    verdict = adjudicate_report(incomplete)

    events_by_ask = notation_of(report.ruleset).asks.events_by_ask
    removed = {(entry.turn, entry.event[0]) for _, entry in removed_entries}
    assert verdict["verdict"] != "illegal"
    assert bool(verdict["needs"]) == (verdict["verdict"] == "undecidable")
    for need in verdict["needs"]:
        assert any((need["turn"], code) in removed for code in (need["fact"], *events_by_ask.get(need["fact"], ())))
    if verdict["verdict"] == "legal":
        assert report.record.outcome is not None
        assert verdict["outcome"]["winners"] == list(report.record.outcome.winners)


def test_fact_removed_long_before_is_requested() -> None:
    """The User that got lag is not reported; only eighty entries later a payment shows where it cannot be."""
    report = play_and_report(RULESETS["rm2k"], "standard", 410)
    entries = list(report.entries)
    removed = entries.pop(205)
    assert removed.event[0] == "lagged"

    verdict = adjudicate_report(report.with_entries(entries))

    assert (verdict["verdict"], verdict["entry"]) == ("undecidable", 283)
    assert [(need["fact"], need["turn"]) for need in verdict["needs"]] == [("user_for", removed.turn)]


def test_every_value_of_a_destiny_that_was_left_out_is_tried() -> None:
    """A later choice of the same turn must not make the assumed destiny look known."""
    report = play_and_report(RULESETS["enemy"], "draft", 14)
    entries = list(report.entries[:39])
    removed = entries.pop(33)
    assert removed.text == "Bob: destiny Rook Hallow 3"

    verdict = adjudicate_report(report.with_entries(entries))

    assert verdict["verdict"] == "undecidable"
    assert [(need["fact"], need["player"], need["turn"]) for need in verdict["needs"]] == [("destiny", "Bob", 8)]
