"""Two players are kept apart, for a family's sake or by a judge's order: no round lets them meet until that is lifted.

Only officials hear of it; to who asks why they do not meet it is said that it is so, and never why.
"""

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import record
from gameplay.services.corrections import refuse_silence
from tournaments.models import Apart, Entry, Event
from tournaments.selectors.roles import Actor
from tournaments.services.event import hold


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


class ApartAlreadyError(RulesError):
    """The two are kept apart already."""

    code = "apart_already"
    sentence = _("{a} and {b} are kept apart already.")
    later = True


@transaction.atomic
def keep_apart(event: Event, first: int, second: int, *, reason: str, by: Actor) -> Apart:
    """Let two players, given by their entry numbers, meet in no round that is paired from now on.

    Raises NoReasonError, OnePlayerError, UnknownPlayerError or ApartAlreadyError.
    """
    refuse_silence(reason)
    event = hold(event)
    if first == second:
        raise OnePlayerError
    a, b = (_player(event, number) for number in sorted((first, second)))
    if event.kept_apart.filter(a=a, b=b).exists():
        raise ApartAlreadyError(a=a.name, b=b.name)
    found = event.kept_apart.create(a=a, b=b, reason=reason)
    _record(found, "kept_apart", reason=reason, by=by)
    return found


@transaction.atomic
def lift(apart: Apart, *, reason: str, by: Actor) -> None:
    """Let two players meet again. Raises NoReasonError, or Apart.DoesNotExist if somebody else was faster."""
    refuse_silence(reason)
    hold(apart.event)
    apart = Apart.objects.select_related("event", "a", "b").get(pk=apart.pk)
    apart.delete()
    _record(apart, "apart_lifted", reason=reason, by=by)


def _player(event: Event, number: int) -> Entry:
    found = event.entries.filter(number=number).first()
    if found is None:
        raise UnknownPlayerError(number=number)
    return found


def _record(apart: Apart, action: str, *, reason: str, by: Actor) -> None:
    after = {"a": apart.a.name, "b": apart.b.name}
    record(apart.event.desk, action, author=by.account, role=by.role, after=after, reason=reason)
