"""Pairing exclusions: two players, such as relatives, are not paired with each other until the exclusion is lifted.

Only officials see the exclusions. Explanations of a pairing show that an exclusion applies, never its reason.
"""

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.services.corrections import require_reason
from tournaments.models import Entry, Event, PairingExclusion
from tournaments.selectors.roles import Actor
from tournaments.services.event import lock_event


class OnePlayerError(RulesError):
    """A pairing exclusion needs two different players."""

    code = "one_player"
    sentence = _("Name two different players.")
    field = "second"


class UnknownPlayerError(RulesError):
    """The event has no player with this number."""

    code = "unknown_player"
    sentence = _("There is no player with number {number}.")
    field = "first"


class AlreadyExcludedError(RulesError):
    """The pairing exclusion already exists."""

    code = "apart_already"
    sentence = _("{a} and {b} are already excluded from being paired.")
    is_state_conflict = True


@transaction.atomic
def exclude_pairing(event: Event, first: int, second: int, *, reason: str, by: Actor) -> PairingExclusion:
    """Exclude two players, given by their entry numbers, from being paired with each other from now on.

    Raises NoReasonError, OnePlayerError, UnknownPlayerError or AlreadyExcludedError.
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
    """Lift a pairing exclusion. Raises NoReasonError, or PairingExclusion.DoesNotExist if it was lifted before."""
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


def _record(exclusion: PairingExclusion, action: str, *, reason: str, by: Actor) -> None:
    after = {"a": exclusion.a.name, "b": exclusion.b.name}
    append_entry(exclusion.event.desk_stream, action, author=by.account, role=by.role, after=after, reason=reason)
