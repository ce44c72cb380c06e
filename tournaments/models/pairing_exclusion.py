from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models.entry import Entry
from tournaments.models.event import Event


class PairingExclusion(models.Model):
    """Two players of an event who are not paired with each other; it is deleted when it is lifted.

    ``a`` is the player who entered first. The exclusion and its reason are visible to officials only, and are kept in
    the log of the desk.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="kept_apart", db_index=False)
    a = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    b = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["event_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "a", "b"], name="unique_pairing_exclusion"),
            models.CheckConstraint(condition=~Q(a=F("b")), name="excluded_players_differ"),
        ]

    def __str__(self) -> str:
        return f"{self.a} and {self.b}"
