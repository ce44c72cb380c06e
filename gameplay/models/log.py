"""The two tables of the audit log. Only gameplay.infrastructure.log writes them."""

from typing import Any, ClassVar, NoReturn

from django.db import models

from gameplay.models.account import Account


class AppendOnlyError(Exception):
    """An entry of the log cannot be changed or removed."""


class LogStream(models.Model):
    """A hash chain of entries, with its newest number and hash.

    Each pod, match, game and event has one, and so have the phrases of a game.
    """

    name = models.CharField(
        primary_key=True, max_length=80, help_text="For example pod/<id>, match/<id>, game/<id> or event/<id>."
    )
    number = models.PositiveIntegerField(db_default=0)
    hash = models.CharField(max_length=64, db_default="")

    def __str__(self) -> str:
        return f"{self.name} at {self.number}"


class AppendOnlyQuerySet(models.QuerySet["LogEntry"]):
    def update(self, **fields: Any) -> NoReturn:
        raise AppendOnlyError("entries of the log cannot be changed; append another entry")

    def delete(self) -> NoReturn:
        raise AppendOnlyError("entries of the log cannot be removed")

    def bulk_update(self, *arguments: Any, **options: Any) -> NoReturn:
        self.update()


class LogEntry(models.Model):
    """An event in the log: author, role, time, action, values before and after, and reason.

    Never changed, except that a person's name can be erased from it (gameplay.infrastructure.log.erase_text).
    """

    stream = models.ForeignKey(LogStream, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(help_text="From 1, within the stream.")
    author = models.ForeignKey(
        Account, on_delete=models.PROTECT, null=True, related_name="+", help_text="Empty for the site itself."
    )
    role = models.CharField(max_length=20)
    at = models.DateTimeField()
    action = models.CharField(
        max_length=40, help_text="A code; gameplay.infrastructure.log_sentences has the sentence."
    )
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.TextField(blank=True, db_default="")
    salt = models.CharField(
        max_length=32,
        blank=True,
        db_default="",
        default="",
        help_text="Random, so that erased text cannot be guessed from digests.",
    )
    content = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        default="",
        help_text="The digest of before, after and reason that is hashed.",
    )
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    objects: ClassVar[Any] = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering = ["stream_id", "number"]
        constraints = [models.UniqueConstraint(fields=["stream", "number"], name="unique_log_entry_number")]

    def __str__(self) -> str:
        return f"{self.stream_id} {self.number}: {self.action}"

    def save(self, **options: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError("entries of the log cannot be changed; append another entry")
        super().save(**options)

    def delete(self, using: Any = None, keep_parents: bool = False) -> NoReturn:
        raise AppendOnlyError("entries of the log cannot be removed")
