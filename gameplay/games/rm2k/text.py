"""The words of a card, rendered from the same data that acts."""

from cards.faces import Line
from cards.printed import PrintedCard
from gameplay.engine.core.ruleset import Description
from gameplay.engine.text.wording import sentence, sequence, word
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
from gameplay.games.rm2k.words import ANSWERED, ATTRIBUTES, KINDS, REACT, SKILLS, SYMBOLS, TYPES

LABELS = {
    "text": ("", ""),
    "play": ("", ""),
    "answer": ("React", "リアクト"),
    "use": ("Ability", "能力"),
    "goal": ("Goal", "目標"),
    "win": ("Winner", "勝者"),
    "lose": ("Loser", "敗者"),
}
SELF = {
    "user": ("this User", "このユーザー"),
    "attach": ("its User", "これを持つユーザー"),
    "challenge": ("", ""),
    "event": ("", ""),
}


def describe(card: PrintedCard, language: str) -> Description:
    """The card in words. Raises CatalogueError."""
    return Description(kind(card, language), tuple((line.label, line.text) for line in lines(card, language)))


def lines(card: PrintedCard, language: str) -> list[Line]:
    """The paragraphs of a card in printed order. Raises CatalogueError."""
    printed, ja = facts(card), language == "ja"
    found: list[tuple[str, str]] = []
    if isinstance(printed, AttachFacts) and printed.theirs:
        found.append(("play", HOST[ja]))
    found += [("text", ability.say(language)) for ability in printed.text]
    if isinstance(printed, UserFacts):
        found += [("use", _use(printed.use, language))] if printed.use else []
        found += [("goal", _goal(printed.goal, language))] if printed.goal else []
    if isinstance(printed, EventFacts):
        said = sequence(printed.do, language)
        found.append(("answer", _answers(printed, language) + said) if printed.answers else ("text", said))
    if isinstance(printed, ChallengeFacts):
        found += [
            (side, sequence(does, language)) for side, does in (("win", printed.win), ("lose", printed.lose)) if does
        ]
    this = SELF[card.type][ja]
    own = OWN[isinstance(printed, AttachFacts) and printed.theirs][ja]
    said_of = [(kind, words.replace("{self}", this).replace("{own}", own)) for kind, words in found]
    return [Line(LABELS[kind][ja], sentence(words, language)) for kind, words in said_of]


HOST = ("it comes into play on an opposing User", "相手のユーザーに付けて場に出す")
OWN = {False: ("your", "自分の"), True: ("its User's player's", "そのユーザーのプレイヤーの")}


def kind(card: PrintedCard, language: str) -> str:
    """The type line: "User, artist", "Roleplay Duel Challenge", "Script Attach, Weapon", "Argue React Event"."""
    printed, ja = facts(card), language == "ja"
    noun = TYPES[card.type]
    if isinstance(printed, EventFacts) and printed.answers:
        noun = REACT
    words = [word(SKILLS[printed.skill], language)] if isinstance(printed, SkilledFacts) else []
    if isinstance(printed, ChallengeFacts):
        words.append(word(KINDS[printed.kind], language))
    parts = [("・" if ja else " ").join([*words, word(noun, language)])]
    if isinstance(printed, AttachFacts):
        parts.append(word(SYMBOLS[printed.symbol], language))
    parts += [word(ATTRIBUTES[each], language) for each in printed.attributes]
    return ("・" if ja else ", ").join(parts)


def _use(use: Use, language: str) -> str:
    does = sequence(use.do, language)
    if language == "ja":
        return f"ターンに一度、{{self}}にラグを{use.lag}個置いて使う。{does}" if use.lag else f"ターンに一度、{does}"
    return f"once a turn, for {use.lag} lag on {{self}}: {does}" if use.lag else f"once a turn: {does}"


def _goal(goal: Goal, language: str) -> str:
    when = goal.when.say(language)
    if language == "ja":
        return f"{when}場合、" + (f"勝利点{goal.vp}点を得る(一度だけ)" if goal.vp else "ゲームに勝つ")
    return f"{when}: " + (f"you get {goal.vp} VP, once" if goal.vp else "you win the game")


def _answers(event: EventFacts, language: str) -> str:
    nouns = [ANSWERED[each] for each in event.answers]
    if language == "ja":
        return f"相手の{'か'.join(noun[2] for noun in nouns)}に応じて、"
    return f"in answer to {' or '.join(noun[0] for noun in nouns)} of an opponent, "
