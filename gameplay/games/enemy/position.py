"""A table of ENEMY as a position writes it, and laid as a position says.

What no game could come to is refused: a limit broken, a card where its type cannot
lie, a game that is already won.
"""

from collections.abc import Sequence
from typing import Any

from gameplay.engine.core.position_fields import CardItem, CardRegistry, CardWriter, FieldReader
from gameplay.games.enemy.limits import is_unique_in_play, item_of_same_subtype, may_bear, pc_of_same_name
from gameplay.games.enemy.table import EnemyTable, finishes_turn_first
from gameplay.games.enemy.terms import GRUNTY_SIZE

FIRST_TURN = 1
STEPS: tuple[str, ...] = ("draw", "play", "attack")
SEAT_ZONES = ("hand", "score", "discard", "deck", "top")
END_CODES = ("", "deck", "time")


def load(table: EnemyTable, reader: FieldReader, seats: Sequence[FieldReader], cards: CardRegistry) -> None:
    """Lay on an empty table what ``sheet`` and, for each player, ``seats`` describe.

    Raises UnreadableError with the place of what cannot lie so.
    """
    laying = _PositionLoader(table, cards)
    for seat, before in enumerate(seats):
        laying.load_seat(seat, before)
    laying.load_fields(reader)
    laying.load_attack(reader)
    due = int(table.step == "play")
    table.plays_left = reader.take_number("plays", due, minimum=due, maximum=99)
    table.end_reason = reader.take_one_of("last_turn", END_CODES, "")
    for seat, before in enumerate(seats):
        if table.scores()[seat] >= table.variant.target and not finishes_turn_first(table):
            raise before.error(f"{table.scores()[seat]} VP have won already", "score", clause="ENE-5.9")


def dump(table: EnemyTable, writer: CardWriter) -> dict[str, Any]:
    """Return the table as `lay` reads it."""
    written: dict[str, Any] = {"seats": [_dump_seat(table, seat, writer) for seat in range(table.seats)]}
    fields = [writer.write_card(field, {"seat": table.owners[field]}) for field in table.field]
    if fields:
        written["field"] = fields[0] if len(fields) == 1 else fields
    if table.attack:
        written["attack"] = writer.write_refs(table.attack)
    if table.plays_left != (1 if table.step == "play" else 0):
        written["plays"] = table.plays_left
    return written | ({"last_turn": table.end_reason} if table.end_reason else {})


def _dump_seat(table: EnemyTable, seat: int, writer: CardWriter) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for name in ("party", "grunties"):
        written[name] = [_dump_with_cards_under(table, card, writer) for card in getattr(table, name)[seat]]
    written["portal"] = [
        writer.write_card(card, {"stored": True} if table.turn_stored.get(card) == table.turn else {})
        for card in table.portal[seat]
    ]
    written["hidden"] = writer.write_refs(table.hidden[seat])
    written |= {
        name: writer.write_refs(table.top[seat][::-1] if name == "top" else getattr(table, name)[seat])
        for name in SEAT_ZONES
    }
    lies = {name: cards for name, cards in written.items() if cards}
    return lies | ({} if table.had_first_turn[seat] else {"began": False})


def _dump_with_cards_under(table: EnemyTable, card: int, writer: CardWriter) -> Any:
    """A card with its wound and what lies under it."""
    ref = writer.write_ref(card)
    marks: dict[str, Any] = {"wounded": True} if card in table.wounded else {}
    if card in table.cards_under:  # even if nothing lies there any more: the fingerprint of records has it
        marks["under"] = writer.write_refs(table.cards_under[card])
    return {"card": ref} | marks if marks else ref


