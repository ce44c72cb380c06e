"""Online games: their seats, decks and choices."""

import json
import uuid
from typing import Any

from django.db import models

from gameplay.engine.core.automatic_passes import UNTILS, PassInstruction
from gameplay.models.account import Account

CASUAL_CHANCE = "practice"
"""The name of the random stream of games outside of events. Each has a seed of its own."""


class OnlineGame(models.Model):
    """An online game. Its state is not stored: it follows from the decks, the seed and the choices.

    ``number`` counts the choices and is used for optimistic locking. ``record`` is written when the game ends.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset = models.CharField(max_length=16)
    variant = models.CharField(max_length=16)
    switches = models.JSONField(default=dict, help_text="Fields of the variant with other values in this game.")
    decks = models.JSONField(help_text="The card refs of each seat's deck.")
    seed = models.BinaryField(max_length=32, help_text="The seed of the event; secret until its end.")
    chance = models.CharField(max_length=160, help_text="The name of the game's random stream from the seed.")
    pausing = models.BooleanField(
        db_default=False, default=False, help_text="Whether a player is also asked when passing is the only option."
    )
    take_backs = models.BooleanField(
        db_default=True, default=True, help_text="Whether a choice can be taken back until something is revealed."
    )
    guide = models.CharField(
        max_length=8,
        blank=True,
        db_default="",
        default="",
        help_text="How the page helps the first player: lesson or hints. Empty without help.",
    )
    number = models.PositiveIntegerField(db_default=0, default=0)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    bots_due_at = models.DateTimeField(
        null=True,
        help_text="When the bots are woken again if they have not moved. Empty while it is a person's turn.",
    )
    passes_at = models.DateTimeField(
        null=True, help_text="When the site passes for the player who is asked. Empty without an automatic pass."
    )
    outcome = models.JSONField(null=True, help_text="Winning seats, reason and the score of each seat.")
    record = models.TextField(blank=True, db_default="", default="")
    replay = models.CharField(
        max_length=43, null=True, unique=True, help_text="The token of the replay's URL, once the game is over."
    )

    rematch = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        related_name="rematch_of",
        help_text="The rematch: the next game of the same players.",
    )

    known_seats: "list[GameSeat] | None" = None
    """The seats as `gameplay.selectors.games.seats` has read them last for this object; not a field."""
    entry_number: int | None = None
    """The number of the log entry of the last choices that were stored with this object; not a field."""

    class Meta:
        indexes = [
            models.Index(
                fields=["bots_due_at"], condition=models.Q(bots_due_at__isnull=False), name="games_waiting_for_bots"
            ),
            models.Index(
                fields=["passes_at"], condition=models.Q(passes_at__isnull=False), name="games_with_automatic_pass"
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"

    @property
    def stream(self) -> str:
        """The name of the game's log stream."""
        return game_stream(self.pk)

    @property
    def phrase_stream(self) -> str:
        """The name of the log stream of the phrases that its players say."""
        return phrase_stream(self.pk)

    @property
    def is_casual(self) -> bool:
        """Whether the game was started outside of any event."""
        return self.chance == CASUAL_CHANCE

    @property
    def record_json(self) -> dict[str, Any]:
        """The record as JSON data, once the game is over."""
        record: dict[str, Any] = json.loads(self.record)
        return record


class GameSeat(models.Model):
    """A seat of a game and its player. Seats are numbered from 0, in the order of the decks."""

    game = models.ForeignKey(OnlineGame, on_delete=models.PROTECT, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="game_seats")
    bot = models.CharField(
        max_length=16, db_default="regular", default="regular", help_text="The level of the bot, if the player is one."
    )
    pass_until = models.CharField(
        max_length=8,
        blank=True,
        db_default="",
        default="",
        help_text="What ends the instruction to pass: turn or event. Empty without one. Secret from opponents.",
    )
    pass_turn = models.PositiveIntegerField(db_default=0, default=0, help_text="The turn of that instruction.")
    pass_events = models.PositiveIntegerField(
        db_default=0, default=0, help_text="The number of events when that instruction was given."
    )
    mutes_phrases = models.BooleanField(
        db_default=False, default=False, help_text="Whether the player hides the phrases of the other players."
    )
    wants_rematch = models.BooleanField(
        db_default=False, default=False, help_text="Whether the player wants a rematch of the finished game."
    )

    class Meta:
        ordering = ["game_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="unique_game_seat_number"),
            models.UniqueConstraint(fields=["game", "player"], name="unique_game_seat_player"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number + 1}"

    @property
    def pass_instruction(self) -> PassInstruction | None:
        """The player's instruction to pass, whether it is still in force or not."""
        return pass_instruction(self.pass_until, self.pass_turn, self.pass_events)


class Choice(models.Model):
    """An answer to the current question, a take-back, a concession, a call of time, or a correction.

    Rows are never changed.
    """

    game = models.ForeignKey(OnlineGame, on_delete=models.PROTECT, related_name="choices", db_index=False)
    number = models.PositiveIntegerField(help_text="From 1, within the game.")
    option = models.JSONField(help_text="A code, then card ids, seats or numbers; or a correction.")
    author = models.ForeignKey(
        Account, on_delete=models.PROTECT, null=True, related_name="+", help_text="Empty for the site itself."
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["game_id", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="unique_game_choice_number")]

    def __str__(self) -> str:
        return f"choice {self.number}"


class JudgeNote(models.Model):
    """A judge's note on a moment of a game. Judges see it, and after the game everyone who may see the replay."""

    game = models.ForeignKey(OnlineGame, on_delete=models.PROTECT, related_name="judge_notes")
    entry = models.PositiveIntegerField(help_text="The number of the entry that follows the moment.")
    text = models.TextField()
    author = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["entry", "pk"]

    def __str__(self) -> str:
        return f"note before entry {self.entry}"


PASS_FIELDS = ("pass_until", "pass_turn", "pass_events")
"""The stored form of an instruction to pass."""


def pass_instruction(until: str, turn: int, events: int) -> PassInstruction | None:
    """Return an instruction from its stored form, None if there is none."""
    return PassInstruction(UNTILS[until], turn, events) if until else None


def phrase_stream(game_id: Any) -> str:
    """Return the name of the log stream of the phrases of a game."""
    return f"phrases/{game_id}"


def game_stream(game_id: Any) -> str:
    """Return the name of a game's log stream."""
    return f"game/{game_id}"
