"""The data of a card face, independent of the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RulesParagraph:
    """A paragraph of rules text under a ``label`` ("To play", "Reward"), which may be empty.

    Symbols are written ``{fire}``.
    """

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Stat:
    """A printed number; ``glyph`` is a key of `cards.faces.symbols`, or empty."""

    label: str
    value: str
    glyph: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """The face of one card in one language.

    ``corner`` is the number at the top right and ``corner_name`` its meaning (destiny, cost);
    ``icon`` is the key of a symbol, or empty; ``kind`` is the text on the chip;
    ``tone`` is a key of `cards.faces.palette`; ``art`` is a family of pictures
    (`cards.faces.art.FAMILIES`); ``emblem`` is the species, class or subtype that the picture
    shows; ``motif`` is hashed to vary the picture. ``type_name``, ``subtype`` and ``subtype_name``
    are not drawn; lists of cards are filtered and sorted by them.
    """

    name: str
    kind: str
    tone: str
    art: str
    motif: str
    number: str
    rarity: str
    unique: bool = False
    corner: str = ""
    corner_name: str = ""
    icon: str = ""
    lines: tuple[RulesParagraph, ...] = ()
    stats: tuple[Stat, ...] = ()
    emblem: str = ""
    type_name: str = ""
    subtype: str = ""
    subtype_name: str = ""
