from django.db import models


class Heartbeat(models.Model):
    """The time of the last periodic sweep, from which the next sweep sees how long none has run. One row.

    ``boot`` is the machine's boot id at the time. ``booted_at`` is the boot time by the machine's clock, which only
    changes within one boot when the clock is set.
    """

    at = models.DateTimeField()
    boot = models.CharField(max_length=36, blank=True, db_default="", default="")
    booted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
