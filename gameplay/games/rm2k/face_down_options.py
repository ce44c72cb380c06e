"""Identifies a Syncing card of a reported game by later entries.

The card is revealed when it is activated or deleted. For a card that is never revealed, the payments limit what it
can be.
"""

from collections.abc import Callable, Iterator, Sequence
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
"""The field that names the carrier, by code; other entries name it in "card"."""

MAX_CANDIDATES = 4  # cards to try if several Users have the same name
LaterPatterns = Sequence[tuple[int | None, Pattern]]
"""Written patterns, each with the seat it must belong to, or None for any seat."""


@dataclass(frozen=True)
class OneOfTrait(KnownTrait):
    """The fact that a card is one of several definitions, given as ``value``."""

    value: Any

    def fits(self, definition: Any) -> bool:
        return definition in self.value


def face_down_options(
    table: Rm2kTable, faces: Faces, ask: Ask, entry: ReportEntry, later: Callable[[], Sequence[Sequence[ReportEntry]]]
) -> list[tuple[Option, Any]]:
    """Return the options that ``entry`` can mean, each with what later entries reveal about the card, or None."""
    written = next((pattern for pattern in entry.patterns if pattern.code == "carries"), None)
    if ask.about[0] != "main_phase" or written is None or not table.hand[ask.seat]:
        return []
    patterns = list(later_patterns(table, later()))
    named = written.fields["card"]
    options: list[tuple[Option, Any]] = []
    for user in free_carriers(table, table.users[ask.seat]):
        if table.cards[user] in named and matches_reference(table.zones(), USER_ZONES, faces.assumed_face, user, named):
            options += options_on(Carrier(table, faces, ask.seat, user), patterns)
    return options


def initial_faces(
    table: Rm2kTable, faces: Faces, turns: Sequence[Sequence[ReportEntry]]
) -> Iterator[tuple[int, list[Any]]]:
    """Yield the unknown Syncing cards of a position, each with what the entries of all turns reveal about it."""
    patterns = list(later_patterns(table, turns))
    for user, card in table.syncing_cards.items():
        if not faces.is_known(card):
            carrier = Carrier(table, faces, table.owners[user], user)
            revealed, certain = revealed_cards(carrier, patterns)
            carried = [face for face in revealed if face.skill not in carrier.card.immune]
            possible: list[Any] = [face for face in carried if faces.copy().observe(card, face)]
            if not possible or not certain:
                traits = unrevealed_traits(carrier, patterns, table.tokens[card])
                possible += [trait for trait in traits if faces.copy().observe(card, trait)]
            yield card, possible


def later_patterns(table: Rm2kTable, later: Sequence[Sequence[ReportEntry]]) -> Iterator[tuple[int | None, Pattern]]:
    """Yield the patterns of all later entries, each with the seat it must belong to."""
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
    """A User in play on which ``seat`` puts a card."""

    table: Rm2kTable
    faces: Faces
    seat: int
    user: int

    @property
    def card(self) -> Card:
        return self.table.cards[self.user]

    @property
    def users_of_same_name(self) -> list[int]:
        """The Users of this seat in play with the same name."""
        return [other for other in self.table.users[self.seat] if self.table.cards[other] is self.card]

    def patterns_about(self, patterns: LaterPatterns) -> Iterator[tuple[Pattern, bool]]:
        """Yield the patterns that may mean this User, and whether they name the copy.

        The numbers of copies shift when a copy leaves play.
        """
        number, shift = self.users_of_same_name.index(self.user) + 1, 0
        for seat, pattern in patterns:
            if pattern.code not in LEAVING_EVENTS:  # cards on a User that leaves are written with its old number
                number, shift = number - shift, 0
            named = pattern.fields.get(CARRIER_FIELDS.get(pattern.code, "card"), (self.card,))
            if seat not in (None, self.seat) or self.card not in named:
                continue
            if isinstance(named, CopyReference) and named.owner_seat not in (None, self.seat):
                continue
            copy = named.number if isinstance(named, CopyReference) else None
            if pattern.code in USER_LEAVES_EVENTS and copy is not None and copy != number:
                number, shift = number - shift, int(copy < number - shift)
            elif copy in (None, number):
                yield pattern, copy is not None


