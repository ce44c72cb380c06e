"""Changes to an event's catalogue of infractions. Penalties that were given before do not change."""

from collections.abc import Mapping

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from tournaments.models import Event
from tournaments.rules.infractions import INFRACTIONS, Infraction, InfractionCategory, PenaltyLevel
from tournaments.rules.penalties import UnknownInfractionError
from tournaments.selectors.roles import Actor
from tournaments.services.event import lock_event

MAX_WORDS_LENGTH = 80


class NoWordsError(RulesError):
    """The description of the infraction is empty or too long; ``details`` give the maximum in characters."""

    code = "no_words"
    sentence = _("Describe the infraction in 1 to {most} characters.")
    field = "words"


@transaction.atomic
def set_usual_penalties(event: Event, levels: Mapping[str, PenaltyLevel | None], *, by: Actor) -> Event:
    """Set the usual penalty of each infraction, by code; None removes the infraction from use.

    Unchanged levels are not logged. Raises UnknownInfractionError or EventFinishedError.
    """
    event = lock_event(event)
    if levels.keys() - event.catalogue.keys():
        raise UnknownInfractionError
    before = {code: _usual(event.catalogue[code]) for code in levels}
    usual = {code: level or "" for code, level in levels.items() if (level or "") != before[code]}
    if not usual:
        return event
    changed = {code: {**event.infractions.get(code, {}), "usual": str(level)} for code, level in usual.items()}
    _save(event, {**event.infractions, **changed})
    old, new = {code: before[code] for code in usual}, {"count": len(usual), "usual": usual}
    append_entry(event.desk_stream, "infractions_changed", author=by.account, role=by.role, before=old, after=new)
    return event


@transaction.atomic
def add_infraction(event: Event, category: InfractionCategory, words: str, usual: PenaltyLevel, *, by: Actor) -> Event:
    """Add an infraction of the event's own. Raises NoWordsError or EventFinishedError."""
    event, words = lock_event(event), " ".join(words.split())
    if not 0 < len(words) <= MAX_WORDS_LENGTH:
        raise NoWordsError(most=MAX_WORDS_LENGTH)
    code = f"own_{len(event.catalogue) - len(INFRACTIONS) + 1}"
    _save(event, {**event.infractions, code: {"category": category, "words": words, "usual": usual}})
    append_entry(
        event.desk_stream, "infraction_added", author=by.account, role=by.role, after={"words": words, "usual": usual}
    )
    return event


def _usual(infraction: Infraction) -> str:
    return infraction.usual if infraction.used else ""


def _save(event: Event, infractions: dict[str, dict[str, str]]) -> None:
    event.infractions = infractions
    event.save(update_fields=["infractions"])
