"""The record of a game: what it began from and everything that was decided, nothing else.

State, views and statistics follow from it. `replay` plays it again; `verify` says
whether it is what happened:

    EXACT        every entry fits the rules, every turn ends in the recorded state
    UNVERIFIED   the cards have changed since, so nothing can be said
    DIVERGED     at an entry, counted from 0, the record is not what happened

The form is JSON:

    {"format": "passleft-record-1", "ruleset": the game, "variant": "draft",
     "switches": {"target": 7} if the variant is played otherwise than usual,
     "decks": [["FL-C01", ...], ...], "catalogue": hex,
     "entries": [17, ["attack", 4], ...],          chance as numbers, choices as lists, a judge's
                                                   corrections as objects (see `engine.correction`);
                                                   ["take_back", 0, 41]: seat 0 makes choice 41 anew;
                                                   ["time", 15]: time is called in turn 15, though nobody may have a
                                                   choice in it any more; ["time"]: before the next choice
     "turns": [[entries so far, state, entries of the turn], ...],   checksums of 32 bits
     "outcome": {"winners": [0], "reason": "vp", "scores": [5, 3]} or null,
     "cards": {"FL-C01": {...}, ...} if the record carries its cards,
     "pausing": true if who could only pass was asked all the same (such a pass is no entry, a play is),
     "digest": hex}
"""

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TypeVar

from cards.printed import CatalogueError, PrintedCard, read_tables
from cards.set_json import card_table
from gameplay.engine.core.asks import Option, Outcome
from gameplay.engine.core.chance import Diverged, OutcomeNeeded, RecordedChance
from gameplay.engine.core.correction import Correction, correction_from_json
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import JsonObject, parse_json
from gameplay.engine.core.ruleset import Ruleset

FORMAT = "passleft-record-1"
EXACT, UNVERIFIED, DIVERGED = "EXACT", "UNVERIFIED", "DIVERGED"

T = TypeVar("T")
TurnChecksums = tuple[int, int, int]
RecordEntry = int | Option | Correction
FindCard = Callable[[str, str], PrintedCard]
"""Gives the printed card of a game and a ref; raises KeyError if there is none."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game. ``turns`` holds for each finished turn the number of entries so far, the
    checksum of the state and that of the turn's entries; the last one is the game's end.
    ``catalogue`` is the fingerprint of the cards the decks are made of.
    """

    ruleset: str
    variant: str
    decks: tuple[tuple[str, ...], ...]
    catalogue: str
    entries: tuple[RecordEntry, ...]
    turns: tuple[TurnChecksums, ...]
    outcome: Outcome | None
    switches: Mapping[str, object] = field(default_factory=dict)
    cards: JsonObject | None = None
    pausing: bool = False

    def to_json(self) -> JsonObject:
        """The record as JSON, its digest included."""
        outcome = self.outcome
        table: JsonObject = {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "variant": self.variant,
            "decks": [list(deck) for deck in self.decks],
            "catalogue": self.catalogue,
            "entries": [_entry_json(entry) for entry in self.entries],
            "turns": [list(turn) for turn in self.turns],
            "outcome": outcome
            and {"winners": list(outcome.winners), "reason": outcome.reason, "scores": list(outcome.scores)},
        }
        if self.switches:
            table["switches"] = dict(self.switches)
        if self.cards is not None:
            table["cards"] = self.cards
        if self.pausing:
            table["pausing"] = True
        return table | {"digest": _digest(table)}

    def printed_cards(self, find: FindCard, *, file: str = "") -> dict[str, PrintedCard]:
        """Every card of the decks by ref: those carried, else those ``find`` gives.

        Raises KeyError for a ref that ``find`` does not know, UnreadableError for carried
        cards that are none or not there.
        """
        refs = {ref for deck in self.decks for ref in deck}
        if self.cards is None:
            return {ref: find(self.ruleset, ref) for ref in refs}
        return {ref: _read_carried_card(self.ruleset, ref, self.cards.get(ref), file) for ref in refs}


@dataclass(frozen=True, slots=True)
class Verification:
    """What `verify` found; ``entry`` is where a DIVERGED record leaves what happened, if that can be named.

    ``clause`` is that by which the rules forbid the choice recorded there, if that is known.
    """

    verdict: str
    entry: int | None = None
    clause: str = ""
    reason: str = ""
    outcome: Outcome | None = None


# --- writing and reading ----------------------------------------------------------------


