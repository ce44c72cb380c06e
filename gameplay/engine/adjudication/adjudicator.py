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

from gameplay.engine.adjudication.exhaustive import Compared, Sweep, TooManyError
from gameplay.engine.adjudication.hidden_faces import FaceNeeded
from gameplay.engine.adjudication.hypotheses import (
    Again,
    Case,
    Fact,
    Impossible,
    Key,
    Path,
    World,
    missing,
)
from gameplay.engine.adjudication.notation import Entry
from gameplay.engine.adjudication.turn_search import Retraced
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.game import CONCEDE

LEGAL, ILLEGAL, UNDECIDABLE = "legal", "illegal", "undecidable"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `adjudicate` found: of an illegal log the entry that cannot be, or the turn where one of the result's.

    ``needs`` are the missing facts of an undecidable one; ``outcome`` is how a legal game ended, if it did.
    """

    verdict: str
    entry: Entry | None = None
    turn: int | None = None
    clause: str = ""
    needs: tuple[Fact, ...] = ()
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class _Task:
    """A way to be tried: from ``world`` on, with these choices where things could go several ways.

    ``strays`` is how often it leaves what is guessed first, ``naming`` what cards were chosen among there.
    """

    world: World
    key: Key
    ways: Mapping[Any, Any] = field(default_factory=dict)
    strays: int = 0
    naming: frozenset[Any] = frozenset()


@dataclass(frozen=True, slots=True)
class _Death:
    """Where the ways of one key end that come furthest: ``result`` tells that it is at the result of something."""

    at: int
    result: bool
    clause: str
    missing: Fact | None


def adjudicate(case: Case) -> Verdict:
    """Return whether the log of ``case`` can be what happened."""
    if case.fault:
        return Verdict(ILLEGAL, clause=case.fault.clause)
    if case.others:
        return _with_some_decks(case)
    if not case.turns and case.outcome:
        clause = case.notation.implausible(case.table.variant, case.outcome)
        return Verdict(ILLEGAL if clause else LEGAL, clause=clause, outcome=case.outcome)
    inquiry = _Inquiry(case)
    return _provable(case, inquiry) if case.notation.sweep else inquiry.verdict()


def _with_some_decks(case: Case) -> Verdict:
    """Return the verdict on a log that does not say which of the fixed decks were played.

    The log is legal if it is legal with one choice of decks, else undecidable if it is undecidable with one. Else it is
    illegal at the latest entry that any choice of decks reaches.
    """
    found: list[Verdict] = []
    for each in (replace(case, others=()), *case.others):
        verdict = adjudicate(each)
        if verdict.verdict == LEGAL:
            return verdict
        found.append(verdict)
    if undecidable := next((verdict for verdict in found if verdict.verdict == UNDECIDABLE), None):
        return undecidable
    # A copy that is missing from a supposed deck means that the deck is none of those that may be played.
    farthest = max(found, key=lambda verdict: len(case.told) if verdict.entry is None else verdict.entry.number)
    clause = case.notation.clause
    if farthest.entry and farthest.clause == clause(case.table, None, farthest.entry, "no_copy"):
        return replace(farthest, clause=clause(case.table, None, farthest.entry, "no_deck"))
    return farthest


FEW = 25
"""Ways that are tried before it is asked whether any can fit."""


def _provable(case: Case, inquiry: "_Inquiry") -> Verdict:
    """What was found; illegal only if it is so however the unseen cards were: the guesses that were tried may all be wrong.

    Where guesses are left, and no way leads past an entry of a later turn, that one is named: it is certain. So it is where
    nothing but a guess speaks against the earlier one.
    """
    verdict = inquiry.verdict(FEW)
    if verdict.verdict == UNDECIDABLE:
        verdict = inquiry.verdict()
    if verdict.verdict == UNDECIDABLE and not inquiry.fits:
        return replace(verdict, needs=(*verdict.needs, *_to_be_told(case, verdict, inquiry.untold)))
    if verdict.verdict != ILLEGAL:
        return verdict
    found: Impossible | None = None
    with suppress(TooManyError):
        found = Sweep(case, case.notation.sweep, inquiry.compared).impossible()
    if found is None or found.at != inquiry.place(verdict):
        verdict = inquiry.verdict()
    if verdict.verdict != ILLEGAL:
        return verdict
    place = inquiry.place(verdict)
    unseen = (Fact("unseen", None, (), verdict.turn or len(case.turns), place),)
    needs = _to_be_told(case, verdict, inquiry.untold) or unseen
    if found is not None and found.at >= place:
        with suppress(TooManyError):
            needs = _explaining(case, place, inquiry.compared)
            if not needs:
                certain = inquiry.illegal(found.at, found.clause)
                guessed = certain.turn != verdict.turn or verdict.clause in case.notation.absent
                return certain if inquiry.tasks and guessed else verdict
    return Verdict(UNDECIDABLE, verdict.entry, verdict.turn, needs=needs)


def _explaining(case: Case, place: int, compared: Compared) -> tuple[Fact, ...]:
    """What may be missing so that the log can come past entry ``place``, if that is looked for. Raises TooManyError."""
    further = case.notation.further
    key = Sweep(case, further, compared).supposing(place) if further else ()
    return tuple(dict.fromkeys(fact for fact, _ in key))


def _to_be_told(case: Case, verdict: Verdict, untold: Iterable[Fact]) -> tuple[Fact, ...]:
    """What may be left out and would tell where cards were, of whose entry cannot be first, and the latest of it first."""
    facts = reversed(dict.fromkeys(untold))
    turn = verdict.turn or len(case.turns)
    active = (case.table.active + turn - 1) % len(case.players)
    seats = {pattern.fields.get("seat", active) for pattern in verdict.entry.patterns} if verdict.entry else {active}
    return tuple(sorted(facts, key=lambda fact: fact.seat not in (*seats, None)))


def _parting(key: Key, fitting: Key) -> tuple[int, Fact] | None:
    for depth, ((fact, value), (other, supposed)) in enumerate(zip(key, fitting, strict=False)):
        if fact != other:
            return None
        if value != supposed:
            return depth, fact
    return None


def _lateness(key: Key) -> tuple[int, int]:
    return key[-1][0].before, -missing(key)


def _popped(tasks: list[_Task], worth: Callable[[_Task], Any]) -> _Task | None:
    """Take the task of the highest worth out of ``tasks``, of equal ones the last; None if there is none."""
    return tasks.pop(max(range(len(tasks)), key=lambda at: (worth(tasks[at]), at))) if tasks else None


class _Inquiry:
    """Tries the ways: hidden ones until one fits, public ones all."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.entries = [entry for turn in case.turns for entry in turn]
        self.hidden = [_Task(World(0, case.table, case.faces), ())]
        self.public: list[_Task] = []
        self.fits: dict[Key, Outcome | None] = {}
        self.deaths: dict[Key, _Death] = {}
        self.reach: dict[int, int] = {}
        self.farthest, self.untold = -1, tuple[Fact, ...]()
        self.most, self.left = case.notation.runs, case.notation.effort
        self.simpler = self.most // 3  # runs that look for a way in which less is missing
        self.orders = cycle((self._latest, self._missing_next, self._of_such_cards, self._straightest, self._farthest))

    def verdict(self, most: int | None = None) -> Verdict:
        """What is found in ``most`` runs more, by default in as many as the game wants."""
        runs = 0
        while (
            runs < (most or self.most)
            and self.left > 0
            and (task := self._simpler() if self.fits and self._doubts() else self._next())
        ):
            self._try(task)
            runs += 1
        if not self.fits and not most:
            self._guess_on()
        return self._found() if self.fits else self._no_way()

    def place(self, verdict: Verdict) -> int:
        """The number of the entry that a verdict names, or how many there are."""
        return next((at for at, entry in enumerate(self.entries) if entry is verdict.entry), len(self.entries))

    def _guess_on(self) -> None:
        """Try half as many more, on which nothing is missing: before a log is called illegal, guesses may be wrong."""
        for order in islice(cycle((self._latest, self._of_such_cards, self._straightest)), self.most // 2):
            task = order()
            if task is None:
                continue
            if self.left < 0:
                return
            if missing(task.key):
                return
            self._try(task)
            if self.fits:
                return

    def _next(self) -> _Task | None:
        """The way to be tried next, by turns: what went wrong may be a guess or something that is missing."""
        while self.tasks:
            if self.fits and (task := self._in_question()):
                return task
            task = next(filter(None, (order() for order in self.orders)))
            if self._matters(task.key):
                return task
        return None

    def _in_question(self) -> _Task | None:
        """What is left to be tried of something supposed that a result speaks against: then it is in doubt."""
        for key, death in self.deaths.items():
            if death.result and self._matters(key):
                for tasks in (self.hidden, self.public):
                    for at, task in enumerate(tasks):
                        if task.key[: len(key)] == key:
                            return tasks.pop(at)
        return None

    def _simpler(self) -> _Task | None:
        """Another way, on which less is missing than on the one that fits: nothing may be missing at all."""
        self.simpler -= 1
        supposed = min(map(missing, self.fits))
        for tasks in (self.hidden, self.public):
            fewer = [at for at, task in enumerate(tasks) if missing(task.key) < supposed]
            if fewer and self.simpler >= 0:
                return tasks.pop(fewer[-1])
        return None

    @property
    def tasks(self) -> list[_Task]:
        return self.hidden + self.public

    def _missing_next(self) -> _Task | None:
        """Of the public ways, first of those not supposed before, the latest in the log and then the one with the fewest
        facts missing.
        """
        return _popped(self.public, lambda task: (task.key not in self.deaths, *_lateness(task.key)))

    def _latest(self) -> _Task | None:
        """Of the hidden ways the latest of those with the fewest facts missing: a wrong guess is often seen at once."""
        return _popped(self.hidden, lambda task: -missing(task.key))

    def _of_such_cards(self) -> _Task | None:
        """Of the same one where it was chosen among cards that the entry names which cannot be: it may mean the other copy."""
        at = max((death.at for death in self.deaths.values()), default=len(self.entries))
        named = self.entries[at].cards if at < len(self.entries) else frozenset()
        if any(task.naming & named for task in self.hidden):
            return _popped(self.hidden, lambda task: (-missing(task.key), bool(task.naming & named), -task.strays))
        return None

    def _farthest(self) -> _Task | None:
        """Of the hidden ways on which something is missing one of the latest turn, with the fewest guesses changed."""
        if any(task.key for task in self.hidden):
            return _popped(self.hidden, lambda task: (bool(task.key), task.world.turn, -task.strays))
        return None

    def _straightest(self) -> _Task | None:
        """Of the same the one with the fewest guesses changed: one wrong guess may be seen only much later."""
        return _popped(self.hidden, lambda task: (-missing(task.key), -task.strays))

    def _settled(self, key: Key) -> bool:
        """Whether a way fits that supposes so, or one that supposes no more than a part of it."""
        return any(fitting[: len(key)] == key or key[: len(fitting)] == fitting for fitting in self.fits)

    def _matters(self, key: Key) -> bool:
        """Whether a way that supposes so can still say anything: one that fits settles all that does not part from it."""
        if self.fits:
            return not self._settled(key) and self._parting(key) is not None
        if not key:
            return True
        fewer = missing(key[:-1])
        return self._matters(key[:-1]) if fewer == missing(key) else key[-1][0].before >= self.reach.get(fewer, 0)

    def _parting(self, key: Key) -> tuple[int, Fact] | None:
        """Where and by which fact ``key`` parts first from one that fits; None if they do not compare."""
        partings = [parting for fitting in self.fits if (parting := _parting(key, fitting))]
        return min(partings, key=itemgetter(0), default=None)

    def _try(self, task: _Task) -> None:
        """Follow one way to the end of the log, and note what else could be tried."""
        world, ways, outcome = task.world, task.ways, None
        path = Path(world, ways, self.reach)
        try:
            while world.turn < len(self.case.turns):
                if outcome is not None:
                    raise Impossible(self.case.before(world.turn), self._clause(world, "over"))
                path = Path(world, ways, self.reach)
                world, outcome = self._turn(path)
                self._remember(path, task.strays + 1)
                ways = {}
            self.fits[world.key] = self.compared(world, outcome)
        except Impossible as impossible:
            if path.world is not world or not path.others_noted:
                self._remember(path, task.strays + 1)
            if impossible.at > self.farthest:
                self.farthest, self.untold = impossible.at, (*path.world.untold, *path.untold)
            self._note(path.key, impossible)

    def _turn(self, path: Path) -> tuple[World, Outcome | None]:
        """Run one turn, again each time a face turns out to be another than was guessed."""
        while True:
            run = Retraced(self.case, path)
            try:
                outcome = run.play()
            except Again:
                continue
            except FaceNeeded as needed:
                run.suppose(needed.card)
                continue
            finally:
                self.left -= run.asks
            untold = (*path.world.untold, *path.untold)
            return World(path.world.turn + 1, run.table, run.faces, path.key, untold), outcome

    def _remember(self, path: Path, strays: int) -> None:
        """Keep what else could be tried."""
        path.others_noted = True
        for key, at, clause in path.contradicted:
            self._note(key, Impossible(at, clause))
        for ways, key, public, naming in path.others:
            (self.public if public else self.hidden).append(_Task(path.world, key, ways, strays, naming))

    def compared(self, world: World, outcome: Outcome | None) -> Outcome | None:
        """How the game ended, held against the report; one not played to its end may have been conceded."""
        reported = self.case.outcome
        if reported is None:
            return outcome
        if outcome is None and reported.reason == CONCEDE:
            outcome = Outcome(reported.winners, CONCEDE, world.table.scores())
        if outcome != reported:
            reason = outcome.reason if outcome else reported.reason
            raise Impossible(len(self.entries), self._clause(world, reason))
        return outcome

    def _clause(self, world: World, moment: str) -> str:
        return self.case.notation.clause(world.table, None, None, moment)

    def _note(self, key: Key, impossible: Impossible) -> None:
        at = impossible.at
        self.reach[missing(key)] = max(at, self.reach.get(missing(key), 0))
        result = at >= len(self.entries) or bool(self.entries[at].codes & self.case.notation.results)
        if key not in self.deaths or at > self.deaths[key].at:
            self.deaths[key] = _Death(at, result, impossible.clause, impossible.missing)

    # --- what it comes to ---------------------------------------------------------------------

    def _doubts(self) -> dict[Key, _Death]:
        """What was supposed in vain, where only the result of something speaks against it."""
        return {
            key: death
            for key, death in self.deaths.items()
            if death.result and self._matters(key) and not any(task.key[: len(key)] == key for task in self.tasks)
        }

    def _found(self) -> Verdict:
        doubts = self._doubts()
        left = any(self._matters(task.key) for task in self.tasks)
        if not doubts and not left:
            return Verdict(LEGAL, outcome=next(iter(self.fits.values())))
        needs = self._first_partings([*doubts, *(task.key for task in self.tasks)]) or self._supposed()
        return self._without(min((death.at for death in doubts.values()), default=len(self.entries)), needs)

    def _first_partings(self, keys: Iterable[Key]) -> tuple[Fact, ...]:
        """The facts by which ``keys`` part first from what fits: a later one may be asked for in vain, it is only supposed."""
        partings = [parting for key in keys if (parting := self._parting(key))]
        first = min((depth for depth, _ in partings), default=0)
        return tuple(dict.fromkeys(fact for depth, fact in partings if depth == first))

    def _supposed(self) -> tuple[Fact, ...]:
        """What had to be supposed first."""
        return tuple(dict.fromkeys(key[0][0] for key in (*self.fits, *self.deaths) if key))

    def _no_way(self) -> Verdict:
        key, death = max(self.deaths.items(), key=lambda item: (item[1].at, -len(item[0])))
        if key and key[0][0].before < death.at:  # it came further by what was supposed, which may go with other guesses
            untried = any(self._matters(task.key) for task in self.tasks)
        else:
            untried = any(task.key not in self.deaths and self._matters(task.key) for task in self.public)
        if death.missing or (key and untried):
            return self._without(death.at, (death.missing,) if death.missing else self._supposed())
        return self.illegal(death.at, death.clause)

    def illegal(self, at: int, clause: str) -> Verdict:
        """The verdict that entry ``at``, or after the last one the result, cannot be by ``clause``."""
        entry = self._entry(at)
        return Verdict(ILLEGAL, entry, entry.turn if entry else len(self.case.turns), clause)

    def _without(self, at: int, needs: tuple[Fact, ...]) -> Verdict:
        entry = self._entry(at)
        return Verdict(UNDECIDABLE, entry, entry.turn if entry else needs[0].turn, needs=needs)

    def _entry(self, at: int) -> Entry | None:
        return self.entries[at] if at < len(self.entries) else None
