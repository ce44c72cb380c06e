"""The lessons and hints of the games, and what a page shows of them."""

import re
import tomllib
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext

from cards.printed import LocalizedText
from cards.selectors import get_printed_card
from gameplay.engine.core.game import Game
from gameplay.engine.lessons.course import progress_of
from gameplay.engine.lessons.lesson import LEARNER, Hints, Lesson, read_hints, read_lesson
from gameplay.games import RULESETS
from gameplay.models import OnlineGame

LESSON, HINTS = "lesson", "hints"
"""How the page of a game helps: the values of `OnlineGame.guide`."""

CARD_NAME = re.compile(r"\{([A-Z]+-\w+)\}")


class Guidance(NamedTuple):
    """What the page of a game says about the pending question.

    ``answers`` are the numbers of the options to mark. ``mistake`` explains why the last try was not carried out.
    ``step`` of ``steps`` is 0 outside of lessons. ``is_lost`` means that the game has left the script of its lesson.
    """

    text: str
    clause: str = ""
    answers: tuple[int, ...] = ()
    mistake: str = ""
    step: int = 0
    steps: int = 0
    is_lost: bool = False


@lru_cache
def lesson_of(game: str) -> Lesson:
    """Return the lesson of ``game``. Raise KeyError for an unknown game, DataError for a faulty file."""
    return read_lesson(_file(game, "lesson"))


@lru_cache
def hints_of(game: str) -> Hints:
    """Return the hints of ``game``. Raise KeyError for an unknown game, DataError for a faulty file."""
    return read_hints(_file(game, "hints"))


def guidance(game: OnlineGame, state: Game, *, tried: int | None, language: str) -> Guidance | None:
    """Return what to say about the pending question of the learner, None if there is nothing to say.

    ``tried`` is the number of an option that was a mistake.
    """
    if game.guide == LESSON:
        return _lesson_guidance(game, state, tried=tried, language=language)
    if game.guide == HINTS and state.ask is not None and state.ask.seat == LEARNER:
        return hint_for(game.ruleset, state.ask.about[0], language)
    return None


def hint_for(game: str, ask: str, language: str) -> Guidance:
    """Return the hint for a question by the code of its subject."""
    hint = hints_of(game).find(ask)
    if hint is None:
        return Guidance(gettext("A card text asks for this choice. Point at a card to read it in large print."))
    return Guidance(text_of(game, hint.text, language), hint.clause)


def _lesson_guidance(game: OnlineGame, state: Game, *, tried: int | None, language: str) -> Guidance | None:
    lesson = lesson_of(game.ruleset)
    progress, steps = progress_of(lesson, state), len(lesson.own_steps)
    if state.outcome is not None:
        return Guidance(text_of(game.ruleset, lesson.closing, language), step=steps, steps=steps)
    if state.ask is None or state.ask.seat != LEARNER:
        return None
    if progress.step is None:
        lost = gettext("This game no longer follows the lesson. Play on as you like, or start the lesson again.")
        return Guidance(lost, is_lost=True)
    step = progress.step
    is_option = tried is not None and tried < len(state.ask.options)
    mistake = step.mistake(state, tried) if is_option and tried is not None else None
    return Guidance(
        text=text_of(game.ruleset, step.text, language) if step.text else "",
        clause=step.clause,
        answers=tuple(step.answers(state)),
        mistake=text_of(game.ruleset, mistake, language) if mistake else "",
        step=progress.completed + 1,
        steps=steps,
    )


def is_mistake(game: OnlineGame, state: Game, option: int) -> bool:
    """Return whether the option with this number is a mistake in the lesson of ``game``."""
    if game.guide != LESSON or state.ask is None or option not in range(len(state.ask.options)):
        return False
    step = progress_of(lesson_of(game.ruleset), state).step
    return step is not None and step.mistake(state, option) is not None


def text_of(game: str, text: LocalizedText, language: str) -> str:
    """Return ``text`` with the names of its cards, such as {FC-11}, in ``language``."""

    def card_name(match: re.Match[str]) -> str:
        name = get_printed_card(game, match[1]).name.in_language(language)
        return f"《{name}》" if language == "ja" else name

    return CARD_NAME.sub(card_name, text.in_language(language))


def _file(game: str, name: str) -> dict[str, Any]:
    if game not in RULESETS:
        raise KeyError(game)
    path = settings.BASE_DIR / "gameplay" / "games" / game / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
