"""Learning to play: the lesson of a game, and a game with hints after it."""

import secrets

from django.db import transaction
from django.utils.translation import gettext

from gameplay.bots import DEFAULT_LEVEL
from gameplay.games import RULESETS
from gameplay.models import Account, OnlineGame
from gameplay.models.game import CASUAL_CHANCE
from gameplay.selectors.lessons import HINTS, LESSON, hints_of, lesson_of
from gameplay.services import accounts, games, practice

EASY_BOT = "beginner"
"""The bot of the game with hints."""


@transaction.atomic
def start_lesson(player: Account, game: str) -> OnlineGame:
    """Start the lesson of ``game`` for ``player``. Raise KeyError for an unknown game.

    Cards come up as the lesson prescribes, so the seed determines nothing.
    """
    lesson = lesson_of(game)
    return games.start_game(
        ruleset=game,
        variant=lesson.variant,
        decks=lesson.decks,
        players=[player, _tutor()],
        seed=secrets.token_bytes(32),
        chance=CASUAL_CHANCE,
        switches=lesson.switches,
        bots=[DEFAULT_LEVEL, LESSON],
        settings=games.GameSettings(take_backs=False, guide=LESSON),
    )


def start_hinted_game(player: Account, game: str) -> OnlineGame:
    """Start a game with hints for ``player`` against an easy bot. Raise KeyError for an unknown game."""
    mode = practice.Mode(RULESETS[game], hints_of(game).variant, 2)
    others = [practice.OtherPlayer(EASY_BOT)]
    return practice.start_practice_game(player, mode, others, guide=HINTS).game


def _tutor() -> Account:
    name = gettext("Sparring partner")
    tutor = Account.objects.filter(kind=Account.Kind.BOT, handle=name).order_by("joined_at").first()
    return tutor or accounts.create_bot(name)
