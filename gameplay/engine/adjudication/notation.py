"""The notation in which players write down a game on paper: one line a turn, a few words for each event.

    attack Gate Hound; fight; Kite vs Gate Hound; destiny 3-2; Kite wounded; score Gate Hound

Each entry describes one public event of the game; some fields may be left out. A game defines the entries as templates
over the fields of its events (`Notation`), so that one table serves both for reading and for writing.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Any, Self

from gameplay.engine.core.asks import Ask, Option, Outcome, RuleGenerator
from gameplay.engine.core.errors import UnreadableError, _
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.sentences import Sentences

SEPARATOR = ";"

WINS, LOSES, DRAWN = "wins_game", "loses_game", "drawn_game"
END_CODES = frozenset({WINS, LOSES, DRAWN})
END_FIELDS = {WINS: ("seat",), LOSES: ("seat",), DRAWN: ()}
END_TEMPLATES = {
    WINS: ("{seat} wins the game", "wins the game"),
    LOSES: ("{seat} loses the game", "loses the game"),
    DRAWN: ("the game is drawn",),
}
"""Entries that claim how a game ended. They are in their place: nothing but consequences happens between them and
the entry before."""


def _nothing_implied(table: Any, event: Option) -> Iterable[Option]:
    return ()


def _no_further_fields(table: Any, option: Option) -> Mapping[str, Any]:
    return {}


def _no_counters(table: Any) -> None:
    return None


def _nothing_face_down(table: Any, faces: Any, later: Any) -> Iterable[Any]:
    return ()


def _any_event(ask: Ask, face: Callable[[int], Any]) -> None:
    return None


def _no_clause(entry: Any, cards: Collection[Any]) -> str:
    return ""


def _nothing_closed(table: Any, ask: Ask) -> frozenset[str]:
    return frozenset()


def _any_back(pattern: "Pattern") -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The words of a notation.

    ``templates`` are the templates of each event, by code; the first one is used for writing. ``shorthands`` are
    patterns for several entries, with their replacements; ``short_forms`` are their templates, by the code of the first
    event. ``implied_events`` returns further events that an event
    implies; ``extra_event_fields`` are the fields of these. ``restatements`` returns events that say the same as an
    event in other words. ``standing`` return events that say what holds for a table: people also write them before
    anything has changed it, or in a turn in which nothing does. ``implied_fields`` returns, for a table and an option,
    further fields of its events.
    ``card_types`` are the possible types of a card that cannot be of every type: of the field "card", by the code of
    the event; of other fields, by the name of the field.
    """

    templates: Mapping[str, tuple[str, ...]]
    shorthands: tuple[tuple[str, tuple[str, ...]], ...] = ()
    short_forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    extra_event_fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    implied_events: Callable[[Any, Option], Iterable[Option]] = _nothing_implied
    restatements: Callable[[Any, Option], Iterable[Option]] = _nothing_implied
    standing: tuple[Callable[[Any], Option], ...] = ()
    implied_fields: Callable[[Any, Option], Mapping[str, Any]] = _no_further_fields
    card_types: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "templates", {**self.templates, **END_TEMPLATES})
        object.__setattr__(self, "extra_event_fields", {**self.extra_event_fields, **END_FIELDS})

    @property
    def forms(self) -> dict[str, tuple[str, ...]]:
        """The templates and short forms of each event, by code."""
        return {code: (*each, *self.short_forms.get(code, ())) for code, each in self.templates.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKinds:
    """The codes of events, by what an entry about them means.

    ``results`` follow from other events; the rest are choices and chance. ``first_results`` are those that can come
    before the first choice of a turn. ``plays`` can only be those of the active player. ``counted`` events report
    several choices together, as many as their number. ``payments`` report one choice each, but come only after all
    payments were chosen; ``paid_for`` are the choices that they can pay for. ``optional`` events may be left out
    although they are public; ``private`` ones are only visible to one player. Without them it may be undecidable
    whether the hidden cards can have been there (see `adjudicator`).

    ``simultaneous`` are groups of events that are declared at the same time; ``of_each_player`` are events that each
    player has one of, in any order of the players. ``revealing_under`` reveal cards that
    were hidden under another card. ``owner_dependent`` depend on the owner of a card. ``traits`` report a printed
    number of a card: the field of the number, and its attribute of the definition. ``random_numbers`` report a random
    number, by the count of possible numbers: the event, its field, and the lowest number. ``pile_top`` moves the top
    card of a pile whose order is not reported. ``additive`` are events whose numbers people add up: "2 lag on Elk" is
    right if Elk got 1 lag twice. ``reshuffles`` remove the cards of a watched pile. ``absences`` are entries that say
    that a player had no event of a kind in this turn, with the code of that event: they answer the question for events
    that may be unwritten.
    """

    results: frozenset[str]
    first_results: frozenset[str] = frozenset()
    plays: frozenset[str]
    counted: frozenset[str] = frozenset()
    payments: frozenset[str] = frozenset()
    paid_for: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    private: frozenset[str] = frozenset()
    simultaneous: tuple[frozenset[str], ...] = ()
    of_each_player: frozenset[str] = frozenset()
    revealing_under: frozenset[str] = frozenset()
    owner_dependent: frozenset[str] = frozenset()
    traits: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    random_numbers: Mapping[int, tuple[str, str, int]] = field(default_factory=dict)
    pile_top: str = ""
    additive: frozenset[str] = frozenset()
    reshuffles: frozenset[str] = frozenset()
    absences: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskKinds:
    """The events that asks and their options lead to, and the answers that need no entry.

    ``events_by_option`` are the events that an option leads to, with the fields that its ids fill, in order; "" is no
    field. With "seat" among them, the seat of the event may differ from that of the choosing player. ``events_by_ask``
    are the events that answer an ask, by its code; ``events_of_ask`` returns those to which an ask can lead by the text
    of its card, each with the numbers that the text names, if any; None if all events are possible. ``source_zones``
    are, by ask, the zones from which an event reveals a hidden card, if the options do not name all of them.

    ``silent_options`` need no entry, and ``optional`` asks are those whose answers need none. The answers of
    ``required`` asks (besides plays) cannot be assumed, and must be written. ``immediate`` asks are answered by the
    next pending entry if it can; that entry is then not about a later ask. ``one_by_one`` asks come once for each of
    several things, in the player's order. ``pile_order`` asks are for the order of a pile whose order is not reported.

    ``interchangeable_piles`` are asks whose answers differ only in the number of cards left in these zones; the first
    answer takes a card from the first zone. ``face_down_options`` returns the possibilities to put a card face down:
    each an option, and the face that later entries reveal, or None; None in a game without them. Its arguments are the
    table, its faces, the ask, the entry, and a function that returns the later entries with given codes, by turn.
    ``closed_events`` returns, for a table and an ask, the events that are impossible until the next play once the ask
    has its silent answer. Plays are always written.
    """

    events_by_option: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]
    events_by_ask: Mapping[str, tuple[str, ...]]
    source_zones: Mapping[str, Mapping[str, tuple[str, ...]]]
    silent_options: tuple[str, ...]
    optional: tuple[str, ...]
    required: frozenset[str] = frozenset()
    immediate: frozenset[str] = frozenset()
    one_by_one: frozenset[str] = frozenset()
    pile_order: frozenset[str] = frozenset()
    interchangeable_piles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    face_down_options: Callable[..., Sequence[tuple[Option, Any]]] | None = None
    events_of_ask: Callable[[Ask, Callable[[int], Any]], Mapping[str, Collection[int]] | None] = _any_event
    closed_events: Callable[[Any, Ask], frozenset[str]] = _nothing_closed


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneKinds:
    """The zones that a log describes in a special way.

    ``untracked`` are public zones whose contents are never reported. ``inferred`` are hidden zones whose cards are
    known from later entries. ``numbered`` are those where copies are distinguished by owner and number (see
    `card_copies`). ``arrivals`` are the piles that all players watch, with the event of a card that reaches them.
    """

    untracked: frozenset[str] = frozenset()
    inferred: frozenset[str] = frozenset()
    numbered: frozenset[str] = frozenset()
    arrivals: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSetup:
    """The preparation of the table of a reported game.

    ``set_up_table`` prepares the table before the first turn; ``opening`` are rules for the reported events before it.
    ``counters`` returns what a table counts, such as turns or points, besides its public state.
    ``drawn_back`` returns the back of the card that an event draws, "" if none or any. ``requires_decks`` is true if
    no log can be judged without deck lists.

    ``draw_pile`` returns the pile of undrawn cards with an owner and a back. ``initial_faces``
    returns the unknown cards in play of a position that players put down during a game, each with what the entries
    reveal about it (see `AskKinds.face_down_options`). Its arguments are the table, its faces and the entries by turn.
    """

    set_up_table: Callable[[Any, int], None]
    draw_pile: Callable[[Any, int, str], list[int]]
    opening: Callable[[Any], RuleGenerator] | None = None
    counters: Callable[[Any], Any] = _no_counters
    drawn_back: Callable[["Pattern"], str] = _any_back
    requires_decks: bool = False
    initial_faces: Callable[[Any, Any, Any], Iterable[tuple[int, Sequence[Any]]]] = _nothing_face_down


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseLookup:
    """The clauses of a verdict.

    ``violated`` returns the clause by which an entry is impossible, ``implausible_outcome`` the clause by which a game
    of a variant cannot have ended so, "" if it can. ``never`` returns, for an entry and all cards that may be in the
    game, the clause by which the entry is impossible in any game, "" if it is not. ``missing_copy`` are the clauses of
    entries that are impossible because no hidden card can be the reported one; a wrong guess may be the cause.
    ``enabled_by`` names, by the code of an event, an occasion and the events that can follow it and make the event
    possible, such as payments. Players often do not write these down: a log with the occasion, but with a turn of the
    player without any of them, lacks them. ``plays_behind`` names, by the code of an event that only follows from
    plays, the asks for these plays.
    """

    violated: Callable[..., str]
    implausible_outcome: Callable[[Any, Outcome], str]
    never: Callable[..., str] = _no_clause
    missing_copy: frozenset[str] = frozenset()
    enabled_by: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    enabling_steps: frozenset[str] = frozenset()
    plays_behind: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLimits:
    """Limits of the search for a legal game that agrees with a log.

    ``runs`` is the number of branches that the heuristic search tries. ``exhaustive_branches`` is the number of
    branches of the exhaustive search that confirms an illegal verdict (see `exhaustive`), 0 for none.
    ``assumption_branches`` is the number of its branches with any missing public facts, 0 for none. ``asks`` limits
    the number of asks in all of them together, so that a verdict takes seconds at most.
    """

    runs: int = 600
    exhaustive_branches: int = 0
    assumption_branches: int = 0
    asks: int = 24_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """Everything that a game provides for the notation and the adjudication of reported games."""

    words: Vocabulary
    events: EventKinds
    asks: AskKinds
    setup: ReportSetup
    clauses: ClauseLookup
    zones: ZoneKinds = ZoneKinds()
    limits: SearchLimits = SearchLimits()

    def are_simultaneous(self, entry: "ReportEntry", other: "ReportEntry") -> bool:
        """Return whether two entries may be declared at the same time, and therefore in any order."""
        for group in (END_CODES, *self.events.simultaneous):
            if not (group.isdisjoint(entry.codes) or group.isdisjoint(other.codes)):
                return True
        if not self.events.of_each_player & entry.codes & other.codes:
            return False
        ours, theirs = ({pattern.fields.get("seat") for pattern in each.patterns} for each in (entry, other))
        return None not in ours | theirs and ours.isdisjoint(theirs)

    def cards_revealed_by(self, option: Option, code: str) -> list[int]:
        """Return the card that the event ``code`` reveals, if ``option`` leads to it."""
        for event, names in self.asks.events_by_option.get(option[0], ()):
            if event == code:
                return [card for name, card in zip(names, option[1:], strict=False) if name == "card"]
        return []


