"""Automatic passes: an instruction of a player to pass in response windows until something happens.

Whether it is still in force follows from the events since it was given. The opponents never see it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import PASS, RESPOND, Option
from gameplay.engine.core.entries import TIME
from gameplay.engine.core.game import Game

Until = Literal["turn", "event"]
UNTIL_TURN_ENDS: Until = "turn"
UNTIL_EVENT: Until = "event"
UNTILS: Mapping[str, Until] = {each: each for each in (UNTIL_TURN_ENDS, UNTIL_EVENT)}
PUBLIC_INTERRUPTIONS = frozenset({"corrected", "rewound", TIME})
"""Events that end every instruction: a judge has intervened, or time was called."""


@dataclass(frozen=True, slots=True)
class PassInstruction:
    """Pass in every window until the turn ends, or until something concerns the player.

    ``turn`` is the turn in which it was given, ``events`` the number of events at that moment.
    """

    until: Until
    turn: int
    events: int

    @classmethod
    def given_now(cls, game: Game, until: Until) -> "PassInstruction":
        return cls(until, game.table.turn, len(game.table.events))

    def is_in_force(self, game: Game, seat: int) -> bool:
        """Return whether nothing has ended the instruction of ``seat``; once it has ended, it stays so."""
        events = game.table.events[self.events :]
        if any(event[0] in PUBLIC_INTERRUPTIONS for event in events):
            return False
        if self.until == UNTIL_TURN_ENDS:
            return bool(game.table.turn == self.turn)
        own_cards = _cards_of(game, seat)
        return not any(_concerns(game, seat, own_cards, event) for event in events)

    def passes_now(self, game: Game, seat: int) -> bool:
        """Return whether it answers the pending ask: one to ``seat`` in a window, where passing is possible."""
        ask = game.ask
        return ask is not None and ask.seat == seat and can_pass_in_window(game) and self.is_in_force(game, seat)


def can_pass_in_window(game: Game) -> bool:
    """Return whether the pending ask is a response window with the possibility to pass."""
    return game.ask is not None and game.ask.kind is RESPOND and PASS in game.ask.options


def _cards_of(game: Game, seat: int) -> Collection[int]:
    """Return the cards that ``seat`` owns or has in a zone."""
    table = game.table
    owned = [card for card, owner in enumerate(table.owners) if owner == seat]
    held = [card for zone in table.zones() if zone.seat == seat for card in zone.cards]
    return {*owned, *held}


def _concerns(game: Game, seat: int, own_cards: Collection[int], event: Option) -> bool:
    """Return whether ``event`` names the player or one of their cards, or is an alarm that another player causes."""
    sentence = game.ruleset.sentences.events[event[0]]
    if event[0] in game.ruleset.bundling.alarms and event[1] != seat:
        return True
    return any(
        value == seat if name.startswith("seat") else name.startswith(("card", "slot")) and value in own_cards
        for name, value in zip(sentence.fields, event[1:], strict=True)
    )
