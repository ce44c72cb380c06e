"""A game at the online table: who plays it, from which decks, and every choice made in it."""

import json
import uuid
from typing import Any

from django.db import models

from gameplay.models.account import Account


class OnlineGame(models.Model):
    """One game. Its state is never stored: it follows from the decks, the seed and the choices.

    ``number`` counts the choices made, and guards the next one. ``record`` is written when the game is over.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset = models.CharField(max_length=16)
    variant = models.CharField(max_length=16)
    switches = models.JSONField(default=dict, help_text="Fields of the variant that are played otherwise.")
    decks = models.JSONField(help_text="For each seat the refs of its cards.")
    seed = models.BinaryField(max_length=32, help_text="The event's; secret until its end.")
    chance = models.CharField(max_length=160, help_text="The name under which it draws from the seed.")
    pausing = models.BooleanField(
        db_default=False, default=False, help_text="A seat that can only pass is asked all the same."
    )
    take_backs = models.BooleanField(
        db_default=True, default=True, help_text="A choice may be taken back while nothing was revealed since."
    )
    number = models.PositiveIntegerField(db_default=0, default=0)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    bots_due_at = models.DateTimeField(
        null=True,
        help_text="When its bots are woken again, if they have not moved by then; empty while a person is asked.",
    )
    outcome = models.JSONField(null=True, help_text="Winning seats, reason and each seat's points.")
    record = models.TextField(blank=True, db_default="", default="")
    replay = models.CharField(
        max_length=43, null=True, unique=True, help_text="The name of its replay, once it is over."
    )

    class Meta:
        indexes = [
            models.Index(
                fields=["bots_due_at"], condition=models.Q(bots_due_at__isnull=False), name="games_waiting_for_bots"
            )
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"

    @property
    def stream(self) -> str:
        """Its stream of the log."""
        return game_stream(self.pk)

    @property
    def record_json(self) -> dict[str, Any]:
        """Its record as JSON, once it is over."""
        record: dict[str, Any] = json.loads(self.record)
        return record


class GameSeat(models.Model):
    """A side of a game and whose it is. Seats are counted from 0, in the order of the decks."""

    game = models.ForeignKey(OnlineGame, on_delete=models.PROTECT, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="game_seats")
    bot = models.CharField(
        max_length=16, db_default="greedy", default="greedy", help_text="How it chooses, if its player is a bot."
    )

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_side_a_number"),
            models.UniqueConstraint(fields=["game", "player"], name="one_side_a_player"),
        ]

    def __str__(self) -> str:
        return f"side {self.number + 1}"


class Choice(models.Model):
    """One answer to the question that was pending, a take-back, a concession, time being called, or a correction.

    Written once.
    """

    game = models.ForeignKey(OnlineGame, on_delete=models.PROTECT, related_name="choices", db_index=False)
    number = models.PositiveIntegerField(help_text="From 1, within the game.")
    option = models.JSONField(help_text="A code, then card ids, seats or numbers; or a correction.")
    author = models.ForeignKey(
        Account, on_delete=models.PROTECT, null=True, related_name="+", help_text="Empty for the site itself."
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_choice_a_number")]

    def __str__(self) -> str:
        return f"choice {self.number}"


def game_stream(game_id: Any) -> str:
    """Return the stream of the log that tells of a game."""
    return f"game/{game_id}"
