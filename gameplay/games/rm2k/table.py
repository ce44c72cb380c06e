"""The table: zones, tokens, and moving cards between zones."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Chance
from gameplay.engine.core.zones import Table, Visibility, Zone
from gameplay.games.rm2k.bandwidths import clamp_bandwidth
from gameplay.games.rm2k.levels import current_bandwidth
from gameplay.games.rm2k.terms import SKILLS, Card
from gameplay.games.rm2k.totals import challenge_totals
from gameplay.games.rm2k.variants import Variant


class PendingAction:
    """An Event, ability or Challenge on the stack. ``card`` is the card it is printed on."""

    __slots__ = ("cancelled", "card", "kind", "seat")

    def __init__(self, kind: str, seat: int, card: int) -> None:
        self.kind, self.seat, self.card = kind, seat, card
        self.cancelled = False


class ActiveChallenge:
    """A Challenge in progress (RM-8.1).

    ``sides`` are the Users and ``seats`` the players of both sides, attackers first. A Personal Challenge has only one
    seat. ``bonus`` is the sum of bonuses by other cards for each side (RM-8.2.2).
    """

    __slots__ = ("bonus", "card", "seats", "sides")

    def __init__(self, card: int, seats: list[int]) -> None:
        self.card, self.seats = card, seats
        self.sides: tuple[list[int], list[int]] = ([], [])
        self.bonus = [0, 0]

    def side_of(self, seat: int) -> int | None:
        """Return the side of ``seat``, or None if it takes no part."""
        return self.seats.index(seat) if seat in self.seats else None


class Rm2kTable(Table[Card]):
    """The state of a game. Lists of lists are by seat; cards are ids.

    ``syncing_cards`` maps a User to its Syncing card, ``tokens`` a Syncing card to its sync tokens, ``cards_under`` a
    User to its Attach cards, and ``lag`` a User to its lag. ``lasting_changes`` are permanent changes of bandwidth;
    ``turn_changes`` of bandwidth and ``level_changes`` of levels last until the end of the turn.

    ``main_users`` are the Main Users in play, or -1. Users in ``fought`` were Attackers in this turn, Users in ``used``
    have used their ability, and goals in ``claimed`` have given VP. ``challenges_won`` counts by seat. ``alive`` are
    the remaining seats in order.

    While ``is_choosing``, ``picked`` are the chosen starting Users, the Main User first, and ``aside`` the Main Users
    that clashed. While ``defers_game_end``, simultaneous effects are being resolved and the end is not checked.
    """

    __slots__ = (
        "alive",
        "aside",
        "cards_under",
        "challenge",
        "challenges_won",
        "claimed",
        "deck",
        "defers_game_end",
        "discard",
        "end_reason",
        "fought",
        "gone",
        "had_first_turn",
        "hand",
        "is_choosing",
        "lag",
        "lasting_changes",
        "level_changes",
        "limbo",
        "main_users",
        "picked",
        "stack",
        "syncing_cards",
        "tokens",
        "turn_changes",
        "used",
        "users",
        "variant",
        "vp",
    )

    cards: list[Card]
    variant: Variant

    def __init__(self, variant: Variant, decks: Sequence[Sequence[Card]], chance: Chance) -> None:
        super().__init__(decks, chance)
        self.variant = variant
        self.step = "connect"
        ids = iter(range(len(self.cards)))
        self.deck = [list(islice(ids, len(deck))) for deck in decks]
        self.hand: list[list[int]] = [[] for _ in decks]
        self.users: list[list[int]] = [[] for _ in decks]
        self.limbo: list[list[int]] = [[] for _ in decks]
        self.discard: list[list[int]] = [[] for _ in decks]
        self.gone: list[list[int]] = [[] for _ in decks]
        self.aside: list[list[int]] = [[] for _ in decks]
        self.picked: list[list[int]] = [[] for _ in decks]
        self.main_users = [-1 for _ in decks]
        self.vp = [0 for _ in decks]
        self.challenges_won = [0 for _ in decks]
        self.had_first_turn = [False for _ in decks]
        self.alive = list(range(len(decks)))
        self.cards_under: dict[int, list[int]] = {}
        self.syncing_cards: dict[int, int] = {}
        self.tokens: dict[int, int] = {}
        self.lag: dict[int, int] = {}
        self.lasting_changes: dict[int, int] = {}
        self.turn_changes: dict[int, int] = {}
        self.level_changes: dict[int, list[int]] = {}
        self.fought: set[int] = set()
        self.used: set[int] = set()
        self.claimed: set[int] = set()
        self.stack: list[PendingAction] = []
        self.challenge: ActiveChallenge | None = None
        self.is_choosing, self.end_reason, self.defers_game_end = False, "", False

    def copy(self) -> "Rm2kTable":
        """Return a copy. The stack must be empty: a turn or phase starts, or a player is about to play."""
        twin = Rm2kTable.__new__(Rm2kTable)
        twin.copy_common_from(self)
        twin.variant = self.variant
        twin.deck = [pile.copy() for pile in self.deck]
        twin.hand = [pile.copy() for pile in self.hand]
        twin.users = [pile.copy() for pile in self.users]
        twin.limbo = [pile.copy() for pile in self.limbo]
        twin.discard = [pile.copy() for pile in self.discard]
        twin.gone = [pile.copy() for pile in self.gone]
        twin.aside = [pile.copy() for pile in self.aside]
        twin.picked = [pile.copy() for pile in self.picked]
        twin.main_users, twin.vp, twin.challenges_won = (
            self.main_users.copy(),
            self.vp.copy(),
            self.challenges_won.copy(),
        )
        twin.had_first_turn, twin.alive = self.had_first_turn.copy(), self.alive.copy()
        twin.cards_under = {user: attached.copy() for user, attached in self.cards_under.items()}
        twin.syncing_cards, twin.tokens, twin.lag = self.syncing_cards.copy(), self.tokens.copy(), self.lag.copy()
        twin.lasting_changes, twin.turn_changes = self.lasting_changes.copy(), self.turn_changes.copy()
        twin.level_changes = {user: tuned.copy() for user, tuned in self.level_changes.items()}
        twin.fought, twin.used, twin.claimed = self.fought.copy(), self.used.copy(), self.claimed.copy()
        twin.stack, twin.challenge = [], None
        twin.is_choosing, twin.end_reason, twin.defers_game_end = self.is_choosing, self.end_reason, False
        return twin

    def zones(self) -> Iterator[Zone]:
        """Yield the zones. Players see their unshuffled deck while they choose starting Users (RM-2.4, 2.5)."""
        deck = Visibility.OWNER if self.is_choosing else Visibility.NOBODY
        for seat in range(self.seats):
            users = self.users[seat]
            yield Zone("deck", seat, deck, self.deck[seat])
            yield Zone("hand", seat, Visibility.OWNER, self.hand[seat])
            yield Zone("users", seat, Visibility.ALL, users)
            yield Zone(
                "attaches", seat, Visibility.ALL, [card for user in users for card in self.cards_under.get(user, ())]
            )
            syncing = [self.syncing_cards[user] for user in users if user in self.syncing_cards]
            yield Zone("syncing", seat, Visibility.OWNER, syncing)  # RM-5.1.14
            yield Zone("limbo", seat, Visibility.ALL, self.limbo[seat])
            yield Zone("discard", seat, Visibility.ALL, self.discard[seat])
            yield Zone("aside", seat, Visibility.ALL, self.aside[seat])
            yield Zone("gone", seat, Visibility.NOBODY, self.gone[seat])
        yield Zone("stack", None, Visibility.ALL, [each.card for each in self.stack if each.kind != "ability"])

    def bearers(self) -> dict[int, int]:
        attached = {attach: user for user, attaches in self.cards_under.items() for attach in attaches}
        return attached | {card: user for user, card in self.syncing_cards.items()}

    def card_marks(self, handles: Mapping[int, str]) -> dict[int, dict[str, Any]]:
        """Return the marks of Users, the Users of Attaches and Syncing cards, and the chosen starting Users."""
        marks: dict[int, dict[str, Any]] = {}
        for seat, users in enumerate(self.users):
            for user in users:
                marks[user] = {"bandwidth": current_bandwidth(self, user), "lag": self.lag.get(user, 0)}
                if user == self.main_users[seat]:
                    marks[user]["main"] = True
                if user in self.syncing_cards:
                    marks[user]["tokens"] = self.tokens[self.syncing_cards[user]]
                if user in self.level_changes:
                    marks[user] |= {skill: by for skill, by in zip(SKILLS, self.level_changes[user], strict=True) if by}
                if user in self.fought:
                    marks[user]["fought"] = True
                if user in self.used:
                    marks[user]["used"] = True
            marks |= {user: {"chosen": True} for user in self.picked[seat]}
        return marks | {card: {"under": handles[user]} for card, user in self.bearers().items()}

    def public_state(self, handles: Mapping[int, str]) -> dict[str, Any]:
        contest = self.challenge
        return {
            "step": self.step,
            "target": self.variant.target,
            "set_value": self.variant.set_value,
            "alive": self.alive.copy(),
            "out": [seat for seat in range(self.seats) if seat not in self.alive],
            "challenge": contest
            and {
                "card": self.cards[contest.card].ref,
                "attackers": [handles[user] for user in contest.sides[0] if user in handles],
                "defenders": [handles[user] for user in contest.sides[1] if user in handles],
            },
            "last_turn": bool(self.end_reason),
        }

    def being_resolved(self) -> Iterator[Option]:
        """Yield the actions on the stack, the latest last, and the participants of a Challenge."""
        contest = self.challenge
        for each in self.stack:
            against = contest.seats[1:] if contest and each.card == contest.card else []
            if each.cancelled:
                yield "prevented", each.seat, each.card
            elif against:
                yield "challenges", each.seat, each.card, against[0]
            else:
                yield "played", each.seat, each.card
            if contest and each.card == contest.card:
                yield from (("attacks", user) for user in contest.sides[0])
                yield from (("defends", user) for user in contest.sides[1])
                if all(contest.sides[: len(contest.seats)]):
                    yield "totals", *challenge_totals(self, contest)

    def state(self) -> Sequence[Any]:
        return (
            self.turn,
            self.active,
            self.end_reason,
            self.alive,
            self.had_first_turn,
            [len(deck) for deck in self.deck],
            self.hand,
            self.users,
            self.limbo,
            self.discard,
            self.aside,
            self.picked,
            self.main_users,
            self.vp,
            self.challenges_won,
            [[user, attached] for user, attached in sorted(self.cards_under.items()) if attached],
            sorted(self.syncing_cards.items()),
            sorted(self.tokens.items()),
            sorted(self.lag.items()),
            sorted(self.lasting_changes.items()),
            sorted(self.turn_changes.items()),
            sorted(self.level_changes.items()),
            sorted(self.fought),
            sorted(self.used),
            sorted(self.claimed),
            [[each.kind, each.seat, each.card] for each in self.stack],
            *self.conceded_seats,
        )

    def scores(self) -> tuple[int, ...]:
        return tuple(self.vp)

    def seats_in_contention(self) -> list[int]:
        return [seat for seat in self.alive if seat not in self.conceded_seats]


def opponents(table: Rm2kTable, seat: int) -> list[int]:
    """Return the other remaining seats, the next to the left first (RM-2.15)."""
    return [other for other in seats_from(table, seat) if other != seat]


def seats_from(table: Rm2kTable, first: int) -> list[int]:
    """Return the remaining seats, starting with ``first`` or the next after it."""
    alive = table.alive
    index = bisect_left(alive, first)
    return alive[index:] + alive[:index]


def next_seat(table: Rm2kTable, seat: int) -> int:
    """Return the next remaining seat to the left."""
    alive = table.alive
    return alive[bisect_right(alive, seat) % len(alive)]


def draw_card(table: Rm2kTable, seat: int) -> None:
    """Draw one card, if the deck is not empty (RM-3.6.7)."""
    if table.deck[seat]:
        card = table.chance.take(table.deck[seat])
        table.hand[seat].append(card)
        table.events.append(("drew", seat, card))


def put_in_discard(table: Rm2kTable, card: int) -> None:
    """Put ``card``, already removed from its zone, into its owner's discard pile."""
    table.discard[table.owners[card]].append(card)


