"""The printed cards of a pod: its packs, its card names and its legal refs."""

from collections.abc import Collection, Sequence

from cards.selectors import card_set, card_sets, set_code_of
from drafting.models import Pod
from drafting.rules import mixes
from drafting.rules.card_list_text import CardNames
from drafting.rules.mixes import Cube, PackRoundConfig
from drafting.rules.packs import PackSource, SealedPack, is_draftable, make_pod_packs
from drafting.rules.supply import CardSupply, cube_supply, packs_supply


def pack_source(config: PackRoundConfig, size: int) -> PackSource:
    """Return the pack source of ``config``, from the sets of the site. Raises KeyError, PackSizeError."""
    return mixes.read_pack_source(config, size, card_set)


def sealed_packs(pod: Pod, seats: int) -> list[SealedPack]:
    """Return every pack of ``pod``, as its seed determines. Raises what `pack_source` raises, CubeTooSmallError."""
    seed = bytes(pod.seed)
    if pod.cube:
        return pod_cube(pod, seats).pod_packs(seed=seed, pod_label=pod.chance)
    kinds = [pack_source(each, pod.draft_format.pack_size) for each in pod.boosters]
    return make_pod_packs(kinds, seats, seed=seed, pod_label=pod.chance)


def pod_cube(pod: Pod, seats: int) -> Cube:
    """Return the cube that ``pod`` draws its packs from."""
    return Cube(pod.cube, seats, pod.draft_format.packs, pod.draft_format.pack_size)


def pod_supply(pod: Pod, seats: int, opener: int | None = None) -> CardSupply:
    """Return the possible contents of the packs of ``pod``, or of those that the seat ``opener`` opens."""
    if pod.cube:
        return cube_supply(pod.cube)
    openers = range(seats) if opener is None else [opener]
    kinds = [pack_source(each, pod.draft_format.pack_size) for each in pod.boosters]
    return packs_supply(kind.possible_boosters(each) for kind in kinds for each in openers)


def pod_card_names(pod: Pod) -> tuple[CardNames, CardNames]:
    """Return the names of the cards that can be in the packs of ``pod``, and of all cards of its game."""
    sets, legal = card_sets(pod.game), legal_refs(pod)
    packed = [card for each in sets for card in each.cards if card.ref in legal]
    return CardNames(packed, short=True), CardNames(card for each in sets for card in each.cards)


def legal_refs(pod: Pod) -> frozenset[str]:
    """Return the refs that are legal in a deck of this pod: those its packs can have (DRF-1.1, DRF-1.2)."""
    return possible_refs(pod.boosters, pod.cube)


def possible_refs(boosters: Sequence[PackRoundConfig], cube: Collection[str]) -> frozenset[str]:
    """Return the refs that these boosters, or a cube, can have (DRF-1.1, DRF-1.2)."""
    if cube:
        return frozenset(cube)
    sets = [card_set(boosters[0]["game"], code) for code in set_codes(boosters, cube)]
    return frozenset(card.ref for each in sets for card in each.cards if is_draftable(card))


def set_codes(boosters: Sequence[PackRoundConfig], cube: Collection[str]) -> list[str]:
    """Return the codes of the sets of these boosters, or of the cards of a cube."""
    if cube:
        return sorted(set(map(set_code_of, cube)))
    return sorted({each["set"] for config in boosters for each in config.get("kinds", [config])})
