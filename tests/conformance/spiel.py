"""Every contest as a game of OpenSpiel: ``load(contest)`` gives what ``pyspiel.load_game`` would.

A state holds one thing, the game where it stands. A clone is a fork of it; it is written down as
the entries of its record, from which it is played again.
"""

from typing import Any

import pyspiel

from tests.conformance.contest import NUMBERS, CardNeeded, Contest, Stopping, all_of, seen

LONGEST = 20_000  # choices and outcomes of chance in a game; far more than any has

known: dict[str, Contest] = {}
"""By title: a state that is read back has to find what it was a state of."""


def load(contest: Contest) -> Any:
    """Return ``contest`` as a game, which `pyspiel.load_game` finds by its title from then on."""
    if contest.title not in known:
        known[contest.title] = contest
        # A class of its own and no function: OpenSpiel lets go of it only when Python has ended.
        kind = type("SpielGame", (SpielGame,), {"contest": contest})
        pyspiel.register_game(_type_of(contest), kind)
    return pyspiel.load_game(contest.title)


class SpielGame(pyspiel.Game):
    contest: Contest

    def __init__(self, params: Any = None) -> None:
        super().__init__(_type_of(self.contest), _info_of(self.contest), params or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """What a seat sees now; there is none that remembers what it saw before."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return None
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _type_of(contest: Contest) -> Any:
    return pyspiel.GameType(
        short_name=contest.title,
        long_name=f"{contest.ruleset.title}: {contest.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=contest.seats,
        min_num_players=contest.seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=True,
    )


def _info_of(contest: Contest) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=contest.choices,
        max_chance_outcomes=contest.cards + NUMBERS,
        num_players=contest.seats,
        min_utility=-2.0,
        max_utility=2.0,
        utility_sum=0.0,
        max_game_length=LONGEST,
    )


class Standing:
    """The one thing in a state: its game, which can be copied, and written down as its record's entries."""

    def __init__(self, contest: Contest, game: Stopping) -> None:
        self.contest, self.game = contest, game

    def __deepcopy__(self, memo: dict[int, Any]) -> "Standing":
        return Standing(self.contest, self.game.answered())

    def __reduce__(self) -> tuple[Any, ...]:
        return replayed, (self.contest.title, self.game.whole_record())


def replayed(title: str, entries: list[Any]) -> Standing:
    """Play the entries of a record again."""
    contest = known[title]
    game = Stopping.of(contest)
    for entry in entries:
        if isinstance(entry, tuple):
            game.choose(entry)
        else:
            game = game.answered(entry)
    return Standing(contest, game)


class SpielState(pyspiel.State):
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.standing = Standing(game.contest, Stopping.of(game.contest))

    def current_player(self) -> int:
        game = self.standing.game
        if game.needed is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if game.ask is None else game.ask.seat

    def _legal_actions(self, player: int) -> list[int]:
        ask = self.standing.game.ask
        assert ask is not None
        return sorted(map(self.standing.contest.number, ask.options))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self._coded(outcome), chance) for outcome, chance in self.standing.game.chances()]

    def _coded(self, outcome: int) -> int:
        """Cards by id, then numbers: what an outcome is can be told from its code alone."""
        return outcome if isinstance(self.standing.game.needed, CardNeeded) else self.standing.contest.cards + outcome

    def _apply_action(self, action: int) -> None:
        standing = self.standing
        if standing.game.needed is None:
            standing.game.choose(standing.contest.option(action))
        else:
            cards = standing.contest.cards
            standing.game = standing.game.answered(action if action < cards else action - cards)

    def _action_to_string(self, player: int, action: int) -> str:
        contest = self.standing.contest
        if player != pyspiel.PlayerId.CHANCE:
            return contest.label(contest.option(action))
        return contest.name(action) if action < contest.cards else str(action - contest.cards)

    def is_terminal(self) -> bool:
        return self.standing.game.is_over

    def returns(self) -> list[float]:
        return self.standing.contest.utilities(self.standing.game.outcome)

    def __str__(self) -> str:
        return all_of(self.standing.game, self.standing.contest)


class Observer:
    """What a seat sees, in words: of all, of what is its own, or of what everybody sees."""

    def __init__(self, wanted: Any) -> None:
        self.public = wanted.public_info
        self.private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """There is no tensor to fill."""

    def string_from(self, state: SpielState, player: int) -> str:
        seat = player if self.private else None
        return seen(state.standing.game, seat, only_own=not self.public)
