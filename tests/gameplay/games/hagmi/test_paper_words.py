"""The notation of paper games has a word for whatever the rules ask or tell, and names only what they know."""

import pytest

from gameplay.games import RULESETS
from gameplay.games.hagmi import refuted
from gameplay.selectors.clauses import clauses

NOTATION, WORDS = RULESETS["hagmi"].notation, RULESETS["hagmi"].words
HIDDEN = {"supply_hand", "bury"}
"""Asks whose answer nobody writes: which cards go face down, and in which order they are discarded."""
SAID = {code for ways in NOTATION.told_by.values() for code, _ in ways}


def test_every_ask_has_entries_that_answer_it() -> None:
    assert {*NOTATION.asked, *NOTATION.either, *HIDDEN} == {*WORDS.asks, "rolled"}
    assert {code for codes in NOTATION.asked.values() for code in codes} <= SAID | {"rolled"}
    assert set(NOTATION.comes_from) <= set(WORDS.asks)


def test_every_option_is_told_by_an_entry_or_by_silence() -> None:
    unsaid = {*NOTATION.silent, "yes", "either", "next", "as_they_lie"}

    assert set(WORDS.options) - unsaid == set(NOTATION.told_by)
    assert set(NOTATION.lines) >= SAID


def test_every_line_names_what_its_event_holds() -> None:
    told = {*WORDS.events, *NOTATION.fields}

    assert set(NOTATION.lines) <= told
    assert NOTATION.results | NOTATION.plays | NOTATION.counted | NOTATION.owned <= set(NOTATION.lines)
    assert {*NOTATION.even, *NOTATION.laid} <= {*NOTATION.either}
    assert frozenset().union(*NOTATION.unordered) <= set(NOTATION.lines)
    assert set(refuted.LATE) <= set(NOTATION.lines)
    assert {code for instead in refuted.INSTEAD.values() for code in instead} <= set(NOTATION.lines)


@pytest.mark.parametrize("clause", sorted({
    *refuted.LATE.values(),
    *(clause for said in (*refuted.ANSWERS.values(), *refuted.INSTEAD.values()) for clause in said.values()),
}))  # fmt: skip
def test_what_cannot_be_is_refused_by_a_clause_of_the_rules(clause: str) -> None:
    assert clause in clauses("hagmi")
