"""Who may give which penalty, and what an earlier one of the same kind suggests. Nothing happens by itself."""

from collections.abc import Iterable
from dataclasses import dataclass

from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.infractions import CATALOGUE, Catalogue, Category, Infraction, Level


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
class Hint:
    """What to think of: it is the ``times``-th infraction of its ``category``, so ``consider`` what is one level up."""

    category: Category
    times: int
    consider: Level


def infraction(code: str, catalogue: Catalogue = CATALOGUE) -> Infraction:
    """Return the infraction of that ``code``. Raises UnknownInfractionError, also for one that is not used."""
    found = catalogue.get(code)
    if found is None or not found.used:
        raise UnknownInfractionError
    return found


def hints(given: Iterable[tuple[str, Level]], catalogue: Catalogue = CATALOGUE) -> dict[Category, Hint]:
    """Return for each category what the next infraction suggests to a player who was ``given`` these before.

    One level above the heaviest that was given so far; notes count, and lead to a warning.
    """
    before: dict[Category, list[Level]] = {}
    for code, level in given:
        if code in catalogue:
            before.setdefault(catalogue[code].category, []).append(level)
    return {
        category: Hint(category, len(levels) + 1, max(levels, key=lambda level: level.weight).next)
        for category, levels in before.items()
    }
