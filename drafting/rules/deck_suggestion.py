"""Deck suggestions: the changes from the current deck, with the reasons for each change.

A suggestion changes nothing by itself. The player can accept it, accept single cards, or ignore it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cards.printed import Archetype, PrintedCard
from drafting.rules.decks import DeckFullError, PoolTooSmallError
from gameplay.engine.core.errors import _
from gameplay.engine.core.ruleset import DraftBot

MIN_PLAN_COPIES = 4
"""Minimum number of copies of an archetype's cards in a deck that follows it."""
MIN_SYNERGY = 0.5
"""Minimum synergy of two cards that is named as a reason, on the scale of the drafting bot."""
MAX_NAMED_CARDS = 2
"""Maximum number of cards that a reason names."""


@dataclass(frozen=True, slots=True)
class SuggestionReason:
    """Why a card is added or removed: a template, and the cards, archetype or card type that fill it."""

    sentence: str
    cards: Sequence[PrintedCard] = ()
    plan: Archetype | None = None
    type: PrintedCard | None = None


@dataclass(frozen=True, slots=True)
class SuggestedChange:
    """A number of copies of a card to add or remove."""

    card: PrintedCard
    copies: int
    reasons: Sequence[SuggestionReason]


@dataclass(frozen=True, slots=True)
class DeckSuggestion:
    """A suggested deck, its archetype with the number of its copies, and the changes from the current deck."""

    deck: Sequence[PrintedCard]
    plan: Archetype | None
    copies: int
    additions: Sequence[SuggestedChange]
    removals: Sequence[SuggestedChange]


def suggest_deck(
    pool: Sequence[PrintedCard],
    current_deck: Iterable[str],
    size: int,
    drafter: DraftBot,
    archetypes: Iterable[Archetype],
) -> DeckSuggestion:
    """Return the deck that ``drafter`` builds from ``pool``, compared with ``current_deck`` (DRF-3.2, DRF-3.3)."""
    deck, cards = drafter.build_deck(pool, size), {card.ref: card for card in pool}
    wanted, current = Counter(card.ref for card in deck), Counter(current_deck)
    plan, copies = _plan(wanted, archetypes)
    additions = [
        SuggestedChange(cards[ref], count, _why_in(cards[ref], deck, size, drafter=drafter, plan=plan))
        for ref, count in sorted((wanted - current).items())
    ]
    removals = [
        SuggestedChange(cards[ref], count, _why_out(cards[ref], deck, size, drafter))
        for ref, count in sorted((current - wanted).items())
        if ref in cards
    ]
    return DeckSuggestion(sorted(deck, key=lambda card: card.ref), plan, copies, additions, removals)


def filled_deck(pool: Sequence[PrintedCard], current_deck: Iterable[str], size: int, drafter: DraftBot) -> list[str]:
    """Return the refs of a deck of ``size``: ``current_deck`` and the cards of ``pool`` that ``drafter`` adds.

    Raises DeckFullError, PoolTooSmallError (DRF-3.2, DRF-3.3).
    """
    current, cards = Counter(current_deck), {card.ref: card for card in pool}
    if current.total() >= size:
        raise DeckFullError(cards=current.total(), deck_size=size)
    if len(pool) < size:
        raise PoolTooSmallError(cards=len(pool), deck_size=size)
    return [card.ref for card in drafter.build_deck(pool, size, [cards[ref] for ref in current.elements()])]


def _plan(deck: Mapping[str, int], plans: Iterable[Archetype]) -> tuple[Archetype | None, int]:
    """Return the archetype with the most copies in ``deck``, and their number; (None, 0) if there are too few."""
    counted = [(sum(deck.get(ref, 0) for ref in plan.cards), plan) for plan in plans]
    copies, plan = max(counted, key=lambda each: each[0], default=(0, None))
    return (plan, copies) if copies >= MIN_PLAN_COPIES else (None, 0)


def _why_in(
    card: PrintedCard, deck: Sequence[PrintedCard], size: int, *, drafter: DraftBot, plan: Archetype | None
) -> list[SuggestionReason]:
    reasons = (
        [SuggestionReason(_("It fits the archetype: {plan}."), plan=plan)] if plan and card.ref in plan.cards else []
    )
    if partners := _synergies(card, deck, drafter):
        reasons.append(SuggestionReason(_("It works well with {cards}."), cards=partners))
    if drafter.demand(card, [each for each in deck if each != card], size) > 1:
        reasons.append(SuggestionReason(_("The deck needs more cards of this type: {type}."), type=card))
    return reasons or [SuggestionReason(_("It is strong on its own."))]


def _why_out(card: PrintedCard, deck: Sequence[PrintedCard], size: int, drafter: DraftBot) -> list[SuggestionReason]:
    reasons = []
    if drafter.demand(card, deck, size) <= 1:
        reasons.append(SuggestionReason(_("The deck has enough cards of this type: {type}."), type=card))
    if not _synergies(card, deck, drafter):
        reasons.append(SuggestionReason(_("It has no synergy with the rest of the deck.")))
    return reasons or [SuggestionReason(_("The other cards are stronger."))]


def _synergies(card: PrintedCard, deck: Sequence[PrintedCard], drafter: DraftBot) -> list[PrintedCard]:
    """Return the cards of ``deck`` with the most synergy with ``card``."""
    alone = drafter.synergy(card, [])
    gains = {other: drafter.synergy(card, [other]) - alone for other in dict.fromkeys(deck) if other != card}
    best = sorted(gains, key=lambda other: (-gains[other], other.ref))
    return [other for other in best[:MAX_NAMED_CARDS] if gains[other] >= MIN_SYNERGY]
