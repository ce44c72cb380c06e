"""The record of a game: its decks and variant, and every choice and outcome of chance since.

State, views and statistics are derived from it. `replay_record` replays a record. `verify_record` checks it:

    EXACT        every entry is possible by the rules, and every turn ends in the recorded state
    UNVERIFIED   the cards have changed since, so the record cannot be checked
    DIVERGED     the record contradicts the rules or its own checksums, from an entry counted from 0

The form is JSON:

    {"format": "passleft-record-1", "ruleset": name of the game, "variant": "draft",
     "switches": {"target": 7}                     optional: fields of the variant with other values than usual
     "decks": [["FL-C01", ...], ...], "catalogue": hex,
     "entries": [17, ["attack", 4], ...],          outcomes of chance as numbers, choices as lists,
                                                   corrections as objects (see `core.correction`);
                                                   ["take_back", 0, 41]: seat 0 takes choice 41 back;
                                                   ["time", 15]: time is called in turn 15, even if no choice is left
                                                   in it; ["time"]: time is called before the next choice
     "turns": [[entries so far, state, entries of the turn], ...],   32-bit checksums
     "outcome": {"winners": [0], "reason": "vp", "scores": [5, 3]} or null,
     "cards": {"FL-C01": {...}, ...}               optional: the cards themselves
     "pausing": true                               optional: the game also stopped at forced passes
                                                   (which are not entries; forced plays are)
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
"""Returns the printed card for a game and a ref. Raises KeyError if there is none."""


@dataclass(frozen=True, slots=True)
class Record:
    """The record of one game.

    ``turns`` contains, for each finished turn, the number of entries so far, the checksum of the state, and the
    checksum of the turn's entries; the last item is the end of the game. ``catalogue`` is the fingerprint of the cards
    in the decks.
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
        """Return the record as JSON, with its digest."""
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
        """Return every card of the decks by ref: those stored in the record, otherwise those that ``find`` returns.

        Raises KeyError for a ref that ``find`` does not know, and UnreadableError for a stored card that is invalid or
        missing.
        """
        refs = {ref for deck in self.decks for ref in deck}
        if self.cards is None:
            return {ref: find(self.ruleset, ref) for ref in refs}
        return {ref: _read_carried_card(self.ruleset, ref, self.cards.get(ref), file) for ref in refs}


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of `verify_record`.

    ``entry`` is the first entry (or the first entry of the first turn) where a DIVERGED record is wrong, if known.
    ``clause`` is the clause by which the recorded choice is illegal, if known.
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
    """Return the record of ``game``, which began with this variant and these decks; optionally include the cards."""
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
    """Return ``record`` as the text of a file."""
    return json.dumps(record.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n"


def parse_record(text: str, *, file: str = "") -> tuple[Record, bool]:
    """Return the record in ``text``, and whether its digest is correct. Raises UnreadableError."""
    table = parse_json(text, file=file)
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        raise UnreadableError(_format_problem(table), file=file, place="format")
    digest = table.pop("digest", None)
    reader = _RecordReader(table, file)
    return reader.record(), digest == _digest(table)


def _format_problem(table: object) -> str:
    """Return why this is not a readable record."""
    version = table.get("format") if isinstance(table, dict) else None
    if isinstance(version, str) and version.startswith("passleft-record-"):
        return f"{version:.40} is another version; this is for {FORMAT}"
    return f"this is no record of the form {FORMAT}"


class _RecordReader:
    """Reads the fields of a record one by one; errors name the field."""

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
    """Read an entry: a list is a choice, an object is a correction, anything else is an outcome of chance."""
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
    """Replay ``record`` with the cards ``printed``, by ref, and return the game at its end.

    Raises Diverged at an entry that is not possible, or at the first entry of a turn that ends in a different state.
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
        stopped = Diverged(len(record.entries), "the record ends before a required outcome of chance")
    _compare_turns(record, game.turns if game else [], complete=stopped is None)
    if stopped or game is None:
        raise stopped or AssertionError
    if game.outcome != record.outcome:
        raise Diverged(len(record.entries), "the game has another outcome, or is not over")
    return game


def verify_record(text: str, rulesets: Mapping[str, Ruleset], find: FindCard, *, file: str = "") -> Verification:
    """Verify the record in ``text`` with the cards that ``find`` returns.

    Raises UnreadableError for anything that is not a record of one of ``rulesets``.
    """
    record, digest_is_correct = parse_record(text, file=file)
    ruleset = rulesets.get(record.ruleset)
    if ruleset is None or record.variant not in ruleset.variants:
        raise UnreadableError(f"unknown game: {record.ruleset} {record.variant}", file=file, place="ruleset")
    if len(record.decks) not in ruleset.player_counts:
        reason = f"wrong number of players for {ruleset.title}: {len(record.decks)}"
        raise UnreadableError(reason, file=file, place="decks")
    try:
        ruleset.variant(record.variant, record.switches)
    except (TypeError, ValueError) as error:
        raise UnreadableError(str(error), file=file, place="switches") from error
    try:
        doubt_reason = _compare_cards(record, ruleset, find, file)
    except Diverged as diverged:
        return Verification(DIVERGED, diverged.entry, diverged.clause, diverged.reason, record.outcome)
    if not digest_is_correct:
        return Verification(DIVERGED, reason="the digest does not match the record", outcome=record.outcome)
    return Verification(UNVERIFIED if doubt_reason else EXACT, reason=doubt_reason, outcome=record.outcome)


def _compare_cards(record: Record, ruleset: Ruleset, find: FindCard, file: str) -> str:
    """Replay ``record`` if its cards are unchanged; otherwise return why it cannot be verified. Raises Diverged."""
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
        raise Diverged(0, "the cards in the record are not those that the game was played with")
    return "the cards have changed since"


def _compare_turns(record: Record, turns: Sequence[tuple[int, int]], *, complete: bool) -> None:
    """Raise Diverged at the first turn where ``record`` and the replayed ``turns`` differ."""
    _compare_entries(record)
    begin = 0
    for (count, state, _), replayed in zip(record.turns, turns, strict=False):
        if (count, state) != replayed:
            raise Diverged(begin, "this turn ends in a different state")
        begin = count
    if complete and len(record.turns) != len(turns):
        raise Diverged(begin, f"the replay has {len(turns)} turns, the record {len(record.turns)}")


def _compare_entries(record: Record) -> None:
    """Raise Diverged at the first turn whose entries do not match their checksum."""
    begin = 0
    for count, _, checksum in record.turns:
        if checksum != _checksum(record.entries[begin:count]):
            raise Diverged(begin, "an entry of this turn was changed")
        begin = count


# --- fingerprints -----------------------------------------------------------------------


def catalogue_fingerprint(cards: Iterable[PrintedCard]) -> str:
    """Return the SHA-256, in hex, of the rules data of ``cards``, in any order."""
    facts = sorted((card.ref, card.name.en, card.type, dict(card.facts)) for card in cards)
    return hashlib.sha256(_canonical(facts)).hexdigest()


def _read_carried_card(game: str, ref: str, table: object, file: str) -> PrintedCard:
    """Return a card that is stored in a record. Raises UnreadableError."""
    if table is None:
        raise UnreadableError("the card is missing from the record", file=file, place=f"cards {ref}")
    code = ref.partition("-")[0]
    head = {"game": game, "code": code, "name": {"en": code}}
    try:
        # read_tables() removes the keys that it reads.
        (card,) = read_tables({"set": head, "card": [dict(_object(table))]}, file=ref, lines={}).cards
    except (CatalogueError, TypeError) as error:
        raise UnreadableError(str(error), file=file, place=f"cards {ref}") from error
    if card.ref != ref:
        raise UnreadableError(f"the card is numbered {card.number}", file=file, place=f"cards {ref}")
    return card


def _checksum(entries: Sequence[RecordEntry]) -> int:
    return zlib.crc32(_canonical([_entry_json(entry) for entry in entries]))


def _entry_json(entry: RecordEntry) -> object:
    if isinstance(entry, Correction):
        return entry.to_json()
    return list(entry) if isinstance(entry, tuple) else entry


def _digest(table: JsonObject) -> str:
    return hashlib.sha256(_canonical(table)).hexdigest()


def _canonical(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
