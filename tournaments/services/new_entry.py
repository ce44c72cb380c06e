"""Create entries: the steps that registration, the desk, the waiting list and late entries have in common."""

from dataclasses import dataclass

from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account
from gameplay.services import accounts
from tournaments.models import Entry, Event
from tournaments.selectors.roles import Actor
from tournaments.services.naming import unique_alias, unique_entry_name
from tournaments.services.team import find_or_create_place


class RegistrationClosedError(RulesError):
    """Registration is closed, by hand or because the seating is published."""

    code = "registration_closed"
    clause = "DRF-1.5"
    sentence = _("Registration for this event is closed.")


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """The data of a new guest: public name, its reading, language, and whether they are under the event's age.

    ``has_consent`` is for late entries, who are seated immediately: the desk has received the guardian's consent.
    ``form_number`` is that of the guest's form, see `tournaments.services.join_form`.
    """

    handle: str
    reading: str = ""
    under_age: bool = False
    language: str = ""
    has_consent: bool = False
    form_number: str = ""


def get_or_create_account(player: NewPlayer | Account) -> Account:
    """Return the account of ``player``, created for a new guest. Raises the errors of a bad handle."""
    if isinstance(player, Account):
        return player
    return accounts.create_guest(player.handle, reading=player.reading, language=player.language)


def states_under_age(player: NewPlayer | Account) -> bool:
    """Return whether a new guest is said to be under age."""
    return isinstance(player, NewPlayer) and player.under_age


def create_entry(
    event: Event, account: Account, *, by: Actor, action: str, team: str = "", under_age: bool = False
) -> Entry:
    """Create a checked-in entry of ``account`` in ``event``, which is locked, with the next number and a unique name.

    A player ``under_age`` gets an alias, if the event asks for a guardian's consent. In a team event the entry gets a
    place in ``team``. Raises the errors of `find_or_create_place`.
    """
    found, place = find_or_create_place(event, team) if event.is_team_event else (None, None)
    last = event.entries.order_by("number").last()
    now, number = timezone.now(), last.number + 1 if last else 1
    under_age = under_age and event.guardian_age > 0
    entry = event.entries.create(
        account=account,
        number=number,
        name=unique_alias(event, account, number) if under_age else unique_entry_name(event, account),
        under_age=under_age,
        team=found,
        place=place,
        joined_at=now,
        checked_in_at=now,
    )
    discard_plan(event)
    append_entry(event.desk_stream, action, author=by.account, role=by.role, after=log_name(entry))
    return entry


def discard_plan(event: Event) -> None:
    """Discard the plan of the pods, since the players have changed."""
    if event.plan and not event.seated_at:
        event.plan = []
        event.save(update_fields=["plan"])


def refuse_closed(event: Event) -> None:
    """Raise RegistrationClosedError if registration is closed."""
    if event.registration_closed_at:
        raise RegistrationClosedError


def log_name(entry: Entry) -> dict[str, object]:
    """Return the fields of a log entry about ``entry``."""
    return {"name": entry.name, "number": entry.number}
