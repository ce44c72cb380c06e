"""Branches of the search in a reported game: what an alternative knows when its turn is run again."""

import pytest

from gameplay.engine.adjudication.hypotheses import UNDECIDED, Backtrack, Branch, Hypothesis, MissingFact

FACT = MissingFact("revealed", 0, (), 1, 0)


def new_branch() -> Branch:
    return Branch(Hypothesis(0, None, None), UNDECIDED, {})  # type: ignore[arg-type]


def test_an_alternative_keeps_what_was_learned_before_it() -> None:
    branch = new_branch()
    branch.decide("first", [1, 2])
    with pytest.raises(Backtrack):
        branch.rerun_with(5, "Elk")
    branch.decide("second", [1, 2])
    with pytest.raises(Backtrack):
        branch.rerun_with(6, "Owl")

    first, second = branch.alternatives
    assert (first.decisions, first.learned_faces) == ({"first": 2}, {})
    assert (second.decisions, second.learned_faces) == ({"first": 1, "second": 2}, {5: "Elk"})
    assert Branch(branch.hypothesis, second, {}).learned_faces == {5: "Elk"}


def test_an_alternative_assumes_a_face_again() -> None:
    branch = new_branch()
    branch.learned_faces[5] = branch.decide(("face", 5), ["Elk", "Owl"], FACT)
    branch.decide("second", [1, 2])

    other_face, second = branch.alternatives
    assert other_face.assumptions == ((FACT, "Owl"),)
    assert (second.assumptions, second.learned_faces) == (((FACT, "Elk"),), {})


def test_a_face_stays_assumed_when_the_turn_is_run_again() -> None:
    branch = new_branch()
    branch.learned_faces[5] = branch.decide(("face", 5), ["Elk", "Owl"], FACT)
    branch.decide(("ask", 1), [1, 2], MissingFact("user_for", 0, (), 1, 3))
    branch.keep_assumed_faces()

    assert branch.assumptions == ((FACT, "Elk"),)


def test_preferred_decisions_are_tried_first_and_the_others_stay_alternatives() -> None:
    hypothesis = Hypothesis(0, None, None)  # type: ignore[arg-type]
    branch = Branch(hypothesis, UNDECIDED, {}, {"second": 2, "third": 9, "last": 4})

    decisions = [
        branch.decide("first", [1, 2]),
        branch.decide("second", [1, 2, 3]),
        branch.decide("third", [1, 2]),  # not possible here
        branch.decide("last", [1], last_resorts=[4, 5]),
    ]

    assert decisions == [1, 2, 1, 4]
    assert branch.deviations == {"second": 2, "last": 4}
    assert [each.decisions["second"] for each in branch.alternatives if len(each.decisions) == 2] == [1, 3]
    assert [each.decisions["last"] for each in branch.last_resorts] == [5]
