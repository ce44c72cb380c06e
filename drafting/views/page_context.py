"""Context and error handling that the pages of a pod share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext

from drafting import ports
from drafting.models import Pod
from gameplay.engine.core.errors import RulesError, UnreadableError
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import Account


@dataclass(frozen=True, slots=True)
class RefusedAction:
    """Errors of a refused action, shown above the current state."""

    faults: list[dict[str, Any]]
    status: int


def pod_page_context(pod: Pod, account: Account) -> dict[str, Any]:
    """Return the context from the host of ``pod``, such as title and URL of its event."""
    return ports.pod_host().page_context(pod, account)


def run_or_refuse(request: HttpRequest, action: Callable[[], object]) -> RefusedAction | None:
    """Run ``action`` and return its errors, if any. For htmx they are raised: it shows them in a separate place."""
    try:
        action()
    except (RulesError, RulesErrorGroup) as refusal:
        if request.htmx:  # type: ignore[attr-defined]
            raise
        errors = refusal.errors if isinstance(refusal, RulesErrorGroup) else (refusal,)
        return RefusedAction([_fault_json(error) for error in errors], 409 if refusal.is_state_conflict else 422)
    return None


def posted_number(posted: QueryDict, field: str) -> int:
    """Return the number that a form sends as ``field``. Raises UnreadableError."""
    text = posted.get(field, "")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise UnreadableError("must be a number", place=field)
    return int(text)


def _fault_json(error: RulesError) -> dict[str, Any]:
    detail = gettext(error.sentence).format(**error.details)
    return {"code": error.code, "clause": error.clause, "detail": detail}
