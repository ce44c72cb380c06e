"""What is written later of a card that goes face down on a User: it shows when it is activated or deleted.

So nobody has to guess it. Of a card that never shows it is told how much was paid for it, and by whom.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.engine.adjudication import equivalence
from gameplay.engine.adjudication.card_copies import Meant, is_meant
from gameplay.engine.adjudication.hidden_faces import Faces, Trait
from gameplay.engine.adjudication.notation import Entry, Pattern
from gameplay.engine.core.asks import Ask, Option
from gameplay.games.rm2k.syncing import carriers
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import Card

USERS = frozenset({"users"})
SHOWN = frozenset({"activated", "disrupted"})
GONE = frozenset({"out", "concede"})
LEAVES = frozenset({"deleted", "returned"})
LEAVING = LEAVES | {"disrupted"}
TURN_PLAYERS = frozenset({"carries", "paid"})
CARRIER = dict.fromkeys(("activated", "disrupted", "paid"), "card_user")
"""In which field these entries name the carrier; the others in "card"."""

MOST = 4  # cards that may be meant where Users are called the same
Told = Sequence[tuple[int | None, Pattern]]
"""What is written, each with the seat it must be of, None if of any."""


@dataclass(frozen=True)
class OneOf(Trait):
    """A card of which is known that it is one of several: ``value`` are their definitions."""

    value: Any

    def fits(self, definition: Any) -> bool:
        return definition in self.value


def put(
    table: Rm2kTable, faces: Faces, ask: Ask, entry: Entry, later: Sequence[Sequence[Entry]]
) -> list[tuple[Option, Any]]:
    """The ways in which ``entry`` may put a card on a User, each with what shows later of that card, if anything."""
    written = next((pattern for pattern in entry.patterns if pattern.code == "carries"), None)
    if ask.about[0] != "main_phase" or written is None or not table.hand[ask.seat]:
        return []
    told = list(written_of(table, later))
    named = written.fields["card"]
    ways: list[tuple[Option, Any]] = []
    for user in carriers(table, table.users[ask.seat]):
        if table.cards[user] in named and is_meant(table, USERS, faces.guess, user, named):
            ways += ways_on(Carrier(table, faces, ask.seat, user), told)
    return ways


def written_of(table: Rm2kTable, later: Sequence[Sequence[Entry]]) -> Iterator[tuple[int | None, Pattern]]:
    """What is written from now on, each with whose it must be."""
    alive, active = table.alive.copy(), table.active
    for turn in later:
        out: set[int] = set()
        for entry in turn:
            for pattern in entry.patterns:
                seat = pattern.fields.get("seat")
                if pattern.code in GONE:
                    out.add(active if seat is None else seat)
                yield active if seat is None and pattern.code in TURN_PLAYERS else seat, pattern
        alive = [seat for seat in alive if seat not in out] or alive
        active = next((seat for seat in alive if seat > active), alive[0])


@dataclass(frozen=True)
class Carrier:
    """A User of ``seat`` in play on which a card is put."""

    table: Rm2kTable
    faces: Faces
    seat: int
    user: int

    @property
    def card(self) -> Card:
        return self.table.cards[self.user]

    @property
    def same(self) -> list[int]:
        """The seat's Users of the same name in play."""
        return [other for other in self.table.users[self.seat] if self.table.cards[other] is self.card]

    def entries(self, told: Told) -> Iterator[tuple[Pattern, bool]]:
        """What may be written of this User, and whether it is said which copy. Numbers shift where a copy leaves."""
        number, gone = self.same.index(self.user) + 1, 0
        for whose, pattern in told:
            if pattern.code not in LEAVING:  # what lay on who leaves is still told of the old number
                number, gone = number - gone, 0
            named = pattern.fields.get(CARRIER.get(pattern.code, "card"), (self.card,))
            if whose not in (None, self.seat) or self.card not in named:
                continue
            if isinstance(named, Meant) and named.whose not in (None, self.seat):
                continue
            copy = named.number if isinstance(named, Meant) else None
            if pattern.code in LEAVES and copy is not None and copy != number:
                number, gone = number - gone, int(copy < number - gone)
            elif copy in (None, number):
                yield pattern, copy is not None


def ways_on(carrier: Carrier, told: Told) -> list[tuple[Option, Any]]:
    """The ways to put a card of the hand on the User, what shows first of all."""
    table, faces, user = carrier.table, carrier.faces, carrier.user
    hand = table.hand[carrier.seat]
    shown, certain = shows(carrier, told)
    ways: list[tuple[Option, Any]] = []
    for card in shown:
        if card.skill in carrier.card.immune:
            continue
        known = [held for held in hand if faces.known(held) and faces.guess(held) is card]
        ways += [
            (("sync", held, user), None if held in known else card)
            for held in known[:1] or equivalence.possible(table, faces, hand, card)
        ]
    if not ways or not certain:
        ways += unshown(carrier, told)
    return ways or [(("sync", hand[0], user), None)]


def shows(carrier: Carrier, told: Told) -> tuple[list[Card], bool]:
    """The cards that show later on the User, the likeliest first, and whether it must be one of them."""
    table, faces = carrier.table, carrier.faces
    beside = [other for other in carrier.same if other != carrier.user]
    lying = [table.carries[other] for other in beside if other in table.carries]
    found: list[Card] = []
    certain, due = not beside, 1 + len(lying)
    for pattern, exact in carrier.entries(told):
        if pattern.code == "carries":
            due, certain = due + 1, False
        elif pattern.code in SHOWN:
            if exact:
                return [*pattern.fields["card"]], True
            found += pattern.fields["card"]
            certain = certain and "card_user" in pattern.fields
            due -= 1
            if not due or certain:
                break
    for other in lying:
        if faces.guess(other) in found:
            found.remove(faces.guess(other))
    return list(dict.fromkeys(found))[:MOST], certain


def unshown(carrier: Carrier, told: Told) -> list[tuple[Option, Any]]:
    """The ways to put down a card that never shows: what was paid for it, and who paid, tell which it may be."""
    table, faces, user = carrier.table, carrier.faces, carrier.user
    hand = table.hand[carrier.seat]
    tokens = least = 0
    payers: list[Sequence[Card]] = []
    for pattern, _ in carrier.entries(told):
        if pattern.code in SHOWN or pattern.code == "carries":
            break
        if pattern.code == "charged":
            tokens += pattern.fields.get("number", 1)
        elif pattern.code == "paid":
            tokens = least = tokens + 1
            payers.append(pattern.fields["card"])
    ways: list[tuple[Option, Any]] = []
    for cost in dict.fromkeys((least, 0)):
        fits = OneOf("one_of", may_be(carrier, payers if cost or not least else [], cost))
        ways += [(("sync", held, user), fits) for held in equivalence.possible(table, faces, hand, fits)]
        ways += [(("sync", held, user), None) for held in hand if faces.known(held) and fits.fits(faces.guess(held))]
    return ways


def may_be(carrier: Carrier, payers: Sequence[Sequence[Card]], least: int) -> frozenset[Card]:
    """The cards of the deck that cost so much and to which neither the User is immune nor who pays (RM-6.2, 6.3)."""
    faces = carrier.faces
    return frozenset(
        card
        for card, owner in zip(faces.faces, faces.owners, strict=True)
        if owner == carrier.seat
        and card.cost >= least
        and card.skill not in carrier.card.immune
        and all(any(card.skill not in payer.immune for payer in each) for each in payers)
    )
