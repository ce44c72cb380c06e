"""TRF files: columns, round trips and errors."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from gameplay.engine.core.errors import UnreadableError
from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tests.tournaments.rules.events import event, played
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.rules.standings import standings
from tournaments.rules.swiss import pair_round
from tournaments.rules.tiebreaks import TIE_BREAK_RULES, tie_break_scores
from tournaments.rules.trf import write_trf
from tournaments.rules.trf_reader import is_trf, read_trf

ONE_ROUND = event("ABCDE", played(1, "B-A 2-1-0, C-D 1-1-1", byes="E"))
# The columns of TRF16: 1-3 code, 5-8 number, 10-13 sex and title, 15-47 name, 49-52 rating, 54-56 federation,
# 58-68 id, 70-79 birth, 81-84 points, 86-89 rank, 92-95, 97 and 99 opponent, colour and sign of the first round.
CHESS = "001 {number:4} m  g {name:33} 2527 AZE {id:11} 1978/10/03 {points:4} {rank:4}{rounds}"


def chess_line(number: int, rounds: str) -> str:
    return CHESS.format(number=number, name="Mirzoev, Azer", id=13400304, points=4.0, rank=1, rounds=rounds)


def columns(text: str, number: int) -> str:
    return next(line for line in text.split("\r\n") if line.startswith(f"001 {number:4}"))


def test_fields_are_in_their_columns():
    text = write_trf(event("ABCDE", played(1, "B-A 2-1-0, C-D 1-1-1", byes="E")), name="Winter\nDraft")

    assert text.startswith("012 Winter Draft\r\n062 5\r\n")
    assert "\r\nXXR 3\r\nBBW    3.0\r\nBBD    1.0\r\nBBU    3.0\r\n" in text
    second = columns(text, 2)
    assert (second[80:84], second[85:89], second[91:99]) == (" 3.0", "   2", "   1 w 1")
    assert [columns(text, number)[91:99] for number in (1, 3, 4, 5)] == ["   2 b 0", "   4 w =", "   3 b =", "0000 - U"]


def test_names_of_any_kind_are_in_their_columns():
    tournament = Tournament((EventEntry("A", "鈴木 あおい"), EventEntry("B", "x" * 50)), 3)

    text = write_trf(tournament)

    assert columns(text, 1)[14:47].strip() == "鈴木 あおい"
    assert columns(text, 2)[14:48] == "x" * 33 + " "


def test_file_of_another_program_is_read():
    lines = ["012 Open", "XXR 7", "### anything", "022 Baku"]
    lines += [chess_line(1, "    26 w 1    13 b 1  0000 - U"), chess_line(26, "     1 b 0  0000 - -            ")]
    found = read_trf("\r".join([*lines, chess_line(13, "  0000 - Z     1 w 0  0000 - f")]))

    assert (found.planned_rounds, len(found.rounds)) == (7, 3)
    assert found.entries == (
        EventEntry("1", "Mirzoev, Azer"),
        EventEntry("13", "Mirzoev, Azer", 2),
        EventEntry("26", "Mirzoev, Azer"),
    )
    assert found.rounds[0].matches == (PlayedMatch("1", "26", 1, 0),)
    assert found.rounds[1] == PlayedRound(2, (PlayedMatch("13", "1", 0, 1),), (), ("26",))
    assert found.rounds[2].byes == ("1", "13")


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Draw a tournament that a TRF can hold: ids are numbers, one game a match, no absence between rounds."""
    count, rounds = draw(st.integers(1, 9)), draw(st.integers(0, 4))
    entries = [draw(entrants(str(number), rounds)) for number in range(1, count + 1)]
    history = [draw(played_rounds(number, entries)) for number in range(1, rounds + 1)]
    while history and not (history[-1].matches or history[-1].byes):
        history.pop()  # a last round without games is not written
    if len(history) < rounds:
        entries = [EventEntry(entry.id, entry.name) for entry in entries]
        history = []
    pairs = st.lists(st.sampled_from([*combinations([entry.id for entry in entries], 2)]), max_size=3, unique=True)
    apart = tuple(draw(pairs)) if count > 1 else ()
    planned = draw(st.integers(max(1, rounds), 9))
    return Tournament(tuple(entries), planned, rounds=tuple(history), apart=apart).with_missed_rounds


@st.composite
def entrants(draw: st.DrawFn, number: str, rounds: int) -> EventEntry:
    name = draw(st.text("abc éあ鈴", max_size=33).map(lambda text: " ".join(text.split())))
    entered = draw(st.integers(1, rounds + 1))
    dropped = draw(st.one_of(st.none(), st.integers(entered, rounds))) if entered <= rounds else None
    return (
        EventEntry(number, name, entered, dropped)
        if draw(st.booleans())
        else EventEntry(number, name, 1, draw(st.sampled_from([None, 0])))
    )


