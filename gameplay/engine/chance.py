"""The only source of chance in the project.

Everything random draws from a `Stream`: the HMAC-SHA256 of a label under a secret
seed. Whoever holds the seed can draw the same numbers again, on any machine, in any
language; whoever does not can say nothing about the next one.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """An endless stream of unbiased numbers, fixed by ``seed`` and ``label``.

    Block n of the stream is HMAC-SHA256(HMAC-SHA256(seed, label), n as 8 bytes, big
    endian); it is read as eight 32-bit big-endian words, in order.
    """

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, seed: bytes, label: str) -> None:
        self._key = hmac.digest(seed, label.encode(), "sha256")
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """Return the next 32-bit word."""
        if not self._words:
            block = hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each as likely as the others.

        Words above the largest multiple of ``n`` are thrown away, so nothing is biased.
        Raises ValueError for n < 1.
        """
        if n < 1:
            raise ValueError("nothing to choose from")
        limit = (1 << 32) - (1 << 32) % n
        while (word := self.word()) >= limit:
            pass
        return word % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return ``items`` in random order (Fisher-Yates from the last place down)."""
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self.below(last + 1)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return ``count`` different places of ``items``, in the order drawn."""
        return self.shuffled(items)[:count]


def commitment(event_id: str, seed: bytes) -> str:
    """Return the hex digest published before registration opens: SHA-256(event id + seed)."""
    return hashlib.sha256(event_id.encode() + seed).hexdigest()


def token(seed: bytes, label: str, *, length: int = 22) -> str:
    """Return an opaque name for ``label``: hex digits that say nothing without the seed."""
    return hmac.digest(seed, label.encode(), "sha256").hex()[:length]
