from django.db import models


class Heartbeat(models.Model):
    """When the clock last swept, so that the next sweep knows how long nobody did. One row."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
