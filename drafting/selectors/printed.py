"""The printed cards behind a pod's refs."""

from collections.abc import Collection, Sequence

from cards.selectors import card_set, card_sets, code_of
from drafting.models import Pod
from drafting.rules import mixes
from drafting.rules.listing import Names
from drafting.rules.mixes import Cube, Written
from drafting.rules.packs import Kind, Pack, draftable, pod_packs
from drafting.rules.supply import Supply, cube_supply, supply_of


def kind_of(written: Written, size: int) -> Kind:
    """Return what ``written`` says is opened, of the site's sets. Raises KeyError, PackSizeError."""
    return mixes.kind_of(written, size, card_set)


def sealed(pod: Pod, seats: int) -> list[Pack]:
    """Return every pack of ``pod``, as its seed and its event have laid it down. Raises what `kind_of` does, CubeTooSmallError."""
    seed = bytes(pod.seed)
    if pod.cube:
        return cube_of(pod, seats).pod_packs(seed=seed, pod_label=pod.chance)
    kinds = [kind_of(each, pod.terms.pack_size) for each in pod.boosters]
    return pod_packs(kinds, seats, seed=seed, pod_label=pod.chance)


def cube_of(pod: Pod, seats: int) -> Cube:
    """Return the cube that ``pod`` draws its packs from."""
    return Cube(pod.cube, seats, pod.terms.packs, pod.terms.pack_size)


def supply(pod: Pod, seats: int, opener: int | None = None) -> Supply:
    """Return what the packs of ``pod`` can hold: all of them, or those that one seat opens."""
    if pod.cube:
        return cube_supply(pod.cube)
    openers = range(seats) if opener is None else [opener]
    kinds = [kind_of(each, pod.terms.pack_size) for each in pod.boosters]
    return supply_of(kind.possible(each) for kind in kinds for each in openers)


def names(pod: Pod) -> tuple[Names, Names]:
    """Return what the cards are called that may be in the packs of ``pod``, and what all cards of its game are."""
    sets, may = card_sets(pod.game), legal(pod)
    packed = [card for found in sets for card in found.cards if card.ref in may]
    return Names(packed, short=True), Names(card for found in sets for card in found.cards)


def legal(pod: Pod) -> frozenset[str]:
    """Return the refs that may be in a deck of this pod: what its packs could hold (DRF-1.1, DRF-1.2)."""
    return refs_of(pod.boosters, pod.cube)


def refs_of(boosters: Sequence[Written], cube: Collection[str]) -> frozenset[str]:
    """Return the refs that packs of these kinds, or of a cube, could hold (DRF-1.1, DRF-1.2)."""
    if cube:
        return frozenset(cube)
    sets = [card_set(boosters[0]["game"], code) for code in codes_of(boosters, cube)]
    return frozenset(card.ref for found in sets for card in found.cards if draftable(card))


def codes_of(boosters: Sequence[Written], cube: Collection[str]) -> list[str]:
    """Return the codes of the sets that packs of these kinds, or a cube, are of."""
    if cube:
        return sorted(set(map(code_of, cube)))
    return sorted({each["set"] for written in boosters for each in written.get("kinds", [written])})
