"""Check that the display order of a pack reveals neither the order that the previous seat saw, nor its cards."""

from collections import Counter
from collections.abc import Sequence

import pytest

from cards.printed import bundled_card_set
from drafting.rules.packs import Booster, SealedPack, make_pod_packs, pack_label
from drafting.rules.passing import display_order

SEED = b"\x05" * 32
PACKS = 240
LIMITS = {10: 29.59, 100: 149.45}
"""Chi-square values that are exceeded with a probability of 0.001, by degrees of freedom."""


def chi_square(table: Sequence[Sequence[int]]) -> float:
    """Return the chi-square statistic of a table of counts against a uniform distribution."""
    expected = sum(map(sum, table)) / (len(table) * len(table[0]))
    return sum((seen - expected) ** 2 / expected for row in table for seen in row)


Orders = tuple[list[str], list[str], list[str]]


@pytest.fixture(scope="module")
def passes() -> list[Orders]:
    """Return the order of packs for their opener, for the next seat, and in the collector's list."""
    first_light = bundled_card_set("enemy", "FL")
    boosters = [Booster(first_light, first_light.product("booster"))] * 4
    labels = [f"event/1/pod/{pod}" for pod in range(PACKS // 24)]
    return [
        _orders(pack, label) for label in labels for pack in make_pod_packs(boosters, 6, seed=SEED, pod_label=label)
    ]


def _orders(pack: SealedPack, pod: str) -> Orders:
    label = pack_label(pod, pack.pack_round, pack.opener)
    tokens = [copy.token for copy in pack.copies]
    first = display_order(tokens, seed=SEED, label=label, hops=0)
    left = [token for token in tokens if token != first[pack.opener]]
    listed = [copy.token for copy in sorted(pack.copies, key=lambda copy: copy.ref)]
    return first, display_order(left, seed=SEED, label=label, hops=1), listed


@pytest.mark.clause("DRF-2.12")
def test_order_of_a_passed_pack_is_independent_of_the_previous_order(passes: list[Orders]):
    table = [[0] * 10 for _ in range(10)]
    for before, after, _listed in passes:
        left = [token for token in before if token in after]
        for place, token in enumerate(after):
            table[left.index(token)][place] += 1

    assert len(passes) >= 200
    # Each pack fills each row and column once, which leaves 9 x 9 degrees of freedom: fewer than those of the limit.
    assert chi_square(table) < LIMITS[100]


@pytest.mark.clause("DRF-2.12")
def test_order_of_a_pack_is_independent_of_the_collectors_list(passes: list[Orders]):
    table = [[0] * 11 for _ in range(11)]
    for order, _after, listed in passes:
        for place, token in enumerate(order):
            table[listed.index(token)][place] += 1

    assert chi_square(table) < LIMITS[100]


@pytest.mark.clause("DRF-2.12")
@pytest.mark.parametrize("seat", [0, 1])
def test_position_of_the_rare_card_is_uniform(passes: list[Orders], seat: int):
    rare = 7  # its index in the list, after seven commons
    places = Counter(each[seat].index(each[2][rare]) for each in passes if each[2][rare] in each[seat])

    assert chi_square([[places[place] for place in range(11 - seat)]]) < LIMITS[10]


@pytest.mark.clause("DRF-2.12")
def test_unchanged_or_only_cut_order_is_detected(passes: list[Orders]):
    def cut_or_keep(order: list[str], pack: int) -> list[str]:
        cut = pack % 2  # half of the packs keep their order
        return order[cut:] + order[:cut]

    table = [[0] * 10 for _ in range(10)]
    for pack, (before, after, _listed) in enumerate(passes):
        left = [token for token in before if token in after]
        for place, token in enumerate(cut_or_keep(left, pack)):
            table[left.index(token)][place] += 1

    assert chi_square(table) > LIMITS[100]


def test_tokens_of_copies_do_not_reveal_their_place_in_the_pack(passes: list[Orders]):
    """If a pack is sorted by token, each card of the collector's list has each position equally often."""
    table = [[0] * 11 for _ in range(11)]
    for _before, _after, listed in passes:
        for place, token in enumerate(sorted(listed)):
            table[listed.index(token)][place] += 1

    assert chi_square(table) < LIMITS[100]
