"""Cards at a small size, as in pictures of boards: well-formed drawings of the bundled cards."""

from xml.etree import ElementTree as ET

import pytest

from cards.faces import draw_small_back, draw_small_face
from cards.ports import card_games
from cards.printed import bundled_card_sets
from gameplay.games import RULESETS


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_card_is_drawn_with_its_name_numbers_and_labels(game: str, language: str):
    for card in [card for each in bundled_card_sets(game) for card in each.cards][::7]:
        face = card_games().card_face(card, language)
        stats = [(stat.glyph, stat.value, 0) for stat in face.stats if 0 < len(stat.value) < 4]

        drawn = ET.fromstring(f"<svg>{draw_small_face(face, values=stats, labels=[('wounded', True)])}</svg>")

        texts = "".join(text.text or "" for text in drawn.iter("text"))
        assert face.name.replace(" ", "")[:6] in texts.replace(" ", "")
        assert "wounded" in texts
        assert all(value in texts for _glyph, value, _change in stats)


def test_changed_numbers_differ_in_colour():
    card = bundled_card_sets("enemy")[0].cards[0]
    face = card_games().card_face(card, "en")

    risen, same, fallen = (draw_small_face(face, values=[("", "5", change)]) for change in (1, 0, -1))

    assert len({risen, same, fallen}) == 3


def test_back_has_no_text():
    assert "<text" not in draw_small_back()
