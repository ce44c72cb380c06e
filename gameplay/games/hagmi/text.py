"""The words of a card, rendered from the same data that acts."""

from cards.faces import Line
from cards.printed import PrintedCard
from gameplay.engine.core.ruleset import Description
from gameplay.engine.text.wording import capital, sentence, sequence, word
from gameplay.games.hagmi.effects.abilities import MainSkill
from gameplay.games.hagmi.printed import PlanFacts, WeaponFacts, facts
from gameplay.games.hagmi.terms import ALL
from gameplay.games.hagmi.words import KINDS, RANGE_WORDS, TYPES, area


def describe(card: PrintedCard, language: str) -> Description:
    """The card in words. Raises CatalogueError."""
    return Description(kind(card, language), tuple((line.label, line.text) for line in lines(card, language)))


def lines(card: PrintedCard, language: str) -> list[Line]:
    """The paragraphs of a card in printed order. Raises CatalogueError."""
    printed = facts(card)
    found = []
    if do := getattr(printed, "do", ()):
        found.append(Line("", sentence(sequence(do, language), language)))
    for skill in printed.skills:
        label = ("Skill" if language == "en" else "スキル") if isinstance(skill, MainSkill) else ""
        found.append(Line(label, sentence(skill.say(language), language)))
    return found


def kind(card: PrintedCard, language: str) -> str:
    """The type line: "Weapon, vehicle, LONG, MULTI-2"; "兵装・車両・LONG・MULTI-2"."""
    printed = facts(card)
    japanese = language == "ja"
    parts = [capital(word(TYPES[card.type], language))]
    if isinstance(printed, WeaponFacts):
        parts.append(word(KINDS[printed.kin], language))
        parts += [RANGE_WORDS[printed.range], area(ALL if printed.all else printed.targets)]
    if isinstance(printed, PlanFacts) and printed.stays:
        parts.append(word(TYPES["facility"], language))
    return ("・" if japanese else ", ").join(parts)
