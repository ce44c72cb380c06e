"""The log's two tables. Written through gameplay.infrastructure.log, and only there."""

from typing import Any, ClassVar, NoReturn

from django.db import models

from gameplay.models.account import Account


class AppendOnlyError(Exception):
    """Something tried to change or remove what the log already says."""


class LogStream(models.Model):
    """One chain of entries: a pod's, a match's, a game's, an event's desk. Holds its newest number and hash."""

    name = models.CharField(
        primary_key=True, max_length=80, help_text="As in pod/<id>, match/<id>, game/<id>, event/<id>."
    )
    number = models.PositiveIntegerField(db_default=0)
    hash = models.CharField(max_length=64, db_default="")

    def __str__(self) -> str:
        return f"{self.name} at {self.number}"


class AppendOnlyQuerySet(models.QuerySet["LogEntry"]):
    def update(self, **fields: Any) -> NoReturn:
        raise AppendOnlyError("entries of the log are not changed; record another one")

    def delete(self) -> NoReturn:
        raise AppendOnlyError("entries of the log are not removed")

    def bulk_update(self, *arguments: Any, **options: Any) -> NoReturn:
        self.update()


class LogEntry(models.Model):
    """One thing that happened: who, in which role, when, what, from what to what, and why. Never changed."""

    stream = models.ForeignKey(LogStream, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(help_text="From 1, within the stream.")
    author = models.ForeignKey(
        Account, on_delete=models.PROTECT, null=True, related_name="+", help_text="Empty for the site itself."
    )
    role = models.CharField(max_length=20)
    at = models.DateTimeField()
    action = models.CharField(
        max_length=40, help_text="A code; gameplay.infrastructure.log_sentences says it in words."
    )
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.TextField(blank=True, db_default="")
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    objects: ClassVar[Any] = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering = ["stream", "number"]
        constraints = [models.UniqueConstraint(fields=["stream", "number"], name="one_entry_a_number")]

    def __str__(self) -> str:
        return f"{self.stream_id} {self.number}: {self.action}"

    def save(self, **options: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError("entries of the log are not changed; record another one")
        super().save(**options)

    def delete(self, using: Any = None, keep_parents: bool = False) -> NoReturn:
        raise AppendOnlyError("entries of the log are not removed")
