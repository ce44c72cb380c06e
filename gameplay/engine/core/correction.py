"""Corrections: what a judge changes in a game. A correction is an entry of the record, with its author and reason.

    {"judge": "Hana", "reason": "the wrong PC was wounded",
     "do": [["rewind", 41], ["mark", 12, "wounded"], ["clear", 15, "wounded"], ["move", 30, "hand"]]}

    rewind n              undo all choices and outcomes of chance from entry n on; must be the first action
    move card zone        move a card to that zone of its owner
    move card zone bearer the same, for a zone of cards that lie under another card
    mark card mark        set a mark on the card; "clear card mark" removes it
    no action             a note: only the reason counts

A player's take-back is a rewind by a single choice, written ["take_back", seat, 41]: see `Game.take_back`.

Entries are never removed. Undone entries stay in the record, which remains a complete
audit trail; later outcomes of chance are drawn anew. Each game defines its zones and
marks (`Ruleset.corrections`). Cards can be moved and marked only while a play is
pending, because the rules can resume from a changed table only there. The result must
be a table that a position can describe, because the rules cannot handle any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from gameplay.engine.core.asks import Option
from gameplay.engine.core.entries import TAKE_BACK, Entry
from gameplay.engine.core.errors import RulesError, Translatable, UnreadableError, _
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.position_table import check_reachable
from gameplay.engine.core.ruleset import Ruleset, TableT
from gameplay.engine.core.zones import Table, Visibility

REWIND, MOVE, MARK, CLEAR = "rewind", "move", "mark", "clear"


class NoSuchEntryError(RulesError):
    """The game cannot be rewound to this entry: it does not exist, or no player was asked there."""

    code = "no_such_entry"
    sentence = _("No player was asked anything before entry {entry}. Select a choice that a player made in this game.")
    field = "entry"


class NoSuchCardError(RulesError):
    """No card of the game has this number, or the card is in a zone that cards cannot be moved from."""

    code = "no_such_card"
    sentence = _("There is no card {card} in this game.")
    field = "card"


class NoSuchZoneError(RulesError):
    """The game has no such zone for this card; ``details`` list the existing zones."""

    code = "no_such_zone"
    sentence = _("A card cannot be moved to {zone}.")
    field = "zone"


class NoSuchMarkError(RulesError):
    """The mark cannot be set on this card, or the card does not have the mark that is to be cleared."""

    code = "no_such_mark"
    sentence = _("The mark {mark} cannot be set or cleared on this card.")
    field = "mark"


class NotBetweenPlaysError(RulesError):
    """Something is being resolved, so the rules could not resume from a changed table."""

    code = "not_between_plays"
    sentence = _("Cards can be moved and marked only between plays. Rewind to a play, or wait for the next one.")
    is_state_conflict = True


class ChoiceNotRevertibleError(RulesError):
    """The last choice cannot be taken back: information was revealed since, or another player was asked."""

    code = "choice_stands"
    sentence = _("You cannot take this back: new information was revealed, or another player has been asked.")
    is_state_conflict = True


class UnreachableTableError(RulesError):
    """No game can reach the table after the correction; ``why`` names the place, ``clause`` the violated clause."""

    code = "cannot_lie"
    sentence = _("No game can reach this position: {why}")

    def __init__(self, *, why: Translatable, clause: str = "") -> None:
        super().__init__(why=why)
        self.clause = clause


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction: the judge who made it, the reason, and its actions in order."""

    judge: str
    reason: str
    actions: tuple[Option, ...] = ()

    @property
    def rewind_entry(self) -> int | None:
        """The first entry that is undone, or None."""
        return self.actions[0][1] if self.actions and self.actions[0][0] == REWIND else None

    @property
    def table_changes(self) -> tuple[Option, ...]:
        """The actions that change the table."""
        return self.actions if self.rewind_entry is None else self.actions[1:]

    def as_event(self) -> Option:
        """Return the event of this correction."""
        return ("corrected", self.judge, self.reason)

    def to_json(self) -> JsonObject:
        """Return the correction as JSON."""
        return {"judge": self.judge, "reason": self.reason, "do": [list(action) for action in self.actions]}


EntryChain: TypeAlias = "tuple[int, EntryChain] | None"
"""A linked list of the effective entries: the number of the last one, and the list before it."""

