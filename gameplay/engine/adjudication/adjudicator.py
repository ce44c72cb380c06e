"""Judging a game that was played on paper, from what was written down of it.

A log holds public things only, and not all of them: what lies in a hand nobody wrote, a
destiny may be missing. The rules are run along it (`retrace`) with a guess at whatever is
unseen (`unseen`). Where something could have gone several ways, each is tried (`ways`):

    hidden things     a way that fits is enough, nobody else could know better
    public things     left out of the log: if some ways fit what is written as a result
                      and others do not, the log cannot be judged without them

    legal             the log can be what happened
    illegal           an entry cannot be, by a clause; everything before it can
    undecidable       it depends on ``needs``, what is missing
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from operator import itemgetter
from typing import Any

from gameplay.engine.adjudication.exhaustive import ExhaustiveSearch, OutcomeCheck, SearchLimitError
from gameplay.engine.adjudication.hidden_faces import FaceNeeded
from gameplay.engine.adjudication.hypotheses import (
    Assumptions,
    Backtrack,
    Branch,
    Contradiction,
    Hypothesis,
    MissingFact,
    ReportedGame,
    count_missing,
)
from gameplay.engine.adjudication.notation import ReportEntry
from gameplay.engine.adjudication.turn_run import TurnRun
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.game import CONCEDE

LEGAL, ILLEGAL, UNDECIDABLE = "legal", "illegal", "undecidable"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `adjudicate` found: of an illegal log the entry that cannot be, or the turn where one of the result's.

    ``needs`` are the missing facts of an undecidable one; ``outcome`` is how a legal game ended, if it did.
    """

    status: str
    entry: ReportEntry | None = None
    turn: int | None = None
    clause: str = ""
    missing_facts: tuple[MissingFact, ...] = ()
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class _PendingBranch:
    """A way to be tried: from ``world`` on, with these choices where things could go several ways.

    ``strays`` is how often it leaves what is guessed first, ``naming`` what cards were chosen among there.
    """

    hypothesis: Hypothesis
    assumptions: Assumptions
    decisions: Mapping[Any, Any] = field(default_factory=dict)
    deviations: int = 0
    candidate_cards: frozenset[Any] = frozenset()


@dataclass(frozen=True, slots=True)
class _DeadEnd:
    """Where the ways of one key end that come furthest: ``result`` tells that it is at the result of something."""

    entry_number: int
    is_at_result: bool
    clause: str
    missing_fact: MissingFact | None


def adjudicate(reported_game: ReportedGame) -> Verdict:
    """Return whether the log of ``case`` can be what happened."""
    if reported_game.deck_fault:
        return Verdict(ILLEGAL, clause=reported_game.deck_fault.clause)
    if reported_game.alternatives:
        return _adjudicate_with_each_deck(reported_game)
    if not reported_game.turns and reported_game.reported_outcome:
        clause = reported_game.notation.implausible_outcome_clause(
            reported_game.table.variant, reported_game.reported_outcome
        )
        return Verdict(ILLEGAL if clause else LEGAL, clause=clause, outcome=reported_game.reported_outcome)
    inquiry = _BranchSearch(reported_game)
    return _confirm(reported_game, inquiry) if reported_game.notation.max_exhaustive_branches else inquiry.search()


def _adjudicate_with_each_deck(reported_game: ReportedGame) -> Verdict:
    """Return the verdict on a log that does not say which of the fixed decks were played.

    The log is legal if it is legal with one choice of decks, else undecidable if it is undecidable with one. Else it is
    illegal at the latest entry that any choice of decks reaches.
    """
    found: list[Verdict] = []
    for each in (replace(reported_game, alternatives=()), *reported_game.alternatives):
        verdict = adjudicate(each)
        if verdict.status == LEGAL:
            return verdict
        found.append(verdict)
    if undecidable := next((verdict for verdict in found if verdict.status == UNDECIDABLE), None):
        return undecidable
    # A copy that is missing from a supposed deck means that the deck is none of those that may be played.
    farthest = max(
        found, key=lambda verdict: len(reported_game.observations) if verdict.entry is None else verdict.entry.number
    )
    clause = reported_game.notation.violated_clause
    if farthest.entry and farthest.clause == clause(reported_game.table, None, farthest.entry, "no_copy"):
        return replace(farthest, clause=clause(reported_game.table, None, farthest.entry, "no_deck"))
    return farthest


