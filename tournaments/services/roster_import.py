"""Add the players of a roster to an event."""

from collections.abc import Mapping, Sequence

from django.db import transaction

from gameplay.engine.core.errors import RulesError, Translatable, UnreadableError, _
from tournaments.models import Entry, Event
from tournaments.selectors.roles import Actor
from tournaments.services.entry import NewPlayer, add_walk_in
from tournaments.services.event import lock_event
from tournaments.services.new_entry import refuse_closed

RosterRow = tuple[int, Mapping[str, str]]
"""The line of a player in the file, and their fields: handle, reading and team."""


@transaction.atomic
def add_roster(event: Event, rows: Sequence[RosterRow], *, by: Actor) -> list[Entry]:
    """Add all players of ``rows`` as walk-ins, or none; players who are already registered by name are left out.

    Raises RegistrationClosedError, or UnreadableError with the line of a player who cannot be added.
    """
    event = lock_event(event)
    refuse_closed(event)
    registered = set(event.entries.values_list("account__handle", flat=True))
    return [_add(event, row, by=by) for row in rows if row[1]["handle"] not in registered]


def _add(event: Event, row: RosterRow, *, by: Actor) -> Entry:
    line, fields = row
    try:
        player = NewPlayer(fields["handle"], reading=fields.get("reading", "")[:80])
        return add_walk_in(event, player, by=by, team=fields.get("team", ""))
    except RulesError as refusal:
        raise UnreadableError(refusal, place=Translatable(_("line {line}"), line=line)) from refusal
