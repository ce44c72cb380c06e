"""The consent of a guardian, which some events ask for from players under an age."""

from django.db import transaction
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from tournaments.models import Entry
from tournaments.selectors.roles import Actor
from tournaments.services.event import lock_event
from tournaments.services.new_entry import discard_plan


class ConsentNotNeededError(RulesError):
    """The player is not under the age that the event asks about."""

    code = "consent_not_needed"
    sentence = _("{name} needs no guardian's consent.")


class SeatedWithConsentError(RulesError):
    """The consent cannot be taken back, because registration is closed."""

    code = "seated_with_consent"
    sentence = _("Registration is closed. Drop the player if the guardian has withdrawn the consent.")
    is_state_conflict = True


@transaction.atomic
def set_consent(entry: Entry, *, received: bool, by: Actor) -> Entry:
    """Record that the guardian's consent for ``entry`` was received, or that this was a mistake.

    Raises ConsentNotNeededError, SeatedWithConsentError.
    """
    event = lock_event(entry.event)
    entry.refresh_from_db()
    if not entry.under_age:
        raise ConsentNotNeededError(name=entry.name)
    if not received and event.registration_closed_at:
        raise SeatedWithConsentError
    if received == bool(entry.consent_at):
        return entry
    entry.consent_at = timezone.now() if received else None
    entry.save(update_fields=["consent_at"])
    discard_plan(event)
    action, after = "consent_received" if received else "consent_undone", {"name": entry.name, "number": entry.number}
    append_entry(event.desk_stream, action, author=by.account, role=by.role, after=after)
    return entry
