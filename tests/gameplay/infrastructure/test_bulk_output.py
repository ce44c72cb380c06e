"""Files as the result of a chunk of bulk work."""

import os

import pytest
from django.core.cache import cache

from gameplay.infrastructure.bulk import BulkRun
from gameplay.infrastructure.bulk_output import (
    BLOCK_SIZE,
    FilePiece,
    LostOutputError,
    discard_output,
    load_output,
    store_output,
)

RUN = BulkRun("files", "a-run")
PIECES = [FilePiece("a", b""), FilePiece("b", os.urandom(BLOCK_SIZE)), FilePiece("b", b"end"), FilePiece("c", b"text")]


@pytest.fixture(autouse=True)
def _empty_cache(cache_server: None):
    cache.clear()
    yield
    cache.clear()


@pytest.mark.parametrize("pieces", [PIECES, PIECES[:2], []])
def test_pieces_are_loaded_as_they_were_stored(pieces: list[FilePiece]):
    store_output(RUN, "a-chunk", pieces)

    assert list(load_output(RUN.results(["a-chunk"])["a-chunk"])) == pieces


def test_large_output_is_stored_in_several_blocks():
    store_output(RUN, "a-chunk", PIECES)

    assert RUN.results(["a-chunk"])["a-chunk"]["blocks"] == 2


def test_chunk_that_is_done_twice_has_the_pieces_of_one_time():
    store_output(RUN, "a-chunk", PIECES)
    first = RUN.results(["a-chunk"])["a-chunk"]
    loading = load_output(first)
    assert next(loading) == PIECES[0]
    store_output(RUN, "a-chunk", [FilePiece("d", piece.data) for piece in PIECES])

    assert [*loading] == PIECES[1:]


def test_discarded_pieces_are_lost():
    store_output(RUN, "a-chunk", PIECES)
    result = RUN.results(["a-chunk"])["a-chunk"]
    discard_output(result)

    with pytest.raises(LostOutputError):
        list(load_output(result))
