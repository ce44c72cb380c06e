"""Leagues: series of events with a table of points."""

import uuid

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from gameplay.games import RULESETS
from gameplay.models import Account
from tournaments.models.event import Event
from tournaments.rules.league import PointsRule


class League(models.Model):
    """A series of public events with a rule for points. Its table is computed from their standings."""

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("everyone; it is listed and linked")
        UNLISTED = "unlisted", _("everyone who has the link")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    owner = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="leagues")
    game = models.CharField(max_length=20, blank=True, help_text="The name of the ruleset; empty for any game.")
    match_points = models.BooleanField(help_text="Whether the match points of the Swiss rounds count.")
    rank_points = models.JSONField(help_text="The points of ranks 1, 2, and so on.")
    attendance = models.PositiveSmallIntegerField(help_text="The points of each player who has played.")
    best = models.PositiveSmallIntegerField(
        null=True, help_text="The number of a player's best events that count; null for all."
    )
    ratings = models.BooleanField(db_default=False, default=False, help_text="Whether the table has ratings.")
    visibility = models.CharField(
        max_length=8, choices=Visibility, db_default=Visibility.PUBLIC, default=Visibility.PUBLIC
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league", args=[self.slug])

    @property
    def stream(self) -> str:
        """The log stream with all changes of the league."""
        return f"league/{self.pk}"

    @property
    def game_title(self) -> str:
        """The title of its game; "" for any game."""
        return RULESETS[self.game].title if self.game else ""

    @property
    def points_rule(self) -> PointsRule:
        return PointsRule(self.match_points, tuple(self.rank_points), self.attendance, self.best)


class LeagueEvent(models.Model):
    """An event that belongs to a league; it is deleted when the event is removed."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="league_events", db_index=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="league_events")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "event"], name="unique_league_event")]

    def __str__(self) -> str:
        return f"{self.event} in {self.league}"