def discard_from_hand(table: Rm2kTable, seat: int, card: int) -> None:
    table.hand[seat].remove(card)
    put_in_discard(table, card)
    table.events.append(("discarded", seat, card))


def delete_card(table: Rm2kTable, card: int) -> None:
    """Delete a User or an Attach in play."""
    table.events.append(("deleted", card))
    leave_play(table, card)
    put_in_discard(table, card)


def leave_play(table: Rm2kTable, card: int) -> None:
    """Remove a User or an Attach from play; the caller puts it in its next zone.

    The Attach cards (RM-7.1.3) and the Syncing card (RM-5.1.11) of a User are deleted. Lag that other Users took for
    the Syncing card stays (RM-5.1.12).
    """
    if table.cards[card].type == "attach":
        bearer = next(user for user, attached in table.cards_under.items() if card in attached)
        table.cards_under[bearer].remove(card)
        clamp_bandwidth(table, bearer)
        return
    seat = table.owners[card]
    if table.main_users[seat] == card:
        table.main_users[seat] = -1  # RM-4.1.6
    for attach in table.cards_under.pop(card, ()):
        put_in_discard(table, attach)
        table.events.append(("deleted", attach))
    if card in table.syncing_cards:
        delete_syncing_card(table, card)
    table.users[seat].remove(card)
    for counts in (table.lag, table.lasting_changes, table.turn_changes, table.level_changes):
        counts.pop(card, None)
    for marks in (table.fought, table.used, table.claimed):
        marks.discard(card)


def attach_to(table: Rm2kTable, card: int, user: int) -> None:
    """Put an Attach card on a User. There is no limit (RM-7.1.4)."""
    table.cards_under.setdefault(user, []).append(card)
    clamp_bandwidth(table, user)


def delete_syncing_card(table: Rm2kTable, carrier: int) -> None:
    """Delete the Syncing card on a User; its tokens are lost (RM-5.1.11)."""
    card = table.syncing_cards.pop(carrier)
    del table.tokens[card]
    put_in_discard(table, card)
    table.events.append(("disrupted", table.owners[card], card, carrier))


def add_lag(table: Rm2kTable, user: int, count: int) -> None:
    table.lag[user] = table.lag.get(user, 0) + count


def change_vp(table: Rm2kTable, seat: int, change: int) -> None:
    """Give VP to a player, or take some that the player has."""
    if change:
        table.vp[seat] += change
        table.events.append(("scored", seat, change))


def clear_lag(table: Rm2kTable, user: int, count: int) -> int:
    """Remove up to ``count`` lag and return the number removed (RM-3.2.2)."""
    before = table.lag.get(user, 0)
    if before <= count:
        table.lag.pop(user, None)
        return before
    table.lag[user] = before - count
    return count
