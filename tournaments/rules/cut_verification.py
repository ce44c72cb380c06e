"""Verify that the top cut of an event follows from its standings, its results and its seed (DRF-OP-12).

Format of a stage in an event file:

    {"round": 4, "basis": hex, "field": a tournament file without rounds (tournaments.rules.pairing_basis),
     "decided": [{"action": "pairings_kept", "reason": "..."}, ...]}

If the cut has drafted again, the event file has "cut_draft", about the time at which it was seated:

    {"seeds": ["3", "1", ...], "seats": ["1", "3", ...], clockwise, "basis": hex, "field": as above}

The seeds and the matches that were played are in the tournament of the event. ``decided`` has the public decisions of
officials about the stage, in order.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from drafting.rules.seed_verification import JsonMapping, SeedCheck
from gameplay.engine.core.errors import _
from tournaments.rules.bracket import pair_stage
from tournaments.rules.cut import cut_of_seeds, draw_cut_seats, seed_cut
from tournaments.rules.history import PlayedRound, TopCut, Tournament
from tournaments.rules.pairing_basis import results_checksum, tournament_as_paired
from tournaments.rules.pairing_verification import add_decision_notes, add_note
from tournaments.rules.tournament_file import read_tournament


def verify_cut_draft(table: JsonMapping, seed: bytes) -> list[SeedCheck]:
    """Recompute the seeds of a top cut that has drafted again, and its seats. Raise as `verify_cut`."""
    row, seats, seeds = table["cut_draft"], SeedCheck("seats"), SeedCheck("cut")
    here = tournament_as_paired(row["field"], read_tournament(json.dumps(table["tournament"])).rounds)
    if results_checksum(here, here.planned_rounds + 1) == row["basis"]:
        seeds.add(_has_drawn_seeds(here, cut_of_seeds(row["seeds"]), seed), WRONG_SEEDS)
    else:
        sentence = _("A result was corrected after the top cut was seated for its draft. The seeds were kept.")
        add_note(seeds, sentence)
    drawn = draw_cut_seats(row["seeds"], seed)
    for number, (player, taken) in enumerate(zip(drawn, row["seats"], strict=True), 1):
        sentence = _("{name} had seat {seat} in the draft of the top cut; the seed gives it to {other}.")
        names = {"name": table["players"][taken], "other": table["players"][player]}
        seats.add(player == taken, sentence, seat=number, **names)
    return [seats, seeds]


def verify_cut(table: JsonMapping, seed: bytes) -> SeedCheck:
    """Recompute the seeds and the matches of the top cut.

    A published stage is never changed by a correction, so a stage whose basis was corrected is not recomputed. Raise
    KeyError, TypeError, ValueError or UnreadableError if ``table`` is not an event file.
    """
    check, tournament = SeedCheck("cut"), read_tournament(json.dumps(table["tournament"]))
    cut, rows = tournament.cut, {row["round"]: row for row in table["stages"]}
    for place, played in enumerate(cut.rounds if cut else ()):
        if cut and (row := rows.get(played.number)):
            add_decision_notes(check, row)
            before = replace(cut, rounds=cut.rounds[:place], ended_early=False)
            here = replace(tournament_as_paired(row["field"], tournament.rounds), cut=before)
            _check_stage(check, here, played, row["basis"], seed, seated=table.get("cut_draft", {}).get("seeds"))
    return check


def _check_stage(
    check: SeedCheck,
    here: Tournament,
    played: PlayedRound,
    basis: str,
    seed: bytes,
    *,
    seated: Sequence[str] | None,
) -> None:
    """Check a stage that was paired in the tournament ``here``, whose cut has only the stages before it.

    ``seated`` are the seeds of a cut that has drafted again, which do not depend on later results.
    """
    assert here.cut is not None
    number, is_first = played.number, not here.cut.rounds
    if is_first and seated is not None:
        check.add(here.cut.seeds == tuple(seated), _("The seeds of the top cut are not those who have drafted."))
    elif results_checksum(here, number) != basis:
        sentence = _("Round {round}: an earlier result was corrected after pairing, so the pairing is not recomputed.")
        if is_first:
            sentence = _("Round {round}: a result was corrected after the top cut was paired. The seeds were kept.")
        add_note(check, sentence, round=number)
        return
    elif is_first:
        check.add(_has_drawn_seeds(here, here.cut, seed), WRONG_SEEDS)
    pairing = pair_stage(here, here.cut, seed, has_drafted=seated is not None)
    pairs = {(match.a, match.b) for match in played.matches}
    same = ({*pairing.pairs}, {*pairing.byes}) == (pairs, {*played.byes})
    check.add(same, _("Round {round}: the matches do not follow the bracket."), round=number)


WRONG_SEEDS = _("The seeds of the top cut do not match the standings.")


def _has_drawn_seeds(tournament: Tournament, cut: TopCut, seed: bytes) -> bool:
    drawn = seed_cut(tournament, len(cut.seeds), seed)
    return (drawn.size, drawn.seeds) == (cut.size, cut.seeds)
