import pytest

from tournaments.rules.agreement import ReportState, Statement, agreement_of
from tournaments.rules.results import GameResult, MatchResult, MatchSide


def statements_of(*reports: str) -> list[Statement]:
    """Return statements from reports such as "a 2-0" by a player, or "staff 1-2"."""
    statements = []
    for number, report in enumerate(reports, 1):
        source, score = report.split()
        a, b = map(int, score.split("-"))
        games = [GameResult(MatchSide.A, 5, 0)] * a + [GameResult(MatchSide.B, 0, 5)] * b
        side = MatchSide(source) if source in ("a", "b") else None
        statements.append(Statement(number, side, MatchResult(tuple(games))))
    return statements


@pytest.mark.parametrize(
    ("reports", "state", "score"),
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
def test_reports_determine_state_and_result(reports: list[str], state: ReportState, score: tuple[int, int, int] | None):
    agreement = agreement_of(statements_of(*reports))

    assert (agreement.state, agreement.result.score if agreement.result else None) == (state, score)


def test_only_the_latest_report_of_each_side_is_kept():
    agreement = agreement_of(statements_of("a 2-0", "b 0-2", "a 2-1"))

    sides = [agreement.reported_by(side) for side in MatchSide]
    assert [result.score for result in sides if result] == [(2, 1, 0), (0, 2, 0)]
    assert agreement.number == 3
