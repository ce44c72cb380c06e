"""Read an event to be imported: a tournament file, a TRF, or the event file of this or another site."""

import json
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from gameplay.engine.core.errors import Translatable, UnreadableError, _
from gameplay.engine.core.json_text import parse_json
from tournaments.rules.days import EventDay, days_fault
from tournaments.rules.history import EventEntry, PlayedRound, Tournament
from tournaments.rules.seed_verification import FORMAT
from tournaments.rules.tournament_file import read_tournament
from tournaments.rules.trf_reader import is_trf, read_trf

NAME_RECORD = "012 "
MAX_PLAYERS, MAX_ROUNDS, MAX_GAMES = 500, 99, 99


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """An event from a file; ``name`` is "" if the file does not name it.

    Only an event file of several days has ``starts_at`` and later ``days``.
    """

    name: str
    tournament: Tournament
    starts_at: datetime | None = None
    days: tuple[EventDay, ...] = ()


def read_imported_event(text: str, *, file: str = "") -> ImportedEvent:
    """Return the event in ``text``. Raise UnreadableError with file, place and reason.

    Of an event file, only its tournament and its days are used. Every round must be complete.
    """
    if is_trf(text):
        name = next((line[4:].strip() for line in text.splitlines() if line.startswith(NAME_RECORD)), "")
        found = ImportedEvent(name, read_trf(text, file=file))
    else:
        data = parse_json(text, file=file)
        is_event_file = isinstance(data, dict) and data.get("format") == FORMAT
        name = str(data.get("name", "")) if is_event_file else ""
        found = ImportedEvent(name, read_tournament(_tournament_text(data) if is_event_file else text, file=file))
        if is_event_file and "days" in data:
            found = _with_days(found, data, file)
    _check(found.tournament, file)
    named = tuple(map(_named, found.tournament.entries))
    return replace(found, tournament=replace(found.tournament, entries=named))


def _with_days(found: ImportedEvent, data: dict[str, Any], file: str) -> ImportedEvent:
    """Return the event with the days in ``data``. A day of a top cut that was not played is left out."""
    starts_at, cut = _moment(data.get("starts_at"), file, "starts_at"), found.tournament.cut
    rows = data["days"]
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise UnreadableError(_("must be a list of objects"), file=file, place="days")
    days: list[EventDay] = []
    for place, row in enumerate(rows):
        first = row.get("round")
        if first is not None and type(first) is not int:
            raise UnreadableError(_("must be a whole number or null"), file=file, place=f"days[{place}].round")
        if first is not None or cut:
            days.append(EventDay(_moment(row.get("starts_at"), file, f"days[{place}].starts_at"), first))
    rounds = found.tournament.planned_rounds
    if fault := days_fault(days, starts_at=starts_at, rounds=rounds, cut=cut.size if cut else 0):
        raise UnreadableError(fault, file=file, place="days")
    return replace(found, starts_at=starts_at, days=tuple(days))


def _moment(value: object, file: str, place: str) -> datetime:
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        reason = 'must be a time with its offset from UTC, such as "2026-07-05T10:00:00+00:00"'
        raise UnreadableError(reason, file=file, place=place)
    return found


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
