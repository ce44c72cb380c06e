"""Which decks may be played, and by how many (HAG-2, HAG-10 to 13)."""

from collections import Counter
from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.core.errors import PlayerCountError, RulesError, _
from gameplay.games.hagmi.terms import BACKS
from gameplay.games.hagmi.variants import Variant


class TooFewCardsError(RulesError):
    """A brought deck has fewer cards of a kind than it must; ``details`` count them."""

    code = "too_few_cards"
    clause = "HAG-10.1"
    sentence = _("The {deck} deck has {cards} cards; it must have at least {least}.")
    field = "deck"


class SecretPlanError(RulesError):
    """There are more secret plans than the main deck allows, or two of one title."""

    code = "secret_plans"
    clause = "HAG-1.5"
    sentence = _("{cards} secret plans, {copies} of one title; at most {most}, each once.")
    field = "deck"


class BelowAdvisedSizeError(RulesError):
    """A common main deck has fewer cards than is advisable; it may be played all the same (HAG-10.3)."""

    code = "advisable"
    clause = "HAG-10.3"
    sentence = _("The common {deck} deck has {cards} cards; {least} are advisable.")
    field = "deck"


def check_players(variant: Variant, players: int) -> None:
    """Raise WrongPlayersError unless so many may play the variant (HAG-12.1, 13.1)."""
    least, most = variant.players
    if not least <= players <= most:
        raise PlayerCountError(
            "HAG-13.1" if variant.teams else "HAG-12.1", players=players, possible=range(least, most + 1)
        )


def deck_faults(variant: Variant, deck: Sequence[PrintedCard]) -> list[RulesError]:
    """Return everything that is wrong with ``deck``, nothing if it may be played.

    With a common main deck the players' lists together are the set that is played with, so each by itself may hold
    any part of it.
    """
    backs = Counter(BACKS[card.type] for card in deck if card.type in BACKS)
    faults: list[RulesError] = []
    if not variant.common:
        least = {"weapon": variant.weapons, "operation": variant.operations, "damage": variant.damage}
        for name, number in least.items():
            if backs[name] < number:
                faults.append(TooFewCardsError(deck=name, cards=backs[name], least=number))
    return faults + secret_plan_faults(variant, deck, (backs["weapon"] + backs["operation"]) // variant.secrets_per)


def secret_plan_faults(variant: Variant, deck: Sequence[PrintedCard], most: int) -> list[RulesError]:
    """With brought decks there are at most so many secret plans, each once; with a common one they are put aside."""
    copies = Counter(card.name.en for card in deck if card.type == "secret")
    number, twice = sum(copies.values()), max(copies.values(), default=0)
    if variant.common or (number <= most and twice <= 1):
        return []
    return [SecretPlanError(cards=number, copies=twice, most=most)]


def advised_size_faults(variant: Variant, decks: Sequence[Sequence[PrintedCard]]) -> list[BelowAdvisedSizeError]:
    """Return what is advisable and not so of the main deck that ``decks`` make together (HAG-10.3)."""
    if not variant.common:
        return []
    backs = Counter(BACKS[card.type] for deck in decks for card in deck)
    return [
        BelowAdvisedSizeError(deck=name, cards=backs[name], least=variant.advised)
        for name in ("weapon", "operation")
        if backs[name] < variant.advised
    ]
