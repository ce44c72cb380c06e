"""The notation of paper games has a word for whatever the rules ask or tell, and names only what they know."""

import pytest

from gameplay.engine.adjudication.notation import notation_of
from gameplay.games import RULESETS
from gameplay.games.hagmi import violated_clauses
from gameplay.selectors.clauses import clauses

NOTATION, WORDS = notation_of(RULESETS["hagmi"]), RULESETS["hagmi"].sentences
HIDDEN = {"supply_hand", "bury"}
"""Asks whose answer nobody writes: which cards go face down, and in which order they are discarded."""
SAID = {code for ways in NOTATION.events_by_option.values() for code, _ in ways}


def test_every_ask_has_entries_that_answer_it() -> None:
    assert {*NOTATION.events_by_ask, *NOTATION.optional_asks, *HIDDEN} == {*WORDS.asks, "rolled"}
    assert {code for codes in NOTATION.events_by_ask.values() for code in codes} <= SAID | {"rolled"}
    assert set(NOTATION.source_zones) <= set(WORDS.asks)


def test_every_option_is_told_by_an_entry_or_by_silence() -> None:
    unsaid = {*NOTATION.silent_options, "yes", "either", "next", "as_they_lie"}

    assert set(WORDS.options) - unsaid == set(NOTATION.events_by_option)
    assert set(NOTATION.templates) >= SAID


def test_every_line_names_what_its_event_holds() -> None:
    told = {*WORDS.events, *NOTATION.extra_event_fields}

    assert set(NOTATION.templates) <= told
    assert (
        NOTATION.result_events | NOTATION.play_events | NOTATION.counted_events | NOTATION.owner_dependent_events
        <= set(NOTATION.templates)
    )
    assert {*NOTATION.interchangeable_piles, *NOTATION.pile_order_asks} <= {*NOTATION.optional_asks}
    assert frozenset().union(*NOTATION.simultaneous_events) <= set(NOTATION.templates)
    assert set(violated_clauses.NEVER_CAME_CLAUSES) <= set(NOTATION.templates)
    assert {code for instead in violated_clauses.CONFLICT_CLAUSES.values() for code in instead} <= set(
        NOTATION.templates
    )


@pytest.mark.parametrize("clause", sorted({
    *violated_clauses.NEVER_CAME_CLAUSES.values(),
    *(clause for said in (*violated_clauses.ANSWER_CLAUSES.values(), *violated_clauses.CONFLICT_CLAUSES.values()) for clause in said.values()),
}))  # fmt: skip
def test_what_cannot_be_is_refused_by_a_clause_of_the_rules(clause: str) -> None:
    assert clause in clauses("hagmi")
