"""A table of ENEMY as a position writes it, and laid as a position says.

What no game could come to is refused: a limit broken, a card where its type cannot
lie, a game that is already won.
"""

from collections.abc import Sequence
from typing import Any

from gameplay.engine.core.position_fields import Cards, Entry, Ink, Sheet
from gameplay.games.enemy.limits import may_bear, namesake, same_subtype, unique_in_play
from gameplay.games.enemy.table import EnemyTable, plays_on
from gameplay.games.enemy.terms import GRUNTY_SIZE

FIRST_TURN = 1
STEPS: tuple[str, ...] = ("draw", "play", "attack")
PLAIN = ("hand", "score", "discard", "deck", "top")
ENDS = ("", "deck", "time")


def lay(table: EnemyTable, sheet: Sheet, seats: Sequence[Sheet], cards: Cards) -> None:
    """Lay on an empty table what ``sheet`` and, for each player, ``seats`` describe.

    Raises UnreadableError with the place of what cannot lie so.
    """
    laying = _Laying(table, cards)
    for seat, before in enumerate(seats):
        laying.seat(seat, before)
    laying.field(sheet)
    laying.attack(sheet)
    due = int(table.step == "play")
    table.plays = sheet.number("plays", due, least=due, most=99)
    table.end_called = sheet.one_of("last_turn", ENDS, "")
    for seat, before in enumerate(seats):
        if table.scores()[seat] >= table.variant.target and not plays_on(table):
            raise before.fail(f"{table.scores()[seat]} VP have won already", "score", clause="ENE-5.9")


def laid(table: EnemyTable, ink: Ink) -> dict[str, Any]:
    """Return the table as `lay` reads it."""
    written: dict[str, Any] = {"seats": [_seat(table, seat, ink) for seat in range(table.seats)]}
    fields = [ink.card(field, {"seat": table.owners[field]}) for field in table.field]
    if fields:
        written["field"] = fields[0] if len(fields) == 1 else fields
    if table.attack:
        written["attack"] = ink.cards(table.attack)
    if table.plays != (1 if table.step == "play" else 0):
        written["plays"] = table.plays
    return written | ({"last_turn": table.end_called} if table.end_called else {})


def _seat(table: EnemyTable, seat: int, ink: Ink) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for name in ("party", "grunties"):
        written[name] = [_laden(table, card, ink) for card in getattr(table, name)[seat]]
    written["portal"] = [
        ink.card(card, {"stored": True} if table.stored.get(card) == table.turn else {}) for card in table.portal[seat]
    ]
    written["hidden"] = ink.cards(table.hidden[seat])
    written |= {
        name: ink.cards(table.top[seat][::-1] if name == "top" else getattr(table, name)[seat]) for name in PLAIN
    }
    lies = {name: cards for name, cards in written.items() if cards}
    return lies | ({} if table.began[seat] else {"began": False})


def _laden(table: EnemyTable, card: int, ink: Ink) -> Any:
    """A card with its wound and what lies under it."""
    ref = ink.add(card)
    marks: dict[str, Any] = {"wounded": True} if card in table.wounded else {}
    if card in table.under:  # even if nothing lies there any more: the fingerprint of records has it
        marks["under"] = ink.cards(table.under[card])
    return {"card": ref} | marks if marks else ref


