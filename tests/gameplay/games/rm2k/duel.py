"""Set up a table for a test and play on, using card names instead of ids."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.engine.core.asks import PASS, Option, Outcome
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import view_for_seat
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.sentences import ASKS, EVENTS, OPTIONS
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import Card
from tests.gameplay.games.rm2k.cards import BLANK

ALICE, BOB, CAROL, DAVE = range(4)


@dataclass
class On:
    """A User with its Attaches, Syncing card and lag."""

    user: Card
    under: Sequence[Card] = ()
    syncing: Card | None = None
    tokens: int = 0
    lag: int = 0
    drained: int = 0


@dataclass
class Side:
    """The cards of one player, with a blank card in hand, so that windows ask all players.

    The ``deck`` is drawn in the given order and ends with ``blanks`` blank cards. The first of ``users`` is the Main
    User.
    """

    users: Sequence[Card | On] = ()
    hand: Sequence[Card] = ()
    limbo: Sequence[Card] = ()
    discard: Sequence[Card] = ()
    deck: Sequence[Card] = ()
    vp: int = 0
    blanks: int = 20
    began: bool = True


class InOrder:
    """Predictable chance: of several cards the first, and always the number ``lot``."""

    def __init__(self, lot: int = 0) -> None:
        self.entries: list[Any] = []
        self.lot = lot

    def take(self, cards: list[int]) -> int:
        card = min(cards)
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        self.entries.append(self.lot)
        return self.lot


class Duel:
    """A game in progress. Options, events and zones have card names instead of ids.

    After every step, the views of all players and of a spectator are rendered.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.check_views()

    def check_views(self) -> None:
        for seat in (*range(self.table.seats), None):
            view_for_seat(self.game, seat)

    @property
    def table(self) -> Rm2kTable:
        table: Rm2kTable = self.game.table
        return table

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome

    @property
    def ended(self) -> tuple[tuple[int, ...], str] | None:
        """The winners and the end reason."""
        return None if self.outcome is None else (self.outcome.winners, self.outcome.reason)

    @property
    def asked(self) -> tuple[int, str] | None:
        """The seat and code of the current question, or None."""
        ask = self.game.ask
        return None if ask is None else (ask.seat, ask.about[0])

    @property
    def about(self) -> Option:
        assert self.game.ask is not None
        return self.named(ASKS, self.game.ask.about)

    @property
    def options(self) -> list[Option]:
        return [] if self.game.ask is None else [self.named(OPTIONS, option) for option in self.game.ask.options]

    def may(self, code: str) -> set[Any]:
        """Return the options with this code, without the code."""
        return {option[1:] if len(option) > 2 else option[-1] for option in self.options if option[0] == code}

    def choose(self, *answer: Any) -> "Duel":
        """Choose the option ``answer``, which has card names instead of ids."""
        assert self.game.ask is not None, f"no player is asked: {self.ended}"
        for option in self.game.ask.options:
            if self.named(OPTIONS, option) == answer:
                self.game.choose(option)
                self.check_views()
                return self
        raise AssertionError(f"{answer} is not offered to {self.asked}: {self.options}")

    def passes(self, *seats: int) -> "Duel":
        """Pass for each of ``seats`` in this order."""
        for seat in seats:
            assert self.asked is not None
            assert self.asked[0] == seat, self.asked
            self.choose(*PASS)
        return self

    def pass_answers(self) -> "Duel":
        """Pass all questions of a response window."""
        while self.asked and self.asked[1] == "answer":
            self.choose(*PASS)
        return self

    def events(self, code: str) -> list[Option]:
        """Return the events with this code, without the code."""
        return [self.named(EVENTS, event)[1:] for event in self.table.events if event[0] == code]

    def order(self, *codes: str) -> list[str]:
        """Return these codes in the order of their events."""
        return [event[0] for event in self.table.events if event[0] in codes]

    def zone(self, name: str, seat: int | None = None) -> list[str]:
        """Return the names of the cards in a zone."""
        [place] = [place for place in self.table.zones() if (place.name, place.seat) == (name, seat)]
        return [self.table.cards[card].name for card in place.cards]

    def id(self, name: str) -> int:
        """Return the first card of this name on the table, or else anywhere."""
        named = [card for card, definition in enumerate(self.table.cards) if definition.name == name]
        laid = {card for users in self.table.users for card in users} | set(self.table.tokens)
        return next((card for card in named if card in laid), named[0])

    def lag(self, name: str) -> int:
        return self.table.lag.get(self.id(name), 0)

    def tokens(self, name: str) -> int | None:
        """Return the tokens on a Syncing card, or None if the card is not syncing."""
        return self.table.tokens.get(self.id(name))

    def named(self, says: Any, what: Option) -> Option:
        fields = zip(says[what[0]].fields, what[1:], strict=True)
        named = (
            self.table.cards[value].name if field.startswith(("card", "slot")) else value for field, value in fields
        )
        return (what[0], *named)


