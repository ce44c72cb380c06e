"""Change the announced number of rounds."""

from dataclasses import asdict, replace

from django.db import transaction

from drafting.rules.format import TooFewRoundsError
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.refusals import raise_errors
from tournaments.models import Event
from tournaments.rules.days import EventDaysError, days_fault
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import event_rounds_fault
from tournaments.services.event import lock_event, refuse_without_reason


class RoundsOnlyReducedError(RulesError):
    """The event has begun, so no rounds can be added; ``details`` give the announced number."""

    code = "rounds_only_reduced"
    clause = "DRF-4.5"
    sentence = _("{announced} rounds are announced. Once registration is closed, the number can only be reduced.")
    field = "rounds"


class RoundsPublishedError(RulesError):
    """More rounds are already published; ``details`` give their number."""

    code = "rounds_published"
    clause = "DRF-4.5"
    sentence = _("{published} rounds are already published. Announce at least as many.")
    field = "rounds"
    is_state_conflict = True


@transaction.atomic
def announce_rounds(event: Event, rounds: int, *, reason: str, by: Actor) -> Event:
    """Change the number of announced rounds. This is public.

    Once registration is closed, the number can only be reduced, and not below the published rounds (DRF-4.5). Planned
    pods and a proposed round are discarded, since both depend on it (DRF-OP-8). A later day that begins with a round
    beyond the number has to be changed first. Raises ReasonNeededError, RoundsOnlyReducedError, RoundsPublishedError,
    EventDaysError, RulesErrorGroup.
    """
    event = lock_event(event)
    refuse_without_reason(reason)
    before = event.event_format.rounds
    event.format = asdict(replace(event.event_format, rounds=rounds))
    raise_errors(_faults(event, rounds, before) or filter(None, [_days_fault(event, rounds)]))
    event.plan = [] if not event.registration_closed_at else event.plan
    event.save(update_fields=["format", "plan"])
    for proposed in event.rounds.filter(published_at=None):
        proposed.matches.all().delete()
        proposed.delete()
    append_entry(
        event.stream,
        "rounds_announced",
        author=by.account,
        role=by.role,
        reason=reason,
        before={"rounds": before},
        after={"rounds": rounds},
    )
    return event


def _faults(event: Event, rounds: int, before: int) -> list[RulesError]:
    if rounds < 1:
        return [TooFewRoundsError()]
    if not event.registration_closed_at:
        return [fault for fault in [event_rounds_fault(event, [])] if fault]
    published = event.rounds.filter(published_at__isnull=False, stage="").count()
    if rounds < published:
        return [RoundsPublishedError(published=published)]
    return [RoundsOnlyReducedError(announced=before)] if rounds >= before else []


def _days_fault(event: Event, rounds: int) -> EventDaysError | None:
    """Return why the later days do not fit this number of rounds, as an error of the field for the rounds."""
    fault = days_fault(event.later_days, starts_at=event.starts_at, rounds=rounds, cut=event.cut)
    if fault:
        fault.field = "rounds"
    return fault
