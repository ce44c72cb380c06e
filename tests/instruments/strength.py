"""Measure the strength of the bots in contests of two bots.

In each pair of games they play the same decks, with exchanged seats. In a team game, a bot plays both seats of a team.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from cards.printed import bundled_card_sets
from drafting.balance.intervals import wilson_interval
from drafting.rules.bot_decks import SEATS, decks_from_policies
from drafting.rules.simulate import PickPolicy
from gameplay.bots import BOT_FACTORIES, CardList, likely_cards, ready_or_drafted_decks
from gameplay.engine.bots.policies import BotPolicy, play_to_end
from gameplay.engine.bots.search import WORK, SearchBot
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import DEFAULT_GAME, RULESETS

DEFAULT_GAMES = 40  # for each contest, enough for a rough estimate


@dataclass(slots=True)
class Tally:
    """The results of the first bot against the second."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    def measurement(self, name: str) -> dict[str, Any]:
        """Return the share of the first bot, with a draw as half a win, and its 95 % confidence interval."""
        share = (self.won + self.drawn / 2) / self.games if self.games else 0.5
        low, high = wilson_interval(share, self.games)
        figures = {"share": round(share, 3), "from": round(low, 3), "to": round(high, 3)}
        return {"name": name} | asdict(self) | figures


class Budget(NamedTuple):
    """What a search may do for each decision: ``work``, or that many ``rollouts`` instead."""

    rollouts: int | None = None
    work: int = WORK

    def __str__(self) -> str:
        return f"{self.work} work" if self.rollouts is None else f"{self.rollouts} rollouts"


DEFAULT_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class ContestGame:
    """Game ``number`` of a contest, reproducible on its own. The first bot has the seats of the team ``number % 2``."""

    ruleset: Ruleset
    variant: str
    number: int
    budget: "Budget"

    @property
    def seed(self) -> bytes:
        return f"strength/{self.number // 2}".encode()

    def player(self, name: str) -> BotPolicy:
        stream = RandomStream(self.seed, f"{name}/{self.number % 2}")
        if name == "strong":
            pool = likely_cards(self.ruleset, self.variant)
            return SearchBot(self.ruleset, pool, stream, rollouts=self.budget.rollouts, work=self.budget.work)
        return BOT_FACTORIES[name](self.ruleset, self.variant, stream, None)


def playing_contest(first: str, second: str) -> Callable[[ContestGame], bool | None]:
    """Return a contest of two bots with decks drafted by bots, or with ready decks if the game has no boosters."""

    def play(contest_game: ContestGame) -> bool | None:
        players = [contest_game.player(first), contest_game.player(second)]
        decks = _decks(contest_game.ruleset.name, contest_game.variant, contest_game.seed)
        pair = contest_game.number // 2 % len(decks)
        dealt = [decks[pair], decks[(pair + 1) % len(decks)]]
        return _first_wins(contest_game, players if contest_game.number % 2 == 0 else players[::-1], dealt)

    return play


@lru_cache(maxsize=1)
def _decks(game: str, variant: str, seed: bytes) -> list[CardList]:
    """Return the decks for a pair of games."""
    return ready_or_drafted_decks(RULESETS[game], variant, seed)


def drafting_contest(contest_game: ContestGame) -> bool | None:
    """Play a contest of the drafting bot against random picks, with decks built and played by the same bot."""
    stream, ruleset = RandomStream(contest_game.seed, "picks"), contest_game.ruleset
    at_random: PickPolicy = lambda pool, pack: stream.below(len(pack))  # noqa: E731 - the counterpart of `draft_bot.pick`
    decks = decks_from_policies(
        ruleset, contest_game.variant, [ruleset.draft_bot.pick, at_random] * (SEATS // 2), contest_game.seed
    )[:2]
    return _first_wins(contest_game, [ruleset.greedy_bot] * 2, decks if contest_game.number % 2 == 0 else decks[::-1])


def _first_wins(contest_game: ContestGame, players: list[BotPolicy], decks: list[CardList]) -> bool | None:
    """Return whether the first bot wins; None for a draw."""
    ruleset, variant = contest_game.ruleset, contest_game.variant
    sides = ruleset.player_counts_of(variant)[0] // len(decks)
    game = Game.begin(ruleset, variant, decks * sides, SeededChance(RandomStream(contest_game.seed, "game")))
    winners = play_to_end(game, players * sides).winners
    return contest_game.number % 2 in winners if winners else None


CONTESTS: Mapping[str, Callable[[ContestGame], bool | None]] = {
    "strong against regular": playing_contest("strong", "regular"),
    "regular against random": playing_contest("regular", "random"),
    "drafted against random picks": drafting_contest,
}


def contests(ruleset: Ruleset) -> list[str]:
    """Return the names of a game's contests; the drafting contest only if its sets have boosters."""
    drafted = any(card_set.products for card_set in bundled_card_sets(ruleset.name))
    return [name for name in CONTESTS if drafted or CONTESTS[name] is not drafting_contest]


def default_variant(ruleset: Ruleset) -> str:
    """Return the default variant: the draft, or the first variant of a game without drafts."""
    return "draft" if "draft" in ruleset.variants else next(iter(ruleset.variants))


def play_next_game(
    name: str, tally: Tally, ruleset: Ruleset, variant: str, *, budget: Budget = DEFAULT_BUDGET, first: int = 0
) -> None:
    """Play the next game of the contest ``name``, whose first game is ``first``, and add its result to ``tally``."""
    won = CONTESTS[name](ContestGame(ruleset, variant, first + tally.games, budget))
    if won is None:
        tally.drawn += 1
    elif won:
        tally.won += 1
    else:
        tally.lost += 1


def measure(
    *, game: str = DEFAULT_GAME, games: int = DEFAULT_GAMES, work: int = WORK, **_: Any
) -> list[dict[str, Any]]:
    """Play ``games`` games of each contest, with ``work`` for each decision of a search; return the figures."""
    ruleset = RULESETS[game]
    tallies = {name: Tally() for name in contests(ruleset)}
    for name, tally in tallies.items():
        for _number in range(games):
            play_next_game(name, tally, ruleset, default_variant(ruleset), budget=Budget(work=work))
    return [tally.measurement(name) for name, tally in tallies.items()]
