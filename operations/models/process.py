"""The processes of the site, and what each of them counted in each minute."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class Process(models.Model):
    """A process of the site, from its start until a day after its last report.

    It reports every few seconds (deploy.monitoring.reporter). One that was stopped properly has ``stopped_at``.
    """

    class Kind(models.TextChoices):
        WEB = "web", _("web server")
        WORKER = "worker", _("worker")
        BEAT = "beat", _("scheduler (beat)")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=6, choices=Kind)
    host = models.CharField(max_length=80)
    pid = models.PositiveIntegerField()
    version = models.CharField(max_length=40, help_text="The version of Passleft.")
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True)
    streams = models.PositiveIntegerField(db_default=0, default=0, help_text="Open event streams.")

    class Meta:
        ordering = ["kind", "host", "started_at"]
        verbose_name_plural = "processes"

    def __str__(self) -> str:
        return f"{self.kind} {self.pid} on {self.host}"


class Sample(models.Model):
    """What a process counted from the minute ``at`` until its next sample. Kept for a day."""

    process = models.ForeignKey(Process, on_delete=models.CASCADE, related_name="samples", db_index=False)
    at = models.DateTimeField(help_text="The start of the minute.")
    requests = models.PositiveIntegerField()
    errors = models.PositiveIntegerField(help_text="Responses with a status of 500 or more.")
    picks = models.PositiveIntegerField()
    choices = models.PositiveIntegerField()
    acknowledgements = models.JSONField(help_text="For each bucket of their time, the number of acknowledgements.")
    clock_lateness = models.FloatField(null=True, help_text="Of the latest tick, in seconds; empty without a tick.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["process", "at"], name="unique_sample_minute")]
        indexes = [models.Index(fields=["at"], name="samples_at")]

    def __str__(self) -> str:
        return f"{self.process_id} at {self.at:%H:%M}"
