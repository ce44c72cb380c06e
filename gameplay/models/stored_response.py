from django.db import models
from django.utils import timezone

from gameplay.models.account import Account


class StoredResponse(models.Model):
    """The stored response to a request with an idempotency key, for repeats of the request.

    It may contain a token, so it is encrypted with that key; see gameplay.infrastructure.idempotency.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64, help_text="A digest of the key.")
    fingerprint = models.CharField(max_length=64, help_text="Distinguishes requests that have the same key.")
    status = models.PositiveSmallIntegerField(db_default=0, help_text="HTTP status; 0 while the request is running.")
    body = models.BinaryField(null=True, help_text="JSON, encrypted.")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "key"], name="unique_response_key")]

    def __str__(self) -> str:
        return f"{self.key}: {self.status}"