class _Laying:
    """Puts the cards of a position on a table one by one; each must be able to lie there."""

    def __init__(self, table: EnemyTable, cards: Cards) -> None:
        self.table, self.cards = table, cards

    def seat(self, seat: int, sheet: Sheet) -> None:
        table, variant = self.table, self.table.variant
        for entry in self.entries(sheet, "party", variant.party, "ENE-7.1"):
            self.pc(seat, entry.sheet())
        for entry in sheet.each("grunties"):
            self.grunty(seat, entry.sheet())
        for entry in sheet.each("portal"):
            self.stored(seat, entry.sheet())
        for entry in self.entries(sheet, "hidden", variant.hidden, "ENE-7.3"):
            table.hidden[seat].append(self.plain(entry, seat))
        for name in PLAIN:
            for entry in sheet.each(name):
                getattr(table, name)[seat].append(
                    self.scored(entry, seat) if name == "score" else self.plain(entry, seat)
                )
        table.top[seat].reverse()
        table.began[seat] = sheet.take("began", bool, True)
        sheet.done()

    def entries(self, sheet: Sheet, name: str, most: int, clause: str) -> list[Entry]:
        entries = sheet.each(name)
        if len(entries) > most:
            raise sheet.fail(f"{len(entries)} cards; at most {most}", name, clause=clause)
        return entries

    def plain(self, entry: Entry, owner: int) -> int:
        """Read a card of any type that has no marks."""
        return self.cards.plain(entry, owner)

    def monster(self, entry: Entry, owner: int, clause: str) -> int:
        """Read a monster that has no marks; ``clause`` says that only monsters lie there."""
        monster = self.cards.plain(entry, owner, of="monster", clause=clause)
        self.check_unique(monster, entry.sheet())
        return monster

    def check_unique(self, monster: int, sheet: Sheet) -> None:
        """Raise UnreadableError if a copy of the unique ``monster`` is in play already (ENE-7.6)."""
        if unique_in_play(self.table, self.cards[monster]):
            raise sheet.fail(f"{self.cards[monster].name} is unique and in play twice", clause="ENE-7.6")

    def scored(self, entry: Entry, owner: int) -> int:
        """Read a monster of a score pile, where none lies without VP (ENE-14.6, 16.3.6)."""
        monster = self.monster(entry, owner, "ENE-2.8")
        if not self.cards[monster].vp:
            raise entry.sheet().fail(f"{self.cards[monster].name} has no VP and is never scored", clause="ENE-16.3.6")
        return monster

    def pc(self, seat: int, sheet: Sheet) -> None:
        table, pc = self.table, self.cards.add(sheet, seat, of="pc", clause="ENE-8.1")
        if namesake(table, seat, self.cards[pc]) is not None:
            raise sheet.fail(f"{self.cards[pc].name} is there twice", clause="ENE-7.2")
        table.party[seat].append(pc)
        if sheet.take("wounded", bool, False):
            table.wounded.add(pc)
        if "under" in sheet.fields:
            table.under[pc] = []
        for entry in sheet.each("under"):
            item = self.cards.plain(entry, seat, of="item", clause="ENE-9.1")
            self.bear(pc, item, entry.sheet())
        sheet.done()

    def bear(self, pc: int, item: int, sheet: Sheet) -> None:
        table, name = self.table, self.cards[item].name
        if not may_bear(table, pc, item):
            raise sheet.fail(f"{self.cards[pc].name} may not bear {name}", clause="ENE-9.2")
        if same_subtype(table, pc, item) is not None:
            raise sheet.fail(f"{name} is a second item of its subtype", clause="ENE-7.4")
        table.under[pc].append(item)

    def grunty(self, seat: int, sheet: Sheet) -> None:
        table, grunty = self.table, self.cards.add(sheet, seat, of="grunty", clause="ENE-2.7")
        table.grunties[seat].append(grunty)
        food = [self.plain(entry, seat) for entry in self.entries(sheet, "under", GRUNTY_SIZE, "ENE-11.5")]
        if food:
            table.under[grunty] = food
        sheet.done()

    def stored(self, seat: int, sheet: Sheet) -> None:
        """Lay a monster in the portal: a storable one (ENE-12.2), which nothing has stored before the Play Step (ENE-12.3)."""
        table, monster = self.table, self.cards.add(sheet, seat, of="monster", clause="ENE-12.2")
        if not self.cards[monster].storable:
            raise sheet.fail(f"{self.cards[monster].name} is not storable", clause="ENE-12.2")
        self.check_unique(monster, sheet)
        table.portal[seat].append(monster)
        if sheet.take("stored", bool, False):
            if table.step == "draw":
                raise sheet.fail("nothing has been stored in this turn yet", "stored", clause="ENE-12.3")
            table.stored[monster] = table.turn
        sheet.done()

    def field(self, sheet: Sheet) -> None:
        """The one field, and whose it is (ENE-2.2); a list of them where each player may have one (ENE-OP-7)."""
        if isinstance(sheet.fields.get("field"), list):
            entries = sheet.each("field")
        else:
            entries = [Entry(sheet.fields.pop("field"), "field", sheet.file)] if "field" in sheet.fields else []
        owners: list[int] = []
        for field in (entry.sheet() for entry in entries):
            owner = field.number("seat", self.table.active, most=1)
            card = self.cards.add(field, owner, of="field", clause="ENE-11.2")
            if owner in owners or (owners and self.table.variant.field == "one"):
                raise field.fail(f"{self.cards[card].name} is one field too many", clause="ENE-11.3")
            self.table.field.append(card)
            owners.append(owner)
            field.done()

    def attack(self, sheet: Sheet) -> None:
        """The monsters that wait for the Attack Step."""
        table = self.table
        for entry in sheet.each("attack"):
            table.attack.append(self.monster(entry, table.active, "ENE-14.1"))
        if bool(table.attack) != (table.step == "attack") and table.step != "play":
            reason = "nothing attacks yet" if table.attack else "nothing attacks"
            raise sheet.fail(f"{reason} in the step {table.step!r}", "attack", clause="ENE-14.1")
