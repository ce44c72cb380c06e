from django.db import models
from django.utils import timezone

from gameplay.models import Account
from tournaments.models.event import Event


class Entry(models.Model):
    """A player in an event, under a number and a name that no other player there has."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries", db_index=False)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(help_text="From 1, in the order of joining.")
    name = models.CharField(max_length=48, help_text="The handle, made different from the others' here.")
    joined_at = models.DateTimeField(default=timezone.now)
    checked_in_at = models.DateTimeField(null=True)
    dropped_after_round = models.PositiveSmallIntegerField(null=True, help_text="The last round played; 0 for none.")
    disqualified_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["event", "number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "account"], name="one_entry_an_account"),
            models.UniqueConstraint(fields=["event", "number"], name="one_entry_a_place"),
            models.UniqueConstraint(fields=["event", "name"], name="one_entry_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def id_in_rules(self) -> str:
        """What the pure rules call this player."""
        return str(self.number)

    @property
    def playing(self) -> bool:
        """Whether this player is to be paired in the next round."""
        return self.dropped_after_round is None and self.disqualified_at is None
