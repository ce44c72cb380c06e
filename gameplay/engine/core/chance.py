"""The only source of chance in the project.

Everything random draws from a `Stream`: the HMAC-SHA256 of a label under a secret
seed. Whoever holds the seed can draw the same numbers again, on any machine, in any
language; whoever does not can say nothing about the next one.

Inside a game chance is a player: it answers two questions, `take` (which of these
cards comes up) and `number` (one of n). `Seeded` answers from a stream, `Recorded`
from a record, and where that ends it asks back.
"""

import hmac
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import Any, Protocol, TypeVar

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
        """Return a number from 0 to n - 1, each as likely as the others.

        Words above the largest multiple of ``n`` are thrown away, so nothing is biased.
        Raises ValueError for n < 1.
        """
        if n < 1:
            raise ValueError("nothing to choose from")
        while True:
            word = self.next_word()
            number = word % n
            if word - number <= _WORDS - n:  # a whole row of n fits above it
                return number

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


def _blocks(key: bytes) -> Iterator[tuple[int, ...]]:
    """The words of block after block.

    HMAC is spelled out (RFC 2104), its two keyed states made once: `hmac.digest` makes them again for each block.
    """
    block_key = key.ljust(64, b"\0")
    inner, outer = sha256(block_key.translate(_INNER)), sha256(block_key.translate(_OUTER))
    for block in count():
        inside, whole = inner.copy(), outer.copy()
        inside.update(block.to_bytes(8, "big"))
        whole.update(inside.digest())
        yield _EIGHT_WORDS(whole.digest())


def commitment(event_id: str, seed: bytes) -> str:
    """Return the hex digest published before registration opens: SHA-256(event id + seed)."""
    return sha256(event_id.encode() + seed).hexdigest()


def opaque_token(seed: bytes, label: str, *, length: int = 22) -> str:
    """Return an opaque name for ``label``: hex digits that say nothing without the seed."""
    return hmac.digest(seed, label.encode(), "sha256").hex()[:length]


class OutcomeNeeded(Exception):  # noqa: N818 - a question, not an error
    """Chance is asked and cannot answer by itself: one of ``outcomes`` must be supplied."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self.outcomes = outcomes


class Diverged(Exception):  # noqa: N818 - a finding, not an error
    """A record does not fit the rules at ``entry`` (counted from 0): ``reason`` says how, ``clause`` by which rule."""

    def __init__(self, entry: int, reason: str, clause: str = "") -> None:
        self.entry, self.reason, self.clause = entry, reason, clause
        super().__init__(f"entry {entry}: {reason}")


class Chance(Protocol):
    """Who decides what comes up. Every answer is written to ``entries``."""

    entries: list[Any]

    def take(self, cards: list[int]) -> int:
        """Remove one of ``cards`` and return it; ``cards`` is not empty and has no order."""

    def number(self, n: int) -> int:
        """Return a number from 0 to n - 1."""


class SeededChance:
    """Chance from a stream: the fast path, and the one online games use."""

    __slots__ = ("_below", "entries")

    def __init__(self, stream: RandomStream, entries: list[Any] | None = None) -> None:
        self._below = stream.below
        self.entries: list[Any] = [] if entries is None else entries

    def take(self, cards: list[int]) -> int:
        place = self._below(len(cards))
        card = cards[place]
        cards[place] = cards[-1]
        cards.pop()
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        outcome = self._below(n)
        self.entries.append(outcome)
        return outcome


class RecordedChance:
    """Chance from the entries of a record; ``then`` takes over where they end.

    Raises Diverged where the next entry is no possible outcome, and OutcomeNeeded
    where the entries end and nobody takes over.
    """

    __slots__ = ("entries", "script", "then")

    def __init__(self, script: Sequence[Any], fallback: Chance | None = None) -> None:
        self.script = script
        self.then = fallback
        self.entries: list[Any] = []

    @property
    def index(self) -> int:
        return len(self.entries)

    def take(self, cards: list[int]) -> int:
        if self.index >= len(self.script):
            return self._fallback_for(cards).take(cards)
        card = self.script[self.index]
        if card not in cards:
            raise Diverged(self.index, f"{card!r} cannot come up here")
        cards.remove(card)
        self.entries.append(card)
        return int(card)

    def number(self, n: int) -> int:
        if self.index >= len(self.script):
            return self._fallback_for(range(n)).number(n)
        outcome = self.script[self.index]
        if outcome not in range(n):
            raise Diverged(self.index, f"{outcome!r} cannot come up here")
        self.entries.append(outcome)
        return int(outcome)

    def _fallback_for(self, outcomes: Sequence[int]) -> Chance:
        if self.then is None:
            raise OutcomeNeeded(list(outcomes))
        self.then.entries = self.entries
        return self.then
