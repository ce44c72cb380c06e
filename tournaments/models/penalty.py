from django.db import models

from gameplay.models import Account
from tournaments.models.entry import Entry
from tournaments.models.match import Match
from tournaments.rules.infractions import LEVEL_NAMES, PenaltyLevel


class Penalty(models.Model):
    """A penalty for an infraction, or a request for one until an official with permission approves it.

    ``match`` is the match of the infraction, if any. ``counts_in`` is the match to which a game loss or match loss
    applies: the current match when the penalty is given, else the player's next one. It is empty for other penalties,
    and until that match. In a cancelled round it does not count.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="penalties")
    counts_in = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="losses")
    infraction = models.CharField(max_length=32, help_text="Its code in the catalogue.")
    level = models.CharField(max_length=16, choices=[(level.value, words) for level, words in LEVEL_NAMES.items()])
    reason = models.CharField(max_length=500)
    author = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    decided_by = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, related_name="+")
    approved_at = models.DateTimeField(null=True)
    refused_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["at", "pk"]
        verbose_name_plural = "penalties"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(approved_at=None) | models.Q(refused_at=None),
                name="penalty_not_approved_and_refused",
            )
        ]

    def __str__(self) -> str:
        return f"{self.level} for {self.infraction}"

    @property
    def counting_match(self) -> Match | None:
        """The match in which a game loss or match loss counts; None while it waits for the player's next match."""
        return None if self.counts_in is None or self.counts_in.round.cancelled_at else self.counts_in

    @property
    def infraction_words(self) -> str:
        """The name of the infraction, as a translatable template."""
        infraction = self.entry.event.catalogue.get(self.infraction)
        return infraction.words if infraction else self.infraction

    @property
    def clause(self) -> str:
        """The id of the violated clause; "" if there is none."""
        infraction = self.entry.event.catalogue.get(self.infraction)
        return infraction.clause if infraction else ""

    @property
    def level_words(self) -> str:
        """The name of the level, as a translatable template."""
        return LEVEL_NAMES[PenaltyLevel(self.level)]

    @property
    def costs_a_game(self) -> bool:
        """Whether the penalty currently costs at least one game."""
        return self.state == "given" and PenaltyLevel(self.level).costs_a_game

    @property
    def state(self) -> str:
        """The state: "requested", "given", "refused" or "withdrawn"."""
        if self.withdrawn_at:
            return "withdrawn"
        if self.refused_at:
            return "refused"
        return "given" if self.approved_at else "requested"
