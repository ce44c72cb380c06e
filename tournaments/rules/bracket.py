"""The single-elimination bracket of a top cut: pairs of each stage, advancing players and final places (DRF-OP-12).

The first seed meets the last, and the first two seeds can meet only in the final. The winner of a match advances. A
player without an opponent advances by a walkover: the slot is empty, its player has dropped, or both players of the
previous match lost.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, groupby, zip_longest

from gameplay.engine.core.errors import Translatable, _
from tournaments.rules.cut import STAGE_NAMES, seed_cut, seeding_reasons, stages_of_size
from tournaments.rules.history import PlayedMatch, PlayedRound, TopCut, Tournament
from tournaments.rules.pairing import RoundPairing
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.standings import Standing, standings

Slots = tuple[str | None, ...]
"""The players of a stage, from the top of the bracket; None for an empty slot or one that is still undecided."""


def bracket_order(size: int) -> list[int]:
    """Return the seeds of a bracket of ``size``, from its top.

    Neighbours meet, and their winners are neighbours in the next stage.
    """
    return [1] if size == 1 else [place for seed in bracket_order(size // 2) for place in (seed, size + 1 - seed)]


def is_decided(match: PlayedMatch) -> bool:
    """Return whether a match of a cut has a winner or is a double loss."""
    return match.winner is not None or match.double_loss


def is_complete(cut: TopCut) -> bool:
    """Return whether every match of the rounds of ``cut`` is decided."""
    return all(is_decided(match) for played in cut.rounds for match in played.matches)


def kept_rounds(cut: TopCut) -> tuple[int, ...]:
    """Return the numbers of the rounds of ``cut`` with a player who did not advance from the round before."""
    stages_played = zip(cut.rounds, cut.rounds[1:], strict=False)
    return tuple(after.number for before, after in stages_played if not _players(after) <= _advanced_players(before))


def bracket_fault(cut: TopCut) -> tuple[int, Translatable] | None:
    """Return the index of the first round of ``cut`` that does not follow its bracket, and why; None if all do."""
    for place, played in enumerate(cut.rounds):
        if place >= (stages := len(stages_of_size(cut.size))):
            one, several = _("a top {size} has {rounds} round"), _("a top {size} has {rounds} rounds")
            return place, Translatable(one if stages == 1 else several, size=cut.size, rounds=stages)
        before = cut.rounds[place - 1] if place else None
        if fault := _round_fault(cut, place, played, before):
            return place, fault
    return None


def slots_by_stage(cut: TopCut) -> list[Slots]:
    """Return the slots of each paired stage and of the stage after it; after the final, the winner alone.

    If an official kept a pairing after a correction, the paired player advances, not the winner by the current results.
    """
    seeds: dict[int, str] = dict(enumerate(cut.seeds, 1))
    stages: list[Slots] = [tuple(seeds.get(seed) for seed in bracket_order(cut.size))]
    for played, after in zip_longest(cut.rounds, cut.rounds[1:]):
        paired = _players(after) if after else set()
        stages.append(tuple(_advancing_player(pair, played, paired) for pair in slot_pairs(stages[-1])))
    return stages


def slot_pairs(places: Slots) -> list[tuple[str | None, str | None]]:
    """Return the pairs of one stage, from the top of the bracket."""
    return list(zip(places[::2], places[1::2], strict=False))


def next_round_number(tournament: Tournament, cut: TopCut) -> int:
    """Return the number of the next round of ``cut``; numbering continues after the announced rounds."""
    return tournament.planned_rounds + len(cut.rounds) + 1


def current_cut(tournament: Tournament, places: int, seed: bytes) -> TopCut:
    """Return the cut of ``tournament`` if it has begun, else a new one with ``places`` places."""
    return tournament.cut or seed_cut(tournament, places, seed)


def pair_stage(tournament: Tournament, cut: TopCut, seed: bytes, *, has_drafted: bool = False) -> RoundPairing:
    """Return the next round of ``cut``; it is impossible before all matches are decided and after the cut is over.

    Higher seeds are named first. The opponent of a dropped or disqualified player gets a walkover. ``has_drafted`` is
    whether the seeds were fixed when they were seated for a draft.
    """
    if undecided := [*_undecided(cut), *_unpaired_slots(tournament, cut)]:
        return RoundPairing(
            possible=False, reasons=tuple(DecisionReason("cut_undecided", {"a": a, "b": b}) for a, b in undecided)
        )
    pairs, byes = ([], []) if cut.ended_early else _next_pairs(tournament, cut)
    if not (pairs or byes):
        return RoundPairing(possible=False, reasons=(DecisionReason("cut_over"),))
    if cut.rounds:
        reasons = [DecisionReason("cut_winners")]
    elif has_drafted:
        reasons = [DecisionReason("cut_drafted", {"places": len(cut.seeds)})]
    else:
        reasons = list(seeding_reasons(tournament, cut, seed))
    return RoundPairing(tuple(pairs), tuple(byes), optimal=True, reasons=tuple(reasons))


def stage_reasons(cut: TopCut, pairing: RoundPairing) -> Iterator[DecisionReason]:
    """Yield a reason for each pair and each bye of a round of ``cut``."""
    seeds = {player: seed for seed, player in enumerate(cut.seeds, 1)}
    code = "bracket" if cut.rounds else "seeds"
    for a, b in pairing.pairs:
        yield DecisionReason(code, {"a": a, "b": b, "first": seeds[a], "second": seeds[b]})
    for player in pairing.byes:
        yield DecisionReason("walkover", {"player": player})


def earliest_stage(cut: TopCut, a: str, b: str) -> int | None:
    """Return the index of the earliest stage in which two players can meet; None if either is not in ``cut``."""
    if not {a, b} <= set(cut.seeds):
        return None
    places = bracket_order(cut.size)
    first, second = (places.index(cut.seeds.index(player) + 1) for player in (a, b))
    return (first ^ second).bit_length() - 1


def why_not_in_bracket(cut: TopCut, tables: Collection[Collection[str]], a: str, b: str) -> DecisionReason:
    """Return why ``a`` does not meet ``b`` in a stage with these ``tables``; a table may have only one player."""
    stage = earliest_stage(cut, a, b)
    for player in (a, b):
        if stage is None or not any(player in table for table in tables):
            return DecisionReason("not_in_cut", {"player": player})
    if any({a, b} == set(table) for table in tables):
        return DecisionReason("do_meet", {"a": a, "b": b})
    return DecisionReason("halves", {"a": a, "b": b, "stage": STAGE_NAMES[stages_of_size(cut.size)[stage or 0]]})


def is_cut_over(tournament: Tournament) -> bool:
    """Return whether the cut of ``tournament`` is complete, was ended early, or has no players left."""
    cut = tournament.cut
    if cut is None or not is_complete(cut):
        return False
    return cut.ended_early or not any(_next_pairs(tournament, cut))


def final_standings(tournament: Tournament) -> list[Standing]:
    """Return the final standings: the players of the cut first, once it is over, then the others by Swiss rank.

    Players who lost in a later stage rank higher; players who lost in the same stage are in the order of their seeds.
    """
    rows, cut = standings(tournament), tournament.cut
    if cut is None or not is_cut_over(tournament):
        return rows
    reached = {player: stage for stage, places in enumerate(slots_by_stage(cut)) for player in places if player}

    def place(row: Standing) -> tuple[int, ...]:
        if row.player in reached:
            return (0, -reached[row.player], cut.seeds.index(row.player))
        return (1, row.rank)

    ranked: list[Standing] = []
    for _place, tied in groupby(sorted(rows, key=place), key=place):
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank, swiss_rank=row.rank) for row in tied]
    return ranked


def _undecided(cut: TopCut) -> Iterator[tuple[str, str]]:
    """Yield the pairs of ``cut`` whose matches are not decided."""
    return ((match.a, match.b) for played in cut.rounds for match in played.matches if not is_decided(match))


def _unpaired_slots(tournament: Tournament, cut: TopCut) -> Iterator[tuple[str, str]]:
    """Yield the pairs missing from the last round of ``cut``, in which both players are still in the tournament."""
    if not cut.rounds:
        return
    last = cut.rounds[-1]
    here = {entry.id for entry in tournament.entries if entry.plays_in(last.number)} - _players(last) - {*last.missed}
    for a, b in slot_pairs(slots_by_stage(replace(cut, rounds=cut.rounds[:-1]))[-1]):
        if a and b and {a, b} <= here:
            yield a, b


def _next_pairs(tournament: Tournament, cut: TopCut) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the pairs and byes of the next round."""
    number, seeds = next_round_number(tournament, cut), {player: seed for seed, player in enumerate(cut.seeds, 1)}
    out = {entry.id for entry in tournament.entries if not entry.plays_in(number)}
    pairs: list[tuple[str, str]] = []
    byes: list[str] = []
    for pair in slot_pairs(slots_by_stage(cut)[-1]):
        here = sorted((player for player in pair if player and player not in out), key=seeds.__getitem__)
        if len(here) == 2:
            pairs.append((here[0], here[1]))
        byes += here if len(here) == 1 else []
    return pairs, byes


