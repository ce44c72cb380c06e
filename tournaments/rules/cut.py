"""The top cut: how many play on after the announced rounds, in which stages, and who they are (DRF-OP-12).

The first of the standings of the whole event are its seeds. Who has left is passed over, and the next moves up; the
event's seed decides between players whom no column tells apart.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise

from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.history import TopCut, Tournament
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.standings import standings

CUT_SIZES = (2, 4, 8)
"""So many may play on."""


class CutStage(StrEnum):
    """A round of the cut."""

    QUARTER_FINAL = "quarter_final"
    SEMI_FINAL = "semi_final"
    FINAL = "final"


STAGE_NAMES = {
    CutStage.QUARTER_FINAL: _("Quarter-final"),
    CutStage.SEMI_FINAL: _("Semi-final"),
    CutStage.FINAL: _("Final"),
}
"""What they are called, the first one first."""


class CutTooLargeError(RulesError):
    """More places than players; ``details`` count both, and say how many ``possible`` ones there are at most."""

    code = "cut_too_large"
    clause = "DRF-OP-12"
    sentence = _(
        "A top {places} needs {places} players, and {players} are there. Cut to {possible} at most, or not at all."
    )
    field = "cut"


class CutBeyondTeamsError(CutTooLargeError):
    """The same of teams."""

    sentence = _(
        "A top {places} needs {places} teams, and {players} are there. Cut to {possible} at most, or not at all."
    )


class CutSizeError(RulesError):
    """A number of places that makes no bracket."""

    code = "cut_size"
    clause = "DRF-OP-12"
    sentence = _("A top cut has 2, 4 or 8 places; 0 is none.")
    field = "cut"


def cut_size_fault(places: int) -> CutSizeError | None:
    """Return why no event can be cut to ``places``, None if one can; 0 is no cut."""
    return None if places in (0, *CUT_SIZES) else CutSizeError()


def cut_players_fault(places: int, players: int, *, teams: bool = False) -> CutTooLargeError | None:
    """Return why so many ``players``, or teams, cannot be cut to ``places``, None if they can."""
    if places <= players:
        return None
    possible = max((size for size in CUT_SIZES if size <= players), default=0)
    fault = CutBeyondTeamsError if teams else CutTooLargeError
    return fault(places=places, players=players, possible=possible)


def stages_of_size(size: int) -> list[CutStage]:
    """Return the rounds of a bracket of ``size``, the first one first."""
    return [*CutStage][-(size.bit_length() - 1) :]


def seed_cut(tournament: Tournament, places: int, seed: bytes) -> TopCut:
    """Return the cut to ``places`` with nothing played yet; fewer players make a smaller bracket, or leave places empty.

    ``tournament`` has all its announced rounds; ``seed`` is the event's.
    """
    seeds = tuple(_remaining_players(tournament, seed)[:places])
    return TopCut(next(size for size in CUT_SIZES if size >= len(seeds)), seeds)


def seeding_reasons(tournament: Tournament, cut: TopCut, seed: bytes) -> Iterator[DecisionReason]:
    """Yield why these are the seeds: how many, who was passed over, and whom the event's seed told apart."""
    yield DecisionReason("cut_seeds", {"places": len(cut.seeds)})
    ordered, ranks = _players_by_rank(tournament, seed), _ranks(tournament)
    last = max((ordered.index(player) for player in cut.seeds), default=-1)
    for player in ordered[:last]:
        if player not in cut.seeds:
            yield DecisionReason("cut_passed_over", {"player": player})
    for a, b in pairwise(_remaining_players(tournament, seed)):
        if a in cut.seeds and ranks[a] == ranks[b]:
            yield DecisionReason("cut_lot", {"a": a, "b": b})


def _players_by_rank(tournament: Tournament, seed: bytes) -> list[str]:
    """Everybody who is listed, by rank; each draws a lot of their own, which does not hang on who else draws."""
    ranks = _ranks(tournament)
    return sorted(ranks, key=lambda player: (ranks[player], RandomStream(seed, f"cut/{player}").next_word()))


def _remaining_players(tournament: Tournament, seed: bytes) -> list[str]:
    """The same without those who have left."""
    left = {entry.id for entry in tournament.entries if not entry.plays_in(tournament.planned_rounds + 1)}
    return [player for player in _players_by_rank(tournament, seed) if player not in left]


def _ranks(tournament: Tournament) -> dict[str, int]:
    return {row.player: row.rank for row in standings(tournament)}
