"""Every way in which a log may have gone where nobody keeps count of unseen cards, turn by turn.

A single guess that is wrong may be seen only many turns later, so no search that guesses on can tell that a log cannot
be. Here what was seen of a card is forgotten where nobody watches it (`LooseFaces`). Then hardly anything is left that
differs before a turn, and all of it is gone through: what cannot be from any of these worlds cannot be.
"""

from collections.abc import Callable, Iterator
from typing import Any

from gameplay.engine import alike
from gameplay.engine.asks import Outcome
from gameplay.engine.retrace import Retraced
from gameplay.engine.unseen import FaceNeeded
from gameplay.engine.ways import Again, Case, Impossible, Path, World

Compared = Callable[[World, Outcome | None], Outcome | None]
"""Holds how a game ended against the report. Raises Impossible."""


class TooManyError(Exception):
    """There are more ways than may be tried, or something public may be missing."""


class Sweep:
    """Goes through the ways of ``case`` in which nothing public is missing, at most ``most`` of them."""

    def __init__(self, case: Case, most: int, compared: Compared) -> None:
        self.case, self.left, self.compared = case.loosely(), most, compared
        self.latest: Impossible | None = None
        self.supposed = -1  # the last turn that could go on if something public were missing

    def impossible(self) -> Impossible | None:
        """What cannot be, however the unseen cards were; None if all can. Raises TooManyError."""
        worlds = [World(0, self.case.table, self.case.faces)]
        for _ in self.case.turns:
            following: dict[Any, World] = {}
            for world in worlds:
                for after in self._after(world):
                    following.setdefault(alike.form(after.table, after.faces, self.case.ruleset.notation), after)
            if not following:
                if self.supposed == worlds[0].turn:
                    raise TooManyError
                return self.latest
            worlds = list(following.values())
        return None

    def _after(self, world: World) -> Iterator[World]:
        """The worlds to which one turn leads."""
        tasks: list[dict[Any, Any]] = [{}]
        while tasks:
            self.left -= 1
            if self.left < 0:
                raise TooManyError
            path = Path(world, tasks.pop(), {})
            try:
                after, outcome = self._turn(path)
                after = self._going_on(after, outcome)
                if not path.key:
                    yield after
                else:
                    self.supposed = world.turn
            except Impossible as impossible:
                if self.latest is None or impossible.at > self.latest.at:
                    self.latest = impossible
            tasks += [ways for ways, key, _, _ in path.others if not key]

    def _going_on(self, world: World, outcome: Outcome | None) -> World:
        if world.turn == len(self.case.turns):
            self.compared(world, outcome)
        elif outcome is not None:
            raise Impossible(self.case.before(world.turn), "")
        return world

    def _turn(self, path: Path) -> tuple[World, Outcome | None]:
        while True:
            run = Retraced(self.case, path)
            try:
                outcome = run.play()
            except Again:
                continue
            except FaceNeeded as needed:
                run.suppose(needed.card)
                continue
            return World(path.world.turn + 1, run.table, run.faces), outcome
