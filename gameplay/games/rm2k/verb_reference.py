"""The verbs of the game as a document, ``VERBS.md``."""

from gameplay.engine.text import reference
from gameplay.games.rm2k.effects.base import Ability, Rm2kEffect
from gameplay.games.rm2k.printed import FACTS


def verb_reference() -> str:
    """Return what a card's text can say."""
    return reference.verb_reference(
        {
            "What happens once (`do`, `win`, `lose`, inside other verbs)": Rm2kEffect.verbs,
            "What holds or waits while its card is in play or its Challenge is on (`text`)": Ability.verbs,
        },
        FACTS.values(),
    )
