"""Single games that are quickly judged: what the proof does over many."""

import pytest

from deploy.paper.games import judged, played
from deploy.paper.proof import findings
from gameplay.games import RULESETS


@pytest.mark.parametrize("variant", ["sample", "draft", "full"])
@pytest.mark.parametrize("number", range(20, 24))
def test_a_true_log_is_legal(variant: str, number: int) -> None:
    assert judged(played(RULESETS["enemy"], variant, number))["verdict"] == "legal"


@pytest.mark.parametrize(("variant", "number"), [("sample", 2), ("sample", 3)])
def test_each_fault_is_named_and_what_is_asked_for_settles(variant: str, number: int) -> None:
    tried = list(findings("enemy", variant, number))

    assert len(tried) > 10
    assert [(name, said) for name, right, said in tried if not right] == []
