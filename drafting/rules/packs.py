"""Sealed packs: what each of them holds, fixed by the event's seed before anyone opens one.

A pack draws its cards from a stream of its own, named after the pod, the pack round and
the seat that opens it, so whoever holds the seed can check any pack without the others.
Pack rounds are counted from 1, seats from 0, clockwise.
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
    """A Tournament (T) or Promotional (P) card where only draftable cards may be."""

    code = "barred_card"
    clause = "DRF-1.2"
    sentence = _("{card} carries a T or P number; such cards are not legal in a booster draft.")


class BarredProductError(RulesError):
    """A product with a slot for Tournament or Promotional cards."""

    code = "barred_product"
    clause = "DRF-1.2"
    sentence = _("The product {product} holds T or P cards, which are not legal in a booster draft.")
    field = "product"


class PackSizeError(RulesError):
    """No pack of this size can be made from the set; ``details`` gives the sizes that can."""

    code = "pack_size_impossible"
    clause = "DRF-OP-2"
    sentence = _("A pack of {pack_size} cards cannot be made of this set: {least} to {most} cards can.")
    field = "pack_size"


@dataclass(frozen=True, slots=True)
class CardCopy:
    """One copy of a card: a ``token`` that says nothing, and the ``ref`` printed on it."""

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
    """One kind of sealed pack: a product of a set."""

    card_set: CardSet
    product: Product

    def booster_at(self, opener: int, *, seed: bytes, label: str) -> "Booster":
        """Return the kind of a pack of this round: the same for every seat (DRF-1.4)."""
        return self

    def possible_boosters(self, opener: int) -> Sequence["Booster"]:
        """Return what a pack of this round may be."""
        return [self]

    def of_size(self, size: int) -> "Booster":
        """Return this kind with ``size`` cards a pack; the commons make the difference (DRF-OP-2).

        Raises PackSizeError if the set has too few commons, or the other cards alone are more.
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
    """Return the refs of one pack, rarity by rarity; no card twice. The rarities of its wild slots are drawn first.

    Raises BarredProductError if a slot would hold T or P cards.
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
    """Draw one of the keys of ``weights``, each as likely as its share of their sum."""
    place = stream.below(sum(weights.values()))
    ends = accumulate(weights.values())
    return next(key for key, end in zip(weights, ends, strict=True) if place < end)


def pack_label(pod_label: str, pack_round: int, opener: int, *, replacement: int = 0) -> str:
    """Return the name of a pack's stream; ``replacement`` counts packs a judge has exchanged (DRF-2.4)."""
    label = f"{pod_label}/pack/{pack_round}/{opener}"
    return f"{label}/replacement/{replacement}" if replacement else label


def sealed_copies(booster: Booster, *, seed: bytes, label: str) -> tuple[CardCopy, ...]:
    """Return the copies of the pack named ``label``, each with a token of its own."""
    return make_copies(open_pack(booster.card_set, booster.product, RandomStream(seed, label)), seed=seed, label=label)


def make_copies(refs: Sequence[str], *, seed: bytes, label: str) -> tuple[CardCopy, ...]:
    """Return the cards ``refs`` of the pack named ``label`` as copies, each with a token of its own."""
    return tuple(CardCopy(opaque_token(seed, f"{label}/copy/{place}"), ref) for place, ref in enumerate(refs))


class PackSource(Protocol):
    """What is opened in one pack round."""

    def booster_at(self, opener: int, *, seed: bytes, label: str) -> Booster:
        """Return the kind of the pack named ``label``, which the seat ``opener`` opens."""

    def possible_boosters(self, opener: int) -> Sequence[Booster]:
        """Return the kinds of which the pack that the seat ``opener`` opens may be."""


def make_pod_packs(sources: Sequence[PackSource], seats: int, *, seed: bytes, pod_label: str) -> list[SealedPack]:
    """Return every pack of a pod: one for each pack round and seat.

    ``kinds`` has one entry for each pack round. Where each is a `Booster`, every seat gets the same
    configuration and all draft from the same set at a time (DRF-1.4, DRF-2.2).
    """
    packs = []
    for pack_round, kind in enumerate(sources, 1):
        for opener in range(seats):
            label = pack_label(pod_label, pack_round, opener)
            copies = sealed_copies(kind.booster_at(opener, seed=seed, label=label), seed=seed, label=label)
            packs.append(SealedPack(pack_round, opener, copies))
    return packs
