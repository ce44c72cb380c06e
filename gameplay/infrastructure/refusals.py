"""Raises several rules errors together, so that all of them can be shown at the same time."""

from collections.abc import Iterable

from gameplay.engine.core.errors import RulesError


class RulesErrorGroup(Exception):  # noqa: N818 - named like Python's ExceptionGroup
    """Several rules errors. Never empty."""

    def __init__(self, errors: Iterable[RulesError]) -> None:
        self.errors = tuple(errors)
        super().__init__(", ".join(error.code for error in self.errors))

    @property
    def is_state_conflict(self) -> bool:
        """Whether the same request could succeed at another moment, because all errors are state conflicts."""
        return all(error.is_state_conflict for error in self.errors)


def raise_errors(errors: Iterable[RulesError]) -> None:
    """Raise a RulesErrorGroup of ``errors``, or the error itself if there is only one. Do nothing if there are none."""
    found = tuple(errors)
    if len(found) == 1:
        raise found[0]
    if found:
        raise RulesErrorGroup(found)


def errors_of(error: RulesError | RulesErrorGroup) -> tuple[RulesError, ...]:
    """Return the errors in ``error``."""
    return error.errors if isinstance(error, RulesErrorGroup) else (error,)
