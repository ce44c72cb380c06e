"""What all verbs share: the two registries, whom a text means, and doing several things in order."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import CARD, Ask, Rules, choose
from gameplay.engine.text.effects import Act, Effect
from gameplay.games.rm2k.conditions import host
from gameplay.games.rm2k.ends import settle
from gameplay.games.rm2k.filters import Find, aims
from gameplay.games.rm2k.table import Rm2kTable, from_left, opponents

Who = Literal["you", "opponent", "each"]
Whom = Literal["one", "each", "fighters", "self"]


@dataclass(frozen=True)
class Rm2kEffect(Effect):
    """Something that happens once."""

    @staticmethod
    def perform(acts: Iterable[Act], table: Rm2kTable, seat: int, card: int) -> Rules:
        """Do several effects in printed order; after each, see who is left (RM-4.2.5). Who has gone out does nothing more."""
        for act in acts:
            if seat in table.alive:
                yield from act(table, seat, card)
                settle(table)


perform = Rm2kEffect.perform


@dataclass(frozen=True)
class Ability(Effect):
    """Something that holds, or waits, while its card is in play or its Challenge is on."""


def seats_of(table: Rm2kTable, seat: int, card: int, who: Who) -> Rules:
    """The seats a text speaks of; an opponent is the other side of the Challenge, or else chosen (RM-9.6)."""
    if who == "you":
        return [seat]
    if who == "each":
        return from_left(table, table.active)
    contest = table.contest
    if contest is not None and len(contest.seats) == 2 and seat in contest.seats:
        other = contest.seats[1 - contest.seats.index(seat)]
        return [other] if other in table.alive else []
    others = opponents(table, seat)
    if not others:
        return []
    chosen = yield Ask(seat, CARD, [("against", other) for other in others], ("opponent_for", card))
    return [chosen[1]]


def users_of(table: Rm2kTable, seat: int, card: int, find: Find, whom: Whom) -> Rules:
    """The Users a text speaks of: one that ``seat`` chooses, each that matches, its side's fighters, or its own User."""
    if whom == "self":
        user = host(table, card)
        return [user] if user in table.users[table.owners[user]] else []
    if whom == "fighters":
        contest = table.contest
        side = None if contest is None else contest.side_of(seat)
        return [] if contest is None or side is None else [u for u in contest.sides[side] if u in table.users[seat]]
    if whom == "each":
        return find(table, seat)  # RM-6.1: such a card is played on none of them, so the immune are reached, too
    chosen = yield from choose(seat, "aim", aims(table, seat, card, find), ("user_for", card))
    return [] if chosen is None else [chosen]


def waits(table: Rm2kTable, user: int, what: str) -> bool:
    """Whether a text of the User, or of what lies on it, waits for this."""
    cards, under = table.cards, table.under
    if what in cards[user].triggers:
        return True
    return user in under and any(what in cards[card].triggers for card in under[user])


def happen(table: Rm2kTable, seat: int, card: int, what: str) -> Rules:
    """Do what the card's text says for this happening; for a User also what its Attach cards say."""
    for source in (card, *table.under.get(card, ())):
        acts = table.cards[source].triggers.get(what)
        if acts:
            yield from perform(acts, table, table.owners[source] if source != card else seat, source)
