"""The backtracking search for a branch of a reported game that agrees with the log."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from operator import itemgetter
from typing import Any

from gameplay.engine.adjudication.branch_queue import BranchQueue, PendingBranch
from gameplay.engine.adjudication.hidden_faces import FaceNeeded
from gameplay.engine.adjudication.hypotheses import (
    UNDECIDED,
    Alternative,
    Assumptions,
    Backtrack,
    Branch,
    Contradiction,
    DeadEnd,
    Hypothesis,
    MissingFact,
    ReportedGame,
    StepBudget,
    count_missing,
    doubted_entry,
    first_difference,
)
from gameplay.engine.adjudication.notation import ReportEntry
from gameplay.engine.adjudication.reassignment import PlayedTurn, with_fewer_misplaced
from gameplay.engine.adjudication.turn_run import TurnRun
from gameplay.engine.adjudication.verdict import ILLEGAL, LEGAL, UNDECIDABLE, Verdict
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.entries import CONCEDE


class BranchSearch:
    """A heuristic backtracking search: one consistent hidden branch is enough, public branches are all tried."""

    def __init__(self, reported_game: ReportedGame, budget: StepBudget) -> None:
        self.reported_game, self.budget = reported_game, budget
        self.entries = reported_game.all_entries
        self.hidden_branches = BranchQueue([PendingBranch(Hypothesis(0, reported_game.table, reported_game.faces))])
        self.public_branches, self.last_resorts = BranchQueue(), BranchQueue()
        self.irrelevant_branches = list[PendingBranch]()  # they may become relevant, see _is_relevant
        self.consistent: dict[Assumptions, Outcome | None] = {}
        self.relevant: dict[Assumptions, bool] = {}  # compared with the consistent ones
        self.dead_ends: dict[Assumptions, DeadEnd] = {}
        self.furthest_entries: dict[int, int] = {}
        self.entries_reached: dict[MissingFact, int] = {}  # with some value of the fact
        self.farthest_entry, self.omitted_facts = -1, tuple[MissingFact, ...]()
        self.consistent_branch: Branch | None = None  # the last turn of the first consistent branch
        self.farthest_branch: Branch | None = None  # the turn with the farthest contradiction
        self.skips_facts = False  # whether a branch did not try to assume a missing fact
        self.max_runs = reported_game.notation.limits.runs
        self.remaining_simpler_runs = self.max_runs // 3  # runs that look for a branch with fewer missing facts
        self.preferred: Mapping[int, Mapping[Any, Any]] = {}  # the decisions that are tried first, by turn
        self.orders = cycle(
            (
                self.hidden_branches.pop_newest,
                self._latest_public,
                self._hidden_with_named_cards,
                self.hidden_branches.pop_least_deviating,
                self.hidden_branches.pop_farthest,
            )
        )

    def search(self, max_runs: int | None = None) -> Verdict:
        """Return the verdict after ``max_runs`` more runs, by default as many as the notation allows."""
        runs = 0
        while (
            runs < (max_runs or self.max_runs)
            and not (runs and self.budget.is_spent)  # a verdict needs at least one branch
            and (pending := self._simpler_branch() if self.consistent and self._doubts() else self._next_branch())
        ):
            self._explore(pending)
            runs += 1
        if not self.consistent and not max_runs:
            self._search_further()
        verdict = self._verdict_if_consistent() if self.consistent else self._verdict_if_inconsistent()
        return replace(verdict, last_branch=self.consistent_branch or self.farthest_branch)

    def follow(self, preferred: Mapping[int, Mapping[Any, Any]]) -> None:
        """Try the ``preferred`` decisions of each turn before the others from now on, from the first turn."""
        self.preferred = preferred
        self._explore(PendingBranch(Hypothesis(0, self.reported_game.table, self.reported_game.faces)))

    def entry_number(self, verdict: Verdict) -> int:
        """Return the number of the entry of a verdict, or the number of entries if it has none."""
        numbers = (number for number, entry in enumerate(self.entries) if entry is verdict.entry)
        return next(numbers, len(self.entries))

    def _search_further(self) -> None:
        """Try half as many more branches without missing facts: wrong guesses must not make a legal log illegal."""
        for order in islice(
            cycle(
                (
                    self.hidden_branches.pop_newest,
                    self._hidden_with_named_cards,
                    self.hidden_branches.pop_least_deviating,
                )
            ),
            self.max_runs // 2,
        ):
            pending = order()
            if pending is None:
                continue
            if self.budget.is_spent:
                return
            if pending.missing_count:
                return
            self._explore(pending)
            if self.consistent:
                return

    def _next_branch(self) -> PendingBranch | None:
        """Return the next branch to try; alternate between the orders, because any assumption may be wrong."""
        while self.pending_branches or self._recall_branches():
            if not self.hidden_branches and not self.public_branches:
                self.hidden_branches += self.last_resorts
                self.last_resorts.clear()
            if self.consistent and (pending := self._doubtful_branch()):
                return pending
            pending = next(filter(None, (order() for order in self.orders)))
            if self._is_relevant(pending.assumptions):
                return pending
            self.irrelevant_branches.append(pending)
        return None

    def _recall_branches(self) -> bool:
        """Queue the branches that have become relevant, and return whether there are any."""
        recalled = [each for each in self.irrelevant_branches if self._is_relevant(each.assumptions)]
        self.irrelevant_branches = [each for each in self.irrelevant_branches if each not in recalled]
        self.public_branches += recalled
        return bool(recalled)

    def _doubtful_branch(self) -> PendingBranch | None:
        """Return a branch with assumptions that a reported result contradicts, because these are in doubt."""
        for key, dead_end in self.dead_ends.items():
            if dead_end.is_at_result and self._is_relevant(key):
                for queue in (self.hidden_branches, self.public_branches):
                    for index, pending in enumerate(queue):
                        if pending.assumptions[: len(key)] == key:
                            return queue.pop(index)
        return None

    def _simpler_branch(self) -> PendingBranch | None:
        """Return a branch with fewer missing facts than the consistent ones: perhaps nothing is missing at all."""
        self.remaining_simpler_runs -= 1
        missing_count = min(map(count_missing, self.consistent))
        for queue in (self.hidden_branches, self.public_branches):
            fewer = [index for index, pending in enumerate(queue) if pending.missing_count < missing_count]
            if fewer and self.remaining_simpler_runs >= 0:
                return queue.pop(fewer[-1])
        return None

    @property
    def pending_branches(self) -> list[PendingBranch]:
        return [*self.hidden_branches, *self.public_branches, *(self.last_resorts if self.needs_last_resorts else ())]

    @property
    def needs_last_resorts(self) -> bool:
        """Return whether a result stays unexplained, which may show that an earlier entry means something unlikely."""
        farthest = max(((each.entry_number, each.is_at_result) for each in self.dead_ends.values()), default=(0, False))
        return not self.consistent and farthest[1]

    @property
    def tried_everything(self) -> bool:
        """Return whether no branch is left, and none needed a missing fact, whose values are not all tried."""
        return not self.pending_branches and not any(self.dead_ends) and not self.skips_facts

    def _latest_public(self) -> PendingBranch | None:
        return self.public_branches.pop_latest_assumption(self.dead_ends.keys())

    def _hidden_with_named_cards(self) -> PendingBranch | None:
        """Return a hidden branch that decided about a card of the rejected entry, which may mean the other copy."""
        index = max((dead_end.entry_number for dead_end in self.dead_ends.values()), default=len(self.entries))
        return self.hidden_branches.pop_choosing(self.entries[index].cards if index < len(self.entries) else ())

    def _is_decided(self, assumptions: Assumptions) -> bool:
        """Return whether a branch is consistent with these assumptions, or with a part of them."""
        return any(
            consistent[: len(assumptions)] == assumptions or assumptions[: len(consistent)] == consistent
            for consistent in self.consistent
        )

    def _is_relevant(self, assumptions: Assumptions) -> bool:
        """Return whether a branch with these assumptions can still affect the verdict.

        A consistent branch decides all branches whose assumptions do not differ from its own. If there is none, a fact
        may only be missing if it is needed where fewer assumptions lead, or if one of its values led further.
        """
        if self.consistent:
            if assumptions not in self.relevant:
                is_new = not self._is_decided(assumptions) and self._first_difference(assumptions) is not None
                self.relevant[assumptions] = is_new
            return self.relevant[assumptions]
        if not assumptions:
            return True
        fact, fewer = assumptions[-1][0], count_missing(assumptions[:-1])
        return (
            self._is_relevant(assumptions[:-1])
            if fewer == count_missing(assumptions)
            else max(fact.needed_at, self.entries_reached.get(fact, 0)) >= self.furthest_entries.get(fewer, 0)
        )

    def _first_difference(self, assumptions: Assumptions) -> tuple[int, MissingFact] | None:
        """Return the index and the fact of the first assumption that differs from a consistent branch, or None."""
        differences = (first_difference(assumptions, consistent) for consistent in self.consistent)
        return min(filter(None, differences), key=itemgetter(0), default=None)

    def _explore(self, pending: PendingBranch) -> None:
        """Follow one branch to the end of the log, and queue its alternatives."""
        hypothesis, start, outcome = pending.hypothesis, pending.start, None
        branch = self._branch(hypothesis, start)
        try:
            while hypothesis.turn < len(self.reported_game.turns):
                if outcome is not None:
                    number = self.reported_game.entries_before(hypothesis.turn)
                    raise Contradiction(number, self._clause(hypothesis, "over"))
                branch = self._branch(hypothesis, start)
                hypothesis, outcome = self._play_turn(branch, pending.deviations + 1)
                branch = hypothesis.branch or branch
                start = UNDECIDED
            self.consistent[hypothesis.assumptions] = self.check_outcome(hypothesis, outcome)
            self.relevant.clear()
            self.consistent_branch = self.consistent_branch or hypothesis.branch
        except Contradiction as contradiction:
            if not branch.alternatives_queued:
                self._queue_alternatives(branch, pending.deviations + 1)
            if contradiction.entry_number > self.farthest_entry:
                self.farthest_entry, self.farthest_branch = contradiction.entry_number, branch
                self.omitted_facts = (*branch.hypothesis.omitted_facts, *branch.omitted_facts)
            self._note_contradiction(branch.assumptions, contradiction)

    def _play_turn(self, branch: Branch, deviations: int) -> PlayedTurn:
        """Play a turn, with as few misplaced results as possible, and queue its alternatives. Raises Contradiction."""
        after, outcome = self._run_turn(branch)
        self._queue_alternatives(branch, deviations)
        better = None
        if after.turn < len(self.reported_game.turns):
            try_turn = partial(self._try_turn, branch.hypothesis)
            better = with_fewer_misplaced(branch, after.misplaced, self.entries, try_turn)
        if better and better[0].branch:
            self.hidden_branches.append(PendingBranch(after, Alternative(assumptions=after.assumptions), deviations))
            self._queue_alternatives(better[0].branch, deviations)
        return better or (after, outcome)

    def _try_turn(self, hypothesis: Hypothesis, start: Alternative) -> tuple[Branch, PlayedTurn | None]:
        branch = self._branch(hypothesis, start)
        with suppress(Contradiction):
            return branch, self._run_turn(branch)
        return branch, None

    def _branch(self, hypothesis: Hypothesis, start: Alternative) -> Branch:
        return Branch(hypothesis, start, self.furthest_entries, self.preferred.get(hypothesis.turn))

    def _run_turn(self, branch: Branch) -> PlayedTurn:
        """Run one turn, repeatedly if it backtracks because the face of a card was assumed wrongly."""
        while True:
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
            branch.doubted_entries = run.pending.counts.doubted()
            omitted = (*branch.hypothesis.omitted_facts, *branch.omitted_facts)
            turn = branch.hypothesis.turn + 1
            misplaced = run.pending.counts.misplaced()
            return Hypothesis(turn, run.table, run.faces, branch.assumptions, omitted, branch, misplaced), outcome

    def _queue_alternatives(self, branch: Branch, deviations: int) -> None:
        """Queue the alternatives of a branch, without a deviation for a doubted result, and note its contradictions."""
        branch.alternatives_queued = True
        self.skips_facts = self.skips_facts or branch.skips_facts
        for assumptions, number, clause in branch.contradictions:
            self._note_contradiction(assumptions, Contradiction(number, clause))
        for alternative in branch.alternatives:
            queue = self.public_branches if alternative.is_public else self.hidden_branches
            is_doubted = doubted_entry(alternative) in branch.doubted_entries
            queue.append(PendingBranch(branch.hypothesis, alternative, deviations - is_doubted))
        self.last_resorts += (PendingBranch(branch.hypothesis, each, deviations) for each in branch.last_resorts)

    def check_outcome(self, hypothesis: Hypothesis, outcome: Outcome | None) -> Outcome | None:
        """Return the outcome of the game if it matches the report; an unfinished game may have been conceded.

        Raises Contradiction.
        """
        reported = self.reported_game.reported_outcome
        if reported is None:
            return outcome
        if outcome is None and reported.reason == CONCEDE:
            outcome = Outcome(reported.winners, CONCEDE, hypothesis.table.scores())
        if outcome != reported:
            reason = outcome.reason if outcome else reported.reason
            raise Contradiction(len(self.entries), self._clause(hypothesis, reason))
        return outcome

    def _clause(self, hypothesis: Hypothesis, moment: str) -> str:
        return self.reported_game.notation.clauses.violated(hypothesis.table, None, None, moment)

    def _note_contradiction(self, assumptions: Assumptions, contradiction: Contradiction) -> None:
        number, missing_count = contradiction.entry_number, count_missing(assumptions)
        self.furthest_entries[missing_count] = max(number, self.furthest_entries.get(missing_count, 0))
        for fact, _ in assumptions:
            self.entries_reached[fact] = max(number, self.entries_reached.get(fact, 0))
        result_events = self.reported_game.notation.events.results
        is_at_result = number >= len(self.entries) or bool(self.entries[number].codes & result_events)
        if assumptions not in self.dead_ends or number > self.dead_ends[assumptions].entry_number:
            self.dead_ends[assumptions] = DeadEnd(
                number, is_at_result, contradiction.clause, contradiction.missing_fact
            )

    # --- verdicts -----------------------------------------------------------------------------

    def _doubts(self) -> dict[Assumptions, DeadEnd]:
        """Return the dead ends of assumptions that are contradicted only by a reported result."""
        return {
            key: dead_end
            for key, dead_end in self.dead_ends.items()
            if dead_end.is_at_result
            and self._is_relevant(key)
            and not any(pending.assumptions[: len(key)] == key for pending in self.pending_branches)
        }

    def _verdict_if_consistent(self) -> Verdict:
        doubts = self._doubts()
        has_untried = any(self._is_relevant(pending.assumptions) for pending in self.pending_branches)
        if not doubts and not has_untried:
            return Verdict(LEGAL, outcome=next(iter(self.consistent.values())))
        keys = dict.fromkeys([*doubts, *(pending.assumptions for pending in self.pending_branches)])
        missing_facts = self._first_differences(keys) or self._first_assumptions()
        if all(map(self._is_about_shown, missing_facts)):
            turns = {fact.turn for fact in missing_facts}  # a line is completed as a whole
            shown = (fact for fact, _ in next(iter(self.consistent)) if self._is_about_shown(fact))
            missing_facts = (*missing_facts, *dict.fromkeys(fact for fact in shown if fact.turn not in turns))
        return self._undecidable_verdict(
            min((dead_end.entry_number for dead_end in doubts.values()), default=len(self.entries)), missing_facts
        )

    def _first_differences(self, keys: Iterable[Assumptions]) -> tuple[MissingFact, ...]:
        """Return the facts of the first assumptions that differ from the consistent branches.

        A later assumption depends on the earlier ones, so asking for its fact may be pointless.
        """
        differences = [difference for key in keys if (difference := self._first_difference(key))]
        first = min((depth for depth, _ in differences), default=0)
        return tuple(dict.fromkeys(fact for depth, fact in differences if depth == first))

    def _first_assumptions(self) -> tuple[MissingFact, ...]:
        """Return the facts that had to be assumed first."""
        return tuple(dict.fromkeys(key[0][0] for key in (*self.consistent, *self.dead_ends) if key))

    def _assumptions_to_ask_for(self, assumptions: Assumptions) -> tuple[MissingFact, ...]:
        """Return the facts that had to be assumed first, and the other cards that were shown on the way.

        Answers to later asks depend on earlier ones. But all players saw these cards, whatever the others were.
        """
        shown = (fact for fact, _ in assumptions if self._is_about_shown(fact))
        return tuple(dict.fromkeys((*self._first_assumptions(), *shown)))

    def _is_about_shown(self, fact: MissingFact) -> bool:
        """Return whether ``fact`` is about a card that was shown, not about an answer to an ask."""
        return fact.code not in self.reported_game.notation.asks.events_by_ask

    def _verdict_if_inconsistent(self) -> Verdict:
        key, dead_end = max(self.dead_ends.items(), key=lambda item: (item[1].entry_number, -len(item[0])))
        if key and key[0][0].before_entry < dead_end.entry_number:
            # The assumptions led further, and may be consistent together with other guesses.
            untried = any(self._is_relevant(pending.assumptions) for pending in self.pending_branches)
        else:
            untried = any(
                pending.assumptions not in self.dead_ends and self._is_relevant(pending.assumptions)
                for pending in self.public_branches
            )
        if dead_end.missing_fact or (key and untried):
            return self._undecidable_verdict(
                dead_end.entry_number,
                (dead_end.missing_fact,) if dead_end.missing_fact else self._assumptions_to_ask_for(key),
            )
        return self.illegal_verdict(dead_end.entry_number, dead_end.clause)

    def illegal_verdict(self, number: int, clause: str) -> Verdict:
        """Return the verdict that entry ``number`` (after the last one: the result) is impossible by ``clause``."""
        entry = self._entry(number)
        return Verdict(ILLEGAL, entry, entry.turn if entry else len(self.reported_game.turns), clause)

    def _undecidable_verdict(self, number: int, missing_facts: tuple[MissingFact, ...]) -> Verdict:
        entry = self._entry(number)
        turn = entry.turn if entry else missing_facts[0].turn
        return Verdict(UNDECIDABLE, entry, turn, missing_facts=missing_facts)

    def _entry(self, number: int) -> ReportEntry | None:
        return self.entries[number] if number < len(self.entries) else None
