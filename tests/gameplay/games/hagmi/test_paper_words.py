"""The notation covers all asks, options and events, and names only existing ones."""

import pytest

from gameplay.engine.adjudication.notation import notation_of
from gameplay.games import RULESETS
from gameplay.games.hagmi import violated_clauses
from gameplay.selectors.clauses import clauses

NOTATION, WORDS = notation_of(RULESETS["hagmi"]), RULESETS["hagmi"].sentences
HIDDEN = {"supply_hand", "bury"}
"""Asks whose answers are not written: face-down cards and the order of discards."""
SAID = {code for ways in NOTATION.asks.events_by_option.values() for code, _ in ways}


def test_every_ask_has_entries_that_answer_it() -> None:
    assert {*NOTATION.asks.events_by_ask, *NOTATION.asks.optional, *HIDDEN} == {*WORDS.asks, "rolled"}
    assert {code for codes in NOTATION.asks.events_by_ask.values() for code in codes} <= SAID | {"rolled"}
    assert set(NOTATION.asks.source_zones) <= set(WORDS.asks)


def test_every_option_has_an_entry_or_is_silent() -> None:
    unsaid = {*NOTATION.asks.silent_options, "yes", "either", "next", "as_they_lie"}

    assert set(WORDS.options) - unsaid == set(NOTATION.asks.events_by_option)
    assert set(NOTATION.words.templates) >= SAID


def test_every_template_names_fields_of_its_event() -> None:
    codes = {*WORDS.events, *NOTATION.words.extra_event_fields}

    assert set(NOTATION.words.templates) <= codes
    assert (
        NOTATION.events.results | NOTATION.events.plays | NOTATION.events.counted | NOTATION.events.owner_dependent
        <= set(NOTATION.words.templates)
    )
    assert {*NOTATION.asks.interchangeable_piles, *NOTATION.asks.pile_order} <= {*NOTATION.asks.optional}
    assert frozenset().union(*NOTATION.events.simultaneous) <= set(NOTATION.words.templates)
    assert set(violated_clauses.NEVER_CAME_CLAUSES) <= set(NOTATION.words.templates)
    assert {code for instead in violated_clauses.CONFLICT_CLAUSES.values() for code in instead} <= set(
        NOTATION.words.templates
    )


@pytest.mark.parametrize("clause", sorted({
    *violated_clauses.NEVER_CAME_CLAUSES.values(),
    *(clause for clauses_ in violated_clauses.ANSWER_CLAUSES.values() for clause in clauses_.values()),
    *(clause for clauses_ in violated_clauses.CONFLICT_CLAUSES.values() for clause in clauses_.values()),
}))  # fmt: skip
def test_violated_clauses_are_clauses_of_the_rules(clause: str) -> None:
    assert clause in clauses("hagmi")
