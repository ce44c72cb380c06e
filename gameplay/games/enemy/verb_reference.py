"""The verbs of the game as a document, ``VERBS.md``."""

from gameplay.engine.text import reference
from gameplay.games.enemy.effects.base import Ability, EnemyEffect
from gameplay.games.enemy.printed import FACTS


def verb_reference() -> str:
    """Return what a card's text can say."""
    return reference.verb_reference(
        {
            "What happens once (`do`, `reward`, inside other verbs)": EnemyEffect.verbs,
            "What holds or waits while its card is in play (`text`)": Ability.verbs,
        },
        FACTS.values(),
    )
