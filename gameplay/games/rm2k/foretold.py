"""What is written later of a card that goes face down on a User: it shows when it is activated or deleted.

So nobody has to guess it. Of a card that never shows it is told how much was paid for it, and by whom.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.engine import alike
from gameplay.engine.asks import Ask, Option
from gameplay.engine.copies import Meant, is_meant
from gameplay.engine.notation import Entry, Pattern
from gameplay.engine.unseen import Faces, Trait
from gameplay.games.rm2k.syncing import carriers
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import Card

USERS = frozenset({"users"})
LEAVES = frozenset({"deleted", "returned"})
SHOWN = frozenset({"activated", "disrupted"})
GONE = frozenset({"out", "concede"})
MOST = 4  # cards that may be meant where Users are called the same


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
    ways: list[tuple[Option, Any]] = []
    for user in carriers(table, ask.seat):
        named = written.fields["card"]
        if table.cards[user] in named and is_meant(table, USERS, faces.guess, user, named):
            ways += ways_on(table, faces, ask.seat, user, told)
    return ways


def written_of(table: Rm2kTable, later: Sequence[Sequence[Entry]]) -> Iterator[tuple[int, Pattern]]:
    """What is written from now on, each with whose it is."""
    alive, active = table.alive.copy(), table.active
    for turn in later:
        out: set[int] = set()
        for entry in turn:
            for pattern in entry.patterns:
                seat = pattern.fields.get("seat", active)
                if pattern.code in GONE:
                    out.add(seat)
                yield seat, pattern
        alive = [seat for seat in alive if seat not in out] or alive
        active = min(alive, key=lambda seat: (seat <= active, seat))  # noqa: B023 - called at once


def ways_on(
    table: Rm2kTable, faces: Faces, seat: int, user: int, told: Sequence[tuple[int, Pattern]]
) -> list[tuple[Option, Any]]:
    """The ways to put a card of the hand on ``user``, what shows first of all."""
    host, hand = table.cards[user], table.hand[seat]
    mine = [pattern for whose, pattern in told if whose == seat]
    shown, certain = shows(table, faces, seat, user, mine)
    ways: list[tuple[Option, Any]] = []
    for card in shown:
        if card.skill in host.immune:
            continue
        known = [held for held in hand if faces.known(held) and faces.guess(held) is card]
        ways += [
            (("sync", held, user), None if held in known else card)
            for held in known[:1] or alike.possible(table, faces, hand, card)
        ]
    if not shown or not certain:
        ways += unshown(table, faces, seat, user, [] if shown else mine)
    return ways or [(("sync", hand[0], user), None)]


def shows(table: Rm2kTable, faces: Faces, seat: int, user: int, mine: Sequence[Pattern]) -> tuple[list[Card], bool]:
    """The cards that show later on ``user``, the likeliest first, and whether it must be one of them."""
    host = table.cards[user]
    same = [other for other in table.users[seat] if table.cards[other] is host]
    beside, number = [other for other in same if other != user], same.index(user) + 1
    lying = [table.carries[other] for other in beside if other in table.carries]
    found: list[Card] = []
    certain, open_ = not beside, 1 + len(lying)
    for pattern in mine:
        which = pattern.fields.get("card" if pattern.code not in SHOWN else "card_user", (host,))
        if host not in which:
            continue
        copy = which.number if isinstance(which, Meant) else None
        if pattern.code in LEAVES and copy is not None:
            number -= copy < number
        elif copy not in (None, number):
            continue
        elif pattern.code == "carries":
            open_, certain = open_ + 1, False
        elif pattern.code in SHOWN:
            if copy is not None:
                return [*pattern.fields["card"]], True
            found += pattern.fields["card"]
            certain = certain and "card_user" in pattern.fields
            open_ -= 1
            if open_ == 0 or (certain and found):
                break
    for other in lying:
        if faces.guess(other) in found:
            found.remove(faces.guess(other))
    return list(dict.fromkeys(found))[:MOST], certain


def unshown(table: Rm2kTable, faces: Faces, seat: int, user: int, mine: Sequence[Pattern]) -> list[tuple[Option, Any]]:
    """The ways to put down a card that never shows: what was paid for it, and who paid, tell which it may be."""
    host, hand = table.cards[user], table.hand[seat]
    paid = [pattern for pattern in mine if pattern.code == "paid" and host in pattern.fields.get("card_user", ())]
    payers = [pattern.fields["card"] for pattern in paid if "card" in pattern.fields]
    ways: list[tuple[Option, Any]] = []
    for least in dict.fromkeys((len(paid), 0)):
        may = frozenset(
            card
            for card in kinds(faces, seat)
            if card.cost >= least
            and card.skill not in host.immune
            and all(any(card.skill not in payer.immune for payer in each) for each in payers)
        )
        fits = OneOf("one_of", may)
        ways += [(("sync", held, user), fits) for held in alike.possible(table, faces, hand, fits)]
        ways += [(("sync", held, user), None) for held in hand if faces.known(held) and faces.guess(held) in may]
    return ways


def kinds(faces: Faces, seat: int) -> dict[Card, None]:
    """The cards of a seat's deck, each once."""
    return {face: None for face, owner in zip(faces.faces, faces.owners, strict=True) if owner == seat}
