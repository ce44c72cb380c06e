"""The notation of paper games has a word for whatever the rules ask or tell, and names only what they know."""

import pytest

from gameplay.games import RULESETS
from gameplay.games.rm2k import refuted
from gameplay.selectors.clauses import clauses

NOTATION, WORDS = RULESETS["rm2k"].notation, RULESETS["rm2k"].words
SAID = {code for ways in NOTATION.told_by.values() for code, _ in ways}


def test_every_ask_has_entries_that_answer_it() -> None:
    assert {*NOTATION.asked, *NOTATION.either} == set(WORDS.asks)
    assert {code for codes in NOTATION.asked.values() for code in codes} <= SAID
    assert {*NOTATION.comes_from, *NOTATION.prompt, *NOTATION.wanted, *refuted.REFUSED} <= set(WORDS.asks)


def test_every_option_is_told_by_an_entry_or_by_silence() -> None:
    assert set(WORDS.options) - {*NOTATION.silent, "either"} == set(NOTATION.told_by)
    assert set(NOTATION.lines) >= SAID


@pytest.mark.parametrize("option", sorted(NOTATION.told_by))
def test_what_an_option_names_is_named_by_its_entry(option: str) -> None:
    for code, names in NOTATION.told_by[option]:
        assert set(names) <= {*WORDS.events[code].fields, "seat", ""}


def test_every_line_names_what_its_event_holds() -> None:
    assert set(NOTATION.lines) <= set(WORDS.events)
    assert NOTATION.results | NOTATION.plays <= set(NOTATION.lines)
    assert set(refuted.LATE) <= set(NOTATION.lines)
    assert {code for instead in refuted.INSTEAD.values() for code in instead} <= set(NOTATION.lines)


@pytest.mark.parametrize("clause", sorted({
    *refuted.LATE.values(),
    *refuted.ENDS.values(),
    *refuted.MAIN_ONLY.values(),
    *(clause for said in refuted.INSTEAD.values() for clause in said.values()),
}))  # fmt: skip
def test_what_cannot_be_is_refused_by_a_clause_of_the_rules(clause: str) -> None:
    assert clause in clauses("rm2k")
