"""Card texts in English and Japanese, generated from the same data that the rules execute."""

from cards.faces import RulesParagraph
from cards.printed import PrintedCard
from gameplay.engine.core.ruleset import CardDescription
from gameplay.engine.text.wording import as_sentence, capitalize_first, effects_text, singular
from gameplay.games.enemy.conditions import Condition, requirements_text
from gameplay.games.enemy.nouns import CLASSES, GOBLIN_ITEM, SELF_PHRASES, SPECIES, SUBTYPES, TYPES, WEIGHT_NAMES
from gameplay.games.enemy.printed import (
    ActionFacts,
    EventFacts,
    Facts,
    GruntyFacts,
    ItemFacts,
    MonsterFacts,
    PcFacts,
    facts,
)

LABELS = {
    "to_play": ("To play", "プレイ条件"),
    "to_flip": ("To flip", "使用条件"),
    "bearer": ("Bearer", "装備者"),
    "portal": ("Portal", "ポータル"),
    "text": ("", ""),
    "feed": ("Feed", "エサ"),
    "use": ("Use", "効果"),
    "flip": ("Flip", "使用"),
    "reward": ("Reward", "リワード"),
}

MOMENT_PHRASES = {
    "fight": ("In a fight", "戦闘中"),
    "attack": ("When an attack has been declared", "攻撃が宣言された時"),
    "destiny": ("After destiny is drawn", "宿命を引いた後"),
    "play": ("In your Play Step", "自分のプレイステップ中"),
}


def describe(card: PrintedCard, language: str = "en") -> CardDescription:
    """Return the type line and the text of a card. Raises CatalogueError."""
    return CardDescription(
        type_line(card, language), tuple((line.label, line.text) for line in paragraphs(card, language))
    )


def paragraphs(card: PrintedCard, language: str = "en") -> list[RulesParagraph]:
    """Return the paragraphs of a card in printed order. Raises CatalogueError."""
    printed = facts(card)
    texts = _requirement_lines(printed, language)
    if isinstance(printed, MonsterFacts) and printed.joins:
        texts.append(("portal", _joins_text(printed.joins, language)))
    texts += [("text", ability.say(language)) for ability in printed.text]
    if isinstance(printed, ActionFacts):
        texts.append(("flip", _flip_text(printed, language)))
    if isinstance(printed, GruntyFacts):
        texts += [("feed", printed.feed.say(language)), ("use", _use_text(printed, language))]
    if isinstance(printed, EventFacts):
        texts.append(("text", effects_text(printed.do, language)))
    if isinstance(printed, MonsterFacts) and printed.reward:
        texts.append(("reward", effects_text(printed.reward, language)))
    this_card = SELF_PHRASES.get(card.type, ("", ""))[language == "ja"]
    return [
        RulesParagraph(LABELS[label][language == "ja"], as_sentence(text.replace("{self}", this_card), language))
        for label, text in texts
    ]


def type_line(card: PrintedCard, language: str = "en") -> str:
    """Return the type line: "Monster, goblin", "PC, Twin Blade, level 1"."""
    printed = facts(card)
    japanese = language == "ja"
    parts = [capitalize_first(singular(TYPES[card.type], language))]
    if isinstance(printed, MonsterFacts) and printed.species:
        parts.append(singular(SPECIES[printed.species], language))
    if isinstance(printed, PcFacts):
        parts.append(singular(CLASSES[printed.class_], language))
    if isinstance(printed, ItemFacts):
        parts.append(singular(SUBTYPES[printed.subtype], language))
    if isinstance(printed, PcFacts | ItemFacts):
        parts.append(f"レベル{printed.level}" if japanese else f"level {printed.level}")
    if isinstance(printed, ItemFacts) and printed.goblin:
        parts.append(singular(GOBLIN_ITEM, language))
    if isinstance(printed, MonsterFacts) and printed.storable:
        parts.append("格納可能" if japanese else "storable")
    return ("・" if japanese else ", ").join(parts)


def _requirement_lines(printed: Facts, language: str) -> list[tuple[str, str]]:
    """Return the lines for legal bearers and requirements; those of an action are for flipping it (ENE-13.9)."""
    lines = []
    if isinstance(printed, ItemFacts) and (printed.classes or printed.weights):
        lines.append(("bearer", _bearers_text(printed, language)))
    if printed.requires:
        label = "to_flip" if isinstance(printed, ActionFacts) else "to_play"
        lines.append((label, requirements_text(printed.requires, language)))
    return lines


def _bearers_text(item: ItemFacts, language: str) -> str:
    if language == "ja":
        return "・".join(
            [*(CLASSES[name][2] for name in item.classes), *(f"{WEIGHT_NAMES[name][1]}級" for name in item.weights)]
        )
    weights = " or ".join(WEIGHT_NAMES[name][0] for name in item.weights)
    return " or ".join([*(CLASSES[name][0] for name in item.classes), *([f"{weights} PC"] if weights else [])])


def _joins_text(conditions: tuple[Condition, ...], language: str) -> str:
    clauses = (" and " if language == "en" else "、かつ").join(condition.say(language) for condition in conditions)
    return f"may join an attack if {clauses}" if language == "en" else f"{clauses}場合、攻撃に加われる"


def _flip_text(action: ActionFacts, language: str) -> str:
    japanese = language == "ja"
    return MOMENT_PHRASES[action.moment][japanese] + ("、" if japanese else ", ") + effects_text(action.do, language)


def _use_text(grunty: GruntyFacts, language: str) -> str:
    what = effects_text(grunty.do, language)
    return f"サイズ{grunty.size}以上なら、{what}" if language == "ja" else f"at size {grunty.size} or more, {what}"
