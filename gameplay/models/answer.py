from django.db import models
from django.utils import timezone

from gameplay.models.account import Account


class Answer(models.Model):
    """What was answered to a request, kept under the key its sender chose, for when it is sent again."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64, help_text="Tells the request from another one with the same key.")
    status = models.PositiveSmallIntegerField(db_default=0, help_text="Of HTTP; 0 while it is being worked on.")
    body = models.JSONField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "key"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return f"{self.key}: {self.status}"
