"""The profile also applies to property tests with their own settings."""

from typing import Any

from tests.parts.properties import given, settings
from tests.parts.properties import strategies as st


@given(st.none())
def _plain(_: None) -> None: ...


@settings(max_examples=2)
@given(st.none())
def _with_own_settings(_: None) -> None: ...


def test_examples_have_no_deadline():
    functions: list[Any] = [_plain, _with_own_settings]

    assert [each._hypothesis_internal_use_settings.deadline for each in functions] == [None, None]