def notation_of(ruleset: Ruleset[Any, Any, Any, Notation]) -> Notation:
    """Return the notation of a game. Raises UnreadableError if its reported games cannot be judged."""
    if ruleset.notation is None:
        raise UnreadableError(_("reported games of {game} cannot be judged"), place="ruleset", game=ruleset.title)
    return ruleset.notation


@dataclass(frozen=True, slots=True)
class Pattern:
    """One possible meaning of an entry: an event code, and the reported fields; a card is a tuple of definitions."""

    code: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """An entry of a log: ``number`` counts from 0 through the game, ``turn`` counts the lines from 1.

    A shorthand is several entries with one ``text``; ``words`` are those of this one.
    """

    number: int
    turn: int
    text: str
    patterns: tuple[Pattern, ...]
    words: str = ""
    codes: frozenset[str] = field(init=False)
    cards: frozenset[Any] = field(init=False)
    """The definitions of all named cards."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", frozenset(pattern.code for pattern in self.patterns))
        named = (
            card
            for pattern in self.patterns
            for name, cards in pattern.fields.items()
            if name.startswith("card")
            for card in cards
        )
        object.__setattr__(self, "cards", frozenset(named))


def event_fields(notation: Notation, sentences: Sentences, code: str) -> tuple[str, ...]:
    """Return the names of an event's fields, in order."""
    return (
        notation.words.extra_event_fields[code]
        if code in notation.words.extra_event_fields
        else sentences.events[code].fields
    )


