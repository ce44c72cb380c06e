"""From the pool to a legal deck.

Pools and decks are collections of refs, one for each copy: "FL-C07" twice is two copies.
"""

import hashlib
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from drafting.rules.packs import BarredCardError
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _


class NotDraftedError(RulesError):
    """Before the draft is over there is no pool to build from, and none to look at."""

    code = "not_drafted"
    clause = "DRF-2.14"
    sentence = _("The draft is not over yet.")
    is_state_conflict = True


class DeckSizeError(RulesError):
    """The deck has more or fewer cards than it must have; ``details`` counts cards."""

    code = "deck_size"
    clause = "DRF-3.2"
    sentence = _("The deck has {cards} cards; it must have exactly {deck_size}.")
    field = "deck"


class NotInPoolError(RulesError):
    """The deck has more copies of a card than its player drafted; ``details`` counts copies."""

    code = "not_in_pool"
    clause = "DRF-3.3"
    sentence = _("{card}: {copies} in the deck, {drafted} drafted.")
    field = "deck"


class PoolTooSmallError(RulesError):
    """The pool cannot give a whole deck; ``details`` counts cards."""

    code = "pool_too_small"
    clause = "DRF-3.2"
    sentence = _("The pool has {cards} legal cards, fewer than the {deck_size} of a deck.")
    field = "deck"


class DeckFullError(RulesError):
    """The deck lacks nothing that could be added; ``details`` counts cards."""

    code = "deck_full"
    clause = "DRF-3.2"
    sentence = _("The deck has {cards} cards already, of {deck_size}.")
    field = "deck"
    is_state_conflict = True


def deck_faults(deck: Iterable[str], pool: Iterable[str], size: int, legal: Container[str]) -> list[RulesError]:
    """Return everything that is wrong with ``deck``, nothing if it is legal.

    ``legal`` are the refs that may be in a draft at all (DRF-1.2). Nothing counts copies
    of a title: any quantity is allowed (DRF-3.4).
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
    """A rule that a deck has to keep, a template with its fields, and everything by which the deck breaks it."""

    clause: str
    sentence: str
    fields: Mapping[str, int]
    faults: Sequence[RulesError] = ()


def deck_rules(deck: Iterable[str], pool: Iterable[str], size: int, legal: Container[str]) -> list[DeckRule]:
    """Return every rule for a deck, kept by ``deck`` or not; the faults are those of `deck_faults`."""
    faults = deck_faults(deck, pool, size, legal)
    rules = (
        ("DRF-3.2", _("Exactly {deck_size} cards")),
        ("DRF-3.3", _("Only drafted cards, no more copies than were drafted")),
        ("DRF-1.2", _("No card with a T or P number")),
        ("DRF-3.4", _("Any number of copies of a card: there is no limit in a draft")),
    )
    fields = {"deck_size": size}
    return [DeckRule(clause, sentence, fields, [f for f in faults if f.clause == clause]) for clause, sentence in rules]


def deck_list_text(deck: Iterable[str]) -> str:
    """Return the list as text: a card a line by its number, how many copies before it, as typed decks and cubes are read."""
    return "".join(f"{copies} {ref}\n" for ref, copies in sorted(Counter(deck).items()))


def complete_at_random(saved_cards: Iterable[str], pool: Iterable[str], size: int, stream: RandomStream) -> list[str]:
    """Return a legal deck of ``size`` for a player whose time is over (DRF-OP-5).

    The ``saved`` cards that are in the pool stay, as far as they fit; the rest of the deck
    is drawn from the rest of the ``pool``, of which every card must be legal. Raises
    PoolTooSmallError.
    """
    drafted = Counter(pool)
    kept = Counter(saved_cards) & drafted
    if drafted.total() < size:
        raise PoolTooSmallError(cards=drafted.total(), deck_size=size)
    deck = stream.sample(sorted(kept.elements()), size)
    others = sorted((drafted - kept).elements())
    return sorted(deck + stream.sample(others, size - len(deck)))


def deck_checksum(deck: Iterable[str]) -> str:
    """Return eight hex digits that name the list: both players see them, and neither the list.

    The first digits of the SHA-256 of the refs in order, one a line.
    """
    return hashlib.sha256("\n".join(sorted(deck)).encode()).hexdigest()[:8]
