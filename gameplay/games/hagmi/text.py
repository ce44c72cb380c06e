"""The words of a card, rendered from the same data that acts."""

from cards.faces import RulesParagraph
from cards.printed import PrintedCard
from gameplay.engine.core.ruleset import CardDescription
from gameplay.engine.text.wording import as_sentence, capitalize_first, effects_text, singular
from gameplay.games.hagmi.effects.abilities import MainSkill
from gameplay.games.hagmi.nouns import KIN_NAMES, RANGE_WORDS, TYPES, area_text
from gameplay.games.hagmi.printed import PlanFacts, WeaponFacts, facts
from gameplay.games.hagmi.terms import ALL_TARGETS


def describe(card: PrintedCard, language: str) -> CardDescription:
    """The card in words. Raises CatalogueError."""
    return CardDescription(
        type_line(card, language), tuple((line.label, line.text) for line in paragraphs(card, language))
    )


def paragraphs(card: PrintedCard, language: str) -> list[RulesParagraph]:
    """The paragraphs of a card in printed order. Raises CatalogueError."""
    printed = facts(card)
    found = []
    if do := getattr(printed, "do", ()):
        found.append(RulesParagraph("", as_sentence(effects_text(do, language), language)))
    for skill in printed.skills:
        label = ("Skill" if language == "en" else "スキル") if isinstance(skill, MainSkill) else ""
        found.append(RulesParagraph(label, as_sentence(skill.say(language), language)))
    return found


def type_line(card: PrintedCard, language: str) -> str:
    """The type line: "Weapon, vehicle, LONG, MULTI-2"; "兵装・車両・LONG・MULTI-2"."""
    printed = facts(card)
    japanese = language == "ja"
    parts = [capitalize_first(singular(TYPES[card.type], language))]
    if isinstance(printed, WeaponFacts):
        parts.append(singular(KIN_NAMES[printed.kin], language))
        parts += [RANGE_WORDS[printed.range], area_text(ALL_TARGETS if printed.all else printed.targets)]
    if isinstance(printed, PlanFacts) and printed.stays:
        parts.append(singular(TYPES["facility"], language))
    return ("・" if japanese else ", ").join(parts)
