"""The interface between a card game and the core of the engine."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Protocol, get_type_hints

from cards.faces import Face
from cards.keywords import Keyword
from cards.printed import PrintedCard
from gameplay.engine.core.asks import Ask, Option, RuleGenerator
from gameplay.engine.core.balance import BalanceLimits
from gameplay.engine.core.bundling import NO_BUNDLING, Bundling
from gameplay.engine.core.chance import Chance, RecordedChance
from gameplay.engine.core.errors import PlayerCountError, RefusalReason, RulesError
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.position_fields import CardRegistry, CardWriter, FieldReader
from gameplay.engine.core.rulings import RulingValueError, UnknownRulingError
from gameplay.engine.core.scoring import Scoring
from gameplay.engine.core.sentences import Sentences
from gameplay.engine.core.table_layout import TableLayout
from gameplay.engine.core.type_variables import TypeVar
from gameplay.engine.core.typed_data import read_value
from gameplay.engine.core.zones import CardT, GameVariant, Table

TableT = TypeVar("TableT", bound=Table, default=Any)
TableT_contra = TypeVar("TableT_contra", bound=Table, contravariant=True)
VariantT = TypeVar("VariantT", bound=GameVariant, default=Any)
NotationT = TypeVar("NotationT", default=Any)


class CardDescription(NamedTuple):
    """The text of a card: its type line, then its paragraphs as (label, text), with symbols as ``{fire}``."""

    type_line: str
    paragraphs: tuple[tuple[str, str], ...]


class SharedDeck(NamedTuple):
    """One deck for all players of a game: the clause that says so, and the card types that are put aside."""

    clause: str
    unused_types: Sequence[str] = ()


class DraftBot(Protocol):
    """A bot for drafts: it picks cards and builds a deck."""

    def pick(self, pool: Sequence[PrintedCard], pack: Sequence[PrintedCard]) -> int:
        """Return the index in ``pack`` of the picked card."""

    def build_deck(
        self, pool: Sequence[PrintedCard], size: int, initial: Sequence[PrintedCard] = ()
    ) -> list[PrintedCard]:
        """Return the cards of a deck of ``size`` from ``pool``, including those of ``initial``."""

    def synergy(self, card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
        """Return how much ``card`` and the cards of ``pool`` benefit from each other, on the bot's own scale."""

    def demand(self, card: PrintedCard, pool: Sequence[PrintedCard], size: int) -> float:
        """Return the demand for the type of ``card`` in a deck of ``size`` from ``pool``: above 1 if it has too few."""


class Positions(Protocol[TableT_contra]):
    """Reads and writes a game's table in positions, see `core.position`."""

    STEPS: tuple[str, ...]
    """The steps of a turn at whose start a position is possible."""

    FIRST_TURN: int
    """The earliest turn of a position: 0 if a player is asked before turn 1."""

    def load(
        self, table: TableT_contra, reader: FieldReader, seats: Sequence[FieldReader], cards: CardRegistry
    ) -> None:
        """Fill the empty ``table`` from ``reader`` and the readers of the ``seats``. Raises UnreadableError."""

    def dump(self, table: TableT_contra, writer: CardWriter) -> JsonObject:
        """Return the table in the form that `load` reads, with its cards in the same order."""


class Corrections(Protocol[TableT_contra]):
    """Lets a judge change a game's table, see `core.correction`."""

    ZONES: tuple[str, ...]
    """The zones that a card can be moved to."""

    MARKS: tuple[str, ...]
    """The marks that can be set and cleared on a card."""

    def move_card(self, table: TableT_contra, card: int, zone: str, bearer: int | None) -> None:
        """Move ``card`` from any zone to that zone of its owner, under ``bearer`` if the zone requires one."""

    def set_mark(self, table: TableT_contra, card: int, mark: str, *, on: bool) -> None:
        """Set ``mark`` on a card, or clear it."""


def uniform_back(definition: object) -> str:
    """Return the back of a card in a game where all backs are alike."""
    return ""


def any_card(zone: str, definition: object) -> bool:
    """Return True: any card may be face down there."""
    return True


def no_shared_deck(variant: object) -> SharedDeck | None:
    """Return None, for a game in which each player brings a deck."""
    return None


