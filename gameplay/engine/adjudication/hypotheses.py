"""The ways in which a reported game may have gone, where the log does not tell.

A `World` is how things may be before a turn; a `Path` is the way taken through it, and
remembers the others. What was supposed of missing public facts on the way is its `Key`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from gameplay.engine.adjudication.hidden_faces import Faces, UntrackedFaces
from gameplay.engine.adjudication.notation import Notation, Pattern, ReportEntry, notation_of
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class MissingFact:
    """Something public that is not in the log: the code of an event or ask, whose, of which cards.

    It belongs into turn ``turn``, counted from 1, before entry ``before``, counted from 0.
    """

    code: str
    seat: int | None
    cards: tuple[str, ...]
    turn: int
    before_entry: int


Observation = tuple[int, int, Pattern]

Assumptions = tuple[tuple[MissingFact, Any], ...]
"""What was supposed of missing public facts, in order."""


def count_missing(assumptions: Assumptions) -> int:
    """How many facts are missing if ``key`` is so; of one the number may be supposed first and then the card."""
    return len({fact for fact, _ in assumptions})


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """A log to be judged: the table as it is before the first turn, and the entries of each turn.

    ``outcome`` is the result that was reported, if it was; ``fault`` is what is wrong with a deck.
    ``others`` are the same log with other decks, where a variant has a few fixed ones and the log does not say which.
    ``told`` is all that is written: the number of the entry, whose it is, and what it may mean.
    """

    ruleset: Ruleset
    players: Sequence[str]
    table: Any
    faces: Faces
    turns: Sequence[Sequence[ReportEntry]]
    reported_outcome: Outcome | None = None
    deck_fault: RulesError | None = None
    alternatives: Sequence["ReportedGame"] = ()
    observations: Sequence[Observation] = field(init=False)
    notation: Notation = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "observations", list(self._observe()))
        object.__setattr__(self, "notation", notation_of(self.ruleset))

    def _observe(self) -> Iterator[Observation]:
        number = 0
        for turn, entries in enumerate(self.turns):
            active = (self.table.active + turn) % len(self.players)
            for entry in entries:
                for pattern in entry.patterns:
                    yield number, pattern.fields.get("seat", active), pattern
                number += 1

    def entries_before(self, turn: int) -> int:
        """How many entries lie before ``turn``, counted from 0."""
        return sum(len(entries) for entries in self.turns[:turn])

    def with_untracked_faces(self) -> "ReportedGame":
        """The same log where nobody keeps count of unseen cards."""
        return replace(self, faces=UntrackedFaces.from_faces(self.faces))


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One way in which things may be before a turn of the log, counted from 0; ``untold`` is what the log may leave out, and does."""

    turn: int
    table: Any
    faces: Faces
    assumptions: Assumptions = ()
    omitted_facts: tuple[MissingFact, ...] = ()


class Contradiction(Exception):  # noqa: N818 - a finding, not an error
    """On this way the log cannot go on: entry ``at`` cannot be by ``clause``, or the fact ``missing`` is needed."""

    def __init__(self, entry_number: int, clause: str, missing_fact: MissingFact | None = None) -> None:
        self.at, self.clause, self.missing = entry_number, clause, missing_fact
        super().__init__(clause)


class Backtrack(Exception):  # noqa: N818 - a request, not an error
    """A face was learnt that had been guessed otherwise: the turn is to be run again."""


class Branch:
    """The way taken through a turn, kept when it is run again.

    ``ways`` says by occasion which of the possible ways is taken, ``facts`` which of them
    stand for something public; ``learnt`` are faces by where the card came from,
    ``amended`` those that were learnt anew, once each.
    ``untold`` is what happened in the run and need not be written, nor is.
    ``others`` are the ways not taken: their decisions, their key, whether they differ in something public, and ``naming``,
    the definitions of the cards among which was chosen.
    ``contradicted`` are entries that something spoke against, unless what had to be supposed there explains them.
    ``reach`` holds, shared by all paths, how many entries came to be with so many facts supposed: where fewer
    suppositions lead further, nothing is missing.
    """

    def __init__(self, hypothesis: Hypothesis, decisions: Mapping[Any, Any], furthest_entries: dict[int, int]) -> None:
        self.world, self.reach = hypothesis, furthest_entries
        self.ways = dict(decisions)
        self.assumed_facts: dict[Any, tuple[MissingFact, Any]] = {}
        self.learned_faces: dict[Any, Any] = {}
        self.omitted_facts: list[MissingFact] = []
        self.relearned_origins: set[Any] = set()
        self.alternatives: list[tuple[dict[Any, Any], Assumptions, bool, frozenset[Any]]] = []
        self.candidate_cards: frozenset[Any] = frozenset()
        self.contradictions: list[tuple[Assumptions, int, str]] = []
        self.alternatives_queued = False

    @property
    def assumptions(self) -> Assumptions:
        return self.world.assumptions + tuple(self.assumed_facts.values())

    def decide(self, occasion: Any, possibilities: Sequence[Any], fact: MissingFact | None = None) -> Any:
        """One of ``ways``, the others are remembered; with ``fact`` it is a public thing that is missing."""
        if len(possibilities) == 1:
            return possibilities[0]
        if occasion not in self.ways:
            for other in possibilities[1:]:
                key = self.assumptions if fact is None else (*self.assumptions, (fact, other))
                self.alternatives.append(({**self.ways, occasion: other}, key, fact is not None, self.candidate_cards))
            self.ways[occasion] = possibilities[0]
        # Run again, with a face that was learnt meanwhile, the way taken before may be none any more.
        way = self.ways[occasion] if self.ways[occasion] in possibilities else possibilities[0]
        if fact is not None:
            self.assumed_facts[occasion] = (fact, way)
        return way

    def add_alternative(self, occasion: Any, possibility: Any) -> None:
        """Let ``way`` be tried later, too, where nothing had to be chosen."""
        if occasion not in self.ways:
            self.ways[occasion] = None
            self.alternatives.append(
                ({**self.ways, occasion: possibility}, self.assumptions, False, self.candidate_cards)
            )

    def note_contradiction(self, found: tuple[int, str] | None) -> None:
        """What is supposed now is perhaps not missing: something spoke against an entry, by a clause."""
        if found:
            self.contradictions.append((self.assumptions, *found))

    def rerun_with(self, origin: Any, seen: Any) -> NoReturn:
        """Keep what the card from ``origin`` turns out to be. Raises Again."""
        self.learned_faces[origin] = seen
        raise Backtrack
