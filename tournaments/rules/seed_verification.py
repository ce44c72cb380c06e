"""Seed verification: recompute everything random in an event from its revealed seed.

Format of an event file:

{"format": "passleft-event-1", "event": "<id>", "name": "...", "commitment": hex, "seed": hex,
 "players": {"1": "Alice", ...},
 "seating": {"sizes": [6, 4] or null for the best split, "swaps": [[3, 5], ...], "pods": [[4, 1, ...], ...]},
              in a team event with "teams": [[1, 4], ...], the members in board order,
 "cut_draft": see tournaments.rules.cut_verification, if the top cut has drafted again,
 "pods": [see drafting.rules.seed_verification],
 "games": [{"round": 1, "table": 1, "game": 1, "choices": [...], "record": "see gameplay.engine.core.record"}, ...],
           in a team event with "board", from 1,
 "tournament": a tournament file, "rounds": [see tournaments.rules.pairing_verification],
 "standings": [the output of `manage.py standings`],
 "stages": [see tournaments.rules.cut_verification],
 "logs": {"match/<id>": [number and hash of its last entry], ...}, for `manage.py audit`}

In a team event, "tournament", "rounds" and "standings" are about the teams, by their own numbers. An event with
constructed decks has no "seating" and no "pods"; one that was cancelled before its seating has no "seating". Older
files have no tournament, rounds, stages, standings or logs; the first four are checked if they are present.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drafting.rules.mixes import FindSet
from drafting.rules.seed_verification import JsonMapping, SeedCheck, verify_pod
from gameplay.engine.core.chance import RandomStream, commitment
from gameplay.engine.core.errors import RulesError, UnreadableError, _
from gameplay.engine.core.record import FindCard
from gameplay.engine.core.record_replay import DIVERGED, EXACT, UNVERIFIED
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.stored_choices import matches_seed
from tournaments.rules.bracket import final_standings
from tournaments.rules.cut_verification import verify_cut, verify_cut_draft
from tournaments.rules.json_output import standings_json
from tournaments.rules.pairing_verification import verify_pairings
from tournaments.rules.pods import draw_pods
from tournaments.rules.team_pods import draw_team_pods
from tournaments.rules.tournament_file import read_tournament

FORMAT = "passleft-event-1"


@dataclass(frozen=True, slots=True)
class SeedVerification:
    """The result of a verification: a check of each kind of random decision, with its faults."""

    checks: Sequence[SeedCheck]

    @property
    def verdict(self) -> str:
        """DIVERGED if anything differs, UNVERIFIED if cards or exclusions are unknown, else EXACT, as in `verify`."""
        if any(check.faults for check in self.checks):
            return DIVERGED
        return UNVERIFIED if any(check.unknown for check in self.checks) else EXACT


@dataclass(frozen=True, slots=True)
class VerificationContext:
    """The data that a verification needs: printed sets and cards, and the rulesets of the games."""

    find_set: FindSet
    find_card: FindCard
    rulesets: Mapping[str, Ruleset]


def verify_event(table: JsonMapping, known: VerificationContext, *, file: str = "") -> SeedVerification:
    """Recompute everything random in an event; raise UnreadableError if ``table`` is not an event file."""
    try:
        seed = bytes.fromhex(table["seed"])
        checks = [_check_commitment(table, seed)]
        if "seating" in table:
            checks.append(_check_seating(table, seed))
        if "cut_draft" in table:
            checks += verify_cut_draft(table, seed)
        for pod in table["pods"]:
            checks += verify_pod(pod, seed, known.find_set)
        checks.append(_check_shuffles(table, seed, known))
        if "rounds" in table:
            checks.append(verify_pairings(table, seed))
        if "standings" in table:
            checks.append(_check_standings(table))
        if table.get("stages"):
            checks.append(verify_cut(table, seed))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RulesError) as error:
        raise UnreadableError(f"{type(error).__name__}: {error}", file=file) from error
    return SeedVerification(_merge_checks(checks))


def is_event_file(text: str) -> bool:
    """Return whether ``text`` is JSON in the format of an event file."""
    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(table, dict) and table.get("format") == FORMAT


def _check_commitment(table: JsonMapping, seed: bytes) -> SeedCheck:
    check = SeedCheck("commitment")
    same = commitment(table["event"], seed) == table["commitment"]
    check.add(same, _("The seed does not match the published fingerprint."))
    return check


def _check_seating(table: JsonMapping, seed: bytes) -> SeedCheck:
    """Check that the pods are drawn from the seed, with the seat swaps in the log (DRF-1.5)."""
    check, seating = SeedCheck("seats"), table["seating"]
    numbers = sorted(number for pod in seating["pods"] for number in pod)
    stream, sizes = RandomStream(seed, "pods"), seating["sizes"]
    teams = seating.get("teams")
    drawn = draw_team_pods(teams, stream, sizes=sizes) if teams else draw_pods(numbers, stream, sizes=sizes)
    for first, second in seating["swaps"]:
        other = {first: second, second: first}
        drawn = [[other.get(number, number) for number in pod] for pod in drawn]
    places = {number: (pod, seat) for pod, seats in enumerate(drawn, 1) for seat, number in enumerate(seats, 1)}
    for pod, seats in enumerate(seating["pods"], 1):
        for seat, number in enumerate(seats, 1):
            sentence = _("{name} had seat {seat} of pod {pod}; the seed gives seat {drawn_seat} of pod {drawn_pod}.")
            drawn_pod, drawn_seat = places[number]
            named = {"name": table["players"][str(number)], "pod": pod, "seat": seat}
            same = (drawn_pod, drawn_seat) == (pod, seat)
            check.add(same, sentence, **named, drawn_pod=drawn_pod, drawn_seat=drawn_seat)
    return check


def _check_shuffles(table: JsonMapping, seed: bytes, known: VerificationContext) -> SeedCheck:
    """Check that the shuffles of every game played on the site match the seed."""
    check = SeedCheck("shuffles")
    for game in table["games"]:
        place = {name: int(game[name]) for name in ("round", "table", "game")}
        board = int(game.get("board", 0))
        chance = RandomStream(
            seed, game_stream_label(table["event"], place["round"], place["table"], place["game"], board=board)
        )
        matches = matches_seed(game["record"], game["choices"], chance, known.rulesets, known.find_card)
        if matches is None:
            check.unknown = True
        else:
            sentence = _(
                "Round {round}, table {table}, game {game}: the cards do not match the seed, or the record was changed."
            )
            check.add(matches, sentence, **place)
    return check


def _check_standings(table: JsonMapping) -> SeedCheck:
    """Check that the final standings follow from the results, by the event's tie-break rules (DRF-OP-7)."""
    check = SeedCheck("standings")
    tournament = read_tournament(json.dumps(table["tournament"]))
    listed = {row["player"]: row for row in table["standings"]}
    names = table["players"] | {entry.id: entry.name for entry in tournament.entries}
    for row in standings_json(final_standings(tournament)):
        listed_row = listed.pop(row["player"], {})
        sentence = _("{name} is listed at rank {listed}; the results give rank {rank}, or other tie-breakers.")
        details = {"name": names[row["player"]], "rank": row["rank"], "listed": listed_row.get("rank", "–")}
        check.add(listed_row == row, sentence, **details)
    for player in listed:
        check.add(False, _("{name} is listed in the standings, but not in the results."), name=names[player])
    return check


def pod_stream_label(event: object, label: str) -> str:
    """Return the label of the random stream of pod ``label``, derived from the event's seed."""
    return f"event/{event}/pod/{label}"


def game_stream_label(event: object, round_number: int, table: int | None, game: int, *, board: int = 0) -> str:
    """Return the label of the random stream of a game, derived from the event's seed; ``board`` is 0 without teams."""
    at = f"{table}/board/{board}" if board else table
    return f"event/{event}/round/{round_number}/table/{at}/game/{game}"


def _merge_checks(checks: Sequence[SeedCheck]) -> list[SeedCheck]:
    """Merge checks of the same kind, in the order in which the kinds first occur."""
    merged: dict[str, SeedCheck] = {}
    for check in checks:
        total = merged.setdefault(check.code, SeedCheck(check.code))
        total.total += check.total
        total.faults += check.faults
        total.notes += check.notes
        total.unknown |= check.unknown
    return list(merged.values())
