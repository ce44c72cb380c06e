"""Simulated events of any size: players of different strength, draws, drops and late entries."""

from collections.abc import Iterator
from dataclasses import replace

from gameplay.engine.core.chance import RandomStream
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.rules.pairing import RoundPairing
from tournaments.rules.swiss import pair_round

DRAW_PERCENT = 6  # of matches
DROP_PERCENT = 2  # of players, in each round
LATE_PERCENT = 1  # of players, in the second and third round


def simulate_rounds(players: int, rounds: int) -> Iterator[Tournament]:
    """Yield an event before each of its rounds, until no further round is possible."""
    chance = RandomStream(b"bench", f"field/{players}")
    entries = tuple(EventEntry(f"p{number}") for number in range(players))
    tournament = Tournament(entries, min(rounds, players - 1 + players % 2))
    while tournament.next_round <= tournament.planned_rounds:
        yield tournament
        pairing = pair_round(tournament, seed=b"bench")
        if not pairing.possible:
            return
        tournament = _drop_and_add_players(_play_round(tournament, pairing, chance), chance)


def _play_round(tournament: Tournament, pairing: RoundPairing, chance: RandomStream) -> Tournament:
    matches = tuple(_match(a, b, chance) for a, b in pairing.pairs)
    return replace(tournament, rounds=(*tournament.rounds, PlayedRound(tournament.next_round, matches, pairing.byes)))


def _match(a: str, b: str, chance: RandomStream) -> PlayedMatch:
    """Return a random result; the player with the smaller number is stronger and wins two of three decided matches."""
    if chance.below(100) < DRAW_PERCENT:
        return PlayedMatch(a, b, 1, 1, 1)
    stronger = int(a[1:]) < int(b[1:])
    lost = chance.below(2)
    return PlayedMatch(a, b, 2, lost) if stronger == (chance.below(3) > 0) else PlayedMatch(a, b, lost, 2)


def _drop_and_add_players(tournament: Tournament, chance: RandomStream) -> Tournament:
    """Drop some players, and add late entries in the second and third round; small fields do not change."""
    number, size = tournament.next_round, len(tournament.entries)
    leaving = {chance.below(size) for _drop in range(size * DROP_PERCENT // 100)}
    entries = [
        replace(entry, dropped_after_round=number - 1)
        if place in leaving and entry.dropped_after_round is None
        else entry
        for place, entry in enumerate(tournament.entries)
    ]
    late = [
        EventEntry(f"p{size + index}", entered_round=number)
        for index in range(size * LATE_PERCENT // 100 if number <= 3 else 0)
    ]
    missed = tuple(entry.id for entry in late)
    rounds = tuple(replace(played, missed=(*played.missed, *missed)) for played in tournament.rounds)
    return replace(tournament, entries=(*entries, *late), rounds=rounds)
