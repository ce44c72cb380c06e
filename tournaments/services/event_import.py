"""Import an event that was begun elsewhere, to play its other rounds here or to publish its standings."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, UnreadableError, _
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tournaments.models import Entry, Event, Match, PairingDetails, Report, Round
from tournaments.rules.agreement import ReportState
from tournaments.rules.bracket import is_decided
from tournaments.rules.cut import stages_of_size
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.rules.imported_event import ImportedEvent, read_imported_event
from tournaments.rules.plausibility import MatchRules
from tournaments.rules.results import GameEnd, GameResult, MatchResult, MatchSide
from tournaments.selectors.presets import ConstructedPreset
from tournaments.selectors.results import game_won_by, result_json
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.event import NewEvent, create_event
from tournaments.services.naming import unique_entry_name

MAX_TABLE = 9_999
IMPORTED = "imported"
"""The reason of imported results and pairing exclusions in the log."""


class NothingPlayedYetError(RulesError):
    """The file has no player who could be paired and no round."""

    code = "nothing_to_import"
    sentence = _("This file has no player who can be paired, and no round.")
    field = "file"


@transaction.atomic
def import_event(text: str, preset: ConstructedPreset, *, name: str, by: Account, file: str = "file") -> Event:
    """Create an event from the ``text`` of a tournament file, a TRF or an event file. ``by`` becomes its organizer.

    It has no draft here and pairs across all players; without a ``name`` it is called as in the file. Players are
    guests, who can get a link to their account from the desk. Raises UnreadableError with the place, or the errors of
    `create_event`.
    """
    found = read_imported_event(text, file=file)
    tournament = found.tournament
    if not tournament.rounds and not any(entry.plays_in(1) for entry in tournament.entries):
        raise NothingPlayedYetError
    event = create_event(_new_event(found, preset, name or found.name), by=by)
    return _EventImport(event, tournament, Actor(by, ORGANIZER), text, file).run()


def _new_event(found: ImportedEvent, preset: ConstructedPreset, name: str) -> NewEvent:
    tournament = found.tournament
    settings: dict[str, Any] = {
        "starts_at": found.starts_at,
        "days": found.days,
        "ruleset": tournament.ruleset,
        "power_pairing": tournament.power_pairing,
        "cut": tournament.cut.size if tournament.cut else 0,
    }
    terms = replace(preset.format, rounds=tournament.planned_rounds)
    return NewEvent(name, terms, (), settings, game=preset.ruleset.name, variant=preset.variant)


class _EventImport:
    """The import of one event; the entries of its players by their ids in the file."""

    def __init__(self, event: Event, tournament: Tournament, by: Actor, text: str, file: str) -> None:
        self.event, self.tournament, self.by, self.file = event, tournament, by, file
        self.checksum = hashlib.sha256(text.encode()).hexdigest()
        self.now = timezone.now()
        self.entries: dict[str, Entry] = {}

    def run(self) -> Event:
        for number, entry in enumerate(self.tournament.entries, 1):
            self.entries[entry.id] = self._add_entry(entry, number)
        for a, b in self.tournament.apart:
            self.event.kept_apart.create(a=self.entries[a], b=self.entries[b], reason=IMPORTED)
        self.event.registration_closed_at = self.event.decks_locked_at = self.now
        self.event.save(update_fields=["registration_closed_at", "decks_locked_at"])
        for played in self.tournament.rounds:
            self._add_round(played, stage="")
        cut = self.tournament.cut
        for stage, played in zip(stages_of_size(cut.size), cut.rounds, strict=False) if cut else ():
            self._add_round(played, stage=stage)
        after = {"players": len(self.entries), "rounds": len(self.tournament.rounds), "file": self.checksum}
        append_entry(self.event.stream, "event_imported", author=self.by.account, role=self.by.role, after=after)
        return self.event

    def _add_entry(self, entry: EventEntry, number: int) -> Entry:
        try:
            account = create_guest(entry.name)
        except RulesError as refusal:
            raise UnreadableError(refusal, file=self.file, place=f"players[{number - 1}].name") from refusal
        return self.event.entries.create(
            account=account,
            number=number,
            name=unique_entry_name(self.event, account),
            joined_at=self.now,
            checked_in_at=self.now,
            dropped_after_round=entry.dropped_after_round,
            disqualified_at=self.now if entry.disqualified else None,
        )

    def _add_round(self, played: PlayedRound, *, stage: str) -> None:
        minutes = self.event.event_format.match_minutes
        times = dict.fromkeys(("paired_at", "published_at", "ends_at"), self.now)
        round_ = self.event.rounds.create(number=played.number, minutes=minutes, stage=stage, **times)
        PairingDetails.objects.create(round=round_, data=self._pairing(played))
        tables = _tables(played.matches)
        matches = [self._match(round_, each, table) for table, each in tables.items()]
        matches += [Match(round=round_, kind=Match.Kind.BYE, a=self.entries[each]) for each in played.byes]
        matches += [Match(round=round_, kind=Match.Kind.MISSED, a=self.entries[each]) for each in played.missed]
        Match.objects.bulk_create(matches)
        found = {match.table: match for match in matches if match.table}
        self._add_results(found, {table: each for table, each in tables.items() if not stage or is_decided(each)})

    def _pairing(self, played: PlayedRound) -> dict[str, Any]:
        """Return the details of the round's pairing, which was not computed here and so has no reasons."""
        numbers = {id_: str(entry.number) for id_, entry in self.entries.items()}
        data: dict[str, Any] = {
            "round": played.number,
            "pairs": [[numbers[match.a], numbers[match.b]] for match in played.matches],
            "byes": [numbers[player] for player in played.byes],
            "possible": True,
            "cost": None,
            "why": [],
        }
        if (cut := self.tournament.cut) and played in cut.rounds:
            data["cut"] = {"size": cut.size, "seeds": [numbers[player] for player in cut.seeds]}
        return data

    def _match(self, round_: Round, match: PlayedMatch, table: int) -> Match:
        return Match(round=round_, table=table, a=self.entries[match.a], b=self.entries[match.b])

    def _add_results(self, matches: Mapping[int, Match], decided: Mapping[int, PlayedMatch]) -> None:
        """Enter the results of the ``decided`` matches, by table."""
        results = {table: _result(each, self.event.match_rules) for table, each in decided.items()}
        Report.objects.bulk_create(
            Report(
                match=matches[table],
                number=1,
                source=Report.Source.STAFF,
                author=self.by.account,
                result=result_json(result),
                reason=IMPORTED,
                at=self.now,
            )
            for table, result in results.items()
        )
        for table, result in results.items():
            self._log_result(matches[table], result)

    def _log_result(self, match: Match, result: MatchResult) -> None:
        score = "-".join(map(str, result.score))
        after = {"round": match.round.number, "table": match.table, "score": score, "state": ReportState.FINAL.value}
        append_entry(
            match.stream,
            "entered",
            author=self.by.account,
            role=self.by.role,
            after=after,
            reason=IMPORTED,
            at=self.now,
        )


def _tables(matches: Iterable[PlayedMatch]) -> dict[int, PlayedMatch]:
    """Return the matches by table, numbered in order unless every match has a table of its own."""
    listed = list(matches)
    found = {match.table: match for match in listed if match.table and match.table <= MAX_TABLE}
    return found if len(found) == len(listed) else dict(enumerate(listed, 1))


def _result(match: PlayedMatch, rules: MatchRules) -> MatchResult:
    games = [game_won_by(MatchSide.A, rules)] * match.games_a + [game_won_by(MatchSide.B, rules)] * match.games_b
    games += [GameResult(None, 0, 0, GameEnd.TIME)] * match.games_drawn
    return MatchResult(tuple(games), double_loss=match.double_loss)
