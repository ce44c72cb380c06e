from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone

from gameplay.models import Account
from tournaments.models.event import Event
from tournaments.rules.teams import board_letter


class Team(models.Model):
    """A team in an event of teams, under a number and a name that no other team there has.

    It is paired and ranked as a player is elsewhere; so it answers to what an `Entry` does.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="teams", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="From 1, in the order of founding.")
    name = models.CharField(max_length=48)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_team_a_number"),
            models.UniqueConstraint(fields=["event", "name"], name="one_team_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules_id(self) -> str:
        return str(self.number)

    @property
    def lineup(self) -> list["Entry"]:
        """Its members, from board A on. One query unless they are prefetched."""
        return sorted(self.entries.all(), key=lambda entry: entry.place or 0)

    @property
    def dropped_after_round(self) -> int | None:
        """The last round that all of its members played; who drops takes the team along (MTR 8.2)."""
        return min(
            (each.dropped_after_round for each in self.lineup if each.dropped_after_round is not None), default=None
        )

    @property
    def disqualified_at(self) -> datetime | None:
        """When it was out; a disqualified member takes the team along (MTR 8.2)."""
        return min((each.disqualified_at for each in self.lineup if each.disqualified_at), default=None)


class Entry(models.Model):
    """A player in an event, under a number and a name that no other player there has."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries", db_index=False)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(help_text="From 1, in the order of joining.")
    name = models.CharField(
        max_length=64, help_text="The handle, made different from the others' here and from those of officials."
    )
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="entries")
    place = models.PositiveSmallIntegerField(null=True, help_text="In the team, and so the board: 1 is A, the captain.")
    joined_at = models.DateTimeField(default=timezone.now)
    checked_in_at = models.DateTimeField(null=True)
    dropped_after_round = models.PositiveSmallIntegerField(null=True, help_text="The last round played; 0 for none.")
    disqualified_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["event", "number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "account"], name="one_entry_an_account"),
            models.UniqueConstraint(fields=["event", "number"], name="one_entry_a_place"),
            models.UniqueConstraint(fields=["event", "name"], name="one_entry_a_name"),
            models.UniqueConstraint(fields=["team", "place"], name="one_entry_a_place_in_a_team"),
            models.CheckConstraint(
                condition=Q(team=None, place=None) | Q(team__isnull=False, place__isnull=False),
                name="who_is_in_a_team_has_a_place_there",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def contestant(self) -> "Entry | Team":
        """Who is paired and ranked: the player, or in an event of teams their team."""
        return self.team or self

    @property
    def rules_id(self) -> str:
        """What the pure rules call this player, or their team."""
        return str(self.contestant.number)

    @property
    def lineup(self) -> list["Entry"]:
        """Who plays where this player is paired; a team has several."""
        return [self]

    @property
    def board(self) -> str:
        """The letter of the place in the team; "" without a team."""
        return board_letter(self.place) if self.place else ""

    @property
    def full_name(self) -> str:
        """The name, and that of the team if there is one."""
        return f"{self.name} ({self.team.name})" if self.team else self.name

    @property
    def is_playing(self) -> bool:
        """Whether this player, with their whole team, is to be paired in the next round."""
        return self.dropped_after_round is None and not any(each.disqualified_at for each in self.contestant.lineup)
