"""How players write down a game on paper: a line a turn, a few words for each thing that happened.

    attack Gate Hound; fight; Kite vs Gate Hound; destiny 3-2; Kite wounded; score Gate Hound

Each few words mean one public event of the game, some of whose fields may be left out. A
game gives the words as templates over the fields of its events (`Notation`), so that one
table serves reading and writing.
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
    """What a game gives to be written down, and to be judged when it was.

    ``lines`` are the templates of each event, by its code; the first is the one written. ``shorthands`` stand for
    several entries: what they match and what is put in its place. ``also`` says what else an
    event tells, as events whose fields ``fields`` names.

    ``told_by`` says which events an option leads to and which of their fields its ids are, in order; "" is none of
    them. With "seat" among these the seat of the event need not be that of who chooses.
    ``silent`` are the options of who writes nothing, ``either`` the asks whose answers need not be written.
    ``comes_from`` are, by ask, the zones out of which an event brings a card that was unseen before, where the
    options do not name them all.
    ``traits`` are the events that tell a printed number of a card: the field of the number and its name on the card.
    ``unordered`` are the events, by group, of which several are declared at once.
    ``asked`` are the events that answer an ask, by its code; ``plays`` those that are only ever the turn player's.
    ``numbers`` are the events that tell a number drawn by chance, by how many there are: the event, the field of the
    number, and what the lowest is called.
    ``drawn`` is the back of the card that somebody draws by an event, "" if none or any.
    ``runs`` is how many ways a log is tried in: as many as the guesses of a true one need, and then some.
    ``unwatched`` are the zones into which everybody sees, but of which nobody writes what lies there.
    ``owned`` are the events that hang upon whose a card is that lies there.
    ``laid`` are the asks how cards are laid there. ``even`` are those whose answers differ, for all that is written, in
    nothing but how many cards are left in these zones, of which the first answer takes from the first. ``pace`` is what of a table counts turns and is not in its
    `public`.
    ``sweep`` is how many ways are gone through before what was found illegal is called so (see `engine.sweep`), if any;
    ``effort`` is how many questions are answered at most to find a way that fits, and twice as many in the sweep.
    ``further`` how many more in which anything public may be missing, if any. ``absent`` are the clauses by which an
    entry cannot be since no unseen card is left that it may show: a guess may be to blame.
    ``one_by_one`` are the asks that come once for each of several things, in the order that who is asked likes.
    ``counted`` are the events that several choices lead to, as many as their number says.
    ``payments`` are the events that a choice leads to each, and that come only after all that is paid has been chosen.
    ``seen`` are those that may be left out although everybody saw them, ``secret`` those that only one player saw: without
    them it may be undecidable whether the unseen cards can have been there (see `adjudication`). ``under`` are those that show cards which lay
    unseen under another, ``tops`` is the one that moves the top of a pile, in which nobody writes how the cards lie.
    ``results`` are the events that follow from others; the rest are choices and chance.
    ``clause`` says why an entry cannot be, ``implausible`` why a game of a variant cannot have ended so, "" if it can:
    see the game's own. ``begin`` lays the table before the first turn; ``start`` is what the first line tells before it.
    ``put`` gives, of a table, its faces, an ask, an entry and the entries that follow it, turn by turn, the ways to
    put a card face down of which later entries tell: each an option and what its card shows then, None if nothing.
    ``decks`` says that no log can be judged without the decks.
    ``numbered`` are the zones in which copies are told apart by whose they are and a number (see `engine.copies`).
    ``wanted`` are the asks, beside those what to play, whose answers cannot be supposed: they have to be written.
    ``prompt`` are the asks to which the entry that waits next speaks, if it can: it is not about a later one.
    ``kept`` are hidden zones whose cards are known by what is written later (see ``put``).
    ``tells`` gives, of a table and an option, further fields of the events to which the option leads.
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
        """Whether two entries may tell what is declared at once, in whatever order."""
        return any(group & entry.codes and group & other.codes for group in self.simultaneous_events)

    def cards_revealed_by(self, option: Option, code: str) -> list[int]:
        """The card that the event ``code`` shows, if ``option`` leads to it."""
        told_by = dict(self.events_by_option.get(option[0], ()))
        return [card for name, card in zip(told_by.get(code, ()), option[1:], strict=False) if name == "card"]


def notation_of(ruleset: Ruleset[Any, Any, Any, Notation]) -> Notation:
    """Return the notation of the game. Raises UnreadableError if reported games of it cannot be judged."""
    if ruleset.notation is None:
        raise UnreadableError(f"reported games of {ruleset.title} cannot be judged", place="ruleset")
    return ruleset.notation


@dataclass(frozen=True, slots=True)
class Pattern:
    """One event that an entry may mean: its code and the fields that are written; a card is its definitions."""

    code: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """A few words of a log: ``number`` counts them from 0 through the game, ``turn`` the lines from 1."""

    number: int
    turn: int
    text: str
    patterns: tuple[Pattern, ...]
    codes: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", frozenset(pattern.code for pattern in self.patterns))

    @property
    def cards(self) -> frozenset[Any]:
        """The definitions of all cards that are named."""
        return frozenset(
            card
            for pattern in self.patterns
            for name, cards in pattern.fields.items()
            if name.startswith("card")
            for card in cards
        )


