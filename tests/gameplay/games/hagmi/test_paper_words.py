"""The notation covers all asks, options and events, and names only existing ones."""

from typing import Any

import pytest

from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.core.asks import CARD, Ask
from gameplay.games import RULESETS
from gameplay.games.hagmi import violated_clauses
from gameplay.games.hagmi.notation import events_of_ask
from gameplay.selectors.clauses import clauses
from tests.gameplay.games.hagmi.cards import card

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


@pytest.mark.parametrize(
    ("do", "event"),
    [
        ({"supply": {"source": "hand"}}, "loaded"),
        ({"discard": 1}, "discarded"),
        ({"recover": {"type": "weapon"}}, "recovered"),
        ({"mend": 1}, "restored"),
        ({"unveil": {}}, "unveiled"),
    ],
)
def test_the_choice_of_a_card_leads_to_the_events_of_the_text(do: dict[str, Any], event: str) -> None:
    ask = Ask(0, CARD, [], ("pick_for", 0))
    asking, nested = card("Text", "order", do=[do]), card("Nested", "order", do=[{"may": {"do": [do]}}])
    other = card("Other", "order", do=[{"supply": {"source": "operation", "what": {"whose": "yours"}}}])

    assert event in (events_of_ask(ask, [asking].__getitem__) or ())
    assert event in (events_of_ask(ask, [nested].__getitem__) or ())
    assert events_of_ask(ask, [other].__getitem__) == {"picked": frozenset()}


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
