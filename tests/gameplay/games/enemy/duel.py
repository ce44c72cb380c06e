"""A table laid for one situation, and the game played on from there, told in card names."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from gameplay.engine.core.asks import Option
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import view_for_seat
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.sentences import EVENTS, OPTIONS
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.terms import Card
from gameplay.games.enemy.variants import DRAFT, Variant
from tests.gameplay.games.enemy.cards import BLANK

ALICE, BOB = 0, 1

Laden = Card | tuple[Card, ...]
"""A card, or a card and what lies under it: a PC with its items, a Grunty with its food."""


@dataclass
class Side:
    """What lies before one player; the rest of the table is empty.

    ``deck`` comes up in the order written, and then ``blanks`` blank cards.
    """

    pcs: Sequence[Laden] = ()
    hand: Sequence[Card] = ()
    hidden: Sequence[Card] = ()
    portal: Sequence[Card] = ()
    score: Sequence[Card] = ()
    discard: Sequence[Card] = ()
    grunties: Sequence[Laden] = ()
    deck: Sequence[Card] = ()
    wounded: Sequence[Card] = ()
    blanks: int = 20


class InOrder:
    """Chance without surprises: of several cards the one written first, of several numbers the first."""

    def __init__(self) -> None:
        self.entries: list[Any] = []

    def take(self, cards: list[int]) -> int:
        card = min(cards)
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        self.entries.append(0)
        return 0


class Duel:
    """A game in progress. Options, events and zones are told with names in place of ids.

    After every step all that happened and is asked must have words, for each player and whoever watches.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tell()

    def tell(self) -> None:
        for seat in (ALICE, BOB, None):
            view_for_seat(self.game, seat)

    @property
    def table(self) -> EnemyTable:
        table: EnemyTable = self.game.table
        return table

    @property
    def asked(self) -> tuple[int, str] | None:
        """Whose answer is awaited, and to what."""
        ask = self.game.ask
        return None if ask is None else (ask.seat, ask.about[0])

    @property
    def options(self) -> list[Option]:
        assert self.game.ask is not None
        return [self.named(OPTIONS, option) for option in self.game.ask.options]

    @property
    def answers(self) -> set[str]:
        """The cards, or else the words, that may be answered with."""
        return {str(option[-1]) for option in self.options}

    def choose(self, *answer: Any) -> "Duel":
        """Give ``answer``, an option with names for cards; of copies the first is meant."""
        assert self.game.ask is not None
        for option in self.game.ask.options:
            if self.named(OPTIONS, option) == answer:
                self.game.choose(option)
                self.tell()
                return self
        raise AssertionError(f"{answer} is not offered to {self.asked}: {self.options}")

    def told(self, code: str) -> list[Option]:
        """What happened under ``code`` since the table was laid, without the code."""
        return [self.named(EVENTS, event)[1:] for event in self.table.events if event[0] == code]

    def order(self, *codes: str) -> list[str]:
        """In which order these codes happened."""
        return [event[0] for event in self.table.events if event[0] in codes]

    def zone(self, name: str, seat: int | None = None) -> list[str]:
        """The names of the cards that lie there."""
        [place] = [place for place in self.table.zones() if (place.name, place.seat) == (name, seat)]
        return [self.table.cards[card].name for card in place.cards]

    def wounded(self) -> set[str]:
        return {self.table.cards[card].name for card in self.table.wounded}

    def under(self, name: str) -> list[str]:
        """What lies under the card of that name."""
        cards = self.table.cards
        return [
            cards[below].name
            for top, lies in self.table.cards_under.items()
            for below in lies
            if cards[top].name == name
        ]

    def named(self, says: Any, what: Option) -> Option:
        fields = zip(says[what[0]].fields, what[1:], strict=True)
        named = (
            self.table.cards[value].name if field.startswith(("card", "slot")) else value for field, value in fields
        )
        return (what[0], *named)


def lay(
    alice: Side,
    bob: Side | None = None,
    *,
    variant: Variant = DRAFT,
    field: Card | None = None,
    first_turn: bool = False,
    ready: bool = True,
    pausing: bool = False,
) -> Duel:
    """Lay the table and begin Alice's turn.

    ``ready``: she holds blanks up to four cards and draws another one first, so that her
    Draw Step is uneventful and what ``deck`` says begins after it. ``first_turn``:
    neither has had a turn yet. The field is Bob's.
    """
    sides = (alice, bob or Side())
    if ready:
        alice = replace(alice, hand=[*alice.hand, *[BLANK] * (4 - len(alice.hand))], deck=[BLANK, *alice.deck])
        sides = (alice, sides[1])
    layout = _Layout(sides, field)
    table = RULESET.deal(variant, layout.cards, InOrder())
    layout.lay(table)
    table.had_first_turn = [not first_turn, not first_turn]
    table.turn = 1
    return Duel(Game(RULESET, table, pausing=pausing))


class _Layout:
    """Gives every card an id, those of the deck last and in order, and knows where each goes."""

    ZONES = ("hand", "hidden", "portal", "score", "discard")

    def __init__(self, sides: tuple[Side, Side], field: Card | None) -> None:
        self.cards: list[list[Card]] = [[], []]
        self.goes: list[list[tuple[str, int | None]]] = [[], []]
        self.wounded = [side.wounded for side in sides]
        for seat, side in enumerate(sides):
            for name, laden in [("party", each) for each in side.pcs] + [("grunties", each) for each in side.grunties]:
                top, *below = laden if isinstance(laden, tuple) else (laden,)
                self.put(seat, top, name)
                above = len(self.cards[seat]) - 1
                for each in below:
                    self.put(seat, each, "under", above)
            for zone in self.ZONES:
                for each in getattr(side, zone):
                    self.put(seat, each, zone)
        if field is not None:
            self.put(1, field, "field")
        for seat, side in enumerate(sides):
            for each in [*side.deck, *[BLANK] * side.blanks]:
                self.put(seat, each, "deck")

    def put(self, seat: int, card: Card, zone: str, above: int | None = None) -> None:
        self.cards[seat].append(card)
        self.goes[seat].append((zone, above))

    def lay(self, table: EnemyTable) -> None:
        first = 0
        for seat, goes in enumerate(self.goes):
            table.deck[seat] = [first + place for place, (zone, _) in enumerate(goes) if zone == "deck"]
            for place, (zone, above) in enumerate(goes):
                if zone == "under" and above is not None:
                    table.cards_under.setdefault(first + above, []).append(first + place)
                elif zone == "field":
                    table.field.append(first + place)
                elif zone != "deck":
                    getattr(table, zone)[seat].append(first + place)
            table.wounded |= {pc for pc in table.party[seat] if table.cards[pc] in self.wounded[seat]}
            first += len(goes)
