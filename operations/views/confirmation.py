"""Actions of operators have to be confirmed by ticking a box."""

from django.http import HttpRequest

from gameplay.engine.core.errors import RulesError, _


class UnconfirmedError(RulesError):
    """The box was not ticked."""

    code = "unconfirmed"
    sentence = _("Tick the box to confirm.")
    field = "sure"


def refuse_unconfirmed(request: HttpRequest) -> None:
    """Raise UnconfirmedError unless the box was ticked."""
    if request.POST.get("sure") != "yes":
        raise UnconfirmedError
