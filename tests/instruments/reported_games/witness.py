"""A witness of a game: a person beside the table, who looks at it before and after each decision.

A witness sees what a spectator sees: face-up cards, their marks, the number of hidden cards, dice, and the decisions
that players announce. What happened is the difference between two looks; no event of the engine is read. The words of
each game are in its kit.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, NamedTuple

from cards.printed import PrintedCard
from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.core.asks import Ask, Option, Outcome
from gameplay.engine.core.record import Record
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.zones import Table, Visibility


class Kind(Enum):
    """What a note is about. A detail is only written on request; some are known to one player alone."""

    DECISION = auto()
    CHANCE = auto()
    RESULT = auto()
    TOTAL = auto()
    PAYMENT = auto()
    DETAIL = auto()


class CardName(NamedTuple):
    """A card as a note names it: the seat of its owner and its copy number if they are needed, and its set number."""

    ref: str
    owner: int | None = None
    copy: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A note of the witness: its words, with ``{0}`` for its first card, and the seat whose entry it is.

    ``short`` says the same without a part that a spectator could only guess. A note that ``is_planted`` is false, and
    written in every voice.
    """

    kind: Kind
    words: str
    cards: tuple[CardName, ...] = ()
    seat: int | None = None
    short: str = ""
    is_planted: bool = False


@dataclass(slots=True)
class Moment:
    """The notes between two decisions, the decision first."""

    turn: int
    active: int
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Account:
    """What the witness noted of a whole game, with the decks by set number, and their ``cards``.

    ``record`` is that of the game.
    """

    ruleset: Ruleset
    variant: str
    decks: Sequence[Sequence[str]]
    cards: Mapping[str, PrintedCard]
    moments: Sequence[Moment]
    first: int
    outcome: Outcome
    record: Record


@dataclass(frozen=True, slots=True)
class Look:
    """What a spectator sees: the zone and seat of each face-up card, its marks, and the number of cards by zone."""

    places: Mapping[int, tuple[str, int | None]]
    marks: Mapping[int, Mapping[str, Any]]
    counts: Mapping[tuple[str, int | None], int]
    names: Mapping[int, CardName]
    scores: tuple[int, ...]
    public: Mapping[str, Any]
    resolving: tuple[Option, ...]

    @classmethod
    def at(cls, table: Table, numbered: Iterable[str]) -> "Look":
        handles = {card: str(card) for card in range(len(table.cards))}
        zones = list(table.zones())
        places = {
            card: (zone.name, zone.seat) for zone in zones if zone.visibility is Visibility.ALL for card in zone.cards
        }
        marks = table.card_marks(handles)
        return cls(
            places,
            {card: marks.get(card, {}) for card in places},
            {(zone.name, zone.seat): len(zone.cards) for zone in zones},
            _names(table, places, frozenset(numbered)),
            tuple(table.scores()),
            table.public_state(handles),
            tuple(table.being_resolved()),
        )


def _names(table: Table, places: Mapping[int, tuple[str, int | None]], numbered: frozenset[str]) -> dict[int, CardName]:
    """Return the names of the face-up cards; copies in play are distinguished by owner and number."""
    copies: dict[str, dict[tuple[str, int | None], list[int]]] = defaultdict(lambda: defaultdict(list))
    for card, place in places.items():
        copies[table.cards[card].ref][place if place[0] in numbered else ("", None)].append(card)
    names = {}
    for ref, by_place in copies.items():
        in_play = [place for place in by_place if place[0]]
        for place, cards in by_place.items():
            owner = place[1] if place[0] and len({seat for _, seat in in_play}) > 1 else None
            for number, card in enumerate(cards, 1):
                names[card] = CardName(ref, owner, number if place[0] and len(cards) > 1 else None)
    return names


class Witness:
    """Turns the looks and decisions of one game into notes. Each game has a subclass with its words.

    ``look`` is the latest look, ``ask`` and ``option`` the latest decision. ``drawn`` are the cards that were taken
    from a deck since then.
    """

    watches_draws = True

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.numbered = notation_of(ruleset).zones.numbered
        self.moments: list[Moment] = []
        self.table: Any = None
        self.look: Look = Look({}, {}, {}, {}, (), {}, ())
        self.ask: Ask | None = None
        self.option: Option = ("",)
        self.drawn: list[int] = []

    # --- what a game says --------------------------------------------------------------------

    def decided(self, ask: Ask, option: Option) -> Iterator[Note]:
        """Yield the notes on a decision when it is announced."""
        raise NotImplementedError

    def changed(self, before: Look, after: Look) -> Iterator[Note]:
        """Yield the notes on the difference between two looks."""
        raise NotImplementedError

    def rolled(self, number: int) -> Iterator[Note]:
        """Yield the notes on a die."""
        return iter(())

    # --- watching ----------------------------------------------------------------------------

    def begin_turn(self, table: Any) -> None:
        """Look at the table when a turn begins: what has changed belongs to the turn before."""
        self.table = table
        self.look_again()
        self.moments.append(Moment(table.turn, table.active))
        self.ask, self.option = None, ("",)

    def decide(self, ask: Ask, option: Option) -> None:
        """Note a decision."""
        self.moments.append(Moment(self.table.turn, self.table.active))
        self.ask, self.option = ask, option
        self.moments[-1].notes += self.decided(ask, option)

    def look_again(self) -> None:
        """Look at the table, and note what has changed."""
        before, self.look = self.look, Look.at(self.table, self.numbered)
        if self.moments:
            self.moments[-1].notes += self.changed(before, self.look)
        self.drawn.clear()

    def see_number(self, outcome: int) -> None:
        """Look at the table, then at the die."""
        if self.moments:
            self.look_again()
            self.moments[-1].notes += self.rolled(outcome)

    def see_draw(self, take: Callable[[], int]) -> int:
        """Look at the table, then at a draw."""
        if self.watches_draws and self.moments:
            self.look_again()
        card = take()
        self.drawn.append(card)
        return card

    # --- words -------------------------------------------------------------------------------

    def named(self, card: int, look: Look | None = None) -> CardName:
        """Return the name of ``card`` at a look, by default the latest one."""
        return (look or self.look).names.get(card) or CardName(self.table.cards[card].ref)

    def note(self, kind: Kind, words: str, *cards: int, seat: int | None = None, short: str = "") -> Note:
        """Return a note about ``cards``, as they are named now."""
        return Note(kind, words, tuple(self.named(card) for card in cards), seat, short)


def moved(before: Look, after: Look) -> Iterator[tuple[int, str, str, int | None]]:
    """Yield each card that has changed its zone: the card, both zones ("" if hidden), and the seat of the second one.

    The seat of a card that is hidden now is that of the zone before.
    """
    for card in {**before.places, **after.places}:
        was, now = before.places.get(card, ("", None)), after.places.get(card, ("", None))
        if was != now:
            yield card, was[0], now[0], now[1] if now[0] else was[1]
