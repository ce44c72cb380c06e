"""The notation covers all asks, options and events, and names only existing ones."""

import pytest

from cards.printed import bundled_card_set
from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.core.asks import CARD, Ask
from gameplay.games import RULESETS
from gameplay.games.rm2k import violated_clauses
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.effects.user_effect import UserEffect
from gameplay.games.rm2k.notation import EVENTS_BY_VERB, events_of_ask
from gameplay.selectors.clauses import clauses

NOTATION, WORDS = notation_of(RULESETS["rm2k"]), RULESETS["rm2k"].sentences
SAID = {code for ways in NOTATION.asks.events_by_option.values() for code, _ in ways}


def test_every_ask_has_entries_that_answer_it() -> None:
    assert {*NOTATION.asks.events_by_ask, *NOTATION.asks.optional} == set(WORDS.asks)
    assert {code for codes in NOTATION.asks.events_by_ask.values() for code in codes} <= SAID
    assert {
        *NOTATION.asks.source_zones,
        *NOTATION.asks.immediate,
        *NOTATION.asks.required,
        *violated_clauses.CLAUSE_FINDERS,
    } <= set(WORDS.asks)


def test_choice_of_a_user_leads_to_the_events_of_the_verbs_that_let_a_player_choose_one() -> None:
    verbs = {verb for verb, effect in Rm2kEffect.verbs.items() if issubclass(effect, UserEffect)}
    codes = {code for codes in EVENTS_BY_VERB.values() for code in codes}

    assert set(EVENTS_BY_VERB) == verbs
    assert codes == set(NOTATION.asks.events_by_ask["user_for"])


def test_a_card_that_only_changes_levels_leads_to_no_lag() -> None:
    cards = [RULESETS["rm2k"].definition(card) for card in bundled_card_set("rm2k", "CC").cards]
    ask = Ask(0, CARD, [], ("user_for", 0))
    events = {card.name: events_of_ask(ask, [card].__getitem__) for card in cards if "tune" in str(card.printed.facts)}

    assert events
    assert all("tuned" in each for each in events.values() if each is not None)
    assert any("lagged" not in each for each in events.values() if each is not None)


def test_the_choice_of_a_user_leads_to_the_number_of_the_text() -> None:
    cards = {card.name: card for card in map(RULESETS["rm2k"].definition, bundled_card_set("rm2k", "CC").cards)}
    ask = Ask(0, CARD, [], ("user_for", 0))

    prophet, coffee = ([cards[name]].__getitem__ for name in ("Caps Lock Prophet", "Coffee Run"))

    assert (events_of_ask(ask, prophet) or {})["lagged"] == {1}
    assert (events_of_ask(ask, coffee) or {})["cleared_lag"] == {1, 2, 3}  # as much as the User has (RM-3.2.2)


@pytest.mark.parametrize(
    ("ask", "event"),
    [
        ("charge_for", "charged"),
        ("delete_for", "deleted"),
        ("return_for", "returned"),
        ("disrupt_for", "disrupted"),
    ],
)
def test_the_choice_of_another_target_leads_to_its_own_event_only(ask: str, event: str) -> None:
    assert events_of_ask(Ask(0, CARD, [], (ask, 0)), [].__getitem__) == {event: frozenset()}


def test_every_option_has_an_entry_or_is_silent() -> None:
    assert set(WORDS.options) - {*NOTATION.asks.silent_options, "either"} == set(NOTATION.asks.events_by_option)
    assert set(NOTATION.words.templates) >= SAID


@pytest.mark.parametrize("option", sorted(NOTATION.asks.events_by_option))
def test_entries_name_the_fields_of_their_option(option: str) -> None:
    for code, names in NOTATION.asks.events_by_option[option]:
        assert set(names) <= {*WORDS.events[code].fields, "seat", ""}


def test_every_template_names_fields_of_its_event() -> None:
    assert set(NOTATION.words.templates) <= {*WORDS.events, *NOTATION.words.extra_event_fields}
    assert NOTATION.events.results | NOTATION.events.plays <= set(NOTATION.words.templates)
    assert set(violated_clauses.NEVER_CAME_CLAUSES) <= set(NOTATION.words.templates)
    assert {code for instead in violated_clauses.CONFLICT_CLAUSES.values() for code in instead} <= set(
        NOTATION.words.templates
    )


@pytest.mark.parametrize("clause", sorted({
    *violated_clauses.NEVER_CAME_CLAUSES.values(),
    *violated_clauses.END_CLAUSES.values(),
    *violated_clauses.MAIN_PHASE_CLAUSES.values(),
    *(clause for said in violated_clauses.CONFLICT_CLAUSES.values() for clause in said.values()),
}))  # fmt: skip
def test_violated_clauses_are_clauses_of_the_rules(clause: str) -> None:
    assert clause in clauses("rm2k")
