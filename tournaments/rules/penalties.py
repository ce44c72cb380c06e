"""Who may give which penalty, and what an earlier one of the same kind suggests. Nothing happens by itself."""

from collections.abc import Iterable
from dataclasses import dataclass

from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.infractions import INFRACTIONS, Infraction, InfractionCatalogue, InfractionCategory, PenaltyLevel


class UnknownInfractionError(RulesError):
    """The catalogue has nothing of this code."""

    code = "unknown_infraction"
    sentence = _("There is no such infraction.")
    field = "infraction"


class OwnPenaltyError(RulesError):
    """A judge who plays."""

    code = "own_penalty"
    sentence = _("Nobody rules on themselves. Call another judge.")


@dataclass(frozen=True, slots=True)
class EscalationHint:
    """What to think of: it is the ``times``-th infraction of its ``category``, so ``consider`` what is one level up."""

    category: InfractionCategory
    times: int
    consider: PenaltyLevel


def find_infraction(code: str, catalogue: InfractionCatalogue = INFRACTIONS) -> Infraction:
    """Return the infraction of that ``code``. Raises UnknownInfractionError, also for one that is not used."""
    found = catalogue.get(code)
    if found is None or not found.used:
        raise UnknownInfractionError
    return found


def escalation_hints(
    penalties: Iterable[tuple[str, PenaltyLevel]], catalogue: InfractionCatalogue = INFRACTIONS
) -> dict[InfractionCategory, EscalationHint]:
    """Return for each category what the next infraction suggests to a player who was ``given`` these before.

    One level above the heaviest that was given so far; notes count, and lead to a warning.
    """
    before: dict[InfractionCategory, list[PenaltyLevel]] = {}
    for code, level in penalties:
        if code in catalogue:
            before.setdefault(catalogue[code].category, []).append(level)
    return {
        category: EscalationHint(category, len(levels) + 1, max(levels, key=lambda level: level.weight).next)
        for category, levels in before.items()
    }
