from django.db import models

from drafting.models.pod import Seat


class Deck(models.Model):
    """What a seat plays with: refs out of its pool, one entry a copy. Legality is judged when it is submitted."""

    seat = models.OneToOneField(Seat, on_delete=models.PROTECT, related_name="deck")
    cards = models.JSONField(default=list)
    before = models.JSONField(null=True, help_text="Its cards before the last change; empty if there was none.")
    version = models.PositiveIntegerField(db_default=0, default=0)
    saved_at = models.DateTimeField(null=True)
    submitted_at = models.DateTimeField(null=True)
    completed_by_clock = models.BooleanField(db_default=False, default=False, help_text="To be put before the judge.")

    def __str__(self) -> str:
        return f"deck of {len(self.cards)} cards"
