"""Lessons as data, and the course through their steps. The lesson is one of Nim: take cards, but not the last one."""

from typing import Any

import pytest

from gameplay.engine.core.chance import StackedChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.typed_data import DataError
from gameplay.engine.lessons.course import Course, progress_of, scripted_policy
from gameplay.engine.lessons.lesson import Lesson, OptionPattern, read_hints, read_lesson
from tests.gameplay.engine.nim import nim

TEXT = {"en": "Take two.", "ja": "2枚取りましょう。"}
STEPS: list[dict[str, Any]] = [
    {
        "ask": "how_many",
        "options": [["take", 2]],
        "harmless": [["take", 1]],
        "text": TEXT,
        "mistakes": [{"options": [["take", 3]], "text": {"en": "Too many."}}],
        "otherwise": {"en": "Not that."},
    },
    {"ask": "how_many", "seat": 1, "options": [["take", 3]]},
    {"ask": "never", "options": [["take"]], "text": TEXT, "optional": True},
    {"ask": "how_many", "options": [["take"]], "text": TEXT},
]
DATA: dict[str, Any] = {"variant": "nim", "decks": [["N-0"], []], "summary": TEXT, "closing": TEXT, "steps": STEPS}


def lesson(**changes: Any) -> Lesson:
    return read_lesson(DATA | changes)


def begin() -> Game:
    return nim(StackedChance([0]), cards=9)


def test_lesson_is_read_with_its_switches():
    read = lesson(switches={"target": 3})

    assert (read.switches, read.decks, read.numbers) == ({"target": 3}, (("N-0",), ()), (0,))
    assert [step.seat for step in read.own_steps] == [0, 0, 0]
    assert read.summary.in_language("ja") == TEXT["ja"]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"steps": [{"ask": "how_many", "options": [["take", 1], "take"]}]}, "lesson.steps.options[1]"),
        ({"steps": [{"ask": "how_many", "options": [[1]]}]}, "lesson.steps.options"),
        ({"steps": [{"options": [["take"]]}]}, "lesson.steps"),
        ({"colour": "blue"}, "lesson"),
    ],
)
def test_faulty_data_is_refused_with_its_path(changes: dict[str, Any], path: str):
    with pytest.raises(DataError) as refusal:
        lesson(**changes)

    assert refusal.value.path == path


@pytest.mark.parametrize(
    ("pattern", "matching"), [(["take"], [0, 1, 2]), (["take", 2], [1]), (["take", "*"], [0, 1, 2]), (["leave"], [])]
)
def test_pattern_matches_a_code_and_the_first_fields(pattern: list[Any], matching: list[int]):
    game = begin()
    assert game.ask is not None
    read = OptionPattern.from_data(pattern, "")

    assert [number for number, option in enumerate(game.ask.options) if read.matches(game, option)] == matching


def test_other_options_are_mistakes_unless_they_are_harmless():
    step, game = lesson().steps[0], begin()

    texts = [step.mistake(game, number) for number in range(3)]

    assert [text and text.en for text in texts] == [None, None, "Too many."]
    assert lesson().steps[3].mistake(game, 0) is None


def test_course_follows_the_script_and_skips_optional_steps():
    read, game = lesson(), begin()
    opponent = scripted_policy(read, lambda game: ("take", 1))
    assert progress_of(read, game).completed == 0

    game.choose(("take", 2))
    game.choose(opponent(game))

    progress = progress_of(read, game)
    assert game.entries[-4] == ("take", 3)  # then the three cards
    assert (progress.step, progress.completed) == (read.steps[3], 2)


def test_game_that_leaves_the_script_has_no_step():
    read, game = lesson(), begin()
    game.choose(("take", 2))
    game.choose(("take", 1))  # the script of the other player says three
    course = Course(lesson(steps=[*STEPS[:1], STEPS[0] | {"ask": "never"}]))

    for _, earlier in game.replay_steps():
        course.follow(earlier)

    assert course.step_at(game) is None
    assert course.completed_steps(game) == 1
    assert progress_of(read, game).step == read.steps[3]
    assert scripted_policy(course.lesson, lambda game: ("take", 1))(game) == ("take", 1)


def test_cards_come_up_in_the_order_of_the_decks():
    chance = StackedChance([4, 1])
    deck = [7, 3, 5]

    assert [chance.take(deck), chance.take(deck), chance.take(deck)] == [3, 5, 7]
    assert [chance.number(6), chance.number(6), chance.number(3)] == [4, 1, 1]
    assert chance.entries == [3, 5, 7, 4, 1, 1]


def test_hints_are_found_by_the_subject_of_a_question():
    hints = read_hints(
        {
            "variant": "nim",
            "unit": {"en": "cards"},
            "losses": ["took"],
            "hints": [{"ask": "how_many", "text": TEXT, "clause": "NIM-1"}],
        }
    )

    found = hints.find("how_many")
    assert found is not None
    assert (found.clause, found.text.en) == ("NIM-1", "Take two.")
    assert hints.find("other") is None
