"""Results as they are kept, and what counts of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Prefetch, QuerySet

from gameplay.engine.errors import UnreadableError
from gameplay.engine.scoring import By
from tournaments.models import Event, Match, Report, Round
from tournaments.rules.agreement import Agreement, State, Statement, agree
from tournaments.rules.infractions import Level
from tournaments.rules.losses import Loss, counted, to_play
from tournaments.rules.plausibility import MatchRules
from tournaments.rules.results import GameResult, MatchResult, Side


def matches_of(rounds: Iterable[Round] | QuerySet[Round]) -> QuerySet[Match]:
    """Matches of ``rounds`` by table, then who has no opponent; with players, reports and penalties that count.

    The boards of two teams, or of one, follow each other. Three queries.
    """
    reports = Prefetch("reports", queryset=Report.objects.order_by("number"))
    found = Match.objects.filter(round__in=rounds).select_related("round", "a__team", "b__team")
    by_table = ("round", F("table").asc(nulls_last=True), "a__team_id", "board", "a")
    return found.prefetch_related(reports, "losses").order_by(*by_table)


def agreement(match: Match) -> Agreement:
    """What counts of the reports of ``match``; one without an opponent is final from the start. Two queries."""
    if match.kind != Match.Kind.PLAYED:
        return Agreement(State.FINAL)
    return agree(statements(match), losses_in(match))


def statements(match: Match) -> list[Statement]:
    """Return what was said of ``match``, in its order. One query."""
    said = match.reports.all()
    return [Statement(report.number, _side(report.source), read_result(report.result)) for report in said]


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody said last of a match: ``by`` is their name in the event, "" for the site itself."""

    number: int
    score: str
    by: str
    at: datetime


def said_last(match: Match) -> Said | None:
    """Return the newest report of ``match``, None without one. Two queries."""
    report = match.reports.select_related("author").order_by("number").last()
    if report is None:
        return None
    names = {"a": match.a.name, "b": match.b.name if match.b else ""}
    by = names.get(report.source) or (report.author.handle if report.author else "")
    played = read_result(report.result)
    return Said(report.number, str(counted(played, losses_in(match)) or played), by, report.at)


def losses_in(match: Match) -> list[Loss]:
    """Return what the players of ``match`` lose there by penalties. One query."""
    return [
        Loss(Side.A if penalty.entry_id == match.a_id else Side.B, whole=Level(penalty.level) is not Level.GAME_LOSS)
        for penalty in match.losses.all()
        if penalty.withdrawn_at is None
    ]


def missing(event: Event) -> list[Match]:
    """Matches of published rounds that have no result yet, in order of their tables. Two queries."""
    rounds = event.rounds.filter(published_at__isnull=False)
    return [match for match in matches_of(rounds) if not agreement(match).final]


def result_json(result: MatchResult) -> dict[str, Any]:
    """Return ``result`` as it is kept."""
    return asdict(result)


def read_result(data: Mapping[str, Any]) -> MatchResult:
    """Return what `result_json` gave. Raises UnreadableError for anything else."""
    try:
        games = tuple(_game(game) for game in data["games"])
        return MatchResult(games, bool(data.get("agreed", False)), bool(data.get("double_loss", False)))
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableError(str(error), place="result") from error


def quick_result(score: str, rules: MatchRules, losses: Sequence[Loss] = ()) -> MatchResult:
    """Return what was played, from the score alone, as in "2-1": games that ended as usual, and if a number of VP wins,
    by that; what is not known of either side is left at 0.

    The loser of the match is taken to have won the middle games; at "0-0" both lose. Games that ``losses`` have cost are
    in the score, and were not played. Raises UnreadableError or GameLossLeftOutError.
    """
    won = score.split("-")
    if len(won) != 2 or not all(number.isascii() and number.isdigit() and int(number) <= 2 for number in won):
        raise UnreadableError("must be as in 2-1", place="score")
    a, b = map(int, won)
    if a == b == 2:
        raise UnreadableError("must be as in 2-1", place="score")
    if a == b == 0:
        return MatchResult(double_loss=True)
    a, b = to_play((a, b), losses)
    order = [Side.A] * a + [Side.B] * b
    if a and b:
        ahead = Side.A if a >= b else Side.B
        order = [ahead, ahead.other, *[ahead] * (max(a, b) - 1)][: a + b]
    return MatchResult(tuple(_won_by(side, rules) for side in order))


def _won_by(side: Side, rules: MatchRules) -> GameResult:
    end, usual = next(iter(rules.endings.items()))
    vp = rules.target if usual.by is By.TARGET else 0
    return GameResult(side, vp if side is Side.A else 0, vp if side is Side.B else 0, end)


def _game(data: Mapping[str, Any]) -> GameResult:
    winner = Side(data["winner"]) if data["winner"] else None
    return GameResult(winner, int(data["vp_a"]), int(data["vp_b"]), str(data.get("end", "vp")))


def _side(source: str) -> Side | None:
    return Side(source) if source in {Side.A, Side.B} else None
