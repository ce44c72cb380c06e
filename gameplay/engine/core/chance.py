"""The only source of randomness in the project.

All random numbers are drawn from a `RandomStream`: the HMAC-SHA256 of a label, keyed
with a secret seed. With the seed the same numbers can be reproduced on any machine and
in any language; without it they cannot be predicted.

In a game, chance answers two questions, like a player: `take` (which of these cards
comes up) and `number` (one of n). `SeededChance` answers from a stream.
`RecordedChance` answers from a record, and raises `OutcomeNeeded` at its end. `StackedChance`
answers as a lesson prescribes.
"""

import hmac
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, count, cycle
from struct import Struct
from typing import Protocol, TypeVar

from gameplay.engine.core.entries import Entry

T = TypeVar("T")
_EIGHT_WORDS = Struct(">8I").unpack
_WORDS = 1 << 32
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))  # the pads of HMAC


class RandomStream:
    """An endless stream of unbiased numbers, fixed by ``seed`` and ``label``.

    Block n of the stream is HMAC-SHA256(HMAC-SHA256(seed, label), n as 8 bytes, big
    endian); it is read as eight 32-bit big-endian words, in order.
    """

    __slots__ = ("next_word",)

    next_word: Callable[[], int]
    """Return the next 32-bit word."""

    def __init__(self, seed: bytes, label: str) -> None:
        self.next_word = chain.from_iterable(_blocks(hmac.digest(seed, label.encode(), "sha256"))).__next__

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, uniformly distributed.

        Words above the largest multiple of ``n`` are rejected, so that there is no modulo bias.
        Raises ValueError for n < 1.
        """
        if n < 1:
            raise ValueError("nothing to choose from")
        while True:
            word = self.next_word()
            number = word % n
            if word - number <= _WORDS - n:  # the block of n numbers that contains the word is complete
                return number

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return ``items`` in random order (Fisher-Yates, from the last index down)."""
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self.below(last + 1)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return ``count`` of ``items``, drawn without replacement, in the order drawn."""
        return self.shuffled(items)[:count]


def _blocks(key: bytes) -> Iterator[tuple[int, ...]]:
    """Yield the words of each block in turn.

    HMAC is written out here (RFC 2104), so that its two keyed states are computed only once; `hmac.digest` would
    compute them again for each block.
    """
    block_key = key.ljust(64, b"\0")
    inner, outer = sha256(block_key.translate(_INNER)), sha256(block_key.translate(_OUTER))
    for block in count():
        inner_hash, outer_hash = inner.copy(), outer.copy()
        inner_hash.update(block.to_bytes(8, "big"))
        outer_hash.update(inner_hash.digest())
        yield _EIGHT_WORDS(outer_hash.digest())


def commitment(event_id: str, seed: bytes) -> str:
    """Return the hex digest published before registration opens: SHA-256(event id + seed)."""
    return sha256(event_id.encode() + seed).hexdigest()


def opaque_token(seed: bytes, label: str, *, length: int = 22) -> str:
    """Return an opaque token for ``label``: hex digits that reveal nothing without the seed."""
    return hmac.digest(seed, label.encode(), "sha256").hex()[:length]


class OutcomeNeeded(Exception):  # noqa: N818 - a question, not an error
    """Raised where the recorded outcomes of chance end: one of ``outcomes`` must be supplied."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self.outcomes = outcomes


class Diverged(Exception):  # noqa: N818 - a finding, not an error
    """Raised where a record contradicts the rules.

    ``entry`` is the index of the entry, from 0; ``reason`` explains the contradiction, and ``clause`` is the violated
    clause, if it is known.
    """

    def __init__(self, entry: int, reason: str, clause: str = "") -> None:
        self.entry, self.reason, self.clause = entry, reason, clause
        super().__init__(f"entry {entry}: {reason}")


class Chance(Protocol):
    """A source of random outcomes. Every outcome is appended to ``entries``."""

    entries: list[Entry]

    def take(self, cards: list[int]) -> int:
        """Remove one of ``cards`` and return it. ``cards`` is not empty, and its order has no meaning."""

    def number(self, n: int) -> int:
        """Return a number from 0 to n - 1."""


class SeededChance:
    """Chance from a random stream, as used by online games."""

    __slots__ = ("_below", "entries")

    def __init__(self, stream: RandomStream, entries: list[Entry] | None = None) -> None:
        self._below = stream.below
        self.entries: list[Entry] = [] if entries is None else entries

    def take(self, cards: list[int]) -> int:
        index = self._below(len(cards))
        card = cards[index]
        cards[index] = cards[-1]
        cards.pop()
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        outcome = self._below(n)
        self.entries.append(outcome)
        return outcome


class StackedChance:
    """Chance for lessons: cards come up in the order in which the decks list them, and ``numbers`` repeat in turn.

    Each deck keeps its order, whatever happens to the others.
    """

    __slots__ = ("_numbers", "entries")

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = cycle(numbers)
        self.entries: list[Entry] = []

    def take(self, cards: list[int]) -> int:
        card = min(cards)
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        outcome = next(self._numbers) % n
        self.entries.append(outcome)
        return outcome


class RecordedChance:
    """Chance from the entries of a record; ``fallback`` takes over where they end.

    Raises Diverged if the next entry is not a possible outcome, and OutcomeNeeded
    if the entries have ended and there is no fallback.
    """

    __slots__ = ("entries", "fallback", "script")

    def __init__(self, script: Sequence[Entry], fallback: Chance | None = None) -> None:
        self.script = script
        self.fallback = fallback
        self.entries: list[Entry] = []

    @property
    def index(self) -> int:
        return len(self.entries)

    def take(self, cards: list[int]) -> int:
        if self.index >= len(self.script):
            return self._fallback_for(cards).take(cards)
        card = self.script[self.index]
        if not isinstance(card, int) or card not in cards:
            raise Diverged(self.index, f"{card!r} is not possible here")
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        if self.index >= len(self.script):
            return self._fallback_for(range(n)).number(n)
        outcome = self.script[self.index]
        if not isinstance(outcome, int) or outcome not in range(n):
            raise Diverged(self.index, f"{outcome!r} is not possible here")
        self.entries.append(outcome)
        return outcome

    def _fallback_for(self, outcomes: Sequence[int]) -> Chance:
        if self.fallback is None:
            raise OutcomeNeeded(list(outcomes))
        self.fallback.entries = self.entries
        return self.fallback