def _advancing_player(pair: Sequence[str | None], played: PlayedRound, paired: set[str]) -> str | None:
    """Return the player of ``pair`` who was ``paired`` in the next stage, else the winner or the player with a bye."""
    here = [player for player in pair if player]
    if kept := [player for player in here if player in paired]:
        return kept[0]
    winners = (match.winner for match in played.matches if {match.a, match.b} == set(here))
    return next(winners, None) or next((player for player in here if player in played.byes), None)


def _round_fault(cut: TopCut, place: int, played: PlayedRound, before: PlayedRound | None) -> Translatable | None:
    """Return why ``played``, which follows ``before``, is not the stage ``place`` of the bracket; None if it is."""
    met = {frozenset((match.a, match.b)) for match in played.matches}
    for a, b in combinations(sorted(_players(played), key=cut.seeds.index), 2):
        stage, meet = earliest_stage(cut, a, b), frozenset((a, b)) in met
        if meet and stage != place:
            return Translatable(_("{a} and {b} do not meet in this round of the bracket"), a=a, b=b)
        if not meet and stage is not None and stage <= place:
            return Translatable(_("{a} and {b} are in the same part of the bracket and do not meet"), a=a, b=b)
    for player in sorted(_players(played) if before else (), key=cut.seeds.index):
        assert before is not None
        if player not in _players(before):
            return Translatable(_("{player} is not in round {number}"), player=player, number=before.number)
        if played.number not in cut.kept and player not in _advanced_players(before):
            return Translatable(_("{player} did not win in round {number}"), player=player, number=before.number)
    return None


def _advanced_players(played: PlayedRound) -> set[str]:
    """Return the players who won in a round or had a bye."""
    return {match.winner for match in played.matches if match.winner} | set(played.byes)


def _players(played: PlayedRound) -> set[str]:
    return {player for match in played.matches for player in (match.a, match.b)} | set(played.byes)
