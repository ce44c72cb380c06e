"""A table set up for one situation, and a game played from there, with cards identified by name."""

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

Stack = Card | tuple[Card, ...]
"""A card, or a card with the cards under it: a PC with its items or a Grunty with its food."""


@dataclass
class Side:
    """The cards of one player; all other zones are empty.

    ``deck`` is drawn in the given order, followed by ``blanks`` blank cards.
    """

    pcs: Sequence[Stack] = ()
    hand: Sequence[Card] = ()
    hidden: Sequence[Card] = ()
    portal: Sequence[Card] = ()
    score: Sequence[Card] = ()
    discard: Sequence[Card] = ()
    grunties: Sequence[Stack] = ()
    deck: Sequence[Card] = ()
    wounded: Sequence[Card] = ()
    blanks: int = 20


class InOrder:
    """Deterministic chance: always the first card, and the lowest number."""

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
    """A game in progress. Options, events and zones have card names in place of ids.

    After every step, the game must have a valid view for each player and for spectators.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.check_views()

    def check_views(self) -> None:
        for seat in (ALICE, BOB, None):
            view_for_seat(self.game, seat)

    @property
    def table(self) -> EnemyTable:
        table: EnemyTable = self.game.table
        return table

    @property
    def pending(self) -> tuple[int, str] | None:
        """The seat and the code of the pending ask."""
        ask = self.game.ask
        return None if ask is None else (ask.seat, ask.about[0])

    @property
    def options(self) -> list[Option]:
        assert self.game.ask is not None
        return [self.named(OPTIONS, option) for option in self.game.ask.options]

    @property
    def answers(self) -> set[str]:
        """The last field of each option: a card name, or the code of an option without fields."""
        return {str(option[-1]) for option in self.options}

    def choose(self, *answer: Any) -> "Duel":
        """Choose ``answer``, an option with card names; of several copies the first one."""
        assert self.game.ask is not None
        for option in self.game.ask.options:
            if self.named(OPTIONS, option) == answer:
                self.game.choose(option)
                self.check_views()
                return self
        raise AssertionError(f"{answer} is not offered to {self.pending}: {self.options}")

    def events(self, code: str) -> list[Option]:
        """Return the events with ``code`` since the start, without the code."""
        return [self.named(EVENTS, event)[1:] for event in self.table.events if event[0] == code]

    def order(self, *codes: str) -> list[str]:
        """Return the codes of events in order, limited to ``codes``."""
        return [event[0] for event in self.table.events if event[0] in codes]

    def zone(self, name: str, seat: int | None = None) -> list[str]:
        """Return the names of the cards in a zone."""
        [zone] = [zone for zone in self.table.zones() if (zone.name, zone.seat) == (name, seat)]
        return [self.table.cards[card].name for card in zone.cards]

    def wounded(self) -> set[str]:
        return {self.table.cards[card].name for card in self.table.wounded}

    def under(self, name: str) -> list[str]:
        """Return the names of the cards under the card with this name."""
        cards = self.table.cards
        return [
            cards[below].name
            for top, under in self.table.cards_under.items()
            for below in under
            if cards[top].name == name
        ]

    def named(self, sentences: Any, option: Option) -> Option:
        """Return an option or event with card names in place of ids."""
        fields = zip(sentences[option[0]].fields, option[1:], strict=True)
        named = (
            self.table.cards[value].name if field.startswith(("card", "slot")) else value for field, value in fields
        )
        return (option[0], *named)


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
    """Set up a table and begin Alice's turn.

    ``ready``: her hand is filled with blanks to four cards and she draws another blank first, so that her
    Draw Step has no choices and the given ``deck`` begins after it. ``first_turn``: no player has had a
    turn yet. The field belongs to Bob.
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
    """The ids of all cards and their zones. The cards of a deck come last, in order."""

    ZONES = ("hand", "hidden", "portal", "score", "discard")

    def __init__(self, sides: tuple[Side, Side], field: Card | None) -> None:
        self.cards: list[list[Card]] = [[], []]
        self.zones: list[list[tuple[str, int | None]]] = [[], []]
        self.wounded = [side.wounded for side in sides]
        for seat, side in enumerate(sides):
            for name, stack in [("party", each) for each in side.pcs] + [("grunties", each) for each in side.grunties]:
                top, *below = stack if isinstance(stack, tuple) else (stack,)
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
        self.zones[seat].append((zone, above))

    def lay(self, table: EnemyTable) -> None:
        first = 0
        for seat, zones in enumerate(self.zones):
            table.deck[seat] = [first + index for index, (zone, _) in enumerate(zones) if zone == "deck"]
            for index, (zone, above) in enumerate(zones):
                if zone == "under" and above is not None:
                    table.cards_under.setdefault(first + above, []).append(first + index)
                elif zone == "field":
                    table.field.append(first + index)
                elif zone != "deck":
                    getattr(table, zone)[seat].append(first + index)
            table.wounded |= {pc for pc in table.party[seat] if table.cards[pc] in self.wounded[seat]}
            first += len(zones)
