from django.db import models


class Heartbeat(models.Model):
    """When the clock last swept, so that the next sweep knows how long nobody did. One row.

    ``boot`` names the run of the machine that did, and ``booted_at`` is when that run began by the machine's clock: it
    changes only when the clock is set.
    """

    at = models.DateTimeField()
    boot = models.CharField(max_length=36, blank=True, db_default="", default="")
    booted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
