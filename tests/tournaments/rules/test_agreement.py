import pytest

from tournaments.rules.agreement import State, Statement, agree
from tournaments.rules.results import GameResult, MatchResult, Side


def said(*words: str) -> list[Statement]:
    """Return statements such as "a 2-0" by a player, or "staff 1-2"."""
    statements = []
    for number, word in enumerate(words, 1):
        who, score = word.split()
        a, b = map(int, score.split("-"))
        games = [GameResult(Side.A, 5, 0)] * a + [GameResult(Side.B, 0, 5)] * b
        statements.append(Statement(number, Side(who) if who in ("a", "b") else None, MatchResult(tuple(games))))
    return statements


@pytest.mark.parametrize(
    ("words", "state", "score"),
    [
        ([], State.OPEN, None),
        (["a 2-0"], State.REPORTED, (2, 0, 0)),
        (["a 2-0", "a 2-1"], State.REPORTED, (2, 1, 0)),
        (["a 2-0", "b 2-0"], State.FINAL, (2, 0, 0)),
        (["a 2-0", "b 0-2"], State.DISPUTED, (0, 2, 0)),
        (["a 2-0", "b 0-2", "a 0-2"], State.FINAL, (0, 2, 0)),
        (["a 2-0", "b 0-2", "staff 2-1"], State.FINAL, (2, 1, 0)),
        (["staff 2-1"], State.FINAL, (2, 1, 0)),
        (["staff 2-1", "a 2-0"], State.FINAL, (2, 1, 0)),
        (["a 2-0", "b 2-0", "staff 1-2"], State.FINAL, (1, 2, 0)),
    ],
)
def test_what_counts_of_what_was_said(words: list[str], state: State, score: tuple[int, int, int] | None):
    found = agree(said(*words))

    assert (found.state, found.result.score if found.result else None) == (state, score)


def test_each_side_is_remembered_by_its_newest_words():
    found = agree(said("a 2-0", "b 0-2", "a 2-1"))

    sides = [found.said_by(side) for side in Side]
    assert [result.score for result in sides if result] == [(2, 1, 0), (0, 2, 0)]
    assert found.number == 3
