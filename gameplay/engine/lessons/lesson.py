"""A lesson: a short scripted game that teaches the rules, as data.

Each game has a file ``lesson.toml`` with its lesson, and ``hints.toml`` with an explanation of each question.

A step is one question to the learner or to the other player. It names the question by the code of its subject, and
answers by patterns: the code of an option, then its fields, as in ``["equip", "FC-11"]``. A card is named by its ref.
Fields at the end can be left out; "*" stands for any value.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from cards.printed import LocalizedText
from gameplay.engine.core.asks import Option
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.typed_data import CustomType, DataError, read_value

LEARNER = 0
"""The seat of the learner. The other player follows the script."""

ANY = "*"


@dataclass(frozen=True, slots=True)
class OptionPattern(CustomType):
    """A pattern of options: a code and the first fields."""

    code: str
    values: tuple[object, ...] = ()

    @classmethod
    def from_data(cls, data: object, path: str) -> Self:
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise DataError(path, f"{data!r} is not a list that begins with the code of an option")
        return cls(data[0], tuple(data[1:]))

    def matches(self, game: Game, option: Option) -> bool:
        """Return whether ``option`` of ``game`` fits this pattern."""
        if option[0] != self.code:
            return False
        names = game.ruleset.sentences.options[self.code].fields
        fields = zip(names, option[1:], strict=True)
        found = [game.table.cards[value].ref if name.startswith("card") else value for name, value in fields]
        return all(wanted in (ANY, value) for wanted, value in zip(self.values, found, strict=False))


@dataclass(frozen=True, slots=True)
class Mistake:
    """An explanation why some options do not help the learner now."""

    options: tuple[OptionPattern, ...]
    text: LocalizedText


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One question of a lesson.

    ``options`` are the answers that the lesson asks for; they are marked on the page. ``harmless`` ones lead on, too.
    With ``otherwise``, any other option is a mistake: it is not carried out, and explained by the first of ``mistakes``
    that names it or else by ``otherwise``. An ``optional`` step is skipped if its question is not asked. A step of the
    other player has no texts.
    """

    ask: str
    options: tuple[OptionPattern, ...]
    seat: int = LEARNER
    text: LocalizedText | None = None
    clause: str = ""
    harmless: tuple[OptionPattern, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    otherwise: LocalizedText | None = None
    optional: bool = False

    def is_asked(self, game: Game) -> bool:
        """Return whether the pending question of ``game`` is that of this step, with an answer that it asks for."""
        ask = game.ask
        return ask is not None and (ask.seat, ask.about[0]) == (self.seat, self.ask) and bool(self.answers(game))

    def answers(self, game: Game) -> list[int]:
        """Return the numbers of the options that this step asks for."""
        return _matching(game, self.options)

    def mistake(self, game: Game, option: int) -> LocalizedText | None:
        """Return why the option with this number is a mistake, or None."""
        if self.otherwise is None or option in _matching(game, (*self.options, *self.harmless)):
            return None
        texts = (each.text for each in self.mistakes if option in _matching(game, each.options))
        return next(texts, self.otherwise)


def _matching(game: Game, patterns: tuple[OptionPattern, ...]) -> list[int]:
    assert game.ask is not None
    options = enumerate(game.ask.options)
    return [number for number, option in options if any(each.matches(game, option) for each in patterns)]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a game.

    ``decks`` are the refs of each seat's cards in the order in which they are drawn, ``numbers`` the outcomes of dice,
    and ``switches`` fields of the ``variant`` with other values. ``summary`` says what the learner will do, ``closing``
    is shown after the last step.
    """

    variant: str
    decks: tuple[tuple[str, ...], ...]
    steps: tuple[LessonStep, ...]
    summary: LocalizedText
    closing: LocalizedText
    numbers: tuple[int, ...] = (0,)
    switches: Mapping[str, object] = field(default_factory=dict)

    @property
    def own_steps(self) -> tuple[LessonStep, ...]:
        """The steps of the learner."""
        return tuple(step for step in self.steps if step.seat == LEARNER)


@dataclass(frozen=True, slots=True)
class Hint:
    """An explanation of the questions about ``ask``, and the clause that it summarizes."""

    ask: str
    text: LocalizedText
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Hints:
    """The hints of a game.

    The second game with hints is one of ``variant``. ``unit`` is what scores count. ``losses`` are the codes of events
    whose first card is lost.
    """

    variant: str
    unit: LocalizedText
    losses: tuple[str, ...]
    hints: tuple[Hint, ...]

    def find(self, ask: str) -> Hint | None:
        """Return the hint for a question by the code of its subject."""
        return next((hint for hint in self.hints if hint.ask == ask), None)


def read_lesson(data: JsonObject) -> Lesson:
    """Return the lesson in the data of a file. Raise DataError."""
    plain = {name: value for name, value in data.items() if name != "switches"}
    lesson: Lesson = read_value(Lesson, plain, "lesson")
    return replace(lesson, switches=dict(data.get("switches", {})))


def read_hints(data: JsonObject) -> Hints:
    """Return the hints in the data of a file. Raise DataError."""
    hints: Hints = read_value(Hints, dict(data), "hints")
    return hints
