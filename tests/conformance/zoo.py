"""Every contest as a turn-based environment of PettingZoo, with numeric observations."""

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv

from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import can_see_faces
from tests.conformance.contest import Contest, observation_text

MOST = 10_000  # upper bound of all numbers in observations


class Zoo(AECEnv):
    """An environment in which a seat observes the number of cards in each zone, and the copies of each card it sees.

    ``infos[agent]["action_mask"]`` marks the legal actions.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "passleft", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, contest: Contest) -> None:
        super().__init__()
        self.contest = contest
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(contest.seats)]
        self.faces = {ref: index for index, ref in enumerate(sorted({card.ref for card in contest.table.cards}))}
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
        """Select the seat that is asked, and set its action mask."""
        ask = self.game.ask
        if ask is not None:
            self.agent_selection = self.possible_agents[ask.seat]
        mask = np.zeros(self.contest.choices, np.int8)
        mask[[self.contest.number(option) for option in ask.options] if ask else []] = 1
        self.infos = {agent: {} if agent != self.agent_selection else {"action_mask": mask} for agent in self.agents}

    def observe(self, agent: str) -> Any:
        return observation(self.game, self.possible_agents.index(agent), self.faces)

    def render(self) -> str:
        return observation_text(self.game, None)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


def observation(game: Game, seat: int, faces: dict[str, int]) -> Any:
    """Return the observation of ``seat``: turn, active seat, scores, then the size and visible cards of each zone."""
    table = game.table
    numbers = [table.turn, table.active, *table.scores()]
    for zone in table.zones():
        copies = [0] * len(faces)
        for card in zone.cards if can_see_faces(zone, seat) else ():
            copies[faces[table.cards[card].ref]] += 1
        numbers += [len(zone.cards), *copies]
    return np.array(numbers, np.int32)
