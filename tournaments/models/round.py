"""Rounds of an event, and how each of them was paired."""

from datetime import datetime
from typing import Any

from django.db import models
from django.utils.translation import gettext

from tournaments.models.event import Event
from tournaments.rules.cut import STAGE_NAMES, CutStage


class ActiveRoundManager(models.Manager["Round"]):
    """The rounds that count. One that was paired again is put aside with its matches; only the log speaks of it."""

    def get_queryset(self) -> models.QuerySet["Round"]:
        return super().get_queryset().filter(cancelled_at=None)


class Round(models.Model):
    """A round of an event. Until it is published it is a proposal that only officials see, and may be made anew."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="From 1; those of a top cut go on from the others.")
    stage = models.CharField(
        max_length=16,
        blank=True,
        choices=[(stage.value, words) for stage, words in STAGE_NAMES.items()],
        db_default="",
        default="",
        help_text="Of the top cut; empty for one of the announced rounds.",
    )
    minutes = models.PositiveSmallIntegerField(help_text="For each match.")
    paired_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="When time is called, but for tables with an extension.")
    cancelled_at = models.DateTimeField(null=True, help_text="When it was put aside, to be paired again.")

    objects = ActiveRoundManager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=models.Q(cancelled_at=None), name="one_round_a_number"
            )
        ]

    def __str__(self) -> str:
        return f"round {self.number}"

    @property
    def title(self) -> str:
        """What it is called, in the reader's language: "Round 3", or "Semi-final"."""
        return (
            gettext(STAGE_NAMES[CutStage(self.stage)])
            if self.stage
            else gettext("Round {round}").format(round=self.number)
        )

    @property
    def pairing(self) -> dict[str, Any]:
        """How it was paired: cost, reasons, alternatives. One query unless `pairing_details` is loaded with it."""
        data: dict[str, Any] = self.pairing_details.data
        return data

    @property
    def is_published(self) -> bool:
        return self.published_at is not None

    def is_time_called(self, now: datetime) -> bool:
        """Whether the clock of the round has run out, extensions aside."""
        return self.ends_at is not None and now >= self.ends_at


class PairingDetails(models.Model):
    """How a round was paired, as `tournaments.rules.json_output.pairing_json` returns it.

    A table of its own: with 2,000 players it is a quarter of a megabyte, and nearly every query that joins a round to
    its matches would read and decode it once for each match.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="pairing_details")
    data = models.JSONField(help_text="Pairs, cost, reasons, alternatives.")

    class Meta:
        verbose_name_plural = "pairing details"

    def __str__(self) -> str:
        return f"pairing of {self.round}"
