"""A whole draft with players of any speed: no card is lost, duplicated or taken from the wrong pack."""

from collections import Counter
from dataclasses import dataclass, field

import pytest

from drafting.rules import passing
from drafting.rules.passing import PickRequest, PodTable, check_pick, next_round
from gameplay.engine.core.chance import RandomStream
from tests.parts.properties import given
from tests.parts.properties import strategies as st


@dataclass
class MinimalPod:
    """A minimal pod: the cards of the packs, their hops, and the cards taken by each seat."""

    seats: int
    pack_size: int
    closed: frozenset[int]
    pack_round: int = 0
    hops: dict[int, int] = field(default_factory=dict)
    packs: dict[int, list[str]] = field(default_factory=dict)
    taken: dict[int, list[str]] = field(default_factory=dict)
    turns: dict[int, list[int]] = field(default_factory=dict)

    @property
    def table(self) -> PodTable:
        return PodTable(self.seats, self.pack_round, self.hops)

    def open_next(self) -> None:
        self.pack_round = next_round(self.table, 4)
        self.hops = dict.fromkeys(range(self.seats), 0)
        self.packs = {
            opener: [f"{self.pack_round}.{opener}.{place}" for place in range(self.pack_size)]
            for opener in range(self.seats)
        }
        self.turns = {seat: [] for seat in range(self.seats)}

    def act(self, seat: int) -> None:
        opener = self.table.queue(seat)[0]
        pack, number = self.packs[opener], self.hops[opener] + 1
        assert opener == passing.opener_of(seat, number, self.pack_round, self.seats)
        if seat not in self.closed:
            check_pick(PickRequest(self.pack_round, opener, number, pack[0]), seat, self.table, pack)
            self.taken.setdefault(seat, []).append(pack.pop(0))
        self.turns[seat].append(number)
        self.hops[opener] = number
        if not pack:
            del self.hops[opener]


@st.composite
def pods(draw: st.DrawFn) -> MinimalPod:
    seats = draw(st.integers(2, 8))
    closed = draw(st.frozensets(st.integers(0, seats - 1), max_size=seats - 1))
    return MinimalPod(seats, draw(st.integers(1, 12)), closed)


def play(pod: MinimalPod, order: RandomStream) -> None:
    """Draft all packs; any seat with a pack can act next, and often makes several picks in a row."""
    for _round in range(4):
        pod.open_next()
        while pod.hops:
            ready = [seat for seat in range(pod.seats) if pod.table.queue(seat)]
            seat = ready[order.below(len(ready))]
            while pod.table.queue(seat) and order.below(3):
                pod.act(seat)


orders = st.binary(min_size=1, max_size=8).map(lambda seed: RandomStream(seed, "order"))


@pytest.mark.clause("DRF-2.5", "DRF-2.6", "DRF-2.15", "DRF-2.16")
@given(st.integers(2, 8), st.integers(1, 12), orders)
def test_every_card_is_drafted_once_and_all_pools_have_the_same_size(seats: int, pack_size: int, order: RandomStream):
    pod = MinimalPod(seats, pack_size, frozenset())
    play(pod, order)

    cards = Counter(card for taken in pod.taken.values() for card in taken)
    assert set(cards.values()) == {1}
    assert cards.total() == 4 * seats * pack_size
    assert {len(taken) for taken in pod.taken.values()} == {4 * pack_size}


@pytest.mark.clause("DRF-2.7", "DRF-2.8", "DRF-2.15")
@given(pods(), orders)
def test_packs_never_overtake_each_other(pod: MinimalPod, order: RandomStream):
    play(pod, order)

    for turns in pod.turns.values():
        assert turns == sorted(set(turns))


@pytest.mark.clause("DRF-OP-3")
@given(pods(), orders)
def test_closed_seats_pass_packs_without_picking(pod: MinimalPod, order: RandomStream):
    play(pod, order)

    assert pod.closed.isdisjoint(pod.taken)
    assert sum(map(len, pod.taken.values())) == 4 * pod.seats * pod.pack_size
