"""Pairings and standings as JSON, for programs and other people's spreadsheets."""

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from tournaments.rules.history import Tournament
from tournaments.rules.pairing import Pairing
from tournaments.rules.standings import Standing


def pairing_json(pairing: Pairing, number: int) -> dict[str, Any]:
    """Return the answer of ``pair`` for round ``number``, ready for JSON."""
    answer: dict[str, Any] = {
        "round": number,
        "pairs": [list(pair) for pair in pairing.pairs],
        "byes": list(pairing.byes),
        "cost": pairing.cost,
        "optimal": pairing.optimal,
        "possible": pairing.possible,
        "why": [{"code": reason.code, **reason.details} for reason in pairing.why],
    }
    if not pairing.possible:
        answer["alternatives"] = [
            {
                "kind": one.kind,
                "pairs": [list(pair) for pair in one.pairs],
                "byes": list(one.byes),
                "rematches": one.rematches,
            }
            for one in pairing.alternatives
        ]
    return answer


def standings_json(rows: Sequence[Standing]) -> list[dict[str, Any]]:
    """Return the answer of ``standings``: decimals to six places, exact fractions beside them."""
    return [_row_json(row) for row in rows]


def _row_json(row: Standing) -> dict[str, Any]:
    shares = {code: share for code, share in row.values.items() if code != "match_points"}
    return {
        "rank": row.rank,
        "player": row.player,
        "match_points": row.record.match_points,
        **{code: decimal(share) for code, share in shares.items()},
        **{f"{code}_exact": str(share) for code, share in shares.items()},
        "record": str(row.record),
    }


def tournament_json(tournament: Tournament) -> dict[str, Any]:
    """Return ``tournament`` as a tournament file, which `files.read_tournament` reads back the same."""
    found = asdict(tournament)
    rounds = [{"round": played.pop("number"), **played} for played in found["rounds"]]
    file = {"players": found["entries"], "planned_rounds": found["planned_rounds"], "rounds": rounds}
    return file | {key: found[key] for key in ("pods", "apart", "power_pairing") if found[key]}


def decimal(share: Fraction) -> float:
    """Return ``share`` to six places, halves rounded up."""
    return int(share * 10**6 + Fraction(1, 2)) / 10**6
