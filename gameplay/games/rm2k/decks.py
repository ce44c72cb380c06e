"""Which decks may be played (RM-2.2, RM-OP-19)."""

from collections import Counter
from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.errors import RulesError, _
from gameplay.games.rm2k.printed import FACTS, facts
from gameplay.games.rm2k.variants import Variant


class WrongSizeError(RulesError):
    """The deck has more or fewer cards than is agreed; ``details`` counts cards."""

    code = "deck_size"
    clause = "RM-OP-19"
    sentence = _("The deck has {cards} cards; it must have exactly {deck_size}.")
    field = "deck"


class TooManyCopiesError(RulesError):
    """The deck has more copies of a title than is agreed; ``details`` counts copies."""

    code = "too_many_copies"
    clause = "RM-OP-19"
    sentence = _("{title}: {copies} copies in the deck; at most {most}.")
    field = "deck"


class UnknownTypeError(RulesError):
    """The game does not know this type of card."""

    code = "unknown_type"
    clause = "RM-1.1"
    sentence = _("{title} is of a type that is not in this game.")
    field = "deck"


class NoStarterError(RulesError):
    """No User of the deck can begin: every one costs more than the set value."""

    code = "no_starter"
    clause = "RM-2.2"
    sentence = _("No User of the deck costs {set_value} or less, so that none could be the Main User.")
    field = "deck"


def deck_faults(variant: Variant, deck: Sequence[PrintedCard]) -> list[RulesError]:
    """Return everything that is wrong with ``deck``, nothing if it may be played."""
    faults: list[RulesError] = []
    if variant.deck_size and len(deck) != variant.deck_size:
        faults.append(WrongSizeError(cards=len(deck), deck_size=variant.deck_size))
    if variant.copies:
        for title, copies in sorted(Counter(card.name.en for card in deck).items()):
            if copies > variant.copies:
                faults.append(TooManyCopiesError(title=title, copies=copies, most=variant.copies))
    strange = sorted({card.name.en for card in deck if card.type not in FACTS})
    faults += [UnknownTypeError(title=title) for title in strange]
    users = [card for card in deck if card.type == "user"]
    if not any(facts(card).cost <= variant.set_value for card in users):
        faults.append(NoStarterError(set_value=variant.set_value))
    return faults
