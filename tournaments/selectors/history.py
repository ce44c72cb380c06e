"""An event as the pure rules read it, and the standings computed from that."""

from collections.abc import Iterable, Sequence

from drafting.models import Seat
from tournaments.models import Entry, Event, Match, Round
from tournaments.rules import history
from tournaments.rules.bracket import final_standings
from tournaments.rules.standings import Standing, standings
from tournaments.selectors.results import agreement, matches_of


def tournament_of(event: Event) -> history.Tournament:
    """Return ``event`` with the results that count; players are called by their entry numbers. Five queries."""
    pods = seating(event)
    seated = {number for pod in pods for number in pod}
    published = list(event.rounds.filter(published_at__isnull=False).order_by("number"))
    rounds = [each for each in published if not each.stage]
    matches = list(matches_of(published))
    return history.Tournament(
        entries=tuple(_entry(entry) for entry in event.entries.all() if not seated or entry.id_in_rules in seated),
        planned_rounds=event.terms.rounds,
        pods=pods,
        rounds=tuple(_round(played, [match for match in matches if match.round_id == played.pk]) for played in rounds),
        ruleset=event.ruleset,
        cut=_cut([each for each in published if each.stage], matches),
    )


def seating(event: Event) -> tuple[tuple[str, ...], ...]:
    """Return the published pods in seat order, by entry numbers; empty before. One query."""
    numbers = dict(event.entries.values_list("account_id", "number"))
    pods: dict[int, list[str]] = {}
    seats = Seat.objects.filter(pod__event_pod__event=event).order_by("pod__event_pod__number", "number")
    for pod, player in seats.values_list("pod__event_pod__number", "player_id"):
        pods.setdefault(pod, []).append(str(numbers[player]))
    return tuple(map(tuple, pods.values()))


def event_standings(event: Event, *, pod: int | None = None) -> list[Standing]:
    """Return the standings of ``event``, or of its n-th pod, counted from 1."""
    tournament = tournament_of(event)
    return standings(tournament, among=tournament.pods[pod - 1]) if pod else final_standings(tournament)


def _entry(entry: Entry) -> history.Entry:
    return history.Entry(
        id=entry.id_in_rules,
        name=entry.name,
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
