"""Every property test has the profile, whatever settings of its own it adds."""

from tests.parts.properties import given, settings
from tests.parts.properties import strategies as st


@given(st.none())
def _plain(_: None) -> None: ...


@settings(max_examples=2)
@given(st.none())
def _with_its_own(_: None) -> None: ...


def test_no_example_has_a_deadline():
    found = [each._hypothesis_internal_use_settings.deadline for each in (_plain, _with_its_own)]  # type: ignore[attr-defined]

    assert found == [None, None]
