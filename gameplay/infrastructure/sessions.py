"""Signing in and out: a browser's session is what proves who somebody is, on pages and on open streams."""

from typing import Any, cast

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.base import SessionBase
from django.db import models
from django.http import HttpRequest
from django.utils.module_loading import import_string

from gameplay.infrastructure import hub
from gameplay.infrastructure.compiled_queries import BindParam, CompiledSelect
from gameplay.infrastructure.handles import normalize_login
from gameplay.models import Account

BACKEND = "gameplay.infrastructure.sessions.AccountBackend"


SELECT_ACCOUNT = CompiledSelect(lambda: Account.objects.filter(pk=BindParam("account", models.UUIDField())))


class AccountBackend(ModelBackend):
    """Staff, by handle or e-mail address and password. As slow for a name that does not exist as for one that does."""

    def get_user(self, user_id: Any) -> Account | None:
        """Return whose session it is, unless they may not use one any longer. One query."""
        account = next(iter(SELECT_ACCOUNT.fetch(account=user_id)), None)
        return account if account and self.user_can_authenticate(account) else None


def attempted_login(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """Return the name somebody tried to sign in as, so that spelling it differently gives no further tries."""
    return normalize_login((credentials or {}).get("username") or request.POST.get("username", ""))


def sign_in(request: HttpRequest, account: Account) -> None:
    """Sign ``account`` in, in a session of its own."""
    auth.login(request, account, backend=BACKEND)


def sign_out(request: HttpRequest) -> None:
    """Sign out, and close what this account's open streams may no longer show."""
    account = request.user
    auth.logout(request)
    if isinstance(account, Account):
        hub.reauthorize(account.pk)


def sign_out_everywhere(account: Account) -> None:
    """End every session of an account without a password, open streams included.

    A session is bound to the password, even to an unusable one: a new one ends them all.
    """
    account.set_unusable_password()
    account.save(update_fields=["password"])


def session_account(session_key: str | None) -> Account | None:
    """Return whose session it is, if it still is one. Two queries."""
    request = HttpRequest()
    store: type[SessionBase] = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
    request.session = cast(Any, store(session_key))
    account = auth.get_user(request)
    return account if isinstance(account, Account) else None
