"""Reports of matches in the database, and the results that follow from them."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast

from gameplay.engine.core.errors import UnreadableError, _
from gameplay.engine.core.scoring import WinCondition
from tournaments.models import Event, Match, Penalty, Report, Round
from tournaments.rules.agreement import Agreement, ReportState, Statement, agreement_of
from tournaments.rules.infractions import PenaltyLevel
from tournaments.rules.penalty_losses import PenaltyLoss, add_losses, score_before_play, score_without_losses
from tournaments.rules.plausibility import MatchRules
from tournaments.rules.results import GameResult, MatchResult, MatchSide
from tournaments.rules.teams import board_letter

TABLE_ORDER = ("round_id", F("table").asc(nulls_last=True), "a__team_id", "board", "a_id")
"""The order of matches: by table, with the boards of a team match together; matches without an opponent come last."""


def matches_with_agreements(rounds: Iterable[Round], *conditions: Q) -> list[tuple[Match, Agreement]]:
    """Return the matches of ``rounds`` that satisfy ``conditions``, with their players and agreements.

    They are in TABLE_ORDER. Makes three queries.
    """
    wanted, by_key = Match.objects.filter(*conditions, round__in=rounds), {each.pk: each for each in rounds}
    agreed = _agreements(wanted)
    found = list(wanted.select_related("a__team", "b__team").order_by(*TABLE_ORDER))
    for match in found:
        match.round = by_key[match.round_id]
    return [(match, agreed.of(match.round_id, match.a_id, match.kind)) for match in found]


SIDES = {str(side): side for side in MatchSide}
"""The sides by the sources of reports; officials are on none."""


class MatchRow(NamedTuple):
    """A match as a plain tuple: its players, or teams, by their ids in the rules, and the agreement of its reports."""

    pk: Any
    round_id: int
    kind: str
    table: int | None
    board: int
    a: str
    b: str | None
    is_team_match: bool
    extra_minutes: int
    agreed: Agreement

    @property
    def label(self) -> int | str | None:
        """The label of its table, like `Match.label`."""
        return f"{self.table}{board_letter(self.board)}" if self.table and self.is_team_match else self.table


def match_rows(rounds: Iterable[Round] | QuerySet[Round], *conditions: Q) -> list[MatchRow]:
    """Return the matches of ``rounds`` that satisfy ``conditions`` as plain rows in TABLE_ORDER. Makes three queries.

    For thousands of matches this is much faster than `matches_with_agreements`.
    """
    wanted = Match.objects.filter(*conditions, round__in=rounds)
    agreed = _agreements(wanted) if conditions else _agreements_of_rounds(rounds)
    numbers = ("a__number", "a__team__number", "b__number", "b__team__number")
    found = wanted.order_by(*TABLE_ORDER).values_list(
        "pk", "round_id", "kind", "table", "board", "extra_minutes", "a_id", *numbers
    )
    return [
        MatchRow(
            *(key, round_, kind, table, board),
            a=str(team_a or a),
            b=str(team_b or b) if b else None,
            is_team_match=team_a is not None,
            extra_minutes=extra_minutes,
            agreed=agreed.of(round_, first, kind),
        )
        for key, round_, kind, table, board, extra_minutes, first, a, team_a, b, team_b in found
    ]


class _Agreements:
    """The ``reports`` of matches and their losses by ``penalties``, by round and player a. Makes two queries.

    These two keys identify a match, and thousands of numbers are read much faster than the UUIDs of matches.
    """

    def __init__(self, reports: QuerySet[Report], penalties: QuerySet[Penalty]) -> None:
        self.reports: defaultdict[tuple[int, int], list[_ReportText]] = defaultdict(list)
        fields = ("match__round_id", "match__a_id", "number", "source", Cast("result", TextField()))
        for round_, first, *report in reports.order_by("number").values_list(*fields):
            self.reports[round_, first].append(tuple(report))
        self.losses: defaultdict[tuple[int, int], list[tuple[int, bool]]] = defaultdict(list)
        for round_, first, entry, level in penalties.filter(withdrawn_at=None).values_list(
            "counts_in__round_id", "counts_in__a_id", "entry_id", "level"
        ):
            self.losses[round_, first].append((entry, PenaltyLevel(level) is not PenaltyLevel.GAME_LOSS))

    def of(self, round_: int, first: int, kind: str) -> Agreement:
        """Return the agreement of the match of this ``kind`` in a round, whose player a is the entry ``first``."""
        if kind != Match.Kind.PLAYED:
            return Agreement(ReportState.FINAL)
        losses = [
            PenaltyLoss(MatchSide.A if entry == first else MatchSide.B, whole=whole)
            for entry, whole in self.losses.get((round_, first), ())
        ]
        reports = self.reports.get((round_, first), ())
        return (
            _agreement_of_texts(tuple(reports)) if not losses else agreement_of(map(_read_statement, reports), losses)
        )


def _agreements(wanted: QuerySet[Match]) -> _Agreements:
    keys = wanted.order_by().values("pk")
    return _Agreements(Report.objects.filter(match__in=keys), Penalty.objects.filter(counts_in__in=keys))


def _agreements_of_rounds(rounds: Iterable[Round] | QuerySet[Round]) -> _Agreements:
    """Return the agreements of all matches of ``rounds``. Faster than `_agreements` for thousands of matches."""
    reports = Report.objects.filter(match__round__in=rounds)
    return _Agreements(reports, Penalty.objects.filter(counts_in__round__in=rounds))


_ReportText = tuple[int, str, str]
"""The number and the source of a report, and its result as JSON text."""


def _read_statement(report: _ReportText) -> Statement:
    number, source, result = report
    return Statement(number, _side(source), _read_result_text(result))


@lru_cache(maxsize=4096)
def _agreement_of_texts(reports: Sequence[_ReportText]) -> Agreement:
    """Return the agreement of ``reports``. It is cached, because thousands of matches have a few different results."""
    return agreement_of(list(map(_read_statement, reports)))


def match_agreement(match: Match) -> Agreement:
    """Return the agreement of the reports of ``match``; without an opponent it is always final. Makes two queries."""
    if match.kind != Match.Kind.PLAYED:
        return Agreement(ReportState.FINAL)
    return agreement_of(match_statements(match), match_losses(match))


def match_statements(match: Match) -> list[Statement]:
    """Return the statements of the reports of ``match``, in order. Makes one query."""
    reports = match.reports.all()
    return [Statement(report.number, _side(report.source), read_result(report.result)) for report in reports]


@dataclass(frozen=True, slots=True)
class LatestReport:
    """The newest report of a match; ``by`` is the author's name in the event, "" for the site itself."""

    number: int
    score: str
    by: str
    at: datetime


