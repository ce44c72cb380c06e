"""Look up infractions, and suggest an upgrade for repeated ones. No penalty is given automatically."""

from collections.abc import Iterable
from dataclasses import dataclass

from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.infractions import INFRACTIONS, Infraction, InfractionCatalogue, InfractionCategory, PenaltyLevel


class UnknownInfractionError(RulesError):
    """Raised if the catalogue has no infraction with this code."""

    code = "unknown_infraction"
    sentence = _("There is no such infraction.")
    field = "infraction"


class OwnPenaltyError(RulesError):
    """Raised if judges who play give themselves a penalty."""

    code = "own_penalty"
    sentence = _("You cannot give yourself a penalty. Call another judge.")


@dataclass(frozen=True, slots=True)
class EscalationHint:
    """A suggestion for the ``times``-th infraction of its ``category``: the penalty level to ``consider``."""

    category: InfractionCategory
    times: int
    consider: PenaltyLevel


def find_infraction(code: str, catalogue: InfractionCatalogue = INFRACTIONS) -> Infraction:
    """Return the infraction with this ``code``; raise UnknownInfractionError if it does not exist or is not used."""
    infraction = catalogue.get(code)
    if infraction is None or not infraction.used:
        raise UnknownInfractionError
    return infraction


def escalation_hints(
    penalties: Iterable[tuple[str, PenaltyLevel]], catalogue: InfractionCatalogue = INFRACTIONS
) -> dict[InfractionCategory, EscalationHint]:
    """Return the escalation hint of each category for a player with these earlier ``penalties``.

    The hint is one level above the most severe penalty so far; notes count, and lead to a warning.
    """
    earlier: dict[InfractionCategory, list[PenaltyLevel]] = {}
    for code, level in penalties:
        if code in catalogue:
            earlier.setdefault(catalogue[code].category, []).append(level)
    return {
        category: EscalationHint(category, len(levels) + 1, max(levels, key=lambda level: level.weight).next)
        for category, levels in earlier.items()
    }
