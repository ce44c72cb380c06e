"""Deck rules: validation, completion at random and checksums.

Pools and decks are collections of refs, one for each copy: "FL-C07" twice means two copies.
"""

import hashlib
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from drafting.rules.packs import BarredCardError
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _


class NotDraftedError(RulesError):
    """The draft is not over, so there is no pool to build from or look at."""

    code = "not_drafted"
    clause = "DRF-2.14"
    sentence = _("The draft is not over yet.")
    is_state_conflict = True


class DecksInError(RulesError):
    """Every deck of the pod is in, so the rounds have begun."""

    code = "decks_in"
    clause = "DRF-OP-9"
    sentence = _("All decks are in. Yours can no longer be changed.")
    is_state_conflict = True


class DeckSizeError(RulesError):
    """The deck has the wrong number of cards; ``details`` counts them."""

    code = "deck_size"
    clause = "DRF-3.2"
    sentence = _("The deck must have exactly {deck_size} cards, not {cards}.")
    field = "deck"


class NotInPoolError(RulesError):
    """The deck has more copies of a card than its player drafted; ``details`` counts copies."""

    code = "not_in_pool"
    clause = "DRF-3.3"
    sentence = _("{card}: {copies} in the deck, {drafted} drafted.")
    field = "deck"


class PoolTooSmallError(RulesError):
    """The pool has too few cards for a deck; ``details`` counts them."""

    code = "pool_too_small"
    clause = "DRF-3.2"
    sentence = _("The pool has only {cards} legal cards; a deck needs {deck_size}.")
    field = "deck"


class DeckFullError(RulesError):
    """No cards are missing that could be added; ``details`` counts cards."""

    code = "deck_full"
    clause = "DRF-3.2"
    sentence = _("The deck already has {cards} of {deck_size} cards.")
    field = "deck"
    is_state_conflict = True


def deck_faults(deck: Iterable[str], pool: Iterable[str], size: int, legal: Container[str]) -> list[RulesError]:
    """Return all errors of ``deck``; an empty list if it is legal.

    ``legal`` are the refs that are allowed in the draft (DRF-1.2). The number of copies of a title is not limited
    (DRF-3.4).
    """
    copies, drafted = Counter(deck), Counter(pool)
    faults: list[RulesError] = []
    if copies.total() != size:
        faults.append(DeckSizeError(cards=copies.total(), deck_size=size))
    for card, count in sorted((copies - drafted).items()):
        faults.append(NotInPoolError(card=card, copies=drafted[card] + count, drafted=drafted[card]))
    return faults + [BarredCardError(card=card) for card in sorted(copies) if card not in legal]


@dataclass(frozen=True, slots=True)
class DeckRule:
    """A deck rule as a template with its fields, and the errors of the deck against it."""

    clause: str
    sentence: str
    fields: Mapping[str, int]
    faults: Sequence[RulesError] = ()


def deck_rules(deck: Iterable[str], pool: Iterable[str], size: int, legal: Container[str]) -> list[DeckRule]:
    """Return every deck rule, with the errors of `deck_faults` that belong to it."""
    faults = deck_faults(deck, pool, size, legal)
    rules = (
        ("DRF-3.2", _("Exactly {deck_size} cards")),
        ("DRF-3.3", _("Only cards that you drafted, and no more copies than you drafted")),
        ("DRF-1.2", _("No card with a T or P number")),
        ("DRF-3.4", _("Any number of copies of a card: there is no limit in a draft")),
    )
    fields = {"deck_size": size}
    return [DeckRule(clause, sentence, fields, [f for f in faults if f.clause == clause]) for clause, sentence in rules]


def deck_list_text(deck: Iterable[str]) -> str:
    """Return the deck as text that the deck and cube parsers read: one line per card, "copies number"."""
    return "".join(f"{copies} {ref}\n" for ref, copies in sorted(Counter(deck).items()))


def complete_at_random(saved_cards: Iterable[str], pool: Iterable[str], size: int, stream: RandomStream) -> list[str]:
    """Return a legal deck of ``size`` for a player whose time is over (DRF-OP-5).

    It keeps ``saved_cards`` that are in the pool, as many as fit, and adds random cards from the rest of ``pool``. All
    cards of ``pool`` must be legal. Raises PoolTooSmallError.
    """
    drafted = Counter(pool)
    kept = Counter(saved_cards) & drafted
    if drafted.total() < size:
        raise PoolTooSmallError(cards=drafted.total(), deck_size=size)
    deck = stream.sample(sorted(kept.elements()), size)
    others = sorted((drafted - kept).elements())
    return sorted(deck + stream.sample(others, size - len(deck)))


def deck_checksum(deck: Iterable[str]) -> str:
    """Return eight hex digits that identify the list without revealing it.

    They are the first digits of the SHA-256 of the sorted refs, one per line.
    """
    return hashlib.sha256("\n".join(sorted(deck)).encode()).hexdigest()[:8]
