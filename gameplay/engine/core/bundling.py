"""Bundling: answers that follow from one decision of a player, found without asking for each of them.

A `Payment` is a choice with the answers that pay for it. A client shows it before it is made: nothing is revealed
until then. The record contains one entry for each answer, as if the player had given them one by one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gameplay.engine.core.asks import PASS, PLAY, Ask, Option
from gameplay.engine.core.chance import OutcomeNeeded, RecordedChance
from gameplay.engine.core.zones import distinct_cards

if TYPE_CHECKING:
    from gameplay.engine.core.game import Game

MAX_PAYMENT = 60
"""The maximum number of answers in a payment."""


def no_price(table: object, ask: Ask, option: Option) -> int:
    """Return 0, for a game in which players do not pay card by card."""
    return 0


def nothing_to_pay(table: object, ask: Ask, chosen: Option) -> Option | None:
    """Return None, for a game in which players do not pay card by card."""
    return None


@dataclass(frozen=True, slots=True)
class Ordering:
    """Asks that put cards in order: each answer is an option with the next card, and nothing happens in between.

    ``cards`` gets the table and an ask. It returns the cards that this ask and the asks after it put in order, as they
    lie, or none for any other ask. The other fields are texts for a page, marked for translation: what it means to be
    the first or the last card, and the button for the whole order.
    """

    cards: Callable[..., Sequence[int]]
    first: str
    last: str
    confirm: str


@dataclass(frozen=True, slots=True)
class Bundling:
    """What a game's players want to do in one go.

    Both functions get the table, an ask and an option, and use only what the asked seat can see. ``price`` returns
    about how many answers will pay for the option, 0 if none. ``next_payment`` returns the answer to the ask that
    continues to pay for the option, an earlier choice of the same seat, or None if it is about something else.
    ``early_phases`` are the subjects of plays that are followed by further plays in the same turn: a player who passes
    there may want to end the turn. ``alarms`` are the codes of events that concern all players but the one in their
    first field, although they name no other. ``ordering`` describes the asks that put cards in order, if there are any.
    """

    price: Callable[..., int] = no_price
    next_payment: Callable[..., Option | None] = nothing_to_pay
    early_phases: frozenset[str] = frozenset()
    alarms: frozenset[str] = frozenset()
    ordering: Ordering | None = None


NO_BUNDLING = Bundling()


def has_price(game: "Game", option: Option) -> bool:
    """Return whether `payment_for` may find further answers for ``option`` of the pending ask."""
    return game.ask is not None and game.ruleset.bundling.price(game.table, game.ask, option) > 0


def payment_for(game: "Game", option: Option) -> list[Option]:
    """Return ``option`` of the pending ask, and the answers that pay for it, in order.

    The payment ends where another seat is asked, where chance is needed, or where the rules ask about something else.
    """
    answers, ask = [option], game.ask
    assert ask is not None
    if not has_price(game, option):
        return answers
    trial, seat = game.fork(RecordedChance(())), ask.seat
    trial.pausing = game.pausing  # so that it asks what the game would ask
    next_payment = game.ruleset.bundling.next_payment
    try:
        trial.choose(option)
        while (ask := trial.ask) and ask.seat == seat and len(answers) < MAX_PAYMENT:
            answer = next_payment(trial.table, ask, option)
            if answer is None:
                break
            answers.append(answer)
            trial.choose(answer)
    except OutcomeNeeded:
        pass
    return answers


def can_pass_to_turn_end(game: "Game") -> bool:
    """Return whether the active player is asked for a play that they can pass."""
    ask = game.ask
    return ask is not None and ask.kind is PLAY and ask.seat == game.table.active and PASS in ask.options


def ends_turn_early(game: "Game") -> bool:
    """Return whether the asked player can pass this play, and may be asked for further plays of the turn."""
    phase = game.ask.about[0] if game.ask else ""
    return phase in game.ruleset.bundling.early_phases and can_pass_to_turn_end(game)


def passes_to_turn_end(game: "Game") -> Iterator[Option]:
    """Yield a pass for each play that the active player can pass in this turn; the caller chooses each of them."""
    turn = game.table.turn
    while game.table.turn == turn and can_pass_to_turn_end(game):
        yield PASS


def choices_in_order(game: "Game", cards: Sequence[int]) -> Iterator[Option]:
    """Yield the option that puts each of ``cards`` next, until only equal ones are left; the caller chooses each.

    They are the cards of the pending ask (`Ordering.cards`). Of equal cards, only one is an option.
    """
    left, definitions = list(cards), game.table.cards
    while len(distinct_cards(game.table, left)) > 1:
        assert game.ask is not None
        definition = definitions[left.pop(0)]
        yield next(option for option in game.ask.options if len(option) == 2 and definitions[option[1]] == definition)
