"""How strong the bots are: games between two of them with the same decks, each pair of games with seats changed.

Where four play in teams, a bot has both seats of a team.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from cards.printed import bundled_card_sets
from drafting.balance.intervals import wilson_interval
from drafting.rules.bot_decks import SEATS, decks_from_policies
from drafting.rules.simulate import PickPolicy
from gameplay.bots import BOT_FACTORIES, CardList, ready_or_drafted_decks
from gameplay.engine.bots.policies import BotPolicy, play_to_end
from gameplay.engine.bots.search import ROLLOUTS
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS

DEFAULT_GAMES = 40  # games of each contest that show roughly how strong the bots are


@dataclass(slots=True)
class Tally:
    """Games of the first bot against the second."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    def measurement(self, name: str) -> dict[str, Any]:
        """The share of the first bot, a drawn game counting half, and its interval of 95 %."""
        share = (self.won + self.drawn / 2) / self.games if self.games else 0.5
        low, high = wilson_interval(share, self.games)
        figures = {"share": round(share, 3), "from": round(low, 3), "to": round(high, 3)}
        return {"name": name} | asdict(self) | figures


@dataclass(frozen=True, slots=True)
class ContestGame:
    """Game ``number`` of a contest, by itself reproducible; the first bot sits on seat ``number % 2`` and its team's."""

    ruleset: Ruleset
    variant: str
    number: int
    rollouts: int

    @property
    def seed(self) -> bytes:
        return f"strength/{self.number // 2}".encode()

    def player(self, name: str) -> BotPolicy:
        stream = RandomStream(self.seed, f"{name}/{self.number % 2}")
        return BOT_FACTORIES[name](self.ruleset, self.variant, stream, self.rollouts)


def playing_contest(first: str, second: str) -> Callable[[ContestGame], bool | None]:
    """A contest of two players with decks that bots drafted, or those that the game has ready."""

    def play(meeting: ContestGame) -> bool | None:
        players = [meeting.player(first), meeting.player(second)]
        decks = _decks(meeting.ruleset.name, meeting.variant, meeting.seed)
        pair = meeting.number // 2 % len(decks)
        dealt = [decks[pair], decks[(pair + 1) % len(decks)]]
        return _first_wins(meeting, players if meeting.number % 2 == 0 else players[::-1], dealt)

    return play


@lru_cache(maxsize=1)
def _decks(game: str, variant: str, seed: bytes) -> list[CardList]:
    """The decks of a pair of games."""
    return ready_or_drafted_decks(RULESETS[game], variant, seed)


def drafting_contest(meeting: ContestGame) -> bool | None:
    """A contest of the drafting bot with picks at random, decks built and played alike."""
    stream, ruleset = RandomStream(meeting.seed, "picks"), meeting.ruleset
    at_random: PickPolicy = lambda pool, pack: stream.below(len(pack))  # noqa: E731 - one of two equals
    decks = decks_from_policies(
        ruleset, meeting.variant, [ruleset.draft_bot.pick, at_random] * (SEATS // 2), meeting.seed
    )[:2]
    return _first_wins(meeting, [ruleset.greedy_bot] * 2, decks if meeting.number % 2 == 0 else decks[::-1])


def _first_wins(meeting: ContestGame, players: list[BotPolicy], decks: list[CardList]) -> bool | None:
    """Whether the first bot wins; None for a drawn game."""
    ruleset, variant = meeting.ruleset, meeting.variant
    sides = ruleset.player_counts_of(variant)[0] // len(decks)
    game = Game.begin(ruleset, variant, decks * sides, SeededChance(RandomStream(meeting.seed, "game")))
    winners = play_to_end(game, players * sides).winners
    return meeting.number % 2 in winners if winners else None


CONTESTS: Mapping[str, Callable[[ContestGame], bool | None]] = {
    "search against greedy": playing_contest("search", "greedy"),
    "greedy against random": playing_contest("greedy", "random"),
    "drafted against random picks": drafting_contest,
}


def contests(ruleset: Ruleset) -> list[str]:
    """The contests that the game can have: drafts need boosters."""
    drafted = any(card_set.products for card_set in bundled_card_sets(ruleset.name))
    return [name for name in CONTESTS if drafted or CONTESTS[name] is not drafting_contest]


def default_variant(ruleset: Ruleset) -> str:
    """The variant that is measured unless another is named: the draft, or the first there is."""
    return "draft" if "draft" in ruleset.variants else next(iter(ruleset.variants))


def play_next_game(name: str, tally: Tally, ruleset: Ruleset, variant: str, *, rollouts: int) -> None:
    """Play the next game of the contest ``name``, the one after those that ``tally`` counts."""
    won = CONTESTS[name](ContestGame(ruleset, variant, tally.games, rollouts))
    if won is None:
        tally.drawn += 1
    elif won:
        tally.won += 1
    else:
        tally.lost += 1


def measure(*, game: str = "enemy", games: int = DEFAULT_GAMES, **_: Any) -> list[dict[str, Any]]:
    """Return the figures of so many games of each contest, searches with their usual rollouts."""
    ruleset = RULESETS[game]
    tallies = {name: Tally() for name in contests(ruleset)}
    for name, tally in tallies.items():
        for _number in range(games):
            play_next_game(name, tally, ruleset, default_variant(ruleset), rollouts=ROLLOUTS)
    return [tally.measurement(name) for name, tally in tallies.items()]
