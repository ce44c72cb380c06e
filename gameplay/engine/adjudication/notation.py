"""The notation in which players write down a game on paper: one line a turn, a few words for each event.

    attack Gate Hound; fight; Kite vs Gate Hound; destiny 3-2; Kite wounded; score Gate Hound

Each entry describes one public event of the game; some fields may be left out. A game defines the entries as templates
over the fields of its events (`Notation`), so that one table serves both for reading and for writing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Self

from gameplay.engine.adjudication import card_copies
from gameplay.engine.core.asks import Option, Outcome, RuleGenerator
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.sentences import Sentences

SEPARATOR = ";"
CardLookup = Callable[[str], tuple[Any, ...]]
_FIELD = re.compile(r"{(\w+)}")
_NUMBER, _NAME = r"[+-]?\d+", r".+?"


@dataclass(frozen=True, slots=True)
class Notation:
    """Everything that a game provides for the notation and the adjudication of reported games.

    ``templates`` are the templates of each event, by code; the first one is used for writing. ``shorthands`` are
    patterns for several entries, with their replacements. ``implied_events`` returns further events that an event
    implies; ``extra_event_fields`` are the fields of these. ``implied_fields`` returns, for a table and an option,
    further fields of its events.

    ``events_by_option`` are the events that an option leads to, with the fields that its ids fill, in order; "" is no
    field. With "seat" among them, the seat of the event may differ from that of the choosing player. ``events_by_ask``
    are the events that answer an ask, by its code. ``silent_options`` are those that need no entry, ``optional_asks``
    the asks whose answers need no entry. ``required_asks`` are asks (besides plays) whose answers cannot be assumed,
    and must be written. ``immediate_asks`` are asks that the next pending entry answers if it can; it is then not
    about a later ask. ``one_by_one_asks`` come once for each of several things, in the player's order.

    ``source_zones`` are, by ask, the zones from which an event reveals a hidden card, if the options do not name all
    of them. ``trait_events`` report a printed number of a card: the field of the number, and its attribute of the
    definition. ``simultaneous_events`` are groups of events that are declared at the same time. ``play_events`` can
    only be those of the active player. ``random_number_events`` report a random number, by the count of possible
    numbers: the event, its field, and the lowest number. ``counted_events`` report several choices at once, as many as
    their number. ``payment_events`` report one choice each, but come only after all payments were chosen.
    ``optional_events`` may be left out although they are public; ``private_events`` are only visible to one player.
    Without them it may be undecidable whether the hidden cards can have been there (see `adjudicator`).
    ``result_events`` follow from others; the rest are choices and chance.

    ``untracked_zones`` are public zones whose contents are never reported. ``inferred_zones`` are hidden zones whose
    cards are known from later entries. ``numbered_zones`` are those where copies are distinguished by owner and number
    (see `card_copies`). ``owner_dependent_events`` depend on the owner of a card. ``events_revealing_under`` reveal
    cards that were hidden under another card. ``pile_top_event`` moves the top card of a pile whose order is not
    reported; ``pile_order_asks`` are the asks for that order. ``interchangeable_piles`` are asks whose answers differ
    only in the number of cards left in these zones; the first answer takes a card from the first zone. ``drawn_back``
    returns the back of the card that an event draws, "" if none or any.

    ``face_down_options`` returns the possibilities to put a card face down: each an option, and the face that later
    entries reveal, or None. Its arguments are the table, its faces, the ask, the entry, and the later entries by turn.
    ``turn_counters`` returns the state of a table that counts turns and is not part of its public state.
    ``set_up_table`` prepares the table before the first turn; ``opening`` are rules for the reported events before it.
    ``requires_decks`` is true if no log can be judged without deck lists.

    ``violated_clause`` returns the clause by which an entry is impossible, ``implausible_outcome_clause`` the clause
    by which a game of a variant cannot have ended so, "" if it can. ``missing_copy_clauses`` are the clauses of
    entries that are impossible because no hidden card can be the reported one; a wrong guess may be the cause.

    ``max_runs`` is the number of branches that the heuristic search tries. ``max_exhaustive_branches`` is the number
    of branches of the exhaustive search that confirms an illegal verdict (see `exhaustive`), 0 for none.
    ``max_assumption_branches`` is the number of its branches with any missing public facts, 0 for none. ``max_asks``
    limits the number of asks in the heuristic search, and twice that number in the exhaustive search.
    """

    templates: Mapping[str, tuple[str, ...]]
    events_by_option: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]
    silent_options: tuple[str, ...]
    optional_asks: tuple[str, ...]
    source_zones: Mapping[str, Mapping[str, tuple[str, ...]]]
    result_events: frozenset[str]
    events_by_ask: Mapping[str, tuple[str, ...]]
    violated_clause: Callable[..., str]
    implausible_outcome_clause: Callable[[Any, Outcome], str]
    implied_events: Callable[[Any, Option], Iterable[Option]]
    set_up_table: Callable[[Any, int], None]
    trait_events: Mapping[str, tuple[str, str]]
    simultaneous_events: tuple[frozenset[str], ...]
    shorthands: tuple[tuple[str, tuple[str, ...]], ...]
    extra_event_fields: Mapping[str, tuple[str, ...]]
    play_events: frozenset[str]
    random_number_events: Mapping[int, tuple[str, str, int]] = field(default_factory=dict)
    one_by_one_asks: frozenset[str] = frozenset()
    counted_events: frozenset[str] = frozenset()
    payment_events: frozenset[str] = frozenset()
    optional_events: frozenset[str] = frozenset()
    private_events: frozenset[str] = frozenset()
    events_revealing_under: frozenset[str] = frozenset()
    pile_top_event: str = ""
    untracked_zones: frozenset[str] = frozenset()
    owner_dependent_events: frozenset[str] = frozenset()
    pile_order_asks: frozenset[str] = frozenset()
    interchangeable_piles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    turn_counters: Callable[[Any], Any] = lambda table: None
    max_runs: int = 600
    max_exhaustive_branches: int = 0
    max_asks: int = 1_000_000
    max_assumption_branches: int = 0
    missing_copy_clauses: frozenset[str] = frozenset()
    drawn_back: Callable[["Pattern"], str] = lambda pattern: ""
    opening: Callable[[Any], RuleGenerator] | None = None
    face_down_options: Callable[..., Sequence[tuple[Option, Any]]] = lambda *_: ()
    requires_decks: bool = False
    required_asks: frozenset[str] = frozenset()
    inferred_zones: frozenset[str] = frozenset()
    immediate_asks: frozenset[str] = frozenset()
    numbered_zones: frozenset[str] = frozenset()
    implied_fields: Callable[[Any, Option], Mapping[str, Any]] = lambda table, option: {}

    def are_simultaneous(self, entry: "ReportEntry", other: "ReportEntry") -> bool:
        """Return whether two entries may be declared at the same time, and therefore in any order."""
        return any(group & entry.codes and group & other.codes for group in self.simultaneous_events)

    def cards_revealed_by(self, option: Option, code: str) -> list[int]:
        """Return the card that the event ``code`` reveals, if ``option`` leads to it."""
        fields = dict(self.events_by_option.get(option[0], ()))
        return [card for name, card in zip(fields.get(code, ()), option[1:], strict=False) if name == "card"]


def notation_of(ruleset: Ruleset[Any, Any, Any, Notation]) -> Notation:
    """Return the notation of a game. Raises UnreadableError if its reported games cannot be judged."""
    if ruleset.notation is None:
        raise UnreadableError(f"reported games of {ruleset.title} cannot be judged", place="ruleset")
    return ruleset.notation


@dataclass(frozen=True, slots=True)
class Pattern:
    """One possible meaning of an entry: an event code, and the reported fields; a card is a tuple of definitions."""

    code: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """An entry of a log: ``number`` counts from 0 through the game, ``turn`` counts the lines from 1."""

    number: int
    turn: int
    text: str
    patterns: tuple[Pattern, ...]
    codes: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", frozenset(pattern.code for pattern in self.patterns))

    @property
    def cards(self) -> frozenset[Any]:
        """The definitions of all named cards."""
        return frozenset(
            card
            for pattern in self.patterns
            for name, cards in pattern.fields.items()
            if name.startswith("card")
            for card in cards
        )


def event_fields(notation: Notation, sentences: Sentences, code: str) -> tuple[str, ...]:
    """Return the names of an event's fields, in order."""
    return notation.extra_event_fields[code] if code in notation.extra_event_fields else sentences.events[code].fields


