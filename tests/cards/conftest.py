import pytest

from cards import selectors


@pytest.fixture(autouse=True)
def _forget_imported_sets():
    """Clear the cache of imported sets, which outlives the database of a test."""
    yield
    selectors._imported.cache_clear()
    selectors.get_printed_card.cache_clear()
    selectors.get_displayed_card.cache_clear()
