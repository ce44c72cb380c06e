"""The players who take part in an event, and the planning of their pods."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from cards.collation import sort_key
from cards.languages import join_list
from drafting.models import Pod
from gameplay.engine.core.errors import RulesError, _
from tournaments.models import Entry, Event, Round
from tournaments.rules.cut import CutTooLargeError, cut_players_fault
from tournaments.rules.pods import (
    PodSplit,
    TooManyRoundsError,
    announced_rounds_fault,
    best_split,
    director_notices,
    field_rounds_fault,
    pod_rounds_fault,
    split_reasons,
)
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.team_pods import best_team_split, team_seating_reasons

ALPHABET_SIZE = 26
MIN_PLAYERS = 2


class ConsentMissingError(RulesError):
    """A guardian has not consented yet; ``details`` have the names of the players."""

    code = "consent_missing"
    sentence = _("The guardian's consent is missing for: {players}. Record it at the desk, or undo their check-in.")


@dataclass(frozen=True, slots=True)
class PodPlan:
    """The pod sizes with reasons and notices for the organizer; ``pods`` are players in seat order."""

    split: PodSplit
    why: Sequence[DecisionReason]
    notices: Sequence[DecisionReason]
    pods: Sequence[Sequence[Entry]] = ()


def present_entries(event: Event) -> QuerySet[Entry]:
    """Return the players who are checked in and have not dropped, in the order of joining. Makes one query."""
    return event.entries.filter(checked_in_at__isnull=False, dropped_after_round=None, disqualified_at=None).order_by(
        "number"
    )


def in_reading_order(entries: QuerySet[Entry]) -> list[Entry]:
    """Return ``entries`` in the order in which people look up names: by reading, or else by name. Makes one query.

    Pages show only the order, never the reading, which is personal data. Players under age are sorted by their alias.
    """

    def key(entry: Entry) -> tuple[object, ...]:
        return sort_key(entry.name, "" if entry.under_age else entry.account.reading, entry.number)

    return sorted(entries.select_related("account"), key=key)


def reading_order(event: Event) -> list[tuple[int, int, str]]:
    """Return the key, the number and the name of each entry in the order of `in_reading_order`. Makes one query."""
    rows = event.entries.values_list("pk", "number", "name", "account__reading", "under_age")
    ordered = sorted(rows, key=lambda row: sort_key(row[2], "" if row[4] else row[3], row[1]))
    return [(key, number, name) for key, number, name, _reading, _under_age in ordered]


def late_entries_building(event: Event) -> QuerySet[Entry]:
    """Return the late entries who cannot be paired yet, because their deck is not submitted. Makes one query."""
    if event.shared_deck:
        return event.entries.none()
    if not event.drafted:
        late = event.entries.filter(checked_in_at__gt=event.registration_closed_at)
        return late.filter(dropped_after_round=None, disqualified_at=None).exclude(
            constructed_deck__submitted_at__isnull=False
        )
    building = Pod.objects.filter(event_pod__event=event, event_pod__joins__isnull=False, closed_at=None)
    return event.entries.filter(account__seats__pod__in=building, dropped_after_round=None, disqualified_at=None)


def entries_without_match(paired: Round) -> QuerySet[Entry]:
    """Return the active players without a match in a round, such as late entries without a deck. Makes one query."""
    entries = paired.event.entries
    seated = (
        entries.filter(
            account__seats__pod__event_pod__event=paired.event_id, account__seats__pod__event_pod__for_cut=False
        )
        if paired.event.drafted
        else entries.filter(checked_in_at__isnull=False)
    )
    has_match = Q(matches_as_a__round=paired.pk) | Q(matches_as_b__round=paired.pk)
    return seated.filter(dropped_after_round=None, disqualified_at=None).exclude(has_match)


def consent_fault(entries: Iterable[Entry]) -> ConsentMissingError | None:
    """Return an error if one of ``entries``, who are about to be seated, lacks a guardian's consent; else None."""
    names = [entry.name for entry in entries if entry.lacks_consent]
    return ConsentMissingError(players=join_list(names)) if names else None


def pod_plan(event: Event) -> PodPlan:
    """Return the planned pods, or the default sizes without a plan. Makes two queries. Raises TooFewPlayersError."""
    split = (
        PodSplit(tuple(map(len, event.plan))) if event.plan else default_split(event, present_entries(event).count())
    )
    entries = {entry.number: entry for entry in event.entries.select_related("team")}
    return PodPlan(
        split=split,
        why=team_seating_reasons(split, event.team_size) if event.is_team_event else split_reasons(split),
        notices=director_notices(
            [sum(split.sizes)] if event.pairs_across_pods else split.sizes, event.event_format.rounds
        ),
        pods=[[entries[number] for number in pod] for pod in event.plan],
    )


def default_split(event: Event, players: int) -> PodSplit:
    """Return the default pod sizes for ``players`` (DRF-OP-1, DRF-OP-14). Raises TooFewPlayersError."""
    return best_team_split(players) if event.is_team_event else best_split(players)


def event_rounds_fault(event: Event, sizes: Sequence[int]) -> TooManyRoundsError | None:
    """Return an error if pods of ``sizes``, [] if unknown, cannot play the event's rounds (DRF-OP-8), else None."""
    rounds = event.event_format.rounds
    if event.pairs_across_pods:
        return field_rounds_fault(sum(sizes) // event.team_size, rounds, teams=event.is_team_event)
    return announced_rounds_fault(rounds) or (pod_rounds_fault(sizes, rounds) if sizes else None)


def event_cut_fault(event: Event, places: int, players: int) -> CutTooLargeError | None:
    """Return an error if the number of ``players``, or of their teams, is too small for a top cut; else None."""
    return cut_players_fault(places, players // event.team_size, teams=event.is_team_event)


def pod_label(number: int) -> str:
    """Return the name of the n-th pod: A to Z, then AA."""
    before, letter = divmod(number - 1, ALPHABET_SIZE)
    return (pod_label(before) if before else "") + chr(ord("A") + letter)
