"""A pod and its seats: who drafts together, from what, and how far they are."""

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from drafting.rules.format import DraftFormat
from drafting.rules.timing import PICK_CLOCKS, PickClock
from gameplay.models import Account


class Pod(models.Model):
    """A group that drafts together.

    It is made, its seating is published, its packs are opened round by round, it is drafted, and it is closed once
    every deck is in. At a table nothing is opened here: an official says when it is drafted. ``seed`` and ``chance`` name the streams that its packs, orders and random picks are drawn from.
    """

    class Opening(models.TextChoices):
        STANDING = "standing", _("each round when the last is drafted")
        BY_HAND = "by_hand", _("by hand")
        TABLE = "table", _("at tables, from paper; what was drafted is registered afterwards")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    label = models.CharField(max_length=8, help_text="As in A.")
    seed = models.BinaryField(max_length=32, help_text="The event's; secret until its end.")
    chance = models.CharField(max_length=120, help_text="The name under which it draws from the seed.")
    format = models.JSONField(help_text="The fields of DraftFormat.")
    boosters = models.JSONField(help_text="For each pack round: game, set and product.")
    cube = models.JSONField(default=list, db_default=[], help_text="The cards that packs are drawn from, a ref a copy.")
    opening = models.CharField(max_length=8, choices=Opening, db_default=Opening.STANDING, default=Opening.STANDING)
    pick_clock = models.CharField(
        max_length=16, choices=[(code, code) for code in PICK_CLOCKS], db_default="off", default="off"
    )
    pack_round = models.PositiveSmallIntegerField(
        db_default=0, default=0, help_text="The open one; 0 before the first."
    )
    published_at = models.DateTimeField(null=True, help_text="When the seating was.")
    paused_at = models.DateTimeField(null=True)
    drafted_at = models.DateTimeField(null=True)
    deck_deadline = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True, help_text="When every deck was in.")

    def __str__(self) -> str:
        return f"pod {self.label}"

    @property
    def stream(self) -> str:
        """Its stream of the log."""
        return pod_stream(self.pk)

    @property
    def desk_stream(self) -> str:
        """Its stream of the log for what only staff may know; nobody can follow it."""
        return f"pod-desk/{self.pk}"

    @property
    def is_paper_draft(self) -> bool:
        """Whether its packs are of paper: nothing is sealed or opened here."""
        return self.opening == self.Opening.TABLE

    @property
    def draft_format(self) -> DraftFormat:
        return DraftFormat(**self.format)

    @property
    def game(self) -> str:
        return str(self.boosters[0]["game"])

    @property
    def clock(self) -> PickClock:
        return PICK_CLOCKS[self.pick_clock]


class Seat(models.Model):
    """A place at the pod's table, and who sits there. ``bot`` names the strategy that acts for the player, if any.

    ``name`` is what the player is called at this table; `drafting.selectors.seat_view.seats_with_names` finds it out. ``away`` is
    said of a seat as its player finds it while a substitute acts.
    """

    name: str
    is_away = False

    class Bot(models.TextChoices):
        DRAFTER = "drafter", _("drafts a deck")
        RANDOM = "random", _("takes any card")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    pod = models.ForeignKey(Pod, on_delete=models.PROTECT, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="From 0, clockwise.")
    player = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="seats")
    bot = models.CharField(max_length=16, choices=Bot, blank=True, db_default="", default="")
    substitute = models.ForeignKey(
        Account,
        on_delete=models.PROTECT,
        null=True,
        related_name="stood_in",
        help_text="Who acts for the player for a while.",
    )
    selected = models.CharField(
        max_length=22, blank=True, db_default="", default="", help_text="The copy that the clock would take."
    )
    extra_percent = models.PositiveSmallIntegerField(
        db_default=0, default=0, help_text="More time than the others have; only staff see it."
    )
    paused_at = models.DateTimeField(null=True, help_text="Since when its clock stands and packs wait before it.")
    closed_at = models.DateTimeField(null=True, help_text="When its player left; its packs are passed on.")

    class Meta:
        ordering = ["pod", "number"]
        constraints = [
            models.UniqueConstraint(fields=["pod", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["pod", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number + 1}"

    @property
    def acting_id(self) -> Any:
        """The id of the account that picks and builds."""
        return self.substitute_id or self.player_id

    @property
    def is_automatic(self) -> bool:
        """Whether the site acts for it."""
        return bool(self.bot or self.closed_at)

    @property
    def is_paused(self) -> bool:
        """Whether an official has stopped it, alone or with its pod."""
        return bool(self.paused_at or self.pod.paused_at)

    @property
    def deck_stream(self) -> str:
        """The stream of the log that says when its deck was saved, never what is in it; only its player can follow it."""
        return f"deck/{self.pk}"

    @property
    def registration_stream(self) -> str:
        """The stream of the log of what is registered for it, at a table: for whoever may see its registration."""
        return f"pool/{self.pk}"

    @property
    def deck_deadline(self) -> datetime | None:
        """When its deck must be in: the pod's deadline and its own extra time."""
        if self.pod.deck_deadline is None:
            return None
        return (
            self.pod.deck_deadline + timedelta(minutes=self.pod.draft_format.build_minutes) * self.extra_percent / 100
        )


def pod_stream(pod_id: Any) -> str:
    """Return the stream of the log that tells of a pod."""
    return f"pod/{pod_id}"
