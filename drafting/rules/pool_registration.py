"""Pools of a draft at a table, as they are registered afterwards: card by card, and checked against what packs can hold."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from drafting.rules.card_list_text import CardNames, CardsByRef, numbered_lines, replace_card_url, split_count
from drafting.rules.format import DraftFormat
from drafting.rules.supply import Bounds, CardSupply
from gameplay.engine.core.errors import RulesError, _

MAX_SUGGESTED_CARDS = 6  # cards that are named where a name is not enough


class PoolCountError(RulesError):
    """A pool has more or fewer cards than were drafted; ``details`` counts both."""

    code = "pool_count"
    clause = "DRF-2.16"
    sentence = _("{cards} cards are registered; {drafted} were drafted.")
    field = "pool"

    def __init__(self, *, cards: int, least: int, most: int) -> None:
        super().__init__(cards=cards, drafted=str(most) if least == most else f"{least}–{most}")


class UnknownCardError(RulesError):
    """No card of the game is called so."""

    code = "unknown_card"
    sentence = _("There is no card “{name}”.")
    field = "pool"


class AmbiguousCardNameError(RulesError):
    """More than one card is called so, or begins so; ``details`` names some of them."""

    code = "several_cards"
    sentence = _("“{name}” may be {cards}. Write more of it, or the number.")
    field = "pool"


class NotInPacksError(RulesError):
    """A card that none of the packs could hold."""

    code = "not_in_packs"
    clause = "DRF-1.1"
    sentence = _("{card} is not in the packs of this draft.")
    field = "pool"


class TooManyRegisteredCopiesError(RulesError):
    """More copies of a card than there can be in all the packs; ``details`` counts them."""

    code = "too_many_copies"
    clause = "DRF-1.4"
    sentence = _("{card}: {copies} copies are registered; the packs held {most} at most.")
    field = "pool"


class RarityCountError(RulesError):
    """The pools of a pod together have more or fewer cards of a rarity than its packs; ``details`` counts them."""

    code = "rarity_count"
    clause = "DRF-1.4"
    sentence = _("All pools together have {cards} cards of rarity {rarity}; the packs held {least} to {most}.")


def pool_size_bounds(draft_format: DraftFormat, *, seats: int, closed: int) -> Bounds:
    """Return how many cards a player may have drafted (DRF-2.16): more than usual once packs went past closed seats."""
    least = draft_format.pool_size
    everything = least * seats
    return least, (-(-everything // (seats - closed)) if closed and not draft_format.sealed else least)


def read_pool_lines(text: str, packed_names: CardNames, all_names: CardNames) -> tuple[list[str], list[RulesError]]:
    """Return the refs that ``text`` lists, one a copy, and everything that is wrong with it.

    ``names`` are those of the cards in the packs, of which the beginning is enough; ``others`` of all cards of the game.
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
    """Return everything that is wrong with one registered ``pool``, nothing if it may be what was drafted."""
    least, most = size
    faults: list[RulesError] = []
    if not least <= len(pool) <= most:
        faults.append(PoolCountError(cards=len(pool), least=least, most=most))
    return faults + _excess_faults(pool, supply)


def partial_pool_faults(pool: Collection[str], supply: CardSupply, size: Bounds) -> list[RulesError]:
    """Return what is wrong with a ``pool`` that is not whole yet; cards may be missing."""
    size = min(size[0], len(pool)), size[1]
    return pool_faults(pool, supply, size)


def pod_faults(pools: Iterable[Sequence[str]], supply: CardSupply, *, complete: bool = True) -> list[RulesError]:
    """Return what all ``pools`` of a pod together have and its packs cannot; unless ``whole``, cards may be missing."""
    cards = [card for pool in pools for card in pool]
    held = Counter(supply.rarity[card] for card in cards if card in supply.rarity)
    rarities = [
        RarityCountError(rarity=rarity, cards=held[rarity], least=least, most=most)
        for rarity, (least, most) in sorted(supply.bounds.items())
        if held[rarity] > most or (complete and held[rarity] < least)
    ]
    return _excess_faults(cards, supply) + rarities


def _excess_faults(cards: Iterable[str], supply: CardSupply) -> list[RulesError]:
    """The cards of which there are more than the packs could hold."""
    found: list[RulesError] = []
    for card, copies in sorted(Counter(cards).items()):
        most = supply.copies.get(card, 0)
        if not most:
            found.append(NotInPacksError(card=card))
        elif copies > most:
            found.append(TooManyRegisteredCopiesError(card=card, copies=copies, most=most))
    return found


def _name_fault(name: str, found: CardsByRef, elsewhere: CardsByRef) -> RulesError:
    """Return what is wrong with a ``name`` that more than one card has, or none."""
    if found:
        offered = [f"{card.name.en} ({ref})" for ref, card in sorted(found.items())[:MAX_SUGGESTED_CARDS]]
        return AmbiguousCardNameError(
            name=name, cards=", ".join(offered) + ("…" if len(found) > MAX_SUGGESTED_CARDS else "")
        )
    return NotInPacksError(card=name) if elsewhere else UnknownCardError(name=name)
