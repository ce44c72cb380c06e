"""Accounts come to be, and prove themselves to another browser."""

import secrets
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import sessions
from gameplay.infrastructure.codes import digest, format_code, new_code, normalize_code
from gameplay.infrastructure.handles import clean_handle, staff_login
from gameplay.infrastructure.lookalikes import are_lookalikes
from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account, LoginLink

LINK_LIFETIME = timedelta(minutes=10)
RECOVERY_LENGTH = 16  # characters, 79 bits


class HandleTakenError(RulesError):
    """Staff are told apart by their handles; guests need not be."""

    code = "handle_taken"
    sentence = _("Somebody on the staff already has this name or e-mail address. Choose another one.")
    field = "handle"


class InvalidLinkError(RulesError):
    """The link was used, is too old, or never was one: which of these is not said."""

    code = "link_refused"
    sentence = _("This link has been used or has expired. Ask for a new one.")


class InvalidRecoveryCodeError(RulesError):
    """No guest has this recovery code."""

    code = "recovery_refused"
    sentence = _("No seat has this recovery code. Check it, or ask the organizer for a link.")
    field = "code"


def create_guest(handle: str, *, reading: str = "", language: str = "", under_16: bool = False) -> Account:
    """Make the account of somebody who joins by code, in the present language if none is given.

    Raises what `gameplay.infrastructure.handles.clean_handle` raises.
    """
    return _create(Account.Kind.GUEST, clean_handle(handle), reading=reading, language=language, under_16=under_16)


def create_bot(handle: str) -> Account:
    """Make the account of a bot. Nobody can sign in as one."""
    return _create(Account.Kind.BOT, clean_handle(handle))


def create_staff(handle: str, *, password: str | None = None, email: str = "", language: str = "") -> Account:
    """Make the account of an organizer or a judge; without a password only a login link opens it.

    Raises HandleTakenError, NameIsAddressError, or what `gameplay.infrastructure.handles.clean_handle` raises.
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
    """Return the token of a link that signs ``account`` in once, within ten minutes unless ``lasts`` says otherwise."""
    token = secrets.token_urlsafe(32)
    account.login_links.create(digest=digest("login", token), expires_at=timezone.now() + lifetime)
    return token


def link_owner(token: str) -> Account:
    """Return whose link it is, and leave it unspent. Raises LinkRefusedError."""
    valid = LoginLink.objects.filter(digest=digest("login", token), used_at=None, expires_at__gt=timezone.now())
    account = Account.objects.filter(login_links__in=valid, is_active=True).first()
    if account is None:
        raise InvalidLinkError
    return account


def is_link_of(token: str, account: object) -> bool:
    """Return whether it is, or was, a link of ``account``, spent and expired ones included."""
    return isinstance(account, Account) and account.login_links.filter(digest=digest("login", token)).exists()


@transaction.atomic
def redeem_link(token: str) -> Account:
    """Return whose link it is, and spend it; a guest's other sessions end. Raises LinkRefusedError."""
    now = timezone.now()
    link = LoginLink.objects.filter(digest=digest("login", token))
    # Of two requests at once, one finds the link unused. The guard names columns of this one table: with the account's
    # in it, the UPDATE would go by a subquery, which PostgreSQL does not read again after waiting for the other request.
    if not link.filter(used_at=None, expires_at__gt=now).update(used_at=now):
        raise InvalidLinkError
    account = Account.objects.filter(login_links__in=link, is_active=True).first()
    if account is None:
        raise InvalidLinkError
    return _end_guest_sessions(account)


def new_recovery_code(account: Account) -> str:
    """Return a code that moves ``account`` to another device; the one before no longer does."""
    code = new_code(RECOVERY_LENGTH)
    account.recovery = digest("recovery", code)
    account.save(update_fields=["recovery"])
    return format_code(code)


def redeem_recovery_code(text: str, *, address: str) -> Account:
    """Return the guest whose recovery code ``text`` is, and spend it; their other sessions end.

    ``address`` is the network address it was typed at, where few tries are allowed.
    Raises RecoveryRefusedError or TooManyTriesError.
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
