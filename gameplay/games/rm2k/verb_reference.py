"""The reference of card texts, ``VERBS.md``."""

from gameplay.engine.text import reference
from gameplay.games.rm2k.effects.base import Ability, Rm2kEffect
from gameplay.games.rm2k.printed import FACTS


def verb_reference() -> str:
    """Return the reference as Markdown."""
    return reference.verb_reference(
        {
            "Effects that happen once (`do`, `win`, `lose`, and inside other verbs)": Rm2kEffect.verbs,
            "Abilities that work while the card is in play or its Challenge is in progress (`text`)": Ability.verbs,
        },
        FACTS.values(),
    )
