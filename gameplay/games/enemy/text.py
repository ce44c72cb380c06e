"""The words of a card, rendered from the same data that acts."""

from cards.faces import Line
from cards.printed import PrintedCard
from gameplay.engine.core.ruleset import Description
from gameplay.engine.text.wording import capital, sentence, sequence, word
from gameplay.games.enemy.conditions import Condition, spotting
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
from gameplay.games.enemy.words import CLASSES, GOBLIN_ITEM, SELF, SPECIES, SUBTYPES, TYPES, WEIGHTS

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

MOMENTS = {
    "fight": ("In a fight", "戦闘中"),
    "attack": ("When an attack has been declared", "攻撃が宣言された時"),
    "destiny": ("After destiny is drawn", "宿命を引いた後"),
    "play": ("In your Play Step", "自分のプレイステップ中"),
}


def describe(card: PrintedCard, language: str = "en") -> Description:
    """The card in words. Raises CatalogueError."""
    return Description(kind(card, language), tuple((line.label, line.text) for line in lines(card, language)))


def lines(card: PrintedCard, language: str = "en") -> list[Line]:
    """The paragraphs of a card in printed order. Raises CatalogueError."""
    printed = facts(card)
    found = _needs(printed, language)
    if isinstance(printed, MonsterFacts) and printed.joins:
        found.append(("portal", _joins(printed.joins, language)))
    found += [("text", ability.say(language)) for ability in printed.text]
    if isinstance(printed, ActionFacts):
        found.append(("flip", _flip(printed, language)))
    if isinstance(printed, GruntyFacts):
        found += [("feed", printed.feed.say(language)), ("use", _use(printed, language))]
    if isinstance(printed, EventFacts):
        found.append(("text", sequence(printed.do, language)))
    if isinstance(printed, MonsterFacts) and printed.reward:
        found.append(("reward", sequence(printed.reward, language)))
    this = SELF.get(card.type, ("", ""))[language == "ja"]
    said = [(kind, words.replace("{self}", this)) for kind, words in found]
    return [Line(LABELS[kind][language == "ja"], sentence(words, language)) for kind, words in said]


def kind(card: PrintedCard, language: str = "en") -> str:
    """The type line: "Monster, goblin", "PC, Twin Blade, level 1"."""
    printed = facts(card)
    japanese = language == "ja"
    parts = [capital(word(TYPES[card.type], language))]
    if isinstance(printed, MonsterFacts) and printed.species:
        parts.append(word(SPECIES[printed.species], language))
    if isinstance(printed, PcFacts):
        parts.append(word(CLASSES[printed.class_], language))
    if isinstance(printed, ItemFacts):
        parts.append(word(SUBTYPES[printed.subtype], language))
    if isinstance(printed, PcFacts | ItemFacts):
        parts.append(f"レベル{printed.level}" if japanese else f"level {printed.level}")
    if isinstance(printed, ItemFacts) and printed.goblin:
        parts.append(word(GOBLIN_ITEM, language))
    if isinstance(printed, MonsterFacts) and printed.storable:
        parts.append("格納可能" if japanese else "storable")
    return ("・" if japanese else ", ").join(parts)


def _needs(printed: Facts, language: str) -> list[tuple[str, str]]:
    """Who may bear the card, and what it asks for; an action asks when it is flipped (ENE-13.9)."""
    found = []
    if isinstance(printed, ItemFacts) and (printed.classes or printed.weights):
        found.append(("bearer", _bearers(printed, language)))
    if printed.requires:
        kind = "to_flip" if isinstance(printed, ActionFacts) else "to_play"
        found.append((kind, spotting(printed.requires, language)))
    return found


def _bearers(item: ItemFacts, language: str) -> str:
    if language == "ja":
        return "・".join(
            [*(CLASSES[name][2] for name in item.classes), *(f"{WEIGHTS[name][1]}級" for name in item.weights)]
        )
    weights = " or ".join(WEIGHTS[name][0] for name in item.weights)
    return " or ".join([*(CLASSES[name][0] for name in item.classes), *([f"{weights} PC"] if weights else [])])


def _joins(conditions: tuple[Condition, ...], language: str) -> str:
    clauses = (" and " if language == "en" else "、かつ").join(condition.say(language) for condition in conditions)
    return f"may join an attack if {clauses}" if language == "en" else f"{clauses}場合、攻撃に加われる"


def _flip(action: ActionFacts, language: str) -> str:
    japanese = language == "ja"
    return MOMENTS[action.moment][japanese] + ("、" if japanese else ", ") + sequence(action.do, language)


def _use(grunty: GruntyFacts, language: str) -> str:
    what = sequence(grunty.do, language)
    return f"サイズ{grunty.size}以上なら、{what}" if language == "ja" else f"at size {grunty.size} or more, {what}"
