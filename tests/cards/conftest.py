import pytest

from cards import selectors


@pytest.fixture(autouse=True)
def _forget_imported_sets():
    """What is kept of sets brought in outlives the database of a test."""
    yield
    selectors._imported.cache_clear()
