from django.db import models

from drafting.models.pod import Seat


class Deck(models.Model):
    """The deck of a seat: refs from its pool, one entry for each copy. It is validated when it is submitted."""

    seat = models.OneToOneField(Seat, on_delete=models.PROTECT, related_name="deck")
    cards = models.JSONField(default=list)
    before = models.JSONField(null=True, help_text="The cards before the last change; null if there was none.")
    version = models.PositiveIntegerField(db_default=0, default=0)
    saved_at = models.DateTimeField(null=True)
    submitted_at = models.DateTimeField(null=True)
    completed_by_clock = models.BooleanField(
        db_default=False, default=False, help_text="Whether it was completed at random; a judge should look at it."
    )

    def __str__(self) -> str:
        return f"deck of {len(self.cards)} cards"
