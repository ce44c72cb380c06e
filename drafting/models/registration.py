from django.db import models

from drafting.models.pod import Seat


class Registration(models.Model):
    """The registered pool of a seat in a paper draft: refs, one entry for each copy, in the order of entry.

    The player submits it when it is complete. It becomes the seat's pool when a neighbour or an official confirms it.
    """

    seat = models.OneToOneField(Seat, on_delete=models.PROTECT, related_name="registration")
    cards = models.JSONField(default=list)
    version = models.PositiveIntegerField(db_default=0, default=0)
    handed_in_at = models.DateTimeField(null=True)
    confirmed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"registration of {len(self.cards)} cards"
