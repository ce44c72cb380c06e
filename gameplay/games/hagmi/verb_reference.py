"""The verbs of the game as a document, ``VERBS.md``."""

from gameplay.engine.text import reference
from gameplay.games.hagmi.effects.base import Ability, HagmiEffect
from gameplay.games.hagmi.printed import FACTS


def verb_reference() -> str:
    """Return what a card's text can say."""
    return reference.verb_reference(
        {
            "What happens once (`do`, inside other verbs)": HagmiEffect.verbs,
            "What holds, waits or may be used while its card is on the battlefield (`skills`)": Ability.verbs,
        },
        FACTS.values(),
    )
