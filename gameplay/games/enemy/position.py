"""Load a table from a position, and dump it as one.

An impossible position is refused: a broken limit, a card in a zone where its type
cannot be, or a game that is already won.
"""

from collections.abc import Sequence
from typing import Any

from gameplay.engine.core.errors import _
from gameplay.engine.core.position_fields import CardItem, CardRegistry, CardWriter, FieldReader
from gameplay.games.enemy.limits import is_unique_in_play, item_of_same_subtype, may_bear, pc_of_same_name
from gameplay.games.enemy.table import EnemyTable, finishes_turn_first
from gameplay.games.enemy.terms import GRUNTY_SIZE

FIRST_TURN = 1
STEPS: tuple[str, ...] = ("draw", "play", "attack")
SEAT_ZONES = ("hand", "score", "discard", "deck", "top")
END_CODES = ("", "deck", "time")


def load(table: EnemyTable, reader: FieldReader, seats: Sequence[FieldReader], cards: CardRegistry) -> None:
    """Fill an empty table from ``reader`` and, for each player, one of ``seats``.

    Raises UnreadableError with the path of the invalid field.
    """
    loader = _PositionLoader(table, cards)
    for seat, seat_reader in enumerate(seats):
        loader.load_seat(seat, seat_reader)
    loader.load_fields(reader)
    loader.load_attack(reader)
    default_plays = int(table.step == "play")
    table.plays_left = reader.take_number("plays", default_plays, minimum=default_plays, maximum=99)
    table.end_reason = reader.take_one_of("last_turn", END_CODES, "")
    for seat, seat_reader in enumerate(seats):
        if table.scores()[seat] >= table.variant.target and not finishes_turn_first(table):
            reason = _("{vp} VP already win the game")
            raise seat_reader.error(reason, "score", clause="ENE-5.9", vp=table.scores()[seat])


def dump(table: EnemyTable, writer: CardWriter) -> dict[str, Any]:
    """Return the table in the form that `load` reads."""
    dumped: dict[str, Any] = {"seats": [_dump_seat(table, seat, writer) for seat in range(table.seats)]}
    fields = [writer.write_card(field, {"seat": table.owners[field]}) for field in table.field]
    if fields:
        dumped["field"] = fields[0] if len(fields) == 1 else fields
    if table.attack:
        dumped["attack"] = writer.write_refs(table.attack)
    if table.plays_left != (1 if table.step == "play" else 0):
        dumped["plays"] = table.plays_left
    return dumped | ({"last_turn": table.end_reason} if table.end_reason else {})


def _dump_seat(table: EnemyTable, seat: int, writer: CardWriter) -> dict[str, Any]:
    dumped: dict[str, Any] = {}
    for name in ("party", "grunties"):
        dumped[name] = [_dump_with_cards_under(table, card, writer) for card in getattr(table, name)[seat]]
    dumped["portal"] = [
        writer.write_card(card, {"stored": True} if table.turn_stored.get(card) == table.turn else {})
        for card in table.portal[seat]
    ]
    dumped["hidden"] = writer.write_refs(table.hidden[seat])
    dumped |= {
        name: writer.write_refs(table.top[seat][::-1] if name == "top" else getattr(table, name)[seat])
        for name in SEAT_ZONES
    }
    zones = {name: cards for name, cards in dumped.items() if cards}
    return zones | ({} if table.had_first_turn[seat] else {"began": False})


def _dump_with_cards_under(table: EnemyTable, card: int, writer: CardWriter) -> Any:
    """Return a card with its wound and the cards under it."""
    ref = writer.write_ref(card)
    marks: dict[str, Any] = {"wounded": True} if card in table.wounded else {}
    if card in table.cards_under:  # even if it is empty, because it is part of the state's fingerprint
        marks["under"] = writer.write_refs(table.cards_under[card])
    return {"card": ref} | marks if marks else ref


