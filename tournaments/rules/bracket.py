"""The bracket of a top cut: who meets whom in each stage, who goes on, and who ends where (DRF-OP-12).

The first seed meets the last, and the first two can meet in the final alone. The winner of a match goes on; so does,
without a match, whoever finds no opponent: the place was empty, its player has left since, or both there have lost.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, groupby, zip_longest

from tournaments.rules.cut import STAGE_NAMES, seed_cut, seeding_reasons, stages_of_size
from tournaments.rules.history import PlayedMatch, PlayedRound, TopCut, Tournament
from tournaments.rules.pairing import RoundPairing
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.standings import Standing, standings

Slots = tuple[str | None, ...]
"""Who stands in each place of a stage, from the top of the bracket; None for nobody, or nobody yet."""


def bracket_order(size: int) -> list[int]:
    """Return the seeds of a bracket of ``size`` from its top: neighbours meet, and their winners are neighbours."""
    return [1] if size == 1 else [place for seed in bracket_order(size // 2) for place in (seed, size + 1 - seed)]


def is_decided(match: PlayedMatch) -> bool:
    """Whether a match of a cut is over: without games it is still to be played."""
    return match.winner is not None or match.double_loss


def is_complete(cut: TopCut) -> bool:
    """Whether every match of the rounds of ``cut`` is decided."""
    return all(is_decided(match) for played in cut.rounds for match in played.matches)


def kept_rounds(cut: TopCut) -> tuple[int, ...]:
    """Return the numbers of the rounds of ``cut`` in which somebody plays who has not gone on from the one before."""
    stages_played = zip(cut.rounds, cut.rounds[1:], strict=False)
    return tuple(after.number for before, after in stages_played if not _players(after) <= _advanced_players(before))


def bracket_fault(cut: TopCut) -> tuple[int, str] | None:
    """Return the place of the first round of ``cut`` that is not of its bracket, from 0, and why not; None if all are."""
    for place, played in enumerate(cut.rounds):
        if place >= len(stages_of_size(cut.size)):
            return place, f"a top {cut.size} has {len(stages_of_size(cut.size))} rounds"
        before = cut.rounds[place - 1] if place else None
        if found := _round_fault(cut, place, played, before):
            return place, found
    return None


def slots_by_stage(cut: TopCut) -> list[Slots]:
    """Return who stands where in each stage that was paired, then in the next one; after the last the winner alone.

    Where an official kept a pairing after a correction, who was paired goes on, not who has won by what counts now.
    """
    seeds: dict[int, str] = dict(enumerate(cut.seeds, 1))
    found: list[Slots] = [tuple(seeds.get(seed) for seed in bracket_order(cut.size))]
    for played, after in zip_longest(cut.rounds, cut.rounds[1:]):
        paired = _players(after) if after else set()
        found.append(tuple(_advancing_player(pair, played, paired) for pair in slot_pairs(found[-1])))
    return found


def slot_pairs(places: Slots) -> list[tuple[str | None, str | None]]:
    """Return who meets in one stage, from the top of the bracket."""
    return list(zip(places[::2], places[1::2], strict=False))


def next_round_number(tournament: Tournament, cut: TopCut) -> int:
    """Return the number of the next round of ``cut``; they go on from those of the announced rounds."""
    return tournament.planned_rounds + len(cut.rounds) + 1


def current_cut(tournament: Tournament, places: int, seed: bytes) -> TopCut:
    """Return the cut as it was begun, or as it would be now, to so many ``places``."""
    return tournament.cut or seed_cut(tournament, places, seed)


def pair_stage(tournament: Tournament, cut: TopCut, seed: bytes) -> RoundPairing:
    """Return the next round of ``cut``. It is not possible before all matches are decided, nor once the cut is over.

    Higher seeds are named first. Whoever has left, or is disqualified, leaves the opponent a walkover.
    """
    if undecided := [*_undecided(cut), *_unpaired_slots(tournament, cut)]:
        return RoundPairing(
            possible=False, reasons=tuple(DecisionReason("cut_undecided", {"a": a, "b": b}) for a, b in undecided)
        )
    met, alone = ([], []) if cut.ended_early else _next(tournament, cut)
    if not (met or alone):
        return RoundPairing(possible=False, reasons=(DecisionReason("cut_over"),))
    why = [DecisionReason("cut_winners")] if cut.rounds else list(seeding_reasons(tournament, cut, seed))
    return RoundPairing(tuple(met), tuple(alone), optimal=True, reasons=tuple(why))


def stage_reasons(cut: TopCut, pairing: RoundPairing) -> Iterator[DecisionReason]:
    """Yield a reason for each pair and each bye of a round of ``cut``."""
    seeds = {player: seed for seed, player in enumerate(cut.seeds, 1)}
    code = "bracket" if cut.rounds else "seeds"
    for a, b in pairing.pairs:
        yield DecisionReason(code, {"a": a, "b": b, "first": seeds[a], "second": seeds[b]})
    for player in pairing.byes:
        yield DecisionReason("walkover", {"player": player})


def earliest_stage(cut: TopCut, a: str, b: str) -> int | None:
    """Return the place, from 0, of the stage in which two can meet at the earliest; None for who is not in ``cut``."""
    if not {a, b} <= set(cut.seeds):
        return None
    places = bracket_order(cut.size)
    first, second = (places.index(cut.seeds.index(player) + 1) for player in (a, b))
    return (first ^ second).bit_length() - 1


def why_not_in_bracket(cut: TopCut, tables: Collection[Collection[str]], a: str, b: str) -> DecisionReason:
    """Return why ``a`` does not meet ``b`` in a stage with these ``tables``, of which those without an opponent are some."""
    stage = earliest_stage(cut, a, b)
    for player in (a, b):
        if stage is None or not any(player in table for table in tables):
            return DecisionReason("not_in_cut", {"player": player})
    if any({a, b} == set(table) for table in tables):
        return DecisionReason("do_meet", {"a": a, "b": b})
    return DecisionReason("halves", {"a": a, "b": b, "stage": STAGE_NAMES[stages_of_size(cut.size)[stage or 0]]})


def is_cut_over(tournament: Tournament) -> bool:
    """Whether the cut of ``tournament`` is played to its end, or ended early, or nobody is left to play it."""
    cut = tournament.cut
    if cut is None or not is_complete(cut):
        return False
    return cut.ended_early or not any(_next(tournament, cut))


def final_standings(tournament: Tournament) -> list[Standing]:
    """Return the standings as the event ends: the cut first, once it is over, then everybody else by Swiss rank.

    Who lost in a later stage stands higher; those who lost in the same one are in the order of their seeds.
    """
    rows, cut = standings(tournament), tournament.cut
    if cut is None or not is_cut_over(tournament):
        return rows
    reached = {player: stage for stage, places in enumerate(slots_by_stage(cut)) for player in places if player}

    def place(row: Standing) -> tuple[int, ...]:
        if row.player in reached:
            return (0, -reached[row.player], cut.seeds.index(row.player))
        return (1, row.rank)

    found: list[Standing] = []
    for _place, tied in groupby(sorted(rows, key=place), key=place):
        rank = len(found) + 1
        found += [replace(row, rank=rank, swiss_rank=row.rank) for row in tied]
    return found


def _undecided(cut: TopCut) -> Iterator[tuple[str, str]]:
    """Yield who still play in a round of ``cut``."""
    return ((match.a, match.b) for played in cut.rounds for match in played.matches if not is_decided(match))


def _unpaired_slots(tournament: Tournament, cut: TopCut) -> Iterator[tuple[str, str]]:
    """Yield who should have met in the last round of ``cut``, where it says nothing of either and neither has left."""
    if not cut.rounds:
        return
    last = cut.rounds[-1]
    here = {entry.id for entry in tournament.entries if entry.plays_in(last.number)} - _players(last) - {*last.missed}
    for a, b in slot_pairs(slots_by_stage(replace(cut, rounds=cut.rounds[:-1]))[-1]):
        if a and b and {a, b} <= here:
            yield a, b


def _next(tournament: Tournament, cut: TopCut) -> tuple[list[tuple[str, str]], list[str]]:
    """The pairs and byes of the next round."""
    number, seeds = next_round_number(tournament, cut), {player: seed for seed, player in enumerate(cut.seeds, 1)}
    out = {entry.id for entry in tournament.entries if not entry.plays_in(number)}
    met: list[tuple[str, str]] = []
    alone: list[str] = []
    for pair in slot_pairs(slots_by_stage(cut)[-1]):
        here = sorted((player for player in pair if player and player not in out), key=seeds.__getitem__)
        if len(here) == 2:
            met.append((here[0], here[1]))
        alone += here if len(here) == 1 else []
    return met, alone


def _advancing_player(pair: Sequence[str | None], played: PlayedRound, paired: set[str]) -> str | None:
    """Who of ``pair`` goes on: who was ``paired`` in the next stage, else who has won or had no opponent."""
    here = [player for player in pair if player]
    if kept := [player for player in here if player in paired]:
        return kept[0]
    met = (match.winner for match in played.matches if {match.a, match.b} == set(here))
    return next(met, None) or next((player for player in here if player in played.byes), None)


def _round_fault(cut: TopCut, place: int, played: PlayedRound, before: PlayedRound | None) -> str | None:
    """Why a round is not that stage of the bracket, which comes after the round ``before``."""
    met = {frozenset((match.a, match.b)) for match in played.matches}
    for a, b in combinations(sorted(_players(played), key=cut.seeds.index), 2):
        stage, meet = earliest_stage(cut, a, b), frozenset((a, b)) in met
        if meet and stage != place:
            return f"{a} and {b} do not meet in this round of the bracket"
        if not meet and stage is not None and stage <= place:
            return f"{a} and {b} stand in the same part of the bracket and do not meet"
    for player in sorted(_players(played) if before else (), key=cut.seeds.index):
        assert before is not None
        if player not in _players(before):
            return f"{player} is not in round {before.number}"
        if played.number not in cut.kept and player not in _advanced_players(before):
            return f"{player} did not win in round {before.number}"
    return None


def _advanced_players(played: PlayedRound) -> set[str]:
    """Who has won in a round, or had no opponent."""
    return {match.winner for match in played.matches if match.winner} | set(played.byes)


def _players(played: PlayedRound) -> set[str]:
    return {player for match in played.matches for player in (match.a, match.b)} | set(played.byes)
