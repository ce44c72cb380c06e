"""Read the tournament file, a JSON format for an event and its results.

Reading is strict: an unknown field, a wrong type or a player at two tables raises an error with the place and the
reason.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from gameplay.engine.core.errors import UnreadableError, Wording, _
from gameplay.engine.core.json_text import parse_json
from tournaments.rules import bracket
from tournaments.rules.cut import CUT_SIZES
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, TopCut, Tournament
from tournaments.rules.rulesets import MTR, UnknownRulesetError, find_tie_break_rules

T = TypeVar("T")
DEFAULT_ROUNDS = 3
OTHER_ROUND = _("found round {number}, expected round {expected}")


def read_tournament(text: str, *, file: str = "") -> Tournament:
    """Return the tournament in ``text``; raise UnreadableError with file, place and reason."""
    reader = _Reader(file)
    tournament = reader.tournament(reader.table(parse_json(text, file=file, object_pairs_hook=_JsonObject), "file"))
    _check(tournament, reader)
    return tournament.with_missed_rounds


class _JsonObject(dict[str, Any]):
    """A JSON object; ``repeated_key`` is a key that appears twice, None without one."""

    def __init__(self, pairs: Sequence[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        counts = Counter(key for key, _value in pairs) if len(self) < len(pairs) else Counter()
        self.repeated_key = next((key for key, count in counts.items() if count > 1), None)


class _ObjectReader:
    """A JSON object; fields that are not taken are unknown fields."""

    def __init__(self, reader: "_Reader", fields: Mapping[str, Any], place: str) -> None:
        self.reader, self.fields, self.place = reader, dict(fields), place

    def take(self, key: str, kind: type[T], default: T | None = None) -> T:
        if key not in self.fields and default is not None:
            return default
        if key not in self.fields:
            raise self.reader.fail(_("{field} is missing"), self.place, field=key)
        return self.reader.value(self.fields.pop(key), kind, self.place_of(key))

    def count(self, key: str, default: int | None = None, *, minimum: int = 0) -> int:
        number = self.take(key, int, default)
        if number < minimum:
            reason = _("must be at least {minimum}, not {number}")
            raise self.reader.fail(reason, self.place_of(key), minimum=minimum, number=number)
        return number

    def count_or_none(self, key: str, *, minimum: int = 0) -> int | None:
        if self.fields.get(key) is None:
            self.fields.pop(key, None)
            return None
        return self.count(key, minimum=minimum)

    def take_all(self, key: str, read: Callable[[Any, str], T]) -> tuple[T, ...]:
        items = self.take(key, list, [])
        return tuple(read(item, f"{self.place_of(key)}[{place}]") for place, item in enumerate(items))

    def place_of(self, key: str) -> str:
        return key if self.place == "file" else f"{self.place}.{key}"

    def check_no_unknown(self) -> None:
        if self.fields:
            raise self.reader.fail(_("unknown: {fields}"), self.place, fields=", ".join(sorted(self.fields)))


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file

    def fail(self, reason: Wording, place: str, **details: Any) -> UnreadableError:
        return UnreadableError(reason, file=self.file, place=place, **details)

    def value(self, value: Any, kind: type[T], place: str) -> T:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.fail(_("must be {type}, not {value!r:.40}"), place, type=kind.__name__, value=value)
        return value

    def table(self, value: Any, place: str) -> _ObjectReader:
        fields = self.value(value, dict, place)
        if isinstance(fields, _JsonObject) and fields.repeated_key is not None:
            raise self.fail(_("{name} appears twice"), place, name=fields.repeated_key)
        return _ObjectReader(self, fields, place)

    def id(self, value: Any, place: str) -> str:
        if not (id_ := self.value(value, str, place)).strip():
            raise self.fail(_("must not be empty"), place)
        return id_

    def tournament(self, table: _ObjectReader) -> Tournament:
        if "players" not in table.fields:
            raise self.fail(_("{field} is missing"), table.place, field="players")
        rounds = table.take_all("rounds", self.round)
        tournament = Tournament(
            entries=table.take_all("players", self.entry),
            planned_rounds=table.count("planned_rounds", max(DEFAULT_ROUNDS, len(rounds)), minimum=1),
            pods=table.take_all("pods", self.pod),
            rounds=rounds,
            ruleset=self.ruleset(table.take("ruleset", str, MTR.code)),
            apart=table.take_all("apart", self.pair),
            power_pairing=table.take("power_pairing", bool, False),
            across=table.take("across", bool, False),
            cut=self.cut(table.take("cut", dict)) if "cut" in table.fields else None,
        )
        table.check_no_unknown()
        return tournament

    def cut(self, value: Any) -> TopCut:
        table = self.table(value, "cut")
        size, seeds, rounds = (
            table.count("size"),
            table.take_all("seeds", self.id),
            table.take_all("rounds", self.round),
        )
        kept, ended_early = table.take_all("kept", self.number), table.take("ended_early", bool, False)
        table.check_no_unknown()
        if size not in CUT_SIZES:
            reason = _("must be one of {allowed}, not {number}")
            raise self.fail(reason, "cut.size", allowed=", ".join(map(str, CUT_SIZES)), number=size)
        return TopCut(size, seeds, rounds, kept, ended_early)

    def number(self, value: Any, place: str) -> int:
        return self.value(value, int, place)

    def ruleset(self, code: str) -> str:
        try:
            return find_tie_break_rules(code).code
        except UnknownRulesetError as error:
            raise self.fail(error, "ruleset") from error

    def entry(self, value: Any, place: str) -> EventEntry:
        table = self.table(value, place)
        entry = EventEntry(
            id=self.id(table.take("id", str), table.place_of("id")),
            name=table.take("name", str, ""),
            entered_round=table.count("entered_round", 1, minimum=1),
            dropped_after_round=table.count_or_none("dropped_after_round"),
            disqualified=table.take("disqualified", bool, False),
        )
        table.check_no_unknown()
        return entry

    def pod(self, value: Any, place: str) -> tuple[str, ...]:
        ids = self.value(value, list, place)
        return tuple(self.id(id_, f"{place}[{number}]") for number, id_ in enumerate(ids))

    def pair(self, value: Any, place: str) -> tuple[str, str]:
        ids = self.pod(value, place)
        if len(ids) != 2:
            raise self.fail(_("must be two players, not {number}"), place, number=len(ids))
        return ids[0], ids[1]

    def round(self, value: Any, place: str) -> PlayedRound:
        table = self.table(value, place)
        played = PlayedRound(
            number=table.count("round", minimum=1),
            matches=table.take_all("matches", self.match),
            byes=table.take_all("byes", self.id),
            missed=table.take_all("missed", self.id),
        )
        table.check_no_unknown()
        return played

    def match(self, value: Any, place: str) -> PlayedMatch:
        table = self.table(value, place)
        match = PlayedMatch(
            a=table.take("a", str),
            b=table.take("b", str),
            games_a=table.count("games_a"),
            games_b=table.count("games_b"),
            games_drawn=table.count("games_drawn", 0),
            table=table.count_or_none("table", minimum=1),
            double_loss=table.take("double_loss", bool, False),
        )
        table.check_no_unknown()
        return match


def _check(tournament: Tournament, reader: _Reader) -> None:
    """Raise UnreadableError if the parts of the file contradict each other."""
    entries = {entry.id: entry for entry in tournament.entries}
    _check_unique([entry.id for entry in tournament.entries], "players", reader)
    if tournament.pods:
        seated = [player for pod in tournament.pods for player in pod]
        _check_known(seated, entries, "pods", reader)
        _check_unique(seated, "pods", reader)
        if without_pod := sorted(set(entries) - set(seated)):
            raise reader.fail(_("{player} is in no pod"), "pods", player=without_pod[0])
    for place, pair in enumerate(tournament.apart):
        _check_known(pair, entries, f"apart[{place}]", reader)
        _check_unique(pair, f"apart[{place}]", reader)
    for place, played in enumerate(tournament.rounds):
        where = f"rounds[{place}]"
        if played.number != place + 1:
            raise reader.fail(OTHER_ROUND, where, number=played.number, expected=place + 1)
        if played.number > tournament.planned_rounds:
            reason = _("found round {number} of {planned} planned rounds")
            raise reader.fail(reason, where, number=played.number, planned=tournament.planned_rounds)
        _check_round(played, entries, where, reader)
    if tournament.cut:
        _check_cut(tournament, tournament.cut, entries, reader)


def _check_cut(tournament: Tournament, cut: TopCut, entries: Mapping[str, EventEntry], reader: _Reader) -> None:
    """Raise UnreadableError unless the announced rounds are over and only the seeds play in the cut."""
    if len(tournament.rounds) != tournament.planned_rounds:
        raise reader.fail(_("the announced rounds are not all played"), "cut")
    _check_known(cut.seeds, entries, "cut.seeds", reader)
    _check_unique(cut.seeds, "cut.seeds", reader)
    if len(cut.seeds) > cut.size:
        raise reader.fail(
            _("{players} players for {places} places"), "cut.seeds", players=len(cut.seeds), places=cut.size
        )
    seeds = {seed: entries[seed] for seed in cut.seeds}
    for place, played in enumerate(cut.rounds):
        where, number = f"cut.rounds[{place}]", tournament.planned_rounds + place + 1
        if played.number != number:
            raise reader.fail(OTHER_ROUND, where, number=played.number, expected=number)
        _check_round(played, seeds, where, reader)
    if fault := bracket.bracket_fault(cut):
        place, reason = fault
        raise reader.fail(reason, f"cut.rounds[{place}]")


def _check_round(played: PlayedRound, entries: Mapping[str, EventEntry], where: str, reader: _Reader) -> None:
    playing = [player for match in played.matches for player in (match.a, match.b)] + list(played.byes)
    everyone = playing + list(played.missed)
    _check_known(everyone, entries, where, reader)
    _check_unique(everyone, where, reader)
    for player in everyone:
        entry = entries[player]
        dropped = entry.dropped_after_round
        if entry.entered_round > played.number and player not in played.missed:
            raise reader.fail(
                _("{player} did not enter until round {number}"), where, player=player, number=entry.entered_round
            )
        if dropped is not None and dropped < played.number:
            raise reader.fail(_("{player} dropped after round {number}"), where, player=player, number=dropped)


def _check_unique(ids: Sequence[str], where: str, reader: _Reader) -> None:
    seen: set[str] = set()
    for id_ in ids:
        if id_ in seen:
            raise reader.fail(_("{name} appears twice"), where, name=id_)
        seen.add(id_)


def _check_known(ids: Sequence[str], entries: Mapping[str, EventEntry], where: str, reader: _Reader) -> None:
    for id_ in ids:
        if id_ not in entries:
            raise reader.fail(_("{player} is not among the players"), where, player=id_)
