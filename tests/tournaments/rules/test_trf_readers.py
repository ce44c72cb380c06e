"""TRF files are read by py4swiss, independent pairing engines of chess, which also pair from them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gameplay.engine.core.chance import RandomStream
from tests.instruments.pairings.events import drop_and_add_players, new_event, play_round
from tests.instruments.pairings.judge import PairingJudge
from tournaments.rules.history import PlayedMatch, Tournament
from tournaments.rules.swiss import pair_round
from tournaments.rules.tiebreaks import TIE_BREAK_RULES, match_records
from tournaments.rules.trf import write_trf
from tournaments.rules.trf_reader import read_trf

EVENTS = 20
parser = pytest.importorskip("py4swiss.trf", reason="py4swiss is not available on this machine").TrfParser
engines = pytest.importorskip("py4swiss.engines")


def random_rounds(number: int, *, largest: int = 40) -> Iterator[Tournament]:
    """Yield a random event before each of its rounds and at its end, with every kind of result that a TRF has."""
    chance = RandomStream(b"trf", str(number))
    tournament = replace(new_event(chance, largest), ruleset="mtr")
    yield tournament
    while tournament.next_round <= tournament.planned_rounds:
        pairing = pair_round(tournament, seed=chance.next_word().to_bytes(4, "big"))
        if not pairing.possible:
            return
        tournament = _with_double_losses(play_round(tournament, pairing, chance), chance)
        tournament = _with_absences(drop_and_add_players(tournament, chance), chance)
        yield tournament


def _with_double_losses(tournament: Tournament, chance: RandomStream) -> Tournament:
    last = tournament.rounds[-1]
    matches = tuple(_double_loss(match) if chance.below(8) == 0 else match for match in last.matches)
    return replace(tournament, rounds=(*tournament.rounds[:-1], replace(last, matches=matches)))


def _double_loss(match: PlayedMatch) -> PlayedMatch:
    return replace(match, games_a=0, games_b=0, games_drawn=0, double_loss=True)


def _with_absences(tournament: Tournament, chance: RandomStream) -> Tournament:
    """Sometimes let a player return after a drop, or disqualify one."""
    entries = list(tournament.entries)
    rounds = list(tournament.rounds)
    for place, entry in enumerate(entries):
        dropped = entry.dropped_after_round
        if dropped is not None and chance.below(4) == 0:
            entries[place] = replace(entry, dropped_after_round=None)
            rounds[dropped:] = [replace(each, missed=(*each.missed, entry.id)) for each in rounds[dropped:]]
        elif dropped is None and chance.below(40) == 0:
            entries[place] = replace(entry, disqualified=True)
    return replace(tournament, entries=tuple(entries), rounds=tuple(rounds))


def parsed(tournament: Tournament, path: Path) -> Any:
    path.write_text(write_trf(tournament, name="Open"), encoding="utf-8", newline="")
    return parser.parse(path)


@pytest.mark.parametrize("number", range(EVENTS))
def test_every_export_is_read(number: int, tmp_path: Path):
    for tournament in random_rounds(number):
        found = parsed(tournament, tmp_path / "open.trf")

        records = match_records(tournament, TIE_BREAK_RULES["mtr"])
        assert [each.points_times_ten for each in found.player_sections] == [
            10 * records[entry.id].match_points for entry in tournament.entries
        ]
        assert found.x_section.number_of_rounds == tournament.planned_rounds
        again = match_records(read_trf(write_trf(tournament)), TIE_BREAK_RULES["mtr"])
        assert [record.match_points for record in again.values()] == [
            record.match_points for record in records.values()
        ]


@pytest.mark.parametrize("number", range(EVENTS))
def test_their_pairings_are_legal_and_cost_no_less(number: int, tmp_path: Path):
    for tournament in random_rounds(number, largest=16):
        judge = PairingJudge(tournament)
        if tournament.next_round > tournament.planned_rounds or len(judge.players) < 2:
            return
        try:
            pairings = engines.DutchEngine.generate_pairings(parsed(tournament, tmp_path / "open.trf"))
        except engines.common.PairingError:
            continue  # their rules about colours may leave no pairing
        ids = [entry.id for entry in tournament.entries]
        theirs = frozenset(
            frozenset(ids[each - 1] for each in (pairing.white, pairing.black) if each) for pairing in pairings
        )
        minimum = judge.minimum_by_matching()

        assert sorted(player for meeting in theirs for player in meeting) == sorted(judge.players)
        assert not theirs & judge.excluded
        assert minimum is not None
        assert judge.cost(theirs) >= minimum
