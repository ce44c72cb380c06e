"""Penalties and requests, the options for a new penalty, and who may approve one."""

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
"""The most common category of infractions in each phase; during the rounds it is play."""


@dataclass(frozen=True, slots=True)
class PenaltyOption:
    """A category of infractions to choose from, with its name (``words``) and a hint from earlier penalties."""

    category: InfractionCategory
    words: str
    infractions: Sequence[Infraction]
    earlier_penalties: Sequence[Penalty]
    hint: EscalationHint | None
    is_expanded: bool


def penalty_history(entry: Entry) -> list[Penalty]:
    """Return every penalty of ``entry``, the newest first. Makes one query."""
    found = entry.penalties.select_related("author", "decided_by", "match__round", "counts_in__round")
    return list(found.order_by("-at", "-pk"))


def penalties_shown_to(entry: Entry) -> list[Penalty]:
    """Return the penalties shown to the player of ``entry``, the newest first: given and withdrawn ones.

    A request is not shown before it is approved. Makes one query.
    """
    given = entry.penalties.filter(approved_at__isnull=False)
    return list(given.select_related("match__round", "match__a", "counts_in__round").order_by("-at", "-pk"))


def active_penalties(penalties: Sequence[Penalty]) -> list[Penalty]:
    """Return those of ``penalties`` that count or wait for approval, the oldest first."""
    return [penalty for penalty in reversed(penalties) if penalty.state in ("given", "requested")]


def penalty_options(
    penalties: Sequence[Penalty], phase: EventPhase, catalogue: InfractionCatalogue
) -> list[PenaltyOption]:
    """Return the infractions in use in ``catalogue``, by category, for a player with these ``penalties``.

    The most common category in ``phase`` is expanded.
    """
    active = active_penalties(penalties)
    hints = escalation_hints([(penalty.infraction, PenaltyLevel(penalty.level)) for penalty in active], catalogue)
    first = FIRST_CATEGORIES.get(phase, InfractionCategory.PLAY)
    return [
        PenaltyOption(
            category,
            words,
            [each for each in infractions_of_category(catalogue, category) if each.used],
            [
                each
                for each in active
                if each.infraction in catalogue and catalogue[each.infraction].category == category
            ],
            hints.get(category),
            category == first,
        )
        for category, words in CATEGORY_NAMES.items()
    ]


def infractions_of_category(catalogue: InfractionCatalogue, category: InfractionCategory) -> list[Infraction]:
    """Return the infractions of one ``category``, in use or not."""
    return [each for each in catalogue.values() if each.category == category]


def penalty_requests(event: Event) -> list[Penalty]:
    """Return the penalties that wait for approval. Makes one query."""
    pending = list(event_penalties(event).filter(approved_at=None, refused_at=None, withdrawn_at=None))
    for penalty in pending:
        penalty.entry.event = event  # its catalogue names the infraction
    return pending


def event_penalties(event: Event) -> QuerySet[Penalty]:
    """Return every penalty of ``event``. Makes one query."""
    found = Penalty.objects.filter(entry__event=event)
    return found.select_related("entry", "author", "decided_by", "match", "counts_in__round")


def penalties_counting_in(match: Match) -> list[Penalty]:
    """Return the penalties that cost a player of ``match`` a game there, or the match. Makes one query."""
    return list(match.losses.filter(withdrawn_at=None).select_related("entry"))


def may_approve_penalties(event: Event, by: Actor) -> bool:
    """Return whether ``by`` decides on game losses and harsher penalties.

    This is the head judge, or the organizer of an event without one.
    """
    if by.role == ORGANIZER:
        return not event.officials.filter(role=HEAD_JUDGE).exists()
    return by.role == HEAD_JUDGE
