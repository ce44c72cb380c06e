"""The top cut: its size, its stages and its seeding (DRF-OP-12).

The first players in the standings of the whole event are its seeds. Dropped players are passed over, and the next ones
move up. Players who are tied on every tie-breaker are ordered by the event's random seed. If the cut drafts again, its
seeds are fixed when they are seated: no other player has a deck.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise

from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.history import TopCut, Tournament
from tournaments.rules.pods import draw_pods
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.standings import standings

CUT_SIZES = (2, 4, 8)
"""Allowed numbers of players in a top cut. They all sit in one pod if they draft again."""
CUT_SEATS_STREAM = "pods/cut"
"""The random stream of the seats of a top cut that drafts again."""
MIN_CUT_SEATS = 2
"""With fewer players left, a top cut does not draft again."""


class CutStage(StrEnum):
    """A round of the top cut."""

    QUARTER_FINAL = "quarter_final"
    SEMI_FINAL = "semi_final"
    FINAL = "final"


STAGE_NAMES = {
    CutStage.QUARTER_FINAL: _("Quarter-final"),
    CutStage.SEMI_FINAL: _("Semi-final"),
    CutStage.FINAL: _("Final"),
}
"""Names of the stages, in playing order."""


class CutTooLargeError(RulesError):
    """Raised if the cut has more places than players; ``details`` count both and the largest ``possible`` cut."""

    code = "cut_too_large"
    clause = "DRF-OP-12"
    sentence = _(
        "A top {places} needs {places} players, and there are only {players}. Cut to {possible} at most, or not at all."
    )
    field = "cut"


class CutBeyondTeamsError(CutTooLargeError):
    """Raised if the cut has more places than teams."""

    sentence = _(
        "A top {places} needs {places} teams, and there are only {players}. Cut to {possible} at most, or not at all."
    )


class CutSizeError(RulesError):
    """Raised if the number of places does not make a bracket."""

    code = "cut_size"
    clause = "DRF-OP-12"
    sentence = _("A top cut has 2, 4 or 8 places. Enter 0 for no top cut.")
    field = "cut"


class CutDraftError(RulesError):
    """Raised if the top cut shall draft again, but there is none."""

    code = "cut_draft"
    clause = "DRF-OP-12"
    sentence = _("There is no top cut that could draft again. Choose its size, too.")
    field = "cut_draft"


class CutPacksError(CutDraftError):
    """Raised if packs are chosen for a second draft that there is none of."""

    sentence = _("The top cut does not draft again, so it needs no packs. Let it draft again, or choose no packs.")
    field = "cut_product"


class ConstructedCutDraftError(CutDraftError):
    """Raised if the decks of the event are not drafted."""

    sentence = _("Decks are not drafted in this event, so its top cut cannot draft again.")


class TeamCutDraftError(CutDraftError):
    """Raised if teams play in the event."""

    sentence = _("The top cut of a team event plays on with its decks. Only single players can draft again.")


def cut_draft_fault(places: int, *, drafted: bool, teams: bool) -> CutDraftError | None:
    """Return why a cut to ``places`` cannot draft again, else None."""
    if not drafted:
        return ConstructedCutDraftError()
    if teams:
        return TeamCutDraftError()
    return None if places else CutDraftError()


def cut_size_fault(places: int) -> CutSizeError | None:
    """Return the error if no event can be cut to ``places``, else None; 0 means no cut."""
    return None if places in (0, *CUT_SIZES) else CutSizeError()


def cut_players_fault(places: int, players: int, *, teams: bool = False) -> CutTooLargeError | None:
    """Return the error if ``players`` players, or teams, cannot be cut to ``places``, else None."""
    if places <= players:
        return None
    possible = max((size for size in CUT_SIZES if size <= players), default=0)
    fault = CutBeyondTeamsError if teams else CutTooLargeError
    return fault(places=places, players=players, possible=possible)


def stages_of_size(size: int) -> list[CutStage]:
    """Return the stages of a bracket of ``size``, in playing order."""
    return [*CutStage][-(size.bit_length() - 1) :]


def seed_cut(tournament: Tournament, places: int, seed: bytes) -> TopCut:
    """Return a new cut to ``places``; with fewer players, the bracket is smaller or has empty slots.

    ``tournament`` has all its announced rounds; ``seed`` is the random seed of the event.
    """
    return cut_of_seeds(_remaining_players(tournament, seed)[:places])


def cut_of_seeds(seeds: Sequence[str]) -> TopCut:
    """Return a new cut with these ``seeds``, in the smallest bracket."""
    return TopCut(next(size for size in CUT_SIZES if size >= len(seeds)), tuple(seeds))


def draw_cut_seats(seeds: Sequence[str], seed: bytes) -> list[str]:
    """Return the seeds in the order of their seats, clockwise, if the cut drafts again (DRF-1.5)."""
    [pod] = draw_pods(seeds, RandomStream(seed, CUT_SEATS_STREAM), sizes=[len(seeds)])
    return pod


def seeding_reasons(tournament: Tournament, cut: TopCut, seed: bytes) -> Iterator[DecisionReason]:
    """Yield why these are the seeds: how many, which players were passed over, and ties that were broken by lot."""
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
    """Return all ranked players; ties are broken by a lot that depends only on the seed and the player."""
    ranks = _ranks(tournament)
    return sorted(ranks, key=lambda player: (ranks[player], RandomStream(seed, f"cut/{player}").next_word()))


def _remaining_players(tournament: Tournament, seed: bytes) -> list[str]:
    """Return all ranked players who have not dropped."""
    dropped = {entry.id for entry in tournament.entries if not entry.plays_in(tournament.planned_rounds + 1)}
    return [player for player in _players_by_rank(tournament, seed) if player not in dropped]


def _ranks(tournament: Tournament) -> dict[str, int]:
    return {row.player: row.rank for row in standings(tournament)}
