"""Reading and writing an #rm2k_anime table as a position.

Impossible positions are rejected: a card in a zone that its type cannot be in, a card on a User that is immune to it,
a player without a User.
"""

from collections.abc import Sequence
from typing import Any

from gameplay.engine.core.errors import _
from gameplay.engine.core.position_fields import CardItem, CardRegistry, CardWriter, FieldReader, UnknownCard
from gameplay.games.rm2k.bandwidths import clamp_bandwidth
from gameplay.games.rm2k.game_end import has_lost, is_beaten
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import SKILLS
from gameplay.games.rm2k.turn import PHASES

FIRST_TURN = 0  # RM-2.2: the starting Users are chosen before turn 1
STEPS: tuple[str, ...] = PHASES
SEAT_ZONES = ("hand", "discard", "deck")
GONE_ZONE = "gone"
END_CODES = ("", "time")
USER_MARKS = ("fought", "used", "claimed")
MAX_COUNT = 99  # tokens of a kind on one card


def load(table: Rm2kTable, reader: FieldReader, seats: Sequence[FieldReader], cards: CardRegistry) -> None:
    """Fill an empty table from ``reader`` and, for each player, ``seats``.

    Raise UnreadableError with the path of the invalid field.
    """
    loader = _PositionLoader(table, cards)
    for seat, seat_reader in enumerate(seats):
        loader.load_seat(seat, seat_reader)
        seat_reader.reject_unread()
    table.end_reason = reader.take_one_of("last_turn", END_CODES, "")
    if not table.turn:
        return
    for seat in table.seats_in_contention():
        if has_lost(table, seat) or all(is_beaten(table, other) for other in table.alive if other != seat):
            raise seats[seat].error(_("the game is already over (RM-4.1.1, 4.2.1)"), "users")
    if table.active not in table.alive or len(table.alive) < 2:
        raise reader.error(_("the active seat and at least one other seat must still be in the game"), "active")


def dump(table: Rm2kTable, writer: CardWriter) -> dict[str, Any]:
    """Return the table as read by `load`."""
    written: dict[str, Any] = {"seats": [_dump_seat(table, seat, writer) for seat in range(table.seats)]}
    return written | ({"last_turn": table.end_reason} if table.end_reason else {})


def _dump_seat(table: Rm2kTable, seat: int, writer: CardWriter) -> dict[str, Any]:
    written: dict[str, Any] = {"users": [_dump_user(table, user, writer) for user in table.users[seat]]}
    written["limbo"] = writer.write_refs(table.limbo[seat])
    written |= {name: writer.write_refs(getattr(table, name)[seat]) for name in (*SEAT_ZONES, GONE_ZONE)}
    written |= {"vp": table.vp[seat], "won": table.challenges_won[seat]}
    filled = {name: value for name, value in written.items() if value}
    filled |= {"began": False} if table.turn and not table.had_first_turn[seat] else {}
    return filled | ({} if seat in table.alive else {"out": True})


def _dump_user(table: Rm2kTable, user: int, writer: CardWriter) -> Any:
    """Return a User with its lag, marks, Syncing card and Attaches."""
    ref, seat = writer.write_ref(user), table.owners[user]
    marks: dict[str, Any] = {"main": True} if table.main_users[seat] == user else {}
    counted = (("lag", table.lag), ("drained", table.lasting_changes), ("bent", table.turn_changes))
    marks |= {name: values[user] for name, values in counted if user in values}
    if user in table.level_changes:
        marks["tuned"] = dict(zip(SKILLS, table.level_changes[user], strict=True))
    marks |= {name: True for name in USER_MARKS if user in getattr(table, name)}
    if user in table.syncing_cards:
        card = table.syncing_cards[user]
        marks["syncing"] = writer.write_card(card, {"tokens": table.tokens[card]} if table.tokens[card] else {})
    if table.cards_under.get(user):
        marks["under"] = [
            writer.write_card(attach, {} if table.owners[attach] == seat else {"seat": table.owners[attach]})
            for attach in table.cards_under[user]
        ]
    return {"card": ref} | marks if marks else ref


