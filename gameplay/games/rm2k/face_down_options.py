"""Identifies a Syncing card of a reported game by later entries.

The card is revealed when it is activated or deleted. For a card that is never revealed, the payments limit what it
can be.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from operator import itemgetter
from typing import Any, NamedTuple

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
TURN_PLAYER_EVENTS = frozenset({"carries", "paid"})
CARRIER_EVENTS = REVEALING_EVENTS | EXIT_EVENTS | USER_LEAVES_EVENTS | TURN_PLAYER_EVENTS | {"charged"}
"""The events that say something about the cards that Users carry."""

CARRIER_FIELDS = dict.fromkeys(("activated", "disrupted", "paid"), "card_user")
"""The field that names the carrier, by code; other entries name it in "card"."""

MAX_CANDIDATES = 4  # cards to try if several Users have the same name
LaterPatterns = Sequence[Sequence[tuple[int | None, Pattern]]]
"""Written patterns by line, each with the seat it must belong to, or None for any seat."""


class Mention(NamedTuple):
    """A pattern that may mean a User, whether it names the copy and the player, and whether its place binds.

    A card that is dropped may be written before or after the decisions of its line.
    """

    pattern: Pattern
    names_copy: bool
    names_seat: bool
    is_placed: bool = True


@dataclass(frozen=True)
class OneOfTrait(KnownTrait):
    """The fact that a card is one of several definitions, given as ``value``."""

    value: Any

    def fits(self, definition: Any) -> bool:
        return definition in self.value


def face_down_options(
    table: Rm2kTable,
    faces: Faces,
    ask: Ask,
    entry: ReportEntry,
    later: Callable[[Collection[str]], Sequence[Sequence[ReportEntry]]],
) -> list[tuple[Option, Any]]:
    """Return the options that ``entry`` can mean, each with what later entries reveal about the card, or None."""
    if ask.about[0] != "main_phase" or "carries" not in entry.codes or not table.hand[ask.seat]:
        return []
    named = next(pattern.fields["card"] for pattern in entry.patterns if pattern.code == "carries")
    users = [user for user in free_carriers(table, table.users[ask.seat]) if table.cards[user] in named]
    meant = [user for user in users if matches_reference(table.zones(), USER_ZONES, faces.assumed_face, user, named)]
    patterns = list(later_patterns(table, later(CARRIER_EVENTS))) if meant else []
    return [option for user in meant for option in options_on(Carrier(table, faces, ask.seat, user), patterns)]


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


def later_patterns(
    table: Rm2kTable, later: Sequence[Sequence[ReportEntry]]
) -> Iterator[list[tuple[int | None, Pattern]]]:
    """Yield the patterns of all later entries about carried cards, by line, each with the seat it must belong to."""
    alive, active = table.alive.copy(), table.active
    for turn in later:
        out: set[int] = set()
        line: list[tuple[int | None, Pattern]] = []
        patterns = (pattern for entry in turn for pattern in entry.patterns if pattern.code in CARRIER_EVENTS)
        for pattern in patterns:
            seat = pattern.fields.get("seat")
            if pattern.code in EXIT_EVENTS:
                out.add(active if seat is None else seat)
            line.append((_acting_seat(table, pattern, active) if seat is None else seat, pattern))
        yield line
        alive = [seat for seat in alive if seat not in out] or alive
        active = next((seat for seat in alive if seat > active), alive[0])


def _acting_seat(table: Rm2kTable, pattern: Pattern, active: int) -> int | None:
    """Return the seat that a pattern without one belongs to, or None if it may be any.

    Only the turn player pays and puts down cards, but any player can activate one. The name of its User is written
    without the player if no other has such a User.
    """
    if pattern.code in TURN_PLAYER_EVENTS:
        return active
    if pattern.code != "activated":
        return None
    named = pattern.fields.get("card_user", ())
    if isinstance(named, CopyReference) and named.owner_seat is not None:
        return named.owner_seat
    having = [seat for seat in table.alive if any(table.cards[user] in named for user in table.users[seat])]
    return active if active in having or not having else None


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

    def mentions(self, lines: LaterPatterns) -> Iterator[Mention]:
        """Yield the patterns that may mean this User.

        The numbers of copies shift when a copy leaves play. Where in a line that is written does not bind, so both
        numbers may mean this User there. A dropped card that is written again in its line is the same one.
        """
        number = self.users_of_same_name.index(self.user) + 1
        for line in lines:
            named = [(seat, pattern, copy) for seat, pattern in line for copy in self._numbers_in(seat, pattern)]
            left = {copy for _, pattern, copy in named if pattern.code in USER_LEAVES_EVENTS and copy is not None}
            shifted = number - sum(copy < number for copy in left)
            yield from _in_order(
                [
                    Mention(pattern, copy is not None and number == shifted, seat is not None)
                    for at, (seat, pattern, copy) in enumerate(named)
                    if copy in (None, number, shifted)
                    and not (pattern.code == "disrupted" and (seat, pattern, copy) in named[:at])
                ]
            )
            number = shifted

    def _numbers_in(self, seat: int | None, pattern: Pattern) -> Iterator[int | None]:
        """Yield the number of the copy that a pattern names, or None, if it may mean a User of this name."""
        named = pattern.fields.get(CARRIER_FIELDS.get(pattern.code, "card"), (self.card,))
        if seat in (None, self.seat) and self.card in named:
            if not isinstance(named, CopyReference):
                yield None
            elif named.owner_seat in (None, self.seat):
                yield named.number


def _in_order(line: Sequence[Mention]) -> Iterator[Mention]:
    """Yield the mentions of a line: cards that are dropped may be those from before it, or that begin to sync in it."""
    if all(mention.pattern.code != "carries" for mention in line):
        yield from line
        return
    dropped = [mention for mention in line if mention.pattern.code == "disrupted"]
    others = [mention for mention in line if mention.pattern.code != "disrupted"]
    before = list(takewhile(lambda mention: mention.pattern.code != "carries", others))
    yield from before
    yield from (mention._replace(is_placed=False) for mention in dropped)
    yield from others[len(before) :]


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
    numbered: list[Card] = []  # those of entries that number the User: they are not about a namesake
    certain, unrevealed = not namesakes, 1 + len(syncing)
    mentions: list[Mention] = []
    for mention in carrier.mentions(patterns):
        pattern, names_copy, names_seat, is_placed = mention
        mentions.append(mention)
        if pattern.code == "carries":
            unrevealed, certain = unrevealed + 1, False
            if names_copy or not namesakes:
                break  # the card has left without an entry: what is revealed then is the next one
        elif _reveals_any_card(mention):
            certain = False
        elif _reveals_card(mention):
            if is_placed and names_copy and names_seat:
                return [*pattern.fields["card"]], True
            cards += pattern.fields["card"]
            numbered += pattern.fields["card"] if names_copy else ()
            certain, unrevealed = certain and (names_seat or not is_placed), unrevealed - is_placed
            if not unrevealed or (certain and is_placed):
                break
    for other in syncing:
        if faces.assumed_face(other) in cards:
            cards.remove(faces.assumed_face(other))
    return list(dict.fromkeys([*numbered, *cards, *_cards_of_any_user(carrier, mentions)]))[:MAX_CANDIDATES], certain


def _reveals_card(mention: Mention) -> bool:
    return mention.pattern.code in REVEALING_EVENTS


def _reveals_any_card(mention: Mention) -> bool:
    """Return whether the entry does not say on which User the revealed card was."""
    return _reveals_card(mention) and "card_user" not in mention.pattern.fields


def _cards_of_any_user(carrier: Carrier, mentions: Sequence[Mention]) -> list[Card]:
    """Return the cards that are revealed without their User, those first for whose cost the tokens are right.

    Cards that other Users of the player are known to carry are left out.
    """
    found: list[tuple[int, Card]] = []
    tokens = Counter[bool]()  # by whether the entry names the User
    for mention in mentions:
        pattern = mention.pattern
        if pattern.code in ("paid", "charged"):
            tokens[CARRIER_FIELDS.get(pattern.code, "card") in pattern.fields] += pattern.fields.get("number", 1)
        elif _reveals_any_card(mention):
            found += ((_mismatch(card.cost, tokens), card) for card in pattern.fields["card"])
    cards = [card for _, card in sorted(found, key=itemgetter(0))]
    carried = carrier.table.syncing_cards
    for user in carrier.table.users[carrier.seat]:
        if user in carried and (face := carrier.faces.assumed_face(carried[user])) in cards:
            cards.remove(face)
    return cards


def _mismatch(cost: int, tokens: Counter[bool]) -> int:
    """Return by how much written ``tokens`` are too many or too few for a cost; 0 if none are written."""
    return max(tokens[True] - cost, cost - tokens.total(), 0) if tokens else 0


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
    """Yield what is known of a card with ``tokens`` that is never revealed, the likeliest first.

    An entry that reveals a card and does not say for certain who carries it is about another User; or else nothing
    after it is about this card.
    """
    mentions = list(carrier.mentions(patterns))
    is_alone = len(carrier.users_of_same_name) == 1
    certain = [each for each in mentions if not _reveals_card(each) or _is_certain(each, is_alone=is_alone)]
    traits = [trait for each in (certain, mentions) for trait in _traits_by_tokens(carrier, each, tokens)]
    yield from dict.fromkeys(traits)


def _is_certain(mention: Mention, *, is_alone: bool) -> bool:
    """Return whether a mention cannot mean another User; ``is_alone`` if the player has no other one of the name."""
    return "card_user" in mention.pattern.fields and mention.names_seat and (mention.names_copy or is_alone)


def _traits_by_tokens(carrier: Carrier, mentions: Sequence[Mention], tokens: int) -> Iterator[OneOfTrait]:
    """Yield what the tokens and payments before the next card say about a card with ``tokens``.

    If the log leaves out some of its tokens, or names them later, only a card with a high cost takes all of them.
    """
    minimum_cost = 0
    payers: list[Sequence[Card]] = []
    for mention in mentions:
        pattern = mention.pattern
        if _reveals_card(mention) or pattern.code == "carries":
            break
        if pattern.code == "charged":
            tokens += pattern.fields.get("number", 1)
        elif pattern.code == "paid":
            tokens = minimum_cost = tokens + 1
            payers.append(pattern.fields["card"])
    possible = payable_cards(carrier, payers, minimum_cost)
    yield OneOfTrait("one_of", possible)
    highest_cost = max((card.cost for card in possible), default=0)
    if highest_cost > minimum_cost > 0:
        yield OneOfTrait("one_of", frozenset(card for card in possible if card.cost == highest_cost))
    if minimum_cost:
        yield OneOfTrait("one_of", payable_cards(carrier, [], 0))


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
