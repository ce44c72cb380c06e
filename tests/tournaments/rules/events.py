"""Build tournaments for tests from short strings."""

from collections.abc import Sequence

from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament


def played(number: int, results: str, *, byes: str = "", missed: str = "") -> PlayedRound:
    """Return a round from results such as "C-F 2-1-1, D-B 1-0-0"; byes and missed are single letters."""
    return PlayedRound(number, tuple(match(each) for each in results.split(", ") if each), tuple(byes), tuple(missed))


def match(slip: str) -> PlayedMatch:
    players, games = slip.split(" ")
    a, b = players.split("-")
    won, lost, drawn = map(int, games.split("-"))
    return PlayedMatch(a, b, won, lost, drawn)


def event(players: str, *rounds: PlayedRound, planned: int = 3, pods: Sequence[str] = ()) -> Tournament:
    """Return an event of players named by single letters."""
    return Tournament(tuple(EventEntry(player) for player in players), planned, tuple(map(tuple, pods)), rounds)


def meeting(number: int, pairs: str, *, byes: str = "") -> PlayedRound:
    """Return a round of drawn matches from pairs such as "AB CD", for tests in which only the pairs matter."""
    return PlayedRound(number, tuple(PlayedMatch(a, b, 1, 1) for a, b in map(tuple, pairs.split())), tuple(byes))


WORKED_EXAMPLE = event(
    "ABCDEFGH",
    played(1, "C-F 2-1-1, D-B 1-0-0, A-H 1-1-1, E-G 2-1-0"),
    played(2, "A-B 1-2-0, C-H 1-2-0, D-G 2-1-1, F-E 2-1-0"),
    played(3, "D-H 2-1-0, F-G 1-2-0, C-A 1-2-0, E-B 0-0-3"),
)

# Three rounds of six players in which A, B, C have met all of D, E, F but not each other: K3,3.
TRAP = (meeting(1, "AD BE CF"), meeting(2, "AE BF CD"), meeting(3, "AF BD CE"))
