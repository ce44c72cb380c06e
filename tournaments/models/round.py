from datetime import datetime

from django.db import models

from tournaments.models.event import Event


class Round(models.Model):
    """A round of an event. Until it is published it is a proposal that only officials see, and may be made anew."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    minutes = models.PositiveSmallIntegerField(help_text="For each match.")
    pairing = models.JSONField(help_text="How it was paired: cost, reasons, alternatives.")
    paired_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="When time is called, but for tables with an extension.")

    class Meta:
        ordering = ["event", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_round_a_number")]

    def __str__(self) -> str:
        return f"round {self.number}"

    @property
    def published(self) -> bool:
        return self.published_at is not None

    def time_called(self, now: datetime) -> bool:
        """Whether the clock of the round has run out, extensions aside."""
        return self.ends_at is not None and now >= self.ends_at
