"""What is written later of a card that goes face down on a User: it shows when it is activated or deleted.

So nobody has to guess it. Of a card that never shows it is told how much was paid for it, and by whom.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.engine.adjudication import equivalence
from gameplay.engine.adjudication.card_copies import CopyReference, matches_reference
from gameplay.engine.adjudication.hidden_faces import Faces, KnownTrait
from gameplay.engine.adjudication.notation import Pattern, ReportEntry
from gameplay.engine.core.asks import Ask, Option
from gameplay.games.rm2k.syncing import free_carriers
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import Card

USER_ZONES = frozenset({"users"})
REVEALING_EVENTS = frozenset({"activated", "disrupted"})
EXIT_EVENTS = frozenset({"out", "concede"})
USER_LEAVES_EVENTS = frozenset({"deleted", "returned"})
LEAVING_EVENTS = USER_LEAVES_EVENTS | {"disrupted"}
TURN_PLAYER_EVENTS = frozenset({"carries", "paid"})
CARRIER_FIELDS = dict.fromkeys(("activated", "disrupted", "paid"), "card_user")
"""In which field these entries name the carrier; the others in "card"."""

MAX_CANDIDATES = 4  # cards that may be meant where Users are called the same
LaterPatterns = Sequence[tuple[int | None, Pattern]]
"""What is written, each with the seat it must be of, None if of any."""


@dataclass(frozen=True)
class OneOfTrait(KnownTrait):
    """A card of which is known that it is one of several: ``value`` are their definitions."""

    value: Any

    def fits(self, definition: Any) -> bool:
        return definition in self.value


def face_down_options(
    table: Rm2kTable, faces: Faces, ask: Ask, entry: ReportEntry, later: Sequence[Sequence[ReportEntry]]
) -> list[tuple[Option, Any]]:
    """The ways in which ``entry`` may put a card on a User, each with what shows later of that card, if anything."""
    written = next((pattern for pattern in entry.patterns if pattern.code == "carries"), None)
    if ask.about[0] != "main_phase" or written is None or not table.hand[ask.seat]:
        return []
    told = list(later_patterns(table, later))
    named = written.fields["card"]
    ways: list[tuple[Option, Any]] = []
    for user in free_carriers(table, table.users[ask.seat]):
        if table.cards[user] in named and matches_reference(table, USER_ZONES, faces.assumed_face, user, named):
            ways += options_on(Carrier(table, faces, ask.seat, user), told)
    return ways


def later_patterns(table: Rm2kTable, later: Sequence[Sequence[ReportEntry]]) -> Iterator[tuple[int | None, Pattern]]:
    """What is written from now on, each with whose it must be."""
    alive, active = table.alive.copy(), table.active
    for turn in later:
        out: set[int] = set()
        for entry in turn:
            for pattern in entry.patterns:
                seat = pattern.fields.get("seat")
                if pattern.code in EXIT_EVENTS:
                    out.add(active if seat is None else seat)
                yield active if seat is None and pattern.code in TURN_PLAYER_EVENTS else seat, pattern
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
    def users_of_same_name(self) -> list[int]:
        """The seat's Users of the same name in play."""
        return [other for other in self.table.users[self.seat] if self.table.cards[other] is self.card]

    def patterns_about(self, patterns: LaterPatterns) -> Iterator[tuple[Pattern, bool]]:
        """What may be written of this User, and whether it is said which copy. Numbers shift where a copy leaves."""
        number, gone = self.users_of_same_name.index(self.user) + 1, 0
        for whose, pattern in patterns:
            if pattern.code not in LEAVING_EVENTS:  # what lay on who leaves is still told of the old number
                number, gone = number - gone, 0
            named = pattern.fields.get(CARRIER_FIELDS.get(pattern.code, "card"), (self.card,))
            if whose not in (None, self.seat) or self.card not in named:
                continue
            if isinstance(named, CopyReference) and named.owner_seat not in (None, self.seat):
                continue
            copy = named.number if isinstance(named, CopyReference) else None
            if pattern.code in USER_LEAVES_EVENTS and copy is not None and copy != number:
                number, gone = number - gone, int(copy < number - gone)
            elif copy in (None, number):
                yield pattern, copy is not None


