"""Conversion of an event to the Tournament of the pure rules, and its standings."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from django.db.models import BooleanField, ExpressionWrapper, F, Q
from django.db.models.functions import Coalesce

from drafting.models import Seat
from tournaments.models import ConstructedDeck, Entry, Event, Match, PairingExclusion, Round, Team
from tournaments.rules import history
from tournaments.rules.bracket import final_standings, is_cut_over, kept_rounds
from tournaments.rules.standings import Standing, standings
from tournaments.rules.teams import team_cut_match, team_match
from tournaments.selectors.results import MatchRow, match_rows

T = TypeVar("T")


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
    return tournaments_of([event], matches)[event.pk]


def tournaments_of(events: Sequence[Event], matches: Sequence[MatchRow] | None = None) -> dict[Any, history.Tournament]:
    """Return the tournaments of ``events`` like `tournament_of`, by the keys of the events.

    Makes as many queries as for one event of each kind: eleven at most.
    """
    places = assignments_by_event(events)
    published = list(Round.objects.filter(event__in=events, published_at__isnull=False).order_by("event", "number"))
    rows = _grouped((row.round_id, row) for row in (match_rows(published) if matches is None else matches))
    rounds = _grouped((each.event_id, each) for each in published)
    entrants, exclusions = _entrants(events), _exclusions(events)
    return {
        event.pk: _tournament(
            event,
            rounds[event.pk],
            rows,
            places={place.player: place for place in places[event.pk]},
            entrants=entrants[event.pk],
            exclusions=exclusions[event.pk],
        )
        for event in events
    }


def _tournament(
    event: Event,
    published: Sequence[Round],
    matches: Mapping[int, Sequence[MatchRow]],
    *,
    places: Mapping[str, PodAssignment],
    entrants: Sequence[_Entrant],
    exclusions: Iterable[tuple[str, str]],
) -> history.Tournament:
    """Return the tournament of ``event`` from its ``published`` rounds and their ``matches`` by round."""
    played = [played_round(each, matches[each.pk]) for each in published if not each.stage]
    taking_part = [each for each in entrants if not places or _takes_part(each, places)]
    players = {each.rules_id for each in taking_part}
    found = history.Tournament(
        entries=tuple(_entry(each, _entered(each, places, played)) for each in taking_part),
        planned_rounds=event.event_format.rounds,
        pods=() if event.is_team_event else players_by_pod(places.values()),
        rounds=tuple(played),
        ruleset=event.ruleset,
        apart=tuple((a, b) for a, b in dict.fromkeys(exclusions) if a != b and {a, b} <= players),
        power_pairing=event.power_pairing,
        across=event.pairs_across_pods,
        cut=_cut([each for each in published if each.stage], matches),
    )
    return _ended_early(found) if event.finished_at else found


def _grouped(pairs: Iterable[tuple[Any, T]]) -> defaultdict[Any, list[T]]:
    """Return the values of ``pairs`` by their keys, in order."""
    found: defaultdict[Any, list[T]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return found


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
    return assignments_by_event([event])[event.pk]


def assignments_by_event(events: Sequence[Event]) -> defaultdict[Any, list[PodAssignment]]:
    """Return the `pod_assignments` of ``events`` by their keys. Makes three queries at most."""
    found = _grouped(_drafted_assignments([event for event in events if event.drafted]))
    found.update(_grouped(_present_assignments([event for event in events if not event.drafted])))
    return found


def _drafted_assignments(events: Sequence[Event]) -> Iterator[tuple[Any, PodAssignment]]:
    if not events:
        return
    same_event = F("pod__event_pod__event")
    seats = Seat.objects.filter(
        pod__event_pod__event__in=events, pod__event_pod__for_cut=False, player__entries__event=same_event
    )
    joined = Coalesce("pod__event_pod__joins__number", "pod__event_pod__number")
    is_open = ExpressionWrapper(Q(pod__closed_at=None), BooleanField())  # thousands of times are slow to read
    rows = seats.values_list(
        "pod__event_pod__event", "player__entries__number", joined, "pod__event_pod__joins", is_open
    )
    for event, player, pod, joins, building in rows.order_by("pod__event_pod__number", "number"):
        late = joins is not None
        yield event, PodAssignment(str(player), pod, is_late=late, is_building=late and bool(building))


def _present_assignments(events: Sequence[Event]) -> Iterator[tuple[Any, PodAssignment]]:
    if not events:
        return
    closed_at = {event.pk: event.registration_closed_at for event in events}
    brings = {event.pk: event.brings_decks for event in events}
    decks = ConstructedDeck.objects.filter(entry__event__in=events, submitted_at__isnull=False)
    submitted = set(decks.values_list("entry", flat=True))
    present = Entry.objects.filter(event__in=events, checked_in_at__isnull=False).order_by("event", "number")
    for key, event, number, checked_in in present.values_list("pk", "event", "number", "checked_in_at"):
        closed = closed_at[event]
        late = bool(closed and checked_in and checked_in > closed)
        yield (
            event,
            PodAssignment(str(number), 0, is_late=late, is_building=late and brings[event] and key not in submitted),
        )


def pods_by_account(event: Event) -> dict[Any, Any]:
    """Return the key of the pod in which each player is paired and ranked, by account key. Makes one query."""
    joined = Coalesce("pod__event_pod__joins__pod", "pod")
    seats = Seat.objects.filter(pod__event_pod__event=event, pod__event_pod__for_cut=False)
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


def _exclusions(events: Sequence[Event]) -> defaultdict[Any, list[tuple[str, str]]]:
    found = PairingExclusion.objects.filter(event__in=events).select_related("a__team", "b__team")
    return _grouped((each.event_id, (each.a.rules_id, each.b.rules_id)) for each in found)


def _entrants(events: Sequence[Event]) -> defaultdict[Any, list[_Entrant]]:
    """Return the players, or the teams, of each event, in order. Makes three queries at most.

    For thousands of players this is much faster than loading entries.
    """
    found = _grouped(_players([event for event in events if not event.is_team_event]))
    found.update(_grouped(_teams([event for event in events if event.is_team_event])))
    return found


def _players(events: Sequence[Event]) -> Iterator[tuple[Any, _Entrant]]:
    if not events:
        return
    rows = Entry.objects.filter(event__in=events).values_list(
        "event", "number", "name", "dropped_after_round", "disqualified_at"
    )
    for event, number, name, dropped, disqualified in rows:
        yield event, _Entrant(str(number), name, [str(number)], dropped, is_disqualified=disqualified is not None)


def _teams(events: Sequence[Event]) -> Iterator[tuple[Any, _Entrant]]:
    if not events:
        return
    for team in Team.objects.filter(event__in=events).prefetch_related("entries"):
        yield (
            team.event_id,
            _Entrant(
                team.rules_id,
                team.name,
                [str(member.number) for member in team.lineup],
                team.dropped_after_round,
                is_disqualified=team.disqualified_at is not None,
            ),
        )


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


def played_round(played: Round, matches: Iterable[MatchRow], *, include_open: bool = False) -> history.PlayedRound:
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


def _cut(rounds: Sequence[Round], matches: Mapping[int, Sequence[MatchRow]]) -> history.TopCut | None:
    """Return the top cut with its seeds as published, including open matches."""
    if not rounds:
        return None
    cut = rounds[0].pairing["cut"]
    played = (played_round(each, matches[each.pk], include_open=True) for each in rounds)
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
