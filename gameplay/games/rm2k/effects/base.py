"""Base classes of the verbs, the choice of players and Users, and resolving effects in order."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import CARD, Ask, RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect, Effect
from gameplay.games.rm2k.conditions import host_user
from gameplay.games.rm2k.filters import CompiledFilter, possible_targets
from gameplay.games.rm2k.game_end import check_game_end
from gameplay.games.rm2k.table import Rm2kTable, opponents, seats_from

Who = Literal["you", "opponent", "each"]
Whom = Literal["one", "each", "fighters", "self"]


@dataclass(frozen=True)
class Rm2kEffect(Effect):
    """An effect that happens once."""

    @staticmethod
    def perform(acts: Iterable[CompiledEffect], table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
        """Resolve effects in printed order, and check the end of the game after each (RM-4.2.5).

        The effects end if their player is out.
        """
        for act in acts:
            if seat in table.alive:
                yield from act(table, seat, card)
                check_game_end(table)


perform = Rm2kEffect.perform


@dataclass(frozen=True)
class Ability(Effect):
    """An ability that works while its card is in play or its Challenge is in progress."""


def affected_seats(table: Rm2kTable, seat: int, card: int, who: Who) -> RuleGenerator:
    """Return the seats that a text affects.

    "opponent" is the other side of a Challenge, otherwise a chosen opponent (RM-9.6).
    """
    if who == "you":
        return [seat]
    if who == "each":
        return seats_from(table, table.active)
    contest = table.challenge
    if contest is not None and len(contest.seats) == 2 and seat in contest.seats:
        other = contest.seats[1 - contest.seats.index(seat)]
        return [other] if other in table.alive else []
    others = opponents(table, seat)
    if not others:
        return []
    chosen = yield Ask(seat, CARD, [("against", other) for other in others], ("opponent_for", card))
    return [chosen[1]]


def affected_users(table: Rm2kTable, seat: int, card: int, find: CompiledFilter, whom: Whom) -> RuleGenerator:
    """Return the Users that a text affects: one chosen, each match, the side in a Challenge, or its own User."""
    if whom == "self":
        user = host_user(table, card)
        return [user] if user in table.users[table.owners[user]] else []
    if whom == "fighters":
        contest = table.challenge
        side = None if contest is None else contest.side_of(seat)
        return (
            []
            if contest is None or side is None
            else [user for user in contest.sides[side] if user in table.users[seat]]
        )
    if whom == "each":
        return find(table, seat)  # RM-6.1: not played on them, so immune Users are affected as well
    chosen = yield from choose_card(seat, "aim", possible_targets(table, seat, card, find), ("user_for", card))
    return [] if chosen is None else [chosen]


def has_trigger(table: Rm2kTable, user: int, event: str) -> bool:
    """Return whether the User or one of its Attaches triggers on ``event``."""
    cards, under = table.cards, table.cards_under
    if event in cards[user].triggers:
        return True
    return user in under and any(event in cards[card].triggers for card in under[user])


def trigger_texts(table: Rm2kTable, seat: int, card: int, event: str) -> RuleGenerator:
    """Resolve the triggers of a card for ``event``, and those of the Attaches on a User."""
    for source in (card, *table.cards_under.get(card, ())):
        acts = table.cards[source].triggers.get(event)
        if acts:
            yield from perform(acts, table, table.owners[source] if source != card else seat, source)
