import hashlib
import hmac
from collections import Counter

import pytest

from gameplay.engine.core.chance import (
    Diverged,
    OutcomeNeeded,
    RandomStream,
    RecordedChance,
    SeededChance,
    commitment,
    opaque_token,
)
from gameplay.engine.core.entries import Entry

SEED = bytes(range(32))


def test_stream_is_reproducible_from_its_definition():
    key = hmac.new(SEED, b"pod/1/pack/2", hashlib.sha256).digest()
    block = hmac.new(key, bytes(8), hashlib.sha256).digest()
    second = hmac.new(key, bytes(7) + b"\1", hashlib.sha256).digest()
    words = [int.from_bytes(data[at : at + 4], "big") for data in (block, second) for at in range(0, 32, 4)]

    stream = RandomStream(SEED, "pod/1/pack/2")
    assert [stream.next_word() for _ in range(16)] == words


def test_streams_differ_by_label_and_seed():
    def first(seed: bytes, label: str) -> int:
        return RandomStream(seed, label).next_word()

    assert len({first(SEED, "a"), first(SEED, "b"), first(SEED[::-1], "a")}) == 3


def test_numbers_below_n_are_uniformly_distributed():
    stream = RandomStream(SEED, "dice")
    counts = Counter(stream.below(6) for _ in range(6000))

    assert set(counts) == set(range(6))
    assert max(counts.values()) - min(counts.values()) < 200


def test_word_past_the_last_multiple_is_rejected():
    stream = RandomStream(SEED, "")
    stream.next_word = iter([2**32 - 1, 2**32 - 6, 7]).__next__

    assert stream.below(10) == 7


def test_last_word_of_a_complete_block_is_accepted():
    stream = RandomStream(SEED, "")
    stream.next_word = iter([2**32 - 1, 2**32 - 7]).__next__

    assert [stream.below(8), stream.below(10)] == [7, 9]


@pytest.mark.parametrize("n", [0, -1])
def test_number_below_zero_or_less_is_refused(n: int):
    with pytest.raises(ValueError, match="nothing to choose from"):
        RandomStream(SEED, "").below(n)


def test_shuffling_keeps_every_card_and_does_not_change_the_original():
    cards = list(range(30))
    shuffled = RandomStream(SEED, "shuffle").shuffled(cards)

    assert sorted(shuffled) == cards == list(range(30))
    assert shuffled != cards
    assert shuffled == RandomStream(SEED, "shuffle").shuffled(cards)


def test_orders_of_a_shuffle_are_uniformly_distributed():
    stream = RandomStream(SEED, "orders")
    orders = Counter("".join(stream.shuffled("abc")) for _ in range(3000))

    assert len(orders) == 6
    assert max(orders.values()) - min(orders.values()) < 150


def test_sample_has_no_duplicates():
    assert len(set(RandomStream(SEED, "sample").sample(range(100), 40))) == 40


def test_commitment_is_the_hash_of_event_and_seed():
    assert commitment("spring", SEED) == hashlib.sha256(b"spring" + SEED).hexdigest()


def test_token_has_a_fixed_length_and_depends_on_the_label():
    assert len(opaque_token(SEED, "seat")) == 22
    assert opaque_token(SEED, "seat") != opaque_token(SEED, "seats")
    assert opaque_token(SEED, "seat", length=8) == opaque_token(SEED, "seat")[:8]


# --- chance in a game ----------------------------------------------------------------------------------


def test_seeded_chance_takes_each_card_once_and_records_it():
    chance, cards = SeededChance(RandomStream(SEED, "deck")), list(range(10))
    taken = [chance.take(cards) for _ in range(10)]

    assert (sorted(taken), cards, chance.entries) == (list(range(10)), [], taken)
    assert chance.number(1) == 0
    assert chance.entries[-1] == 0


def test_recorded_chance_returns_the_recorded_outcomes():
    chance, cards = RecordedChance([3, 1, 2]), [1, 2, 3]

    assert [chance.take(cards), chance.take(cards)] == [3, 1]
    assert (chance.number(5), cards, chance.entries) == (2, [2], [3, 1, 2])


@pytest.mark.parametrize("script", [[9], [("take", 1)]])
def test_impossible_outcome_diverges_at_its_entry(script: list[Entry]):
    with pytest.raises(Diverged) as found:
        RecordedChance(script).take([1, 2])
    assert found.value.entry == 0

    with pytest.raises(Diverged):
        RecordedChance(script).number(3)


def test_fallback_continues_the_entries_at_the_end_of_the_record():
    chance = RecordedChance([2], SeededChance(RandomStream(SEED, "rest")))
    cards = [1, 2, 3]
    first, second = chance.take(cards), chance.take(cards)

    assert first == 2
    assert chance.entries == [2, second]


def test_possible_outcomes_are_returned_if_there_is_no_fallback():
    with pytest.raises(OutcomeNeeded) as needed:
        RecordedChance([]).number(3)

    assert needed.value.outcomes == [0, 1, 2]
