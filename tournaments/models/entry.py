from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone

from gameplay.models import Account
from tournaments.models.event import Event
from tournaments.rules.teams import board_letter


class Team(models.Model):
    """A team in a team event, with a number and a name that are unique in the event.

    It is paired and ranked like a player, and therefore has the same interface as `Entry`.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="teams", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="From 1, in order of creation.")
    name = models.CharField(max_length=48)

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="unique_team_number"),
            models.UniqueConstraint(fields=["event", "name"], name="unique_team_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules_id(self) -> str:
        return str(self.number)

    @property
    def lineup(self) -> list["Entry"]:
        """The members in board order, from A. One query unless they are prefetched."""
        return sorted(self.entries.all(), key=lambda entry: entry.place or 0)

    @property
    def dropped_after_round(self) -> int | None:
        """The last round that all members played; if a member drops, the team drops (MTR 8.2)."""
        return min(
            (each.dropped_after_round for each in self.lineup if each.dropped_after_round is not None), default=None
        )

    @property
    def disqualified_at(self) -> datetime | None:
        """The time of disqualification; if a member is disqualified, the team is (MTR 8.2)."""
        return min((each.disqualified_at for each in self.lineup if each.disqualified_at), default=None)


class Entry(models.Model):
    """A player in an event, with a number and a name that are unique in the event."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries", db_index=False)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(help_text="From 1, in order of joining.")
    name = models.CharField(
        max_length=64,
        help_text="The public name: the handle, changed if necessary to differ from other players and officials, or an "
        "alias for a player under age.",
    )
    under_age = models.BooleanField(
        db_default=False, default=False, help_text="Whether the player is under the age that the event asks about."
    )
    consent_at = models.DateTimeField(null=True, help_text="When the desk received the guardian's consent.")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="entries")
    place = models.PositiveSmallIntegerField(null=True, help_text="Place in the team, and board: 1 is A, the captain.")
    joined_at = models.DateTimeField(default=timezone.now)
    checked_in_at = models.DateTimeField(null=True)
    dropped_after_round = models.PositiveSmallIntegerField(null=True, help_text="The last round played; 0 for none.")
    disqualified_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["event_id", "number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "account"], name="unique_entry_account"),
            models.UniqueConstraint(fields=["event", "number"], name="unique_entry_number"),
            models.UniqueConstraint(fields=["event", "name"], name="unique_entry_name"),
            models.UniqueConstraint(fields=["team", "place"], name="unique_entry_team_place"),
            models.CheckConstraint(
                condition=Q(team=None, place=None) | Q(team__isnull=False, place__isnull=False),
                name="team_and_place_set_together",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def contestant(self) -> "Entry | Team":
        """The unit that is paired and ranked: the player, or the team in a team event."""
        return self.team or self

    @property
    def rules_id(self) -> str:
        """The id of this player, or of the team, in the pure rules."""
        return str(self.contestant.number)

    @property
    def lineup(self) -> list["Entry"]:
        """The players of this entry; a team has several."""
        return [self]

    @property
    def board(self) -> str:
        """The letter of the board; "" without a team."""
        return board_letter(self.place) if self.place else ""

    @property
    def full_name(self) -> str:
        """The name, with the name of the team if there is one."""
        return f"{self.name} ({self.team.name})" if self.team else self.name

    @property
    def lacks_consent(self) -> bool:
        """Whether the guardian's consent is needed and has not been received."""
        return self.under_age and self.consent_at is None

    @property
    def official_name(self) -> str:
        """The name for officials: a player under age is also named by the handle. Never show it on a public page."""
        return f"{self.name} ({self.account.handle})" if self.under_age else self.name

    @property
    def is_playing(self) -> bool:
        """Whether this player, with the whole team, is paired in the next round."""
        return self.dropped_after_round is None and not any(each.disqualified_at for each in self.contestant.lineup)
