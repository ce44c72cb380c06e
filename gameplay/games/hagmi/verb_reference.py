"""The reference of card texts, ``VERBS.md``."""

from gameplay.engine.text import reference
from gameplay.games.hagmi.effects.base import Ability, HagmiEffect
from gameplay.games.hagmi.printed import FACTS


def verb_reference() -> str:
    """Return the reference as Markdown."""
    return reference.verb_reference(
        {
            "Effects that happen once (`do`, and inside other verbs)": HagmiEffect.verbs,
            "Abilities that work while the card is on the battlefield (`skills`)": Ability.verbs,
        },
        FACTS.values(),
    )
