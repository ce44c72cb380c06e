"""What a judge changes in a game: one entry among the others, with its author and reason.

    {"judge": "Hana", "reason": "the wrong PC was wounded",
     "do": [["rewind", 41], ["mark", 12, "wounded"], ["clear", 15, "wounded"], ["move", 30, "hand"]]}

    rewind n              what was decided and drawn from entry n on is taken back; stands first if at all
    move card zone        a card, wherever it lies, goes to that zone of its owner
    move card zone bearer the same, for a zone of cards that lie under others
    mark card mark        the card is marked; clear card mark takes the mark off
    nothing               a note: only the reason counts

A player's take-back is such a rewind by a single choice, written ["take_back", seat, 41]: see `Game.take_back`.

Entries are never removed: those taken back stay in the record, so that it still tells
all that happened. What comes up afterwards is drawn anew. Zones and marks are the
game's (`Ruleset.corrections`). Cards are moved and marked only where a play is due,
for only there the rules can go on from what lies on the table; and only to what a
position could say, for no rule knows what to do with anything else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from gameplay.engine.core.asks import Option
from gameplay.engine.core.errors import RulesError, UnreadableError, _
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.position_table import check_reachable
from gameplay.engine.core.ruleset import Ruleset, TableT
from gameplay.engine.core.zones import Table, Visibility

REWIND, MOVE, MARK, CLEAR = "rewind", "move", "mark", "clear"
TAKE_BACK = "take_back"


class NoSuchEntryError(RulesError):
    """A game cannot go back to this entry: it is not there yet, or nobody was asked there."""

    code = "no_such_entry"
    sentence = _("Nobody was asked anything before entry {entry}. Choose a choice that somebody made in this game.")
    field = "entry"


class NoSuchCardError(RulesError):
    """The number is no card of the game, or the card lies where nothing can be moved from."""

    code = "no_such_card"
    sentence = _("There is no card {card} in this game.")
    field = "card"


class NoSuchZoneError(RulesError):
    """The game has no such zone for this card; ``details`` name those it has."""

    code = "no_such_zone"
    sentence = _("A card cannot be moved to {zone}.")
    field = "zone"


class NoSuchMarkError(RulesError):
    """The card does not bear this mark: it cannot be set, or is not there to be cleared."""

    code = "no_such_mark"
    sentence = _("The mark {mark} cannot be set or cleared on this card.")
    field = "mark"


class NotBetweenPlaysError(RulesError):
    """Something is being resolved: the rules could not go on from a changed table."""

    code = "not_between_plays"
    sentence = _("Cards are moved and marked only where a play is due. Rewind to one, or wait for the next.")
    is_state_conflict = True


class ChoiceNotRevertibleError(RulesError):
    """The last choice is not taken back for free: something was revealed since, or somebody else was asked."""

    code = "choice_stands"
    sentence = _("Your last choice stands: something has been shown since, or somebody else was asked.")
    is_state_conflict = True


class UnreachableTableError(RulesError):
    """No game could come to what the correction leads to; ``why`` says where it breaks the rule of ``clause``."""

    code = "cannot_lie"
    sentence = _("The cards cannot lie like this: {why}")

    def __init__(self, *, why: str, clause: str = "") -> None:
        super().__init__(why=why)
        self.clause = clause


@dataclass(frozen=True, slots=True)
class Correction:
    """One ruling: who made it, why, and what it does, in order."""

    judge: str
    reason: str
    actions: tuple[Option, ...] = ()

    @property
    def rewind_entry(self) -> int | None:
        """The entry that is taken back with all that came after it."""
        return self.actions[0][1] if self.actions and self.actions[0][0] == REWIND else None

    @property
    def table_changes(self) -> tuple[Option, ...]:
        """The deeds that change what lies on the table."""
        return self.actions if self.rewind_entry is None else self.actions[1:]

    def as_event(self) -> Option:
        """The event that it is."""
        return ("corrected", self.judge, self.reason)

    def to_json(self) -> JsonObject:
        """The correction as JSON."""
        return {"judge": self.judge, "reason": self.reason, "do": [list(deed) for deed in self.actions]}


EntryChain: TypeAlias = "tuple[int, EntryChain] | None"
"""The number of an entry that counts, and what counted before it."""

ACTION_SHAPES: dict[str, list[tuple[type, ...]]] = {
    REWIND: [(int,)],
    MOVE: [(int, str), (int, str, int)],
    MARK: [(int, str)],
    CLEAR: [(int, str)],
}


def correction_from_json(data: object) -> Correction:
    """Read a correction from JSON. Raises ValueError with what is wrong."""
    if not isinstance(data, dict) or sorted(data) != ["do", "judge", "reason"]:
        raise ValueError("a correction has the fields judge, reason and do")
    if not all(isinstance(data[field], str) and data[field].strip() for field in ("judge", "reason")):
        raise ValueError("a correction names its judge and its reason")
    if not isinstance(data["do"], list):
        raise ValueError("do is a list")
    return Correction(data["judge"], data["reason"], tuple(_action(deed, n) for n, deed in enumerate(data["do"])))


def _action(data: object, number: int) -> Option:
    code, *values = data if isinstance(data, list) and data else [None]
    shapes = ACTION_SHAPES.get(code, []) if isinstance(code, str) else []
    if tuple(map(type, values)) not in shapes or any(isinstance(value, int) and value < 0 for value in values):
        raise ValueError(f"{data!r} is nothing a judge can do")
    if code == REWIND and number:
        raise ValueError("a rewind stands first")
    return (code, *values)


def effective_entry_numbers(entries: Sequence[Any], until: int) -> list[int]:
    """Return which of ``entries[:until]`` count, by number: what was taken back does not, nor do notes."""
    chain: EntryChain = None
    before: list[
        EntryChain
    ] = []  # each entry; going back to one, even to one taken back since, takes up what counted there
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
    counting = []
    while chain:
        number, chain = chain
        counting.append(number)
    return counting[::-1]


def effective_entries(entries: Sequence[Any], until: int) -> list[Any]:
    """Return the entries that led to where the game stood at ``until``, without detours."""
    counting = (entries[number] for number in effective_entry_numbers(entries, until))
    return [replace(each, actions=each.table_changes) if isinstance(each, Correction) else each for each in counting]


def apply_changes(ruleset: Ruleset[TableT], table: TableT, changes: Sequence[Option]) -> TableT:
    """Return a copy of ``table`` with ``changes`` made, their events told.

    Raises NoSuchCardError, NoSuchZoneError, NoSuchMarkError or CannotLieError.
    """
    twin = table.copy()
    for code, card, *values in changes:
        if card >= len(twin.cards):
            raise NoSuchCardError(card=card)
        if code == MOVE:
            _move(ruleset, twin, card, *values)
        else:
            if values[0] not in ruleset.corrections.MARKS:
                raise NoSuchMarkError(mark=values[0], marks=list(ruleset.corrections.MARKS))
            ruleset.corrections.set_mark(twin, card, values[0], on=code == MARK)
            twin.events.append(("marked" if code == MARK else "cleared", card, values[0]))
    try:
        check_reachable(ruleset, twin)
    except UnreadableError as error:
        raise UnreachableTableError(why=str(error), clause=error.clause) from error
    return twin


def _move(ruleset: Ruleset, table: Table, card: int, zone: str, bearer: int | None = None) -> None:
    if zone not in ruleset.corrections.ZONES:
        raise NoSuchZoneError(zone=zone, zones=list(ruleset.corrections.ZONES))
    seen = _is_face_up(table, card)
    ruleset.corrections.move_card(table, card, zone, bearer)
    code = "moved" if seen or _is_face_up(table, card) else "moved_unseen"
    table.events.append((code, table.owners[card], card, zone))


def _is_face_up(table: Table, card: int) -> bool:
    """Whether everybody sees ``card`` where it lies."""
    return any(place.visibility is Visibility.ALL and card in place.cards for place in table.zones())
