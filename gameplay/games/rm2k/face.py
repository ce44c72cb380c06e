"""A card as it is seen: what of its facts stands where on the face (RM-1.3 to 1.10)."""

from typing import Any

from cards.faces import Face, Stat
from cards.printed import PrintedCard
from gameplay.engine.text.wording import Noun, capital, word
from gameplay.games.rm2k import text
from gameplay.games.rm2k.printed import AttachFacts, ChallengeFacts, SkilledFacts, UserFacts, facts
from gameplay.games.rm2k.terms import SKILLS
from gameplay.games.rm2k.words import ATTRIBUTES, KINDS, SYMBOLS, TYPES
from gameplay.games.rm2k.words import SKILLS as SKILL_WORDS

TONES = {"roleplay": "rose", "otaku": "peach", "argue": "steel", "script": "teal", "gamer": "indigo"}
ART = {"user": "pc", "attach": "item", "event": "event", "challenge": "action"}
EMBLEMS = {"weapon": "sword", "familiar": "accessory", "outfit": "armour", "program": "shield", "relic": "helm"}
COST = ("Cost", "コスト")
BANDWIDTH = ("Bandwidth", "帯域")
SIDES = (("Attacker", "アタッカー"), ("Defender", "ディフェンダー"), ("Defense Value", "防御値"))


def face(card: PrintedCard, language: str) -> Face:
    """The face of ``card`` in ``language``. Raises CatalogueError with file, line and reason."""
    printed, ja = facts(card), language == "ja"
    key, kin = _kin(printed)
    return Face(
        name=card.name.in_(language),
        kind=text.kind(card, language),
        tone=TONES[printed.skill] if isinstance(printed, SkilledFacts) else "olive",
        art=ART[card.type],
        motif=card.ref,
        number=card.ref,
        rarity=card.rarity,
        corner=str(printed.cost),
        corner_name=COST[ja],
        lines=tuple(text.lines(card, language)),
        stats=_stats(printed, ja),
        emblem=EMBLEMS.get(key, ""),
        type_name=word(TYPES[card.type], language),
        kin=key,
        kin_name=capital(word(kin, language)) if kin else "",
    )


def _kin(printed: Any) -> tuple[str, Noun | None]:
    """The Attach's type symbol, the Challenge's kind or the first attribute, by key and in words."""
    if isinstance(printed, AttachFacts):
        return printed.symbol, SYMBOLS[printed.symbol]
    if isinstance(printed, ChallengeFacts):
        return printed.kind, KINDS[printed.kind]
    return (printed.attributes[0], ATTRIBUTES[printed.attributes[0]]) if printed.attributes else ("", None)


def _stats(printed: Any, ja: bool) -> tuple[Stat, ...]:
    """A User's bandwidth and levels, "-" for an immunity (RM-1.6); a Challenge's bonuses (RM-1.9)."""
    if isinstance(printed, UserFacts):
        levels = ["-" if skill in printed.immune else str(getattr(printed, skill)) for skill in SKILLS]
        named = [SKILL_WORDS[skill][2] if ja else SKILL_WORDS[skill][0] for skill in SKILLS]
        return (Stat(BANDWIDTH[ja], str(printed.bandwidth), "bandwidth"), *map(Stat, named, levels, SKILLS))
    if isinstance(printed, ChallengeFacts):
        personal = printed.kind == "personal"
        second = str(printed.defender) if personal else f"{printed.defender:+d}"
        defending = Stat(SIDES[2 if personal else 1][ja], second, "armour")
        return Stat(SIDES[0][ja], f"{printed.attacker:+d}", "strength"), defending
    return ()
