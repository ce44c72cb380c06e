"""The table: cards, their zones, and the events so far.

A card in play is an int, the index of its definition in ``cards`` and of its owner in ``owners``; a zone is a list of
ints. Each game adds its zones as attributes and lists them in `Table.zones`, so that views, searches and checks can
iterate over all cards of any game.
"""

import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self

import orjson

from cards.printed import PrintedCard
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Chance
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.type_variables import TypeVar


class CardDefinition(Protocol):
    """The part of a card definition that the core uses."""

    @property
    def ref(self) -> str:
        """The card's set and number, such as "FL-C01"."""

    @property
    def name(self) -> str:
        """The card's English title."""

    @property
    def type(self) -> str:
        """The card's type, in the game's own term."""

    @property
    def printed(self) -> PrintedCard:
        """The printed card that the definition was made from."""


class GameVariant(Protocol):
    """A variant of a game: a dataclass whose fields are the variable parts of the rules."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str:
        """The name of the variant, also if switches change its fields."""


CardT = TypeVar("CardT", bound=CardDefinition, default=Any)


class Visibility(Enum):
    """The seats that see the faces of the cards in a zone."""

    ALL = auto()
    OWNER = auto()
    NOBODY = auto()


class Zone(NamedTuple):
    """A zone: its name, its seat (None if it is shared), its visibility, and its cards."""

    name: str
    seat: int | None
    visibility: Visibility
    cards: Sequence[int]


class Table(Generic[CardT]):
    """The state of one game. Rules change it in place; `copy` makes the snapshot at the start of a turn.

    ``events`` is append-only; each event is a tuple of a code and ids, like an option. ``step`` is the step of the
    turn at which the rules resume, if the game has steps. ``conceded_seats`` are the seats that have conceded, in
    order; they are not asked again.
    """

    __slots__ = ("active", "cards", "chance", "conceded_seats", "events", "owners", "seats", "step", "turn")

    variant: GameVariant

    def __init__(self, decks: Sequence[Sequence[CardT]], chance: Chance) -> None:
        self.seats = len(decks)
        self.cards: list[CardT] = [card for deck in decks for card in deck]
        self.owners = [seat for seat, deck in enumerate(decks) for _ in deck]
        self.chance = chance
        self.events: list[Option] = []
        self.turn = 0
        self.active = 0
        self.step = ""
        self.conceded_seats: tuple[int, ...] = ()

    def copy_common_from(self, other: Self) -> None:
        """Copy the state that every game has from ``other``. Definitions are shared; past events are not copied."""
        self.seats = other.seats
        self.cards = other.cards
        self.owners = other.owners
        self.chance = other.chance
        self.events = []
        self.turn = other.turn
        self.active = other.active
        self.step = other.step
        self.conceded_seats = other.conceded_seats

    def copy(self) -> Self:
        """Return an independent table in the same state."""
        raise NotImplementedError

    def zones(self) -> Iterator[Zone]:
        """Yield every zone of the game; each card is in exactly one of them."""
        raise NotImplementedError

    def bearers(self) -> dict[int, int]:
        """Return, for each card that lies under another card in play, that other card."""
        return {}

    def card_marks(self, handles: Mapping[int, str]) -> dict[int, JsonObject]:
        """Return the visible marks of face-up cards, such as wounds or their bearers; ``handles`` name cards."""
        return {}

    def public_state(self, handles: Mapping[int, str]) -> JsonObject:
        """Return the public state besides the zones, as JSON; ``handles`` name cards."""
        return {}

    def being_resolved(self) -> Iterable[Option]:
        """Return everything that is being resolved or waits to be resolved, each item a code and ids.

        `TableLayout.resolving_sentences` are the sentences for it.
        """
        return ()

    def are_allied(self, seat: int, other: int) -> bool:
        """Return whether ``other`` wins if ``seat`` wins: the seat itself, and its teammates."""
        return seat == other

    def seats_in_contention(self) -> list[int]:
        """Return the seats that can still win."""
        return [seat for seat in range(self.seats) if seat not in self.conceded_seats]

    def concede(self, seat: int) -> tuple[int, ...]:
        """Let ``seat`` concede. Return the seats that win by this; empty while opponents remain."""
        self.conceded_seats += (seat,)
        first, *others = self.seats_in_contention()
        if not all(self.are_allied(first, other) for other in others):
            return ()
        return tuple(other for other in range(self.seats) if self.are_allied(first, other))

    def teams(self) -> list[list[int]]:
        """Return the seats of each team; empty if every seat plays alone."""
        seats = range(self.seats)
        teams = {tuple(other for other in seats if self.are_allied(seat, other)) for seat in seats}
        return sorted(map(list, teams)) if len(teams) < self.seats else []

    def scores(self) -> tuple[int, ...]:
        """Return the score of each seat."""
        raise NotImplementedError

    def state(self) -> Sequence[object]:
        """Return the complete state as JSON: all marks, and the cards of each zone.

        The cards of a zone are sorted if their order has no meaning. Draw piles have no order, so their size is
        sufficient: they contain the cards that are in no other zone. Some of the lists are the table's own, and will
        change later.
        """
        raise NotImplementedError

    def fingerprint(self) -> int:
        """Return the CRC-32 of the state as JSON without spaces; it is the same on every machine.

        It detects faults, not forgery; the hash chain of the log protects against forgery.
        """
        return zlib.crc32(orjson.dumps(self.state()))


def distinct_cards(table: "Table[CardT]", cards: Iterable[int]) -> Collection[int]:
    """Return one card for each definition, because copies are interchangeable."""
    definitions = table.cards
    return {definitions[card]: card for card in cards}.values()


def cards_with(table: "Table[CardT]", cards: Iterable[int], trait: str, value: object) -> list[int]:
    """Return those of ``cards`` whose ``trait``, such as the type, has this value.

    In a reported game, not all cards of an open pile are known. Then a card that may fit is found, too.
    """
    if find := getattr(table.cards, "cards_that_may_fit", None):
        return list(find(cards, trait, value))
    return [card for card in cards if getattr(table.cards[card], trait) == value]


def offered_cards(table: "Table[CardT]", cards: Collection[int]) -> Collection[int]:
    """Return one card for each definition, to choose from cards that other players do not see.

    If all are copies, return all of them: a question with one option would not be asked, which would reveal that.
    """
    distinct = distinct_cards(table, cards)
    return distinct if len(distinct) > 1 else cards
