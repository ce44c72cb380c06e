"""The notation of paper games has a word for whatever the rules ask or tell, and names only what they know."""

import pytest

from gameplay.games import RULESETS
from gameplay.games.enemy import refuted as written
from gameplay.games.enemy.reasons import REASONS
from gameplay.selectors.clauses import clauses
from tests.gameplay.games.enemy.test_paper import verdict

NOTATION, WORDS = RULESETS["enemy"].notation, RULESETS["enemy"].words
UNSAID = {"may", "either_for", "stash_for"}
"""Asks whose answer nobody writes: it shows in what follows, or is a card that goes face down."""
SAID = {code for ways in NOTATION.told_by.values() for code, _ in ways}
"""The entries by which a player says what he does."""


def test_every_ask_has_entries_that_answer_it() -> None:
    assert set(WORDS.asks) - UNSAID == set(NOTATION.asked)
    assert {code for codes in NOTATION.asked.values() for code in codes} <= SAID
    assert set(NOTATION.comes_from) <= set(WORDS.asks)


def test_every_option_is_told_by_an_entry_or_by_silence() -> None:
    unsaid = {*NOTATION.silent, "yes", "either"}

    assert set(WORDS.options) - unsaid == set(NOTATION.told_by)
    assert set(NOTATION.lines) >= SAID


def test_every_line_names_what_its_event_holds() -> None:
    events = {*WORDS.events, *NOTATION.fields}

    assert set(NOTATION.lines) <= events
    assert set(NOTATION.results) <= set(NOTATION.lines)
    assert frozenset().union(*NOTATION.unordered) <= set(NOTATION.lines)
    assert set(written.PLAYS) <= set(NOTATION.lines)


@pytest.mark.parametrize("clause", sorted({
    *written.LATE.values(), *written.ANSWERS.values(), *written.ENDS.values(),
    *(clause for instead in written.INSTEAD.values() for clause in instead.values()),
    *(reason.clause for reason in REASONS.values() if reason.clause),
}))  # fmt: skip
def test_what_cannot_be_is_refused_by_a_clause_of_the_rules(clause: str) -> None:
    assert clause in clauses("enemy")


def test_reasons_are_told_for_what_the_notation_knows() -> None:
    for happens, instead in written.INSTEAD.items():
        assert {happens, *instead} <= {*WORDS.events, *NOTATION.fields}
    assert set(written.LATE) | set(written.PLAYS) <= set(NOTATION.lines)
    assert set(written.ANSWERS) <= set(NOTATION.asked)


def test_points_after_a_score_are_part_of_a_true_log() -> None:
    turns = ["play Alpha Ichigoro", "attack Heavy Metal; avoid; score Heavy Metal; points 0-1"]

    assert verdict(*turns)["verdict"] == "legal"
    assert verdict(turns[0], turns[1].replace("0-1", "1-0"))["clause"] == "ENE-5.11"
