"""Lists in the language of a page."""

import pytest
from django.utils.translation import override

from cards.languages import join_with_and


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", ["", "Elk", "Elk and BT", "Elk, BT and Crim"]), ("ja", ["", "Elk", "Elk と BT", "Elk、BT と Crim"])],
)
def test_items_are_joined_as_in_a_sentence(language: str, expected: list[str]) -> None:
    names = ["Elk", "BT", "Crim"]

    with override(language):
        assert [join_with_and(names[:count]) for count in range(4)] == expected
