"""Packs that differ between players: products in turn around the table, random products, or a cube.

None of these is a booster draft by the rules. Those give every player the same configuration (DRF-1.4) of booster packs
(DRF-1.1), all from the same set at the same time (DRF-2.2).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from cards.printed import CardSet
from drafting.rules.format import DraftFormat
from drafting.rules.packs import Booster, CardCopy, PackSource, SealedPack, make_copies, pack_label
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _

FindSet = Callable[[str, str], CardSet]
"""Returns the set of a game by its code. Raises KeyError if there is none."""
PackRoundConfig = Mapping[str, Any]
"""The stored configuration of a pack round.

It has game, set and product; or game, ``kinds`` and their distribution as ``by``.
"""


class CubeTooSmallError(RulesError):
    """A cube has too few cards for all packs; ``details`` counts them."""

    code = "cube_too_small"
    clause = "DRF-2.16"
    sentence = _("{seats} players need {needed} cards; the cube has {cards}.")
    field = "cube"


class CubeSpentError(RulesError):
    """The cube has too few cards left for another pack."""

    code = "cube_spent"
    clause = "DRF-2.4"
    sentence = _("The cube has no cards left for another pack.")


class MixDistribution(StrEnum):
    """The distribution of the products of a mix to the seats."""

    SEAT = "seat"
    CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class BoosterMix:
    """The packs of one pack round: one of ``kinds`` for each seat, in turn around the table or at random."""

    kinds: Sequence[Booster]
    distribution: MixDistribution

    def booster_at(self, opener: int, *, seed: bytes, label: str) -> Booster:
        """Return the booster that the seat ``opener`` opens as the pack named ``label``."""
        if self.distribution is MixDistribution.SEAT:
            return self.kinds[opener % len(self.kinds)]
        return self.kinds[RandomStream(seed, f"{label}/kind").below(len(self.kinds))]

    def possible_boosters(self, opener: int) -> Sequence[Booster]:
        """Return the boosters that the seat ``opener`` may open."""
        return [self.kinds[opener % len(self.kinds)]] if self.distribution is MixDistribution.SEAT else self.kinds


@dataclass(frozen=True, slots=True)
class Cube:
    """A list of cards, one ref for each copy. A pod of ``seats`` draws its packs from it without replacement."""

    cards: Sequence[str]
    seats: int
    packs: int
    pack_size: int

    def pod_packs(self, *, seed: bytes, pod_label: str) -> list[SealedPack]:
        """Return every pack of the pod, in the order of pack rounds and seats. Raises CubeTooSmallError."""
        needed = self.seats * self.packs * self.pack_size
        if needed > len(self.cards):
            raise CubeTooSmallError(seats=self.seats, needed=needed, cards=len(self.cards))
        places = [(pack_round, opener) for pack_round in range(1, self.packs + 1) for opener in range(self.seats)]
        return [
            SealedPack(
                *where, self.pack_copies(place, seed=seed, pod_label=pod_label, label=pack_label(pod_label, *where))
            )
            for place, where in enumerate(places)
        ]

    def replacement_copies(self, replaced: int, *, seed: bytes, pod_label: str, label: str) -> tuple[CardCopy, ...]:
        """Return a pack from the remaining cards, after ``replaced`` earlier replacements. Raises CubeSpentError."""
        return self.pack_copies(self.seats * self.packs + replaced, seed=seed, pod_label=pod_label, label=label)

    def pack_copies(self, place: int, *, seed: bytes, pod_label: str, label: str) -> tuple[CardCopy, ...]:
        """Return the copies of the pack at ``place`` of the shuffled cube. Raises CubeSpentError."""
        shuffled = RandomStream(seed, f"{pod_label}/cube").shuffled(sorted(self.cards))
        refs = shuffled[place * self.pack_size : (place + 1) * self.pack_size]
        if len(refs) < self.pack_size:
            raise CubeSpentError
        return make_copies(refs, seed=seed, label=label)


def read_pack_source(config: PackRoundConfig, size: int, find_set: FindSet) -> PackSource:
    """Return the pack source of ``config``, with packs of ``size`` cards, from sets that ``find_set`` returns.

    Raises KeyError if a set or product does not exist, and PackSizeError if the size is impossible.
    """
    if "kinds" not in config:
        return _booster(config["game"], config, size, find_set)
    return BoosterMix(
        [_booster(config["game"], each, size, find_set) for each in config["kinds"]], MixDistribution(config["by"])
    )


def _booster(game: str, config: PackRoundConfig, size: int, find_set: FindSet) -> Booster:
    card_set = find_set(game, config["set"])
    return Booster(card_set, card_set.product(config["product"])).of_size(size)


class RuleDeparture(NamedTuple):
    """A clause that an event departs from, and what it does instead."""

    clause: str
    sentence: str


CUBE_DEPARTURE = RuleDeparture("DRF-1.1", _("Packs are drawn from a list of cards; they are not boosters."))
MIX_DEPARTURE = RuleDeparture("DRF-1.4", _("Not all players open the same packs."))
SEALED_DEPARTURE = RuleDeparture("DRF-2.5", _("Packs are not passed: players keep the cards they open."))


def rule_departures(
    draft_format: DraftFormat, boosters: Iterable[Mapping[str, object]], *, cube: bool
) -> list[RuleDeparture]:
    """Return the departures from the booster draft rules, which make an event unsanctioned."""
    mixed = any("kinds" in booster for booster in boosters)
    return [
        departure
        for departure, applies in (
            (CUBE_DEPARTURE, cube),
            (MIX_DEPARTURE, mixed),
            (SEALED_DEPARTURE, draft_format.sealed),
        )
        if applies
    ]
