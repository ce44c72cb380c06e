from django.db import models

from drafting.models.pod import Seat


class Registration(models.Model):
    """What a seat has drafted at a table, as it is registered afterwards: refs, one entry a copy, as they were entered.

    It is handed in when it is whole, and becomes the seat's pool when somebody else has checked it.
    """

    seat = models.OneToOneField(Seat, on_delete=models.PROTECT, related_name="registration")
    cards = models.JSONField(default=list)
    version = models.PositiveIntegerField(db_default=0, default=0)
    handed_in_at = models.DateTimeField(null=True)
    confirmed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"registration of {len(self.cards)} cards"
