"""Two players are kept apart, for a family's sake or by a judge's order: no round lets them meet until that is lifted.

Only officials hear of it; to who asks why they do not meet it is said that it is so, and never why.
"""

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.services.corrections import require_reason
from tournaments.models import Entry, Event, PairingExclusion
from tournaments.selectors.roles import Actor
from tournaments.services.event import lock_event


class OnePlayerError(RulesError):
    """Nobody can be kept apart from themselves."""

    code = "one_player"
    sentence = _("Name two different players.")
    field = "second"


class UnknownPlayerError(RulesError):
    """The event has no player of this number."""

    code = "unknown_player"
    sentence = _("There is no player with number {number}.")
    field = "first"


class AlreadyExcludedError(RulesError):
    """The two are kept apart already."""

    code = "apart_already"
    sentence = _("{a} and {b} are kept apart already.")
    is_state_conflict = True


@transaction.atomic
def exclude_pairing(event: Event, first: int, second: int, *, reason: str, by: Actor) -> PairingExclusion:
    """Let two players, given by their entry numbers, meet in no round that is paired from now on.

    Raises NoReasonError, OnePlayerError, UnknownPlayerError or ApartAlreadyError.
    """
    require_reason(reason)
    event = lock_event(event)
    if first == second:
        raise OnePlayerError
    a, b = (_player(event, number) for number in sorted((first, second)))
    if event.kept_apart.filter(a=a, b=b).exists():
        raise AlreadyExcludedError(a=a.name, b=b.name)
    found = event.kept_apart.create(a=a, b=b, reason=reason)
    _record(found, "kept_apart", reason=reason, by=by)
    return found


@transaction.atomic
def lift_exclusion(exclusion: PairingExclusion, *, reason: str, by: Actor) -> None:
    """Let two players meet again. Raises NoReasonError, or Apart.DoesNotExist if somebody else was faster."""
    require_reason(reason)
    lock_event(exclusion.event)
    exclusion = PairingExclusion.objects.select_related("event", "a", "b").get(pk=exclusion.pk)
    exclusion.delete()
    _record(exclusion, "apart_lifted", reason=reason, by=by)


def _player(event: Event, number: int) -> Entry:
    found = event.entries.filter(number=number).first()
    if found is None:
        raise UnknownPlayerError(number=number)
    return found


def _record(apart: PairingExclusion, action: str, *, reason: str, by: Actor) -> None:
    after = {"a": apart.a.name, "b": apart.b.name}
    append_entry(apart.event.desk_stream, action, author=by.account, role=by.role, after=after, reason=reason)
