"""The basis of a round's pairing, its results and players, and whether they have changed since."""

from collections.abc import Set
from dataclasses import dataclass, replace

from tournaments.models import Round
from tournaments.rules.history import Tournament
from tournaments.rules.pairing_basis import field_json, results_checksum, tournament_as_paired
from tournaments.selectors.history import tournament_of
from tournaments.selectors.stages import upcoming_stage
from tournaments.selectors.teams import contestant_names


def have_results_changed(paired: Round, tournament: Tournament | None = None) -> bool:
    """Return whether a result on which a pairing is based was corrected since. Makes eight queries at most.

    If an official decided to keep the pairing, only corrections after that decision count. ``tournament`` is the event
    if it is loaded already.
    """
    return _has_corrected_results(paired, tournament or tournament_of(paired.event))


@dataclass(frozen=True, slots=True)
class FieldChanges:
    """The names of the players who left and joined since a round was proposed; empty if only the mode has changed."""

    left: list[str]
    came: list[str]


def field_changes(paired: Round, tournament: Tournament) -> FieldChanges | None:
    """Return the changes of the players since a round was proposed; None if neither players nor mode have changed.

    ``tournament`` is the event as it is now. Makes two queries at most.
    """
    if not _has_other_field(paired, tournament):
        return None
    before, now = _players_before(paired), _players_now(paired, tournament)
    names = contestant_names(paired.event)
    return FieldChanges(
        left=[name for player, name in names.items() if player in before - now],
        came=[name for player, name in names.items() if player in now - before],
    )


def is_proposal_current(proposed: Round) -> bool:
    """Return whether players, mode and results are unchanged since a round was proposed.

    Makes eight queries at most.
    """
    tournament = tournament_of(proposed.event)
    return not (_has_other_field(proposed, tournament) or _has_corrected_results(proposed, tournament))


def tournament_before(paired: Round) -> Tournament:
    """Return the event as it was when a round was paired, except for corrected results. Makes eight queries at most."""
    return _before(paired, tournament_of(paired.event))


def _has_other_field(paired: Round, tournament: Tournament) -> bool:
    """Return whether other players would be paired now; for a stage of the cut, whether other players would meet."""
    pairing = paired.pairing
    if not paired.stage:
        return bool(pairing.get("field") != field_json(tournament))
    found = upcoming_stage(paired.event, tournament).pairing
    return {*map(tuple, pairing["pairs"]), *pairing["byes"]} != {*found.pairs, *found.byes}


def _players_before(paired: Round) -> Set[str]:
    pairing = paired.pairing
    if paired.stage:
        return {player for each in (*pairing["pairs"], pairing["byes"]) for player in each}
    return _playing(tournament_as_paired(pairing["field"], ()), paired.number) if "field" in pairing else set()


def _players_now(paired: Round, tournament: Tournament) -> Set[str]:
    if paired.stage:
        found = upcoming_stage(paired.event, tournament).pairing
        return {player for each in (*found.pairs, found.byes) for player in each}
    return _playing(tournament, paired.number)


def _playing(tournament: Tournament, number: int) -> Set[str]:
    return {entry.id for entry in tournament.entries if entry.plays_in(number)}


def _has_corrected_results(paired: Round, tournament: Tournament) -> bool:
    if paired.event.cut_seated_at and paired.number == tournament.planned_rounds + 1:
        return False  # the seeds of this stage are fixed since they were seated for their draft
    accepted = {paired.pairing.get("basis"), paired.pairing.get("kept")} - {None}
    return bool(accepted) and results_checksum(_before(paired, tournament), paired.number) not in accepted


def _before(paired: Round, tournament: Tournament) -> Tournament:
    rounds, field = tournament.rounds[: paired.number - 1], paired.pairing.get("field")
    return replace(
        tournament_as_paired(field, rounds) if field else replace(tournament, rounds=rounds), cut=tournament.cut
    )
