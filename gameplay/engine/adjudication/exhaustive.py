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
from gameplay.engine.adjudication.hypotheses import Again, Case, Impossible, Key, Path, World
from gameplay.engine.adjudication.turn_search import Retraced
from gameplay.engine.core.asks import Outcome

Compared = Callable[[World, Outcome | None], Outcome | None]
"""Holds how a game ended against the report. Raises Impossible."""

MANY = 7  # ways in which a public fact may be beside the first: more are not followed


class TooManyError(Exception):
    """There are more ways than may be tried, or something was not followed that may matter."""


class ShortError(Exception):
    """A pile of ``seat`` (None: everybody's) in one of ``zones`` may have run out."""

    def __init__(self, seat: int | None, zones: tuple[str, ...]) -> None:
        self.seat, self.zones = seat, zones
        super().__init__(zones)


class Sweep:
    """Goes through the ways of ``case``, at most ``most`` of them; ``latest`` is what cannot be on the way that comes furthest."""

    def __init__(self, case: Case, most: int, compared: Compared) -> None:
        self.case, self.left, self.compared = case.loosely(), most, compared
        self.notation, self.effort = case.notation, 2 * case.notation.effort
        self.entries = [entry for turn in case.turns for entry in turn]
        self.latest: Impossible | None = None
        self.wide = False

    def impossible(self) -> Impossible | None:
        """What cannot be, however the unseen cards were; None if all can. Raises TooManyError."""
        worlds = [World(0, self.case.table, self.case.faces)]
        for _ in self.case.turns:
            following: dict[Any, World] = {}
            for world in worlds:
                for after in self._all_after(world):
                    form = equivalence.form(after.table, after.faces, self.notation)
                    if form not in following or not after.key:
                        following[form] = after
            if not following:
                return self.latest
            worlds = list(following.values())
        return None

    def supposing(self, place: int) -> Key:
        """What public facts may be missing so that the log comes past entry ``place``; none if it never does.

        All is gone through that may be missing, wherever that is. Raises TooManyError.
        """
        self.wide = True
        worlds = [World(0, self.case.table, self.case.faces)]
        met = set[Any]()
        while worlds:
            world = worlds.pop()
            if world.turn == len(self.case.turns) or self.case.before(world.turn) > place:
                return world.key
            for after in reversed(self._all_after(world)):
                form = (after.turn, equivalence.form(after.table, after.faces, self.notation))
                if form not in met:
                    met.add(form)
                    worlds.append(after)
        return ()

    def _all_after(self, world: World) -> list[World]:
        """The same, where need be after each way in which the cards of a pile may lie that runs out."""
        try:
            return list(self._after(world))
        except ShortError as short:
            if not world.faces.astray.get(short.seat):
                raise TooManyError from short
            ways = range(world.faces.astray[short.seat] + 1)
            return [after for count in ways for after in self._all_after(self._moved(world, short, count))]

    def _after(self, world: World) -> Iterator[World]:
        """The worlds to which one turn leads: where something public is supposed only if nothing else leads as far."""
        tasks: list[dict[Any, Any]] = [{}]
        supposed: list[tuple[int, dict[Any, Any]]] = []
        reach = 0
        while tasks:
            self.left -= 1
            if min(self.left, self.effort) < 0:
                raise TooManyError
            path = Path(world, tasks.pop(), {})
            at = len(self.entries)
            try:
                yield self._going_on(*self._turn(path))
            except Impossible as impossible:
                self._note(impossible)
                at = impossible.at
            reach = reach if path.key else max(reach, at)
            tasks += [ways for ways, key, _, _ in path.others if not key]
            supposed += self._supposed(path)
            if not tasks:
                tasks = [ways for before, ways in supposed if self.wide or before >= reach]
                supposed = []

    def _note(self, impossible: Impossible) -> None:
        at = impossible.at
        if at < len(self.entries) and self.entries[at].codes & self.notation.owned:
            raise TooManyError
        if self.latest is None or at > self.latest.at:
            self.latest = impossible

    def _going_on(self, world: World, outcome: Outcome | None) -> World:
        if world.turn == len(self.case.turns):
            self.compared(world, outcome)
        elif outcome is not None:
            raise Impossible(self.case.before(world.turn), self.notation.clause(world.table, None, None, "over"))
        return world

    def _turn(self, path: Path) -> tuple[World, Outcome | None]:
        while True:
            path.facts.clear()
            run = Retraced(self.case, path)
            try:
                outcome = run.play()
            except Again:
                continue
            except FaceNeeded as needed:
                run.suppose(needed.card)
                continue
            finally:
                self.effort -= run.asks
                self._watch(run)
            return World(path.world.turn + 1, run.table, run.faces, path.key), outcome

    def _watch(self, run: Retraced) -> None:
        """A pile may have run out that was not drawn from for another. Raises ShortError."""
        astray = run.faces.astray
        for zones in self.notation.even.values():
            for seat, piles in equivalence.piles(run.table, zones).items():
                if astray.get(seat) and min(map(len, piles)) <= astray[seat]:
                    raise ShortError(seat, zones)

    @staticmethod
    def _moved(world: World, short: ShortError, count: int) -> World:
        """The same where so many cards of the second pile lie in the first."""
        table, faces = world.table.copy(), world.faces.copy()
        first, second = equivalence.piles(table, short.zones)[short.seat]
        first += second[len(second) - count :]
        del second[len(second) - count :]
        del faces.astray[short.seat]
        return World(world.turn, table, faces, world.key)

    def _supposed(self, path: Path) -> Iterator[tuple[int, dict[Any, Any]]]:
        """The ways not taken on which something public is supposed, each with the entry before which it is."""
        several = Counter(key[-1][0] for _, key, public, _ in path.others if public)
        for ways, key, public, _ in path.others:
            if key and (self.wide or not (public and several[key[-1][0]] > MANY)):
                yield key[-1][0].before, ways
