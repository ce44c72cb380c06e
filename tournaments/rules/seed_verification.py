"""Whether an event went as its seed says: the check that anybody can make once the seed is revealed.

{"format": "passleft-event-1", "event": "<id>", "name": "...", "commitment": hex, "seed": hex,
 "players": {"1": "Alice", ...},
 "seating": {"sizes": [6, 4] or null for the best ones, "swaps": [[3, 5], ...], "pods": [[4, 1, ...], ...]},
              in an event of teams with "teams": [[1, 4], ...], their members from board A on,
 "pods": [as drafting.rules.seed_verification has them],
 "games": [{"round": 1, "table": 1, "game": 1, "choices": [...], "record": "as gameplay.engine.core.record has it"}, ...],
           in an event of teams with their "board", from 1,
 "tournament": a tournament file, "rounds": [as tournaments.rules.pairing_verification has them],
 "standings": [as `manage.py standings` prints them],
 "kept": [numbers of the rounds whose pairings an official kept after a correction],
 "logs": {"match/<id>": [number and hash of its last entry], ...}, for `manage.py audit`}

In an event of teams its "tournament", "rounds" and "standings" are those of the teams, by their own numbers.
An event to which decks are brought has no "seating", and no "pods".
Older files have no tournament, rounds, standings or logs; the first three are checked where they are there.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from drafting.rules.mixes import FindSet
from drafting.rules.seed_verification import JsonMapping, SeedCheck, verify_pod
from gameplay.engine.core.chance import RandomStream, commitment
from gameplay.engine.core.errors import RulesError, UnreadableError, _
from gameplay.engine.core.record import DIVERGED, EXACT, UNVERIFIED, FindCard
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.stored_choices import matches_seed
from tournaments.rules.bracket import final_standings, pair_stage
from tournaments.rules.cut import seed_cut
from tournaments.rules.history import Tournament
from tournaments.rules.json_output import standings_json
from tournaments.rules.pairing_verification import verify_pairings
from tournaments.rules.pods import draw_pods
from tournaments.rules.team_pods import draw_team_pods
from tournaments.rules.tournament_file import read_tournament

FORMAT = "passleft-event-1"


@dataclass(frozen=True, slots=True)
class SeedVerification:
    """What was found: each kind of thing that the seed decided, with what differed."""

    checks: Sequence[SeedCheck]

    @property
    def verdict(self) -> str:
        """DIVERGED if anything differs, UNVERIFIED if the cards are not known, else EXACT: words of `verify`."""
        if any(check.faults for check in self.checks):
            return DIVERGED
        return UNVERIFIED if any(check.unknown for check in self.checks) else EXACT


@dataclass(frozen=True, slots=True)
class VerificationContext:
    """What a check looks up: printed sets and cards, and the rules of the games."""

    find_set: FindSet
    find_card: FindCard
    rulesets: Mapping[str, Ruleset]


def verify_event(table: JsonMapping, known: VerificationContext, *, file: str = "") -> SeedVerification:
    """Work out again everything that was left to chance. Raises UnreadableError for what is no such file."""
    try:
        seed = bytes.fromhex(table["seed"])
        checks = [_check_commitment(table, seed)]
        if "seating" in table:
            checks.append(_check_seating(table, seed))
        for pod in table["pods"]:
            checks += verify_pod(pod, seed, known.find_set)
        checks.append(_check_shuffles(table, seed, known))
        if "rounds" in table:
            checks.append(verify_pairings(table, seed))
        if "standings" in table:
            checks.append(_check_standings(table))
        if table.get("tournament", {}).get("cut"):
            checks.append(_check_cut(table, seed))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RulesError) as error:
        raise UnreadableError(f"{type(error).__name__}: {error}", file=file) from error
    return SeedVerification(_merge_checks(checks))


def is_event_file(text: str) -> bool:
    """Whether ``text`` says of itself that it is an event's file."""
    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(table, dict) and table.get("format") == FORMAT


def _check_commitment(table: JsonMapping, seed: bytes) -> SeedCheck:
    check = SeedCheck("commitment")
    same = commitment(table["event"], seed) == table["commitment"]
    check.add(same, _("The seed does not give the fingerprint that was published: it is another one."))
    return check


