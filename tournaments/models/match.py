"""Matches, reports of their results, and their online games."""

import uuid
from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from drafting.models import Pod
from gameplay.models import Account, OnlineGame
from tournaments.models.entry import Entry
from tournaments.models.round import Round
from tournaments.rules.teams import board_letter


class ActiveMatchManager(models.Manager["Match"]):
    """Manager of the matches of rounds that were not cancelled."""

    def get_queryset(self) -> models.QuerySet["Match"]:
        return super().get_queryset().filter(round__cancelled_at=None)


class Match(models.Model):
    """A match of two players in a round, or a bye or missed round of one player.

    The match of two teams is stored as one match for each board.
    """

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        BYE = "bye", _("bye")
        MISSED = "missed", _("missed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="matches", db_index=False)
    pod = models.ForeignKey(
        Pod, on_delete=models.PROTECT, null=True, related_name="+", help_text="The pod of player a."
    )
    kind = models.CharField(max_length=6, choices=Kind, db_default=Kind.PLAYED, default=Kind.PLAYED)
    table = models.PositiveSmallIntegerField(null=True, help_text="Empty without an opponent.")
    board = models.PositiveSmallIntegerField(
        db_default=1, default=1, help_text="The board at the table: 1 is A; 1 without teams."
    )
    a = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="matches_as_a")
    b = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="matches_as_b")
    extra_minutes = models.PositiveSmallIntegerField(db_default=0, default=0)

    objects = ActiveMatchManager()

    class Meta:
        ordering = ["round_id", F("table").asc(nulls_last=True), "board", "a_id"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "table", "board"], name="unique_match_table_board"),
            models.UniqueConstraint(fields=["round", "a"], name="unique_match_player_a"),
            models.UniqueConstraint(fields=["round", "b"], name="unique_match_player_b"),
            models.CheckConstraint(condition=~Q(a=F("b")), name="match_players_differ"),
            models.CheckConstraint(
                condition=Q(kind="played", b__isnull=False, table__isnull=False)
                | Q(kind__in=["bye", "missed"], b=None),
                name="played_match_has_two_players",
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.label}" if self.table else f"{self.kind} of {self.a}"

    @property
    def label(self) -> int | str | None:
        """The table number, in a team event with the board, such as 3B; None without a table."""
        return f"{self.table}{self.board_letter}" if self.table and self.board_letter else self.table

    @property
    def board_letter(self) -> str:
        """The letter of the board; "" without teams."""
        return board_letter(self.board) if self.a.team_id else ""

    @property
    def stream(self) -> str:
        """The log stream of the match."""
        return f"match/{self.pk}"

    @property
    def ends_at(self) -> datetime | None:
        """The time at which time is called at this table; None before the round has begun."""
        ends_at = self.round.ends_at
        return ends_at and ends_at + timedelta(minutes=self.extra_minutes)

    def is_time_called(self, now: datetime) -> bool:
        ends_at = self.ends_at
        return ends_at is not None and now >= ends_at


class Report(models.Model):
    """A report of the result of a match. It is never changed; the result is derived from all reports."""

    class Source(models.TextChoices):
        PLAYER_A = "a", _("player")
        PLAYER_B = "b", _("opponent")
        STAFF = "staff", _("staff")
        ENGINE = "engine", _("the game itself")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="reports", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="From 1, within the match.")
    source = models.CharField(max_length=6, choices=Source)
    author = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, related_name="+")
    result = models.JSONField(help_text="The fields of MatchResult.")
    reason = models.TextField(blank=True, db_default="", default="")
    at = models.DateTimeField()

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="unique_report_number")]

    def __str__(self) -> str:
        return f"report {self.number} by {self.source}"


class MatchGame(models.Model):
    """An online game of a match."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="games", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="From 1, within the match.")
    game = models.OneToOneField(OnlineGame, on_delete=models.PROTECT, related_name="match_game")
    time_called_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField(
        null=True, help_text="When the next game begins at the latest, while players may change their decks."
    )
    a_is_ready = models.BooleanField(db_default=False, default=False, help_text="Whether player a wants to begin it.")
    b_is_ready = models.BooleanField(db_default=False, default=False, help_text="Whether player b wants to begin it.")
    void = models.BooleanField(
        db_default=False,
        default=False,
        help_text="Whether a penalty ended the game, so that its result does not count.",
    )

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="unique_match_game_number")]
        indexes = [models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="match_games_due")]

    def __str__(self) -> str:
        return f"game {self.number}"
