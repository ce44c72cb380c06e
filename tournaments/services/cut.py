"""Announce, change or cancel the top cut before it begins."""

from typing import Any

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from tournaments.models import Event
from tournaments.rules.cut import cut_draft_fault, cut_size_fault
from tournaments.rules.days import DayCutError
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import event_cut_fault, present_entries
from tournaments.selectors.stages import has_cut_begun
from tournaments.services.event import check_cube, lock_event, refuse_without_reason


class CutBegunError(RulesError):
    """The top cut is seated for its draft, or its first stage is published."""

    code = "cut_begun"
    clause = "DRF-OP-12"
    sentence = _("The top cut has begun and can no longer be changed.")
    is_state_conflict = True


@transaction.atomic
def change_cut(event: Event, places: int, *, reason: str, by: Actor, cut_draft: bool | None = None) -> Event:
    """Set the number of players in the top cut, 0 for no cut, and whether they draft again (default: as announced).

    The change is public (DRF-OP-12). A bracket that is not published yet is deleted, to be paired again. A later day
    that begins with a cut to be cancelled has to be changed first. Raises CutBegunError, ReasonNeededError,
    CutSizeError, CutTooLargeError, CutDraftError, CubeTooSmallError, DayCutError.
    """
    event = lock_event(event)
    if has_cut_begun(event):
        raise CutBegunError
    refuse_without_reason(reason)
    again = bool(places) and event.cut_draft if cut_draft is None else cut_draft
    fault = cut_size_fault(places) or _players_fault(event, places) or _draft_fault(event, places, again=again)
    if fault := fault or _day_fault(event, places):
        raise fault
    before = event.cut, event.cut_draft
    event.cut, event.cut_draft = places, again
    event.save(update_fields=["cut", "cut_draft"])
    for proposed in event.rounds.exclude(stage=""):
        proposed.matches.all().delete()
        proposed.delete()
    _log_change(event, before, reason=reason, by=by)
    return event


def _log_change(event: Event, before: tuple[int, bool], *, reason: str, by: Actor) -> None:
    places, again = before
    changes: dict[str, Any] = {"before": {"places": places}, "after": {"places": event.cut}}
    if not event.cut:
        action = "cut_given_up"
    elif event.cut_draft == again:
        action = "cut_changed"
    else:
        action = "cut_draft_announced" if event.cut_draft else "cut_draft_given_up"
    append_entry(event.stream, action, author=by.account, role=by.role, reason=reason, **changes)


def _draft_fault(event: Event, places: int, *, again: bool) -> RulesError | None:
    """Return why a top cut of this size cannot draft ``again``. Raises CubeTooSmallError."""
    if not again:
        return None
    if fault := cut_draft_fault(places, drafted=event.drafted, teams=event.is_team_event):
        return fault
    if event.cube and not event.cut_boosters:
        check_cube(event.cube, event.draft_format, places)
    return None


def _day_fault(event: Event, places: int) -> RulesError | None:
    """Return an error if a later day begins with the cut, and there would be none."""
    if places:
        return None
    return next((DayCutError(day=number) for number, day in enumerate(event.later_days, 2) if day.round is None), None)


def _players_fault(event: Event, places: int) -> RulesError | None:
    """Return an error if there are too few players; None before registration closes, since more may still join."""
    return event_cut_fault(event, places, present_entries(event).count()) if event.registration_closed_at else None
