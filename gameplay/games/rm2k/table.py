"""The play areas and what moves between them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Chance
from gameplay.engine.core.zones import Place, Sight, Table
from gameplay.games.rm2k.bandwidths import write_off
from gameplay.games.rm2k.levels import bandwidth
from gameplay.games.rm2k.terms import SKILLS, Card
from gameplay.games.rm2k.totals import totals
from gameplay.games.rm2k.variants import Variant


class Pending:
    """Something played that has not taken effect: an Event, an ability or a Challenge; ``card`` is where it is printed."""

    __slots__ = ("cancelled", "card", "kind", "seat")

    def __init__(self, kind: str, seat: int, card: int) -> None:
        self.kind, self.seat, self.card = kind, seat, card
        self.cancelled = False


class Contest:
    """A Challenge that is on: who takes part for either side, attackers first (RM-8.1).

    ``sides`` are the Users, ``seats`` whose they are; without a second seat it is a Personal one.
    ``bonus`` is what other cards give, once for a side (RM-8.2.2).
    """

    __slots__ = ("bonus", "card", "seats", "sides")

    def __init__(self, card: int, seats: list[int]) -> None:
        self.card, self.seats = card, seats
        self.sides: tuple[list[int], list[int]] = ([], [])
        self.bonus = [0, 0]

    def side_of(self, seat: int) -> int | None:
        """Which side ``seat`` is on, None for who only watches."""
        return self.seats.index(seat) if seat in self.seats else None


class Rm2kTable(Table[Card]):
    """The state of one game. Lists of lists are by seat; ids are cards.

    ``carries`` is the Syncing card on each User that has one, ``tokens`` what has been paid for it.
    ``under`` are a User's Attach cards, ``lag`` its lag. ``drained`` is bandwidth changed for good;
    ``bent`` bandwidth and ``tuned`` levels changed until the turn ends. ``main`` is each seat's Main User
    while it is in play, else -1. ``fought`` were Attackers in this turn, ``used`` have used their ability;
    ``claimed`` are the goals that gave VP. ``won`` counts Challenges won. ``alive`` are the seats still in, in order.
    While ``choosing``, ``picked`` are the starting Users each seat has in mind, the Main User first;
    ``aside`` are those that clashed. ``together``: effects of one moment are not all done, and nobody has won or lost before.
    """

    __slots__ = (
        "alive",
        "aside",
        "began",
        "bent",
        "carries",
        "choosing",
        "claimed",
        "contest",
        "deck",
        "discard",
        "drained",
        "fought",
        "gone",
        "hand",
        "lag",
        "last_turn",
        "limbo",
        "main",
        "picked",
        "stack",
        "together",
        "tokens",
        "tuned",
        "under",
        "used",
        "users",
        "variant",
        "vp",
        "won",
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
        self.main = [-1 for _ in decks]
        self.vp = [0 for _ in decks]
        self.won = [0 for _ in decks]
        self.began = [False for _ in decks]
        self.alive = list(range(len(decks)))
        self.under: dict[int, list[int]] = {}
        self.carries: dict[int, int] = {}
        self.tokens: dict[int, int] = {}
        self.lag: dict[int, int] = {}
        self.drained: dict[int, int] = {}
        self.bent: dict[int, int] = {}
        self.tuned: dict[int, list[int]] = {}
        self.fought: set[int] = set()
        self.used: set[int] = set()
        self.claimed: set[int] = set()
        self.stack: list[Pending] = []
        self.contest: Contest | None = None
        self.choosing, self.last_turn, self.together = False, "", False

    def copy(self) -> "Rm2kTable":
        """A snapshot at the start of a turn, of a phase or before a play, when nothing waits to take effect."""
        twin = Rm2kTable.__new__(Rm2kTable)
        twin.copy_base(self)
        twin.variant = self.variant
        twin.deck = [pile.copy() for pile in self.deck]
        twin.hand = [pile.copy() for pile in self.hand]
        twin.users = [pile.copy() for pile in self.users]
        twin.limbo = [pile.copy() for pile in self.limbo]
        twin.discard = [pile.copy() for pile in self.discard]
        twin.gone = [pile.copy() for pile in self.gone]
        twin.aside = [pile.copy() for pile in self.aside]
        twin.picked = [pile.copy() for pile in self.picked]
        twin.main, twin.vp, twin.won = self.main.copy(), self.vp.copy(), self.won.copy()
        twin.began, twin.alive = self.began.copy(), self.alive.copy()
        twin.under = {user: below.copy() for user, below in self.under.items()}
        twin.carries, twin.tokens, twin.lag = self.carries.copy(), self.tokens.copy(), self.lag.copy()
        twin.drained, twin.bent = self.drained.copy(), self.bent.copy()
        twin.tuned = {user: tuned.copy() for user, tuned in self.tuned.items()}
        twin.fought, twin.used, twin.claimed = self.fought.copy(), self.used.copy(), self.claimed.copy()
        twin.stack, twin.contest = [], None
        twin.choosing, twin.last_turn, twin.together = self.choosing, self.last_turn, False
        return twin

    def places(self) -> Iterator[Place]:
        """Who chooses starting Users looks through a deck that is not shuffled yet (RM-2.4, 2.5)."""
        deck = Sight.OWNER if self.choosing else Sight.NOBODY
        for seat in range(self.seats):
            users = self.users[seat]
            yield Place("deck", seat, deck, self.deck[seat])
            yield Place("hand", seat, Sight.OWNER, self.hand[seat])
            yield Place("users", seat, Sight.ALL, users)
            yield Place("attaches", seat, Sight.ALL, [card for user in users for card in self.under.get(user, ())])
            syncing = [self.carries[user] for user in users if user in self.carries]
            yield Place("syncing", seat, Sight.OWNER, syncing)  # RM-5.1.14
            yield Place("limbo", seat, Sight.ALL, self.limbo[seat])
            yield Place("discard", seat, Sight.ALL, self.discard[seat])
            yield Place("aside", seat, Sight.ALL, self.aside[seat])
            yield Place("gone", seat, Sight.NOBODY, self.gone[seat])
        yield Place("stack", None, Sight.ALL, [each.card for each in self.stack if each.kind != "ability"])

    def marks(self, handles: Mapping[int, str]) -> dict[int, dict[str, Any]]:
        """Of a User what it can do; of an Attach or Syncing card on whom it lies; of a User to be chosen that it is."""
        marks: dict[int, dict[str, Any]] = {}
        for seat, users in enumerate(self.users):
            for user in users:
                marks[user] = {"bandwidth": bandwidth(self, user), "lag": self.lag.get(user, 0)}
                if user == self.main[seat]:
                    marks[user]["main"] = True
                if user in self.carries:
                    marks[user]["tokens"] = self.tokens[self.carries[user]]
                    marks[self.carries[user]] = {"under": handles[user]}
                if user in self.tuned:
                    marks[user] |= {skill: by for skill, by in zip(SKILLS, self.tuned[user], strict=True) if by}
                if user in self.fought:
                    marks[user]["fought"] = True
                if user in self.used:
                    marks[user]["used"] = True
                if user in self.under:
                    marks |= {attach: {"under": handles[user]} for attach in self.under[user]}
            marks |= {user: {"chosen": True} for user in self.picked[seat]}
        return marks

    def public(self, handles: Mapping[int, str]) -> dict[str, Any]:
        contest = self.contest
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
            "last_turn": bool(self.last_turn),
        }

    def clash(self) -> Iterator[Option]:
        """What waits to take effect, the latest last, and who takes part in a Challenge."""
        contest = self.contest
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
                    yield "totals", *totals(self, contest)

    def state(self) -> Sequence[Any]:
        return (
            self.turn,
            self.active,
            self.last_turn,
            self.alive,
            self.began,
            [len(deck) for deck in self.deck],
            self.hand,
            self.users,
            self.limbo,
            self.discard,
            self.aside,
            self.picked,
            self.main,
            self.vp,
            self.won,
            [[user, below] for user, below in sorted(self.under.items()) if below],
            sorted(self.carries.items()),
            sorted(self.tokens.items()),
            sorted(self.lag.items()),
            sorted(self.drained.items()),
            sorted(self.bent.items()),
            sorted(self.tuned.items()),
            sorted(self.fought),
            sorted(self.used),
            sorted(self.claimed),
            [[each.kind, each.seat, each.card] for each in self.stack],
            *self.left,
        )

    def scores(self) -> tuple[int, ...]:
        return tuple(self.vp)

    def standing(self) -> list[int]:
        return [seat for seat in self.alive if seat not in self.left]


def opponents(table: Rm2kTable, seat: int) -> list[int]:
    """The other seats still in, the next to the left first (RM-2.15)."""
    return [other for other in from_left(table, seat) if other != seat]


def from_left(table: Rm2kTable, first: int) -> list[int]:
    """The seats still in, ``first`` or the next after it first."""
    alive = table.alive
    at = bisect_left(alive, first)
    return alive[at:] + alive[:at]


def left_of(table: Rm2kTable, seat: int) -> int:
    """The next seat to the left that is still in."""
    alive = table.alive
    return alive[bisect_right(alive, seat) % len(alive)]


def draw(table: Rm2kTable, seat: int) -> None:
    """Draw one card; from an empty deck nothing comes (RM-3.6.7)."""
    if table.deck[seat]:
        card = table.chance.take(table.deck[seat])
        table.hand[seat].append(card)
        table.events.append(("drew", seat, card))


def to_discard(table: Rm2kTable, card: int) -> None:
    """Put ``card``, already taken from its zone, into its owner's discard pile: it is deleted."""
    table.discard[table.owners[card]].append(card)


