"""Rounds of an event, and the details of their pairings."""

from datetime import datetime
from typing import Any

from django.db import models
from django.utils.translation import gettext

from tournaments.models.event import Event
from tournaments.rules.cut import STAGE_NAMES, CutStage


class ActiveRoundManager(models.Manager["Round"]):
    """Manager of the rounds that were not cancelled.

    A cancelled round, which was paired again, stays in the database with its matches, but only the log shows it.
    """

    def get_queryset(self) -> models.QuerySet["Round"]:
        return super().get_queryset().filter(cancelled_at=None)


class Round(models.Model):
    """A round of an event. Until it is published, it is a proposal, which only officials see and can pair again."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField(
        help_text="From 1; the numbers of a top cut continue those of the rounds."
    )
    stage = models.CharField(
        max_length=16,
        blank=True,
        choices=[(stage.value, words) for stage, words in STAGE_NAMES.items()],
        db_default="",
        default="",
        help_text="The stage of the top cut; empty for an announced round.",
    )
    minutes = models.PositiveSmallIntegerField(help_text="For each match.")
    paired_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="When time is called at tables without an extension.")
    cancelled_at = models.DateTimeField(null=True, help_text="When the round was cancelled, to be paired again.")

    objects = ActiveRoundManager()

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=models.Q(cancelled_at=None), name="unique_round_number"
            )
        ]

    def __str__(self) -> str:
        return f"round {self.number}"

    @property
    def title(self) -> str:
        """The name of the round in the active language: "Round 3", or "Semi-final"."""
        return (
            gettext(STAGE_NAMES[CutStage(self.stage)])
            if self.stage
            else gettext("Round {round}").format(round=self.number)
        )

    @property
    def pairing(self) -> dict[str, Any]:
        """The pairing details: cost, reasons, alternatives. One query unless `pairing_details` is loaded with it."""
        data: dict[str, Any] = self.pairing_details.data
        return data

    @property
    def is_published(self) -> bool:
        return self.published_at is not None

    def is_time_called(self, now: datetime) -> bool:
        """Return whether time is called, regardless of extensions."""
        return self.ends_at is not None and now >= self.ends_at


class PairingDetails(models.Model):
    """The pairing of a round, as returned by `tournaments.rules.json_output.pairing_json`.

    It has a table of its own because it takes a quarter of a megabyte for 2,000 players. Nearly every query that joins
    a round to its matches would read and decode it once for each match.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="pairing_details")
    data = models.JSONField(help_text="Pairs, cost, reasons, alternatives.")

    class Meta:
        verbose_name_plural = "pairing details"

    def __str__(self) -> str:
        return f"pairing of {self.round}"
