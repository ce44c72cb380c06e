"""The course of a lesson: which step a game has reached. It follows from the choices of the game."""

from dataclasses import dataclass

from gameplay.engine.bots.policies import BotPolicy
from gameplay.engine.core.asks import Option
from gameplay.engine.core.game import Game
from gameplay.engine.lessons.lesson import LEARNER, Lesson, Step


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a lesson: the current ``step``, and the number of steps that the learner has completed.

    Without a step, another player is asked, the game is over, or the game has left the script.
    """

    step: Step | None
    completed: int


def progress_of(lesson: Lesson, game: Game) -> Progress:
    """Return how far ``game`` has come in ``lesson``."""
    index = _reached_step(lesson, game)
    current = _asked_step(lesson, index, game)
    completed = sum(step.seat == LEARNER for step in lesson.steps[: index if current is None else current])
    return Progress(None if current is None else lesson.steps[current], completed)


def scripted_policy(lesson: Lesson, fallback: BotPolicy) -> BotPolicy:
    """Return the policy of the other player: it follows the script, and ``fallback`` where that does not apply."""

    def choose(game: Game) -> Option:
        ask, step = game.ask, progress_of(lesson, game).step
        assert ask is not None
        return ask.options[step.answers(game)[0]] if step else fallback(game)

    return choose


def _reached_step(lesson: Lesson, game: Game) -> int:
    """Return the index of the step after those that were answered in ``game``."""
    index = 0
    for _, earlier in game.replay_steps():
        asked = _asked_step(lesson, index, earlier)
        index = index if asked is None else asked + 1
    return index


def _asked_step(lesson: Lesson, index: int, game: Game) -> int | None:
    """Return the index of the step whose question is pending in ``game``: that at ``index``, or after optional ones."""
    while index < len(lesson.steps):
        step = lesson.steps[index]
        if step.is_asked(game):
            return index
        if not step.optional:
            return None
        index += 1
    return None
