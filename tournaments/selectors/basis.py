"""What a round was paired from, and whether that has changed since: a correction, somebody who left or came back."""

import hashlib
import json
from dataclasses import asdict, replace
from typing import Any

from drafting.models import Seat
from tournaments.models import Entry, Event, Round
from tournaments.rules.history import Tournament
from tournaments.selectors.cut import upcoming
from tournaments.selectors.history import tournament_of


def digest(tournament: Tournament, number: int) -> str:
    """Return a checksum of everything that round ``number`` is paired from: the results of the rounds before.

    A stage of the cut is paired from those of the stages before, the first one from those of all announced rounds.
    """
    before = tournament.rounds[: number - 1]
    if tournament.cut and number > tournament.planned_rounds + 1:
        before = tournament.cut.rounds[: number - tournament.planned_rounds - 1]
    rounds: list[dict[str, Any]] = [
        asdict(replace(played, matches=tuple(replace(match, table=None) for match in played.matches)))
        for played in before
    ]
    return hashlib.sha256(json.dumps(rounds, sort_keys=True).encode()).hexdigest()


def results_changed(paired: Round) -> bool:
    """Whether a result that a round was paired from has been corrected since. Seven queries.

    Who has said that the pairing stays has said so of the results as they were then.
    """
    told = paired.pairing.get("basis")
    return told is not None and told != digest(tournament_of(paired.event), paired.number)


def players_changed(event: Event, proposed: Round) -> bool:
    """Whether others have a place in a proposed round than those who are to play. Three queries, of a cut eight."""
    if proposed.stage:
        told, found = proposed.pairing, upcoming(event, tournament_of(event)).paired
        return {*map(tuple, told["pairs"]), *told["byes"]} != {*found.pairs, *found.byes}
    placed = {entry for match in proposed.matches.select_related("a", "b") for entry in (match.a, match.b) if entry}
    return placed != {entry for entry in _seated(event) if entry.playing}


def holds(event: Event, proposed: Round) -> bool:
    """Whether a proposed round is still as it would be paired; of one with bad pairings alone, a choice is due."""
    if results_changed(proposed):
        return False
    return not proposed.matches.exists() or not players_changed(event, proposed)


def doubtful(event: Event) -> Round | None:
    """Return the round that is played, if a result before it has been corrected since it was paired. Eight queries."""
    newest = event.rounds.filter(published_at__isnull=False).select_related("event").order_by("number").last()
    return newest if newest and newest.number > 1 and results_changed(newest) else None


def _seated(event: Event) -> set[Entry]:
    players = Seat.objects.filter(pod__event_pod__event=event).values("player")
    return set(event.entries.filter(account__in=players))