def options_on(carrier: Carrier, patterns: LaterPatterns) -> list[tuple[Option, Any]]:
    """The ways to put a card of the hand on the User, what shows first of all."""
    table, faces, user = carrier.table, carrier.faces, carrier.user
    hand = table.hand[carrier.seat]
    shown, certain = revealed_cards(carrier, patterns)
    ways: list[tuple[Option, Any]] = []
    for card in shown:
        if card.skill in carrier.card.immune:
            continue
        known = [held for held in hand if faces.is_known(held) and faces.assumed_face(held) is card]
        ways += [
            (("sync", held, user), None if held in known else card)
            for held in known[:1] or equivalence.possible_cards(table, faces, hand, card)
        ]
    if not ways or not certain:
        ways += unrevealed_options(carrier, patterns)
    return ways or [(("sync", hand[0], user), None)]


def revealed_cards(carrier: Carrier, patterns: LaterPatterns) -> tuple[list[Card], bool]:
    """The cards that show later on the User, the likeliest first, and whether it must be one of them."""
    table, faces = carrier.table, carrier.faces
    beside = [other for other in carrier.users_of_same_name if other != carrier.user]
    lying = [table.syncing_cards[other] for other in beside if other in table.syncing_cards]
    found: list[Card] = []
    certain, due = not beside, 1 + len(lying)
    for pattern, exact in carrier.patterns_about(patterns):
        if pattern.code == "carries":
            due, certain = due + 1, False
        elif pattern.code in REVEALING_EVENTS:
            if exact:
                return [*pattern.fields["card"]], True
            found += pattern.fields["card"]
            certain = certain and "card_user" in pattern.fields
            due -= 1
            if not due or certain:
                break
    for other in lying:
        if faces.assumed_face(other) in found:
            found.remove(faces.assumed_face(other))
    return list(dict.fromkeys(found))[:MAX_CANDIDATES], certain


def unrevealed_options(carrier: Carrier, patterns: LaterPatterns) -> list[tuple[Option, Any]]:
    """The ways to put down a card that never shows: what was paid for it, and who paid, tell which it may be."""
    table, faces, user = carrier.table, carrier.faces, carrier.user
    hand = table.hand[carrier.seat]
    tokens = least = 0
    payers: list[Sequence[Card]] = []
    for pattern, _ in carrier.patterns_about(patterns):
        if pattern.code in REVEALING_EVENTS or pattern.code == "carries":
            break
        if pattern.code == "charged":
            tokens += pattern.fields.get("number", 1)
        elif pattern.code == "paid":
            tokens = least = tokens + 1
            payers.append(pattern.fields["card"])
    ways: list[tuple[Option, Any]] = []
    for cost in dict.fromkeys((least, 0)):
        fits = OneOfTrait("one_of", payable_cards(carrier, payers if cost or not least else [], cost))
        ways += [(("sync", held, user), fits) for held in equivalence.possible_cards(table, faces, hand, fits)]
        ways += [
            (("sync", held, user), None)
            for held in hand
            if faces.is_known(held) and fits.fits(faces.assumed_face(held))
        ]
    return ways


def payable_cards(carrier: Carrier, payers: Sequence[Sequence[Card]], minimum_cost: int) -> frozenset[Card]:
    """The cards of the deck that cost so much and to which neither the User is immune nor who pays (RM-6.2, 6.3)."""
    faces = carrier.faces
    return frozenset(
        card
        for card, owner in zip(faces.all_faces, faces.owners, strict=True)
        if owner == carrier.seat
        and card.cost >= minimum_cost
        and card.skill not in carrier.card.immune
        and all(any(card.skill not in payer.immune for payer in each) for each in payers)
    )
