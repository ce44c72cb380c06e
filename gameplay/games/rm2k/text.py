"""Card texts, rendered from the same data as the rules."""

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
    """Return the type line and paragraphs of the card. Raise CatalogueError."""
    return CardDescription(
        type_line(card, language), tuple((line.label, line.text) for line in paragraphs(card, language))
    )


def paragraphs(card: PrintedCard, language: str) -> list[RulesParagraph]:
    """Return the paragraphs of a card in printed order. Raise CatalogueError."""
    printed, ja = facts(card), language == "ja"
    lines: list[tuple[str, str]] = []
    if isinstance(printed, AttachFacts) and printed.theirs:
        lines.append(("play", HOST_PHRASE[ja]))
    lines += [("text", ability.say(language)) for ability in printed.text]
    if isinstance(printed, UserFacts):
        lines += [("use", _use_text(printed.use, language))] if printed.use else []
        lines += [("goal", _goal_text(printed.goal, language))] if printed.goal else []
    if isinstance(printed, EventFacts):
        effects = effects_text(printed.do, language)
        lines.append(("answer", _answers_text(printed, language) + effects) if printed.answers else ("text", effects))
    if isinstance(printed, ChallengeFacts):
        lines += [
            (side, effects_text(effects, language))
            for side, effects in (("win", printed.win), ("lose", printed.lose))
            if effects
        ]
    this = SELF_PHRASES[card.type][ja]
    own_turn = TURN_PHRASES[isinstance(printed, AttachFacts) and printed.theirs][ja]
    texts = [(kind, words.replace("{self}", this).replace("{own_turn}", own_turn)) for kind, words in lines]
    return [RulesParagraph(LABELS[kind][ja], as_sentence(words, language)) for kind, words in texts]


HOST_PHRASE = ("attach this card to an opposing User", "相手のユーザーに付けて場に出す")
TURN_PHRASES = {
    False: ("your turn", "自分のターン"),
    True: ("the turn of its User's player", "そのユーザーのプレイヤーのターン"),
}


def type_line(card: PrintedCard, language: str) -> str:
    """Return the type line: "User, artist", "Roleplay Duel Challenge", "Script Attach, Weapon", "Argue React Event"."""
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
    effects = effects_text(use.do, language)
    if language == "ja":
        return (
            f"ターンに一度、{{self}}にラグを{use.lag}個置いて使う。{effects}" if use.lag else f"ターンに一度、{effects}"
        )
    return f"once a turn, put {use.lag} lag on {{self}}: {effects}" if use.lag else f"once a turn: {effects}"


def _goal_text(goal: Goal, language: str) -> str:
    when = goal.when.say(language)
    if language == "ja":
        if goal.takes:
            return f"{when}場合、相手1人から勝利点{goal.vp}点を奪う(一度だけ)"
        return f"{when}場合、" + (f"勝利点{goal.vp}点を得る(一度だけ)" if goal.vp else "ゲームに勝つ")
    if goal.takes:
        return f"if {when}, you take {goal.vp} VP from an opponent (once)"
    return f"if {when}, " + (f"you get {goal.vp} VP (once)" if goal.vp else "you win the game")


def _answers_text(event: EventFacts, language: str) -> str:
    nouns = [ANSWERABLE_NOUNS[each] for each in event.answers]
    if language == "ja":
        return f"相手の{'か'.join(noun[2] for noun in nouns)}に応じて、"
    return f"in response to an opponent's {' or '.join(noun[0] for noun in nouns)}, "
