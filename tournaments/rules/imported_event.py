"""Read an event to be imported: a tournament file, a TRF, or the event file of this or another site."""

import json
from dataclasses import dataclass, replace

from gameplay.engine.core.errors import Translatable, UnreadableError, _
from gameplay.engine.core.json_text import parse_json
from tournaments.rules.history import EventEntry, PlayedRound, Tournament
from tournaments.rules.seed_verification import FORMAT
from tournaments.rules.tournament_file import read_tournament
from tournaments.rules.trf_reader import is_trf, read_trf

NAME_RECORD = "012 "
MAX_PLAYERS, MAX_ROUNDS, MAX_GAMES = 500, 99, 99


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """An event from a file; ``name`` is "" if the file does not name it."""

    name: str
    tournament: Tournament


def read_imported_event(text: str, *, file: str = "") -> ImportedEvent:
    """Return the event in ``text``. Raise UnreadableError with file, place and reason.

    Of an event file, only its tournament is used. Every round must be complete.
    """
    if is_trf(text):
        name = next((line[4:].strip() for line in text.splitlines() if line.startswith(NAME_RECORD)), "")
        found = ImportedEvent(name, read_trf(text, file=file))
    else:
        data = parse_json(text, file=file)
        is_event_file = isinstance(data, dict) and data.get("format") == FORMAT
        name = str(data.get("name", "")) if is_event_file else ""
        found = ImportedEvent(name, read_tournament(_tournament_text(data) if is_event_file else text, file=file))
    _check(found.tournament, file)
    return ImportedEvent(found.name, replace(found.tournament, entries=tuple(map(_named, found.tournament.entries))))


def _tournament_text(data: dict[str, object]) -> str:
    return json.dumps(data.get("tournament"))


def _named(entry: EventEntry) -> EventEntry:
    """Return ``entry`` with its id as name if it has none."""
    return entry if entry.name.strip() else replace(entry, name=entry.id)


def _check(tournament: Tournament, file: str) -> None:
    """Raise UnreadableError if the site cannot continue or show ``tournament``."""
    if not tournament.entries or len(tournament.entries) > MAX_PLAYERS:
        reason = _("an import needs 1 to {maximum} players, not {number}")
        raise UnreadableError(reason, file=file, place="players", maximum=MAX_PLAYERS, number=len(tournament.entries))
    if len(tournament.pods) > 1 and not tournament.across and tournament.next_round <= tournament.planned_rounds:
        reason = _('rounds remain, and an import keeps no pods; set "across" to true to pair them across the event')
        raise UnreadableError(reason, file=file, place="pods")
    if tournament.planned_rounds > MAX_ROUNDS:
        reason, number = _("must be at most {maximum}, not {number}"), tournament.planned_rounds
        raise UnreadableError(reason, file=file, place="planned_rounds", maximum=MAX_ROUNDS, number=number)
    rounds = [*tournament.rounds, *(tournament.cut.rounds if tournament.cut else ())]
    for place, entry in enumerate(tournament.entries):
        if entry.entered_round > tournament.next_round:
            reason, where = _("must not be after the next round, {number}"), f"players[{place}].entered_round"
            raise UnreadableError(reason, file=file, place=where, number=tournament.next_round)
        if (entry.dropped_after_round or 0) > len(rounds):
            reason, where = _("must not be after the last round, {number}"), f"players[{place}].dropped_after_round"
            raise UnreadableError(reason, file=file, place=where, number=len(rounds))
    for played in rounds:
        _check_round(tournament, played, file)


def _check_round(tournament: Tournament, played: PlayedRound, file: str) -> None:
    where = Translatable(_("round {number}"), number=played.number)
    if any(match.games_a + match.games_b + match.games_drawn > MAX_GAMES for match in played.matches):
        raise UnreadableError(_("a match has more than {maximum} games"), file=file, place=where, maximum=MAX_GAMES)
    absent = _players_without_result(tournament, played) if played in tournament.rounds else []
    if absent:
        reason = _("{player} has no result; import the event when the round is complete")
        raise UnreadableError(reason, file=file, place=where, player=absent[0])


def _players_without_result(tournament: Tournament, played: PlayedRound) -> list[str]:
    here = {player for match in played.matches for player in (match.a, match.b)} | {*played.byes, *played.missed}
    return [entry.id for entry in tournament.entries if entry.plays_in(played.number) and entry.id not in here]
