"""What a round was paired from, and whether that has changed since: a correction, somebody who left, came or came back."""

from collections.abc import Set
from dataclasses import dataclass, replace

from tournaments.models import Round
from tournaments.rules.history import Tournament
from tournaments.rules.pairing_basis import field_json, results_checksum, tournament_as_paired
from tournaments.selectors.history import tournament_of
from tournaments.selectors.stages import upcoming_stage
from tournaments.selectors.teams import contestant_names


def have_results_changed(paired: Round) -> bool:
    """Whether a result that a round was paired from has been corrected since. Eight queries at most.

    Who has said that the pairing stays has said so of the results as they were then.
    """
    return _has_corrected_results(paired, tournament_of(paired.event))


@dataclass(frozen=True, slots=True)
class FieldChanges:
    """Who left and who came since a round was proposed, by name; nobody if only the way of pairing is another one."""

    left: list[str]
    came: list[str]


def field_changes(paired: Round) -> FieldChanges | None:
    """Return who left and who came since a round was proposed; None if it would be paired from the same players.

    Nine queries at most.
    """
    tournament = tournament_of(paired.event)
    if not _has_other_field(paired, tournament):
        return None
    before, now = _players_before(paired), _players_now(paired, tournament)
    names = contestant_names(paired.event)
    named = [(player, names[player]) for player in names]
    return FieldChanges(
        left=[name for player, name in named if player in before - now],
        came=[name for player, name in named if player in now - before],
    )


def is_proposal_current(proposed: Round) -> bool:
    """Whether a proposed round is still as it would be paired. Eight queries at most."""
    tournament = tournament_of(proposed.event)
    return not (_has_other_field(proposed, tournament) or _has_corrected_results(proposed, tournament))


def tournament_before(paired: Round) -> Tournament:
    """Return the event as a round was paired from it, but for results that were corrected since. Eight queries at most."""
    return _before(paired, tournament_of(paired.event))


def _has_other_field(paired: Round, tournament: Tournament) -> bool:
    """Of a stage of the cut only its own players matter: whether others are to meet in it."""
    told = paired.pairing
    if not paired.stage:
        return bool(told.get("field") != field_json(tournament))
    found = upcoming_stage(paired.event, tournament).pairing
    return {*map(tuple, told["pairs"]), *told["byes"]} != {*found.pairs, *found.byes}


def _players_before(paired: Round) -> Set[str]:
    told = paired.pairing
    if paired.stage:
        return {player for each in (*told["pairs"], told["byes"]) for player in each}
    return _playing(tournament_as_paired(told["field"], ()), paired.number) if "field" in told else set()


def _players_now(paired: Round, tournament: Tournament) -> Set[str]:
    if paired.stage:
        found = upcoming_stage(paired.event, tournament).pairing
        return {player for each in (*found.pairs, found.byes) for player in each}
    return _playing(tournament, paired.number)


def _playing(tournament: Tournament, number: int) -> Set[str]:
    return {entry.id for entry in tournament.entries if entry.plays_in(number)}


def _has_corrected_results(paired: Round, tournament: Tournament) -> bool:
    told = {paired.pairing.get("basis"), paired.pairing.get("kept")} - {None}
    return bool(told) and results_checksum(_before(paired, tournament), paired.number) not in told


def _before(paired: Round, tournament: Tournament) -> Tournament:
    rounds, field = tournament.rounds[: paired.number - 1], paired.pairing.get("field")
    return replace(
        tournament_as_paired(field, rounds) if field else replace(tournament, rounds=rounds), cut=tournament.cut
    )
