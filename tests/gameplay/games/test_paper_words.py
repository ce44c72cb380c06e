"""The words for a game on paper fit the options of its rules."""

import pytest

from gameplay.engine.adjudication.notation import notation_of
from gameplay.games import RULESETS

BESIDE = {"enemy": set[str](), "hagmi": {"seat", "card_load"}}
"""What may be told of any entry of a game although its event does not hold it, by game."""
OPTIONS = [(game, option) for game in BESIDE for option in sorted(notation_of(RULESETS[game]).events_by_option)]


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_what_an_option_names_is_named_by_its_entry(game: str, option: str) -> None:
    notation, words = notation_of(RULESETS[game]), RULESETS[game].sentences
    for code, names in notation.events_by_option[option]:
        held = notation.extra_event_fields[code] if code in notation.extra_event_fields else words.events[code].fields

        assert set(names) <= {*held, *BESIDE[game]}
        assert len(names) <= len(words.options[option].fields)