class _PositionLoader:
    """Puts the cards of a position on a table and validates their zones."""

    def __init__(self, table: Rm2kTable, cards: CardRegistry) -> None:
        self.table, self.cards = table, cards

    def load_seat(self, seat: int, reader: FieldReader) -> None:
        table = self.table
        if not table.turn:  # RM-2.4: all cards are still in the decks
            self.load_pile(seat, reader, "deck")
            return
        for entry in reader.take_items("users"):
            self.load_user(seat, entry.reader())
        for entry in reader.take_items("limbo"):
            table.limbo[seat].append(self.cards.add_unmarked(entry, seat, card_type="user"))
        for name in (*SEAT_ZONES, GONE_ZONE):
            self.load_pile(seat, reader, name)
        table.vp[seat] = reader.take_number("vp", 0, maximum=MAX_COUNT)
        table.challenges_won[seat] = reader.take_number("won", 0, maximum=MAX_COUNT)
        table.had_first_turn[seat] = reader.take("began", bool, True)
        if reader.take("out", bool, False):
            if any(zone[seat] for zone in (table.users, table.limbo, table.hand, table.deck, table.discard)):
                raise reader.error(_("all cards of a seat that is out have left the game (RM-9.4)"), "out")
            table.alive.remove(seat)

    def load_pile(self, seat: int, reader: FieldReader, name: str) -> None:
        for entry in reader.take_items(name):
            card_reader = entry.reader()
            add = self.cards.add if name == "discard" else self.cards.add_face_down
            getattr(self.table, name)[seat].append(add(card_reader, seat))
            card_reader.reject_unread()

    def load_user(self, seat: int, reader: FieldReader) -> None:
        table, user = self.table, self.cards.add(reader, seat, card_type="user")
        table.users[seat].append(user)
        if reader.take("main", bool, False):
            if table.main_users[seat] >= 0:
                raise reader.error(_("a seat has only one Main User (RM-2.3)"), "main")
            table.main_users[seat] = user
        for name, values, minimum in (
            ("lag", table.lag, 1),
            ("drained", table.lasting_changes, -MAX_COUNT),
            ("bent", table.turn_changes, -MAX_COUNT),
        ):
            if name in reader.fields:
                values[user] = reader.take_number(name, 0, minimum=minimum, maximum=MAX_COUNT)
        if "tuned" in reader.fields:
            tuned = FieldReader(reader.fields.pop("tuned"), file=reader.file, place=reader.path_of("tuned"))
            table.level_changes[user] = [
                tuned.take_number(skill, 0, minimum=-MAX_COUNT, maximum=MAX_COUNT) for skill in SKILLS
            ]
            tuned.reject_unread()
        for name in USER_MARKS:
            if reader.take(name, bool, False):
                getattr(table, name).add(user)
        if "syncing" in reader.fields:
            self.load_syncing_card(
                seat, user, CardItem(reader.fields.pop("syncing"), reader.path_of("syncing"), reader.file).reader()
            )
        under = reader.take_items("under")
        if under:
            table.cards_under[user] = [self.read_attach(seat, user, each) for each in under]
        clamp_bandwidth(table, user)
        reader.reject_unread()

    def load_syncing_card(self, seat: int, carrier: int, reader: FieldReader) -> None:
        """Read a Syncing card. Its carrier must not be immune to it (RM-6.2)."""
        card = self.cards.add_face_down(reader, seat)
        if not isinstance(self.cards[card], UnknownCard):
            self.check_immunity(carrier, card, reader)
        self.table.syncing_cards[carrier] = card
        self.table.tokens[card] = reader.take_number("tokens", 0, maximum=MAX_COUNT)
        reader.reject_unread()

    def read_attach(self, seat: int, user: int, entry: CardItem) -> int:
        """Read an Attach on a User. Its owner may be another seat (RM-7.1.2)."""
        reader = entry.reader()
        owner = reader.take_number("seat", seat, maximum=self.table.seats - 1)
        card = self.cards.add(reader, owner, card_type="attach")
        self.check_immunity(user, card, reader)
        reader.reject_unread()
        return card

    def check_immunity(self, user: int, card: int, reader: FieldReader) -> None:
        skill = self.cards[card].skill
        if skill is not None and skill in self.cards[user].immune:
            reason = _("{card} is immune to {skill} (RM-6.1, 6.2)")
            raise reader.error(reason, card=self.cards[user].name, skill=SKILLS[skill])
