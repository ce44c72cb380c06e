"""Webhooks of an event, and their deliveries."""

import uuid
from urllib.parse import urlsplit

from django.db import models
from django.utils.crypto import salted_hmac

from gameplay.models import Account
from tournaments.models.event import Event


class Webhook(models.Model):
    """A URL that receives messages about an event.

    The signing key is derived from the site's secret key and not stored.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="webhooks")
    url = models.CharField(max_length=500)
    author = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    disabled_at = models.DateTimeField(
        null=True, help_text="When the webhook was disabled; no messages are sent since then."
    )

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return f"webhook to {self.host}"

    @property
    def host(self) -> str:
        """The host name of the URL; the rest of the URL may be secret."""
        return urlsplit(self.url).hostname or ""

    @property
    def signing_key(self) -> bytes:
        return salted_hmac("tournaments.webhook", str(self.pk), algorithm="sha256").digest()


class Delivery(models.Model):
    """A message to a webhook, with the state of its delivery."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    action = models.CharField(max_length=20)
    body = models.TextField(help_text="The body as signed and sent in each attempt.")
    at = models.DateTimeField(help_text="The time of the log entry.")
    due_at = models.DateTimeField(null=True, help_text="The time of the next attempt; empty if there is none.")
    tries = models.PositiveSmallIntegerField(db_default=0, default=0)
    status = models.PositiveSmallIntegerField(null=True, help_text="The HTTP status of the last response.")
    fault = models.CharField(
        max_length=16, blank=True, db_default="", default="", help_text="A code for why there was no response."
    )
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
        """The id of the message for the receiver, the same in every attempt."""
        return f"msg_{self.pk.hex}"

    @property
    def state(self) -> str:
        """The state: "waiting", "delivered" or "given_up"."""
        if self.delivered_at:
            return "delivered"
        return "waiting" if self.due_at else "given_up"