ACTION_SHAPES: dict[str, list[tuple[type, ...]]] = {
    REWIND: [(int,)],
    MOVE: [(int, str), (int, str, int)],
    MARK: [(int, str)],
    CLEAR: [(int, str)],
}


def correction_from_json(data: object) -> Correction:
    """Read a correction from JSON. Raises ValueError with a description of the fault."""
    if not isinstance(data, dict) or sorted(data) != ["do", "judge", "reason"]:
        raise ValueError("a correction has the fields judge, reason and do")
    if not all(isinstance(data[field], str) and data[field].strip() for field in ("judge", "reason")):
        raise ValueError("a correction needs a judge and a reason")
    if not isinstance(data["do"], list):
        raise ValueError("do is not a list")
    return Correction(data["judge"], data["reason"], tuple(_action(action, n) for n, action in enumerate(data["do"])))


def _action(data: object, number: int) -> Option:
    code, *values = data if isinstance(data, list) and data else [None]
    shapes = ACTION_SHAPES.get(code, []) if isinstance(code, str) else []
    if tuple(map(type, values)) not in shapes or any(isinstance(value, int) and value < 0 for value in values):
        raise ValueError(f"{data!r} is not an action of a correction")
    if code == REWIND and number:
        raise ValueError("a rewind must be the first action")
    return (code, *values)


def effective_entry_numbers(entries: Sequence[Entry], until: int) -> list[int]:
    """Return the numbers of the effective entries among ``entries[:until]``: without undone entries and notes."""
    chain: EntryChain = None
    # The chain before each entry. A rewind to an entry restores its chain, even if the entry itself was undone since.
    before: list[EntryChain] = []
    for number in range(until):
        entry = entries[number]
        before.append(chain)
        if type(entry) is tuple and entry[0] == TAKE_BACK:
            chain = before[entry[2]]
            continue
        if isinstance(entry, Correction):
            if entry.rewind_entry is not None:
                chain = before[entry.rewind_entry]
            if not entry.table_changes:
                continue
        chain = (number, chain)
    effective = []
    while chain:
        number, chain = chain
        effective.append(number)
    return effective[::-1]


def effective_entries(entries: Sequence[Entry], until: int) -> list[Entry]:
    """Return the effective entries among ``entries[:until]``: those that led to the state of the game there."""
    effective = (entries[number] for number in effective_entry_numbers(entries, until))
    return [replace(each, actions=each.table_changes) if isinstance(each, Correction) else each for each in effective]


def apply_changes(ruleset: Ruleset[TableT], table: TableT, changes: Sequence[Option]) -> TableT:
    """Return a copy of ``table`` with ``changes`` applied, and with their events.

    Raises NoSuchCardError, NoSuchZoneError, NoSuchMarkError or UnreachableTableError.
    """
    changed = table.copy()
    for code, card, *values in changes:
        if card >= len(changed.cards):
            raise NoSuchCardError(card=card)
        if code == MOVE:
            _move(ruleset, changed, card, *values)
        else:
            if values[0] not in ruleset.corrections.MARKS:
                raise NoSuchMarkError(mark=values[0], marks=list(ruleset.corrections.MARKS))
            ruleset.corrections.set_mark(changed, card, values[0], on=code == MARK)
            changed.events.append(("marked" if code == MARK else "cleared", card, values[0]))
    try:
        check_reachable(ruleset, changed)
    except UnreadableError as error:
        raise UnreachableTableError(why=error, clause=error.clause) from error
    return changed


def _move(ruleset: Ruleset, table: Table, card: int, zone: str, bearer: int | None = None) -> None:
    if zone not in ruleset.corrections.ZONES:
        raise NoSuchZoneError(zone=zone, zones=list(ruleset.corrections.ZONES))
    was_face_up = _is_face_up(table, card)
    ruleset.corrections.move_card(table, card, zone, bearer)
    code = "moved" if was_face_up or _is_face_up(table, card) else "moved_unseen"
    table.events.append((code, table.owners[card], card, zone))


def _is_face_up(table: Table, card: int) -> bool:
    """Return whether ``card`` is in a zone where all players see its face."""
    return any(zone.visibility is Visibility.ALL and card in zone.cards for zone in table.zones())