@st.composite
def played_rounds(draw: st.DrawFn, number: int, entries: list[EventEntry]) -> PlayedRound:
    here = draw(st.permutations([entry.id for entry in entries if entry.plays_in(number)]))
    pairs = draw(st.integers(0, len(here) // 2))
    results = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0, None, True)]  # the last one is a double loss
    games: list[Any] = [draw(st.sampled_from(results)) for _ in range(pairs)]
    matches = [PlayedMatch(here[2 * place], here[2 * place + 1], *games[place]) for place in range(pairs)]
    alone = here[2 * pairs :]
    byes = draw(st.integers(0, len(alone)))
    return PlayedRound(number, tuple(matches), tuple(alone[:byes]), tuple(alone[byes:]))


def canonical(tournament: Tournament) -> Any:
    """Return what a TRF keeps: results, names, exclusions, and while rounds remain, who is absent and missed a round.

    A round that a player missed immediately before dropping is read as one after the drop.
    """
    rounds = [(each.number, {*each.matches}, {*each.byes}) for each in tournament.rounds]
    double = {
        frozenset((match.a, match.b)) for each in tournament.rounds for match in each.matches if match.double_loss
    }
    apart = {*map(frozenset, tournament.apart)} - double
    found = [entry.name for entry in tournament.entries], tournament.planned_rounds, rounds, apart
    if tournament.next_round > tournament.planned_rounds:
        return found
    here = [entry.id for entry in tournament.entries if entry.plays_in(tournament.next_round)]
    missed = [{*each.missed} & {*here} for each in tournament.rounds]
    return found, here, missed


@given(tournaments())
def test_written_trf_is_read_back(tournament: Tournament):
    text = write_trf(tournament)

    assert is_trf(text)
    assert canonical(read_trf(text)) == canonical(tournament)
    assert all(len(line) < 91 or (len(line) - 89) % 10 == 0 for line in text.split("\r\n") if line.startswith("001"))


@given(tournaments())
def test_written_points_are_the_match_points(tournament: Tournament):
    text, counted = write_trf(tournament), tie_break_scores(tournament, TIE_BREAK_RULES["mtr"]).records

    for entry in tournament.entries:
        line = columns(text, int(entry.id))
        assert float(line[80:84]) == counted[entry.id].match_points


def test_next_round_can_be_paired_from_a_trf():
    worked = event("ABCDEF", played(1, "A-B 2-1-0, C-D 2-0-1, E-F 1-1-1"))

    found = read_trf(write_trf(worked))

    assert found.rounds[0].matches == (
        PlayedMatch("1", "2", 1, 0),
        PlayedMatch("3", "4", 1, 0),
        PlayedMatch("5", "6", 0, 0, 1),
    )
    assert pair_round(found, seed=bytes(32)).possible


def test_single_pod_is_written():
    two = event("ABCDEF", played(1, "A-B 2-1-0, C-D 2-0-0, E-F 2-0-0", byes=""), pods=["ABCD", "EF"])

    found = read_trf(write_trf(two, pod=2))

    assert [entry.id for entry in found.entries] == ["1", "2"]
    assert found.rounds[0].matches == (PlayedMatch("1", "2", 1, 0),)


def test_matches_across_pods_are_in_neither_file():
    crossed = event("ABCD", played(1, "A-C 2-1-0", byes="BD"), pods=["AB", "CD"])

    assert read_trf(write_trf(crossed, pod=1)).rounds == (PlayedRound(1, (), ("2",)),)


def test_dropped_and_disqualified_players_are_absent_from_the_next_round():
    entries = (EventEntry("A", dropped_after_round=1), EventEntry("B", disqualified=True), EventEntry("C"))
    text = write_trf(Tournament(entries, 3, rounds=(PlayedRound(1, (PlayedMatch("A", "B", 2, 0),), ("C",)),)))

    assert [columns(text, number)[101:109] for number in (1, 2, 3)] == ["0000 - Z", "0000 - Z", ""]
    found = read_trf(text)
    assert [entry.dropped_after_round for entry in found.entries] == [1, 1, None]


def test_ranks_are_those_of_the_standings():
    tied = replace(ONE_ROUND, entries=(*ONE_ROUND.entries, EventEntry("F", disqualified=True)))

    text, rows = write_trf(tied), standings(tied)

    ranks = {row.player: row.rank for row in rows}
    assert [columns(text, number)[85:89].strip() for number in range(1, 6)] == [str(ranks[each]) for each in "ABCDE"]
    assert ranks["C"] == ranks["D"]
    assert columns(text, 6)[85:89].strip() == str(len(rows) + 1)