FIRST_RUNS = 25
"""Ways that are tried before it is asked whether any can fit."""


def _confirm(reported_game: ReportedGame, inquiry: "_BranchSearch") -> Verdict:
    """What was found; illegal only if it is so however the unseen cards were: the guesses that were tried may all be wrong.

    Where guesses are left, and no way leads past an entry of a later turn, that one is named: it is certain. So it is where
    nothing but a guess speaks against the earlier one.
    """
    verdict = inquiry.search(FIRST_RUNS)
    if verdict.status == UNDECIDABLE:
        verdict = inquiry.search()
    if verdict.status == UNDECIDABLE and not inquiry.consistent:
        return replace(
            verdict,
            missing_facts=(*verdict.missing_facts, *_facts_to_ask_for(reported_game, verdict, inquiry.omitted_facts)),
        )
    if verdict.status != ILLEGAL:
        return verdict
    found: Contradiction | None = None
    with suppress(SearchLimitError):
        found = ExhaustiveSearch(
            reported_game, reported_game.notation.max_exhaustive_branches, inquiry.check_outcome
        ).find_contradiction()
    if found is None or found.at != inquiry.entry_number(verdict):
        verdict = inquiry.search()
    if verdict.status != ILLEGAL:
        return verdict
    place = inquiry.entry_number(verdict)
    unseen = (MissingFact("unseen", None, (), verdict.turn or len(reported_game.turns), place),)
    needs = _facts_to_ask_for(reported_game, verdict, inquiry.omitted_facts) or unseen
    if found is not None and found.at >= place:
        with suppress(SearchLimitError):
            needs = _facts_that_explain(reported_game, place, inquiry.check_outcome)
            if not needs:
                certain = inquiry.illegal_verdict(found.at, found.clause)
                guessed = certain.turn != verdict.turn or verdict.clause in reported_game.notation.missing_copy_clauses
                return certain if inquiry.pending_branches and guessed else verdict
    return Verdict(UNDECIDABLE, verdict.entry, verdict.turn, missing_facts=needs)


def _facts_that_explain(reported_game: ReportedGame, place: int, compared: OutcomeCheck) -> tuple[MissingFact, ...]:
    """What may be missing so that the log can come past entry ``place``, if that is looked for. Raises TooManyError."""
    further = reported_game.notation.max_assumption_branches
    key = ExhaustiveSearch(reported_game, further, compared).find_assumptions(place) if further else ()
    return tuple(dict.fromkeys(fact for fact, _ in key))


def _facts_to_ask_for(
    reported_game: ReportedGame, verdict: Verdict, untold: Iterable[MissingFact]
) -> tuple[MissingFact, ...]:
    """What may be left out and would tell where cards were, of whose entry cannot be first, and the latest of it first."""
    facts = reversed(dict.fromkeys(untold))
    turn = verdict.turn or len(reported_game.turns)
    active = (reported_game.table.active + turn - 1) % len(reported_game.players)
    seats = {pattern.fields.get("seat", active) for pattern in verdict.entry.patterns} if verdict.entry else {active}
    return tuple(sorted(facts, key=lambda fact: fact.seat not in (*seats, None)))


def _first_difference(assumptions: Assumptions, fitting: Assumptions) -> tuple[int, MissingFact] | None:
    for depth, ((fact, value), (other, supposed)) in enumerate(zip(assumptions, fitting, strict=False)):
        if fact != other:
            return None
        if value != supposed:
            return depth, fact
    return None


def _lateness(assumptions: Assumptions) -> tuple[int, int]:
    return assumptions[-1][0].before_entry, -count_missing(assumptions)


def _pop_best(tasks: list[_PendingBranch], worth: Callable[[_PendingBranch], Any]) -> _PendingBranch | None:
    """Take the task of the highest worth out of ``tasks``, of equal ones the last; None if there is none."""
    return tasks.pop(max(range(len(tasks)), key=lambda at: (worth(tasks[at]), at))) if tasks else None


