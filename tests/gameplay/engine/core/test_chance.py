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

SEED = bytes(range(32))


def test_the_stream_is_what_anyone_can_compute():
    key = hmac.new(SEED, b"pod/1/pack/2", hashlib.sha256).digest()
    block = hmac.new(key, bytes(8), hashlib.sha256).digest()
    second = hmac.new(key, bytes(7) + b"\1", hashlib.sha256).digest()
    words = [int.from_bytes(data[at : at + 4], "big") for data in (block, second) for at in range(0, 32, 4)]

    stream = RandomStream(SEED, "pod/1/pack/2")
    assert [stream.next_word() for _ in range(16)] == words


def test_another_label_or_seed_gives_another_stream():
    def first(seed: bytes, label: str) -> int:
        return RandomStream(seed, label).next_word()

    assert len({first(SEED, "a"), first(SEED, "b"), first(SEED[::-1], "a")}) == 3


def test_numbers_below_n_are_all_about_as_likely():
    stream = RandomStream(SEED, "dice")
    counts = Counter(stream.below(6) for _ in range(6000))

    assert set(counts) == set(range(6))
    assert max(counts.values()) - min(counts.values()) < 200


def test_a_word_past_the_last_multiple_is_thrown_away():
    stream = RandomStream(SEED, "")
    stream.next_word = iter([2**32 - 1, 2**32 - 6, 7]).__next__

    assert stream.below(10) == 7


def test_the_last_word_of_a_whole_row_counts():
    stream = RandomStream(SEED, "")
    stream.next_word = iter([2**32 - 1, 2**32 - 7]).__next__

    assert [stream.below(8), stream.below(10)] == [7, 9]


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_nothing_below_nothing(n: int):
    with pytest.raises(ValueError, match="nothing to choose from"):
        RandomStream(SEED, "").below(n)


def test_shuffling_keeps_every_card_and_leaves_the_original_alone():
    cards = list(range(30))
    shuffled = RandomStream(SEED, "shuffle").shuffled(cards)

    assert sorted(shuffled) == cards == list(range(30))
    assert shuffled != cards
    assert shuffled == RandomStream(SEED, "shuffle").shuffled(cards)


def test_every_order_is_as_likely():
    stream = RandomStream(SEED, "orders")
    orders = Counter("".join(stream.shuffled("abc")) for _ in range(3000))

    assert len(orders) == 6
    assert max(orders.values()) - min(orders.values()) < 150


def test_a_sample_has_no_card_twice():
    assert len(set(RandomStream(SEED, "sample").sample(range(100), 40))) == 40


def test_the_commitment_is_the_hash_of_event_and_seed():
    assert commitment("spring", SEED) == hashlib.sha256(b"spring" + SEED).hexdigest()


def test_a_token_is_short_and_says_nothing():
    assert len(opaque_token(SEED, "seat")) == 22
    assert opaque_token(SEED, "seat") != opaque_token(SEED, "seats")
    assert opaque_token(SEED, "seat", length=8) == opaque_token(SEED, "seat")[:8]


# --- who answers in a game -----------------------------------------------------------------------------


def test_seeded_chance_takes_each_card_once_and_writes_it_down():
    chance, cards = SeededChance(RandomStream(SEED, "deck")), list(range(10))
    taken = [chance.take(cards) for _ in range(10)]

    assert (sorted(taken), cards, chance.entries) == (list(range(10)), [], taken)
    assert chance.number(1) == 0
    assert chance.entries[-1] == 0


def test_recorded_chance_answers_what_was_recorded():
    chance, cards = RecordedChance([3, 1, 2]), [1, 2, 3]

    assert [chance.take(cards), chance.take(cards)] == [3, 1]
    assert (chance.number(5), cards, chance.entries) == (2, [2], [3, 1, 2])


@pytest.mark.parametrize("script", [[9], [("take", 1)]])
def test_an_entry_that_is_no_possible_outcome_is_named(script: list[object]):
    with pytest.raises(Diverged) as found:
        RecordedChance(script).take([1, 2])
    assert found.value.entry == 0

    with pytest.raises(Diverged):
        RecordedChance(script).number(3)


def test_where_the_record_ends_another_takes_over_and_the_entries_go_on():
    chance = RecordedChance([2], SeededChance(RandomStream(SEED, "rest")))
    cards = [1, 2, 3]
    first, second = chance.take(cards), chance.take(cards)

    assert first == 2
    assert chance.entries == [2, second]


def test_where_nobody_takes_over_the_possible_outcomes_are_told():
    with pytest.raises(OutcomeNeeded) as needed:
        RecordedChance([]).number(3)

    assert needed.value.outcomes == [0, 1, 2]
