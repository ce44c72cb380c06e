"""A pod and its seats: the players, the packs and the progress of a draft."""

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from drafting.rules.format import DraftFormat
from drafting.rules.timing import PICK_CLOCKS, PickClock
from gameplay.models import Account


class Pod(models.Model):
    """A group of players that drafts together.

    A pod is created, its seating is published, its packs are opened and drafted round by round, and it is closed once
    every deck is in. In a paper draft no packs are opened here; an official says when the draft is over. ``seed`` and
    ``chance`` name the random streams of its packs, display orders and random picks.
    """

    class Opening(models.TextChoices):
        STANDING = "standing", _("automatically, when the previous round is drafted")
        BY_HAND = "by_hand", _("by hand")
        TABLE = "table", _("paper draft; pools are registered afterwards")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    label = models.CharField(max_length=8, help_text="Such as A.")
    seed = models.BinaryField(max_length=32, help_text="The seed of the event; secret until its end.")
    chance = models.CharField(max_length=120, help_text="The name of its random streams.")
    format = models.JSONField(help_text="The fields of DraftFormat.")
    boosters = models.JSONField(help_text="For each pack round: game, set and product.")
    cube = models.JSONField(
        default=list, db_default=[], help_text="The cards that packs are drawn from, one ref for each copy."
    )
    opening = models.CharField(max_length=8, choices=Opening, db_default=Opening.STANDING, default=Opening.STANDING)
    pick_clock = models.CharField(
        max_length=16, choices=[(code, code) for code in PICK_CLOCKS], db_default="off", default="off"
    )
    pack_round = models.PositiveSmallIntegerField(
        db_default=0, default=0, help_text="The open pack round; 0 before the first."
    )
    published_at = models.DateTimeField(null=True, help_text="When the seating was published.")
    paused_at = models.DateTimeField(null=True)
    drafted_at = models.DateTimeField(null=True)
    deck_deadline = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True, help_text="When every deck was in.")

    def __str__(self) -> str:
        return f"pod {self.label}"

    @property
    def stream(self) -> str:
        """The name of its log stream."""
        return pod_stream(self.pk)

    @property
    def desk_stream(self) -> str:
        """The name of its log stream for staff. It has no live updates."""
        return f"pod-desk/{self.pk}"

    @property
    def is_paper_draft(self) -> bool:
        """Whether this is a paper draft: the site neither makes nor opens its packs."""
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
    """A seat at a pod, and its player. ``bot`` is the kind of bot that acts for the player, if any.

    ``name`` is the player's name at this table, set by `drafting.selectors.seat_view.seats_with_names`. ``is_away`` is
    set by `drafting.selectors.access.acting_seat_of` for a player whose substitute acts.
    """

    name: str
    is_away = False

    class Bot(models.TextChoices):
        DRAFTER = "drafter", _("Standard bot")
        RANDOM = "random", _("Random bot")

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
        help_text="The account that acts for the player, if any.",
    )
    selected = models.CharField(
        max_length=22, blank=True, db_default="", default="", help_text="Token of the copy that the clock would take."
    )
    extra_percent = models.PositiveSmallIntegerField(
        db_default=0, default=0, help_text="Extra time in percent; only staff see it."
    )
    clock_waits_until = models.DateTimeField(
        null=True, help_text="Until when the clock of its first pick waits for its player to open the page."
    )
    paused_at = models.DateTimeField(
        null=True, help_text="When it was paused; its clock is stopped and packs queue in front of it."
    )
    closed_at = models.DateTimeField(null=True, help_text="When it was closed because its player left; packs skip it.")

    class Meta:
        ordering = ["pod", "number"]
        constraints = [
            models.UniqueConstraint(fields=["pod", "number"], name="unique_pod_seat_number"),
            models.UniqueConstraint(fields=["pod", "player"], name="unique_pod_seat_player"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number + 1}"

    @property
    def acting_id(self) -> Any:
        """The id of the account that picks and builds: the substitute or the player."""
        return self.substitute_id or self.player_id

    @property
    def is_automatic(self) -> bool:
        """Whether the site acts for the seat."""
        return bool(self.bot or self.closed_at)

    @property
    def is_paused(self) -> bool:
        """Whether an official has paused the seat or its pod."""
        return bool(self.paused_at or self.pod.paused_at)

    @property
    def deck_stream(self) -> str:
        """The name of the log stream of its deck, which names no cards. Only the acting account can follow it."""
        return f"deck/{self.pk}"

    @property
    def registration_stream(self) -> str:
        """The name of the log stream of its registration, for accounts that may see the registration."""
        return f"pool/{self.pk}"

    @property
    def deck_deadline(self) -> datetime | None:
        """When its deck is due: the deadline of the pod plus the extra time of the seat."""
        if self.pod.deck_deadline is None:
            return None
        return (
            self.pod.deck_deadline + timedelta(minutes=self.pod.draft_format.build_minutes) * self.extra_percent / 100
        )


def pod_stream(pod_id: Any) -> str:
    """Return the name of the log stream of a pod."""
    return f"pod/{pod_id}"
