"""Card faces: the layout of the printed facts (RM-1.3 to 1.10)."""

from typing import Any

from cards.faces import Face, Stat
from cards.printed import PrintedCard
from gameplay.engine.text.wording import Noun, capitalize_first, singular
from gameplay.games.rm2k import text
from gameplay.games.rm2k.nouns import ATTRIBUTES, KIND_NOUNS, SKILL_NOUNS, SYMBOLS, TYPES
from gameplay.games.rm2k.printed import AttachFacts, ChallengeFacts, SkilledFacts, UserFacts, facts
from gameplay.games.rm2k.terms import SKILLS

TONES = {"roleplay": "rose", "otaku": "peach", "argue": "steel", "script": "teal", "gamer": "indigo"}
ART = {"user": "pc", "attach": "item", "event": "event", "challenge": "action"}
EMBLEMS = {"weapon": "sword", "familiar": "accessory", "outfit": "armour", "program": "shield", "relic": "helm"}
COST_LABEL = ("Cost", "コスト")
BANDWIDTH_LABEL = ("Bandwidth", "帯域")
SIDE_LABELS = (("Attacker", "アタッカー"), ("Defender", "ディフェンダー"), ("Defense Value", "防御値"))


def face(card: PrintedCard, language: str) -> Face:
    """Return the face of ``card`` in ``language``. Raise CatalogueError with file, line and reason."""
    printed, ja = facts(card), language == "ja"
    key, noun = _subtype(printed)
    return Face(
        name=card.name.in_language(language),
        kind=text.type_line(card, language),
        tone=TONES[printed.skill] if isinstance(printed, SkilledFacts) else "olive",
        art=ART[card.type],
        motif=card.ref,
        number=card.ref,
        rarity=card.rarity,
        corner=str(printed.cost),
        corner_name=COST_LABEL[ja],
        lines=tuple(text.paragraphs(card, language)),
        stats=_stats(printed, ja),
        emblem=EMBLEMS.get(key, ""),
        type_name=singular(TYPES[card.type], language),
        subtype=key,
        subtype_name=capitalize_first(singular(noun, language)) if noun else "",
    )


def _subtype(printed: Any) -> tuple[str, Noun | None]:
    """Return the key and noun of the type symbol of an Attach, the kind of a Challenge, or the first attribute."""
    if isinstance(printed, AttachFacts):
        return printed.symbol, SYMBOLS[printed.symbol]
    if isinstance(printed, ChallengeFacts):
        return printed.kind, KIND_NOUNS[printed.kind]
    return (printed.attributes[0], ATTRIBUTES[printed.attributes[0]]) if printed.attributes else ("", None)


def _stats(printed: Any, ja: bool) -> tuple[Stat, ...]:
    """Return bandwidth and levels of a User, "-" for an immunity (RM-1.6), or bonuses of a Challenge (RM-1.9)."""
    if isinstance(printed, UserFacts):
        levels = ["-" if skill in printed.immune else str(getattr(printed, skill)) for skill in SKILLS]
        named = [SKILL_NOUNS[skill][2 if ja else 0] for skill in SKILLS]
        return (Stat(BANDWIDTH_LABEL[ja], str(printed.bandwidth), "bandwidth"), *map(Stat, named, levels, SKILLS))
    if isinstance(printed, ChallengeFacts):
        personal = printed.kind == "personal"
        second = str(printed.defender) if personal else f"{printed.defender:+d}"
        defending = Stat(SIDE_LABELS[2 if personal else 1][ja], second, "armour")
        return Stat(SIDE_LABELS[0][ja], f"{printed.attacker:+d}", "strength"), defending
    return ()