def latest_report(match: Match) -> LatestReport | None:
    """Return the newest report of ``match``, None without one. Makes two queries."""
    report = match.reports.select_related("author").order_by("number").last()
    if report is None:
        return None
    names = {"a": match.a.name, "b": match.b.name if match.b else ""}
    by = names.get(report.source) or (report.author.handle if report.author else "")
    played = read_result(report.result)
    return LatestReport(report.number, str(add_losses(played, match_losses(match)) or played), by, report.at)


def latest_player_reports(match: Match) -> list[LatestReport]:
    """Return the newest report of each player of ``match``, player a first. Makes three queries."""
    losses, names = match_losses(match), {"a": match.a.name, "b": match.b.name if match.b else ""}
    newest = {report.source: report for report in match.reports.filter(source__in=names).order_by("number")}
    found = []
    for source, name in names.items():
        if report := newest.get(source):
            played = read_result(report.result)
            found.append(LatestReport(report.number, str(add_losses(played, losses) or played), name, report.at))
    return found


def match_losses(match: Match) -> list[PenaltyLoss]:
    """Return the losses of the players of ``match`` by penalties. Makes one query."""
    return [
        PenaltyLoss(
            MatchSide.A if penalty.entry_id == match.a_id else MatchSide.B,
            whole=PenaltyLevel(penalty.level) is not PenaltyLevel.GAME_LOSS,
        )
        for penalty in match.losses.filter(withdrawn_at=None)
    ]


