from django.db import models

from gameplay.models import Account
from tournaments.models.entry import Entry
from tournaments.models.match import Match
from tournaments.rules.infractions import LEVEL_NAMES, PenaltyLevel


class Penalty(models.Model):
    """What a judge gave a player for an infraction; a request until somebody who may has approved it.

    ``match`` is the one at which it happened, if any; ``counts_in`` the one that it costs a game, or costs altogether:
    the match that runs when it is given, else the player's next; none for what costs no game.
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
                condition=models.Q(approved_at=None) | models.Q(refused_at=None), name="approved_or_refused"
            )
        ]

    def __str__(self) -> str:
        return f"{self.level} for {self.infraction}"

    @property
    def infraction_words(self) -> str:
        """What the infraction is called, a template."""
        found = self.entry.event.catalogue.get(self.infraction)
        return found.words if found else self.infraction

    @property
    def clause(self) -> str:
        """The rule that was broken, if one says so."""
        found = self.entry.event.catalogue.get(self.infraction)
        return found.clause if found else ""

    @property
    def level_words(self) -> str:
        """What the level is called, a template."""
        return LEVEL_NAMES[PenaltyLevel(self.level)]

    @property
    def costs_a_game(self) -> bool:
        """Whether a game is lost by it, or more, as it stands."""
        return self.state == "given" and PenaltyLevel(self.level).costs_a_game

    @property
    def state(self) -> str:
        """Where it stands: "requested", "given", "refused" or "withdrawn"."""
        if self.withdrawn_at:
            return "withdrawn"
        if self.refused_at:
            return "refused"
        return "given" if self.approved_at else "requested"
