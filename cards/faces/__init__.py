"""Draw the face of a card as a self-contained SVG image.

`draw_face` is independent of the games: a game converts a card into a `Face`.
The drawing is 250 by 350 units, has no style sheet, script or external font, and is
deterministic: a face is always drawn with the same bytes. `draw_back` is the same for every card.
"""

from cards.faces.face import Face, RulesParagraph, Stat
from cards.faces.frame import RARITY_NAMES, draw_art, draw_back, draw_face, spoken_text
from cards.faces.small import draw_small_back, draw_small_face
from cards.faces.symbols import ELEMENT_NAMES, icon, sprite

__all__ = [
    "ELEMENT_NAMES",
    "RARITY_NAMES",
    "Face",
    "RulesParagraph",
    "Stat",
    "draw_art",
    "draw_back",
    "draw_face",
    "draw_small_back",
    "draw_small_face",
    "icon",
    "spoken_text",
    "sprite",
]
