"""Files as the result of a chunk of bulk work, for workers that share no folder with the process that wants them.

They are stored in the cache that all processes share, compressed and in blocks, and are deleted once they are read.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from uuid import uuid4

from django.core.cache import cache

from gameplay.infrastructure.bulk import LIFETIME, BulkRun, ChunkKey

BLOCK_SIZE = 1 << 20  # compressed bytes, from which on a block is stored


class FilePiece(NamedTuple):
    """A part of a file, or a whole one. The pieces of a file follow each other."""

    path: str
    data: bytes


class LostOutputError(Exception):
    """The cache has deleted a block, for example because it was full."""


def store_output(run: BulkRun, key: ChunkKey, pieces: Iterable[FilePiece]) -> None:
    """Store ``pieces`` as the result of the chunk ``key``.

    A chunk that is done twice stores its blocks twice, because what it reads may have changed in between.
    """
    output, count = str(uuid4()), 0
    for count, block in enumerate(_blocks(pieces), start=1):
        cache.set(_block_key(output, count), block, LIFETIME)
    run.store(key, {"output": output, "blocks": count})


def load_output(result: Any) -> Iterator[FilePiece]:
    """Yield the pieces of a stored result. Raises LostOutputError."""
    for number in range(1, result["blocks"] + 1):
        block = cache.get(_block_key(result["output"], number))
        if block is None:
            raise LostOutputError
        yield from (FilePiece(path, zlib.decompress(data)) for path, data in block)


def discard_output(result: Any) -> None:
    """Delete the blocks of a stored result."""
    cache.delete_many(_block_key(result["output"], number) for number in range(1, result["blocks"] + 1))


def _blocks(pieces: Iterable[FilePiece]) -> Iterator[list[tuple[str, bytes]]]:
    block: list[tuple[str, bytes]] = []
    size = 0
    for path, data in pieces:
        block.append((path, zlib.compress(data)))
        size += len(block[-1][1])
        if size >= BLOCK_SIZE:
            yield block
            block, size = [], 0
    if block:
        yield block


def _block_key(output: str, number: int) -> str:
    return f"bulk/output/{output}/{number}"
