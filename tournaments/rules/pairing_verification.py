"""Verify that the rounds of an event follow from its seed, its players and its results (DRF-4.1, DRF-4.2).

Format of a round in an event file:

    {"round": 2, "possible": true, "pairs": [["1", "4"], ...], "byes": ["5"], "basis": hex, "field": a tournament file
     without rounds (tournaments.rules.pairing_basis), "hidden": false,
     "decided": [{"action": "players_swapped", "reason": "..."}, ...]}

``pairs`` are the computed pairs; the pairs that were played are in the tournament of the event. ``decided`` has the
public decisions of officials about the round, in order. A public file leaves out the pairing exclusions; ``hidden``
says whether there were any.
"""

import json
from collections.abc import Iterable, Sequence

from drafting.rules.seed_verification import Finding, JsonMapping, SeedCheck
from gameplay.engine.core.errors import _
from tournaments.rules.history import PlayedRound
from tournaments.rules.pairing_basis import results_checksum, tournament_as_paired
from tournaments.rules.swiss import pair_round
from tournaments.rules.tournament_file import read_tournament

PAIR_AGAIN_ACTION, KEEP_ACTION = "round_cancelled", "pairings_kept"
CHANGING_ACTIONS = frozenset({"players_swapped", "players_swapped_anyway", "alternative_chosen", "bye_played"})
DECISION_ACTIONS = CHANGING_ACTIONS | {PAIR_AGAIN_ACTION, KEEP_ACTION}

MeetingSet = frozenset[frozenset[str]]


def verify_pairings(table: JsonMapping, seed: bytes) -> SeedCheck:
    """Recompute the pairing of every round.

    Raise KeyError, TypeError, ValueError or UnreadableError if ``table`` is not an event file.
    """
    check = SeedCheck("pairings")
    rounds = read_tournament(json.dumps(table["tournament"])).rounds
    for row in table["rounds"]:
        add_decision_notes(check, row)
        if _check_computed(check, row, rounds, seed):
            _check_played(check, row, rounds[row["round"] - 1])
    return check


def add_decision_notes(check: SeedCheck, row: JsonMapping) -> None:
    """Note when officials paired a round again, or kept its pairings after a correction."""
    sentences = {
        PAIR_AGAIN_ACTION: _("Round {round} was paired again: {why}"),
        KEEP_ACTION: _("Round {round}: an official kept the pairings: {why}"),
    }
    for decision in row["decided"]:
        if sentence := sentences.get(decision["action"]):
            add_note(check, sentence, round=row["round"], why=decision["reason"])


def add_note(check: SeedCheck, sentence: str, **details: object) -> None:
    """Add a remark to ``check``."""
    check.notes.append(Finding(sentence, details))


def _check_computed(check: SeedCheck, row: JsonMapping, rounds: Sequence[PlayedRound], seed: bytes) -> bool:
    """Return whether the stored pairing matches the recomputed one, or cannot be recomputed."""
    number = row["round"]
    tournament = tournament_as_paired(row["field"], rounds[: number - 1])
    if results_checksum(tournament, number) != row["basis"]:
        sentence = _("Round {round}: an earlier result was corrected after pairing, so the pairing is not recomputed.")
        add_note(check, sentence, round=number)
        return True
    pairing = pair_round(tournament, seed=seed)
    computed = pairing.possible, _meetings(pairing.pairs, pairing.byes)
    same = computed == (row["possible"], _meetings(row["pairs"], row["byes"]))
    if row["hidden"] and not same:
        check.unknown = True
        sentence = _("Round {round}: it was paired with pairing exclusions, which are not public.")
        add_note(check, sentence, round=number)
        return True
    check.add(same, _("Round {round}: the pairing does not match the seed and the results."), round=number)
    return same


def _check_played(check: SeedCheck, row: JsonMapping, played: PlayedRound) -> None:
    """Check that every match follows from the pairing or from a public decision of an official."""
    number, computed = row["round"], _meetings(row["pairs"], row["byes"])
    met = _meetings(((match.a, match.b) for match in played.matches), played.byes)
    changed = len(met - computed)
    actions = [decision["action"] for decision in row["decided"]]
    last = len(actions) - actions[::-1].index(PAIR_AGAIN_ACTION) if PAIR_AGAIN_ACTION in actions else 0
    reasons = [each["reason"] for each in row["decided"][last:] if each["action"] in CHANGING_ACTIONS]
    if not changed:
        add_note(check, _("Round {round}: as computed."), round=number)
    elif reasons:
        sentence = _("Round {round}: officials changed some pairs ({tables}): {why}")
        add_note(check, sentence, round=number, tables=changed, why="; ".join(reasons))
    else:
        sentence = _("Round {round}: some pairs ({tables}) differ from the pairing without a decision by an official.")
        check.add(False, sentence, round=number, tables=changed)


def _meetings(pairs: Iterable[Sequence[str]], byes: Iterable[str]) -> MeetingSet:
    return frozenset([*map(frozenset, pairs), *(frozenset([player]) for player in byes)])
