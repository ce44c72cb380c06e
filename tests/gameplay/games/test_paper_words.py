"""The notation of reported games matches the options of the rules."""

import pytest

from cards.printed import bundled_card_sets
from gameplay.engine.adjudication.log_cards import LogCards
from gameplay.engine.adjudication.notation import notation_of
from gameplay.games import RULESETS
from gameplay.games.schemas import EXAMPLE_PLAYERS, entry_examples
from tests.gameplay.games.enemy.cards import catalogue

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


@pytest.mark.parametrize("name", RULESETS)
def test_an_example_of_every_form_can_be_read(name: str) -> None:
    reader = LogCards(RULESETS[name], catalogue, (), "log").notation_reader(EXAMPLE_PLAYERS)
    examples = entry_examples(RULESETS[name])
    read = {
        form: [code for entry in reader.read_line(example, 1) for code in entry.codes]
        for forms in examples.values()
        for form, example in forms
    }

    assert {code: [form for form, _ in forms if code not in read[form]] for code, forms in examples.items()} == {
        code: [] for code in examples
    }
    assert {form for forms in notation_of(RULESETS[name]).words.short_forms.values() for form in forms} <= read.keys()
