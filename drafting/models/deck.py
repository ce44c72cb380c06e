from django.db import models

from drafting.models.pod import Seat


class Deck(models.Model):
    """The deck of a seat: refs from its pool, one entry for each copy. It is validated when it is submitted."""

    seat = models.OneToOneField(Seat, on_delete=models.PROTECT, related_name="deck")
    cards = models.JSONField(default=list)
    change = models.JSONField(
        null=True, help_text="After all decks are in: the list that may replace the cards; null if there is none."
    )
    before = models.JSONField(null=True, help_text="The cards before the last change; null if there was none.")
    version = models.PositiveIntegerField(db_default=0, default=0)
    saved_at = models.DateTimeField(null=True)
    submitted_at = models.DateTimeField(null=True)
    completed_by_clock = models.BooleanField(
        db_default=False, default=False, help_text="Whether it was completed at random; a judge should look at it."
    )

    changed_at = models.DateTimeField(null=True, help_text="When the list was changed after all decks were in.")

    def __str__(self) -> str:
        return f"deck of {len(self.cards)} cards"

    @property
    def edited_cards(self) -> list[str]:
        """The list that changes apply to: the cards, or the list that may replace them."""
        cards: list[str] = self.cards if self.change is None else self.change
        return cards


class ReplacedDeck(models.Model):
    """A list that was the deck of a seat until its player replaced it, after all decks were in. Never changed."""

    deck = models.ForeignKey(Deck, on_delete=models.PROTECT, related_name="versions")
    cards = models.JSONField()
    replaced_at = models.DateTimeField()

    class Meta:
        ordering = ["deck", "replaced_at"]

    def __str__(self) -> str:
        return f"replaced deck of {len(self.cards)} cards"
