"""The basis of a pairing is stored, and does not change with what is played, missed or dropped later."""

from dataclasses import replace

from tests.tournaments.rules.events import TRAP, event
from tournaments.rules.history import EventEntry, PlayedMatch
from tournaments.rules.pairing_basis import field_json, results_checksum, tournament_as_paired

PLAYED = event("ABCDEF", *TRAP[:2], pods=["ABCDEF"])


def test_tournament_is_restored_as_it_was_when_paired():
    before = replace(PLAYED, apart=(("A", "B"),), power_pairing=True, across=True)

    again = tournament_as_paired(field_json(before), before.rounds)

    assert again == replace(before, entries=tuple(EventEntry(entry.id) for entry in before.entries))
    assert field_json(replace(before, rounds=())) == field_json(before)


def test_rounds_recorded_as_missed_later_were_not_missed_at_pairing():
    gone = tuple(replace(entry, dropped_after_round=1) if entry.id == "A" else entry for entry in PLAYED.entries)
    then = replace(PLAYED, entries=gone)
    second = replace(PLAYED.rounds[1], matches=PLAYED.rounds[1].matches[1:])
    rounds = (PLAYED.rounds[0], second)
    since = (replace(rounds[0], missed=("L",)), replace(second, missed=("A", "L")))

    assert tournament_as_paired(field_json(then), since).rounds == rounds
    assert results_checksum(tournament_as_paired(field_json(then), since), 3) == results_checksum(
        replace(then, rounds=rounds), 3
    )


def test_checksum_covers_earlier_results_but_not_tables():
    other_tables = tuple(replace(match, table=9) for match in PLAYED.rounds[0].matches)
    other_result = (replace(PLAYED.rounds[0].matches[0], games_a=0, games_b=2), *PLAYED.rounds[0].matches[1:])

    def with_first(matches: tuple[PlayedMatch, ...]) -> str:
        return results_checksum(
            replace(PLAYED, rounds=(replace(PLAYED.rounds[0], matches=matches), PLAYED.rounds[1])), 2
        )

    assert with_first(other_tables) == results_checksum(PLAYED, 2)
    assert with_first(other_result) != results_checksum(PLAYED, 2)
    assert results_checksum(PLAYED, 1) != results_checksum(PLAYED, 2) != results_checksum(PLAYED, 3)
