"""Files of chess tools: each sign in its column, what is read back, and what cannot be."""

from itertools import combinations
from typing import Any

import pytest

from gameplay.engine.core.errors import UnreadableError
from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tests.tournaments.rules.events import event, played
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.rules.swiss import pair_round
from tournaments.rules.tiebreaks import TIE_BREAK_RULES, tie_break_scores
from tournaments.rules.trf import is_trf, read_trf, write_trf

ONE_ROUND = event("ABCDE", played(1, "B-A 2-1-0, C-D 1-1-1", byes="E"))
# The columns as TRF16 has them: 1-3 code, 5-8 number, 10-13 sex and title, 15-47 name, 49-52 rating, 54-56 federation,
# 58-68 id, 70-79 birth, 81-84 points, 86-89 rank, 92-95, 97 and 99 opponent, colour and sign of the first round.
CHESS = "001 {number:4} m  g {name:33} 2527 AZE {id:11} 1978/10/03 {points:4} {rank:4}{rounds}"


def of_chess(number: int, rounds: str) -> str:
    return CHESS.format(number=number, name="Mirzoev, Azer", id=13400304, points=4.0, rank=1, rounds=rounds)


def columns(text: str, number: int) -> str:
    return next(line for line in text.split("\r\n") if line.startswith(f"001 {number:4}"))


def test_each_field_stands_in_its_columns():
    text = write_trf(event("ABCDE", played(1, "B-A 2-1-0, C-D 1-1-1", byes="E")), name="Winter\nDraft")

    assert text.startswith("012 Winter Draft\r\n062 5\r\n")
    assert "\r\nXXR 3\r\nBBW    3.0\r\nBBD    1.0\r\nBBU    3.0\r\n" in text
    second = columns(text, 2)
    assert (second[80:84], second[85:89], second[91:99]) == (" 3.0", "   1", "   1 w 1")
    assert [columns(text, number)[91:99] for number in (1, 3, 4, 5)] == ["   2 b 0", "   4 w =", "   3 b =", "0000 - U"]


def test_names_stand_in_their_columns_whatever_they_are():
    found = Tournament((EventEntry("A", "鈴木 あおい"), EventEntry("B", "x" * 50)), 3)

    text = write_trf(found)

    assert columns(text, 1)[14:47].strip() == "鈴木 あおい"
    assert columns(text, 2)[14:48] == "x" * 33 + " "


def test_what_others_write_is_read():
    lines = ["012 Open", "XXR 7", "### anything", "022 Baku"]
    lines += [of_chess(1, "    26 w 1    13 b 1  0000 - U"), of_chess(26, "     1 b 0  0000 - -            ")]
    found = read_trf("\r".join([*lines, of_chess(13, "  0000 - Z     1 w 0  0000 - f")]))

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
    """What a TRF can hold: players called by their numbers, one game a match, nobody absent in between."""
    count, rounds = draw(st.integers(1, 9)), draw(st.integers(0, 4))
    entries = [draw(entrants(str(number), rounds)) for number in range(1, count + 1)]
    history = [draw(a_round(number, entries)) for number in range(1, rounds + 1)]
    while history and not (history[-1].matches or history[-1].byes or history[-1].missed):
        history.pop()  # a round of which nothing is known is not written
    if len(history) < rounds:
        entries = [EventEntry(entry.id, entry.name) for entry in entries]
        history = []
    couples = st.lists(st.sampled_from([*combinations([entry.id for entry in entries], 2)]), max_size=3, unique=True)
    apart = tuple(draw(couples)) if count > 1 else ()
    return Tournament(tuple(entries), draw(st.integers(max(1, rounds), 9)), rounds=tuple(history), apart=apart)


@st.composite
def entrants(draw: st.DrawFn, number: str, rounds: int) -> EventEntry:
    name = draw(st.text("abc éあ鈴", max_size=33).map(lambda text: " ".join(text.split())))
    came = draw(st.integers(1, rounds + 1))
    left = draw(st.one_of(st.none(), st.integers(came, rounds))) if came <= rounds else None
    return (
        EventEntry(number, name, came, left)
        if draw(st.booleans())
        else EventEntry(number, name, 1, draw(st.sampled_from([None, 0])))
    )


@st.composite
def a_round(draw: st.DrawFn, number: int, entries: list[EventEntry]) -> PlayedRound:
    here = draw(st.permutations([entry.id for entry in entries if entry.plays_in(number)]))
    pairs = draw(st.integers(0, len(here) // 2))
    results = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0, None, True)]  # the last one is lost by both
    games: list[Any] = [draw(st.sampled_from(results)) for _ in range(pairs)]
    matches = [PlayedMatch(here[2 * place], here[2 * place + 1], *games[place]) for place in range(pairs)]
    alone = here[2 * pairs :]
    byes = draw(st.integers(0, len(alone)))
    return PlayedRound(number, tuple(matches), tuple(alone[:byes]), tuple(alone[byes:]))


