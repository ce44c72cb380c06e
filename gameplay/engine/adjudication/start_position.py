"""The position from which a reported game is judged, instead of the beginning of a game.

It has the form of any position (`core.position`), but face-down cards may be unknown. A position without choices since
is always the start of a turn or step, or the moment before a play. With the deck lists, unknown cards are those that
remain; cards that the position does not mention lie in the draw piles.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cards.printed import PrintedCard
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.initial_tables import dealt_table, possible_faces
from gameplay.engine.adjudication.log_cards import LogCards
from gameplay.engine.adjudication.notation import ReportEntry, notation_of
from gameplay.engine.core.errors import Translatable, UnreadableError, Wording, _
from gameplay.engine.core.position_fields import FieldReader, UnknownCard
from gameplay.engine.core.position_table import FORMAT, Catalogue, read_invented_cards, read_table_and_cards
from gameplay.engine.core.ruleset import Ruleset

FIELD = "position"
COMMON = -1
Pool = tuple[int, str]
"""An owner and a back: face-down cards that share both look the same."""


@dataclass(frozen=True, slots=True)
class StartPosition:
    """A position as it was read. ``places`` are those of its cards in the file, and ``invented`` its new cards."""

    ruleset: Ruleset
    table: Any
    places: Mapping[int, str]
    invented: Sequence[PrintedCard]
    file: str

    @property
    def cards(self) -> list[tuple[Any, int]]:
        """The definition and the owner of each card."""
        return list(zip(self.table.cards, self.table.owners, strict=True))

    @property
    def is_fully_named(self) -> bool:
        return not any(isinstance(definition, UnknownCard) for definition in self.table.cards)

    def named_deck(self, owner: int) -> list[Any] | None:
        """Return all cards of ``owner``, None if one is unknown, or if none is left to draw in a game without lists."""
        cards = [definition for definition, seat in self.cards if seat == owner]
        if any(isinstance(definition, UnknownCard) for definition in cards):
            return None
        is_drawn = any(self.pile(self.table, owner, self.ruleset.back(definition)) for definition in cards)
        needs_lists = not getattr(self.table.variant, "deck_size", 0) or notation_of(self.ruleset).setup.requires_decks
        return cards if is_drawn or needs_lists else None

    def pile(self, table: Any, owner: int, back: str) -> list[int]:
        """Return the draw pile of cards with this owner and back."""
        pile: list[int] = notation_of(self.ruleset).setup.draw_pile(table, owner, back)
        return pile

    def error(self, reason: Wording, place: str, *, clause: str = "", **details: object) -> UnreadableError:
        return UnreadableError(reason, file=self.file, place=place, clause=clause, **details)


def read_start_position(reader: FieldReader, ruleset: Ruleset, catalogue: Catalogue) -> StartPosition | None:
    """Return the position of a log, None if it has none. Raises UnreadableError.

    The position may leave out what the log says already: its format, its game, its variant, and the switches. The log
    may leave out the switches. The position may be within a step only if all its choices are entries of the log.
    """
    if FIELD not in reader.fields:
        return None
    file = reader.file
    position = FieldReader(reader.fields.pop(FIELD), file=file, place=FIELD)
    head = {"format": FORMAT, "ruleset": ruleset.name, "variant": reader.fields.get("variant")}
    for name, value in head.items():
        if position.fields.setdefault(name, value) != value:
            reason = _("{here!r} differs from {there!r} in the log")
            raise position.error(reason, name, here=position.fields[name], there=value)
    switches = reader.fields.setdefault("switches", position.fields.get("switches", {}))
    if position.fields.setdefault("switches", switches) != switches:
        raise position.error(_("they differ from the switches of the log"), "switches")
    if position.fields.get("turn") == 0:
        raise position.error(_("turn 0 is the beginning of the game: leave out the position"), "turn")
    _reject_script(position)
    new_cards = {"cards": position.fields.get("cards", [])}
    invented = read_invented_cards(FieldReader(new_cards, file=file, place=FIELD), ruleset.name)
    rulesets = {ruleset.name: ruleset}
    _ruleset, table, cards = read_table_and_cards(position, rulesets, catalogue, allows_unknown=True)
    table.turn -= 1  # the run of a turn begins by counting it
    return StartPosition(ruleset, table, cards.places, invented, file)


def _reject_script(position: FieldReader) -> None:
    """Raise UnreadableError if the position continues in the middle of a step, or says what will be drawn."""
    if position.take("choices", list, []):
        reason = _("write the choices since as entries of the log, or take the position before a play")
        raise position.error(reason, "choices")
    if position.take("chance", list, []):
        raise position.error(_("the log says what was drawn: leave out the outcomes of chance"), "chance")
    position.take("pausing", bool, False)


def deals_from(
    start: StartPosition, reader: FieldReader, decks: Sequence[list[Any] | None], log_cards: LogCards
) -> list[tuple[Any, Faces]]:
    """Return the table of the position with the faces of all cards, one item for each choice of unlisted fixed decks.

    Raises UnreadableError if the position does not fit the decks.
    """
    variant = start.table.variant
    if not any(decks) and start.is_fully_named and COMMON in start.table.owners:
        return [_Deal(start, _pools_of(start, start.cards), Faces([[]] * len(decks), 0, [], None)).complete()]
    if COMMON not in start.table.owners:
        decks = [start.named_deck(seat) if deck is None else deck for seat, deck in enumerate(decks)]
    is_listed = None not in decks  # a deck may be empty
    candidates = [Faces(decks, 0, [], None)] if is_listed else possible_faces(reader, decks, variant, log_cards)
    deals: list[tuple[Any, Faces]] = []
    faults: list[UnreadableError] = []
    for faces in candidates:
        dealt = dealt_table(start.ruleset, variant, faces)
        cards = [(definition, dealt.owners[card]) for card, definition in enumerate(faces)]
        try:
            deals.append(_Deal(start, _pools_of(start, cards), faces).complete())
        except UnreadableError as fault:
            faults.append(fault)
    if not deals:
        raise faults[0]
    return deals


def _pools_of(start: StartPosition, cards: Sequence[tuple[Any, int]]) -> dict[Pool, Counter[Any]]:
    pools: dict[Pool, Counter[Any]] = {}
    for definition, owner in cards:
        pools.setdefault((owner, start.ruleset.back(definition)), Counter())[definition] += 1
    return pools


class _Deal:
    """Completes the table of a position with the decks ``dealt``: all their cards by pool."""

    def __init__(self, start: StartPosition, dealt: Mapping[Pool, Counter[Any]], faces: Faces) -> None:
        self.start, self.dealt, self.faces = start, dealt, faces
        self.remaining = {pool: cards.copy() for pool, cards in dealt.items()}
        self.table = start.table.copy()
        self.table.cards, self.table.owners = list(start.table.cards), list(start.table.owners)
        self.known: dict[int, Any] = {}
        self.unknown: dict[Pool, list[int]] = {pool: [] for pool in dealt}

    def complete(self) -> tuple[Any, Faces]:
        """Return the table with all cards, and their faces. Raises UnreadableError."""
        for card, (definition, owner) in enumerate(self.start.cards):
            if isinstance(definition, UnknownCard):
                self.unknown[self._pool_of_unknown(card, owner, definition.back)].append(card)
            else:
                self.known[card] = definition
                self._use(card, definition, owner)
        for pool, cards in self.remaining.items():
            self._fill(pool, cards)
        return self.table, self._faces()

    def _is_listed(self, owner: int) -> bool:
        return self.faces.deck_is_listed[max(owner, 0)]

    def _pool_of_unknown(self, card: int, owner: int, back: str) -> Pool:
        if (owner, back) not in self.remaining:
            backs = sorted(other for seat, other in self.remaining if seat == owner)
            # The braces are doubled because the template has details.
            no_back = _('say its back, as in {{"unknown": 1, "back": ...}}: {allowed}')
            reason = _("{value!r} is not one of {allowed}") if back else no_back
            place = f"{self.start.places[card]}.back"
            raise self.start.error(reason, place, value=back, allowed=", ".join(backs))
        return owner, back

    def _use(self, card: int, definition: Any, owner: int) -> None:
        """Take a named card out of the deck of its owner."""
        if not self._is_listed(owner):
            return
        pool = (owner, self.start.ruleset.back(definition))
        if not self.remaining.get(pool, Counter())[definition]:
            copies = self.dealt.get(pool, Counter())[definition]
            reason = Translatable(
                _("{card}: the deck has {copies} of them, the position more"), card=definition.name, copies=copies
            )
            raise self.start.error(reason, self.start.places[card], clause=self._copies_clause(definition))
        self.remaining[pool][definition] -= 1

    def _copies_clause(self, definition: Any) -> str:
        violated = notation_of(self.start.ruleset).clauses.violated
        return str(violated(self.table, None, ReportEntry(0, 0, "", ()), "no_copy"))

    def _fill(self, pool: Pool, cards: Counter[Any]) -> None:
        """Give the remaining faces of a pool to its unknown cards, and put the rest into its draw pile."""
        owner, back = pool
        place = f"{FIELD}.seats.{owner}" if owner >= 0 else FIELD
        faces, holders, pile = list(cards.elements()), self.unknown[pool], self.start.pile(self.table, owner, back)
        named = 0
        if not self._is_listed(owner):
            self._check_unlisted(owner, place)
            named = sum(self.table.owners[card] == owner for card in self.known)
        rest = len(faces) - named - len(holders)
        if rest < 0:
            raise self.start.error(_("{cards} cards more than the deck has"), place, cards=-rest)
        if rest and pile:
            raise self.start.error(_("{cards} cards of the deck are missing in the position"), place, cards=rest)
        for card, face in zip(holders, faces, strict=False):
            self.table.cards[card] = face
        for face in faces[len(holders) : len(holders) + rest]:
            pile.append(len(self.table.cards))
            self.table.cards.append(face)
            self.table.owners.append(owner)

    def _check_unlisted(self, owner: int, place: str) -> None:
        """Raise UnreadableError if no legal deck has the named cards of ``owner``."""
        ruleset, variant = self.start.ruleset, self.table.variant
        named = [card.printed for number, card in self.known.items() if self.start.table.owners[number] == owner]
        incomplete = {type(fault) for fault in ruleset.deck_faults(variant, [])}
        for fault in ruleset.deck_faults(variant, named):
            if type(fault) not in incomplete:
                raise self.start.error(fault, place, clause=fault.clause)

    def _faces(self) -> Faces:
        """Return the faces of all cards: those of named cards are known."""
        owners = [max(owner, 0) for owner in self.table.owners]
        faces = Faces.of_cards(
            self.table.cards,
            owners,
            deck_is_listed=self.faces.deck_is_listed,
            universe=self.faces.universe,
            max_copies=self.faces.max_copies,
        )
        back = self.start.ruleset.back
        faces.pools = [(owner, back(faces[card])) for card, owner in enumerate(self.table.owners)]
        faces.observed.update(self.known)
        return faces
