"""A card game, as the core sees it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Protocol, get_type_hints

from typing_extensions import TypeVar

from cards.faces import Face
from cards.printed import PrintedCard
from gameplay.engine.core.asks import Ask, Option, RuleGenerator
from gameplay.engine.core.balance import BalanceLimits
from gameplay.engine.core.chance import Chance, RecordedChance
from gameplay.engine.core.errors import PlayerCountError, RefusalReason, RulesError
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.position_fields import CardRegistry, CardWriter, FieldReader
from gameplay.engine.core.rulings import RulingValueError, UnknownRulingError
from gameplay.engine.core.scoring import Scoring
from gameplay.engine.core.sentences import Sentences
from gameplay.engine.core.table_layout import TableLayout
from gameplay.engine.core.typed_data import read_value
from gameplay.engine.core.zones import CardT, GameVariant, Table

TableT = TypeVar("TableT", bound=Table, default=Any)
TableT_contra = TypeVar("TableT_contra", bound=Table, contravariant=True)
VariantT = TypeVar("VariantT", bound=GameVariant, default=Any)
NotationT = TypeVar("NotationT", default=Any)


class CardDescription(NamedTuple):
    """A card in words: its type line, then its paragraphs as (label, text), symbols as ``{fire}``."""

    type_line: str
    paragraphs: tuple[tuple[str, str], ...]


class DraftBot(Protocol):
    """A bot at the draft: which card it takes, which deck it builds."""

    def pick(self, pool: Sequence[PrintedCard], pack: Sequence[PrintedCard]) -> int:
        """Return the place in ``pack`` of the card taken."""

    def build_deck(
        self, pool: Sequence[PrintedCard], size: int, initial: Sequence[PrintedCard] = ()
    ) -> list[PrintedCard]:
        """Return the cards of a deck of ``size``, those of ``pool`` first with which it is ``begun``."""

    def synergy(self, card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
        """Return what ``card`` and the cards of ``pool`` gain from each other, on the bot's own scale."""

    def demand(self, card: PrintedCard, pool: Sequence[PrintedCard], size: int) -> float:
        """Return how much ``pool``, which is to be of ``size``, wants the card's type: above 1 while there are few."""


class Positions(Protocol[TableT_contra]):
    """How a game's table is written down by hand, see `engine.position`."""

    STEPS: tuple[str, ...]
    """The steps of a turn, at whose start a position may stand."""

    FIRST_TURN: int
    """The earliest turn of a position: 0, where somebody is asked before turn 1."""

    def load(
        self, table: TableT_contra, reader: FieldReader, seats: Sequence[FieldReader], cards: CardRegistry
    ) -> None:
        """Lay on an empty table what ``sheet`` and each of ``seats`` say. Raises UnreadableError."""

    def dump(self, table: TableT_contra, writer: CardWriter) -> JsonObject:
        """Return the table as `lay` reads it, its cards in the same order."""


class Corrections(Protocol[TableT_contra]):
    """How a judge changes what lies on a game's table, see `engine.correction`."""

    ZONES: tuple[str, ...]
    """Where a card can be put."""

    MARKS: tuple[str, ...]
    """What can be set on a card and taken off it."""

    def move_card(self, table: TableT_contra, card: int, zone: str, bearer: int | None) -> None:
        """Put ``card``, wherever it lies, into that zone of its owner, under ``bearer`` if it lies under a card."""

    def set_mark(self, table: TableT_contra, card: int, mark: str, *, on: bool) -> None:
        """Set ``mark`` on a card, or take it off."""


def uniform_back(definition: object) -> str:
    """The back of every card of a game whose backs are all alike."""
    return ""


def no_fixed_decks(variant: object) -> Sequence[Mapping[str, int]]:
    """Return no deck: a variant is played with any that has no faults."""
    return ()


def no_reason(table: object, ask: Ask, option: Option) -> RefusalReason | None:
    """Return None: the game does not say why a choice is impossible."""
    return None


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[TableT, CardT, VariantT, NotationT]):
    """What a game gives the core.

    ``title`` is the game's own name; ``seats`` is how many may play, by ``seats_clause``. ``variants`` are its own dataclasses, by name.
    ``read`` turns a printed card into the definition the rules use, ``describe`` into
    words of a language, ``face`` into what is drawn there. ``deck_faults`` is all
    that is wrong with a deck for a variant. ``deal`` sets up a table for
    a variant, one list of definitions a seat and a chance; ``start`` and ``turn`` are
    the rules; ``at_time`` is what happens when time is called.
    ``drafter`` and ``greedy`` are its bots, at the draft and at the table; ``outlook`` is how
    likely a seat is to win, from 0 to 1, as far as one can tell between two turns.
    ``scoring`` is what is reported of a game; ``constructed`` are the variants that an event of two players a match can
    be played in, with the decks that they bring, the usual one first.
    ``words`` are its sentences, a `words.Words`, ``felt`` is how its table lies before a person. ``positions`` reads and writes its table,
    ``corrections`` lets a judge change it, ``notation`` is what the adjudication of reported games needs (`adjudication.notation.Notation`); None if it is not supported.
    ``back`` is what the back of a card tells of its definition: cards with different backs are never taken for each other.
    ``fixed_decks`` are the only decks that a variant is played with, as copies by English title; none if others may be.
    ``why_not`` returns why the rules forbid ``option``, which is not among those of the pending ``ask``, or None if no
    reason is known. It is only asked about options of a code, a length and card ids that the game knows, and must not
    reveal anything the seat that is asked cannot see. It never names a clause that does not forbid that option.
    ``balance`` are the bars for sets with ready-made decks; None if the game has no such sets.
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
    back: Callable[[CardT], str] = uniform_back
    fixed_decks: Callable[[VariantT], Sequence[Mapping[str, int]]] = no_fixed_decks
    refusal_reason: Callable[[TableT, Ask, Option], RefusalReason | None] = no_reason
    notation: NotationT | None = None
    balance_limits: BalanceLimits | None = None

    def player_counts_of(self, name: str) -> list[int]:
        """How many may play the variant ``name``: those for whom a table can be laid."""
        return [seats for seats in self.player_counts if self._allows_player_count(name, seats)]

    def empty_table(self, name: str, seats: int) -> TableT:
        """A table for the variant ``name`` without any cards. Raises KeyError, and WrongPlayersError unless it takes so many."""
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
        """Return the variant ``name`` with some of its fields set otherwise, as JSON has them.

        Raises KeyError for an unknown variant, TypeError for a field that it does not have, ValueError for a value
        that cannot stand there.
        """
        usual = self.variants[name]
        if not switches:
            return usual
        hints = get_type_hints(type(usual))
        if unknown := sorted(switches.keys() - (hints.keys() - {"name"})):
            raise TypeError(f"{unknown[0]}: unknown field")
        return replace(usual, **{field: read_value(hints[field], value, field) for field, value in switches.items()})

    def changed_switches(self, name: str, switches: Mapping[str, object]) -> dict[str, object]:
        """Return those of ``switches`` by which the variant ``name`` is played otherwise."""
        return {field: value for field, value in switches.items() if value != getattr(self.variants[name], field)}

    def ruling_faults(self, name: str, switches: Mapping[str, object]) -> Iterator[RulesError]:
        """Yield a refusal for each of ``switches`` that an event with games of the variant ``name`` cannot set so."""
        for field, value in switches.items():
            if field not in self.sentences.rulings:
                yield UnknownRulingError(field, self.sentences.rulings)
                continue
            try:
                self.variant(name, {field: value})
            except ValueError:
                yield RulingValueError(field, value, self.sentences.rulings[field])
