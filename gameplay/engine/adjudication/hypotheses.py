"""Hypotheses, branches and backtracking in the search for a consistent game.

A `Hypothesis` is a possible state before a turn. A `Branch` is one way to play the turn, and collects its
alternatives. `Assumptions` are the values assumed for missing public facts on the way.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, NoReturn

from gameplay.engine.adjudication.card_copies import CopyReference
from gameplay.engine.adjudication.hidden_faces import Faces, UntrackedFaces
from gameplay.engine.adjudication.notation import (
    Notation,
    Pattern,
    ReportEntry,
    complete_form,
    form_fields,
    notation_of,
)
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class MissingFact:
    """A public fact that is missing from the log: the code of an event or ask, its seat, and its cards.

    It belongs to turn ``turn``, counted from 1, before the entry ``before_entry``, counted from 0. The search found it
    missing at the entry ``needed_at``, which may be much later. If it ``is_part``, it is what that entry leaves out.
    """

    code: str
    seat: int | None
    cards: tuple[str, ...]
    turn: int
    before_entry: int
    needed_at: int = field(default=0, compare=False)
    is_part: bool = False


Observation = tuple[int, int, Pattern]
"""The number of an entry, its seat, and one of its possible meanings."""

Assumptions = tuple[tuple[MissingFact, Any], ...]
"""The values assumed for missing public facts, in order."""


def count_missing(assumptions: Assumptions) -> int:
    """Return the number of missing facts. Several assumptions may concern one fact: first a number, then a card."""
    return len({fact for fact, _ in assumptions})


def first_difference(assumptions: Assumptions, consistent: Assumptions) -> tuple[int, MissingFact] | None:
    """Return the index and the fact of the first assumption with another value, None if another fact comes before."""
    for depth, ((fact, value), (other, other_value)) in enumerate(zip(assumptions, consistent, strict=False)):
        if fact != other:
            return None
        if value != other_value:
            return depth, fact
    return None


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """A reported game: the table before the first turn, and the entries of each turn.

    ``reported_outcome`` is the reported result, if any; ``deck_fault`` is a fault of a deck. ``alternatives`` are the
    same log with other decks, if a variant has fixed decks and the log does not list them. ``observations`` are the
    possible meanings of all entries. ``numbered_cards`` are the definitions of which an entry numbers a copy, so that
    the copies in play are not interchangeable. ``look_ahead`` caches selections of these (see `candidate_order`). The
    table is that of a position if the game ``starts_from_position``, otherwise that of the beginning of a game.
    """

    ruleset: Ruleset
    players: Sequence[str]
    table: Any
    faces: Faces
    turns: Sequence[Sequence[ReportEntry]]
    reported_outcome: Outcome | None = None
    deck_fault: RulesError | None = None
    alternatives: Sequence["ReportedGame"] = ()
    starts_from_position: bool = False
    observations: Sequence[Observation] = field(init=False)
    numbered_cards: frozenset[Any] = field(init=False)
    notation: Notation = field(init=False)
    look_ahead: dict[Any, Any] = field(init=False, default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "observations", list(self._observe()))
        named = (card for _, _, pattern in self.observations for card in pattern.fields.values())
        numbered = (card for card in named if isinstance(card, CopyReference) and card.number is not None)
        object.__setattr__(self, "numbered_cards", frozenset(chain.from_iterable(numbered)))
        object.__setattr__(self, "notation", notation_of(self.ruleset))

    def _observe(self) -> Iterator[Observation]:
        number = 0
        for turn, entries in enumerate(self.turns):
            active = (self.table.active + turn) % len(self.players)
            for entry in entries:
                for pattern in entry.patterns:
                    yield number, pattern.fields.get("seat", active), pattern
                number += 1

    @property
    def all_entries(self) -> list[ReportEntry]:
        """The entries of all turns. A shorthand is several entries with the number of one."""
        return [entry for turn in self.turns for entry in turn]

    def entries_before(self, turn: int) -> int:
        """Return the number of entries before ``turn``, counted from 0."""
        return sum(len(entries) for entries in self.turns[:turn])

    def forms_for(self, fact: MissingFact) -> list[str]:
        """Return the templates of the entries that supply ``fact``.

        If it is part of an entry, they are those with a field that the entry leaves out.
        """
        notation, templates = self.notation, self.notation.words.templates
        absences = (absence for absence, event in notation.events.absences.items() if event == fact.code)
        codes = (*notation.asks.events_by_ask.get(fact.code, (fact.code,)), *absences)
        written = [code for code in codes if code in templates]
        if not fact.is_part:
            return [templates[code][0] for code in written]
        forms = {code: complete_form(notation, self.ruleset.sentences, code) for code in written}
        patterns = self.all_entries[fact.before_entry].patterns
        named = {code: {name for each in patterns if each.code == code for name in each.fields} for code in written}
        return [form for code, form in forms.items() if not named[code].issuperset(form_fields(form))]

    def with_untracked_faces(self) -> "ReportedGame":
        """Return the same log with untracked faces.

        The backs of cards from interchangeable piles are not distinguished.
        """
        interchangeable = {zone for zones in self.notation.asks.interchangeable_piles.values() for zone in zones}
        alike = {
            self.ruleset.back(self.faces.assumed_face(card))
            for zone in self.table.zones()
            if zone.name in interchangeable
            for card in zone.cards
        }
        return replace(self, faces=UntrackedFaces.from_faces(self.faces, self.ruleset.back, alike))


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A possible state before a turn, counted from 0. ``omitted_facts`` are optional facts that the log leaves out.

    ``branch`` is the way in which the turn before was played, and ``misplaced`` the number of its misplaced results, by
    code (see `result_counts`).
    """

    turn: int
    table: Any
    faces: Faces
    assumptions: Assumptions = ()
    omitted_facts: tuple[MissingFact, ...] = ()
    branch: "Branch | None" = None
    misplaced: Counter[str] = field(default_factory=Counter)


