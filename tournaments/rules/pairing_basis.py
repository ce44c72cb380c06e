"""The basis of a pairing: the field at the time of pairing, and the results before it.

The field is stored with the round, as a tournament file without results and names. Of the results only a checksum is
stored, which changes with a correction.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from tournaments.rules.history import PlayedMatch, PlayedRound, Tournament
from tournaments.rules.json_output import tournament_json
from tournaments.rules.tournament_file import read_tournament


def field_json(tournament: Tournament) -> dict[str, Any]:
    """Return the players of ``tournament`` and its pairing settings, ready for JSON."""
    nameless = tuple(replace(entry, name="") for entry in tournament.entries)
    plain: dict[str, Any] = json.loads(
        json.dumps(tournament_json(replace(tournament, entries=nameless, rounds=(), cut=None)))
    )
    return plain


def tournament_as_paired(field: Mapping[str, Any], rounds: Sequence[PlayedRound]) -> Tournament:
    """Return the tournament of ``field``, made by `field_json`, after ``rounds`` were played.

    Rounds that a player missed before entering late, or while dropped, were not yet recorded as missed at that time.
    Raise UnreadableError if ``field`` is invalid.
    """
    tournament = read_tournament(json.dumps(field))
    recorded = {
        (entry.id, played.number)
        for entry in tournament.entries
        for played in rounds
        if entry.dropped_after_round is None or played.number <= entry.dropped_after_round
    }
    rounds_as_paired = tuple(
        replace(played, missed=tuple(player for player in played.missed if (player, played.number) in recorded))
        for played in rounds
    )
    return replace(tournament, rounds=rounds_as_paired)


# Rounds have thousands of matches, for which `dataclasses.asdict` is slow.
_FIELDS_OF_ROUND = [field.name for field in fields(PlayedRound)]
_FIELDS_OF_MATCH = [field.name for field in fields(PlayedMatch)]


def _match_json(match: PlayedMatch) -> dict[str, Any]:
    """Return ``match`` without its table."""
    return {name: getattr(match, name) for name in _FIELDS_OF_MATCH} | {"table": None}


def results_checksum(tournament: Tournament, number: int) -> str:
    """Return a checksum, in hex, of the results that round ``number`` is paired from.

    These are the results of all rounds before it. The first stage of a cut is paired from all announced rounds, later
    stages from the stages before them.
    """
    before = tournament.rounds[: number - 1]
    if tournament.cut and number > tournament.planned_rounds + 1:
        before = tournament.cut.rounds[: number - tournament.planned_rounds - 1]
    rounds = [
        {name: getattr(played, name) for name in _FIELDS_OF_ROUND} | {"matches": [*map(_match_json, played.matches)]}
        for played in before
    ]
    return hashlib.sha256(json.dumps(rounds, sort_keys=True).encode()).hexdigest()
