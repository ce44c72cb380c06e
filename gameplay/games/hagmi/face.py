"""Card faces: the layout of the printed facts (HAG-1.9)."""

from cards.faces import Face, Stat
from cards.printed import PrintedCard
from gameplay.engine.text.wording import capitalize_first, singular
from gameplay.games.hagmi import text
from gameplay.games.hagmi.nouns import KIN_NAMES, RANGE_WORDS, TYPES, area_text
from gameplay.games.hagmi.printed import WeaponFacts, facts
from gameplay.games.hagmi.terms import ALL_TARGETS

TONES = {"weapon": "steel", "order": "indigo", "facility": "olive", "damage": "rose", "secret": "peach"}
KIN_TONES = {
    "vehicle": "steel",
    "aircraft": "teal",
    "vessel": "water",
    "infantry": "wood",
    "emplacement": "earth",
    "machine": "thunder",
}
ART = {"weapon": "machine", "order": "event", "facility": "facility", "damage": "action", "secret": "event"}
GLYPHS = {"consumption": "fuel"}
LABELS = {
    "cost": ("Cost", "コスト"),
    "consumption": ("Consumption", "燃費"),
    "firepower": ("Firepower", "火力"),
    "armour": ("Armour", "装甲"),
    "range": ("Range", "射程"),
    "area": ("Area", "攻撃範囲"),
}


def face(card: PrintedCard, language: str) -> Face:
    """Return the face of ``card`` in ``language``. Raise CatalogueError with file, line and reason."""
    printed, japanese = facts(card), language == "ja"
    weapon = isinstance(printed, WeaponFacts)
    kin = KIN_NAMES[printed.kin] if weapon else None
    type_name = capitalize_first(singular(TYPES[card.type], language))
    kin_name = capitalize_first(singular(kin, language)) if kin else ""
    return Face(
        name=card.name.in_language(language),
        kind=("・" if japanese else " · ").join(word for word in (type_name, kin_name) if word),
        tone=KIN_TONES[printed.kin] if weapon else TONES[card.type],
        art=ART[card.type],
        motif=card.ref,
        number=card.ref,
        rarity=card.rarity,
        corner=str(printed.cost),
        corner_name=LABELS["cost"][japanese],
        lines=tuple(text.paragraphs(card, language)),
        stats=_stats(printed, japanese=japanese),
        emblem=printed.kin if weapon else "",
        type_name=type_name,
        subtype=printed.kin if weapon else "",
        subtype_name=kin_name,
    )


def _stats(printed: object, *, japanese: bool) -> tuple[Stat, ...]:
    if isinstance(printed, WeaponFacts):
        shown = [(name, str(getattr(printed, name))) for name in ("consumption", "firepower", "armour")]
        shown += [
            ("range", RANGE_WORDS[printed.range]),
            ("area", area_text(ALL_TARGETS if printed.all else printed.targets)),
        ]
    else:
        armour = getattr(printed, "armour", 0)
        shown = [("armour", str(armour))] if armour else []
    return tuple(Stat(LABELS[name][japanese], value, GLYPHS.get(name, name)) for name, value in shown)
