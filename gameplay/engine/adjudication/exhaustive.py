"""Exhaustive search over all possible games of a log, turn by turn, without tracking hidden cards.

A wrong guess about a hidden card may only show many turns later, so the heuristic search alone cannot prove that a log
is impossible. Here everything known about a card is forgotten in zones that are not observed (`UntrackedFaces`), so
all hidden cards become equivalent. Only a few different states then remain before each turn, and all of them are
explored. A log that is impossible from all of them is impossible.

The search proves nothing, and raises `SearchLimitError`, if there are too many branches, if a pile may have been
exhausted that was interchanged with another, if the impossible entry depends on the owner of a card, if a result about
a hidden card may be written later in its line, or if only one of several values was tried for a missing fact.

A result right behind a decision follows from it, unless the turn shows it several times and another one too rarely.
Where the log does not say which card is paid, it is an unknown one. A search that ``has_doubts`` also tries that the
result is about any other event, and that a known card is paid.

Missing public facts are assumed only if no branch without assumptions leads further. All their values are tried if
there are few (`MAX_FACT_ALTERNATIVES`), otherwise only the first. A log with more missing facts could therefore be
found impossible by mistake. So games with few enough branches then check whether any assumptions lead further
(`assume_anything`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gameplay.engine.adjudication import equivalence
from gameplay.engine.adjudication.hidden_faces import FaceNeeded
from gameplay.engine.adjudication.hypotheses import (
    UNDECIDED,
    Alternative,
    Assumptions,
    Backtrack,
    Branch,
    Contradiction,
    Hypothesis,
    MissingFact,
    ReportedGame,
    StepBudget,
)
from gameplay.engine.adjudication.turn_run import TurnRun
from gameplay.engine.core.asks import Outcome

OutcomeCheck = Callable[[Hypothesis, Outcome | None], Outcome | None]
"""Compares the outcome of a game with the report. Raises Contradiction."""

MAX_FACT_ALTERNATIVES = 7  # alternative values of a public fact that are tried


class SearchLimitError(Exception):
    """There are too many branches, or something that may matter was not explored."""


class PileExhaustedError(Exception):
    """A pile of ``seat`` (None if shared) in one of ``zones`` may be exhausted."""

    def __init__(self, seat: int | None, zones: tuple[str, ...]) -> None:
        self.seat, self.zones = seat, zones
        super().__init__(zones)


class ExhaustiveSearch:
    """Explores at most ``max_branches`` branches, with ``last_resorts`` also those that are unlikely.

    ``latest_contradiction`` is that of the farthest branch.

    ``untried_facts`` are the missing facts of which that branch tried only one value. ``explanation`` is what had to be
    assumed on the branch that led to the end of the log.
    """

    def __init__(
        self,
        reported_game: ReportedGame,
        max_branches: int,
        check_outcome: OutcomeCheck,
        budget: StepBudget,
        *,
        last_resorts: bool = False,
        has_doubts: bool = False,
    ) -> None:
        self.reported_game, self.remaining_branches = reported_game.with_untracked_faces(), max_branches
        self.check_outcome, self.budget = check_outcome, budget
        self.last_resorts, self.has_doubts = last_resorts or has_doubts, has_doubts
        self.notation = reported_game.notation
        self.entries = [entry for turn in reported_game.turns for entry in turn]
        self.latest_contradiction: Contradiction | None = None
        self.untried_facts = tuple[MissingFact, ...]()
        self.explanation: Assumptions = ()
        self.skipped_facts = set[MissingFact]()  # with too many values to try
        self.farthest = Hypothesis(0, self.reported_game.table, self.reported_game.faces)  # the latest turn reached
        self.is_certain = True  # no alternative of its branch is unexplored
        self.assume_anything = False

    def find_contradiction(self) -> Contradiction | None:
        """Return the contradiction of a log that is impossible for all hidden cards, or None.

        Raises SearchLimitError.
        """
        visited = set[Any]()
        start = Hypothesis(0, self.reported_game.table, self.reported_game.faces)
        assuming: list[Hypothesis] = []  # left until all others lead nowhere, because they prove less
        if self._reaches_end(start, visited, assuming):
            return None
        if any(self._reaches_end(hypothesis, visited) for hypothesis in reversed(assuming)):
            return None
        if not self.is_certain:
            raise SearchLimitError
        return self.latest_contradiction

    def _reaches_end(self, start: Hypothesis, visited: set[Any], assuming: list[Hypothesis] | None = None) -> bool:
        """Return whether ``start`` can be followed to the end of the log, the latest turn first.

        If there is a list ``assuming``, successors with assumptions are only added to it.
        """
        paths = [iter([start])]
        while paths:
            hypothesis = next(paths[-1], None)
            if hypothesis is None:
                paths.pop()
                continue
            if hypothesis.turn > self.farthest.turn:
                self.farthest = hypothesis
            if assuming is not None and hypothesis.assumptions:
                assuming.append(hypothesis)
            elif hypothesis.turn == len(self.reported_game.turns):
                self.explanation = hypothesis.assumptions
                return True
            elif self._is_new(hypothesis, visited):
                paths.append(self._successors_of_each_pile(hypothesis))
        return False

    def deviations(self) -> dict[int, Mapping[Any, Any]]:
        """Return, by turn, the decisions on the way to the farthest turn that differ from the first possibility."""
        found, last = dict[int, Mapping[Any, Any]](), self.farthest.branch
        while last is not None:
            found[last.hypothesis.turn] = last.deviations
            last = last.hypothesis.branch
        return found

    def find_assumptions(self, entry_number: int) -> Assumptions:
        """Return assumptions of missing public facts that lead past the entry; empty if there are none.

        All possible assumptions are explored, anywhere in the log. Raises SearchLimitError.
        """
        self.assume_anything = True
        hypotheses = [Hypothesis(0, self.reported_game.table, self.reported_game.faces)]
        visited = set[Any]()
        while hypotheses:
            hypothesis = hypotheses.pop()
            turn = hypothesis.turn
            if turn == len(self.reported_game.turns) or self.reported_game.entries_before(turn) > entry_number:
                return hypothesis.assumptions
            successors = list(self._successors_of_each_pile(hypothesis))
            hypotheses += [each for each in reversed(successors) if self._is_new(each, visited)]
        return ()

    def _is_new(self, hypothesis: Hypothesis, visited: set[Any]) -> bool:
        """Return whether no state like that of ``hypothesis`` has been visited, and note it."""
        numbered_cards = self.reported_game.numbered_cards
        state = equivalence.state_key(hypothesis.table, hypothesis.faces, self.notation, numbered_cards)
        key = (hypothesis.turn, state)
        is_new = key not in visited
        visited.add(key)
        return is_new

    def _successors_of_each_pile(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """Yield the successors of a hypothesis.

        If a pile may be exhausted, go on with those for each possible distribution of its cards.
        """
        try:
            yield from self._successors(hypothesis)
        except PileExhaustedError as exhausted:
            if not hypothesis.faces.displaced.get(exhausted.seat):
                raise SearchLimitError from exhausted
            counts = range(hypothesis.faces.displaced[exhausted.seat] + 1)
            for count in counts:
                yield from self._successors_of_each_pile(self._with_moved_cards(hypothesis, exhausted, count))

    def _successors(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """Yield the hypotheses after one turn, those with misplaced results last.

        Those with assumptions follow only if no other branch leads as far.
        """
        queue = [UNDECIDED]
        assuming: list[Alternative] = []
        doubtful: list[Hypothesis] = []  # yielded after the others
        farthest = 0
        while queue:
            self.remaining_branches -= 1
            if self.remaining_branches < 0 or self.budget.is_spent:
                raise SearchLimitError
            branch = Branch(hypothesis, queue.pop(), {}, has_doubts=self.has_doubts)
            number = len(self.entries)
            try:
                successor = self._checked(*self._run_turn(branch))
                if successor.misplaced:
                    doubtful.append(successor)
                else:
                    yield successor
            except Contradiction as contradiction:
                self._note_contradiction(contradiction, branch)
                number = contradiction.entry_number
            farthest = farthest if branch.assumptions else max(farthest, number)
            if self.last_resorts:
                branch.offer_last_resorts()
            queue += [alternative for alternative in branch.alternatives if not alternative.assumptions]
            assuming += self._assuming_alternatives(branch)
            if not queue:
                yield from sorted(doubtful, key=lambda each: each.misplaced.total())
                doubtful = []
                queue = [each for each in assuming if self.assume_anything or _assumed_at(each) >= farthest]
                assuming = []

    def _note_contradiction(self, contradiction: Contradiction, branch: Branch) -> None:
        self._note_skipped(branch)
        number = contradiction.entry_number
        latest = self.latest_contradiction.entry_number if self.latest_contradiction else -1
        if number >= latest:
            earlier = [fact for fact, _ in branch.hypothesis.assumptions]
            self.untried_facts = tuple(dict.fromkeys((*earlier, *self._skipped_before(number, branch))))
            # Where any assumptions are explored afterwards, they decide about the untried facts.
            untried = self.untried_facts and not self.notation.limits.assumption_branches
            unexplored = bool(untried) or any(each <= number for each in branch.unexplored_entries)
            self.is_certain = not unexplored and (self.is_certain or number > latest)
        if number < len(self.entries) and self.entries[number].codes & self.notation.events.owner_dependent:
            raise SearchLimitError
        if self.latest_contradiction is None or number > self.latest_contradiction.entry_number:
            self.latest_contradiction = contradiction

    def _checked(self, hypothesis: Hypothesis, outcome: Outcome | None) -> Hypothesis:
        if hypothesis.turn == len(self.reported_game.turns):
            self.check_outcome(hypothesis, outcome)
        elif outcome is not None:
            raise Contradiction(
                self.reported_game.entries_before(hypothesis.turn),
                self.notation.clauses.violated(hypothesis.table, None, None, "over"),
            )
        return hypothesis

    def _run_turn(self, branch: Branch) -> tuple[Hypothesis, Outcome | None]:
        while True:
            branch.keep_assumed_faces()
            run = TurnRun(self.reported_game, branch)
            try:
                outcome = run.play()
            except Backtrack:
                continue
            except FaceNeeded as needed:
                run.revealed.assume_face(needed.card)
                continue
            finally:
                self.budget.spend(run.ask_count)
                self._check_piles(run)
            branch.doubted_entries = run.pending.counts.doubted()
            branch.offer_doubted()
            turn = branch.hypothesis.turn + 1
            misplaced = run.pending.counts.misplaced()
            return Hypothesis(turn, run.table, run.faces, branch.assumptions, (), branch, misplaced), outcome

    def _check_piles(self, run: TurnRun) -> None:
        """Raise PileExhaustedError if a pile may be exhausted that was interchanged with another."""
        displaced = run.faces.displaced
        for zones in self.notation.asks.interchangeable_piles.values():
            for seat, piles in equivalence.piles_by_seat(run.table, zones).items():
                if displaced.get(seat) and min(map(len, piles)) <= displaced[seat]:
                    raise PileExhaustedError(seat, zones)

    @staticmethod
    def _with_moved_cards(hypothesis: Hypothesis, exhausted: PileExhaustedError, count: int) -> Hypothesis:
        """Return the hypothesis with ``count`` cards of the second pile moved to the first."""
        table, faces = hypothesis.table.copy(), hypothesis.faces.copy()
        first, second = equivalence.piles_by_seat(table, exhausted.zones)[exhausted.seat]
        first += second[len(second) - count :]
        del second[len(second) - count :]
        del faces.displaced[exhausted.seat]
        return Hypothesis(
            hypothesis.turn,
            table,
            faces,
            hypothesis.assumptions,
            branch=hypothesis.branch,
            misplaced=hypothesis.misplaced,
        )

    def _skipped_before(self, entry_number: int, branch: Branch) -> Iterator[MissingFact]:
        """Yield the facts that ``branch`` assumed before the entry was contradicted, with too many values to try."""
        before = [assumptions for assumptions, number, _ in branch.contradictions if number == entry_number]
        for fact, _ in branch.assumed_facts.values():
            if fact in self.skipped_facts and all(fact in dict(assumptions) for assumptions in before):
                yield fact

    def _note_skipped(self, branch: Branch) -> None:
        """Note the facts of which a branch tries only one value, because there are too many."""
        if not self.assume_anything:
            several = Counter(each.assumptions[-1][0] for each in branch.alternatives if each.is_public)
            self.skipped_facts.update(fact for fact, count in several.items() if count > MAX_FACT_ALTERNATIVES)

    def _assuming_alternatives(self, branch: Branch) -> Iterator[Alternative]:
        """Yield the alternatives with assumptions."""
        self._note_skipped(branch)
        for each in branch.alternatives:
            if each.assumptions and not (each.is_public and each.assumptions[-1][0] in self.skipped_facts):
                yield each


def _assumed_at(alternative: Alternative) -> int:
    """Return the number of the entry before which the last assumption is needed."""
    return alternative.assumptions[-1][0].needed_at
