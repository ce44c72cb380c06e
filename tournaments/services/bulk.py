"""Changes of several tables or players in one transaction, with a log entry for each of them."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db import transaction

from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.refusals import RulesErrorGroup
from tournaments.models import Entry, Event, Match
from tournaments.rules.agreement import ReportState
from tournaments.selectors.matches import side_of_account
from tournaments.selectors.results import match_agreement
from tournaments.selectors.roles import Actor
from tournaments.services.entry import set_checked_in
from tournaments.services.event import lock_event
from tournaments.services.match import enter_result, extend_match


@transaction.atomic
def check_in_several(entries: Iterable[Entry], *, present: bool, by: Actor) -> list[Entry]:
    """Check players in or out, and return those for whom this was a change. Raises RegistrationClosedError."""
    changed = [entry for entry in entries if bool(entry.checked_in_at) is not present]
    return [set_checked_in(entry, present=present, by=by) for entry in changed]


@transaction.atomic
def extend_several(matches: Iterable[Match], minutes: int, *, reason: str, by: Actor) -> list[Match]:
    """Extend the time of matches by ``minutes``. Raises the errors of `extend_match`; then no time changes."""
    return [extend_match(match, minutes, reason=reason, by=by) for match in matches]


@transaction.atomic
def confirm_reports(event: Event, seen: Mapping[UUID, int], *, by: Actor) -> list[Match]:
    """Enter, as an official, the results that one player has reported and the other has not answered.

    ``seen`` has the number of the report that the official has seen, by match. Returns the confirmed matches. A match
    is left out if it has another report by now, if the official plays in it, or if its result needs a decision.
    """
    event = lock_event(event)
    matches = Match.objects.filter(round__event=event, round__published_at__isnull=False, pk__in=seen)
    found = matches.select_related("round__event", "a__team", "b__team").order_by("table", "board")
    return [match for match in found if _confirm_report(match, seen[match.pk], by=by)]


def _confirm_report(match: Match, number: int, *, by: Actor) -> bool:
    """Enter the report ``number`` of ``match`` if it still waits for the opponent; return whether it was entered."""
    found = match_agreement(match)
    own = by.account is not None and side_of_account(match, by.account) is not None
    if own or found.state is not ReportState.REPORTED or found.result is None:
        return False
    try:
        enter_result(match, found.result, by=by, last_seen_number=number)
    except (RulesError, RulesErrorGroup):
        return False
    return True
