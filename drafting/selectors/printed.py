"""The printed cards behind a pod's refs."""

from collections.abc import Collection, Sequence

from cards.selectors import card_set
from drafting.models import Pod
from drafting.rules import mixes
from drafting.rules.mixes import Cube, Written
from drafting.rules.packs import Kind, Pack, draftable, pod_packs


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


def legal(pod: Pod) -> frozenset[str]:
    """Return the refs that may be in a deck of this pod: what its packs could hold (DRF-1.1, DRF-1.2)."""
    return refs_of(pod.boosters, pod.cube)


def refs_of(boosters: Sequence[Written], cube: Collection[str]) -> frozenset[str]:
    """Return the refs that packs of these kinds, or of a cube, could hold (DRF-1.1, DRF-1.2)."""
    if cube:
        return frozenset(cube)
    sets = {(written["game"], each["set"]) for written in boosters for each in written.get("kinds", [written])}
    return frozenset(card.ref for game, code in sets for card in card_set(game, code).cards if draftable(card))
