"""Accounts of staff, guests and bots, and sign-in links."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from gameplay.infrastructure import hub
from gameplay.infrastructure.handles import normalize_login, staff_login


class AccountManager(BaseUserManager["Account"]):
    def create_superuser(self, login: str, password: str | None = None, **fields: Any) -> "Account":
        """Create and return a superuser, for Django's createsuperuser command."""
        account = self.model(login=staff_login(login), handle=login, kind=Account.Kind.STAFF, **fields)
        account.is_superuser = True
        account.set_password(password)
        account.save()
        return account

    def get_by_natural_key(self, username: str | None) -> "Account":
        """Return the staff account with this handle or e-mail address, without regard to case and width."""
        name = normalize_login(username or "")
        return self.get(email__iexact=name, login__isnull=False) if "@" in name else self.get(login=name)


class Account(AbstractBaseUser, PermissionsMixin):
    """A person or a bot, with a public name.

    Staff sign in with a password. A guest has no password, only the session of a browser, and can move to another
    browser with a recovery code. A bot cannot sign in.
    """

    class Kind(models.TextChoices):
        STAFF = "staff", _("staff")
        GUEST = "guest", _("guest")
        BOT = "bot", _("bot")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=5, choices=Kind, default=Kind.GUEST, db_default=Kind.GUEST)
    handle = models.CharField(max_length=40, help_text=_("The public name, in any script."))
    reading = models.CharField(
        max_length=80, blank=True, db_default="", help_text=_("The reading of the name, for sorting. Never public.")
    )
    login = models.CharField(
        _("handle or e-mail address"), max_length=80, unique=True, null=True, editable=False,
        help_text=_("Staff only: the handle, normalized for comparison."),
    )  # fmt: skip
    email = models.EmailField(blank=True, db_default="")
    language = models.CharField(max_length=12, default="en", db_default="en")
    recovery = models.CharField(
        max_length=64, unique=True, null=True, editable=False, help_text=_("A digest of the guest's recovery code.")
    )
    is_active = models.BooleanField(default=True, db_default=True)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[AccountManager] = AccountManager()

    USERNAME_FIELD = "login"
    EMAIL_FIELD = "email"

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), condition=~models.Q(email=""), name="unique_account_email"),
        ]

    def __str__(self) -> str:
        return self.handle

    def save(self, **options: Any) -> None:
        """Save, and have open streams authorised again if ``password`` or ``is_active`` may have changed."""
        adding, fields = self._state.adding, options.get("update_fields")
        super().save(**options)
        if not adding and (fields is None or {"password", "is_active"} & set(fields)):
            hub.reauthorize(self.pk)

    @property
    def stream(self) -> str:
        """The name of the log stream that only this account may follow."""
        return f"person/{self.pk}"

    @property
    def is_staff(self) -> bool:
        return self.kind == self.Kind.STAFF


class LoginLink(models.Model):
    """A link that signs one account in once, until it expires. Only a digest of its token is stored."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="login_links")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.account} until {self.expires_at:%H:%M}"
