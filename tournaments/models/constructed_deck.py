from django.db import models

from tournaments.models.entry import Entry


class ConstructedDeck(models.Model):
    """The deck that a player brings to an event, as they have written its list; legality is judged when it is handed in."""

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="brought_deck")
    text = models.TextField(blank=True, help_text="As it was typed, with what cannot be read.")
    cards = models.JSONField(default=list, help_text="What can be read of it, a ref a copy.")
    version = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField()
    submitted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"deck of {len(self.cards)} cards"

    @property
    def stream(self) -> str:
        """Its stream of the log, which says when it was saved, never what is in it. Nobody can follow it."""
        return f"list/{self.entry_id}"
