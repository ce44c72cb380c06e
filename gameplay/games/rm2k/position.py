"""A table of the game as a position writes it, and laid as a position says.

What no game could come to is refused: a card where its type cannot lie, one on a User who is immune to it, a
player without a User.
"""

from collections.abc import Sequence
from typing import Any

from gameplay.engine.core.position_fields import Cards, Entry, Ink, Sheet
from gameplay.games.rm2k.bandwidths import write_off
from gameplay.games.rm2k.ends import beaten, loses
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import SKILLS
from gameplay.games.rm2k.turn import PHASES

FIRST_TURN = 0  # RM-2.2: the starting Users are chosen before turn 1
STEPS: tuple[str, ...] = PHASES
PLAIN = ("hand", "discard", "deck")
OUT = "gone"
ENDS = ("", "time")
MARKS = ("fought", "used", "claimed")
MOST = 99  # tokens of a kind on one card


def lay(table: Rm2kTable, sheet: Sheet, seats: Sequence[Sheet], cards: Cards) -> None:
    """Lay on an empty table what ``sheet`` and, for each player, ``seats`` describe.

    Raises UnreadableError with the place of what cannot lie so.
    """
    laying = _Laying(table, cards)
    for seat, before in enumerate(seats):
        laying.seat(seat, before)
        before.done()
    table.last_turn = sheet.one_of("last_turn", ENDS, "")
    if not table.turn:
        return
    for seat in table.standing():
        if loses(table, seat) or all(beaten(table, other) for other in table.alive if other != seat):
            raise seats[seat].fail("the game is over already (RM-4.1.1, 4.2.1)", "users")
    if table.active not in table.alive or len(table.alive) < 2:
        raise sheet.fail("whoever has the turn, and somebody else, are still in", "active")


def laid(table: Rm2kTable, ink: Ink) -> dict[str, Any]:
    """Return the table as `lay` reads it."""
    written: dict[str, Any] = {"seats": [_seat(table, seat, ink) for seat in range(table.seats)]}
    return written | ({"last_turn": table.last_turn} if table.last_turn else {})


def _seat(table: Rm2kTable, seat: int, ink: Ink) -> dict[str, Any]:
    written: dict[str, Any] = {"users": [_user(table, user, ink) for user in table.users[seat]]}
    written["limbo"] = ink.cards(table.limbo[seat])
    written |= {name: ink.cards(getattr(table, name)[seat]) for name in (*PLAIN, OUT)}
    written |= {"vp": table.vp[seat], "won": table.won[seat]}
    lies = {name: value for name, value in written.items() if value}
    lies |= {"began": False} if table.turn and not table.began[seat] else {}
    return lies | ({} if seat in table.alive else {"out": True})


def _user(table: Rm2kTable, user: int, ink: Ink) -> Any:
    """A User with its tokens and marks, its Syncing card and what lies on it."""
    ref, seat = ink.add(user), table.owners[user]
    marks: dict[str, Any] = {"main": True} if table.main[seat] == user else {}
    counted = (("lag", table.lag), ("drained", table.drained), ("bent", table.bent))
    marks |= {name: values[user] for name, values in counted if user in values}
    if user in table.tuned:
        marks["tuned"] = dict(zip(SKILLS, table.tuned[user], strict=True))
    marks |= {name: True for name in MARKS if user in getattr(table, name)}
    if user in table.carries:
        card = table.carries[user]
        marks["syncing"] = ink.card(card, {"tokens": table.tokens[card]} if table.tokens[card] else {})
    if table.under.get(user):
        marks["under"] = [
            ink.card(attach, {} if table.owners[attach] == seat else {"seat": table.owners[attach]})
            for attach in table.under[user]
        ]
    return {"card": ref} | marks if marks else ref


class _Laying:
    """Puts the cards of a position on a table one by one; each must be able to lie there."""

    def __init__(self, table: Rm2kTable, cards: Cards) -> None:
        self.table, self.cards = table, cards

    def seat(self, seat: int, sheet: Sheet) -> None:
        table = self.table
        if not table.turn:  # RM-2.4: all cards still lie in the decks
            for entry in sheet.each("deck"):
                table.deck[seat].append(self.cards.plain(entry, seat))
            return
        for entry in sheet.each("users"):
            self.user(seat, entry.sheet())
        for entry in sheet.each("limbo"):
            table.limbo[seat].append(self.cards.plain(entry, seat, of="user"))
        for name in (*PLAIN, OUT):
            for entry in sheet.each(name):
                getattr(table, name)[seat].append(self.cards.plain(entry, seat))
        table.vp[seat] = sheet.number("vp", 0, most=MOST)
        table.won[seat] = sheet.number("won", 0, most=MOST)
        table.began[seat] = sheet.take("began", bool, True)
        if sheet.take("out", bool, False):
            if any(zone[seat] for zone in (table.users, table.limbo, table.hand, table.deck, table.discard)):
                raise sheet.fail("the cards of who is out have left the game (RM-9.4)", "out")
            table.alive.remove(seat)

    def user(self, seat: int, sheet: Sheet) -> None:
        table, user = self.table, self.cards.add(sheet, seat, of="user")
        table.users[seat].append(user)
        if sheet.take("main", bool, False):
            if table.main[seat] >= 0:
                raise sheet.fail("there is one Main User (RM-2.3)", "main")
            table.main[seat] = user
        for name, values, least in (
            ("lag", table.lag, 1),
            ("drained", table.drained, -MOST),
            ("bent", table.bent, -MOST),
        ):
            if name in sheet.fields:
                values[user] = sheet.number(name, 0, least=least, most=MOST)
        if "tuned" in sheet.fields:
            tuned = Sheet(sheet.fields.pop("tuned"), file=sheet.file, place=sheet.at("tuned"))
            table.tuned[user] = [tuned.number(skill, 0, least=-MOST, most=MOST) for skill in SKILLS]
            tuned.done()
        for name in MARKS:
            if sheet.take(name, bool, False):
                getattr(table, name).add(user)
        if "syncing" in sheet.fields:
            self.syncing(seat, user, Entry(sheet.fields.pop("syncing"), sheet.at("syncing"), sheet.file).sheet())
        under = sheet.each("under")
        if under:
            table.under[user] = [self.attached(seat, user, each) for each in under]
        write_off(table, user)
        sheet.done()

    def syncing(self, seat: int, carrier: int, sheet: Sheet) -> None:
        """A card on a User who is not immune to it (RM-6.2)."""
        card = self.cards.add(sheet, seat)
        self.may_lie(carrier, card, sheet)
        self.table.carries[carrier] = card
        self.table.tokens[card] = sheet.number("tokens", 0, most=MOST)
        sheet.done()

    def attached(self, seat: int, user: int, entry: Entry) -> int:
        """An Attach on a User, which may be an opponent's (RM-7.1.2)."""
        sheet = entry.sheet()
        owner = sheet.number("seat", seat, most=self.table.seats - 1)
        card = self.cards.add(sheet, owner, of="attach")
        self.may_lie(user, card, sheet)
        sheet.done()
        return card

    def may_lie(self, user: int, card: int, sheet: Sheet) -> None:
        skill = self.cards[card].skill
        if skill is not None and skill in self.cards[user].immune:
            raise sheet.fail(f"{self.cards[user].name} is immune to {SKILLS[skill]} (RM-6.1, 6.2)")
