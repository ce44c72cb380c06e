"""The reasons why two players were paired, as stored with their round, and why two others were not."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext

from tournaments.models import Event, Match, Round
from tournaments.rules import bracket
from tournaments.rules.history import TopCut
from tournaments.rules.pairing import RoundPairing
from tournaments.rules.pairing_explanations import pairing_cost, why_not_paired
from tournaments.rules.reasons import DecisionReason
from tournaments.selectors.pairing_basis import tournament_before
from tournaments.selectors.roles import STAFF_ROLES, role_in
from tournaments.selectors.teams import contestant_names

PLAYER_FIELDS = ("a", "b", "player")
"""The fields of reasons that contain players."""


@dataclass(frozen=True, slots=True)
class ManualChanges:
    """The effect of manual changes: the number of changed tables, and the pairing cost and its minimum.

    The cost is the sum of squared score gaps.
    """

    tables: int
    cost: int
    least: int


def visible_round(event: Event, number: int, account: object) -> Round:
    """Return a paired round; before it is published, only for officials. Raises Http404."""
    found = event.rounds.select_related("event").filter(number=number).first()
    if (
        found is None
        or not (found.is_published or role_in(event, account) in STAFF_ROLES)
        or not found.matches.exists()
    ):
        raise Http404
    return found


def match_reasons(paired: Round, matches: Iterable[Match]) -> dict[Any, DecisionReason]:
    """Return the reasons of the ``matches`` of a round, by match key; matches without a stored reason are left out."""
    matches = list(matches)
    names = {entry.rules_id: entry.contestant.name for match in matches for entry in (match.a, match.b) if entry}
    reasons = {_reason_players(each): each for each in paired.pairing.get("meetings", [])}
    changed = {match.pk for match in manually_paired_matches(paired, matches)}
    found = {}
    for match in matches:
        if match.pk in changed:
            found[match.pk] = DecisionReason("by_hand")
        elif each := reasons.get(_match_players(match)):
            found[match.pk] = reason_with_names(each, names)
    return found


def manually_paired_matches(paired: Round, matches: Iterable[Match]) -> list[Match]:
    """Return those of the ``matches`` of a round whose players an official has changed.

    Returns [] for a round in which every possible pairing broke a rule.
    """
    pairing = paired.pairing
    if not pairing["possible"]:
        return []
    computed = {*map(frozenset, pairing["pairs"]), *(frozenset([player]) for player in pairing["byes"])}
    return [match for match in matches if match.kind != Match.Kind.MISSED and _match_players(match) not in computed]


def reason_with_names(plain: Mapping[str, Any], names: Mapping[str, str]) -> DecisionReason:
    """Return a stored reason with the names of its players."""
    fields = {key: value for key, value in plain.items() if key != "code"}
    named = {key: names.get(str(value), value) for key, value in fields.items() if key in PLAYER_FIELDS}
    return DecisionReason(plain["code"], fields | named)


def manual_changes(paired: Round) -> ManualChanges | None:
    """Return the effect of manual changes, None without any. Makes one query, or ten if there are changes."""
    matches = _tables(paired)
    tables = len(manually_paired_matches(paired, matches))
    if not tables:
        return None
    found = _as_played(paired, matches)
    return ManualChanges(
        tables, pairing_cost(tournament_before(paired), found.pairs, found.byes), paired.pairing["cost"]
    )


def why_two_do_not_meet(paired: Round, first: str, second: str) -> DecisionReason:
    """Return why two players, or teams, given by their ids in the rules, are not paired in a round.

    Makes eleven queries. Raises Http404 unless both are in the event and different.
    """
    matches, names = _tables(paired), contestant_names(paired.event)
    if first == second or not {first, second} <= names.keys():
        raise Http404
    if paired.stage:
        return reason_with_names(_in_bracket(paired, first, second).as_json, names)
    return reason_with_names(
        why_not_paired(tournament_before(paired), _as_played(paired, matches), first, second).as_json, names
    )


def _in_bracket(paired: Round, first: str, second: str) -> DecisionReason:
    """Return why two players do not meet in a stage of the top cut."""
    cut = paired.pairing["cut"]
    tables = [_match_players(match) for match in _tables(paired)]
    found = bracket.why_not_in_bracket(TopCut(cut["size"], tuple(cut["seeds"])), tables, first, second)
    stage = {"stage": gettext(found.details["stage"])} if "stage" in found.details else {}
    return DecisionReason(found.code, {**found.details, **stage})


def _tables(paired: Round) -> list[Match]:
    """Return one match for each table, bye and missed round; for teams the first boards."""
    return list(paired.matches.filter(board=1).select_related("a__team", "b__team"))


def _as_played(paired: Round, matches: Iterable[Match]) -> RoundPairing:
    players = [tuple(sorted(_match_players(match), key=int)) for match in matches if match.kind != Match.Kind.MISSED]
    return RoundPairing(
        pairs=tuple((each[0], each[1]) for each in players if len(each) == 2),
        byes=tuple(each[0] for each in players if len(each) == 1),
        reasons=tuple(reason_with_names(each, {}) for each in paired.pairing["why"]),
    )


def _match_players(match: Match) -> frozenset[str]:
    return frozenset(entry.rules_id for entry in (match.a, match.b) if entry)


def _reason_players(plain: Mapping[str, Any]) -> frozenset[str]:
    """Return the players of a reason: both players of a pair, or the player with the bye."""
    return frozenset(str(plain[key]) for key in (("a", "b") if "a" in plain else ("player",)))
