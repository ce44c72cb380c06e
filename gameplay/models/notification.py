"""What an account wants to be notified about, and where the notifications are sent."""

from django.db import models
from django.utils import timezone

from gameplay.models.account import Account


class NotificationSettings(models.Model):
    """The kinds of notifications that an account has switched on, and its e-mail address. No row means all off.

    The address is separate from that of the account, with which staff sign in. It is only used once its owner has
    confirmed it.
    """

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="notification_settings")
    kinds = models.JSONField(default=list, help_text="Codes of gameplay.infrastructure.notification_kinds.KINDS.")
    email = models.EmailField(blank=True, db_default="", default="")
    email_confirmed_at = models.DateTimeField(null=True)
    secret = models.CharField(
        max_length=43, help_text="In the links of messages; a new one invalidates links sent before."
    )

    def __str__(self) -> str:
        return f"notifications of {self.account_id}"


class PushSubscription(models.Model):
    """A browser that receives notifications of an account, at the address of its push service (RFC 8030)."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100, help_text="The public key of the browser (RFC 8291), in base64url.")
    auth = models.CharField(max_length=40, help_text="The shared secret of the browser, in base64url.")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"push to {self.account_id}"
