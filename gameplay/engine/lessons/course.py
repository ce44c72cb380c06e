"""The course of a lesson: which step a game has reached. It follows from the choices of the game."""

from dataclasses import dataclass

from gameplay.engine.bots.policies import BotPolicy
from gameplay.engine.core.asks import Option
from gameplay.engine.core.game import Game
from gameplay.engine.lessons.lesson import LEARNER, Lesson, LessonStep


class Course:
    """A way through a lesson. `follow` is called before each choice, with the game at that point."""

    __slots__ = ("_next", "lesson")

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._next = 0

    def step_at(self, game: Game) -> LessonStep | None:
        """Return the step whose question is pending in ``game``, or None."""
        index = self._index_at(game)
        return None if index is None else self.lesson.steps[index]

    def follow(self, game: Game) -> None:
        """Go on to the step after the one whose question is pending in ``game``, if there is one."""
        index = self._index_at(game)
        if index is not None:
            self._next = index + 1

    def completed_steps(self, game: Game) -> int:
        """Return how many steps of the learner come before the pending question."""
        index = self._index_at(game)
        return sum(step.seat == LEARNER for step in self.lesson.steps[: self._next if index is None else index])

    def _index_at(self, game: Game) -> int | None:
        """Return the index of the next step, or of the first one after optional steps, whose question is pending."""
        for index, step in enumerate(self.lesson.steps[self._next :], self._next):
            if step.is_asked(game):
                return index
            if not step.optional:
                break
        return None


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a lesson: the current ``step``, and the number of steps that the learner has completed.

    Without a step, the game is over or has left the script.
    """

    step: LessonStep | None
    completed: int


def progress_of(lesson: Lesson, game: Game) -> Progress:
    """Return how far ``game`` has come in ``lesson``."""
    course = Course(lesson)
    for _, earlier in game.replay_steps():
        course.follow(earlier)
    return Progress(course.step_at(game), course.completed_steps(game))


def scripted_policy(lesson: Lesson, fallback: BotPolicy) -> BotPolicy:
    """Return the policy of the other player: it follows the script, and ``fallback`` where that does not apply."""

    def choose(game: Game) -> Option:
        ask, step = game.ask, progress_of(lesson, game).step
        assert ask is not None
        return ask.options[step.answers(game)[0]] if step else fallback(game)

    return choose