def discard_from_hand(table: Rm2kTable, seat: int, card: int) -> None:
    table.hand[seat].remove(card)
    to_discard(table, card)
    table.events.append(("discarded", seat, card))


def delete(table: Rm2kTable, card: int) -> None:
    """Delete a User or an Attach in play."""
    table.events.append(("deleted", card))
    leave_play(table, card)
    to_discard(table, card)


def leave_play(table: Rm2kTable, card: int) -> None:
    """Take a User or an Attach out of play, wherever it goes next.

    What lies on a User is deleted: its Attach cards (RM-7.1.3), and its Syncing card with the tokens
    (RM-5.1.11); lag that was paid for that by others stays where it is (RM-5.1.12).
    """
    if table.cards[card].type == "attach":
        bearer = next(user for user, below in table.under.items() if card in below)
        table.under[bearer].remove(card)
        write_off(table, bearer)
        return
    seat = table.owners[card]
    if table.main[seat] == card:
        table.main[seat] = -1  # RM-4.1.6
    for attach in table.under.pop(card, ()):
        to_discard(table, attach)
        table.events.append(("deleted", attach))
    if card in table.carries:
        disrupt(table, card)
    table.users[seat].remove(card)
    for counted in (table.lag, table.drained, table.bent, table.tuned):
        counted.pop(card, None)
    for marked in (table.fought, table.used, table.claimed):
        marked.discard(card)


def put_under(table: Rm2kTable, card: int, user: int) -> None:
    """Put an Attach card on a User, however many there are (RM-7.1.4)."""
    table.under.setdefault(user, []).append(card)
    write_off(table, user)


def disrupt(table: Rm2kTable, carrier: int) -> None:
    """Delete the Syncing card on a User; its tokens are lost (RM-5.1.11)."""
    card = table.carries.pop(carrier)
    del table.tokens[card]
    to_discard(table, card)
    table.events.append(("disrupted", table.owners[card], card, carrier))


def add_lag(table: Rm2kTable, user: int, count: int) -> None:
    table.lag[user] = table.lag.get(user, 0) + count


def clear_lag(table: Rm2kTable, user: int, count: int) -> int:
    """Remove so many lag tokens, never more than there are (RM-3.2.2); answer how many."""
    before = table.lag.get(user, 0)
    if before <= count:
        table.lag.pop(user, None)
        return before
    table.lag[user] = before - count
    return count
