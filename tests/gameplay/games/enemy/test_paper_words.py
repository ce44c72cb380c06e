"""The notation of paper games has a word for whatever the rules ask or tell, and names only what they know."""

import pytest

from gameplay.engine.adjudication.notation import notation_of
from gameplay.games import RULESETS
from gameplay.games.enemy import violated_clauses as written
from gameplay.games.enemy.reasons import REASONS
from gameplay.selectors.clauses import clauses
from tests.gameplay.games.enemy.test_paper import verdict

NOTATION, WORDS = notation_of(RULESETS["enemy"]), RULESETS["enemy"].sentences
UNSAID = {"may", "either_for", "stash_for"}
"""Asks whose answer nobody writes: it shows in what follows, or is a card that goes face down."""
SAID = {code for ways in NOTATION.events_by_option.values() for code, _ in ways}
"""The entries by which a player says what he does."""


def test_every_ask_has_entries_that_answer_it() -> None:
    assert set(WORDS.asks) - UNSAID == set(NOTATION.events_by_ask)
    assert {code for codes in NOTATION.events_by_ask.values() for code in codes} <= SAID
    assert set(NOTATION.source_zones) <= set(WORDS.asks)


def test_every_option_is_told_by_an_entry_or_by_silence() -> None:
    unsaid = {*NOTATION.silent_options, "yes", "either"}

    assert set(WORDS.options) - unsaid == set(NOTATION.events_by_option)
    assert set(NOTATION.templates) >= SAID


def test_every_line_names_what_its_event_holds() -> None:
    events = {*WORDS.events, *NOTATION.extra_event_fields}

    assert set(NOTATION.templates) <= events
    assert set(NOTATION.result_events) <= set(NOTATION.templates)
    assert frozenset().union(*NOTATION.simultaneous_events) <= set(NOTATION.templates)
    assert set(written.PLAY_EVENTS) <= set(NOTATION.templates)


@pytest.mark.parametrize("clause", sorted({
    *written.NEVER_CAME_CLAUSES.values(), *written.ANSWER_CLAUSES.values(), *written.END_CLAUSES.values(),
    *(clause for instead in written.CONFLICT_CLAUSES.values() for clause in instead.values()),
    *(reason.clause for reason in REASONS.values() if reason.clause),
}))  # fmt: skip
def test_what_cannot_be_is_refused_by_a_clause_of_the_rules(clause: str) -> None:
    assert clause in clauses("enemy")


def test_reasons_are_told_for_what_the_notation_knows() -> None:
    for happens, instead in written.CONFLICT_CLAUSES.items():
        assert {happens, *instead} <= {*WORDS.events, *NOTATION.extra_event_fields}
    assert set(written.NEVER_CAME_CLAUSES) | set(written.PLAY_EVENTS) <= set(NOTATION.templates)
    assert set(written.ANSWER_CLAUSES) <= set(NOTATION.events_by_ask)


def test_points_after_a_score_are_part_of_a_true_log() -> None:
    turns = ["play Alpha Ichigoro", "attack Heavy Metal; avoid; score Heavy Metal; points 0-1"]

    assert verdict(*turns)["verdict"] == "legal"
    assert verdict(turns[0], turns[1].replace("0-1", "1-0"))["clause"] == "ENE-5.11"
