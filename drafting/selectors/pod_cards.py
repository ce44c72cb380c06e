"""The printed cards behind a pod's refs."""

from collections.abc import Collection, Sequence

from cards.selectors import card_set, card_sets, set_code_of
from drafting.models import Pod
from drafting.rules import mixes
from drafting.rules.card_list_text import CardNames
from drafting.rules.mixes import Cube, PackRoundConfig
from drafting.rules.packs import PackSource, SealedPack, is_draftable, make_pod_packs
from drafting.rules.supply import CardSupply, cube_supply, packs_supply


def pack_source(config: PackRoundConfig, size: int) -> PackSource:
    """Return what ``written`` says is opened, of the site's sets. Raises KeyError, PackSizeError."""
    return mixes.read_pack_source(config, size, card_set)


def sealed_packs(pod: Pod, seats: int) -> list[SealedPack]:
    """Return every pack of ``pod``, as its seed and its event have laid it down. Raises what `kind_of` does, CubeTooSmallError."""
    seed = bytes(pod.seed)
    if pod.cube:
        return pod_cube(pod, seats).pod_packs(seed=seed, pod_label=pod.chance)
    kinds = [pack_source(each, pod.draft_format.pack_size) for each in pod.boosters]
    return make_pod_packs(kinds, seats, seed=seed, pod_label=pod.chance)


def pod_cube(pod: Pod, seats: int) -> Cube:
    """Return the cube that ``pod`` draws its packs from."""
    return Cube(pod.cube, seats, pod.draft_format.packs, pod.draft_format.pack_size)


def pod_supply(pod: Pod, seats: int, opener: int | None = None) -> CardSupply:
    """Return what the packs of ``pod`` can hold: all of them, or those that one seat opens."""
    if pod.cube:
        return cube_supply(pod.cube)
    openers = range(seats) if opener is None else [opener]
    kinds = [pack_source(each, pod.draft_format.pack_size) for each in pod.boosters]
    return packs_supply(kind.possible_boosters(each) for kind in kinds for each in openers)


def pod_card_names(pod: Pod) -> tuple[CardNames, CardNames]:
    """Return what the cards are called that may be in the packs of ``pod``, and what all cards of its game are."""
    sets, may = card_sets(pod.game), legal_refs(pod)
    packed = [card for found in sets for card in found.cards if card.ref in may]
    return CardNames(packed, short=True), CardNames(card for found in sets for card in found.cards)


def legal_refs(pod: Pod) -> frozenset[str]:
    """Return the refs that may be in a deck of this pod: what its packs could hold (DRF-1.1, DRF-1.2)."""
    return possible_refs(pod.boosters, pod.cube)


def possible_refs(boosters: Sequence[PackRoundConfig], cube: Collection[str]) -> frozenset[str]:
    """Return the refs that packs of these kinds, or of a cube, could hold (DRF-1.1, DRF-1.2)."""
    if cube:
        return frozenset(cube)
    sets = [card_set(boosters[0]["game"], code) for code in set_codes(boosters, cube)]
    return frozenset(card.ref for found in sets for card in found.cards if is_draftable(card))


def set_codes(boosters: Sequence[PackRoundConfig], cube: Collection[str]) -> list[str]:
    """Return the codes of the sets that packs of these kinds, or a cube, are of."""
    if cube:
        return sorted(set(map(set_code_of, cube)))
    return sorted({each["set"] for written in boosters for each in written.get("kinds", [written])})