class StepBudget:
    """The number of asks that may still be answered in the search for a verdict, so that each takes bounded time."""

    def __init__(self, asks: int) -> None:
        self.remaining = asks

    def spend(self, asks: int) -> None:
        self.remaining -= asks

    @property
    def is_spent(self) -> bool:
        return self.remaining <= 0

    def part(self, share: float) -> "StepBudget":
        """Take a ``share`` of what remains out of this budget, and return it as a budget of its own."""
        part = StepBudget(int(self.remaining * share))
        self.spend(part.remaining)
        return part

    def take_over(self, other: "StepBudget", share: float) -> None:
        """Add a ``share`` of what remains of the ``other`` budget to this one."""
        self.remaining += other.part(share).remaining


class Contradiction(Exception):  # noqa: N818 - a finding, not an error
    """The branch contradicts the log: the entry is impossible by ``clause``, or ``missing_fact`` is required."""

    def __init__(self, entry_number: int, clause: str, missing_fact: MissingFact | None = None) -> None:
        self.entry_number, self.clause, self.missing_fact = entry_number, clause, missing_fact
        super().__init__(clause)


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """The farthest contradiction for some assumptions.

    ``is_at_result`` is true if it concerns the result of an action.
    """

    entry_number: int
    is_at_result: bool
    clause: str
    missing_fact: MissingFact | None


