"""What a face shows, whatever the game."""

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
    """A printed figure; ``glyph`` is a key of `cards.faces.symbols`, or empty."""

    label: str
    value: str
    glyph: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """One card as it is seen, in one language.

    ``corner`` is the number at the top right and ``corner_name`` what it counts
    (destiny, cost); ``icon`` a symbol's key or empty; ``kind`` the words on the chip;
    ``tone`` a key of `cards.faces.palette`; ``art`` a family of pictures
    (`cards.faces.art.FAMILIES`); ``emblem`` what kin share: a species, class or subtype;
    ``motif`` is hashed into the picture. ``type_name``, ``kin`` and ``kin_name`` are not
    drawn: a list of cards is sorted out by them.
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
