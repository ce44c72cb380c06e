"""The ranks by round for templates/tournaments/parts/ranks.html: a small line per player, and a plot of all lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cards.plot_scales import LinearScale
from tournaments.rules.history import Tournament
from tournaments.rules.rank_history import ranks_by_round
from tournaments.selectors.standings import StandingRow

MAX_LINES = 32
"""With more players, the plot of all lines is unreadable and left out."""
ROW_HEIGHT = 26
SPARK_WIDTH, SPARK_HEIGHT, SPARK_MARGIN = 68, 30, 4


@dataclass(frozen=True, slots=True)
class RankLine:
    """The ranks of one player after each round (None before their entry), and the coordinates of their lines.

    ``spark`` are the points of the small line; ``segments`` are pairs of points (x in percent, y) of the plot.
    """

    row: StandingRow
    ranks: Sequence[int | None]
    spark: Sequence[tuple[float, float]]
    segments: Sequence[tuple[tuple[float, float], tuple[float, float]]]
    first: tuple[float, float]
    last: tuple[float, float]

    @property
    def known(self) -> list[int]:
        """The ranks since the entry of the player."""
        return [rank for rank in self.ranks if rank is not None]


@dataclass(frozen=True, slots=True)
class RankPlot:
    """The lines of all players, the best first, and the x coordinates of the rounds in percent."""

    lines: Sequence[RankLine]
    rounds: Sequence[tuple[int, float]]

    @property
    def height(self) -> int:
        return ROW_HEIGHT * (len(self.lines) + 1)

    @property
    def has_plot(self) -> bool:
        """Whether there are few enough players for a plot of all lines."""
        return len(self.lines) <= MAX_LINES

    def line_of(self, row: StandingRow) -> RankLine | None:
        """Return the line of the player of ``row``."""
        return next((line for line in self.lines if line.row is row), None)


def rank_plot(tournament: Tournament, rows: Sequence[StandingRow], *, among: Sequence[str] | None) -> RankPlot | None:
    """Return the plot of the ranks of ``rows``, or None before the second round has a result."""
    ranks = ranks_by_round(tournament, among=among)
    count = max(map(len, ranks.values()), default=0)
    if count < 2:
        return None
    placed = sorted((row for row in rows if row.entry.rules_id in ranks), key=lambda row: _last(ranks, row))
    x = LinearScale(1, count, 7, 62)
    lines = [_line(row, ranks[row.entry.rules_id], place, len(placed), x) for place, row in enumerate(placed, 1)]
    return RankPlot(lines, [(number, x(number)) for number in range(1, count + 1)])


def _last(ranks: Mapping[str, Sequence[int | None]], row: StandingRow) -> int:
    return ranks[row.entry.rules_id][-1] or len(ranks)


def _line(row: StandingRow, ranks: Sequence[int | None], place: int, players: int, x: LinearScale) -> RankLine:
    """Return the line of ``row``; it ends at its ``place``, so that tied players do not end in the same point."""
    y = LinearScale(1, 2, ROW_HEIGHT * 1.5, ROW_HEIGHT * 2.5)
    small_x = LinearScale(1, len(ranks), SPARK_MARGIN, SPARK_WIDTH - SPARK_MARGIN)
    small_y = LinearScale(1, players, SPARK_MARGIN, SPARK_HEIGHT - SPARK_MARGIN)
    known = [(number, rank) for number, rank in enumerate(ranks, 1) if rank is not None]
    points = [*((x(number), y(rank)) for number, rank in known[:-1]), (x(len(ranks)), y(place))]
    spark = [(small_x(number), small_y(rank)) for number, rank in known]
    return RankLine(row, ranks, spark, list(pairwise(points)), points[0], points[-1])
