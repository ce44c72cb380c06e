"""An event as the pure rules read it, and the standings computed from that."""

from collections.abc import Iterable, Sequence, Set
from typing import Any, NamedTuple

from django.db.models.functions import Coalesce

from drafting.models import Seat
from tournaments.models import Entry, Event, Match, Round
from tournaments.rules import history
from tournaments.rules.bracket import final_standings
from tournaments.rules.standings import Standing, standings
from tournaments.selectors.results import agreement, matches_of


class Place(NamedTuple):
    """In which pod, from 1, a player is paired and ranked; whether they came ``late``, and still ``build`` their deck."""

    player: str
    pod: int
    late: bool
    builds: bool


def tournament_of(event: Event) -> history.Tournament:
    """Return ``event`` with the results that count; players are called by their entry numbers. Seven queries.

    Who came late has entered in the first round that they have not missed, and in none before their deck is in.
    """
    places = {place.player: place for place in places_of(event)}
    published = list(event.rounds.filter(published_at__isnull=False).order_by("number"))
    matches = list(matches_of(published))
    rounds = [each for each in published if not each.stage]
    played = [_round(each, [match for match in matches if match.round_id == each.pk]) for each in rounds]
    entries = [entry for entry in event.entries.all() if not places or entry.id_in_rules in places]
    return history.Tournament(
        entries=tuple(_entry(entry, _entered(places.get(entry.id_in_rules), played)) for entry in entries),
        planned_rounds=event.terms.rounds,
        pods=pods_of(places.values()),
        rounds=tuple(played),
        ruleset=event.ruleset,
        apart=_apart(event, {entry.id_in_rules for entry in entries}),
        power_pairing=event.power_pairing,
        across=event.across,
        cut=_cut([each for each in published if each.stage], matches),
    )


def places_of(event: Event) -> list[Place]:
    """Return where everybody sits, pod by pod in seat order, then who came late; nobody before the seating. One query."""
    seats = Seat.objects.filter(pod__event_pod__event=event, player__entries__event=event)
    joined = Coalesce("pod__event_pod__joins__number", "pod__event_pod__number")
    rows = seats.values_list("player__entries__number", joined, "pod__event_pod__joins", "pod__closed_at")
    return [
        Place(str(player), pod, late=joins is not None, builds=joins is not None and closed is None)
        for player, pod, joins, closed in rows.order_by("pod__event_pod__number", "number")
    ]


def match_pods(event: Event) -> dict[Any, Any]:
    """Return the pod in which each player is paired and ranked, both by their keys. One query."""
    joined = Coalesce("pod__event_pod__joins__pod", "pod")
    seats = Seat.objects.filter(pod__event_pod__event=event)
    return dict(seats.values_list("player_id", joined))


def pods_of(places: Iterable[Place]) -> tuple[tuple[str, ...], ...]:
    """Return the players of each pod in the order of ``places``."""
    pods: dict[int, list[str]] = {}
    for place in places:
        pods.setdefault(place.pod, []).append(place.player)
    return tuple(map(tuple, pods.values()))


def seating(event: Event) -> tuple[tuple[str, ...], ...]:
    """Return the pods that drafted in seat order, by entry numbers; empty before the seating. One query."""
    return pods_of(place for place in places_of(event) if not place.late)


def event_standings(event: Event, *, pod: int | None = None) -> list[Standing]:
    """Return the standings of ``event``, or of its n-th pod, counted from 1."""
    tournament = tournament_of(event)
    return standings(tournament, among=tournament.pods[pod - 1]) if pod else final_standings(tournament)


def _apart(event: Event, players: Set[str]) -> tuple[tuple[str, str], ...]:
    pairs = event.kept_apart.values_list("a__number", "b__number")
    return tuple((str(a), str(b)) for a, b in pairs if {str(a), str(b)} <= players)


def _entered(place: Place | None, played: Sequence[history.Round]) -> int:
    if place is None or not place.late:
        return 1
    first = next((each.number for each in played if place.player not in each.missed), len(played) + 1)
    return first + place.builds


def _entry(entry: Entry, entered_round: int) -> history.Entry:
    return history.Entry(
        id=entry.id_in_rules,
        name=entry.name,
        entered_round=entered_round,
        dropped_after_round=entry.dropped_after_round,
        disqualified=entry.disqualified_at is not None,
    )


def _round(played: Round, matches: Iterable[Match], *, open_too: bool = False) -> history.Round:
    """A round with the results that count, and the matches that are ``open_too``, without games, if asked for."""
    found: dict[str, list[Match]] = {kind: [] for kind in Match.Kind.values}
    for match in matches:
        found[match.kind].append(match)
    counted = (_match(match) or (_open(match) if open_too else None) for match in found[Match.Kind.PLAYED])
    return history.Round(
        number=played.number,
        matches=tuple(match for match in counted if match),
        byes=tuple(match.a.id_in_rules for match in found[Match.Kind.BYE]),
        missed=tuple(match.a.id_in_rules for match in found[Match.Kind.MISSED]),
    )


def _cut(rounds: Sequence[Round], matches: Sequence[Match]) -> history.Cut | None:
    """The top cut as it was published: with its seeds as they were then, and with what is still to be played."""
    if not rounds:
        return None
    cut = rounds[0].pairing["cut"]
    played = (_round(each, [match for match in matches if match.round_id == each.pk], open_too=True) for each in rounds)
    return history.Cut(cut["size"], tuple(cut["seeds"]), tuple(played))


def _match(match: Match) -> history.Match | None:
    found = agreement(match)
    if not (found.final and found.result and match.b):
        return None
    games_a, games_b, drawn = found.result.score
    ids = match.a.id_in_rules, match.b.id_in_rules
    return history.Match(*ids, games_a, games_b, drawn, match.table, found.result.double_loss)


def _open(match: Match) -> history.Match | None:
    return history.Match(match.a.id_in_rules, match.b.id_in_rules, 0, 0, table=match.table) if match.b else None
