import pytest

from tournaments.rules.agreement import ReportState, Statement, agreement_of
from tournaments.rules.results import GameResult, MatchResult, MatchSide


def said(*words: str) -> list[Statement]:
    """Return statements such as "a 2-0" by a player, or "staff 1-2"."""
    statements = []
    for number, word in enumerate(words, 1):
        who, score = word.split()
        a, b = map(int, score.split("-"))
        games = [GameResult(MatchSide.A, 5, 0)] * a + [GameResult(MatchSide.B, 0, 5)] * b
        statements.append(Statement(number, MatchSide(who) if who in ("a", "b") else None, MatchResult(tuple(games))))
    return statements


@pytest.mark.parametrize(
    ("words", "state", "score"),
    [
        ([], ReportState.OPEN, None),
        (["a 2-0"], ReportState.REPORTED, (2, 0, 0)),
        (["a 2-0", "a 2-1"], ReportState.REPORTED, (2, 1, 0)),
        (["a 2-0", "b 2-0"], ReportState.FINAL, (2, 0, 0)),
        (["a 2-0", "b 0-2"], ReportState.DISPUTED, (0, 2, 0)),
        (["a 2-0", "b 0-2", "a 0-2"], ReportState.FINAL, (0, 2, 0)),
        (["a 2-0", "b 0-2", "staff 2-1"], ReportState.FINAL, (2, 1, 0)),
        (["staff 2-1"], ReportState.FINAL, (2, 1, 0)),
        (["staff 2-1", "a 2-0"], ReportState.FINAL, (2, 1, 0)),
        (["a 2-0", "b 2-0", "staff 1-2"], ReportState.FINAL, (1, 2, 0)),
    ],
)
def test_what_counts_of_what_was_said(words: list[str], state: ReportState, score: tuple[int, int, int] | None):
    found = agreement_of(said(*words))

    assert (found.state, found.result.score if found.result else None) == (state, score)


def test_each_side_is_remembered_by_its_newest_words():
    found = agreement_of(said("a 2-0", "b 0-2", "a 2-1"))

    sides = [found.reported_by(side) for side in MatchSide]
    assert [result.score for result in sides if result] == [(2, 1, 0), (0, 2, 0)]
    assert found.number == 3