class Backtrack(Exception):  # noqa: N818 - a request, not an error
    """The assumed face of a card was wrong, so the turn must be run again."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """A possibility of a branch that was not chosen: its decisions, and the faces that were learned before it.

    ``assumptions`` include the last decision, if it ``is_public``: about a public fact. ``candidate_cards`` are the
    definitions of the cards among which it chooses. ``learned_faces`` are without those that will be assumed again.
    """

    decisions: Mapping[Any, Any] = field(default_factory=dict)
    assumptions: Assumptions = ()
    is_public: bool = False
    candidate_cards: frozenset[Any] = frozenset()
    learned_faces: Mapping[Any, Any] = field(default_factory=dict)
    relearned_origins: frozenset[Any] = frozenset()


UNDECIDED = Alternative()
"""The beginning of a turn, where nothing has been decided."""


class Branch:
    """One way to play a turn, kept when the turn is run again.

    ``decisions`` contains the chosen possibility by occasion; ``assumed_facts`` are those about public facts.
    ``learned_faces`` are faces by the origin of the card, and ``relearned_origins`` the origins whose face was
    corrected, once each. ``omitted_facts`` are optional facts that the log leaves out.

    ``alternatives`` are the possibilities not chosen. ``contradictions`` concern entries that are contradicted
    unless the assumptions at that point explain them. ``furthest_entries`` is shared by all branches: the number of
    entries explained with each number of missing facts. If fewer assumptions lead further, nothing is missing.
    ``doubted_entries`` are numbers of results of the turn that are perhaps about another event (see `tentative`), and
    ``unexplored_entries`` those of entries that may be about earlier events, which is no listed alternative.
    ``skips_facts`` is set if a fact was not assumed to be missing, because that is unlikely there. ``last_resorts`` are
    alternatives that are only worth trying if a result of the turn stays unexplained. ``preferred`` are decisions that
    are tried before the first possibility; ``deviations`` are those that differ from the first possibility. A branch
    that ``has_doubts`` has more last resorts (see `exhaustive`).
    """

    def __init__(
        self,
        hypothesis: Hypothesis,
        start: Alternative,
        furthest_entries: dict[int, int],
        preferred: Mapping[Any, Any] | None = None,
        *,
        has_doubts: bool = False,
    ) -> None:
        self.hypothesis, self.furthest_entries, self.has_doubts = hypothesis, furthest_entries, has_doubts
        self.preferred, self.deviations = preferred or {}, dict[Any, Any]()
        self.decisions = dict(start.decisions)
        self.assumed_facts: dict[Any, tuple[MissingFact, Any]] = {}
        self.learned_faces = dict(start.learned_faces)
        self.omitted_facts: list[MissingFact] = []
        self.relearned_origins = set(start.relearned_origins)
        self.alternatives: list[Alternative] = []
        self.last_resorts: list[Alternative] = []
        self.candidate_cards: frozenset[Any] = frozenset()
        self.contradictions: list[tuple[Assumptions, int, str]] = []
        self.alternatives_queued = False
        self.unexplored_entries: set[int] = set()
        self.doubted_entries: Collection[int] = ()
        self.skips_facts = False

    @property
    def assumptions(self) -> Assumptions:
        return self.hypothesis.assumptions + tuple(self.assumed_facts.values())

    def keep_assumed_faces(self) -> None:
        """Forget all assumptions except those about faces, which are not made again when the turn is run again.

        The others are made again, and must not be compared with how far they led before.
        """
        self.furthest_entries.clear()
        for occasion in [occasion for occasion in self.assumed_facts if occasion[0] != "face"]:
            del self.assumed_facts[occasion]

    def decide(
        self,
        occasion: Any,
        possibilities: Sequence[Any],
        fact: MissingFact | None = None,
        *,
        last_resorts: Sequence[Any] = (),
        form: Callable[[Any], Any] = lambda possibility: possibility,
    ) -> Any:
        """Return one of ``possibilities``, and add the others as alternatives; ``fact`` is a missing public fact.

        Possibilities of the same ``form`` are equivalent, such as two copies of a card.
        """
        if len(possibilities) == 1 and not last_resorts:
            return possibilities[0]
        possible = (*possibilities, *last_resorts)
        if occasion not in self.decisions:
            first = self.preferred.get(occasion, possibilities[0])
            first = first if first in possible else possibilities[0]
            others = [other for other in possibilities if other != first]
            self.alternatives += (self._alternative(occasion, other, fact) for other in others)
            self.last_resorts += (self._alternative(occasion, other, fact) for other in last_resorts if other != first)
            self.decisions[occasion] = first
        decision = self.decisions[occasion]
        if decision not in possible:  # the turn is run again with a learned face
            decision = next((each for each in possible if form(each) == form(decision)), possibilities[0])
        if decision != possibilities[0]:
            self.deviations[occasion] = decision
        if fact is not None:
            self.assumed_facts[occasion] = (fact, decision)
        return decision

    def add_alternative(self, occasion: Any, possibility: Any) -> None:
        """Add an alternative where no decision was necessary."""
        if occasion not in self.decisions:
            self.decisions[occasion] = None
            self.alternatives.append(self._alternative(occasion, possibility))

    def offer_last_resorts(self) -> None:
        """Add the last resorts to the alternatives, before the others: the search tries the last ones first."""
        self.alternatives[:0] = self.last_resorts
        self.last_resorts = []

    def offer_doubted(self) -> None:
        """Add the last resorts in which a doubted result is about another event, before the alternatives."""
        doubted = [each for each in self.last_resorts if doubted_entry(each) in self.doubted_entries]
        self.alternatives[:0] = doubted
        self.last_resorts = [each for each in self.last_resorts if each not in doubted]

    def _alternative(self, occasion: Any, possibility: Any, fact: MissingFact | None = None) -> Alternative:
        return Alternative(
            {**self.decisions, occasion: possibility},
            self.assumptions if fact is None else (*self.assumptions, (fact, possibility)),
            fact is not None,
            self.candidate_cards,
            {origin: face for origin, face in self.learned_faces.items() if not self._is_assumed(origin)},
            frozenset(self.relearned_origins),
        )

    def _is_assumed(self, origin: Any) -> bool:
        """Return whether the face of the card from ``origin``, or a trait of it, is a missing public fact."""
        return ("face", origin) in self.assumed_facts or ("trait", origin) in self.assumed_facts

    def note_part(self, fact: MissingFact, entry_number: int) -> None:
        """Note that an entry leaves out ``fact``, so that it has several meanings."""
        self.omitted_facts.append(replace(fact, before_entry=entry_number, is_part=True))

    def note_contradiction(self, found: tuple[int, str] | None) -> None:
        """Note that an entry is contradicted by a clause, so that the fact assumed now may not be missing at all."""
        if found:
            self.contradictions.append((self.assumptions, *found))

    def rerun_with(self, origin: Any, face: Any) -> NoReturn:
        """Store the actual face of the card from ``origin``. Raises Backtrack."""
        self.learned_faces[origin] = face
        raise Backtrack


def doubted_entry(alternative: Alternative) -> int | None:
    """Return the number of the entry that is about another event by the last decision of the alternative."""
    occasion = next(reversed(alternative.decisions))
    return occasion[2] if occasion[0] == "another_event" else None