class _PositionLoader:
    """Puts the cards of a position on a table one by one; each must be able to lie there."""

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
            table.hidden[seat].append(self.read_card(entry, seat))
        for name in SEAT_ZONES:
            for entry in reader.take_items(name):
                getattr(table, name)[seat].append(
                    self.read_scored_monster(entry, seat) if name == "score" else self.read_card(entry, seat)
                )
        table.top[seat].reverse()
        table.had_first_turn[seat] = reader.take("began", bool, True)
        reader.reject_unread()

    def read_items(self, reader: FieldReader, name: str, most: int, clause: str) -> list[CardItem]:
        entries = reader.take_items(name)
        if len(entries) > most:
            raise reader.error(f"{len(entries)} cards; at most {most}", name, clause=clause)
        return entries

    def read_card(self, entry: CardItem, owner: int) -> int:
        """Read a card of any type that has no marks."""
        return self.cards.add_unmarked(entry, owner)

    def read_monster(self, entry: CardItem, owner: int, clause: str) -> int:
        """Read a monster that has no marks; ``clause`` says that only monsters lie there."""
        monster = self.cards.add_unmarked(entry, owner, card_type="monster", clause=clause)
        self.check_unique(monster, entry.reader())
        return monster

    def check_unique(self, monster: int, reader: FieldReader) -> None:
        """Raise UnreadableError if a copy of the unique ``monster`` is in play already (ENE-7.6)."""
        if is_unique_in_play(self.table, self.cards[monster]):
            raise reader.error(f"{self.cards[monster].name} is unique and in play twice", clause="ENE-7.6")

    def read_scored_monster(self, entry: CardItem, owner: int) -> int:
        """Read a monster of a score pile, where none lies without VP (ENE-14.6, 16.3.6)."""
        monster = self.read_monster(entry, owner, "ENE-2.8")
        if not self.cards[monster].vp:
            raise entry.reader().error(f"{self.cards[monster].name} has no VP and is never scored", clause="ENE-16.3.6")
        return monster

    def load_pc(self, seat: int, reader: FieldReader) -> None:
        table, pc = self.table, self.cards.add(reader, seat, card_type="pc", clause="ENE-8.1")
        if pc_of_same_name(table, seat, self.cards[pc]) is not None:
            raise reader.error(f"{self.cards[pc].name} is there twice", clause="ENE-7.2")
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
            raise reader.error(f"{self.cards[pc].name} may not bear {name}", clause="ENE-9.2")
        if item_of_same_subtype(table, pc, item) is not None:
            raise reader.error(f"{name} is a second item of its subtype", clause="ENE-7.4")
        table.cards_under[pc].append(item)

    def load_grunty(self, seat: int, reader: FieldReader) -> None:
        table, grunty = self.table, self.cards.add(reader, seat, card_type="grunty", clause="ENE-2.7")
        table.grunties[seat].append(grunty)
        food = [self.read_card(entry, seat) for entry in self.read_items(reader, "under", GRUNTY_SIZE, "ENE-11.5")]
        if food:
            table.cards_under[grunty] = food
        reader.reject_unread()

    def load_stored_monster(self, seat: int, reader: FieldReader) -> None:
        """Lay a monster in the portal: a storable one (ENE-12.2), which nothing has stored before the Play Step (ENE-12.3)."""
        table, monster = self.table, self.cards.add(reader, seat, card_type="monster", clause="ENE-12.2")
        if not self.cards[monster].storable:
            raise reader.error(f"{self.cards[monster].name} is not storable", clause="ENE-12.2")
        self.check_unique(monster, reader)
        table.portal[seat].append(monster)
        if reader.take("stored", bool, False):
            if table.step == "draw":
                raise reader.error("nothing has been stored in this turn yet", "stored", clause="ENE-12.3")
            table.turn_stored[monster] = table.turn
        reader.reject_unread()

    def load_fields(self, reader: FieldReader) -> None:
        """The one field, and whose it is (ENE-2.2); a list of them where each player may have one (ENE-OP-7)."""
        if isinstance(reader.fields.get("field"), list):
            entries = reader.take_items("field")
        else:
            entries = [CardItem(reader.fields.pop("field"), "field", reader.file)] if "field" in reader.fields else []
        owners: list[int] = []
        for field in (entry.reader() for entry in entries):
            owner = field.take_number("seat", self.table.active, maximum=1)
            card = self.cards.add(field, owner, card_type="field", clause="ENE-11.2")
            if owner in owners or (owners and self.table.variant.field == "one"):
                raise field.error(f"{self.cards[card].name} is one field too many", clause="ENE-11.3")
            self.table.field.append(card)
            owners.append(owner)
            field.reject_unread()

    def load_attack(self, reader: FieldReader) -> None:
        """The monsters that wait for the Attack Step."""
        table = self.table
        for entry in reader.take_items("attack"):
            table.attack.append(self.read_monster(entry, table.active, "ENE-14.1"))
        if bool(table.attack) != (table.step == "attack") and table.step != "play":
            reason = "nothing attacks yet" if table.attack else "nothing attacks"
            raise reader.error(f"{reason} in the step {table.step!r}", "attack", clause="ENE-14.1")
