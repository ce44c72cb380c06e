"""Penalties: what a player was given, what is asked for, who may approve it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Entry, Event, Match, Penalty
from tournaments.rules.infractions import (
    CATEGORY_NAMES,
    Infraction,
    InfractionCatalogue,
    InfractionCategory,
    PenaltyLevel,
)
from tournaments.rules.penalties import EscalationHint, escalation_hints
from tournaments.selectors.progress import EventPhase
from tournaments.selectors.roles import HEAD_JUDGE, ORGANIZER, Actor

FIRST_CATEGORIES = {
    EventPhase.REGISTRATION: InfractionCategory.CONDUCT,
    EventPhase.DRAFT: InfractionCategory.DRAFT,
    EventPhase.DECKS: InfractionCategory.DECK,
}
"""What goes wrong most in each part of the day; in the rounds, play."""


@dataclass(frozen=True, slots=True)
class PenaltyOption:
    """A category of infractions to choose from: its ``words``, and what earlier ones suggest."""

    category: InfractionCategory
    words: str
    infractions: Sequence[Infraction]
    earlier_penalties: Sequence[Penalty]
    hint: EscalationHint | None
    is_expanded: bool


def penalty_history(entry: Entry) -> list[Penalty]:
    """Return every penalty of ``entry``, the newest first. One query."""
    found = entry.penalties.select_related("author", "decided_by", "match__round", "counts_in__round")
    return list(found.order_by("-at", "-pk"))


def penalties_shown_to(entry: Entry) -> list[Penalty]:
    """Return the penalties that the player of ``entry`` is told of, the newest first: what was given, and withdrawn again.

    Of a request nobody hears before it is approved. One query.
    """
    given = entry.penalties.filter(approved_at__isnull=False)
    return list(given.select_related("match__round", "match__a", "counts_in__round").order_by("-at", "-pk"))


def active_penalties(penalties: Sequence[Penalty]) -> list[Penalty]:
    """Return those of ``penalties`` that count, or may yet, the first one first."""
    return [penalty for penalty in reversed(penalties) if penalty.state in ("given", "requested")]


def penalty_options(
    penalties: Sequence[Penalty], phase: EventPhase, catalogue: InfractionCatalogue
) -> list[PenaltyOption]:
    """Return what the ``catalogue`` has in use, by category, for a player with these ``penalties``.

    What happens most in ``phase`` comes unfolded.
    """
    counting = active_penalties(penalties)
    suggested = escalation_hints([(penalty.infraction, PenaltyLevel(penalty.level)) for penalty in counting], catalogue)
    first = FIRST_CATEGORIES.get(phase, InfractionCategory.PLAY)
    return [
        PenaltyOption(
            category,
            words,
            [each for each in infractions_of_category(catalogue, category) if each.used],
            [
                each
                for each in counting
                if each.infraction in catalogue and catalogue[each.infraction].category == category
            ],
            suggested.get(category),
            category == first,
        )
        for category, words in CATEGORY_NAMES.items()
    ]


def infractions_of_category(catalogue: InfractionCatalogue, category: InfractionCategory) -> list[Infraction]:
    """Return the infractions of one ``category``, used or not."""
    return [each for each in catalogue.values() if each.category == category]


def penalty_requests(event: Event) -> list[Penalty]:
    """Return the penalties that wait to be approved. One query."""
    waiting = list(event_penalties(event).filter(approved_at=None, refused_at=None, withdrawn_at=None))
    for penalty in waiting:
        penalty.entry.event = event  # its catalogue names the infraction
    return waiting


def event_penalties(event: Event) -> QuerySet[Penalty]:
    """Return every penalty of ``event``. One query."""
    return Penalty.objects.filter(entry__event=event).select_related("entry", "author", "decided_by", "match")


def penalties_counting_in(match: Match) -> list[Penalty]:
    """Return the penalties that cost a player of ``match`` a game there, or all of it. One query."""
    return list(match.losses.filter(withdrawn_at=None).select_related("entry"))


def may_approve_penalties(event: Event, by: Actor) -> bool:
    """Whether ``by`` decides about what costs a game: a head judge, or the organizer of an event without one."""
    if by.role == ORGANIZER:
        return not event.officials.filter(role=HEAD_JUDGE).exists()
    return by.role == HEAD_JUDGE
