from django.db import models
from django.utils import timezone

from gameplay.models.account import Account


class Answer(models.Model):
    """The response to a request that carried a key, stored for the case that the request is sent again.

    It may hold a token, so that only who sends the key again can read it: see gameplay.infrastructure.idempotency.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64, help_text="A digest of the key.")
    fingerprint = models.CharField(max_length=64, help_text="Tells the request from another one with the same key.")
    status = models.PositiveSmallIntegerField(db_default=0, help_text="Of HTTP; 0 while it is being worked on.")
    body = models.BinaryField(null=True, help_text="JSON, encrypted.")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "key"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return f"{self.key}: {self.status}"
