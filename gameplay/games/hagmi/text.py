"""Card texts, rendered from the same data as the rules."""

from cards.faces import RulesParagraph
from cards.printed import PrintedCard
from gameplay.engine.core.ruleset import CardDescription
from gameplay.engine.text.wording import as_sentence, capitalize_first, effects_text, singular
from gameplay.games.hagmi.effects.abilities import Aura, MainSkill
from gameplay.games.hagmi.nouns import KIN_NAMES, RANGE_WORDS, TYPES, area_text
from gameplay.games.hagmi.printed import PlanFacts, WeaponFacts, facts
from gameplay.games.hagmi.terms import ALL_TARGETS

OTHER_WORDS = {"en": "other ", "ja": "他の"}


def describe(card: PrintedCard, language: str) -> CardDescription:
    """Return the type line and paragraphs of the card. Raise CatalogueError."""
    return CardDescription(
        type_line(card, language), tuple((line.label, line.text) for line in paragraphs(card, language))
    )


def paragraphs(card: PrintedCard, language: str) -> list[RulesParagraph]:
    """Return the paragraphs of a card in printed order. Raise CatalogueError."""
    printed = facts(card)
    lines = []
    if do := getattr(printed, "do", ()):
        lines.append(RulesParagraph("", as_sentence(effects_text(do, language), language)))
    for skill in printed.skills:
        label = ("Skill" if language == "en" else "スキル") if isinstance(skill, MainSkill) else ""
        other = OTHER_WORDS[language] if isinstance(skill, Aura) and could_match_itself(skill, card) else ""
        lines.append(RulesParagraph(label, as_sentence(skill.say(language).replace("{other}", other), language)))
    return lines


def could_match_itself(aura: Aura, card: PrintedCard) -> bool:
    return aura.to.whose != "theirs" and (aura.to.kind == "unit") == (card.type == "weapon")


def type_line(card: PrintedCard, language: str) -> str:
    """Return the type line: "Weapon, vehicle, LONG, MULTI-2"; "兵装・車両・LONG・MULTI-2"."""
    printed = facts(card)
    japanese = language == "ja"
    parts = [capitalize_first(singular(TYPES[card.type], language))]
    if isinstance(printed, WeaponFacts):
        parts.append(singular(KIN_NAMES[printed.kin], language))
        parts += [RANGE_WORDS[printed.range], area_text(ALL_TARGETS if printed.all else printed.targets)]
    if isinstance(printed, PlanFacts) and printed.stays:
        parts.append(singular(TYPES["facility"], language))
    return ("・" if japanese else ", ").join(parts)