def event_fields(notation: Notation, sentences: Sentences, code: str) -> tuple[str, ...]:
    """The names of an event's fields, in order."""
    return notation.extra_event_fields[code] if code in notation.extra_event_fields else sentences.events[code].fields


# --- reading ----------------------------------------------------------------------------


class UnknownEntryError(UnreadableError):
    """Words of a log, entry ``number`` of the game, that mean nothing; ``card`` is what no card is called, if that is why."""

    def __init__(self, entry: ReportEntry, card: str, *, file: str) -> None:
        self.entry, self.card = entry, card
        reason = f"there is no card {card!r}" if card else "this is no entry of a log"
        super().__init__(reason, file=file, place=f"turn {entry.turn}, {entry.text!r}")


class NotationReader:
    """Reads the entries of a log. Each of ``called`` gives the definitions that a name may mean, none if
    nothing does; a later one is asked only where an earlier one leaves an entry without sense.
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
        self.notation, self.words, self.players, self.called, self.file = notation, sentences, players, lookups, file
        self.count = 0

    def read_line(self, text: str, turn: int) -> list[ReportEntry]:
        """The entries of a turn. Raises NoEntryError."""
        entries: list[ReportEntry] = []
        for words in text.split(SEPARATOR):
            if words.strip():
                entries += self._entries(" ".join(words.split()), turn)
                self.count += 1
        return entries

    def _entries(self, text: str, turn: int) -> Iterator[ReportEntry]:
        seat, said = self._speaker(text)
        for short, full in self.notation.shorthands:
            if match := re.fullmatch(short, said, re.IGNORECASE):
                parts = [match.expand(part) for part in full]
                break
        else:
            parts = [said]
        for part in parts:
            every = (tuple(self._patterns(part, seat, called)) for called in self.called)
            patterns: tuple[Pattern, ...] = next(filter(None, every), ())
            if not patterns:
                raise UnknownEntryError(
                    ReportEntry(self.count, turn, text, ()), self._unknown_card(part), file=self.file
                )
            yield ReportEntry(self.count, turn, text, patterns)

    def _speaker(self, text: str) -> tuple[int | None, str]:
        """Whose entry it is, if that is written: "Alice: avoid"."""
        for seat, name in enumerate(self.players):
            if text.casefold().startswith(f"{name.casefold()}:"):
                return seat, text[len(name) + 1 :].strip()
        return None, text

    def _patterns(self, text: str, seat: int | None, lookup: CardLookup) -> Iterator[Pattern]:
        for code, templates in self.notation.templates.items():
            names = event_fields(self.notation, self.words, code)
            for template in templates:
                match = _compiled(template).fullmatch(text)
                found = match and self._fields(match.groupdict(), lookup)
                if found is not None:
                    if seat is not None and "seat" in names:
                        found["seat"] = seat
                    yield Pattern(code, found)
                    break

    def _fields(self, groups: Mapping[str, str], lookup: CardLookup) -> dict[str, Any] | None:
        """What is written, by field; None if a card is meant, or a player, that nobody knows."""
        found: dict[str, Any] = {}
        for name, value in groups.items():
            if name.startswith("card"):
                found[name] = self._card(value, lookup)
            else:
                found[name] = self._seat(value) if name.startswith("seat") else int(value)
            if found[name] in ((), None):
                return None
        return found

    def _card(self, name: str, lookup: CardLookup) -> tuple[Any, ...]:
        """The definitions that a name may mean, and which copy, in a game where they are told apart."""
        return card_copies.parse_reference(name, lookup, self.players) if self.notation.numbered_zones else lookup(name)

    def _seat(self, name: str) -> int | None:
        return next((seat for seat, each in enumerate(self.players) if each.casefold() == name.casefold()), None)

    def _unknown_card(self, text: str) -> str:
        """What ``text`` calls a card although none is called so, "" if it is no entry at all."""
        for templates in self.notation.templates.values():
            for template in templates:
                verb = template.partition("{")[0].strip()
                match = _compiled(template).fullmatch(text) if verb else None
                for name, value in (match.groupdict() if match else {}).items():
                    if name.startswith("card") and not self._card(value, self.called[-1]):
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


# --- telling ----------------------------------------------------------------------------


class ObservedEvents(list[Option]):
    """The events of a table, each followed at once by what else it tells; ``heard`` is told of every one."""

    def __init__(
        self,
        table: Any,
        implied_events: Callable[[Any, Option], Iterable[Option]],
        on_event: Callable[[Option], None] = lambda event: None,
    ) -> None:
        super().__init__()
        self.table, self.also, self.heard = table, implied_events, on_event

    def __iadd__(self, events: Iterable[Option]) -> Self:  # type: ignore[override,misc]
        for event in events:
            self.append(event)
        return self

    def append(self, event: Option) -> None:
        for told in (event, *self.also(self.table, event)):
            super().append(told)
            self.heard(told)


def entry_text(
    notation: Notation, sentences: Sentences, event: Option, *, name: Callable[[int], str], players: Sequence[str] = ()
) -> str:
    """The entry for a public event, "" for one that is not written; ``name`` gives the title of a card."""

    def told(field: str, value: Any) -> Any:
        if players and field.startswith("seat"):
            return players[value]
        return name(value) if field.startswith("card") else value

    templates = notation.templates.get(event[0])
    if not templates:
        return ""
    values = zip(event_fields(notation, sentences, event[0]), event[1:], strict=True)
    return templates[0].format(**{field: told(field, value) for field, value in values})
