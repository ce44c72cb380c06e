"""Every contest as an environment of PettingZoo, where seats take turns and see numbers."""

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv

from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import can_see_faces
from tests.conformance.contest import Contest, seen

MOST = 10_000  # no number that a seat is shown is greater


class Zoo(AECEnv):
    """A seat observes how often each card lies in each zone it sees into, and how many lie in the others.

    ``infos[agent]["action_mask"]`` tells what may be chosen.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "passleft", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, contest: Contest) -> None:
        super().__init__()
        self.contest = contest
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(contest.seats)]
        self.faces = {ref: place for place, ref in enumerate(sorted({card.ref for card in contest.table.cards}))}
        size = 2 + contest.seats + sum(1 + len(self.faces) for _ in contest.table.zones())
        self.observation_spaces = {agent: Box(0, MOST, (size,), np.int32) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(contest.choices) for agent in self.possible_agents}
        self.begun = 0

    def observation_space(self, agent: str) -> Box:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begun = self.begun + 1 if seed is None else seed
        self.game = self.contest.begin(SeededChance(RandomStream(str(self.begun).encode(), self.contest.title)))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.game.choose(self.contest.option(int(action or 0)))
        if self.game.is_over:
            self.rewards = dict(zip(self.agents, self.contest.utilities(self.game.outcome), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._ask()
        self._accumulate_rewards()

    def _ask(self) -> None:
        """Turn to the seat that is asked, and tell it what it may choose."""
        ask = self.game.ask
        if ask is not None:
            self.agent_selection = self.possible_agents[ask.seat]
        mask = np.zeros(self.contest.choices, np.int8)
        mask[[self.contest.number(option) for option in ask.options] if ask else []] = 1
        self.infos = {agent: {} if agent != self.agent_selection else {"action_mask": mask} for agent in self.agents}

    def observe(self, agent: str) -> Any:
        return observed(self.game, self.possible_agents.index(agent), self.faces)

    def render(self) -> str:
        return seen(self.game, None)

    def close(self) -> None:
        """Nothing is open."""


def observed(game: Game, seat: int, faces: dict[str, int]) -> Any:
    """What ``seat`` sees, in numbers: turn, whose it is, points; then for each zone its cards and how often each lies there."""
    table = game.table
    numbers = [table.turn, table.active, *table.scores()]
    for place in table.zones():
        copies = [0] * len(faces)
        for card in place.cards if can_see_faces(place, seat) else ():
            copies[faces[table.cards[card].ref]] += 1
        numbers += [len(place.cards), *copies]
    return np.array(numbers, np.int32)
