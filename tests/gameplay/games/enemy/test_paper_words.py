"""The notation of reported games covers every ask and event, and uses only existing codes and fields."""

import pytest

from gameplay.engine.adjudication.notation import notation_of
from gameplay.games import RULESETS
from gameplay.games.enemy import violated_clauses
from gameplay.games.enemy.reasons import REASONS
from gameplay.selectors.clauses import clauses
from tests.gameplay.games.enemy.test_paper import verdict

NOTATION, WORDS = notation_of(RULESETS["enemy"]), RULESETS["enemy"].sentences
UNSAID = {"may", "either_for", "stash_for"}
"""Asks without entries: the answer follows from later entries, or is a card put face down."""
SAID = {code for ways in NOTATION.asks.events_by_option.values() for code, _ in ways}
"""The entries for a player's choices."""


def test_every_ask_has_entries_that_answer_it() -> None:
    assert set(WORDS.asks) - UNSAID == set(NOTATION.asks.events_by_ask)
    assert {code for codes in NOTATION.asks.events_by_ask.values() for code in codes} <= SAID
    assert set(NOTATION.asks.source_zones) <= set(WORDS.asks)


def test_every_option_has_an_entry_or_is_silent() -> None:
    unsaid = {*NOTATION.asks.silent_options, "yes", "either"}

    assert set(WORDS.options) - unsaid == set(NOTATION.asks.events_by_option)
    assert set(NOTATION.words.templates) >= SAID


def test_every_template_uses_fields_of_its_event() -> None:
    events = {*WORDS.events, *NOTATION.words.extra_event_fields}

    assert set(NOTATION.words.templates) <= events
    assert set(NOTATION.events.results) <= set(NOTATION.words.templates)
    assert frozenset().union(*NOTATION.events.simultaneous) <= set(NOTATION.words.templates)
    assert set(violated_clauses.PLAY_EVENTS) <= set(NOTATION.words.templates)


@pytest.mark.parametrize("clause", sorted({
    *violated_clauses.NEVER_CAME_CLAUSES.values(),
    *violated_clauses.ANSWER_CLAUSES.values(),
    *violated_clauses.END_CLAUSES.values(),
    *(clause for conflicts in violated_clauses.CONFLICT_CLAUSES.values() for clause in conflicts.values()),
    *(reason.clause for reason in REASONS.values() if reason.clause),
}))  # fmt: skip
def test_violated_clauses_exist(clause: str) -> None:
    assert clause in clauses("enemy")


def test_clauses_are_defined_for_known_events() -> None:
    for code, conflicts in violated_clauses.CONFLICT_CLAUSES.items():
        assert {code, *conflicts} <= {*WORDS.events, *NOTATION.words.extra_event_fields}
    assert set(violated_clauses.NEVER_CAME_CLAUSES) | set(violated_clauses.PLAY_EVENTS) <= set(NOTATION.words.templates)
    assert set(violated_clauses.ANSWER_CLAUSES) <= set(NOTATION.asks.events_by_ask)


def test_points_after_a_score_are_accepted() -> None:
    turns = ["play Alpha Ichigoro", "attack Heavy Metal; avoid; score Heavy Metal; points 0-1"]

    assert verdict(*turns)["verdict"] == "legal"
    assert verdict(turns[0], turns[1].replace("0-1", "1-0"))["clause"] == "ENE-5.11"