def options_on(carrier: Carrier, patterns: LaterPatterns) -> list[tuple[Option, Any]]:
    """Return the options to put a card from hand on the User, cards revealed later first."""
    table, faces, user = carrier.table, carrier.faces, carrier.user
    hand = table.hand[carrier.seat]
    revealed, certain = revealed_cards(carrier, patterns)
    options: list[tuple[Option, Any]] = []
    for card in revealed:
        if card.skill in carrier.card.immune:
            continue
        known = [held for held in hand if faces.is_known(held) and faces.assumed_face(held) is card]
        options += [
            (("sync", held, user), None if held in known else card)
            for held in known[:1] or equivalence.possible_cards(equivalence.ZoneIndex(table), faces, hand, card)
        ]
    if not options or not certain:
        options += unrevealed_options(carrier, patterns)
    return options or [(("sync", hand[0], user), None)]


def revealed_cards(carrier: Carrier, patterns: LaterPatterns) -> tuple[list[Card], bool]:
    """Return the cards revealed later on the User, the likeliest first, and whether it must be one of them."""
    table, faces = carrier.table, carrier.faces
    namesakes = [other for other in carrier.users_of_same_name if other != carrier.user]
    syncing = [table.syncing_cards[other] for other in namesakes if other in table.syncing_cards]
    cards: list[Card] = []
    certain, unrevealed = not namesakes, 1 + len(syncing)
    for pattern, exact in carrier.patterns_about(patterns):
        if pattern.code == "carries":
            unrevealed, certain = unrevealed + 1, False
            if exact or not namesakes:
                break  # the card has left without an entry: what is revealed then is the next one
        elif pattern.code in REVEALING_EVENTS:
            if exact:
                return [*pattern.fields["card"]], True
            cards += pattern.fields["card"]
            certain = certain and "card_user" in pattern.fields
            unrevealed -= 1
            if not unrevealed or certain:
                break
    for other in syncing:
        if faces.assumed_face(other) in cards:
            cards.remove(faces.assumed_face(other))
    return list(dict.fromkeys(cards))[:MAX_CANDIDATES], certain


def unrevealed_options(carrier: Carrier, patterns: LaterPatterns) -> list[tuple[Option, Any]]:
    """Return the options to put down a card that is never revealed, limited by the written payments."""
    table, faces, user = carrier.table, carrier.faces, carrier.user
    hand = table.hand[carrier.seat]
    options: list[tuple[Option, Any]] = []
    for trait in unrevealed_traits(carrier, patterns):
        options += [
            (("sync", held, user), trait)
            for held in equivalence.possible_cards(equivalence.ZoneIndex(table), faces, hand, trait)
        ]
        options += [
            (("sync", held, user), None)
            for held in hand
            if faces.is_known(held) and trait.fits(faces.assumed_face(held))
        ]
    return options


def unrevealed_traits(carrier: Carrier, patterns: LaterPatterns, tokens: int = 0) -> Iterator[OneOfTrait]:
    """Yield what is known of a card with ``tokens`` that is never revealed, the likeliest first."""
    minimum_cost = 0
    payers: list[Sequence[Card]] = []
    for pattern, _ in carrier.patterns_about(patterns):
        if pattern.code in REVEALING_EVENTS or pattern.code == "carries":
            break
        if pattern.code == "charged":
            tokens += pattern.fields.get("number", 1)
        elif pattern.code == "paid":
            tokens = minimum_cost = tokens + 1
            payers.append(pattern.fields["card"])
    for cost in dict.fromkeys((minimum_cost, 0)):
        yield OneOfTrait("one_of", payable_cards(carrier, payers if cost or not minimum_cost else [], cost))


def payable_cards(carrier: Carrier, payers: Sequence[Sequence[Card]], minimum_cost: int) -> frozenset[Card]:
    """Return the cards in the deck that the User can carry and the payers can pay for (RM-6.2, 6.3)."""
    faces = carrier.faces
    return frozenset(
        card
        for card, owner in zip(faces.all_faces, faces.owners, strict=True)
        if owner == carrier.seat
        and card.cost >= minimum_cost
        and card.skill not in carrier.card.immune
        and all(any(card.skill not in payer.immune for payer in each) for each in payers)
    )
