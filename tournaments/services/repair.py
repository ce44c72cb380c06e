"""A published round whose pairing is in doubt: an official keeps it, or lets it be paired again. It never changes by itself."""

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import record
from tournaments.models import Event, Round
from tournaments.rules.basis import digest
from tournaments.selectors.basis import before
from tournaments.selectors.pairings import paired_round
from tournaments.selectors.roles import Actor
from tournaments.services.aside import put_aside
from tournaments.services.event import hold, refuse_unexplained
from tournaments.services.round import RoundNotPairedError, pair_round


class NotNewestRoundError(RulesError):
    """Players have met again since."""

    code = "not_newest_round"
    sentence = _("Only the round that is played now can be paired again.")


class RoundNotNamedError(RulesError):
    """What is lost by pairing again is confirmed by the number of the round."""

    code = "round_not_named"
    sentence = _("Type the number of the round, {round}, to pair it again.")
    field = "typed"


class PlayedHereError(RulesError):
    """The games of the round are on this site, and have begun."""

    code = "played_here"
    sentence = _("The games of this round are played on this site and have begun; it cannot be paired again.")


@transaction.atomic
def keep_pairings(event: Event, number: int, *, reason: str, by: Actor) -> Round:
    """Let a round stay as it was paired, although a result before it was corrected. Public.

    Raises RoundNotPairedError, NotNewestRoundError, ReasonNeededError.
    """
    event, found = _held(event, number)
    refuse_unexplained(reason)
    found.pairing["kept"] = digest(before(found), number)
    found.pairing_details.save(update_fields=["data"])
    record(event.stream, "pairings_kept", author=by.account, role=by.role, after={"round": number}, reason=reason)
    return found


@transaction.atomic
def pair_again(event: Event, number: int, *, typed: str, reason: str, by: Actor) -> Round:
    """Put a published round aside, with all that was said in it, and propose it anew. Public.

    What penalties have cost in it they will cost in the new matches. ``typed`` is the number of the round, as somebody
    has typed it. Raises RoundNotPairedError, NotNewestRoundError, RoundNotNamedError, PlayedHereError,
    ReasonNeededError and what `pair_round` does.
    """
    event, found = _held(event, number)
    refuse_unexplained(reason)
    if typed.strip() != str(number):
        raise RoundNotNamedError(round=number)
    if event.play == Event.Play.ONLINE:
        raise PlayedHereError
    after = {"round": number, "lost": paired_round(found).told}
    put_aside(event, after=number - 1)
    record(event.stream, "round_cancelled", author=by.account, role=by.role, after=after, reason=reason)
    return pair_round(event, by=by)


def _held(event: Event, number: int) -> tuple[Event, Round]:
    """Return the event and its newest published round, held."""
    event = hold(event)
    newest = event.rounds.filter(published_at__isnull=False).order_by("number").last()
    if newest is None or number > newest.number:
        raise RoundNotPairedError(round=number)
    if number < newest.number:
        raise NotNewestRoundError
    return event, newest
