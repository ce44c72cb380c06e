"""Single games that are quickly judged: what the proof does over many."""

import pytest

from deploy.paper.games import judged, played
from deploy.paper.missing import without_some
from deploy.paper.proof import findings
from gameplay.engine.chance import Stream
from gameplay.games import RULESETS


@pytest.mark.parametrize("variant", ["sample", "draft", "full"])
@pytest.mark.parametrize("number", range(20, 24))
def test_a_true_log_is_legal(variant: str, number: int) -> None:
    assert judged(played(RULESETS["enemy"], variant, number))["verdict"] == "legal"


def test_a_wrong_guess_is_found_even_if_only_a_late_reshuffle_shows_it() -> None:
    paper = played(RULESETS["enemy"], "draft", 50)
    told = [entry.event[0] for entry in paper.entries]
    assert told.index("flipped") < told.index("reshuffled") - 100  # from the hand, while others lay hidden

    assert judged(paper)["verdict"] == "legal"


def test_many_guesses_are_tried_before_a_log_is_called_illegal() -> None:
    # Copies of one card are played, discarded, recovered and sacrificed: which of them lies where shows late.
    assert judged(played(RULESETS["enemy"], "full", 226))["verdict"] == "legal"


@pytest.mark.parametrize(("variant", "number"), [("sample", 2), ("sample", 3)])
def test_each_fault_is_named_and_what_is_asked_for_settles(variant: str, number: int) -> None:
    tried = list(findings("enemy", variant, number))

    assert len(tried) > 10
    assert [(name, said) for name, right, said in tried if not right] == []


@pytest.mark.parametrize("variant", ["sample", "draft"])
@pytest.mark.parametrize("number", range(30, 42))
def test_only_what_was_left_out_is_asked_for(variant: str, number: int) -> None:
    paper = played(RULESETS["enemy"], variant, number)
    told, out = without_some(paper, Stream(b"paper", f"missing/{number}"))
    verdict = judged(told)

    asked = paper.ruleset.notation.asked
    left_out = {(entry.turn, entry.event[0]) for _, entry in out}
    assert verdict["verdict"] != "illegal"
    assert bool(verdict["needs"]) == (verdict["verdict"] == "undecidable")
    for need in verdict["needs"]:
        assert any((need["turn"], code) in left_out for code in (need["fact"], *asked.get(need["fact"], ())))
    if verdict["verdict"] == "legal":
        assert paper.record.outcome is not None
        assert verdict["outcome"]["winners"] == list(paper.record.outcome.winners)
