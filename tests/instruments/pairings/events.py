"""Random events with drops, late entries, awarded byes, pairing exclusions and many rounds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gameplay.engine.core.chance import RandomStream
from tests.instruments.pairings.judge import PairingJudge, meetings
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.rules.pairing import RoundPairing
from tournaments.rules.swiss import pair_round

SCORES = [(2, 0, 0), (2, 1, 0), (2, 1, 1), (1, 0, 0), (0, 0, 3), (1, 1, 1), (1, 2, 0), (0, 2, 0)]


@dataclass(frozen=True, slots=True)
class JudgedRound:
    """A round: its players and number, whether it could be paired, and its ``fault``, "" if there is none."""

    players: int
    round: int
    possible: bool
    fault: str


def play_and_judge_event(seed: int, number: int, *, largest: int) -> Iterator[JudgedRound]:
    """Play event ``number`` of ``seed``, of at most ``largest`` players, and yield a verdict on each round."""
    chance = RandomStream(str(seed).encode(), f"event/{number}")
    tournament = new_event(chance, largest)
    while tournament.next_round <= tournament.planned_rounds:
        judge = PairingJudge(tournament)
        if not judge.players:
            return  # all players have dropped
        draw = chance.next_word().to_bytes(4, "big")
        pairing = pair_round(tournament, seed=draw)
        yield JudgedRound(
            len(judge.players), judge.number, pairing.possible, find_fault(tournament, pairing, judge, draw, chance)
        )
        if not pairing.possible:
            return
        tournament = drop_and_add_players(play_round(tournament, pairing, chance), chance)


def new_event(chance: RandomStream, largest: int) -> Tournament:
    """Return a random event; half have up to eight players, and some have more rounds than they can play."""
    size = 2 + chance.below(7) if largest <= 8 or chance.below(2) else 9 + chance.below(largest - 8)
    rounds = 1 + chance.below(5 if size <= 8 else min(size, 12))
    players = [f"p{number}" for number in range(size)]
    excluded = [tuple(chance.sample(players, 2)) for _ in range(chance.below(4) if chance.below(3) == 0 else 0)]
    return Tournament(tuple(map(EventEntry, players)), rounds, apart=tuple((a, b) for a, b in excluded))


def play_round(tournament: Tournament, pairing: RoundPairing, chance: RandomStream) -> Tournament:
    """Return the tournament after the paired round, with random results."""
    matches = tuple(PlayedMatch(a, b, *SCORES[chance.below(len(SCORES))]) for a, b in pairing.pairs)
    return replace(tournament, rounds=(*tournament.rounds, PlayedRound(tournament.next_round, matches, pairing.byes)))


def drop_and_add_players(tournament: Tournament, chance: RandomStream) -> Tournament:
    """Sometimes drop a player after a round, or add a late entry with missed rounds or awarded byes."""
    number, entries = tournament.next_round, list(tournament.entries)
    if chance.below(4) == 0:
        place = chance.below(len(entries))
        if entries[place].dropped_after_round is None:
            entries[place] = replace(entries[place], dropped_after_round=number - 1)
    if chance.below(6) or number > tournament.planned_rounds:
        return replace(tournament, entries=tuple(entries))
    awarded = chance.below(4) == 0
    late = EventEntry(f"p{len(entries)}", entered_round=1 if awarded else number)
    rounds = tuple(
        replace(each, byes=(*each.byes, late.id)) if awarded else replace(each, missed=(*each.missed, late.id))
        for each in tournament.rounds
    )
    return replace(tournament, entries=(*entries, late), rounds=rounds)


def find_fault(
    tournament: Tournament, pairing: RoundPairing, judge: PairingJudge, draw: bytes, chance: RandomStream
) -> str:
    """Return the fault of ``pairing``, made with the seed ``draw``; "" if there is none."""
    minimum, paired = judge.minimum_cost(), meetings(pairing)
    if pairing.possible != (minimum is not None):
        return f"possible: {pairing.possible}"
    if pair_round(tournament, seed=draw) != pairing:
        return "different pairings from the same seed"
    shuffled = pair_round(replace(tournament, entries=tuple(chance.shuffled(tournament.entries))), seed=draw)
    if shuffled.cost != pairing.cost:
        return "different costs for another order of entries"
    if minimum is None:
        return ""
    if sorted([*pairing.byes, *(player for pair in pairing.pairs for player in pair)]) != sorted(judge.players):
        return "a player is missing or paired twice"
    if paired & judge.excluded:
        return "a rematch, a second bye or an excluded pair"
    is_given_up = pairing.optimal is None and 8 < len(judge.players) <= 12
    if not (pairing.optimal or is_given_up) or pairing.cost != judge.cost(paired)[1]:
        return "the stated cost is wrong"
    # With more than 64 players, repeated floats are minimised within windows only.
    parts = 3 if len(judge.players) > 64 else 4
    if judge.cost(paired)[:parts] == minimum[:parts] or paired == judge.best_lasting_pairing(paired):
        return ""
    return f"{judge.cost(paired)} instead of {minimum}"