def lay(*sides: Side, step: str = "main", active: int = ALICE, **switches: Any) -> Duel:
    """Set up a table and play on from ``step`` of the turn of ``active``."""
    table = laid(*sides, **switches)
    table.step, table.active, table.turn = step, active, 5
    return Duel(Game(RULESET, table, pausing=True))


def begin(*decks: Sequence[Card], lot: int = 0, pausing: bool = False, **switches: Any) -> Duel:
    """Begin a game with its setup."""
    return Duel(Game(RULESET, RULESET.deal(RULESET.variant("open", switches), decks, InOrder(lot)), pausing=pausing))


def laid(*sides: Side, **switches: Any) -> Rm2kTable:
    """Return a table with all cards in their zones. The cards of a deck have the last ids of their seat."""
    sheets = [_Sheet(side) for side in sides]
    decks = [sheet.cards for sheet in sheets]
    table: Rm2kTable = RULESET.deal(RULESET.variant("open", switches), decks, InOrder())
    first = 0
    for seat, (side, sheet) in enumerate(zip(sides, sheets, strict=True)):
        sheet.put_down(table, seat, first)
        table.main_users[seat] = table.users[seat][0] if table.users[seat] else -1
        table.vp[seat], table.had_first_turn[seat] = side.vp, side.began
        first += len(sheet.cards)
    return table


class _Sheet:
    """The cards of one side in the order of their ids, with their zones."""

    def __init__(self, side: Side) -> None:
        self.cards: list[Card] = []
        self.goes: list[tuple[Any, ...]] = []
        for each in side.users:
            self.user(each if isinstance(each, On) else On(each))
        for zone in ("hand", "limbo", "discard"):
            for card in getattr(side, zone):
                self.put(card, zone)
        self.put(BLANK, "hand")
        for card in [*side.deck, *[BLANK] * side.blanks]:
            self.put(card, "deck")

    def put(self, card: Card, *where: Any) -> int:
        self.cards.append(card)
        self.goes.append(where)
        return len(self.cards) - 1

    def user(self, on: On) -> None:
        host = self.put(on.user, "users", on)
        for below in on.under:
            self.put(below, "under", host)
        if on.syncing is not None:
            self.put(on.syncing, "syncing", host, on.tokens)

    def put_down(self, table: Rm2kTable, seat: int, first: int) -> None:
        table.deck[seat] = []
        for card, (zone, *where) in enumerate(self.goes, first):
            if zone == "under":
                table.cards_under.setdefault(first + where[0], []).append(card)
            elif zone == "syncing":
                table.syncing_cards[first + where[0]] = card
                table.tokens[card] = where[1]
            else:
                getattr(table, zone)[seat].append(card)
            if zone == "users":
                counted = ((table.lag, where[0].lag), (table.lasting_changes, where[0].drained))
                for tokens, count in counted:
                    tokens.update({card: count} if count else {})
