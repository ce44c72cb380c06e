"""What a round is paired from: who plays and how, as it was then, and the results before it.

The field is kept with the round as a tournament file without results and names; of the results a checksum is, which a
correction changes.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from tournaments.rules.history import PlayedRound, Tournament
from tournaments.rules.json_output import tournament_json
from tournaments.rules.tournament_file import read_tournament


def field_json(tournament: Tournament) -> dict[str, Any]:
    """Return who plays in ``tournament`` and how it is paired, ready for JSON."""
    nameless = tuple(replace(entry, name="") for entry in tournament.entries)
    plain: dict[str, Any] = json.loads(
        json.dumps(tournament_json(replace(tournament, entries=nameless, rounds=(), cut=None)))
    )
    return plain


def tournament_as_paired(field: Mapping[str, Any], rounds: Sequence[PlayedRound]) -> Tournament:
    """Return the tournament in which `field_of` gave ``field``, once ``rounds`` were played.

    A round that somebody came too late for, or was away in, was not yet noted as missed then. Raises UnreadableError.
    """
    found = read_tournament(json.dumps(field))
    noted = {
        (entry.id, played.number)
        for entry in found.entries
        for played in rounds
        if entry.dropped_after_round is None or played.number <= entry.dropped_after_round
    }
    then = tuple(
        replace(played, missed=tuple(player for player in played.missed if (player, played.number) in noted))
        for played in rounds
    )
    return replace(found, rounds=then)


def results_checksum(tournament: Tournament, number: int) -> str:
    """Return a checksum of the results that round ``number`` is paired from, in hex: those of the rounds before.

    A stage of the cut is paired from those of the stages before, the first one from those of all announced rounds.
    """
    before = tournament.rounds[: number - 1]
    if tournament.cut and number > tournament.planned_rounds + 1:
        before = tournament.cut.rounds[: number - tournament.planned_rounds - 1]
    rounds = [
        asdict(replace(played, matches=tuple(replace(match, table=None) for match in played.matches)))
        for played in before
    ]
    return hashlib.sha256(json.dumps(rounds, sort_keys=True).encode()).hexdigest()
