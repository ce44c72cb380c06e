"""Standings of large fields: CPU seconds for the whole table, beside the same sums done naively in fractions."""

import gc
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from gameplay.engine.chance import Stream
from tournaments.rules.history import Entry, Match, Round, Tournament
from tournaments.rules.rulesets import RULESETS, Ruleset
from tournaments.rules.standings import standings

SIZES = (8, 256, 1_024, 4_096, 10_000)
ROUNDS = 9
SCORES = ((2, 0, 0), (2, 1, 0), (2, 1, 1), (1, 0, 0), (0, 0, 3), (1, 1, 1), (1, 2, 0), (0, 2, 0))
SEED = b"standings"
NAIVE = "naive fractions"


def measure() -> list[dict[str, Any]]:
    """Return one measurement for each size and rule set, the naive sums of the MTR after them; the best of five runs."""
    found = []
    for players in SIZES:
        tournament = field(players, ROUNDS)
        for code, ruleset in RULESETS.items():
            seconds = _seconds(partial(standings, tournament, ruleset=ruleset))
            found.append(_measurement(code, players, seconds))
        found.append(_measurement(NAIVE, players, _seconds(partial(naive, tournament, RULESETS["mtr"]))))
    return found


def field(players: int, rounds: int) -> Tournament:
    """Return an event of ``players`` in which anybody meets anybody, one in fifty has left, and results are random."""
    chance, ids = Stream(SEED, str(players)), [f"p{number}" for number in range(players)]
    entries = tuple(
        Entry(id_, dropped_after_round=rounds if place % 50 == 49 else None) for place, id_ in enumerate(ids)
    )
    played = []
    for number in range(1, rounds + 1):
        order = chance.shuffled(ids)
        matches = tuple(Match(a, b, *SCORES[chance.below(len(SCORES))]) for a, b in zip(order[::2], order[1::2]))  # noqa: B905
        played.append(Round(number, matches, tuple(order[len(matches) * 2 :])))
    return Tournament(entries, rounds, rounds=tuple(played))


def naive(tournament: Tournament, ruleset: Ruleset) -> list[tuple[str, tuple[Fraction, ...]]]:
    """Return the players with their columns, the best first: as the appendix reads, a fraction at a time."""
    points, games = (
        dict.fromkeys((each.id for each in tournament.entries), 0),
        {each.id: [0, 0] for each in tournament.entries},
    )
    met: dict[str, list[str]] = {each.id: [] for each in tournament.entries}
    rounds = dict.fromkeys(points, 0)
    for played in tournament.rounds:
        for match in played.matches:
            for me, other, won, lost in (
                (match.a, match.b, match.games_a, match.games_b),
                (match.b, match.a, match.games_b, match.games_a),
            ):
                points[me] += ruleset.win if won > lost else ruleset.draw if won == lost else 0
                games[me][0] += ruleset.game_win * won + ruleset.game_draw * match.games_drawn
                games[me][1] += won + lost + match.games_drawn
                rounds[me] += 1
                met[me].append(other)
        for me in played.byes:
            points[me], rounds[me] = points[me] + ruleset.bye, rounds[me] + 1
            games[me] = [games[me][0] + ruleset.game_win * ruleset.bye_games, games[me][1] + ruleset.bye_games]

    def share(got: int, of: int) -> Fraction:
        return max(ruleset.floor, Fraction(got, of)) if of else ruleset.floor

    def mean(shares: list[Fraction]) -> Fraction:
        return sum(shares, Fraction(0)) / len(shares) if shares else ruleset.floor

    mine = {each: share(points[each], ruleset.win * rounds[each]) for each in points}
    own = {each: share(games[each][0], ruleset.game_win * games[each][1]) for each in points}
    rows = {
        each: (Fraction(points[each]), mean([mine[o] for o in met[each]]), own[each], mean([own[o] for o in met[each]]))
        for each in points
    }
    return sorted(rows.items(), key=lambda row: row[1], reverse=True)


def _measurement(what: str, players: int, seconds: float) -> dict[str, Any]:
    return {"name": f"standings {what}, {players} players", "players": players, "cpu_s": round(seconds, 5)}


def _seconds(run: Callable[[], object]) -> float:
    """The CPU time of the best of five runs, with garbage collected before each."""
    best = []
    for _run in range(5):
        gc.collect()
        began = time.process_time()
        run()
        best.append(time.process_time() - began)
    return min(best)
