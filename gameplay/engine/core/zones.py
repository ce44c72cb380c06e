"""The table: cards, where they lie, and what has happened.

A card in play is an int, the index of its definition in ``cards`` and of its owner in
``owners``; a zone is a list of ints. Each game adds its zones as attributes and lists
them in `places`, so that views, searches and checks can go over every card without
knowing the game.
"""

import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self

import orjson
from typing_extensions import TypeVar

from cards.printed import PrintedCard
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Chance
from gameplay.engine.core.json_text import JsonObject


class CardDefinition(Protocol):
    """What the rules of a game read of a printed card, as far as the core knows it."""

    @property
    def ref(self) -> str:
        """The card's set and number, as "FL-C01"."""

    @property
    def name(self) -> str:
        """The card's English title."""

    @property
    def type(self) -> str:
        """The card's type, in the game's own word."""

    @property
    def printed(self) -> PrintedCard:
        """The card it was read from."""


class GameVariant(Protocol):
    """A variant of a game: a dataclass whose fields say how it is played."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str:
        """The name of the variant, also with switches."""


CardT = TypeVar("CardT", bound=CardDefinition, default=Any)


class Visibility(Enum):
    """Who sees the faces of the cards in a zone."""

    ALL = auto()
    OWNER = auto()
    NOBODY = auto()


class Zone(NamedTuple):
    """One zone: its name, whose it is (None: everybody's), who sees it, the cards in it."""

    name: str
    seat: int | None
    visibility: Visibility
    cards: Sequence[int]


class Table(Generic[CardT]):
    """One game's state. Rules change it in place; `copy` is the snapshot at a turn's start.

    ``events`` is append-only, each event a tuple of a code and ids, like an option.
    ``step`` is the step of the turn from which the rules would go on, if the game has steps. ``left`` are the
    seats that have given up, in order: no more is asked of them.
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
        """Take over what every game has from ``other``; definitions are shared, past events stay there."""
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
        """Every zone of the game; each card lies in exactly one of them."""
        raise NotImplementedError

    def card_marks(self, handles: Mapping[int, str]) -> dict[int, JsonObject]:
        """What face-up cards show besides their faces: wounds, what they lie under; ``handles`` name cards."""
        return {}

    def public_state(self, handles: Mapping[int, str]) -> JsonObject:
        """What everybody knows besides the zones, as JSON; ``handles`` name cards."""
        return {}

    def being_resolved(self) -> Iterable[Option]:
        """What is being fought out or waits to take effect, each a code and ids, told by `felt.Felt.clash`."""
        return ()

    def are_allied(self, seat: int, other: int) -> bool:
        """Whether ``other`` wins when ``seat`` does: itself, and a teammate."""
        return seat == other

    def seats_in_contention(self) -> list[int]:
        """The seats that can still win."""
        return [seat for seat in range(self.seats) if seat not in self.conceded_seats]

    def concede(self, seat: int) -> tuple[int, ...]:
        """``seat`` gives up. Return who has won by that: nobody while others play on against each other."""
        self.conceded_seats += (seat,)
        first, *others = self.seats_in_contention()
        if not all(self.are_allied(first, other) for other in others):
            return ()
        return tuple(other for other in range(self.seats) if self.are_allied(first, other))

    def teams(self) -> list[list[int]]:
        """The seats of each team, none where everybody plays alone."""
        seats = range(self.seats)
        teams = {tuple(other for other in seats if self.are_allied(seat, other)) for seat in seats}
        return sorted(map(list, teams)) if len(teams) < self.seats else []

    def scores(self) -> tuple[int, ...]:
        """What each seat has scored."""
        raise NotImplementedError

    def state(self) -> Sequence[object]:
        """All there is, as JSON: each zone's cards, sorted where a set leaves them in any order, and all marks.

        Of what is drawn from, which has no order, the size is enough: it holds the cards that lie nowhere else.
        Some of the lists are the table's own, which go on changing.
        """
        raise NotImplementedError

    def fingerprint(self) -> int:
        """Return the CRC-32 of the state as JSON without spaces, the same on every machine.

        It finds faults, not forgers: the hash chain of the log does that.
        """
        return zlib.crc32(orjson.dumps(self.state()))


def distinct_cards(table: "Table[CardT]", cards: Iterable[int]) -> Collection[int]:
    """One card of each definition: which copy is chosen makes no difference."""
    definitions = table.cards
    return {definitions[card]: card for card in cards}.values()
