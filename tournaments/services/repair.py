"""Keep a published round after a result it depends on was corrected, or pair it again.

A published pairing never changes automatically.
"""

from django.db import transaction
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from tournaments.models import Event, Round
from tournaments.rules.pairing_basis import results_checksum
from tournaments.selectors.pairing_basis import tournament_before
from tournaments.selectors.pairings import paired_round
from tournaments.selectors.roles import Actor
from tournaments.services.event import lock_event, refuse_without_reason
from tournaments.services.round import RoundNotPairedError, propose_round
from tournaments.services.round_cancellation import cancel_rounds


class NotNewestRoundError(RulesError):
    """A later round is already published."""

    code = "not_newest_round"
    sentence = _("Only the current round can be paired again.")


class RoundNotNamedError(RulesError):
    """Pairing a round again discards its results and is confirmed by typing the round number."""

    code = "round_not_named"
    sentence = _("Type the number of the round, {round}, to pair it again.")
    field = "typed"


class PlayedHereError(RulesError):
    """The games of the round are played on this site and have begun."""

    code = "played_here"
    sentence = _("The games of this round have already begun on this site. It cannot be paired again.")


@transaction.atomic
def keep_pairings(event: Event, number: int, *, reason: str, by: Actor) -> Round:
    """Keep the pairing of a round although an earlier result was corrected. This is public.

    Raises RoundNotPairedError, NotNewestRoundError, ReasonNeededError.
    """
    event, found = _lock_newest_round(event, number)
    refuse_without_reason(reason)
    found.pairing["kept"] = results_checksum(tournament_before(found), number)
    found.pairing_details.save(update_fields=["data"])
    append_entry(event.stream, "pairings_kept", author=by.account, role=by.role, after={"round": number}, reason=reason)
    return found


@transaction.atomic
def pair_round_again(event: Event, number: int, *, typed: str, reason: str, by: Actor) -> Round:
    """Cancel a published round with all its reports, and propose it again. This is public.

    Game losses that counted in it will count in the new matches. ``typed`` is the round number as the official typed
    it. Raises RoundNotPairedError, NotNewestRoundError, RoundNotNamedError, PlayedHereError, ReasonNeededError and the
    errors of `propose_round`.
    """
    event, found = _lock_newest_round(event, number)
    refuse_without_reason(reason)
    if typed.strip() != str(number):
        raise RoundNotNamedError(round=number)
    if event.play == Event.Play.ONLINE:
        raise PlayedHereError
    after = {"round": number, "lost": paired_round(found).reported_tables}
    cancel_rounds(event, after=number - 1, at=timezone.now())
    append_entry(event.stream, "round_cancelled", author=by.account, role=by.role, after=after, reason=reason)
    return propose_round(event, by=by)


def _lock_newest_round(event: Event, number: int) -> tuple[Event, Round]:
    """Lock the event; return it and its newest published round."""
    event = lock_event(event)
    newest = event.rounds.filter(published_at__isnull=False).order_by("number").last()
    if newest is None or number > newest.number:
        raise RoundNotPairedError(round=number)
    if number < newest.number:
        raise NotNewestRoundError
    return event, newest
