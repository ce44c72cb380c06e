"""The record of a game: its decks and variant, and every choice and outcome of chance since.

State, views and statistics are derived from it. `record_reader` reads a record, and `record_replay` replays and
verifies it.

The form is JSON:

    {"format": "passleft-record-1", "ruleset": name of the game, "variant": "draft",
     "switches": {"target": 7}                     optional: fields of the variant with other values than usual
     "decks": [["FL-C01", ...], ...], "catalogue": hex,
     "entries": [17, ["attack", 4], ...],          outcomes of chance as numbers, choices as lists,
                                                   corrections as objects (see `core.correction`);
                                                   ["take_back", 0, 41]: seat 0 takes choice 41 back;
                                                   ["time", 15]: time is called in turn 15, even if no choice is left
                                                   in it; ["time"]: time is called before the next choice;
                                                   ["stopped"]: the game ends without a result
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
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from cards.printed import CatalogueError, PrintedCard, read_tables
from cards.set_json import card_table
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.correction import Correction
from gameplay.engine.core.entries import Entry
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import JsonObject

FORMAT = "passleft-record-1"

TurnChecksums = tuple[int, int, int]
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
    entries: tuple[Entry, ...]
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
        return table | {"digest": json_digest(table)}

    def printed_cards(self, find: FindCard, *, file: str = "") -> dict[str, PrintedCard]:
        """Return every card of the decks by ref: those stored in the record, otherwise those that ``find`` returns.

        Raises KeyError for a ref that ``find`` does not know, and UnreadableError for a stored card that is invalid or
        missing.
        """
        refs = {ref for deck in self.decks for ref in deck}
        if self.cards is None:
            return {ref: find(self.ruleset, ref) for ref in refs}
        return {ref: _read_carried_card(self.ruleset, ref, self.cards.get(ref), file) for ref in refs}


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
            (count, state, entries_checksum(game.entries[begin:count]))
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


def with_entries(table: JsonObject, entries: Sequence[Any]) -> JsonObject:
    """Return the record ``table`` with other texts in its ``entries``, and with the checksums that belong to them."""
    ends = [0, *(turn[0] for turn in table["turns"])]
    turns = [
        [count, state, entries_checksum(entries[begin:count])]
        for begin, (count, state, _checksum) in zip(ends, table["turns"], strict=False)
    ]
    changed = {name: value for name, value in table.items() if name != "digest"}
    changed |= {"entries": list(entries), "turns": turns}
    return changed | {"digest": json_digest(changed)}


# --- fingerprints -----------------------------------------------------------------------


def catalogue_fingerprint(cards: Iterable[PrintedCard]) -> str:
    """Return the SHA-256, in hex, of the rules data of ``cards``, in any order."""
    facts = sorted((card.ref, card.name.en, card.type, dict(card.facts)) for card in cards)
    return hashlib.sha256(_canonical(facts)).hexdigest()


def _read_carried_card(game: str, ref: str, table: object, file: str) -> PrintedCard:
    """Return a card that is stored in a record. Raises UnreadableError."""
    if table is None:
        raise UnreadableError("the card is missing from the record", file=file, place=f"cards {ref}")
    if not isinstance(table, dict):
        raise UnreadableError(f"{table!r} is not an object", file=file, place=f"cards {ref}")
    code = ref.partition("-")[0]
    head = {"game": game, "code": code, "name": {"en": code}}
    try:
        # read_tables() removes the keys that it reads.
        (card,) = read_tables({"set": head, "card": [dict(table)]}, file=ref, lines={}).cards
    except (CatalogueError, TypeError) as error:
        raise UnreadableError(str(error), file=file, place=f"cards {ref}") from error
    if card.ref != ref:
        raise UnreadableError(f"the card is numbered {card.number}", file=file, place=f"cards {ref}")
    return card


def entries_checksum(entries: Sequence[Entry]) -> int:
    """Return the CRC-32 of ``entries``."""
    return zlib.crc32(_canonical([_entry_json(entry) for entry in entries]))


def _entry_json(entry: Entry) -> object:
    if isinstance(entry, Correction):
        return entry.to_json()
    return list(entry) if isinstance(entry, tuple) else entry


def json_digest(table: JsonObject) -> str:
    """Return the SHA-256, in hex, of ``table`` without its own digest."""
    return hashlib.sha256(_canonical(table)).hexdigest()


def _canonical(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
