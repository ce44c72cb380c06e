"""Sealed packs: what each of them holds, fixed by the event's seed before anyone opens one.

A pack draws its cards from a stream of its own, named after the pod, the pack round and
the seat that opens it, so whoever holds the seed can check any pack without the others.
Pack rounds are counted from 1, seats from 0, clockwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cards.printed import CardSet, PrintedCard, Product
from gameplay.engine.chance import Stream, token
from gameplay.engine.errors import RulesError, _

BARRED = frozenset({"tournament", "promo"})
FILLER = "common"


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
class Copy:
    """One copy of a card: a ``token`` that says nothing, and the ``ref`` printed on it."""

    token: str
    ref: str


@dataclass(frozen=True, slots=True)
class Pack:
    """A sealed pack: the pack round it is for, the seat that opens it, and its copies."""

    pack_round: int
    opener: int
    copies: tuple[Copy, ...]


@dataclass(frozen=True, slots=True)
class Booster:
    """One kind of sealed pack: a product of a set."""

    card_set: CardSet
    product: Product

    def of_size(self, size: int) -> "Booster":
        """Return this kind with ``size`` cards a pack; the commons make the difference (DRF-OP-2).

        Raises PackSizeError if the set has too few commons, or the other cards alone are more.
        """
        others = self.product.size - self.product.slots.get(FILLER, 0)
        printed = len(self.card_set.of_rarity(FILLER))
        if not others <= size <= others + printed:
            raise PackSizeError(pack_size=size, least=others, most=others + printed)
        slots = {**self.product.slots, FILLER: size - others}
        return replace(self, product=replace(self.product, slots=slots))


def draftable(card: PrintedCard) -> bool:
    """Whether ``card`` may be in a pack or a deck of a draft (DRF-1.1, DRF-1.2)."""
    return card.rarity not in BARRED


def open_pack(card_set: CardSet, product: Product, stream: Stream) -> list[str]:
    """Return the refs of one pack, slot by slot; no card twice within its rarity.

    Raises BarredProductError if a slot would hold T or P cards.
    """
    if BARRED & set(product.slots):
        raise BarredProductError(product=product.code)
    slots = product.slots.items()
    return [card.ref for rarity, count in slots for card in stream.sample(card_set.of_rarity(rarity), count)]


def pack_label(pod_label: str, pack_round: int, opener: int, *, replacement: int = 0) -> str:
    """Return the name of a pack's stream; ``replacement`` counts packs a judge has exchanged (DRF-2.4)."""
    label = f"{pod_label}/pack/{pack_round}/{opener}"
    return f"{label}/replacement/{replacement}" if replacement else label


def sealed_copies(booster: Booster, *, seed: bytes, label: str) -> tuple[Copy, ...]:
    """Return the copies of the pack named ``label``, each with a token of its own."""
    refs = open_pack(booster.card_set, booster.product, Stream(seed, label))
    return tuple(Copy(token(seed, f"{label}/copy/{place}"), ref) for place, ref in enumerate(refs))


def pod_packs(boosters: Sequence[Booster], seats: int, *, seed: bytes, pod_label: str) -> list[Pack]:
    """Return every pack of a pod: one for each pack round and seat.

    ``boosters`` has one entry for each pack round, so every seat gets the same
    configuration and all draft from the same set at a time (DRF-1.4, DRF-2.2).
    """
    return [
        Pack(pack_round, opener, sealed_copies(booster, seed=seed, label=pack_label(pod_label, pack_round, opener)))
        for pack_round, booster in enumerate(boosters, 1)
        for opener in range(seats)
    ]
