"""Reading of a record from the text of a file."""

from collections.abc import Callable
from dataclasses import fields
from typing import TypeVar

from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.correction import correction_from_json
from gameplay.engine.core.entries import Entry
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.json_text import JsonObject, parse_json
from gameplay.engine.core.record import FORMAT, Record, TurnChecksums, json_digest

T = TypeVar("T")


def parse_record(text: str, *, file: str = "") -> tuple[Record, bool]:
    """Return the record in ``text``, and whether its digest is correct. Raises UnreadableError."""
    table = parse_json(text, file=file)
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        raise UnreadableError(_format_problem(table), file=file, place="format")
    digest = table.pop("digest", None)
    reader = _RecordReader(table, file)
    return reader.record(), digest == json_digest(table)


def _format_problem(table: object) -> str:
    """Return why this is not a readable record."""
    version = table.get("format") if isinstance(table, dict) else None
    if isinstance(version, str) and version.startswith("passleft-record-"):
        return f"{version:.40} is another version; this version reads {FORMAT}"
    return f"this is not a record in the format {FORMAT}"


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


def _entry(value: object) -> Entry:
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
