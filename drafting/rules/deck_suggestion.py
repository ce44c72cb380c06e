"""A deck that is suggested, as what it would change in the one there is, each change with its reasons in words.

Nothing here decides anything: a suggestion is for its player to take, whole or card by card, or to leave.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cards.printed import Archetype, PrintedCard
from drafting.rules.decks import DeckFullError, PoolTooSmallError
from gameplay.engine.core.errors import _
from gameplay.engine.core.ruleset import DraftBot

MIN_PLAN_COPIES = 4
"""Copies of an archetype's cards from which on a deck follows it."""
MIN_SYNERGY = 0.5
"""What two cards are worth to each other, on the drafter's scale, if one looks for the other."""
MAX_NAMED_CARDS = 2
"""Cards that are named in one reason."""


@dataclass(frozen=True, slots=True)
class SuggestionReason:
    """Why a card comes in or goes out: a template with its fields, named by ``cards``, by a ``plan`` or by the type of a card."""

    sentence: str
    cards: Sequence[PrintedCard] = ()
    plan: Archetype | None = None
    type: PrintedCard | None = None


@dataclass(frozen=True, slots=True)
class SuggestedChange:
    """So many copies of a card that come in, or go out."""

    card: PrintedCard
    copies: int
    reasons: Sequence[SuggestionReason]


@dataclass(frozen=True, slots=True)
class DeckSuggestion:
    """A whole deck, the archetype it follows with its copies there, and how it comes out of the present one."""

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
    """Return what ``drafter`` would make of ``pool``, against the refs of the ``present`` deck (DRF-3.2, DRF-3.3)."""
    deck, cards = drafter.build_deck(pool, size), {card.ref: card for card in pool}
    wanted, there = Counter(card.ref for card in deck), Counter(current_deck)
    plan, copies = _plan(wanted, archetypes)
    into = [
        SuggestedChange(cards[ref], count, _why_in(cards[ref], deck, size, drafter=drafter, plan=plan))
        for ref, count in sorted((wanted - there).items())
    ]
    out = [
        SuggestedChange(cards[ref], count, _why_out(cards[ref], deck, size, drafter))
        for ref, count in sorted((there - wanted).items())
        if ref in cards
    ]
    return DeckSuggestion(sorted(deck, key=lambda card: card.ref), plan, copies, into, out)


def filled_deck(pool: Sequence[PrintedCard], current_deck: Iterable[str], size: int, drafter: DraftBot) -> list[str]:
    """Return the refs of a deck of ``size`` out of ``pool``: the ``present`` ones, and what ``drafter`` adds to them.

    Raises DeckFullError, PoolTooSmallError (DRF-3.2, DRF-3.3).
    """
    there, cards = Counter(current_deck), {card.ref: card for card in pool}
    if there.total() >= size:
        raise DeckFullError(cards=there.total(), deck_size=size)
    if len(pool) < size:
        raise PoolTooSmallError(cards=len(pool), deck_size=size)
    return [card.ref for card in drafter.build_deck(pool, size, [cards[ref] for ref in there.elements()])]


def _plan(deck: Mapping[str, int], plans: Iterable[Archetype]) -> tuple[Archetype | None, int]:
    """Return the archetype of which most copies are in ``deck``, and how many; none if they are too few."""
    counted = [(sum(deck.get(ref, 0) for ref in plan.cards), plan) for plan in plans]
    copies, plan = max(counted, key=lambda each: each[0], default=(0, None))
    return (plan, copies) if copies >= MIN_PLAN_COPIES else (None, 0)


def _why_in(
    card: PrintedCard, deck: Sequence[PrintedCard], size: int, *, drafter: DraftBot, plan: Archetype | None
) -> list[SuggestionReason]:
    reasons = (
        [SuggestionReason(_("It belongs to the plan: {plan}."), plan=plan)] if plan and card.ref in plan.cards else []
    )
    if friends := _synergies(card, deck, drafter):
        reasons.append(SuggestionReason(_("It goes with {cards}."), cards=friends))
    if drafter.demand(card, [each for each in deck if each != card], size) > 1:
        reasons.append(SuggestionReason(_("The deck has few of its type: {type}."), type=card))
    return reasons or [SuggestionReason(_("It is strong by itself."))]


def _why_out(card: PrintedCard, deck: Sequence[PrintedCard], size: int, drafter: DraftBot) -> list[SuggestionReason]:
    reasons = []
    if drafter.demand(card, deck, size) <= 1:
        reasons.append(SuggestionReason(_("The deck has enough of its type: {type}."), type=card))
    if not _synergies(card, deck, drafter):
        reasons.append(SuggestionReason(_("Nothing in the deck looks for it.")))
    return reasons or [SuggestionReason(_("The others are stronger."))]


def _synergies(card: PrintedCard, deck: Sequence[PrintedCard], drafter: DraftBot) -> list[PrintedCard]:
    """Return the cards of ``deck`` that ``card`` gains most from, or they from it."""
    alone = drafter.synergy(card, [])
    gains = {other: drafter.synergy(card, [other]) - alone for other in dict.fromkeys(deck) if other != card}
    best = sorted(gains, key=lambda other: (-gains[other], other.ref))
    return [other for other in best[:MAX_NAMED_CARDS] if gains[other] >= MIN_SYNERGY]
