"""Packs and picks. A copy of a card is always in exactly one pack or pick."""

import uuid

from django.db import models

from drafting.models.pod import Pod, Seat
from drafting.rules import packs
from drafting.rules.packs import CardCopy
from drafting.rules.passing import PickedBy


class Pack(models.Model):
    """A pack, from its opening to its last card. Its current holder follows from its opener and hops.

    ``contents`` are the copies left in it, as [token, ref]. ``due_at`` is when the clock takes a card from it. It is
    set while the pack is the first in front of its holder, and null while it queues, without a clock, or once empty.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    pod = models.ForeignKey(Pod, on_delete=models.PROTECT, related_name="packs", db_index=False)
    pack_round = models.PositiveSmallIntegerField(help_text="From 1.")
    opener = models.PositiveSmallIntegerField(help_text="The number of the seat that opens it.")
    contents = models.JSONField()
    hops = models.PositiveSmallIntegerField(db_default=0, default=0, help_text="How often it was passed.")
    replacement = models.PositiveSmallIntegerField(db_default=0, default=0, help_text="How often it was replaced.")
    due_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pod", "pack_round", "opener"]
        constraints = [
            models.UniqueConstraint(fields=["pod", "pack_round", "opener"], name="unique_pack_opener"),
        ]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="packs_due")]

    def __str__(self) -> str:
        return f"pack {self.pack_round} of seat {self.opener + 1}"

    @property
    def copies(self) -> list[CardCopy]:
        return [CardCopy(token, ref) for token, ref in self.contents]

    def stream_label(self, pod: Pod) -> str:
        """Return the name of its random stream."""
        return packs.pack_label(pod.chance, self.pack_round, self.opener, replacement=self.replacement)


class Pick(models.Model):
    """One copy, taken from one pack by one seat."""

    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="picks", db_index=False)
    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="picks", db_index=False)
    pack_round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(help_text="From 1, within the pack.")
    token = models.CharField(max_length=22)
    ref = models.CharField(max_length=40)
    by = models.CharField(
        max_length=10,
        choices=[(by.value, by.value) for by in PickedBy],
        db_default=PickedBy.PLAYER.value,
        default=PickedBy.PLAYER.value,
        help_text="Who took the card, even if another one acts for the seat now.",
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["seat", "pack_round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "pack_round", "number"], name="unique_pick_of_seat"),
            models.UniqueConstraint(fields=["pack", "number"], name="unique_pick_from_pack"),
            models.UniqueConstraint(fields=["pack", "token"], name="unique_picked_copy"),
        ]

    def __str__(self) -> str:
        return f"pick {self.pack_round}.{self.number}"
