"""All messages and keywords of each game match its golden list."""

import pytest

from gameplay.games import RULESETS
from tests.gameplay.games.golden import messages, messages_file


@pytest.mark.parametrize("name", RULESETS)
def test_the_messages_match_the_golden_list(name: str) -> None:
    expected = messages_file(name).read_text(encoding="utf-8")

    assert messages(RULESETS[name]).splitlines() == expected.splitlines(), "if intended, update it: see golden.py"
