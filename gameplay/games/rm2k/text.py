"""The words of a card, rendered from the same data that acts."""

from cards.faces import RulesParagraph
from cards.printed import PrintedCard
from gameplay.engine.core.ruleset import CardDescription
from gameplay.engine.text.wording import as_sentence, effects_text, singular
from gameplay.games.rm2k.nouns import ANSWERABLE_NOUNS, ATTRIBUTES, KIND_NOUNS, REACT, SKILL_NOUNS, SYMBOLS, TYPES
from gameplay.games.rm2k.printed import (
    AttachFacts,
    ChallengeFacts,
    EventFacts,
    Goal,
    SkilledFacts,
    Use,
    UserFacts,
    facts,
)

LABELS = {
    "text": ("", ""),
    "play": ("", ""),
    "answer": ("React", "リアクト"),
    "use": ("Ability", "能力"),
    "goal": ("Goal", "目標"),
    "win": ("Winner", "勝者"),
    "lose": ("Loser", "敗者"),
}
SELF_PHRASES = {
    "user": ("this User", "このユーザー"),
    "attach": ("its User", "これを持つユーザー"),
    "challenge": ("", ""),
    "event": ("", ""),
}


def describe(card: PrintedCard, language: str) -> CardDescription:
    """The card in words. Raises CatalogueError."""
    return CardDescription(
        type_line(card, language), tuple((line.label, line.text) for line in paragraphs(card, language))
    )


def paragraphs(card: PrintedCard, language: str) -> list[RulesParagraph]:
    """The paragraphs of a card in printed order. Raises CatalogueError."""
    printed, ja = facts(card), language == "ja"
    found: list[tuple[str, str]] = []
    if isinstance(printed, AttachFacts) and printed.theirs:
        found.append(("play", HOST_PHRASE[ja]))
    found += [("text", ability.say(language)) for ability in printed.text]
    if isinstance(printed, UserFacts):
        found += [("use", _use_text(printed.use, language))] if printed.use else []
        found += [("goal", _goal_text(printed.goal, language))] if printed.goal else []
    if isinstance(printed, EventFacts):
        said = effects_text(printed.do, language)
        found.append(("answer", _answers_text(printed, language) + said) if printed.answers else ("text", said))
    if isinstance(printed, ChallengeFacts):
        found += [
            (side, effects_text(does, language))
            for side, does in (("win", printed.win), ("lose", printed.lose))
            if does
        ]
    this = SELF_PHRASES[card.type][ja]
    own = OWN_PHRASES[isinstance(printed, AttachFacts) and printed.theirs][ja]
    said_of = [(kind, words.replace("{self}", this).replace("{own}", own)) for kind, words in found]
    return [RulesParagraph(LABELS[kind][ja], as_sentence(words, language)) for kind, words in said_of]


HOST_PHRASE = ("it comes into play on an opposing User", "相手のユーザーに付けて場に出す")
OWN_PHRASES = {False: ("your", "自分の"), True: ("its User's player's", "そのユーザーのプレイヤーの")}


def type_line(card: PrintedCard, language: str) -> str:
    """The type line: "User, artist", "Roleplay Duel Challenge", "Script Attach, Weapon", "Argue React Event"."""
    printed, ja = facts(card), language == "ja"
    noun = TYPES[card.type]
    if isinstance(printed, EventFacts) and printed.answers:
        noun = REACT
    words = [singular(SKILL_NOUNS[printed.skill], language)] if isinstance(printed, SkilledFacts) else []
    if isinstance(printed, ChallengeFacts):
        words.append(singular(KIND_NOUNS[printed.kind], language))
    parts = [("・" if ja else " ").join([*words, singular(noun, language)])]
    if isinstance(printed, AttachFacts):
        parts.append(singular(SYMBOLS[printed.symbol], language))
    parts += [singular(ATTRIBUTES[each], language) for each in printed.attributes]
    return ("・" if ja else ", ").join(parts)


def _use_text(use: Use, language: str) -> str:
    does = effects_text(use.do, language)
    if language == "ja":
        return f"ターンに一度、{{self}}にラグを{use.lag}個置いて使う。{does}" if use.lag else f"ターンに一度、{does}"
    return f"once a turn, for {use.lag} lag on {{self}}: {does}" if use.lag else f"once a turn: {does}"


def _goal_text(goal: Goal, language: str) -> str:
    when = goal.when.say(language)
    if language == "ja":
        return f"{when}場合、" + (f"勝利点{goal.vp}点を得る(一度だけ)" if goal.vp else "ゲームに勝つ")
    return f"{when}: " + (f"you get {goal.vp} VP, once" if goal.vp else "you win the game")


def _answers_text(event: EventFacts, language: str) -> str:
    nouns = [ANSWERABLE_NOUNS[each] for each in event.answers]
    if language == "ja":
        return f"相手の{'か'.join(noun[2] for noun in nouns)}に応じて、"
    return f"in answer to {' or '.join(noun[0] for noun in nouns)} of an opponent, "
