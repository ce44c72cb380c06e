from django.db import models
from django.db.models.functions import Upper


class ImportedSet(models.Model):
    """A set that was imported from a file. It never changes, because packs of it may be in use."""

    game = models.CharField(max_length=20)
    code = models.CharField(max_length=8, help_text="The first part of its cards' refs.")
    text = models.TextField(help_text="The set as JSON, see cards.set_json.")
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of the text.")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(Upper("code"), name="unique_set_code")]

    def __str__(self) -> str:
        return self.code
