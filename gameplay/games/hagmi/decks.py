"""Deck construction rules and the number of players (HAG-2, HAG-10 to 13)."""

from collections import Counter
from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.core.errors import PlayerCountError, RulesError, _
from gameplay.engine.core.ruleset import SharedDeck
from gameplay.games.hagmi.terms import BACKS
from gameplay.games.hagmi.variants import Variant


class TooFewCardsError(RulesError):
    """A brought deck has too few cards of one kind."""

    code = "too_few_cards"
    clause = "HAG-10.1"
    sentence = _("Your {deck} deck needs at least {least} cards and has {cards}.")
    field = "deck"


class SecretPlanError(RulesError):
    """The deck has more secret plans than its main deck allows, or two with the same title."""

    code = "secret_plans"
    clause = "HAG-1.5"
    sentence = _(
        "The deck has {cards} secret plans and up to {copies} with the same title. "
        "At most {most} are allowed, all with different titles."
    )
    field = "deck"


class BelowAdvisedSizeError(RulesError):
    """A common main deck has fewer cards than recommended, but is legal (HAG-10.3)."""

    code = "advisable"
    clause = "HAG-10.3"
    sentence = _("The shared {deck} deck has {cards} cards. At least {least} are recommended.")
    field = "deck"


def check_players(variant: Variant, players: int) -> None:
    """Raise PlayerCountError if the variant cannot be played by this number of players (HAG-12.1, 13.1)."""
    minimum, maximum = variant.players
    if not minimum <= players <= maximum:
        raise PlayerCountError(
            "HAG-13.1" if variant.teams else "HAG-12.1", players=players, possible=range(minimum, maximum + 1)
        )


def shared_deck(variant: Variant) -> SharedDeck | None:
    """Return the one set whose main deck is used in common, without secret plans; None if decks are brought."""
    return SharedDeck("HAG-10.2", unused_types=("secret",)) if variant.common else None


def deck_faults(variant: Variant, deck: Sequence[PrintedCard]) -> list[RulesError]:
    """Return all faults of ``deck``; none if it is legal.

    With a common main deck, the lists of all players together form the set, so a single list has no minimum sizes.
    """
    backs = Counter(BACKS[card.type] for card in deck if card.type in BACKS)
    faults: list[RulesError] = []
    if not variant.common:
        minimums = {"weapon": variant.weapons, "operation": variant.operations, "damage": variant.damage}
        for name, number in minimums.items():
            if backs[name] < number:
                faults.append(TooFewCardsError(deck=name, cards=backs[name], least=number))
    return faults + secret_plan_faults(variant, deck, (backs["weapon"] + backs["operation"]) // variant.secrets_per)


def secret_plan_faults(variant: Variant, deck: Sequence[PrintedCard], most: int) -> list[RulesError]:
    """Return the fault if a brought deck has more than ``most`` secret plans or two with the same title."""
    copies = Counter(card.name.en for card in deck if card.type == "secret")
    number, max_copies = sum(copies.values()), max(copies.values(), default=0)
    if variant.common or (number <= most and max_copies <= 1):  # with a common deck, secret plans are put aside
        return []
    return [SecretPlanError(cards=number, copies=max_copies, most=most)]


def advised_size_faults(variant: Variant, decks: Sequence[Sequence[PrintedCard]]) -> list[BelowAdvisedSizeError]:
    """Return warnings if the common main deck formed by ``decks`` is smaller than recommended (HAG-10.3)."""
    if not variant.common:
        return []
    backs = Counter(BACKS[card.type] for deck in decks for card in deck)
    return [
        BelowAdvisedSizeError(deck=name, cards=backs[name], least=variant.advised)
        for name in ("weapon", "operation")
        if backs[name] < variant.advised
    ]
