from django.db import models
from django.utils import timezone

from gameplay.models import Account
from tournaments.models.event import Event


class WaitingPlayer(models.Model):
    """A player on the waiting list of a full event.

    The row stays after the player was admitted or has left, so that an erasure finds the log of the event.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="waiting_players", db_index=False)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="waiting_places")
    number = models.PositiveIntegerField(help_text="From 1, in the order of the list; a player who returns is last.")
    under_age = models.BooleanField(
        db_default=False, default=False, help_text="Whether the player is under the age that the event asks about."
    )
    team = models.CharField(
        max_length=48, blank=True, db_default="", default="", help_text="The team to join; empty without teams."
    )
    joined_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, help_text="When the player was admitted, left or was removed.")

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "account"], name="unique_waiting_account"),
            models.UniqueConstraint(fields=["event", "number"], name="unique_waiting_number"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name for the log and the API: the handle, or an alias such as “No. W3” for a player under age."""
        return f"No. W{self.number}" if self.under_age else self.account.handle

    @property
    def official_name(self) -> str:
        """The name for officials: a player under age is also named by the handle. Never show it on a public page."""
        return f"{self.name} ({self.account.handle})" if self.under_age else self.name
