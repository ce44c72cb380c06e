"""Creates accounts, sign-in links and recovery codes."""

import secrets
from datetime import timedelta

from axes.models import AccessAttempt
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import sessions
from gameplay.infrastructure.codes import digest, format_code, new_code, normalize_code
from gameplay.infrastructure.handles import clean_handle, staff_login
from gameplay.infrastructure.lookalikes import are_lookalikes
from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account, LoginLink, NotificationSettings, StoredResponse

LINK_LIFETIME = timedelta(minutes=10)
RECOVERY_LENGTH = 16  # characters, 79 bits
ERASED_HANDLE, ERASED_STAFF_HANDLE = "Former player", "Former official"
"""The stored names of erased accounts, like the names of bots in English."""


class HandleTakenError(RulesError):
    """Another staff account has this handle or e-mail address. Guests may share handles."""

    code = "handle_taken"
    sentence = _("Another staff account already uses this name or e-mail address. Choose a different one.")
    field = "handle"


class InvalidLinkError(RulesError):
    """The sign-in link has been used, has expired, or does not exist. The error does not say which."""

    code = "link_refused"
    sentence = _("This link has been used or has expired. Ask for a new one.")


class InvalidRecoveryCodeError(RulesError):
    """No guest has this recovery code."""

    code = "recovery_refused"
    sentence = _("No player has this recovery code. Check it, or ask the organizer for a sign-in link.")
    field = "code"


def create_guest(handle: str, *, reading: str = "", language: str = "") -> Account:
    """Create a guest account. Its language is by default the active one.

    Raise the errors of `gameplay.infrastructure.handles.clean_handle`.
    """
    return _create(Account.Kind.GUEST, clean_handle(handle), reading=reading, language=language)


def create_bot(handle: str) -> Account:
    """Create a bot account. It cannot sign in."""
    return _create(Account.Kind.BOT, clean_handle(handle))


def create_staff(handle: str, *, password: str | None = None, email: str = "", language: str = "") -> Account:
    """Create a staff account. Without a password, it can only sign in by link.

    Raise HandleTakenError, NameIsAddressError, or the errors of `gameplay.infrastructure.handles.clean_handle`.
    """
    name = clean_handle(handle)
    if any(
        are_lookalikes(name, each)
        for each in Account.objects.filter(login__isnull=False).values_list("handle", flat=True)
    ):
        raise HandleTakenError
    try:
        with transaction.atomic():
            return _create(
                Account.Kind.STAFF, name, password=password, login=staff_login(name), email=email, language=language
            )
    except IntegrityError as error:
        raise HandleTakenError from error


def create_login_link(account: Account, *, lifetime: timedelta = LINK_LIFETIME) -> str:
    """Return the token of a new link that signs ``account`` in once, within ``lifetime``."""
    token = secrets.token_urlsafe(32)
    account.login_links.create(digest=digest("login", token), expires_at=timezone.now() + lifetime)
    return token


def link_owner(token: str) -> Account:
    """Return the account that a link signs in, without using the link up. Raise InvalidLinkError."""
    valid = LoginLink.objects.filter(digest=digest("login", token), used_at=None, expires_at__gt=timezone.now())
    account = Account.objects.filter(login_links__in=valid, is_active=True).first()
    if account is None:
        raise InvalidLinkError
    return account


def is_link_of(token: str, account: object) -> bool:
    """Return whether ``token`` is a link of ``account``, including used and expired links."""
    return isinstance(account, Account) and account.login_links.filter(digest=digest("login", token)).exists()


@transaction.atomic
def redeem_link(token: str) -> Account:
    """Use a link up and return its account. A guest's other sessions end. Raise InvalidLinkError."""
    now = timezone.now()
    link = LoginLink.objects.filter(digest=digest("login", token))
    # Of two simultaneous requests, only one finds the link unused. The condition only uses columns of this table. With
    # a column of the account, the UPDATE would have a subquery, which PostgreSQL does not run again after waiting for
    # the other request.
    if not link.filter(used_at=None, expires_at__gt=now).update(used_at=now):
        raise InvalidLinkError
    account = Account.objects.filter(login_links__in=link, is_active=True).first()
    if account is None:
        raise InvalidLinkError
    return _end_guest_sessions(account)


def new_recovery_code(account: Account) -> str:
    """Return a new recovery code, with which ``account`` can sign in on another device. It replaces the old code."""
    code = new_code(RECOVERY_LENGTH)
    account.recovery = digest("recovery", code)
    account.save(update_fields=["recovery"])
    return format_code(code)


def redeem_recovery_code(text: str, *, address: str) -> Account:
    """Use up the recovery code in ``text`` and return its guest, whose other sessions end.

    Tries are limited for each network ``address``. Raise InvalidRecoveryCodeError or TooManyTriesError.
    """
    count_try("recovery", address)
    with transaction.atomic():
        account = Account.objects.filter(recovery=digest("recovery", normalize_code(text)), is_active=True).first()
        if account is None or not Account.objects.filter(pk=account.pk, recovery=account.recovery).update(
            recovery=None
        ):
            raise InvalidRecoveryCodeError
        account.recovery = None
        return _end_guest_sessions(account)


def anonymize_account(account: Account) -> None:
    """Remove all personal data of ``account`` in the caller's transaction: it can no longer sign in.

    The row stays, because results and the log refer to it.
    """
    AccessAttempt.objects.filter(username=account.login or "").delete()
    sessions.delete_sessions(account)
    account.login_links.all().delete()
    account.push_subscriptions.all().delete()
    NotificationSettings.objects.filter(account=account).delete()
    StoredResponse.objects.filter(account=account).delete()
    account.handle = ERASED_STAFF_HANDLE if account.is_staff else ERASED_HANDLE
    account.reading = account.email = ""
    account.login = account.recovery = account.last_login = None
    account.is_active = account.is_superuser = False
    account.language = settings.LANGUAGE_CODE
    account.set_unusable_password()
    account.save()


def _create(
    kind: Account.Kind, handle: str, *, password: str | None = None, language: str = "", **fields: object
) -> Account:
    account = Account(kind=kind, handle=handle, language=language or translation.get_language() or "en", **fields)
    account.set_password(password)
    account.save()
    return account


def _end_guest_sessions(account: Account) -> Account:
    if account.kind == Account.Kind.GUEST:
        sessions.sign_out_everywhere(account)
    return account
