"""CPU seconds for the standings of large fields, compared with a naive computation in fractions.

Also measures what a player needs in the last round of a pod of eight, while all its matches are open.
"""

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from gameplay.engine.core.chance import RandomStream
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.rules.outlooks import find_outlooks
from tournaments.rules.rulesets import MTR, TIE_BREAK_RULES
from tournaments.rules.standing_figures import explain_standings
from tournaments.rules.standings import standings
from tournaments.rules.swiss import pair_round

SIZES = (8, 256, 1_024, 4_096, 10_000)
ROUNDS, POD_SIZE, POD_ROUNDS = 9, 8, 3
SCORES = ((2, 0, 0), (2, 1, 0), (2, 1, 1), (1, 0, 0), (0, 0, 3), (1, 1, 1), (1, 2, 0), (0, 2, 0))
SEED = b"standings"


def measure() -> list[dict[str, Any]]:
    """Return the best of five runs for each size and rule set and the naive computation, and the figures of pods."""
    return [figure for players in SIZES for figure in _measure_field(players)] + _measure_pod()


def random_event(players: int, rounds: int) -> Tournament:
    """Return an event with random pairings and results, in which one player in fifty drops before the last round."""
    chance, ids = RandomStream(SEED, str(players)), [f"p{number}" for number in range(players)]
    dropped = dict.fromkeys(ids[49::50], rounds - 1)
    played = []
    for number in range(1, rounds + 1):
        order = chance.shuffled(ids)
        pairs = list(zip(order[::2], order[1::2], strict=False))
        matches = tuple(PlayedMatch(a, b, *SCORES[chance.below(len(SCORES))]) for a, b in pairs)
        played.append(PlayedRound(number, matches, tuple(order[2 * len(pairs) :])))
    entries = tuple(EventEntry(id_, dropped_after_round=dropped.get(id_)) for id_ in ids)
    return Tournament(entries, rounds, rounds=tuple(played))


def pod_before_last_round(seed: bytes) -> tuple[Tournament, list[tuple[str, str]]]:
    """Return a pod of eight before the results of its last round, and the pairs of that round."""
    ids, chance = tuple("ABCDEFGH"[:POD_SIZE]), RandomStream(seed, "results")
    tournament = Tournament(tuple(map(EventEntry, ids)), POD_ROUNDS, (ids,))
    for number in range(1, POD_ROUNDS):
        pairing = pair_round(tournament, seed=seed)
        matches = tuple(PlayedMatch(a, b, *SCORES[chance.below(len(SCORES))]) for a, b in pairing.pairs)
        tournament = replace(tournament, rounds=(*tournament.rounds, PlayedRound(number, matches, pairing.byes)))
    last = pair_round(tournament, seed=seed)
    return replace(tournament, rounds=(*tournament.rounds, PlayedRound(POD_ROUNDS, (), last.byes))), list(last.pairs)


def naive_standings(tournament: Tournament) -> list[tuple[str, tuple[Fraction, ...]]]:
    """Return the players with their columns of the MTR, the best first, by a direct transcription of the appendix."""
    totals = {entry.id: _PlayerTotals() for entry in tournament.entries}
    for played in tournament.rounds:
        for match in played.matches:
            totals[match.a].add_match(match.games_a, match.games_b, match.games_drawn, match.b)
            totals[match.b].add_match(match.games_b, match.games_a, match.games_drawn, match.a)
        for player in played.byes:
            totals[player].add_bye()
    matches = {id_: _share(total.points, total.rounds) for id_, total in totals.items()}
    games = {id_: _share(total.game_points, total.games) for id_, total in totals.items()}
    rows = {
        id_: (Fraction(total.points), _mean(total.opponents, matches), games[id_], _mean(total.opponents, games))
        for id_, total in totals.items()
    }
    return sorted(rows.items(), key=lambda row: row[1], reverse=True)


class _PlayerTotals:
    def __init__(self) -> None:
        self.points = self.rounds = self.game_points = self.games = 0
        self.opponents: list[str] = []

    def add_match(self, won: int, lost: int, drawn: int, opponent: str) -> None:
        self.points += 3 if won > lost else 1 if won == lost else 0
        self.game_points += 3 * won + drawn
        self.games += won + lost + drawn
        self.rounds += 1
        self.opponents.append(opponent)

    def add_bye(self) -> None:
        self.points, self.rounds = self.points + 3, self.rounds + 1
        self.game_points, self.games = self.game_points + 6, self.games + 2


def _share(points: int, played: int) -> Fraction:
    return max(MTR.floor, Fraction(points, 3 * played)) if played else MTR.floor


def _mean(met: Sequence[str], shares: dict[str, Fraction]) -> Fraction:
    return sum((shares[each] for each in met), Fraction(0)) / len(met) if met else MTR.floor


def _measure_field(players: int) -> list[dict[str, Any]]:
    tournament = random_event(players, ROUNDS)
    runs: dict[str, Callable[[], object]] = {
        code: partial(standings, tournament, ruleset=rules) for code, rules in TIE_BREAK_RULES.items()
    }
    runs |= {
        "mtr explained": partial(explain_standings, tournament),
        "mtr in naive fractions": partial(naive_standings, tournament),
    }
    return [
        {"name": f"standings {what}, {players} players", "players": players, "cpu_s": round(_seconds(run), 5)}
        for what, run in runs.items()
    ]


def _measure_pod() -> list[dict[str, Any]]:
    """Measure the last round of nine pods with the rules of the MTR; return the median and the worst time."""
    spent = sorted(_seconds(partial(find_outlooks, *pod_before_last_round(bytes([number])))) for number in range(9))
    figures = {"players": POD_SIZE, "cpu_s": round(spent[4], 5), "worst_cpu_s": round(spent[-1], 5)}
    return [{"name": "standings, what a player needs", **figures}]


def _seconds(run: Callable[[], object]) -> float:
    """Return the CPU time of the best of five runs, with a garbage collection before each."""
    times = []
    for _run in range(5):
        gc.collect()
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return min(times)
