"""Results as they are kept, and what counts of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet

from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.scoring import By
from tournaments.models import Event, Match, Penalty, Report, Round
from tournaments.rules.agreement import Agreement, State, Statement, agree
from tournaments.rules.infractions import Level
from tournaments.rules.losses import Loss, begun, counted, to_play
from tournaments.rules.plausibility import MatchRules
from tournaments.rules.results import GameResult, MatchResult, Side
from tournaments.rules.teams import letter

BY_TABLE = ("round", F("table").asc(nulls_last=True), "a__team_id", "board", "a")
"""The order of matches: by table, the boards of two teams, or of one, one after another, then who has no opponent."""


def matches_of(rounds: Iterable[Round], *conditions: Q) -> list[tuple[Match, Agreement]]:
    """Return the matches of ``rounds`` under these ``conditions`` with their players, each with what counts of it.

    By table, the boards of two teams, or of one, one after another, then who has no opponent. Three queries.
    """
    wanted, by_key = Match.objects.filter(*conditions, round__in=rounds), {each.pk: each for each in rounds}
    agreed = _Agreements(wanted)
    found = list(wanted.select_related("a__team", "b__team").order_by(*BY_TABLE))
    for match in found:
        match.round = by_key[match.round_id]
    return [(match, agreed.of(match.pk, match.kind, match.a_id)) for match in found]


class PlayedRow(NamedTuple):
    """A match without its models: players, or teams, by their ids in the rules, and what counts of its reports."""

    pk: Any
    round_id: int
    kind: str
    table: int | None
    board: int
    a: str
    b: str | None
    of_teams: bool
    agreed: Agreement

    @property
    def label(self) -> int | str | None:
        """Where it is played, as `Match.label` has it."""
        return f"{self.table}{letter(self.board)}" if self.table and self.of_teams else self.table


def played_rows(rounds: Iterable[Round] | QuerySet[Round]) -> list[PlayedRow]:
    """Return the matches of ``rounds`` in the order of `matches_of`, for what computes with all of them. Three queries.

    With thousands of matches it takes a small part of the time of `matches_of`.
    """
    wanted = Match.objects.filter(round__in=rounds)
    agreed = _Agreements(wanted)
    numbers = ("a__number", "a__team__number", "b__number", "b__team__number")
    found = wanted.order_by(*BY_TABLE).values_list(
        "pk", "round_id", "kind", "table", "board", "a_id", *numbers, named=True
    )
    return [
        PlayedRow(
            row.pk,
            row.round_id,
            row.kind,
            row.table,
            row.board,
            a=str(row.a__team__number or row.a__number),
            b=str(row.b__team__number or row.b__number) if row.b__number else None,
            of_teams=row.a__team__number is not None,
            agreed=agreed.of(row.pk, row.kind, row.a_id),
        )
        for row in found
    ]


class _Agreements:
    """What was said of each of the ``wanted`` matches, and what its players lose by penalties, by its key. Two queries."""

    def __init__(self, wanted: QuerySet[Match]) -> None:
        keys = wanted.order_by().values("pk")
        self.statements: defaultdict[Any, list[Statement]] = defaultdict(list)
        reports = Report.objects.filter(match__in=keys).order_by("number")
        for match, number, source, result in reports.values_list("match_id", "number", "source", "result"):
            self.statements[match].append(Statement(number, _side(source), read_result(result)))
        self.losses: defaultdict[Any, list[tuple[int, bool]]] = defaultdict(list)
        penalties = Penalty.objects.filter(counts_in__in=keys, withdrawn_at=None)
        for match, entry, level in penalties.values_list("counts_in_id", "entry_id", "level"):
            self.losses[match].append((entry, Level(level) is not Level.GAME_LOSS))

    def of(self, match: Any, kind: str, first: int) -> Agreement:
        """Return what counts of a match of this ``kind``, whose player a is the entry ``first``."""
        if kind != Match.Kind.PLAYED:
            return Agreement(State.FINAL)
        losses = [
            Loss(Side.A if entry == first else Side.B, whole=whole) for entry, whole in self.losses.get(match, ())
        ]
        return agree(self.statements.get(match, ()), losses)


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


def reports_of(match: Match) -> list[Said]:
    """Return the newest report of each player of ``match``, player a first. Three queries."""
    losses, names = losses_in(match), {"a": match.a.name, "b": match.b.name if match.b else ""}
    newest = {report.source: report for report in match.reports.filter(source__in=names).order_by("number")}
    found = []
    for source, name in names.items():
        if report := newest.get(source):
            played = read_result(report.result)
            found.append(Said(report.number, str(counted(played, losses) or played), name, report.at))
    return found


def losses_in(match: Match) -> list[Loss]:
    """Return what the players of ``match`` lose there by penalties. One query."""
    return [
        Loss(Side.A if penalty.entry_id == match.a_id else Side.B, whole=Level(penalty.level) is not Level.GAME_LOSS)
        for penalty in match.losses.filter(withdrawn_at=None)
    ]


def missing(event: Event) -> list[Match]:
    """Matches of published rounds that have no result yet, in order of their tables. Four queries, three without any."""
    rows = [row for row in played_rows(_published(event)) if not row.agreed.final]
    if not rows:
        return []
    keys, within = {row.pk for row in rows}, {row.round_id for row in rows}
    found = Match.objects.filter(round__in=within).select_related("round", "a__team", "b__team").order_by(*BY_TABLE)
    return [match for match in found if match.pk in keys]


def open_tables(event: Event) -> list[int | str]:
    """Return the labels of the tables of published rounds that have no result yet, in their order. Three queries."""
    return [row.label for row in played_rows(_published(event)) if row.label and not row.agreed.final]


def open_pairs(event: Event) -> list[tuple[str, str]]:
    """Return who still plays in published rounds, by their ids in the rules. Three queries."""
    return [(row.a, row.b) for row in played_rows(_published(event)) if row.b and not row.agreed.final]


def _published(event: Event) -> QuerySet[Round]:
    return event.rounds.filter(published_at__isnull=False)


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
    """Return a match from its score alone, as in "2-1": games that ended as usual, and if a number of VP wins, by that;
    what is not known of either side is left at 0.

    The loser of the match is taken to have won the middle games; at "0-0" both lose. Games that ``losses`` have cost are
    in the score, and come first. Raises UnreadableError or GameLossLeftOutError.
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
    return MatchResult((*begun(losses).games, *(_won_by(side, rules) for side in order)))


def _won_by(side: Side, rules: MatchRules) -> GameResult:
    end, usual = next(iter(rules.endings.items()))
    vp = rules.target if usual.by is By.TARGET else 0
    return GameResult(side, vp if side is Side.A else 0, vp if side is Side.B else 0, end)


def _game(data: Mapping[str, Any]) -> GameResult:
    winner = Side(data["winner"]) if data["winner"] else None
    return GameResult(winner, int(data["vp_a"]), int(data["vp_b"]), str(data.get("end", "vp")))


def _side(source: str) -> Side | None:
    return Side(source) if source in {Side.A, Side.B} else None
