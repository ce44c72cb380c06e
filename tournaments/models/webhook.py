"""Who is told by program what happens in an event, and everything they were told."""

import uuid
from urllib.parse import urlsplit

from django.db import models
from django.utils.crypto import salted_hmac

from gameplay.models import Account
from tournaments.models.event import Event


class Webhook(models.Model):
    """An address that is told what happens in an event.

    The key that signs what it is told is worked out from the site's own secret, and kept nowhere.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="webhooks")
    url = models.CharField(max_length=500)
    author = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    disabled_at = models.DateTimeField(null=True, help_text="When it was given up; it is told nothing since.")

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return f"webhook to {self.host}"

    @property
    def host(self) -> str:
        """Where it is, without what may be secret in the rest of its address."""
        return urlsplit(self.url).hostname or ""

    @property
    def signing_key(self) -> bytes:
        return salted_hmac("tournaments.webhook", str(self.pk), algorithm="sha256").digest()


class Delivery(models.Model):
    """One thing that one webhook is told, until it has answered or is given up."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    action = models.CharField(max_length=20)
    body = models.TextField(help_text="As it is signed and sent, each time.")
    at = models.DateTimeField(help_text="When it happened.")
    due_at = models.DateTimeField(null=True, help_text="When it is tried next; empty once that is over.")
    tries = models.PositiveSmallIntegerField(db_default=0, default=0)
    status = models.PositiveSmallIntegerField(null=True, help_text="Of HTTP, of the last answer.")
    fault = models.CharField(max_length=16, blank=True, db_default="", default="", help_text="Why none came, a code.")
    delivered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="deliveries_due"),
        ]

    def __str__(self) -> str:
        return f"{self.action} to {self.webhook_id}"

    @property
    def message_id(self) -> str:
        """What the receiver knows it by, however often it comes."""
        return f"msg_{self.pk.hex}"

    @property
    def state(self) -> str:
        """Where it stands: "waiting", "delivered" or "given_up"."""
        if self.delivered_at:
            return "delivered"
        return "waiting" if self.due_at else "given_up"
