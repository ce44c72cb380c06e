"""Whether the rounds of an event were paired as its seed, its players and its results have it (DRF-4.1, DRF-4.2).

A round's part of an event's file:

    {"round": 2, "possible": true, "pairs": [["1", "4"], ...], "byes": ["5"], "basis": hex, "field": a tournament file
     without rounds (tournaments.rules.pairing_basis), "hidden": false,
     "decided": [{"action": "players_swapped", "reason": "..."}, ...]}

``pairs`` are those that were computed; who did meet stands in the tournament of the event. ``decided`` are the public
decisions of officials about the round, in their order. In a file that is for everybody who was kept apart is left out, and
``hidden`` if somebody was.
"""

import json
from collections.abc import Iterable, Sequence

from drafting.rules.seed_verification import Finding, JsonMapping, SeedCheck
from gameplay.engine.core.errors import _
from tournaments.rules.history import PlayedRound
from tournaments.rules.pairing_basis import results_checksum, tournament_as_paired
from tournaments.rules.swiss import pair_round
from tournaments.rules.tournament_file import read_tournament

PAIR_AGAIN_ACTION, CHANGING_ACTIONS = (
    "round_cancelled",
    frozenset({"players_swapped", "alternative_chosen", "bye_played"}),
)
DECISION_ACTIONS = CHANGING_ACTIONS | {PAIR_AGAIN_ACTION}

MeetingSet = frozenset[frozenset[str]]


def verify_pairings(table: JsonMapping, seed: bytes) -> SeedCheck:
    """Work out every round again. Raises KeyError, TypeError, ValueError or UnreadableError for what is no such file."""
    check = SeedCheck("pairings")
    rounds = read_tournament(json.dumps(table["tournament"])).rounds
    for told in table["rounds"]:
        number = told["round"]
        for decided in told["decided"]:
            if decided["action"] == PAIR_AGAIN_ACTION:
                _add_note(check, _("Round {round} was paired again: {why}"), round=number, why=decided["reason"])
        if _check_computed(check, told, rounds, seed):
            _check_played(check, told, rounds[number - 1])
    return check


def _check_computed(check: SeedCheck, told: JsonMapping, rounds: Sequence[PlayedRound], seed: bytes) -> bool:
    """Whether the pairing that was kept is the one that the seed gives, or it cannot be said."""
    number = told["round"]
    then = tournament_as_paired(told["field"], rounds[: number - 1])
    if results_checksum(then, number) != told["basis"]:
        _add_note(
            check, _("Round {round}: a result before it was corrected since; it is not worked out again."), round=number
        )
        return True
    found = pair_round(then, seed=seed)
    same = (found.possible, _meetings(found.pairs, found.byes)) == (
        told["possible"],
        _meetings(told["pairs"], told["byes"]),
    )
    if told["hidden"] and not same:
        check.unknown = True
        _add_note(check, _("Round {round}: officials kept somebody apart, and who is not public."), round=number)
        return True
    check.add(same, _("Round {round} was not paired as the seed and the results have it."), round=number)
    return same


def _check_played(check: SeedCheck, told: JsonMapping, played: PlayedRound) -> None:
    """Who met did so by the pairing, or by a public decision of an official."""
    number, computed = told["round"], _meetings(told["pairs"], told["byes"])
    met = _meetings(((match.a, match.b) for match in played.matches), played.byes)
    changed = len(met - computed)
    since = [each["action"] for each in told["decided"]]
    last = len(since) - since[::-1].index(PAIR_AGAIN_ACTION) if PAIR_AGAIN_ACTION in since else 0
    reasons = [each["reason"] for each in told["decided"][last:] if each["action"] in CHANGING_ACTIONS]
    if not changed:
        _add_note(check, _("Round {round}: as computed."), round=number)
    elif reasons:
        sentence = _("Round {round}: changed by hand, {tables} of its meetings: {why}")
        _add_note(check, sentence, round=number, tables=changed, why="; ".join(reasons))
    else:
        sentence = _("Round {round}: nobody decided on {tables} meetings that are not of its pairing.")
        check.add(False, sentence, round=number, tables=changed)


def _meetings(pairs: Iterable[Sequence[str]], byes: Iterable[str]) -> MeetingSet:
    return frozenset([*map(frozenset, pairs), *(frozenset([player]) for player in byes)])


def _add_note(check: SeedCheck, sentence: str, **details: object) -> None:
    check.notes.append(Finding(sentence, details))