@pytest.mark.parametrize(("planned", "cells"), [(3, 2), (1, 1)])
def test_there_is_no_cell_beyond_the_last_announced_round(planned: int, cells: int):
    entries = (EventEntry("A", dropped_after_round=1), EventEntry("B"), EventEntry("C", dropped_after_round=0))
    played_once = Tournament(entries, planned, rounds=(PlayedRound(1, (PlayedMatch("A", "B", 2, 0),)),))

    text = write_trf(played_once)

    assert [(len(columns(text, number)[91:]) + 2) // 10 for number in (1, 2, 3)] == [cells, 1, cells]
    assert read_trf(text).entries[2].dropped_after_round == 0


def test_no_absence_is_written_while_tables_are_open():
    entries = (*map(EventEntry, "ABCD"), EventEntry("E", dropped_after_round=0))
    running = Tournament(entries, 3, rounds=(PlayedRound(1, (PlayedMatch("A", "B", 2, 0),)),))

    assert [columns(write_trf(running), number)[91:] for number in (3, 5)] == ["", "0000 - Z"]


def test_missed_rounds_are_absences_and_read_back_as_missed():
    entries = (*map(EventEntry, "ABC"), EventEntry("D", entered_round=2))
    rounds = (
        played(1, "A-B 2-0-0", byes="C", missed="D"),
        played(2, "A-C 2-0-0", byes="D", missed="B"),
        played(3, "A-D 2-0-0, B-C 2-0-0"),
    )

    text = write_trf(Tournament(entries, 4, rounds=rounds))

    assert columns(text, 4)[91:99] == columns(text, 2)[101:109] == "0000 - Z"
    assert [each.missed for each in read_trf(text).rounds] == [("4",), ("2",), ()]


def test_more_rounds_than_announced_are_refused():
    two_rounds = replace(ONE_ROUND, rounds=(*ONE_ROUND.rounds, played(2, "A-C 2-0-0, B-E 2-0-0", byes="D")))

    with pytest.raises(UnreadableError, match="found round 2 of 1 announced rounds") as refused:
        read_trf(write_trf(two_rounds).replace("XXR 3", "XXR 1"), file="open.trf")
    assert refused.value.place == "line 4"


@pytest.mark.parametrize("line", ["### double loss 1 1 3", "### double loss 2 1 2", "### double loss 1 1"])
def test_double_loss_of_players_who_did_not_meet_is_refused(line: str):
    with pytest.raises(UnreadableError):
        read_trf(f"{write_trf(ONE_ROUND)}{line}\r\n")


def test_double_forfeit_is_a_missed_round_of_both():
    text = write_trf(ONE_ROUND).replace("   2 b 0", "   2 b -").replace("   1 w 1", "   1 w -")

    first = read_trf(text).rounds[0]

    assert first.missed == ("1", "2")
    assert len(first.matches) == 1


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("   2 b 0", "   2 b 1", "round 1: 2 1, 1 1"),
        ("   2 b 0", "   2 b ?", "'2 b ?': this is not supported"),
        ("   2 b 0", "   1 b 0", "'1 b 0': this is not supported"),
        ("   2 b 0", "   2 w 0", "do not have opposite colours"),
        ("   2 b 0", "   3 b 0", "round 1: 1 met 3, whose line contradicts this"),
        ("   2 b 0", "  99 b 0", "round 1: 1 met 99, whose line contradicts this"),
        ("0000 - U", "0000 - H", "'0000 - H': this is not supported"),
        ("0000 - U", "0000 - 1", "'0000 - 1': a result without an opponent"),
        ("   2 b 0", "  2x b 0", "'2x' is not a number"),
        ("001    5", "001    4", "player 4 appears twice"),
        ("001    5", "001    0", "a player has the number 0"),
        ("XXR 3", "XXR three", "'three' is not a number"),
    ],
)
def test_unreadable_line_is_reported(old: str, new: str, reason: str):
    text = write_trf(ONE_ROUND)
    assert old in text

    with pytest.raises(UnreadableError) as refused:
        read_trf(text.replace(old, new), file="open.trf")

    assert reason in refused.value.reason
    assert refused.value.place.startswith("line ")
    assert refused.value.file == "open.trf"


def test_file_without_players_is_refused():
    with pytest.raises(UnreadableError, match="no player"):
        read_trf("012 Open\r\n")


@pytest.mark.parametrize(
    ("text", "expected"), [("012 Open", True), ("\n001    1", True), ("{}", False), ("", False), ("[1]", False)]
)
def test_trf_is_distinguished_from_json(text: str, expected: bool):
    assert is_trf(text) is expected
