from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from gameplay.models import Account
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.match import Match


class DeckCheck(models.Model):
    """A deck check: a judge compares a player's deck with the deck list.

    ``result`` and ``reason`` are valid after it has ended.
    """

    class Chosen(models.TextChoices):
        RANDOM = "random", _("at random")
        TABLE = "table", _("by table")
        PLAYER = "player", _("by name")

    class Result(models.TextChoices):
        OK = "ok", _("as registered")
        FIXED = "fixed", _("corrected")
        PENALTY = "penalty", _("penalty")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="deck_checks", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="From 1, within the event.")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="deck_checks")
    match = models.ForeignKey(
        Match,
        on_delete=models.PROTECT,
        null=True,
        related_name="deck_checks",
        help_text="The match that waits for the deck.",
    )
    judge = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    chosen = models.CharField(max_length=6, choices=Chosen)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    found = models.JSONField(default=list, db_default=[], help_text="The card refs in the deck, one for each copy.")
    others = models.CharField(
        max_length=200, blank=True, db_default="", default="", help_text="Cards that are not in the pool."
    )
    result = models.CharField(max_length=7, choices=Result, blank=True, db_default="", default="")
    reason = models.CharField(max_length=200, blank=True, db_default="", default="")
    extra_minutes = models.PositiveSmallIntegerField(null=True, help_text="Time extension of the match.")

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="unique_deck_check_number"),
            models.UniqueConstraint(fields=["entry"], condition=Q(ended_at=None), name="unique_running_deck_check"),
        ]

    def __str__(self) -> str:
        return f"deck check {self.number}"

    @property
    def stream(self) -> str:
        """The log stream of the deck check. It records when cards were entered, not which, and is not public."""
        return f"deck-check/{self.pk}"

    def elapsed(self, now: datetime) -> timedelta:
        """Return the duration of the check; until ``now`` if it has not ended."""
        return (self.ended_at or now) - self.started_at