class _BranchSearch:
    """Tries the ways: hidden ones until one fits, public ones all."""

    def __init__(self, reported_game: ReportedGame) -> None:
        self.case = reported_game
        self.entries = [entry for turn in reported_game.turns for entry in turn]
        self.hidden_branches = [_PendingBranch(Hypothesis(0, reported_game.table, reported_game.faces), ())]
        self.public_branches: list[_PendingBranch] = []
        self.consistent: dict[Assumptions, Outcome | None] = {}
        self.dead_ends: dict[Assumptions, _DeadEnd] = {}
        self.furthest_entries: dict[int, int] = {}
        self.farthest_entry, self.omitted_facts = -1, tuple[MissingFact, ...]()
        self.most, self.remaining_asks = reported_game.notation.max_runs, reported_game.notation.max_asks
        self.remaining_simpler_runs = self.most // 3  # runs that look for a way in which less is missing
        self.orders = cycle(
            (
                self._latest_hidden,
                self._latest_public,
                self._hidden_with_named_cards,
                self._least_deviating_hidden,
                self._farthest_hidden,
            )
        )

    def search(self, max_runs: int | None = None) -> Verdict:
        """What is found in ``most`` runs more, by default in as many as the game wants."""
        runs = 0
        while (
            runs < (max_runs or self.most)
            and self.remaining_asks > 0
            and (task := self._simpler_branch() if self.consistent and self._doubts() else self._next_branch())
        ):
            self._explore(task)
            runs += 1
        if not self.consistent and not max_runs:
            self._search_further()
        return self._verdict_if_consistent() if self.consistent else self._verdict_if_inconsistent()

    def entry_number(self, verdict: Verdict) -> int:
        """The number of the entry that a verdict names, or how many there are."""
        return next((at for at, entry in enumerate(self.entries) if entry is verdict.entry), len(self.entries))

    def _search_further(self) -> None:
        """Try half as many more, on which nothing is missing: before a log is called illegal, guesses may be wrong."""
        for order in islice(
            cycle((self._latest_hidden, self._hidden_with_named_cards, self._least_deviating_hidden)), self.most // 2
        ):
            task = order()
            if task is None:
                continue
            if self.remaining_asks < 0:
                return
            if count_missing(task.assumptions):
                return
            self._explore(task)
            if self.consistent:
                return

    def _next_branch(self) -> _PendingBranch | None:
        """The way to be tried next, by turns: what went wrong may be a guess or something that is missing."""
        while self.pending_branches:
            if self.consistent and (task := self._doubtful_branch()):
                return task
            task = next(filter(None, (order() for order in self.orders)))
            if self._is_relevant(task.assumptions):
                return task
        return None

    def _doubtful_branch(self) -> _PendingBranch | None:
        """What is left to be tried of something supposed that a result speaks against: then it is in doubt."""
        for key, death in self.dead_ends.items():
            if death.is_at_result and self._is_relevant(key):
                for tasks in (self.hidden_branches, self.public_branches):
                    for at, task in enumerate(tasks):
                        if task.assumptions[: len(key)] == key:
                            return tasks.pop(at)
        return None

    def _simpler_branch(self) -> _PendingBranch | None:
        """Another way, on which less is missing than on the one that fits: nothing may be missing at all."""
        self.remaining_simpler_runs -= 1
        supposed = min(map(count_missing, self.consistent))
        for tasks in (self.hidden_branches, self.public_branches):
            fewer = [at for at, task in enumerate(tasks) if count_missing(task.assumptions) < supposed]
            if fewer and self.remaining_simpler_runs >= 0:
                return tasks.pop(fewer[-1])
        return None

    @property
    def pending_branches(self) -> list[_PendingBranch]:
        return self.hidden_branches + self.public_branches

    def _latest_public(self) -> _PendingBranch | None:
        """Of the public ways, first of those not supposed before, the latest in the log and then the one with the fewest
        facts missing.
        """
        return _pop_best(
            self.public_branches, lambda task: (task.assumptions not in self.dead_ends, *_lateness(task.assumptions))
        )

    def _latest_hidden(self) -> _PendingBranch | None:
        """Of the hidden ways the latest of those with the fewest facts missing: a wrong guess is often seen at once."""
        return _pop_best(self.hidden_branches, lambda task: -count_missing(task.assumptions))

    def _hidden_with_named_cards(self) -> _PendingBranch | None:
        """Of the same one where it was chosen among cards that the entry names which cannot be: it may mean the other copy."""
        at = max((death.entry_number for death in self.dead_ends.values()), default=len(self.entries))
        named = self.entries[at].cards if at < len(self.entries) else frozenset()
        if any(task.candidate_cards & named for task in self.hidden_branches):
            return _pop_best(
                self.hidden_branches,
                lambda task: (-count_missing(task.assumptions), bool(task.candidate_cards & named), -task.deviations),
            )
        return None

    def _farthest_hidden(self) -> _PendingBranch | None:
        """Of the hidden ways on which something is missing one of the latest turn, with the fewest guesses changed."""
        if any(task.assumptions for task in self.hidden_branches):
            return _pop_best(
                self.hidden_branches, lambda task: (bool(task.assumptions), task.hypothesis.turn, -task.deviations)
            )
        return None

    def _least_deviating_hidden(self) -> _PendingBranch | None:
        """Of the same the one with the fewest guesses changed: one wrong guess may be seen only much later."""
        return _pop_best(self.hidden_branches, lambda task: (-count_missing(task.assumptions), -task.deviations))

    def _is_decided(self, assumptions: Assumptions) -> bool:
        """Whether a way fits that supposes so, or one that supposes no more than a part of it."""
        return any(
            fitting[: len(assumptions)] == assumptions or assumptions[: len(fitting)] == fitting
            for fitting in self.consistent
        )

    def _is_relevant(self, assumptions: Assumptions) -> bool:
        """Whether a way that supposes so can still say anything: one that fits settles all that does not part from it."""
        if self.consistent:
            return not self._is_decided(assumptions) and self._first_difference(assumptions) is not None
        if not assumptions:
            return True
        fewer = count_missing(assumptions[:-1])
        return (
            self._is_relevant(assumptions[:-1])
            if fewer == count_missing(assumptions)
            else assumptions[-1][0].before_entry >= self.furthest_entries.get(fewer, 0)
        )

    def _first_difference(self, assumptions: Assumptions) -> tuple[int, MissingFact] | None:
        """Where and by which fact ``key`` parts first from one that fits; None if they do not compare."""
        partings = [parting for fitting in self.consistent if (parting := _first_difference(assumptions, fitting))]
        return min(partings, key=itemgetter(0), default=None)

    def _explore(self, task: _PendingBranch) -> None:
        """Follow one way to the end of the log, and note what else could be tried."""
        world, ways, outcome = task.hypothesis, task.decisions, None
        path = Branch(world, ways, self.furthest_entries)
        try:
            while world.turn < len(self.case.turns):
                if outcome is not None:
                    raise Contradiction(self.case.entries_before(world.turn), self._clause(world, "over"))
                path = Branch(world, ways, self.furthest_entries)
                world, outcome = self._run_turn(path)
                self._queue_alternatives(path, task.deviations + 1)
                ways = {}
            self.consistent[world.assumptions] = self.check_outcome(world, outcome)
        except Contradiction as impossible:
            if path.world is not world or not path.alternatives_queued:
                self._queue_alternatives(path, task.deviations + 1)
            if impossible.at > self.farthest_entry:
                self.farthest_entry, self.omitted_facts = (
                    impossible.at,
                    (*path.world.omitted_facts, *path.omitted_facts),
                )
            self._note_contradiction(path.assumptions, impossible)

    def _run_turn(self, branch: Branch) -> tuple[Hypothesis, Outcome | None]:
        """Run one turn, again each time a face turns out to be another than was guessed."""
        while True:
            run = TurnRun(self.case, branch)
            try:
                outcome = run.play()
            except Backtrack:
                continue
            except FaceNeeded as needed:
                run.assume_face(needed.card)
                continue
            finally:
                self.remaining_asks -= run.ask_count
            untold = (*branch.world.omitted_facts, *branch.omitted_facts)
            return Hypothesis(branch.world.turn + 1, run.table, run.faces, branch.assumptions, untold), outcome

    def _queue_alternatives(self, branch: Branch, strays: int) -> None:
        """Keep what else could be tried."""
        branch.alternatives_queued = True
        for key, at, clause in branch.contradictions:
            self._note_contradiction(key, Contradiction(at, clause))
        for ways, key, public, naming in branch.alternatives:
            (self.public_branches if public else self.hidden_branches).append(
                _PendingBranch(branch.world, key, ways, strays, naming)
            )

    def check_outcome(self, hypothesis: Hypothesis, outcome: Outcome | None) -> Outcome | None:
        """How the game ended, held against the report; one not played to its end may have been conceded."""
        reported = self.case.reported_outcome
        if reported is None:
            return outcome
        if outcome is None and reported.reason == CONCEDE:
            outcome = Outcome(reported.winners, CONCEDE, hypothesis.table.scores())
        if outcome != reported:
            reason = outcome.reason if outcome else reported.reason
            raise Contradiction(len(self.entries), self._clause(hypothesis, reason))
        return outcome

    def _clause(self, hypothesis: Hypothesis, moment: str) -> str:
        return self.case.notation.violated_clause(hypothesis.table, None, None, moment)

    def _note_contradiction(self, assumptions: Assumptions, contradiction: Contradiction) -> None:
        at = contradiction.at
        self.furthest_entries[count_missing(assumptions)] = max(
            at, self.furthest_entries.get(count_missing(assumptions), 0)
        )
        result = at >= len(self.entries) or bool(self.entries[at].codes & self.case.notation.result_events)
        if assumptions not in self.dead_ends or at > self.dead_ends[assumptions].entry_number:
            self.dead_ends[assumptions] = _DeadEnd(at, result, contradiction.clause, contradiction.missing)

    # --- what it comes to ---------------------------------------------------------------------

    def _doubts(self) -> dict[Assumptions, _DeadEnd]:
        """What was supposed in vain, where only the result of something speaks against it."""
        return {
            key: death
            for key, death in self.dead_ends.items()
            if death.is_at_result
            and self._is_relevant(key)
            and not any(task.assumptions[: len(key)] == key for task in self.pending_branches)
        }

    def _verdict_if_consistent(self) -> Verdict:
        doubts = self._doubts()
        left = any(self._is_relevant(task.assumptions) for task in self.pending_branches)
        if not doubts and not left:
            return Verdict(LEGAL, outcome=next(iter(self.consistent.values())))
        needs = (
            self._first_differences([*doubts, *(task.assumptions for task in self.pending_branches)])
            or self._first_assumptions()
        )
        return self._undecidable_verdict(
            min((death.entry_number for death in doubts.values()), default=len(self.entries)), needs
        )

    def _first_differences(self, keys: Iterable[Assumptions]) -> tuple[MissingFact, ...]:
        """The facts by which ``keys`` part first from what fits: a later one may be asked for in vain, it is only supposed."""
        partings = [parting for key in keys if (parting := self._first_difference(key))]
        first = min((depth for depth, _ in partings), default=0)
        return tuple(dict.fromkeys(fact for depth, fact in partings if depth == first))

    def _first_assumptions(self) -> tuple[MissingFact, ...]:
        """What had to be supposed first."""
        return tuple(dict.fromkeys(key[0][0] for key in (*self.consistent, *self.dead_ends) if key))

    def _verdict_if_inconsistent(self) -> Verdict:
        key, death = max(self.dead_ends.items(), key=lambda item: (item[1].entry_number, -len(item[0])))
        if (
            key and key[0][0].before_entry < death.entry_number
        ):  # it came further by what was supposed, which may go with other guesses
            untried = any(self._is_relevant(task.assumptions) for task in self.pending_branches)
        else:
            untried = any(
                task.assumptions not in self.dead_ends and self._is_relevant(task.assumptions)
                for task in self.public_branches
            )
        if death.missing_fact or (key and untried):
            return self._undecidable_verdict(
                death.entry_number, (death.missing_fact,) if death.missing_fact else self._first_assumptions()
            )
        return self.illegal_verdict(death.entry_number, death.clause)

    def illegal_verdict(self, at: int, clause: str) -> Verdict:
        """The verdict that entry ``at``, or after the last one the result, cannot be by ``clause``."""
        entry = self._entry(at)
        return Verdict(ILLEGAL, entry, entry.turn if entry else len(self.case.turns), clause)

    def _undecidable_verdict(self, at: int, needs: tuple[MissingFact, ...]) -> Verdict:
        entry = self._entry(at)
        return Verdict(UNDECIDABLE, entry, entry.turn if entry else needs[0].turn, missing_facts=needs)

    def _entry(self, at: int) -> ReportEntry | None:
        return self.entries[at] if at < len(self.entries) else None