def record_of(
    game: Game,
    variant: str,
    decks: Sequence[Sequence[PrintedCard]],
    *,
    switches: Mapping[str, object] = MappingProxyType({}),
    include_cards: bool = False,
) -> Record:
    """Return the record of ``game``, begun with these; with ``carry`` it takes its cards along."""
    printed = {card.ref: card for deck in decks for card in deck}
    ends = [0, *(count for count, _ in game.turns)]
    return Record(
        ruleset=game.ruleset.name,
        variant=variant,
        decks=tuple(tuple(card.ref for card in deck) for deck in decks),
        catalogue=catalogue_fingerprint(printed.values()),
        entries=tuple(game.entries),
        turns=tuple(
            (count, state, _checksum(game.entries[begin:count]))
            for begin, (count, state) in zip(ends, game.turns, strict=False)
        ),
        outcome=game.outcome,
        switches=dict(switches),
        cards={ref: card_table(card) for ref, card in sorted(printed.items())} if include_cards else None,
        pausing=game.pausing,
    )


def dump_record(record: Record) -> str:
    """Return the text of the record's file."""
    return json.dumps(record.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n"


def parse_record(text: str, *, file: str = "") -> tuple[Record, bool]:
    """Return the record that ``text`` is, and whether its digest fits. Raises UnreadableError."""
    table = parse_json(text, file=file)
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        raise UnreadableError(_format_problem(table), file=file, place="format")
    digest = table.pop("digest", None)
    reader = _RecordReader(table, file)
    return reader.record(), digest == _digest(table)


def _format_problem(table: object) -> str:
    """Why this cannot be read as a record."""
    version = table.get("format") if isinstance(table, dict) else None
    if isinstance(version, str) and version.startswith("passleft-record-"):
        return f"{version:.40} is another version; this is for {FORMAT}"
    return f"this is no record of the form {FORMAT}"


class _RecordReader:
    """Takes a record's fields one by one, and names the one that is wrong."""

    def __init__(self, table: JsonObject, file: str) -> None:
        self.table, self.file = table, file

    def record(self) -> Record:
        if unknown := sorted(self.table.keys() - {"format", *(field.name for field in fields(Record))}):
            raise self.error(unknown[0], "unknown field")
        return Record(
            ruleset=self.take("ruleset", _text),
            variant=self.take("variant", _text),
            decks=self.take(
                "decks", lambda decks: tuple(tuple(_text(ref) for ref in _list(deck)) for deck in _list(decks))
            ),
            catalogue=self.take("catalogue", _text),
            entries=self.take("entries", lambda entries: tuple(map(_entry, _list(entries)))),
            turns=self.take("turns", lambda turns: tuple(map(_turn, _list(turns)))),
            outcome=self.take("outcome", _outcome),
            switches=self.take("switches", _object) if "switches" in self.table else {},
            cards=self.take("cards", _object) if "cards" in self.table else None,
            pausing=self.take("pausing", _boolean) if "pausing" in self.table else False,
        )

    def take(self, field: str, convert: Callable[[object], T]) -> T:
        if field not in self.table:
            raise self.error(field, "missing")
        try:
            return convert(self.table[field])
        except (TypeError, ValueError, KeyError) as error:
            raise self.error(field, str(error)) from error

    def error(self, field: str, reason: str) -> UnreadableError:
        return UnreadableError(reason, file=self.file, place=field)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _number(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(f"{value!r} is not a whole number from 0")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    return value


def _object(value: object) -> JsonObject:
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is not an object")
    return value


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is not true or false")
    return value


def _entry(value: object) -> RecordEntry:
    """A choice is a code and numbers, a correction an object; anything else is an outcome of chance."""
    if isinstance(value, dict):
        return correction_from_json(value)
    if not isinstance(value, list):
        return _number(value)
    if not value:
        raise TypeError("a choice begins with its code")
    return (_text(value[0]), *map(_number, value[1:]))


def _turn(value: object) -> TurnChecksums:
    count, state, entries = map(_number, _list(value))
    return count, state, entries


def _outcome(value: object) -> Outcome | None:
    if value is None:
        return None
    table = _object(value)
    if sorted(table) != ["reason", "scores", "winners"]:
        raise TypeError("an outcome has winners, reason and scores")
    winners, scores = (tuple(map(_number, _list(table[key]))) for key in ("winners", "scores"))
    return Outcome(winners, _text(table["reason"]), scores)


# --- replaying --------------------------------------------------------------------------


def replay_record(record: Record, ruleset: Ruleset, printed: Mapping[str, PrintedCard]) -> Game:
    """Play ``record`` again with the cards ``printed``, by ref, and return the game where it ends.

    Raises Diverged where an entry does not fit, or at the first entry of a turn that ends
    in another state.
    """
    chance = RecordedChance(record.entries)
    game: Game | None = None
    stopped: Diverged | None = None
    try:
        decks = [[printed[ref] for ref in deck] for deck in record.decks]
        game = Game.begin(ruleset, record.variant, decks, chance, switches=record.switches, pausing=record.pausing)
        game.replay_entries(chance)
        if record.outcome is not None:
            game.pass_while_forced()
    except Diverged as diverged:
        stopped = diverged
    except OutcomeNeeded:
        stopped = Diverged(len(record.entries), "the record ends where chance is asked")
    _compare_turns(record, game.turns if game else [], complete=stopped is None)
    if stopped or game is None:
        raise stopped or AssertionError
    if game.outcome != record.outcome:
        raise Diverged(len(record.entries), "the game ends otherwise, or not yet")
    return game


def verify_record(text: str, rulesets: Mapping[str, Ruleset], find: FindCard, *, file: str = "") -> Verification:
    """Say whether the record ``text`` is what happened, with the cards that ``find`` gives.

    Raises UnreadableError for what is no record of one of ``rulesets``.
    """
    record, untouched = parse_record(text, file=file)
    ruleset = rulesets.get(record.ruleset)
    if ruleset is None or record.variant not in ruleset.variants:
        raise UnreadableError(f"no game {record.ruleset} {record.variant} is known", file=file, place="ruleset")
    if len(record.decks) not in ruleset.player_counts:
        raise UnreadableError(f"{len(record.decks)} cannot play {ruleset.title}", file=file, place="decks")
    try:
        ruleset.variant(record.variant, record.switches)
    except (TypeError, ValueError) as error:
        raise UnreadableError(str(error), file=file, place="switches") from error
    try:
        doubt = _compare_cards(record, ruleset, find, file)
    except Diverged as diverged:
        return Verification(DIVERGED, diverged.entry, diverged.clause, diverged.reason, record.outcome)
    if not untouched:
        return Verification(DIVERGED, reason="the digest does not fit what the record says", outcome=record.outcome)
    return Verification(UNVERIFIED if doubt else EXACT, reason=doubt, outcome=record.outcome)


def _compare_cards(record: Record, ruleset: Ruleset, find: FindCard, file: str) -> str:
    """Replay ``record``, if its cards are still what they were; else return what has become of them. Raises Diverged."""
    try:
        printed = record.printed_cards(find, file=file)
    except KeyError as missing:
        _compare_entries(record)
        return f"there is no card {missing.args[0]}"
    if catalogue_fingerprint(printed.values()) == record.catalogue:
        replay_record(record, ruleset, printed)
        return ""
    _compare_entries(record)
    if record.cards is not None:
        raise Diverged(0, "the cards it carries are not those it was played with")
    return "the cards have changed since"


def _compare_turns(record: Record, turns: Sequence[tuple[int, int]], *, complete: bool) -> None:
    """Raise Diverged at the first turn in which ``record`` and the ``turns`` played again differ."""
    _compare_entries(record)
    begin = 0
    for (count, state, _), again in zip(record.turns, turns, strict=False):
        if (count, state) != again:
            raise Diverged(begin, "this turn ends in another state")
        begin = count
    if complete and len(record.turns) != len(turns):
        raise Diverged(begin, f"{len(turns)} turns are played, {len(record.turns)} recorded")


def _compare_entries(record: Record) -> None:
    """Raise Diverged at the first turn whose entries do not give their checksum."""
    begin = 0
    for count, _, checksum in record.turns:
        if checksum != _checksum(record.entries[begin:count]):
            raise Diverged(begin, "an entry of this turn was changed")
        begin = count


# --- fingerprints -----------------------------------------------------------------------


def catalogue_fingerprint(cards: Iterable[PrintedCard]) -> str:
    """Return SHA-256, in hex, over what the rules read of ``cards``; their order does not matter."""
    facts = sorted((card.ref, card.name.en, card.type, dict(card.facts)) for card in cards)
    return hashlib.sha256(_canonical(facts)).hexdigest()


def _read_carried_card(game: str, ref: str, table: object, file: str) -> PrintedCard:
    """Return the card of a table that a record carries. Raises UnreadableError."""
    if table is None:
        raise UnreadableError("the card is not carried", file=file, place=f"cards {ref}")
    code = ref.partition("-")[0]
    head = {"game": game, "code": code, "name": {"en": code}}
    try:
        # Reading empties the tables it is given.
        (card,) = read_tables({"set": head, "card": [dict(_object(table))]}, file=ref, lines={}).cards
    except (CatalogueError, TypeError) as error:
        raise UnreadableError(str(error), file=file, place=f"cards {ref}") from error
    if card.ref != ref:
        raise UnreadableError(f"the card is numbered {card.number}", file=file, place=f"cards {ref}")
    return card


def _checksum(entries: Sequence[RecordEntry]) -> int:
    return zlib.crc32(_canonical([_entry_json(entry) for entry in entries]))


def _entry_json(entry: RecordEntry) -> object:
    """An entry as JSON."""
    if isinstance(entry, Correction):
        return entry.to_json()
    return list(entry) if isinstance(entry, tuple) else entry


def _digest(table: JsonObject) -> str:
    return hashlib.sha256(_canonical(table)).hexdigest()


def _canonical(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
