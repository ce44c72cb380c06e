"""A card as it is seen: what of its facts stands where on the face (RM-1.3 to 1.10)."""

from typing import Any

from cards.faces import Face, Stat
from cards.printed import PrintedCard
from gameplay.engine.text.wording import Noun, capitalize_first, singular
from gameplay.games.rm2k import text
from gameplay.games.rm2k.nouns import ATTRIBUTES, KIND_NOUNS, SYMBOLS, TYPES
from gameplay.games.rm2k.nouns import SKILL_NOUNS as SKILL_WORDS
from gameplay.games.rm2k.printed import AttachFacts, ChallengeFacts, SkilledFacts, UserFacts, facts
from gameplay.games.rm2k.terms import SKILLS

TONES = {"roleplay": "rose", "otaku": "peach", "argue": "steel", "script": "teal", "gamer": "indigo"}
ART = {"user": "pc", "attach": "item", "event": "event", "challenge": "action"}
EMBLEMS = {"weapon": "sword", "familiar": "accessory", "outfit": "armour", "program": "shield", "relic": "helm"}
COST_LABEL = ("Cost", "コスト")
BANDWIDTH_LABEL = ("Bandwidth", "帯域")
SIDE_LABELS = (("Attacker", "アタッカー"), ("Defender", "ディフェンダー"), ("Defense Value", "防御値"))


def face(card: PrintedCard, language: str) -> Face:
    """The face of ``card`` in ``language``. Raises CatalogueError with file, line and reason."""
    printed, ja = facts(card), language == "ja"
    key, kin = _kin(printed)
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
        subtype_name=capitalize_first(singular(kin, language)) if kin else "",
    )


def _kin(printed: Any) -> tuple[str, Noun | None]:
    """The Attach's type symbol, the Challenge's kind or the first attribute, by key and in words."""
    if isinstance(printed, AttachFacts):
        return printed.symbol, SYMBOLS[printed.symbol]
    if isinstance(printed, ChallengeFacts):
        return printed.kind, KIND_NOUNS[printed.kind]
    return (printed.attributes[0], ATTRIBUTES[printed.attributes[0]]) if printed.attributes else ("", None)


def _stats(printed: Any, ja: bool) -> tuple[Stat, ...]:
    """A User's bandwidth and levels, "-" for an immunity (RM-1.6); a Challenge's bonuses (RM-1.9)."""
    if isinstance(printed, UserFacts):
        levels = ["-" if skill in printed.immune else str(getattr(printed, skill)) for skill in SKILLS]
        named = [SKILL_WORDS[skill][2] if ja else SKILL_WORDS[skill][0] for skill in SKILLS]
        return (Stat(BANDWIDTH_LABEL[ja], str(printed.bandwidth), "bandwidth"), *map(Stat, named, levels, SKILLS))
    if isinstance(printed, ChallengeFacts):
        personal = printed.kind == "personal"
        second = str(printed.defender) if personal else f"{printed.defender:+d}"
        defending = Stat(SIDE_LABELS[2 if personal else 1][ja], second, "armour")
        return Stat(SIDE_LABELS[0][ja], f"{printed.attacker:+d}", "strength"), defending
    return ()