def no_fixed_decks(variant: object) -> Sequence[Mapping[str, int]]:
    """Return no deck, for a variant that allows any legal deck."""
    return ()


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[TableT, CardT, VariantT, NotationT]):
    """Everything that a game provides to the core.

    ``title`` is the game's own name. ``player_counts`` are the possible numbers of players, by
    ``player_counts_clause``. ``variants`` are the game's own dataclasses, by name.

    ``definition`` converts a printed card to the definition that the rules use, ``describe`` to text in a language,
    ``face`` to the content of a card image. ``deck_faults`` returns everything that is illegal about a deck in a
    variant. ``back`` is the visible back of a card: cards with different backs are never confused. ``fixed_decks`` are
    the only legal decks of a variant, as copies by English title; empty if any deck may be legal.
    ``shared_deck`` returns how all players of a variant share one deck; None if each player brings a deck.

    ``deal`` sets up a table for a variant, with one list of definitions for each seat, and a source of chance.
    ``start`` and ``turn`` are the rules. ``call_time`` applies the effect of time being called.

    ``draft_bot`` and ``greedy_bot`` are the game's bots for drafts and for games. ``win_probability`` estimates,
    between two turns, the probability from 0 to 1 that a seat wins. ``scoring`` describes how games are reported.
    ``constructed_variants`` are the variants for constructed events with two players in a match, the usual one first.
    ``balance_limits`` are the limits for sets with ready-made decks; None if the game has no such sets.

    ``face_down_zones`` are those in which players put cards face down, and ``is_likely_face_down`` returns whether
    players usually put such a card there. The search bot uses it to guess cards of its opponents.

    ``bundling`` says which answers players can give in one go. ``keywords`` explain the terms on cards. ``sentences``
    are the game's texts, and ``table_layout`` describes how its zones are arranged for display.
    ``positions`` reads and writes its table, ``corrections`` lets a judge change it. ``notation`` is used to
    adjudicate reported games (`adjudication.notation.Notation`); None if that is not supported.

    ``refusal_reason`` returns why the rules forbid ``option``, which is not among the options of the pending ``ask``,
    or None if no reason is known. It is only called for options whose code, length and card ids are valid in the game.
    It must not reveal anything that the asked seat cannot see, and must not name a clause that does not forbid the
    option. ``plays_of`` returns the options for which a seat could ever use a card whose face it sees, where the card
    lies now, whether they are offered or not, the most usual first.
    """

    name: str
    title: str
    player_counts: Sequence[int]
    player_counts_clause: str
    variants: Mapping[str, VariantT]
    definition: Callable[[PrintedCard], CardT]
    describe: Callable[[PrintedCard, str], CardDescription]
    face: Callable[[PrintedCard, str], Face]
    deck_faults: Callable[[VariantT, Sequence[PrintedCard]], list[RulesError]]
    deal: Callable[[VariantT, Sequence[Sequence[CardT]], Chance], TableT]
    start: Callable[[TableT], RuleGenerator]
    turn: Callable[[TableT], RuleGenerator]
    call_time: Callable[[TableT], None]
    draft_bot: DraftBot
    greedy_bot: Callable[[Any], Option]
    win_probability: Callable[[TableT, int], float]
    sentences: Sentences
    table_layout: TableLayout
    positions: Positions[TableT]
    corrections: Corrections[TableT]
    scoring: Scoring
    constructed_variants: Sequence[str]
    refusal_reason: Callable[[TableT, Ask, Option], RefusalReason | None]
    plays_of: Callable[[TableT, int, int], Sequence[Option]]
    back: Callable[[CardT], str] = uniform_back
    face_down_zones: Sequence[str] = ()
    is_likely_face_down: Callable[[str, CardT], bool] = any_card
    fixed_decks: Callable[[VariantT], Sequence[Mapping[str, int]]] = no_fixed_decks
    shared_deck: Callable[[VariantT], SharedDeck | None] = no_shared_deck
    notation: NotationT | None = None
    balance_limits: BalanceLimits | None = None
    keywords: Sequence[Keyword] = ()
    bundling: Bundling = NO_BUNDLING

    def player_counts_of(self, name: str) -> list[int]:
        """Return the possible numbers of players for the variant ``name``."""
        return [seats for seats in self.player_counts if self._allows_player_count(name, seats)]

    def empty_table(self, name: str, seats: int) -> TableT:
        """Return a table without cards for the variant ``name``.

        Raises KeyError for an unknown variant, and PlayerCountError if it does not allow that many seats.
        """
        if seats not in self.player_counts:
            raise PlayerCountError(self.player_counts_clause, players=seats, possible=self.player_counts_of(name))
        return self.deal(self.variants[name], [[] for _ in range(seats)], RecordedChance(()))

    def _allows_player_count(self, name: str, seats: int) -> bool:
        try:
            self.empty_table(name, seats)
        except RulesError:
            return False
        return True

    def variant(self, name: str, switches: Mapping[str, object]) -> VariantT:
        """Return the variant ``name`` with the ``switches`` applied; their values are those of JSON.

        Raises KeyError for an unknown variant, TypeError for an unknown field, and ValueError for a value that the
        field does not allow.
        """
        default = self.variants[name]
        if not switches:
            return default
        hints = get_type_hints(type(default))
        if unknown := sorted(switches.keys() - (hints.keys() - {"name"})):
            raise TypeError(f"{unknown[0]}: unknown field")
        return replace(default, **{field: read_value(hints[field], value, field) for field, value in switches.items()})

    def changed_switches(self, name: str, switches: Mapping[str, object]) -> dict[str, object]:
        """Return the ``switches`` whose values differ from those of the variant ``name``."""
        return {field: value for field, value in switches.items() if value != getattr(self.variants[name], field)}

    def ruling_faults(self, name: str, switches: Mapping[str, object]) -> Iterator[RulesError]:
        """Yield an error for each of ``switches`` that an event with the variant ``name`` cannot use."""
        for field, value in switches.items():
            if field not in self.sentences.rulings:
                yield UnknownRulingError(field, self.sentences.rulings)
                continue
            try:
                self.variant(name, {field: value})
            except ValueError:
                yield RulingValueError(field, value, self.sentences.rulings[field])