class _PositionLoader:
    """Put the cards of a position on a table one by one, and check that each is allowed in its zone."""

    def __init__(self, table: EnemyTable, cards: CardRegistry) -> None:
        self.table, self.cards = table, cards

    def load_seat(self, seat: int, reader: FieldReader) -> None:
        table, variant = self.table, self.table.variant
        for entry in self.read_items(reader, "party", variant.party, "ENE-7.1"):
            self.load_pc(seat, entry.reader())
        for entry in reader.take_items("grunties"):
            self.load_grunty(seat, entry.reader())
        for entry in reader.take_items("portal"):
            self.load_stored_monster(seat, entry.reader())
        for entry in self.read_items(reader, "hidden", variant.hidden, "ENE-7.3"):
            table.hidden[seat].append(self.read_face_down(entry, seat))
        readers = {"score": self.read_scored_monster, "discard": self.read_card}
        for name in SEAT_ZONES:
            for entry in reader.take_items(name):
                getattr(table, name)[seat].append(readers.get(name, self.read_face_down)(entry, seat))
        table.top[seat].reverse()
        table.had_first_turn[seat] = reader.take("began", bool, True)
        reader.reject_unread()

    def read_items(self, reader: FieldReader, name: str, maximum: int, clause: str) -> list[CardItem]:
        entries = reader.take_items(name)
        if len(entries) > maximum:
            reason = _("{cards} cards; the maximum is {maximum}")
            raise reader.error(reason, name, clause=clause, cards=len(entries), maximum=maximum)
        return entries

    def read_card(self, entry: CardItem, owner: int) -> int:
        """Read a card of any type without marks."""
        return self.cards.add_unmarked(entry, owner)

    def read_face_down(self, entry: CardItem, owner: int) -> int:
        """Read a card of any type that not all players see."""
        reader = entry.reader()
        card = self.cards.add_face_down(reader, owner)
        reader.reject_unread()
        return card

    def read_monster(self, entry: CardItem, owner: int, clause: str) -> int:
        """Read a monster without marks; ``clause`` says that the zone is only for monsters."""
        monster = self.cards.add_unmarked(entry, owner, card_type="monster", clause=clause)
        self.check_unique(monster, entry.reader())
        return monster

    def check_unique(self, monster: int, reader: FieldReader) -> None:
        """Raise UnreadableError if a copy of the unique ``monster`` is already in play (ENE-7.6)."""
        if is_unique_in_play(self.table, self.cards[monster]):
            reason = _("{card} is unique, but in play twice")
            raise reader.error(reason, clause="ENE-7.6", card=self.cards[monster].name)

    def read_scored_monster(self, entry: CardItem, owner: int) -> int:
        """Read a monster in a score pile; it must have VP (ENE-14.6, 16.3.6)."""
        monster = self.read_monster(entry, owner, "ENE-2.8")
        if not self.cards[monster].vp:
            reason = _("{card} has no VP and cannot be scored")
            raise entry.reader().error(reason, clause="ENE-16.3.6", card=self.cards[monster].name)
        return monster

    def load_pc(self, seat: int, reader: FieldReader) -> None:
        table, pc = self.table, self.cards.add(reader, seat, card_type="pc", clause="ENE-8.1")
        if pc_of_same_name(table, seat, self.cards[pc]) is not None:
            raise reader.error(_("{card} is in the party twice"), clause="ENE-7.2", card=self.cards[pc].name)
        table.party[seat].append(pc)
        if reader.take("wounded", bool, False):
            table.wounded.add(pc)
        if "under" in reader.fields:
            table.cards_under[pc] = []
        for entry in reader.take_items("under"):
            item = self.cards.add_unmarked(entry, seat, card_type="item", clause="ENE-9.1")
            self.equip(pc, item, entry.reader())
        reader.reject_unread()

    def equip(self, pc: int, item: int, reader: FieldReader) -> None:
        table, name = self.table, self.cards[item].name
        if not may_bear(table, pc, item):
            raise reader.error(_("{pc} cannot bear {item}"), clause="ENE-9.2", pc=self.cards[pc].name, item=name)
        if item_of_same_subtype(table, pc, item) is not None:
            raise reader.error(_("{item} is a second item of its subtype"), clause="ENE-7.4", item=name)
        table.cards_under[pc].append(item)

    def load_grunty(self, seat: int, reader: FieldReader) -> None:
        table, grunty = self.table, self.cards.add(reader, seat, card_type="grunty", clause="ENE-2.7")
        table.grunties[seat].append(grunty)
        food = [self.read_face_down(entry, seat) for entry in self.read_items(reader, "under", GRUNTY_SIZE, "ENE-11.5")]
        if food:
            table.cards_under[grunty] = food
        reader.reject_unread()

    def load_stored_monster(self, seat: int, reader: FieldReader) -> None:
        """Put a storable monster into the portal (ENE-12.2); none is stored before the Play Step (ENE-12.3)."""
        table, monster = self.table, self.cards.add(reader, seat, card_type="monster", clause="ENE-12.2")
        if not self.cards[monster].storable:
            raise reader.error(_("{card} is not storable"), clause="ENE-12.2", card=self.cards[monster].name)
        self.check_unique(monster, reader)
        table.portal[seat].append(monster)
        if reader.take("stored", bool, False):
            if table.step == "draw":
                raise reader.error(_("no monster can be stored before the Play Step"), "stored", clause="ENE-12.3")
            table.turn_stored[monster] = table.turn
        reader.reject_unread()

    def load_fields(self, reader: FieldReader) -> None:
        """Load the field with its owner (ENE-2.2), or a list of fields if each player may have one (ENE-OP-7)."""
        if isinstance(reader.fields.get("field"), list):
            entries = reader.take_items("field")
        else:
            entries = [CardItem(reader.fields.pop("field"), "field", reader.file)] if "field" in reader.fields else []
        owners: list[int] = []
        for field in (entry.reader() for entry in entries):
            owner = field.take_number("seat", self.table.active, maximum=1)
            card = self.cards.add(field, owner, card_type="field", clause="ENE-11.2")
            if owner in owners or (owners and self.table.variant.field == "one"):
                raise field.error(_("{card}: there are too many fields"), clause="ENE-11.3", card=self.cards[card].name)
            self.table.field.append(card)
            owners.append(owner)
            field.reject_unread()

    def load_attack(self, reader: FieldReader) -> None:
        """Load the attacking monsters."""
        table = self.table
        for entry in reader.take_items("attack"):
            table.attack.append(self.read_monster(entry, table.active, "ENE-14.1"))
        if bool(table.attack) != (table.step == "attack") and table.step != "play":
            none, some = (
                _("in the step {step!r}, no monster can be attacking"),
                _("in the step {step!r}, at least one monster must be attacking"),
            )
            raise reader.error(none if table.attack else some, "attack", clause="ENE-14.1", step=table.step)
