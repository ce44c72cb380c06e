"""Several faults at once, so that whoever made them hears of all before trying again."""

from collections.abc import Iterable

from gameplay.engine.core.errors import RulesError


class RulesErrorGroup(Exception):  # noqa: N818 - the rules say no; nothing is in error
    """The rules say no for several reasons. Never empty."""

    def __init__(self, errors: Iterable[RulesError]) -> None:
        self.errors = tuple(errors)
        super().__init__(", ".join(error.code for error in self.errors))

    @property
    def is_state_conflict(self) -> bool:
        """Whether the same request would be right at another moment: only if no fault is there to stay."""
        return all(error.is_state_conflict for error in self.errors)


def raise_errors(errors: Iterable[RulesError]) -> None:
    """Raise Refusals if there are any ``errors``; a single one is raised as itself."""
    faults = tuple(errors)
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise RulesErrorGroup(faults)


def errors_of(error: RulesError | RulesErrorGroup) -> tuple[RulesError, ...]:
    """Return each fault of ``refusal``."""
    return error.errors if isinstance(error, RulesErrorGroup) else (error,)
