"""The layout of a card's facts on its face (ENE-1.11 to 1.19)."""

from cards.faces import Face, Stat
from cards.printed import PrintedCard
from gameplay.engine.text.wording import Noun, capitalize_first, singular
from gameplay.games.enemy import text
from gameplay.games.enemy.nouns import CLASSES, GOBLIN_ITEM, SPECIES, SUBTYPES, TYPES
from gameplay.games.enemy.printed import Facts, ItemFacts, MonsterFacts, PcFacts, facts

TONES = {  # for cards without an element
    "monster": "steel",
    "pc": "indigo",
    "item": "olive",
    "action": "rose",
    "event": "teal",
    "field": "olive",
    "grunty": "peach",
}
WEAPONS = {
    "twin_blade": "daggers",
    "long_arm": "spear",
    "wavemaster": "staff",
    "heavy_blade": "sword",
    "heavy_axeman": "axe",
    "blademaster": "sword",
}
LABELS = {
    "destiny": ("Destiny", "宿命"),
    "level": ("Level", "レベル"),
    "strength": ("Strength", "戦力"),
    "tolerance": ("Tolerance", "耐久"),
    "speed": ("Speed", "速度"),
    "vp": ("VP", "勝利点"),
    "storable": ("Storable", "格納可能"),
}


def face(card: PrintedCard, language: str = "en") -> Face:
    """Return the face of ``card`` in ``language``. Raises CatalogueError with file, line and reason."""
    printed = facts(card)
    key, kin = _kin(printed)
    kind = GOBLIN_ITEM if isinstance(printed, ItemFacts) and printed.goblin else TYPES[card.type]
    return Face(
        name=card.name.in_language(language),
        kind=("・" if language == "ja" else " · ").join(
            capitalize_first(singular(noun, language)) for noun in (kind, kin) if noun
        ),
        tone=printed.element or TONES[card.type],
        art=card.type,
        motif=card.ref,
        number=card.ref,
        rarity=card.rarity,
        unique=isinstance(printed, MonsterFacts) and printed.unique,
        corner=str(printed.destiny),
        corner_name=LABELS["destiny"][language == "ja"],
        icon=printed.element or "",
        lines=tuple(text.paragraphs(card, language)),
        stats=_stats(printed, language),
        emblem=_emblem(printed, key),
        type_name=capitalize_first(singular(TYPES[card.type], language)),
        subtype=key,
        subtype_name=capitalize_first(singular(kin, language)) if kin else "",
    )


def _kin(printed: Facts) -> tuple[str, Noun | None]:
    """Return the key and the noun of the species, class or subtype."""
    if isinstance(printed, MonsterFacts) and printed.species:
        return printed.species, SPECIES[printed.species]
    if isinstance(printed, PcFacts):
        return printed.class_, CLASSES[printed.class_]
    if isinstance(printed, ItemFacts):
        return printed.subtype, SUBTYPES[printed.subtype]
    return "", None


def _emblem(printed: Facts, key: str) -> str:
    """Return what the picture shows; a weapon for a single class is shown as a weapon of that class."""
    if isinstance(printed, ItemFacts) and printed.subtype == "weapon" and len(printed.classes) == 1:
        return WEAPONS[printed.classes[0]]
    return {"armor": "armour"}.get(key, key)


def _stats(printed: Facts, language: str) -> tuple[Stat, ...]:
    """Return the stats of a monster or PC, or what an item adds to those of its bearer (ENE-9.4)."""
    figures = _figures(printed)
    return tuple(Stat(LABELS[name][language == "ja"], value, name) for name, value in figures if value is not None)


def _figures(printed: Facts) -> list[tuple[str, str | None]]:
    if isinstance(printed, MonsterFacts):
        stored = "" if printed.storable else None
        return [("strength", str(printed.strength)), ("vp", str(printed.vp)), ("storable", stored)]
    if isinstance(printed, PcFacts):
        speed = str(printed.speed) if printed.speed else None
        figures = [(name, str(getattr(printed, name))) for name in ("level", "strength", "tolerance")]
        return [*figures, ("speed", speed)]
    if isinstance(printed, ItemFacts):
        names = ("strength", "tolerance", "speed")
        added = [(name, f"{value:+d}" if (value := getattr(printed, name)) else None) for name in names]
        return [("level", str(printed.level)), *added]
    return []