def _check_seating(table: JsonMapping, seed: bytes) -> SeedCheck:
    """The pods are those drawn from the seed, and then changed as the log says (DRF-1.5)."""
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
            sentence = _("{name} sat at seat {seat} of pod {pod}; chance says seat {drawn_seat} of pod {drawn_pod}.")
            drawn_pod, drawn_seat = places[number]
            named = {"name": table["players"][str(number)], "pod": pod, "seat": seat}
            same = (drawn_pod, drawn_seat) == (pod, seat)
            check.add(same, sentence, **named, drawn_pod=drawn_pod, drawn_seat=drawn_seat)
    return check


def _check_shuffles(table: JsonMapping, seed: bytes, known: VerificationContext) -> SeedCheck:
    """In every game played on the site, all cards came up as the seed has it."""
    check = SeedCheck("shuffles")
    for game in table["games"]:
        place = {name: int(game[name]) for name in ("round", "table", "game")}
        board = int(game.get("board", 0))
        chance = RandomStream(
            seed, game_stream_label(table["event"], place["round"], place["table"], place["game"], board=board)
        )
        found = matches_seed(game["record"], game["choices"], chance, known.rulesets, known.find_card)
        if found is None:
            check.unknown = True
        else:
            sentence = _("Round {round}, table {table}, game {game}: other cards came up, or the record was changed.")
            check.add(found, sentence, **place)
    return check


def _check_cut(table: JsonMapping, seed: bytes) -> SeedCheck:
    """The seeds of a top cut follow from the standings, each of its stages from the one before (DRF-OP-12)."""
    check, tournament = SeedCheck("cut"), read_tournament(json.dumps(table["tournament"]))
    kept, cut = table.get("kept", []), tournament.cut
    assert cut is not None
    if tournament.planned_rounds + 1 not in kept:
        drawn = seed_cut(_with_players(tournament, cut.seeds), len(cut.seeds), seed)
        sentence = _("The standings make other seeds of the top cut, or another order of them.")
        check.add((drawn.size, drawn.seeds) == (cut.size, cut.seeds), sentence)
    for place, played in enumerate(cut.rounds):
        if played.number not in kept:
            pairs = {(match.a, match.b) for match in played.matches}
            here = _with_players(tournament, [player for pair in (*pairs, played.byes) for player in pair])
            found = pair_stage(here, replace(cut, rounds=cut.rounds[:place], ended_early=False), seed)
            sentence = _("Round {round}: others meet than the bracket says.")
            check.add((set(found.pairs), {*found.byes}) == (pairs, {*played.byes}), sentence, round=played.number)
    return check


def _with_players(tournament: Tournament, players: Collection[str]) -> Tournament:
    """The event as it was when these still played: who was disqualified later was one of them."""
    entries = (replace(entry, disqualified=False) if entry.id in players else entry for entry in tournament.entries)
    return replace(tournament, entries=tuple(entries))


def _check_standings(table: JsonMapping) -> SeedCheck:
    """Every row of the final standings follows from the results, by the event's rule set (DRF-OP-7)."""
    check = SeedCheck("standings")
    told, tournament = (
        {row["player"]: row for row in table["standings"]},
        read_tournament(json.dumps(table["tournament"])),
    )
    names = table["players"] | {entry.id: entry.name for entry in tournament.entries}
    for row in standings_json(final_standings(tournament)):
        said = told.pop(row["player"], {})
        sentence = _("{name} stands at rank {told}; the results say rank {rank}, or other figures.")
        named = {"name": names[row["player"]], "rank": row["rank"], "told": said.get("rank", "–")}
        check.add(said == row, sentence, **named)
    for player in told:
        check.add(False, _("{name} stands in the table, but not by the results."), name=names[player])
    return check


def pod_stream_label(event: object, label: str) -> str:
    """Return the name under which pod ``label`` draws from the event's seed."""
    return f"event/{event}/pod/{label}"


def game_stream_label(event: object, round_number: int, table: int | None, game: int, *, board: int = 0) -> str:
    """Return the name under which a game draws from the event's seed; ``board`` is 0 without teams."""
    at = f"{table}/board/{board}" if board else table
    return f"event/{event}/round/{round_number}/table/{at}/game/{game}"


def _merge_checks(checks: Sequence[SeedCheck]) -> list[SeedCheck]:
    """Return one check of each kind, in the order they first come."""
    found: dict[str, SeedCheck] = {}
    for check in checks:
        whole = found.setdefault(check.code, SeedCheck(check.code))
        whole.total += check.total
        whole.faults += check.faults
        whole.notes += check.notes
        whole.unknown |= check.unknown
    return list(found.values())
