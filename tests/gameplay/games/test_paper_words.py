"""The notation of reported games matches the options of the rules."""

import pytest

from cards.printed import bundled_card_sets
from gameplay.engine.adjudication.notation import notation_of
from gameplay.games import RULESETS

COMMON_FIELDS = {"enemy": set[str](), "hagmi": {"seat", "card_load"}}
"""Fields that any entry can have even if its event does not, by game."""
OPTIONS = [
    (game, option) for game in COMMON_FIELDS for option in sorted(notation_of(RULESETS[game]).asks.events_by_option)
]


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_fields_of_an_option_are_in_its_event(game: str, option: str) -> None:
    notation, sentences = notation_of(RULESETS[game]), RULESETS[game].sentences
    for code, names in notation.asks.events_by_option[option]:
        extra = notation.words.extra_event_fields
        fields = extra[code] if code in extra else sentences.events[code].fields

        assert set(names) <= {*fields, *COMMON_FIELDS[game]}
        assert len(names) <= len(sentences.options[option].fields)


@pytest.mark.parametrize("name", RULESETS)
def test_entries_are_completed_with_cards_of_existing_types(name: str) -> None:
    named = notation_of(RULESETS[name]).words.card_types
    existing = {card.type for card_set in bundled_card_sets(name) for card in card_set.cards}

    assert {type_ for types in named.values() for type_ in types} <= existing
    assert {code for code in named if not code.startswith("card")} <= notation_of(RULESETS[name]).words.templates.keys()
