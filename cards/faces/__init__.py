"""The face of a card: facts in, one self-contained SVG out.

``draw`` knows nothing of any game: whoever knows what a card means fills in a `Face`.
The drawing is 250 by 350, carries no style sheet, script or outside font, and is the
same bytes for the same face. ``back`` is the same bytes for every card.
"""

from cards.faces.face import Face, RulesParagraph, Stat
from cards.faces.frame import RARITY_NAMES, draw_back, draw_face, spoken_text
from cards.faces.symbols import ELEMENT_NAMES, icon

__all__ = [
    "ELEMENT_NAMES",
    "RARITY_NAMES",
    "Face",
    "RulesParagraph",
    "Stat",
    "draw_back",
    "draw_face",
    "icon",
    "spoken_text",
]
