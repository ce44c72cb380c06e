"""Rules for registered pools of paper drafts: parsing, and checks against the possible contents of the packs."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from drafting.rules.card_list_text import CardNames, CardsByRef, numbered_lines, replace_card_url, split_count
from drafting.rules.format import DraftFormat
from drafting.rules.supply import Bounds, CardSupply
from gameplay.engine.core.errors import RulesError, _

MAX_SUGGESTED_CARDS = 6  # cards that an error about an ambiguous name lists


class PoolCountError(RulesError):
    """A pool has the wrong number of cards; ``details`` has both numbers."""

    code = "pool_count"
    clause = "DRF-2.16"
    sentence = _("The pool must have {drafted} cards, not {cards}.")
    field = "pool"

    def __init__(self, *, cards: int, least: int, most: int) -> None:
        super().__init__(cards=cards, drafted=str(most) if least == most else f"{least}–{most}")


class UnknownCardError(RulesError):
    """No card of the game has this name."""

    code = "unknown_card"
    sentence = _("There is no card “{name}”.")
    field = "pool"


class AmbiguousCardNameError(RulesError):
    """Several cards have this name, or start with it; ``details`` lists some of them."""

    code = "several_cards"
    sentence = _("“{name}” could be {cards}. Type more of the title, or the number.")
    field = "pool"


class NotInPacksError(RulesError):
    """A card that cannot be in the packs."""

    code = "not_in_packs"
    clause = "DRF-1.1"
    sentence = _("{card} is not in the packs of this draft.")
    field = "pool"


class TooManyRegisteredCopiesError(RulesError):
    """More copies of a card than the packs can have; ``details`` counts them."""

    code = "too_many_copies"
    clause = "DRF-1.4"
    sentence = _("{card}: {copies} copies are registered; the packs had at most {most}.")
    field = "pool"


class RarityCountError(RulesError):
    """The pools of a pod have more or fewer cards of a rarity than its packs; ``details`` counts them."""

    code = "rarity_count"
    clause = "DRF-1.4"
    sentence = _("All pools together have {cards} cards of rarity {rarity}; the packs had {least} to {most}.")


def pool_size_bounds(draft_format: DraftFormat, *, seats: int, closed: int) -> Bounds:
    """Return the minimum and maximum size of a pool (DRF-2.16). The maximum rises if packs skipped closed seats."""
    least = draft_format.pool_size
    total = least * seats
    return least, (-(-total // (seats - closed)) if closed and not draft_format.sealed else least)


def read_pool_lines(text: str, packed_names: CardNames, all_names: CardNames) -> tuple[list[str], list[RulesError]]:
    """Return the refs that ``text`` lists, one for each copy, and its errors.

    ``packed_names`` has the cards that can be in the packs, which match by the start of their names. ``all_names`` has
    all cards of the game.
    """
    refs: list[str] = []
    faults: list[RulesError] = []
    for _number, words in numbered_lines(text):
        copies, name = split_count(replace_card_url(words), packed_names)
        found = packed_names.find(name) or packed_names.find_by_prefix(name)
        if len(found) == 1:
            refs += [*found] * copies
        else:
            faults.append(_name_fault(name[:40], found, all_names.find(name)))
    return refs, faults


def pool_faults(pool: Collection[str], supply: CardSupply, size: Bounds) -> list[RulesError]:
    """Return all errors of a registered ``pool``; an empty list if it is possible."""
    least, most = size
    faults: list[RulesError] = []
    if not least <= len(pool) <= most:
        faults.append(PoolCountError(cards=len(pool), least=least, most=most))
    return faults + _excess_faults(pool, supply)


def partial_pool_faults(pool: Collection[str], supply: CardSupply, size: Bounds) -> list[RulesError]:
    """Return the errors of an incomplete ``pool``, in which cards may be missing."""
    size = min(size[0], len(pool)), size[1]
    return pool_faults(pool, supply, size)


def pod_faults(pools: Iterable[Sequence[str]], supply: CardSupply, *, complete: bool = True) -> list[RulesError]:
    """Return the errors of all ``pools`` of a pod together; unless ``complete``, cards may be missing."""
    cards = [card for pool in pools for card in pool]
    held = Counter(supply.rarity[card] for card in cards if card in supply.rarity)
    rarities = [
        RarityCountError(rarity=rarity, cards=held[rarity], least=least, most=most)
        for rarity, (least, most) in sorted(supply.bounds.items())
        if held[rarity] > most or (complete and held[rarity] < least)
    ]
    return _excess_faults(cards, supply) + rarities


def _excess_faults(cards: Iterable[str], supply: CardSupply) -> list[RulesError]:
    """Return an error for each card with more copies than the packs can have."""
    faults: list[RulesError] = []
    for card, copies in sorted(Counter(cards).items()):
        most = supply.copies.get(card, 0)
        if not most:
            faults.append(NotInPacksError(card=card))
        elif copies > most:
            faults.append(TooManyRegisteredCopiesError(card=card, copies=copies, most=most))
    return faults


def _name_fault(name: str, found: CardsByRef, elsewhere: CardsByRef) -> RulesError:
    """Return the error of a ``name`` that no card in the packs has, or several."""
    if found:
        offered = [f"{card.name.en} ({ref})" for ref, card in sorted(found.items())[:MAX_SUGGESTED_CARDS]]
        return AmbiguousCardNameError(
            name=name, cards=", ".join(offered) + ("…" if len(found) > MAX_SUGGESTED_CARDS else "")
        )
    return NotInPacksError(card=name) if elsewhere else UnknownCardError(name=name)