def matches_without_result(event: Event) -> list[Match]:
    """Return the matches of published rounds without a final result, in TABLE_ORDER.

    Makes four queries, three if there are none.
    """
    rows = [row for row in published_rows(event) if not row.agreed.is_final]
    if not rows:
        return []
    keys, rounds = {row.pk for row in rows}, {row.round_id for row in rows}
    found = Match.objects.filter(round__in=rounds).select_related("round", "a__team", "b__team").order_by(*TABLE_ORDER)
    return [match for match in found if match.pk in keys]


def open_table_labels(event: Event) -> list[int | str]:
    """Return the labels of the tables in published rounds without a final result, in order. Makes three queries."""
    return labels_of_open(published_rows(event))


def labels_of_open(rows: Iterable[MatchRow]) -> list[int | str]:
    """Return the labels of the open tables among ``rows``."""
    return [row.label for row in rows if row.label and not row.agreed.is_final]


def published_rows(event: Event) -> list[MatchRow]:
    """Return the matches of the published rounds as plain rows, like `match_rows`. Makes three queries."""
    return match_rows(_published(event))


def pairs_of_open(rows: Iterable[MatchRow]) -> list[tuple[str, str]]:
    """Return the players of the open matches among ``rows``, by their ids in the rules."""
    return [(row.a, row.b) for row in rows if row.b and not row.agreed.is_final]


def open_pairs(event: Event) -> list[tuple[str, str]]:
    """Return the players of open matches in published rounds, by their ids in the rules. Makes three queries."""
    return pairs_of_open(published_rows(event))


def _published(event: Event) -> QuerySet[Round]:
    return event.rounds.filter(published_at__isnull=False)


def result_json(result: MatchResult) -> dict[str, Any]:
    """Return ``result`` as JSON for the database."""
    return asdict(result)


def read_result(data: Mapping[str, Any]) -> MatchResult:
    """Return the result from the output of `result_json`. Raises UnreadableError for anything else."""
    try:
        games = tuple(_game(game) for game in data["games"])
        return MatchResult(games, bool(data.get("agreed", False)), bool(data.get("double_loss", False)))
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableError(str(error), place="result") from error


@lru_cache(maxsize=4096)
def _read_result_text(text: str) -> MatchResult:
    """Return the result from its JSON text. It is cached, because thousands of matches have a few different results."""
    return read_result(json.loads(text))


def result_from_score(score: str, rules: MatchRules, losses: Sequence[PenaltyLoss] = ()) -> MatchResult:
    """Return a match result from a score alone, such as "2-1"; "0-0" is a double loss.

    Games get the game's usual end, the winner's VP the target if there is one, and all other VP are 0. The loser of the
    match is assumed to have won the middle games. Games lost by ``losses`` are part of the score and come first. Raises
    UnreadableError or GameLossOmittedError.
    """
    wins = score.split("-")
    if len(wins) != 2 or not all(number.isascii() and number.isdigit() and int(number) <= 2 for number in wins):
        raise UnreadableError(_("must be a score such as 2-1"), place="score")
    a, b = map(int, wins)
    if a == b == 2:
        raise UnreadableError(_("must be a score such as 2-1"), place="score")
    if a == b == 0:
        return MatchResult(double_loss=True)
    a, b = score_without_losses((a, b), losses)
    order = [MatchSide.A] * a + [MatchSide.B] * b
    if a and b:
        ahead = MatchSide.A if a >= b else MatchSide.B
        order = [ahead, ahead.other, *[ahead] * (max(a, b) - 1)][: a + b]
    return MatchResult((*score_before_play(losses).games, *(game_won_by(side, rules) for side in order)))


def game_won_by(side: MatchSide, rules: MatchRules) -> GameResult:
    """Return a game that ``side`` won in the usual way, of which only the winner is known."""
    end, usual = next(iter(rules.endings.items()))
    vp = rules.target if usual.win_condition is WinCondition.TARGET else 0
    return GameResult(side, vp if side is MatchSide.A else 0, vp if side is MatchSide.B else 0, end)


def _game(data: Mapping[str, Any]) -> GameResult:
    winner = MatchSide(data["winner"]) if data["winner"] else None
    return GameResult(winner, int(data["vp_a"]), int(data["vp_b"]), str(data.get("end", "vp")))


def _side(source: str) -> MatchSide | None:
    return SIDES.get(source)
