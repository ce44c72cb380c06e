"""Signs accounts in and out. The browser's session authenticates both pages and open streams."""

from typing import Any, cast

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.core.cache import caches
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
    """Authenticates staff by handle or e-mail address and password.

    Like Django's ModelBackend, it takes the same time whether or not the name exists.
    """

    def get_user(self, user_id: Any) -> Account | None:
        """Return the account, or None if it does not exist or is no longer active. One query."""
        account = next(iter(SELECT_ACCOUNT.fetch(account=user_id)), None)
        return account if account and self.user_can_authenticate(account) else None


def attempted_login(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """Return the normalized login name of a sign-in attempt, so that other spellings give no further tries."""
    return normalize_login((credentials or {}).get("username") or request.POST.get("username", ""))


def sign_in(request: HttpRequest, account: Account) -> None:
    """Sign ``account`` in with a new session."""
    auth.login(request, account, backend=BACKEND)


def sign_out(request: HttpRequest) -> None:
    """Sign out, and have the account's open streams authorised again."""
    account = request.user
    auth.logout(request)
    if isinstance(account, Account):
        hub.reauthorize(account.pk)


def sign_out_everywhere(account: Account) -> None:
    """End all sessions and open streams of an account without a password.

    A session is bound to the password hash, even of an unusable password, so setting a new one ends all sessions.
    """
    account.set_unusable_password()
    account.save(update_fields=["password"])
    account.push_subscriptions.all().delete()  # the devices that were signed in get no more notifications, either


def delete_sessions(account: Account) -> None:
    """Delete all stored sessions of ``account``, from the database and the cache.

    Stored sessions have no column for the account, so all of them are read. This is rare.
    """
    store: type[SessionBase] = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
    prefix = getattr(store, "cache_key_prefix", "")
    for stored in Session.objects.iterator():
        if stored.get_decoded().get(auth.SESSION_KEY) == str(account.pk):
            if prefix:
                caches[settings.SESSION_CACHE_ALIAS].delete(prefix + stored.session_key)
            stored.delete()


def session_account(session_key: str | None) -> Account | None:
    """Return the account of a session, or None if the session is not valid. Two queries."""
    request = HttpRequest()
    store: type[SessionBase] = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
    request.session = cast(Any, store(session_key))
    account = auth.get_user(request)
    return account if isinstance(account, Account) else None