def canonical(tournament: Tournament) -> Any:
    rounds = [(each.number, {*each.matches}, {*each.byes}, {*each.missed}) for each in tournament.rounds]
    return tournament.entries, tournament.planned_rounds, rounds, {*map(frozenset, tournament.apart)}


@given(tournaments())
def test_what_a_trf_can_hold_comes_back_as_it_was(tournament: Tournament):
    text = write_trf(tournament)

    assert is_trf(text)
    assert canonical(read_trf(text)) == canonical(tournament)
    assert all(len(line) < 91 or (len(line) - 89) % 10 == 0 for line in text.split("\r\n") if line.startswith("001"))


@given(tournaments())
def test_the_points_written_are_those_that_are_counted(tournament: Tournament):
    text, counted = write_trf(tournament), tie_break_scores(tournament, TIE_BREAK_RULES["mtr"]).records

    for entry in tournament.entries:
        line = columns(text, int(entry.id))
        assert float(line[80:84]) == counted[entry.id].match_points


def test_match_points_survive_and_the_next_round_is_paired_from_it():
    worked = event("ABCDEF", played(1, "A-B 2-1-0, C-D 2-0-1, E-F 1-1-1"))

    found = read_trf(write_trf(worked))

    assert found.rounds[0].matches == (
        PlayedMatch("1", "2", 1, 0),
        PlayedMatch("3", "4", 1, 0),
        PlayedMatch("5", "6", 0, 0, 1),
    )
    assert pair_round(found, seed=bytes(32)).possible


def test_a_pod_is_a_file_of_its_own():
    two = event("ABCDEF", played(1, "A-B 2-1-0, C-D 2-0-0, E-F 2-0-0", byes=""), pods=["ABCD", "EF"])

    found = read_trf(write_trf(two, pod=2))

    assert [entry.id for entry in found.entries] == ["1", "2"]
    assert found.rounds[0].matches == (PlayedMatch("1", "2", 1, 0),)


def test_what_players_of_two_pods_did_is_in_the_file_of_neither():
    crossed = event("ABCD", played(1, "A-C 2-1-0", byes="BD"), pods=["AB", "CD"])

    assert read_trf(write_trf(crossed, pod=1)).rounds == (PlayedRound(1, (), ("2",)),)


def test_who_has_left_or_is_disqualified_is_absent_from_the_next_round():
    entries = (EventEntry("A", dropped_after_round=1), EventEntry("B", disqualified=True), EventEntry("C"))
    text = write_trf(Tournament(entries, 3, rounds=(PlayedRound(1, (PlayedMatch("A", "B", 2, 0),), ("C",)),)))

    assert [columns(text, number)[101:109] for number in (1, 2, 3)] == ["0000 - Z", "0000 - Z", ""]
    found = read_trf(text)
    assert [entry.dropped_after_round for entry in found.entries] == [1, 1, None]


def test_a_double_forfeit_is_lost_by_both():
    text = write_trf(ONE_ROUND).replace("   2 b 0", "   2 b -").replace("   1 w 1", "   1 w -")

    first = read_trf(text).rounds[0]

    assert first.missed == ("1", "2")
    assert len(first.matches) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("   2 b 0", "   2 b 1", "round 1: 2 1, 1 1"),
        ("   2 b 0", "   2 b ?", "'2 b ?': this cannot be held in a tournament here"),
        ("   2 b 0", "   1 b 0", "'1 b 0': this cannot be held in a tournament here"),
        ("   2 b 0", "   2 w 0", "had no two colours"),
        ("   2 b 0", "   3 b 0", "round 1: 1 met 3, who says otherwise"),
        ("   2 b 0", "  99 b 0", "round 1: 1 met 99, who says otherwise"),
        ("0000 - U", "0000 - H", "'0000 - H': this cannot be held in a tournament here"),
        ("0000 - U", "0000 - 1", "'0000 - 1': a result against nobody"),
        ("   2 b 0", "  2x b 0", "'2x' is no number"),
        ("001    5", "001    4", "player 4 is there twice"),
        ("001    5", "001    0", "a player has the number 0"),
        ("XXR 3", "XXR three", "'three' is no number"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(old: str, new: str, said: str):
    text = write_trf(ONE_ROUND)
    assert old in text

    with pytest.raises(UnreadableError) as refused:
        read_trf(text.replace(old, new), file="open.trf")

    assert said in refused.value.reason
    assert refused.value.place.startswith("line ")
    assert refused.value.file == "open.trf"


def test_a_file_without_players_is_refused():
    with pytest.raises(UnreadableError, match="no player"):
        read_trf("012 Open\r\n")


@pytest.mark.parametrize(
    ("text", "looks"), [("012 Open", True), ("\n001    1", True), ("{}", False), ("", False), ("[1]", False)]
)
def test_a_trf_is_told_from_json(text: str, looks: bool):
    assert is_trf(text) is looks
