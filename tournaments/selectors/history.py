"""Conversion of an event to the Tournament of the pure rules, and its standings."""

from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models.functions import Coalesce

from drafting.models import Seat
from tournaments.models import Event, Match, Round
from tournaments.rules import history
from tournaments.rules.bracket import final_standings, is_cut_over, kept_rounds
from tournaments.rules.standings import Standing, standings
from tournaments.rules.teams import team_cut_match, team_match
from tournaments.selectors.constructed_decks import submitted_decks
from tournaments.selectors.results import MatchRow, match_rows
from tournaments.selectors.teams import teams_with_members


class PodAssignment(NamedTuple):
    """The pod, from 1, in which a player is paired and ranked; whether they are late and still building a deck."""

    player: str
    pod: int
    is_late: bool
    is_building: bool


class _Entrant(NamedTuple):
    """A player or a team as a plain tuple: ``numbers`` are the entry numbers of the player, or of the members."""

    rules_id: str
    name: str
    numbers: Sequence[str]
    dropped_after_round: int | None
    is_disqualified: bool


def tournament_of(event: Event, matches: Sequence[MatchRow] | None = None) -> history.Tournament:
    """Return ``event`` with its final results; players are identified by entry numbers.

    In a team event the teams are the players, identified by team numbers, and there are no pods, since a team sits in
    several. A late player enters in the first round they have not missed, and not before their deck is submitted.
    ``matches`` are its `published_rows`, if the caller has them. Makes seven queries, eight with a top cut; three fewer
    with ``matches``.
    """
    places = {place.player: place for place in pod_assignments(event)}
    published = list(event.rounds.filter(published_at__isnull=False).order_by("number"))
    matches = match_rows(published) if matches is None else matches
    rounds = [each for each in published if not each.stage]
    played = [_round(each, [match for match in matches if match.round_id == each.pk]) for each in rounds]
    entrants = [each for each in _entrants(event) if not places or _takes_part(each, places)]
    found = history.Tournament(
        entries=tuple(_entry(each, _entered(each, places, played)) for each in entrants),
        planned_rounds=event.event_format.rounds,
        pods=() if event.is_team_event else players_by_pod(places.values()),
        rounds=tuple(played),
        ruleset=event.ruleset,
        apart=_exclusions(event, {each.rules_id for each in entrants}),
        power_pairing=event.power_pairing,
        across=event.pairs_across_pods,
        cut=_cut([each for each in published if each.stage], matches),
    )
    return _ended_early(found) if event.finished_at else found


def _ended_early(tournament: history.Tournament) -> history.Tournament:
    """Return a finished ``tournament`` with its top cut marked as ended early if that was not completed."""
    if tournament.cut is None or is_cut_over(tournament):
        return tournament
    return replace(tournament, cut=replace(tournament.cut, ended_early=True))


def pod_assignments(event: Event) -> list[PodAssignment]:
    """Return the pods of all players, pod by pod in seat order, then of late players; [] before the seating.

    In a constructed event, these are all present players with pod 0, which means none. Makes one query, or two for a
    constructed event.
    """
    if not event.drafted:
        return _present_assignments(event)
    seats = Seat.objects.filter(pod__event_pod__event=event, player__entries__event=event)
    joined = Coalesce("pod__event_pod__joins__number", "pod__event_pod__number")
    rows = seats.values_list("player__entries__number", joined, "pod__event_pod__joins", "pod__closed_at")
    return [
        PodAssignment(str(player), pod, is_late=joins is not None, is_building=joins is not None and closed is None)
        for player, pod, joins, closed in rows.order_by("pod__event_pod__number", "number")
    ]


def _present_assignments(event: Event) -> list[PodAssignment]:
    closed = event.registration_closed_at
    brought = submitted_decks(event) if event.brings_decks else None
    present = event.entries.filter(checked_in_at__isnull=False).order_by("number")
    late = {entry.pk: closed is not None and entry.checked_in_at > closed for entry in present if entry.checked_in_at}
    return [
        PodAssignment(
            str(entry.number),
            0,
            is_late=late[entry.pk],
            is_building=late[entry.pk] and brought is not None and entry.pk not in brought,
        )
        for entry in present
    ]


def pods_by_account(event: Event) -> dict[Any, Any]:
    """Return the key of the pod in which each player is paired and ranked, by account key. Makes one query."""
    joined = Coalesce("pod__event_pod__joins__pod", "pod")
    seats = Seat.objects.filter(pod__event_pod__event=event)
    return dict(seats.values_list("player_id", joined))


def players_by_pod(places: Iterable[PodAssignment]) -> tuple[tuple[str, ...], ...]:
    """Return the players of each pod, in the order of ``places``."""
    pods: dict[int, list[str]] = {}
    for place in places:
        if place.pod:
            pods.setdefault(place.pod, []).append(place.player)
    return tuple(map(tuple, pods.values()))


