"""The notation of reported games matches the options of the rules."""

import pytest

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