def complete_form(notation: Notation, sentences: Sentences, code: str) -> str:
    """Return the template of an event with everything that its entry can say, also whose event it is."""
    template, fields = notation.words.templates[code][0], event_fields(notation, sentences, code)
    return f"{{seat}}: {template}" if "seat" in fields and code not in notation.events.plays else template


def form_fields(form: str) -> list[str]:
    """Return the names of the fields of a template."""
    return [name for _, name, _, _ in Formatter().parse(form) if name]


class ObservedEvents(list[Option]):
    """The events of a table, each followed by the events that it implies; ``on_event`` is called for each of them."""

    def __init__(
        self,
        table: Any,
        implied_events: Callable[[Any, Option], Iterable[Option]],
        on_event: Callable[[Option], None] = lambda event: None,
    ) -> None:
        super().__init__()
        self.table, self.implied_events, self.on_event = table, implied_events, on_event

    def __iadd__(self, events: Iterable[Option]) -> Self:  # type: ignore[override,misc]
        for event in events:
            self.append(event)
        return self

    def append(self, event: Option) -> None:
        for each in (event, *self.implied_events(self.table, event)):
            super().append(each)
            self.on_event(each)


def end_events(outcome: Outcome, seats: int) -> list[Option]:
    """Return the events that say who won and who lost a game of this many seats."""
    if not outcome.winners:
        return [(DRAWN,)]
    return [(WINS if seat in outcome.winners else LOSES, seat) for seat in range(seats)]


def entry_text(
    notation: Notation, sentences: Sentences, event: Option, *, name: Callable[[int], str], players: Sequence[str] = ()
) -> str:
    """Return the entry for a public event, "" for one without an entry; ``name`` returns the title of a card."""

    def displayed(field: str, value: Any) -> Any:
        if players and field.startswith("seat"):
            return players[value]
        return name(value) if field.startswith("card") else value

    templates = notation.words.templates.get(event[0])
    if not templates:
        return ""
    values = zip(event_fields(notation, sentences, event[0]), event[1:], strict=True)
    return templates[0].format(**{field: displayed(field, value) for field, value in values})
