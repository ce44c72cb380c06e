"""Every contest as a game of OpenSpiel: ``load(contest)`` is the equivalent of ``pyspiel.load_game``.

A state contains one object, the current game. A clone is a fork of it; a serialized state is the list of its entries,
which are replayed.
"""

from typing import Any

import pyspiel

from tests.conformance.contest import NUMBERS, CardNeeded, Contest, ExplicitChanceGame, observation_text, state_text

LONGEST = 20_000  # limit of choices and outcomes of chance in a game; none comes close

known: dict[str, Contest] = {}
"""The contests by title, needed to deserialize states."""


def load(contest: Contest) -> Any:
    """Return ``contest`` as a game, and register it so that `pyspiel.load_game` finds its title."""
    if contest.title not in known:
        known[contest.title] = contest
        # A class, because OpenSpiel releases a function only after Python has ended.
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
        """Return an observer of the current state; observers with perfect recall are not supported."""
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


class StateContent:
    """The content of a state: its game, which can be copied, and serialized as the entries of its record."""

    def __init__(self, contest: Contest, game: ExplicitChanceGame) -> None:
        self.contest, self.game = contest, game

    def __deepcopy__(self, memo: dict[int, Any]) -> "StateContent":
        return StateContent(self.contest, self.game.answered())

    def __reduce__(self) -> tuple[Any, ...]:
        return replayed, (self.contest.title, self.game.whole_record())


def replayed(title: str, entries: list[Any]) -> StateContent:
    """Replay the entries of a record."""
    contest = known[title]
    game = ExplicitChanceGame.of(contest)
    for entry in entries:
        if isinstance(entry, tuple):
            game.choose(entry)
        else:
            game = game.answered(entry)
    return StateContent(contest, game)


class SpielState(pyspiel.State):
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.content = StateContent(game.contest, ExplicitChanceGame.of(game.contest))

    def current_player(self) -> int:
        game = self.content.game
        if game.needed is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if game.ask is None else game.ask.seat

    def _legal_actions(self, player: int) -> list[int]:
        ask = self.content.game.ask
        assert ask is not None
        return sorted(map(self.content.contest.number, ask.options))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self._coded(outcome), chance) for outcome, chance in self.content.game.chances()]

    def _coded(self, outcome: int) -> int:
        """Return the number of an outcome: cards by id, then numbers, so that the kind follows from the number."""
        return outcome if isinstance(self.content.game.needed, CardNeeded) else self.content.contest.cards + outcome

    def _apply_action(self, action: int) -> None:
        content = self.content
        if content.game.needed is None:
            content.game.choose(content.contest.option(action))
        else:
            cards = content.contest.cards
            content.game = content.game.answered(action if action < cards else action - cards)

    def _action_to_string(self, player: int, action: int) -> str:
        contest = self.content.contest
        if player != pyspiel.PlayerId.CHANCE:
            return contest.label(contest.option(action))
        return contest.name(action) if action < contest.cards else str(action - contest.cards)

    def is_terminal(self) -> bool:
        return self.content.game.is_over

    def returns(self) -> list[float]:
        return self.content.contest.utilities(self.content.game.outcome)

    def __str__(self) -> str:
        return state_text(self.content.game, self.content.contest)


class Observer:
    """Observes a state as text: everything a seat sees, its private part, or the public part."""

    def __init__(self, requested_type: Any) -> None:
        self.public = requested_type.public_info
        self.private = requested_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: SpielState, player: int) -> str:
        seat = player if self.private else None
        return observation_text(state.content.game, seat, only_own=not self.public)