def seated_pods(event: Event) -> tuple[tuple[str, ...], ...]:
    """Return the drafted pods as entry numbers in seat order; empty before the seating. Makes one query."""
    return players_by_pod(place for place in pod_assignments(event) if not place.is_late)


def event_standings(event: Event, *, pod: int | None = None) -> list[Standing]:
    """Return the standings of ``event``, or of its n-th pod, counted from 1."""
    tournament = tournament_of(event)
    return standings(tournament, among=tournament.pods[pod - 1]) if pod else final_standings(tournament)


def _exclusions(event: Event, players: Set[str]) -> tuple[tuple[str, str], ...]:
    exclusions = event.kept_apart.select_related("a__team", "b__team")
    pairs = {(each.a.rules_id, each.b.rules_id): None for each in exclusions}
    return tuple((a, b) for a, b in pairs if a != b and {a, b} <= players)


def _entrants(event: Event) -> list[_Entrant]:
    """Return the players, or the teams, in order. For thousands of players this is much faster than loading entries."""
    if event.is_team_event:
        return [
            _Entrant(
                team.rules_id,
                team.name,
                [str(member.number) for member in team.lineup],
                team.dropped_after_round,
                is_disqualified=team.disqualified_at is not None,
            )
            for team in teams_with_members(event)
        ]
    rows = event.entries.values_list("number", "name", "dropped_after_round", "disqualified_at")
    return [
        _Entrant(str(number), name, [str(number)], dropped, is_disqualified=disqualified is not None)
        for number, name, dropped, disqualified in rows
    ]


def _takes_part(entrant: _Entrant, places: Container[str]) -> bool:
    """Return whether a player, or any member of a team, has a place."""
    return any(number in places for number in entrant.numbers)


def _entered(entrant: _Entrant, places: Mapping[str, PodAssignment], played: Sequence[history.PlayedRound]) -> int:
    own = [places[number] for number in entrant.numbers if number in places]
    if not any(place.is_late for place in own):
        return 1
    first = next((each.number for each in played if entrant.rules_id not in each.missed), len(played) + 1)
    return first + any(place.is_building for place in own)


def _entry(entrant: _Entrant, entered_round: int) -> history.EventEntry:
    return history.EventEntry(
        id=entrant.rules_id,
        name=entrant.name,
        entered_round=entered_round,
        dropped_after_round=entrant.dropped_after_round,
        disqualified=entrant.is_disqualified,
    )


def _round(played: Round, matches: Iterable[MatchRow], *, include_open: bool = False) -> history.PlayedRound:
    """Return a round with its final results; with ``include_open`` also the open matches, without games."""
    found: dict[str, list[MatchRow]] = {kind: [] for kind in Match.Kind.values}
    for match in matches:
        found[match.kind].append(match)
    tables = [list(boards) for _table, boards in groupby(found[Match.Kind.PLAYED], key=lambda match: match.table)]
    counted = (_match(boards, played) or (_open_match(boards[0]) if include_open else None) for boards in tables)
    return history.PlayedRound(
        number=played.number,
        matches=tuple(match for match in counted if match),
        byes=_distinct_players(found[Match.Kind.BYE]),
        missed=_distinct_players(found[Match.Kind.MISSED]),
    )


def _distinct_players(matches: Iterable[MatchRow]) -> tuple[str, ...]:
    """Return the players of ``matches`` without an opponent, in order; a team only once, not for each board."""
    return tuple(dict.fromkeys(match.a for match in matches))


def _cut(rounds: Sequence[Round], matches: Sequence[MatchRow]) -> history.TopCut | None:
    """Return the top cut with its seeds as published, including open matches."""
    if not rounds:
        return None
    cut = rounds[0].pairing["cut"]
    played = (
        _round(each, [match for match in matches if match.round_id == each.pk], include_open=True) for each in rounds
    )
    found = history.TopCut(cut["size"], tuple(cut["seeds"]), tuple(played))
    return replace(found, kept=kept_rounds(found))


def _match(boards: Sequence[MatchRow], played: Round) -> history.PlayedMatch | None:
    """Return the match at a table; None until each of its boards has a final result."""
    first, agreed = boards[0], [board.agreed for board in boards]
    results = [each.result for each in agreed if each.is_final and each.result]
    if first.b is None or len(results) < len(boards):
        return None
    if first.is_team_match:
        return (team_cut_match if played.stage else team_match)((first.a, first.b), results, table=first.table)
    games_a, games_b, drawn = results[0].score
    return history.PlayedMatch(first.a, first.b, games_a, games_b, drawn, first.table, results[0].double_loss)


def _open_match(match: MatchRow) -> history.PlayedMatch | None:
    return history.PlayedMatch(match.a, match.b, 0, 0, table=match.table) if match.b else None
