"""Only operators, the superusers among the staff, may see the pages of this app; for others there are none."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse

from gameplay.models import Account

View = Callable[..., HttpResponse]


def operators_only(view: View) -> View:
    """Raise Http404 unless the user is an operator."""

    @wraps(view)
    def guarded(request: HttpRequest, **parameters: Any) -> HttpResponse:
        if not (isinstance(request.user, Account) and request.user.is_superuser):
            raise Http404
        return view(request, **parameters)

    return guarded


def operator_of(request: HttpRequest) -> Account:
    """Return the operator who sent ``request``."""
    return cast(Account, request.user)