# --- reading ----------------------------------------------------------------------------


class UnknownEntryError(UnreadableError):
    """An entry that cannot be parsed; ``card`` is an unknown card name in it, if that is the reason."""

    def __init__(self, entry: ReportEntry, card: str, *, file: str) -> None:
        self.entry, self.card = entry, card
        reason = f"there is no card {card!r}" if card else "this is not an entry of a log"
        super().__init__(reason, file=file, place=f"turn {entry.turn}, {entry.text!r}")


class NotationReader:
    """Parses the entries of a log.

    Each of ``lookups`` returns the definitions for a card name, if any; a later one is only used for an entry that
    cannot be parsed with an earlier one.
    """

    def __init__(
        self,
        notation: Notation,
        sentences: Sentences,
        players: Sequence[str],
        lookups: Sequence[CardLookup],
        *,
        file: str = "",
    ) -> None:
        self.notation, self.sentences, self.players, self.file = notation, sentences, players, file
        self.lookups = lookups
        self.count = 0

    def read_line(self, text: str, turn: int) -> list[ReportEntry]:
        """Return the entries of a turn. Raises UnknownEntryError."""
        entries: list[ReportEntry] = []
        for words in text.split(SEPARATOR):
            if words.strip():
                entries += self._entries(" ".join(words.split()), turn)
                self.count += 1
        return entries

    def _entries(self, text: str, turn: int) -> Iterator[ReportEntry]:
        seat, words = self._speaker(text)
        for short, full in self.notation.shorthands:
            if match := re.fullmatch(short, words, re.IGNORECASE):
                parts = [match.expand(part) for part in full]
                break
        else:
            parts = [words]
        for part in parts:
            meanings = (tuple(self._patterns(part, seat, lookup)) for lookup in self.lookups)
            patterns: tuple[Pattern, ...] = next(filter(None, meanings), ())
            if not patterns:
                raise UnknownEntryError(
                    ReportEntry(self.count, turn, text, ()), self._unknown_card(part), file=self.file
                )
            yield ReportEntry(self.count, turn, text, patterns)

    def _speaker(self, text: str) -> tuple[int | None, str]:
        """Split off the player's name, if the entry has one: "Alice: avoid"."""
        for seat, name in enumerate(self.players):
            if text.casefold().startswith(f"{name.casefold()}:"):
                return seat, text[len(name) + 1 :].strip()
        return None, text

    def _patterns(self, text: str, seat: int | None, lookup: CardLookup) -> Iterator[Pattern]:
        for code, templates in self.notation.templates.items():
            names = event_fields(self.notation, self.sentences, code)
            for template in templates:
                match = _compiled(template).fullmatch(text)
                fields = match and self._fields(match.groupdict(), lookup)
                if fields is not None:
                    if seat is not None and "seat" in names:
                        fields["seat"] = seat
                    yield Pattern(code, fields)
                    break

    def _fields(self, groups: Mapping[str, str], lookup: CardLookup) -> dict[str, Any] | None:
        """Return the reported values by field; None if a card or a player is unknown."""
        values: dict[str, Any] = {}
        for name, value in groups.items():
            if name.startswith("card"):
                values[name] = self._card(value, lookup)
            else:
                values[name] = self._seat(value) if name.startswith("seat") else int(value)
            if values[name] in ((), None):
                return None
        return values

    def _card(self, name: str, lookup: CardLookup) -> tuple[Any, ...]:
        """Return the definitions that a name may mean, and which copy, in a game that numbers copies."""
        return card_copies.parse_reference(name, lookup, self.players) if self.notation.numbered_zones else lookup(name)

    def _seat(self, name: str) -> int | None:
        return next((seat for seat, each in enumerate(self.players) if each.casefold() == name.casefold()), None)

    def _unknown_card(self, text: str) -> str:
        """Return the unknown card name in ``text``, "" if there is none."""
        for templates in self.notation.templates.values():
            for template in templates:
                verb = template.partition("{")[0].strip()
                match = _compiled(template).fullmatch(text) if verb else None
                for name, value in (match.groupdict() if match else {}).items():
                    if name.startswith("card") and not self._card(value, self.lookups[-1]):
                        return str(value)
        return ""


@lru_cache(maxsize=256)
def _compiled(template: str) -> re.Pattern[str]:
    parts = _FIELD.split(template)
    pattern = "".join(
        re.escape(part) if at % 2 == 0 else f"(?P<{part}>{_NAME if part.startswith(('card', 'seat')) else _NUMBER})"
        for at, part in enumerate(parts)
    )
    return re.compile(pattern, re.IGNORECASE)


# --- writing ----------------------------------------------------------------------------


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


def entry_text(
    notation: Notation, sentences: Sentences, event: Option, *, name: Callable[[int], str], players: Sequence[str] = ()
) -> str:
    """Return the entry for a public event, "" for one without an entry; ``name`` returns the title of a card."""

    def displayed(field: str, value: Any) -> Any:
        if players and field.startswith("seat"):
            return players[value]
        return name(value) if field.startswith("card") else value

    templates = notation.templates.get(event[0])
    if not templates:
        return ""
    values = zip(event_fields(notation, sentences, event[0]), event[1:], strict=True)
    return templates[0].format(**{field: displayed(field, value) for field, value in values})
