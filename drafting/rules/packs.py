"""Sealed packs, whose contents the event's seed determines before they are opened.

Each pack draws its cards from its own random stream, named after the pod, the pack round and the seat that opens it.
So any single pack can be verified with the seed. Pack rounds count from 1, seats from 0, clockwise.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Protocol

from cards.printed import CardSet, PrintedCard, Product
from gameplay.engine.core.chance import RandomStream, opaque_token
from gameplay.engine.core.errors import RulesError, _

BARRED_RARITIES = frozenset({"tournament", "promo"})
FILLER_RARITY = "common"


class BarredCardError(RulesError):
    """A Tournament (T) or Promotional (P) card among cards that must be draftable."""

    code = "barred_card"
    clause = "DRF-1.2"
    sentence = _("{card} has a T or P number; such cards are not legal in a booster draft.")


class BarredProductError(RulesError):
    """A product with a slot for Tournament or Promotional cards."""

    code = "barred_product"
    clause = "DRF-1.2"
    sentence = _("The product {product} contains T or P cards, which are not legal in a booster draft.")
    field = "product"


class PackSizeError(RulesError):
    """The set cannot make packs of this size; ``details`` has the possible sizes."""

    code = "pack_size_impossible"
    clause = "DRF-OP-2"
    sentence = _("This set cannot make packs of {pack_size} cards. Choose a size from {least} to {most}.")
    field = "pack_size"


@dataclass(frozen=True, slots=True)
class CardCopy:
    """One copy of a card: an opaque ``token`` and the ``ref`` of the printed card."""

    token: str
    ref: str


@dataclass(frozen=True, slots=True)
class SealedPack:
    """A sealed pack: the pack round it is for, the seat that opens it, and its copies."""

    pack_round: int
    opener: int
    copies: tuple[CardCopy, ...]


@dataclass(frozen=True, slots=True)
class Booster:
    """A product of a set, as the contents of packs."""

    card_set: CardSet
    product: Product

    def booster_at(self, opener: int, *, seed: bytes, label: str) -> "Booster":
        """Return the booster of this pack round, which is the same for every seat (DRF-1.4)."""
        return self

    def possible_boosters(self, opener: int) -> Sequence["Booster"]:
        """Return the boosters that a pack of this round may be."""
        return [self]

    def of_size(self, size: int) -> "Booster":
        """Return this booster with ``size`` cards; the number of commons is adjusted (DRF-OP-2).

        Raises PackSizeError if the set has too few commons, or if the other cards alone are more than ``size``.
        """
        others = self.product.size - self.product.slots.get(FILLER_RARITY, 0)
        drawn = self.product.max_of_rarity(FILLER_RARITY) - self.product.slots.get(FILLER_RARITY, 0)
        printed = len(self.card_set.cards_of_rarity(FILLER_RARITY)) - drawn
        if not others <= size <= others + printed:
            raise PackSizeError(pack_size=size, least=others, most=others + printed)
        slots = {**self.product.slots, FILLER_RARITY: size - others}
        return replace(self, product=replace(self.product, slots=slots))


def is_draftable(card: PrintedCard) -> bool:
    """Whether ``card`` may be in a pack or a deck of a draft (DRF-1.1, DRF-1.2)."""
    return card.rarity not in BARRED_RARITIES


def open_pack(card_set: CardSet, product: Product, stream: RandomStream) -> list[str]:
    """Return the refs of one pack, rarity by rarity, without duplicates. Wild slots draw their rarities first.

    Raises BarredProductError if a slot could have T or P cards.
    """
    if BARRED_RARITIES & product.rarities:
        raise BarredProductError(product=product.code)
    slots = Counter(product.slots)
    for weights in product.wild:
        slots[_weighted_choice(weights, stream)] += 1
    return [
        card.ref for rarity, count in slots.items() for card in stream.sample(card_set.cards_of_rarity(rarity), count)
    ]


def _weighted_choice(weights: Mapping[str, int], stream: RandomStream) -> str:
    """Draw one of the keys of ``weights`` with a probability in proportion to its weight."""
    place = stream.below(sum(weights.values()))
    ends = accumulate(weights.values())
    return next(key for key, end in zip(weights, ends, strict=True) if place < end)


def pack_label(pod_label: str, pack_round: int, opener: int, *, replacement: int = 0) -> str:
    """Return the name of a pack's random stream; ``replacement`` counts earlier replacements by a judge (DRF-2.4)."""
    label = f"{pod_label}/pack/{pack_round}/{opener}"
    return f"{label}/replacement/{replacement}" if replacement else label


def sealed_copies(booster: Booster, *, seed: bytes, label: str) -> tuple[CardCopy, ...]:
    """Return the copies of the pack named ``label``, each with its own token."""
    return make_copies(open_pack(booster.card_set, booster.product, RandomStream(seed, label)), seed=seed, label=label)


def make_copies(refs: Sequence[str], *, seed: bytes, label: str) -> tuple[CardCopy, ...]:
    """Return ``refs`` as copies of the pack named ``label``, each with its own token."""
    return tuple(CardCopy(opaque_token(seed, f"{label}/copy/{place}"), ref) for place, ref in enumerate(refs))


class PackSource(Protocol):
    """The source of the packs of one pack round."""

    def booster_at(self, opener: int, *, seed: bytes, label: str) -> Booster:
        """Return the booster that the seat ``opener`` opens as the pack named ``label``."""

    def possible_boosters(self, opener: int) -> Sequence[Booster]:
        """Return the boosters that the seat ``opener`` may open."""


def make_pod_packs(sources: Sequence[PackSource], seats: int, *, seed: bytes, pod_label: str) -> list[SealedPack]:
    """Return every pack of a pod: one for each pack round and seat.

    ``sources`` has one entry for each pack round. If all are `Booster` objects, every seat gets the same configuration
    and all seats draft from the same set at the same time (DRF-1.4, DRF-2.2).
    """
    packs = []
    for pack_round, kind in enumerate(sources, 1):
        for opener in range(seats):
            label = pack_label(pod_label, pack_round, opener)
            copies = sealed_copies(kind.booster_at(opener, seed=seed, label=label), seed=seed, label=label)
            packs.append(SealedPack(pack_round, opener, copies))
    return packs
