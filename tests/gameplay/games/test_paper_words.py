"""The words for a game on paper fit the options of its rules."""

import pytest

from gameplay.games import RULESETS

BESIDE = {"enemy": set[str](), "hagmi": {"seat", "card_load"}}
"""What may be told of any entry of a game although its event does not hold it, by game."""
OPTIONS = [(game, option) for game in BESIDE for option in sorted(RULESETS[game].notation.told_by)]


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_what_an_option_names_is_named_by_its_entry(game: str, option: str) -> None:
    notation, words = RULESETS[game].notation, RULESETS[game].words
    for code, names in notation.told_by[option]:
        held = notation.fields[code] if code in notation.fields else words.events[code].fields

        assert set(names) <= {*held, *BESIDE[game]}
        assert len(names) <= len(words.options[option].fields)
