"""What an operator can do to accounts: create, lock and unlock them, reset passwords, end sessions."""

from typing import NamedTuple

from axes.models import AccessAttempt
from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import hub, sessions
from gameplay.infrastructure.codes import format_code, new_code
from gameplay.models import Account
from gameplay.services import accounts
from operations.services.operator_log import record_action
from tournaments.services.event import refuse_without_reason

PASSWORD_LENGTH = 16
"""Characters of a new password, 79 bits. It can be read aloud."""


class OwnAccountError(RulesError):
    """Operators cannot lock their own account."""

    code = "own_account"
    sentence = _("This is your own account. Ask another operator.")


class NoPasswordError(RulesError):
    """Only staff accounts have passwords."""

    code = "no_password"
    sentence = _("This account has no password. Its owner signs in with a link or a recovery code.")


class NewPassword(NamedTuple):
    """A password, which is not stored in plain text, and its account."""

    account: Account
    password: str


@transaction.atomic
def create_staff(handle: str, *, email: str = "", by: Account | None) -> NewPassword:
    """Create a staff account with a new password. Raises the errors of gameplay.services.accounts.create_staff."""
    password = _new_password()
    account = accounts.create_staff(handle, password=password, email=email)
    record_action("staff_created", by=by, account=str(account.pk))
    return NewPassword(account, password)


@transaction.atomic
def reset_password(account: Account, *, by: Account | None) -> NewPassword:
    """Give a staff account a new password, which ends its sessions and the lock after failed sign-ins.

    Raises NoPasswordError.
    """
    if not account.is_staff or account.login is None:
        raise NoPasswordError
    password = _new_password()
    account.set_password(password)
    account.save(update_fields=["password"])
    _forget_failed_sign_ins(account)
    record_action("password_reset", by=by, account=str(account.pk))
    return NewPassword(account, password)


@transaction.atomic
def change_own_password(account: Account, password: str) -> None:
    """Set the password that the owner of ``account`` has chosen, which ends its sessions."""
    account.set_password(password)
    account.save(update_fields=["password"])
    record_action("password_changed", by=account, account=str(account.pk))


@transaction.atomic
def lock_account(account: Account, *, reason: str, by: Account | None) -> None:
    """Lock an account: it is signed out everywhere and cannot sign in. Raises ReasonNeededError, OwnAccountError."""
    refuse_without_reason(reason)
    if account == by:
        raise OwnAccountError
    account.is_active = False
    account.save(update_fields=["is_active"])
    _end_sessions(account)
    record_action("account_locked", by=by, reason=reason, account=str(account.pk))


@transaction.atomic
def unlock_account(account: Account, *, by: Account | None) -> None:
    """Unlock an account, also after too many failed sign-ins."""
    account.is_active = True
    account.save(update_fields=["is_active"])
    _forget_failed_sign_ins(account)
    record_action("account_unlocked", by=by, account=str(account.pk))


@transaction.atomic
def end_sessions(account: Account, *, by: Account | None) -> None:
    """Sign an account out everywhere, and close its open streams."""
    _end_sessions(account)
    record_action("sessions_ended", by=by, account=str(account.pk))


def _end_sessions(account: Account) -> None:
    if account.has_usable_password():
        sessions.delete_sessions(account)
        account.push_subscriptions.all().delete()
        hub.reauthorize(account.pk)
    else:
        sessions.sign_out_everywhere(account)


def _forget_failed_sign_ins(account: Account) -> None:
    if account.login:
        AccessAttempt.objects.filter(username=account.login).delete()


def _new_password() -> str:
    return format_code(new_code(PASSWORD_LENGTH))
