"""Every way in which a log may have gone where nobody keeps count of unseen cards, turn by turn.

A single guess that is wrong may be seen only many turns later, so no search that guesses on can tell that a log cannot
be. Here what was seen of a card is forgotten where nobody watches it (`LooseFaces`), so that one unseen card is as good
as another. Then hardly anything is left that differs before a turn, and all of it is gone through: what cannot be from
any of these worlds cannot be.

Nothing is proven, `TooManyError`, where there are too many ways, where a pile may have run out that was drawn from
instead of another, and where an entry cannot be that hangs upon whose a card is.

Public facts that are not written are supposed in all the ways they may be only where nothing leads further without, and
where these are few (`MANY`); else in the first of them. A log that leaves out more of what everybody saw would be found impossible
for it: so it is asked afterwards whether it comes further with anything at all missing (`supposing`), in games where that
can be gone through.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from gameplay.engine.adjudication import equivalence
from gameplay.engine.adjudication.hidden_faces import FaceNeeded
from gameplay.engine.adjudication.hypotheses import (
    Assumptions,
    Backtrack,
    Branch,
    Contradiction,
    Hypothesis,
    ReportedGame,
)
from gameplay.engine.adjudication.turn_run import TurnRun
from gameplay.engine.core.asks import Outcome

OutcomeCheck = Callable[[Hypothesis, Outcome | None], Outcome | None]
"""Holds how a game ended against the report. Raises Impossible."""

MAX_FACT_ALTERNATIVES = 7  # ways in which a public fact may be beside the first: more are not followed


class SearchLimitError(Exception):
    """There are more ways than may be tried, or something was not followed that may matter."""


class PileExhaustedError(Exception):
    """A pile of ``seat`` (None: everybody's) in one of ``zones`` may have run out."""

    def __init__(self, seat: int | None, zones: tuple[str, ...]) -> None:
        self.seat, self.zones = seat, zones
        super().__init__(zones)


class ExhaustiveSearch:
    """Goes through the ways of ``case``, at most ``most`` of them; ``latest`` is what cannot be on the way that comes furthest."""

    def __init__(self, reported_game: ReportedGame, max_branches: int, check_outcome: OutcomeCheck) -> None:
        self.case, self.remaining_branches, self.compared = (
            reported_game.with_untracked_faces(),
            max_branches,
            check_outcome,
        )
        self.notation, self.remaining_asks = reported_game.notation, 2 * reported_game.notation.max_asks
        self.entries = [entry for turn in reported_game.turns for entry in turn]
        self.latest_contradiction: Contradiction | None = None
        self.assume_anything = False

    def find_contradiction(self) -> Contradiction | None:
        """What cannot be, however the unseen cards were; None if all can. Raises TooManyError."""
        worlds = [Hypothesis(0, self.case.table, self.case.faces)]
        for _ in self.case.turns:
            following: dict[Any, Hypothesis] = {}
            for world in worlds:
                for after in self._successors_of_each_pile(world):
                    form = equivalence.state_key(after.table, after.faces, self.notation)
                    if form not in following or not after.assumptions:
                        following[form] = after
            if not following:
                return self.latest_contradiction
            worlds = list(following.values())
        return None

    def find_assumptions(self, entry_number: int) -> Assumptions:
        """What public facts may be missing so that the log comes past entry ``place``; none if it never does.

        All is gone through that may be missing, wherever that is. Raises TooManyError.
        """
        self.assume_anything = True
        worlds = [Hypothesis(0, self.case.table, self.case.faces)]
        met = set[Any]()
        while worlds:
            world = worlds.pop()
            if world.turn == len(self.case.turns) or self.case.entries_before(world.turn) > entry_number:
                return world.assumptions
            for after in reversed(self._successors_of_each_pile(world)):
                form = (after.turn, equivalence.state_key(after.table, after.faces, self.notation))
                if form not in met:
                    met.add(form)
                    worlds.append(after)
        return ()

    def _successors_of_each_pile(self, hypothesis: Hypothesis) -> list[Hypothesis]:
        """The same, where need be after each way in which the cards of a pile may lie that runs out."""
        try:
            return list(self._successors(hypothesis))
        except PileExhaustedError as short:
            if not hypothesis.faces.displaced.get(short.seat):
                raise SearchLimitError from short
            ways = range(hypothesis.faces.displaced[short.seat] + 1)
            return [
                after
                for count in ways
                for after in self._successors_of_each_pile(self._with_moved_cards(hypothesis, short, count))
            ]

    def _successors(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """The worlds to which one turn leads: where something public is supposed only if nothing else leads as far."""
        tasks: list[dict[Any, Any]] = [{}]
        supposed: list[tuple[int, dict[Any, Any]]] = []
        reach = 0
        while tasks:
            self.remaining_branches -= 1
            if min(self.remaining_branches, self.remaining_asks) < 0:
                raise SearchLimitError
            path = Branch(hypothesis, tasks.pop(), {})
            at = len(self.entries)
            try:
                yield self._checked(*self._run_turn(path))
            except Contradiction as impossible:
                self._note_contradiction(impossible)
                at = impossible.at
            reach = reach if path.assumptions else max(reach, at)
            tasks += [ways for ways, key, _, _ in path.alternatives if not key]
            supposed += self._assuming_alternatives(path)
            if not tasks:
                tasks = [ways for before, ways in supposed if self.assume_anything or before >= reach]
                supposed = []

    def _note_contradiction(self, contradiction: Contradiction) -> None:
        at = contradiction.at
        if at < len(self.entries) and self.entries[at].codes & self.notation.owner_dependent_events:
            raise SearchLimitError
        if self.latest_contradiction is None or at > self.latest_contradiction.at:
            self.latest_contradiction = contradiction

    def _checked(self, hypothesis: Hypothesis, outcome: Outcome | None) -> Hypothesis:
        if hypothesis.turn == len(self.case.turns):
            self.compared(hypothesis, outcome)
        elif outcome is not None:
            raise Contradiction(
                self.case.entries_before(hypothesis.turn),
                self.notation.violated_clause(hypothesis.table, None, None, "over"),
            )
        return hypothesis

    def _run_turn(self, branch: Branch) -> tuple[Hypothesis, Outcome | None]:
        while True:
            branch.assumed_facts.clear()
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
                self._check_piles(run)
            return Hypothesis(branch.world.turn + 1, run.table, run.faces, branch.assumptions), outcome

    def _check_piles(self, run: TurnRun) -> None:
        """A pile may have run out that was not drawn from for another. Raises ShortError."""
        astray = run.faces.displaced
        for zones in self.notation.interchangeable_piles.values():
            for seat, piles in equivalence.piles_by_seat(run.table, zones).items():
                if astray.get(seat) and min(map(len, piles)) <= astray[seat]:
                    raise PileExhaustedError(seat, zones)

    @staticmethod
    def _with_moved_cards(hypothesis: Hypothesis, short: PileExhaustedError, count: int) -> Hypothesis:
        """The same where so many cards of the second pile lie in the first."""
        table, faces = hypothesis.table.copy(), hypothesis.faces.copy()
        first, second = equivalence.piles_by_seat(table, short.zones)[short.seat]
        first += second[len(second) - count :]
        del second[len(second) - count :]
        del faces.displaced[short.seat]
        return Hypothesis(hypothesis.turn, table, faces, hypothesis.assumptions)

    def _assuming_alternatives(self, branch: Branch) -> Iterator[tuple[int, dict[Any, Any]]]:
        """The ways not taken on which something public is supposed, each with the entry before which it is."""
        several = Counter(key[-1][0] for _, key, public, _ in branch.alternatives if public)
        for ways, key, public, _ in branch.alternatives:
            if key and (self.assume_anything or not (public and several[key[-1][0]] > MAX_FACT_ALTERNATIVES)):
                yield key[-1][0].before_entry, ways
