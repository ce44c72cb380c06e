from django.db import models
from django.utils.translation import gettext_lazy as _

from drafting.models import Seat
from gameplay.models import Account
from tournaments.models.event import Event
from tournaments.models.match import Match


class Call(models.Model):
    """A call for a judge, from a match or from a seat of a pod. It is open until a judge resolves it.

    An escalated call (``escalated_at``) can only be claimed by the head judge; an appeal is escalated from the start. A
    call from a pod has no text until all decks are submitted (DRF-2.12).
    """

    class Category(models.TextChoices):
        PACK = "pack", _("the number of cards in a pack")
        RESULT = "result", _("the result")
        RULES = "rules", _("the rules")
        CONDUCT = "conduct", _("conduct")
        APPEAL = "appeal", _("an appeal against a ruling")
        OTHER = "other", _("something else")

    POD_CATEGORIES = (Category.PACK, Category.RULES, Category.CONDUCT, Category.OTHER)

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="calls")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="calls")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="calls")
    author = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    category = models.CharField(max_length=8, choices=Category)
    text = models.CharField(max_length=500, blank=True, db_default="", default="")
    at = models.DateTimeField()
    claimed_by = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, related_name="+")
    claimed_at = models.DateTimeField(null=True)
    escalated_at = models.DateTimeField(null=True)
    resolved_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["at"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat"],
                condition=models.Q(seat__isnull=False, resolved_at=None),
                name="unique_open_call_of_seat",
            ),
            models.UniqueConstraint(
                fields=["match", "author", "category"],
                condition=models.Q(match__isnull=False, resolved_at=None),
                name="unique_open_call_in_match",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.category} at {self.at:%H:%M}"

    @property
    def author_name(self) -> str:
        """The author's name in the event; a substitute has no entry. Makes one query."""
        entry = self.event.entries.filter(account=self.author_id).first()
        return entry.name if entry else self.author.handle
