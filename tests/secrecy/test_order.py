"""The order in which a pack is shown tells nothing: neither how the seat before saw it, nor what is in it."""

from collections import Counter
from collections.abc import Sequence

import pytest

from cards.printed import bundled_card_set
from drafting.rules.packs import Booster, SealedPack, make_pod_packs, pack_label
from drafting.rules.passing import display_order

SEED = b"\x05" * 32
PACKS = 240
LIMITS = {10: 29.59, 100: 149.45}
"""What chi-square exceeds once in a thousand, by degrees of freedom."""


def chi_square(table: Sequence[Sequence[int]]) -> float:
    """Return how far a table of counts, whose rows and columns are alike, is from even."""
    expected = sum(map(sum, table)) / (len(table) * len(table[0]))
    return sum((seen - expected) ** 2 / expected for row in table for seen in row)


Orders = tuple[list[str], list[str], list[str]]


@pytest.fixture(scope="module")
def passes() -> list[Orders]:
    """Packs as their opener sees them, as the next seat sees what is left, and in the order of the collector's list."""
    found = bundled_card_set("enemy", "FL")
    boosters = [Booster(found, found.product("booster"))] * 4
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
def test_a_passed_pack_is_shown_independently_of_the_order_before(passes: list[Orders]):
    table = [[0] * 10 for _ in range(10)]
    for before, after, _listed in passes:
        left = [token for token in before if token in after]
        for place, token in enumerate(after):
            table[left.index(token)][place] += 1

    assert len(passes) >= 200
    # Each pack fills a row and a column once, which leaves 9 x 9 degrees of freedom: fewer than the limit is for.
    assert chi_square(table) < LIMITS[100]


@pytest.mark.clause("DRF-2.12")
def test_a_pack_is_shown_independently_of_the_collectors_list(passes: list[Orders]):
    table = [[0] * 11 for _ in range(11)]
    for order, _after, listed in passes:
        for place, token in enumerate(order):
            table[listed.index(token)][place] += 1

    assert chi_square(table) < LIMITS[100]


@pytest.mark.clause("DRF-2.12")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_rare_card_is_shown_anywhere(passes: list[Orders], seat: int):
    rare = 7  # in the list, after seven commons
    places = Counter(each[seat].index(each[2][rare]) for each in passes if each[2][rare] in each[seat])

    assert chi_square([[places[place] for place in range(11 - seat)]]) < LIMITS[10]


@pytest.mark.clause("DRF-2.12")
def test_an_order_that_is_kept_or_only_cut_would_be_found(passes: list[Orders]):
    def turned(order: list[str], pack: int) -> list[str]:
        cut = pack % 2  # half of them as they were
        return order[cut:] + order[:cut]

    table = [[0] * 10 for _ in range(10)]
    for pack, (before, after, _listed) in enumerate(passes):
        left = [token for token in before if token in after]
        for place, token in enumerate(turned(left, pack)):
            table[left.index(token)][place] += 1

    assert chi_square(table) > LIMITS[100]


def test_names_of_copies_say_nothing_of_their_place_in_the_pack(passes: list[Orders]):
    """Sorted by token, each card of the collector's order is anywhere as often as elsewhere (S2)."""
    table = [[0] * 11 for _ in range(11)]
    for _before, _after, listed in passes:
        for place, token in enumerate(sorted(listed)):
            table[listed.index(token)][place] += 1

    assert chi_square(table) < LIMITS[100]
