"""The reference of the game's verbs, ``VERBS.md``."""

from gameplay.engine.text import reference
from gameplay.games.enemy.effects.base import Ability, EnemyEffect
from gameplay.games.enemy.printed import FACTS


def verb_reference() -> str:
    """Return the reference as Markdown."""
    return reference.verb_reference(
        {
            "Effects that happen once (`do`, `reward`, inside other verbs)": EnemyEffect.verbs,
            "Abilities while the card is in play (`text`)": Ability.verbs,
        },
        FACTS.values(),
    )
