"""Pairings, standings and tournaments as JSON, for commands and the API."""

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from tournaments.rules.history import Tournament
from tournaments.rules.outlooks import Outlook
from tournaments.rules.pairing import RoundPairing
from tournaments.rules.standing_figures import (
    Figure,
    HeadToHeadFigure,
    MatchPointsFigure,
    MeanFigure,
    MeanTerm,
    ShareFigure,
)
from tournaments.rules.standings import Standing

INTEGER_COLUMNS = {"match_points", "head_to_head"}
"""The columns that are match points, not fractions."""


def pairing_json(pairing: RoundPairing, number: int) -> dict[str, Any]:
    """Return the output of the command ``pair`` for round ``number``, ready for JSON."""
    answer: dict[str, Any] = {
        "round": number,
        "pairs": [list(pair) for pair in pairing.pairs],
        "byes": list(pairing.byes),
        "cost": pairing.cost,
        "optimal": pairing.optimal,
        "possible": pairing.possible,
        "why": [reason.as_json for reason in pairing.reasons],
    }
    if not pairing.possible:
        answer["alternatives"] = [
            {
                "kind": alternative.kind,
                "pairs": [list(pair) for pair in alternative.pairs],
                "byes": list(alternative.byes),
                "rematches": alternative.rematches,
            }
            for alternative in pairing.alternatives
        ]
    return answer


def standings_json(rows: Sequence[Standing]) -> list[dict[str, Any]]:
    """Return the output of the command ``standings``: decimals rounded to six places, with the exact fractions."""
    return [_row_json(row) for row in rows]


def _row_json(row: Standing) -> dict[str, Any]:
    integers = {code: int(value) for code, value in row.values.items() if code in INTEGER_COLUMNS}
    shares = {code: share for code, share in row.values.items() if code not in INTEGER_COLUMNS}
    return {
        "rank": row.rank,
        **({} if row.swiss_rank is None else {"swiss_rank": row.swiss_rank}),
        "player": row.player,
        **integers,
        **{code: to_decimal(share) for code, share in shares.items()},
        **{f"{code}_exact": str(share) for code, share in shares.items()},
        "record": str(row.record),
    }


def figure_json(figure: Figure) -> dict[str, Any]:
    """Return the calculation of a figure, ready for JSON; fractions are exact, as strings."""
    common: dict[str, Any] = {"kind": figure.kind, "exact": str(figure.value)}
    match figure:
        case MatchPointsFigure():
            return common | asdict(figure)
        case ShareFigure():
            return common | _share_json(figure)
        case MeanFigure():
            rounds = {"byes": list(figure.byes), "missed": list(figure.missed)}
            mean = {"total": str(figure.total), "floor": str(figure.floor), "terms": _terms(figure.terms)}
            return common | rounds | mean
        case HeadToHeadFigure():
            return common | {"others": list(figure.others), "decides": figure.decides, "terms": _terms(figure.terms)}


def _terms(terms: Sequence[MeanTerm]) -> list[dict[str, Any]]:
    return [
        {"round": term.round, "opponent": term.opponent, "name": term.name, "exact": str(term.value)}
        | ({"share": _share_json(term.share)} if term.share else {})
        for term in terms
    ]


def _share_json(share: ShareFigure) -> dict[str, Any]:
    plain = None if share.plain is None else str(share.plain)
    return {"got": share.got, "of": share.of, "plain": plain, "exact": str(share.value), "bound": share.bound}


def outlook_json(outlook: Outlook) -> dict[str, Any]:
    """Return an outlook, ready for JSON; scores are "own games-opponent's games-drawn games"."""
    return {
        "ranks": list(outlook.ranks),
        "by_score": {"-".join(map(str, score)): list(ranks) for score, ranks in outlook.by_score.items()},
        "conditions": [asdict(condition) for condition in outlook.conditions],
    }


def tournament_json(tournament: Tournament) -> dict[str, Any]:
    """Return ``tournament`` as a tournament file; `tournament_file.read_tournament` returns an equal tournament."""
    data = asdict(tournament)
    if data["cut"]:
        data["cut"] = {key: value for key, value in data["cut"].items() if value or key not in ("kept", "ended_early")}
    for part in filter(None, (data, data["cut"])):
        part["rounds"] = [{"round": played.pop("number"), **played} for played in part["rounds"]]
    names = ("planned_rounds", "ruleset")
    file = {"players": data["entries"], **{name: data[name] for name in names}, "rounds": data["rounds"]}
    return file | {key: data[key] for key in ("pods", "apart", "power_pairing", "across", "cut") if data[key]}


def to_decimal(share: Fraction) -> float:
    """Return ``share`` rounded to six decimal places, halves up."""
    return int(share * 10**6 + Fraction(1, 2)) / 10**6
