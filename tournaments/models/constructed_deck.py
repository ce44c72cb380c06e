from django.db import models

from tournaments.models.entry import Entry


class ConstructedDeck(models.Model):
    """The constructed deck of a player, as a deck list; its legality is checked when it is submitted."""

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="constructed_deck")
    text = models.TextField(blank=True, help_text="The deck list as entered, including lines that cannot be read.")
    cards = models.JSONField(default=list, help_text="The card refs in the list, one for each copy.")
    version = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField()
    submitted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"deck of {len(self.cards)} cards"

    @property
    def stream(self) -> str:
        """The log stream of the deck list. It records when the list was saved, not its cards, and is not public."""
        return f"list/{self.entry_id}"
