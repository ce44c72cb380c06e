"""Every lesson, played through the public pages from its start to its end."""

import re
from html import unescape
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.test import Client

from cards.selectors import get_printed_card
from gameplay.engine.core import sentences
from gameplay.engine.core.chance import StackedChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import cards_to_order
from gameplay.engine.lessons.course import Course
from gameplay.engine.lessons.lesson import LEARNER
from gameplay.games import RULESETS
from gameplay.models import OnlineGame
from gameplay.selectors.clauses import clauses
from gameplay.selectors.games import current_state
from gameplay.selectors.lessons import hints_of, lesson_of, text_of
from tests.page_text import compact_markup

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("served_parts")]
TOTALS = re.compile(r"(\d+) against (\d+)")
CARDS_ASK = "_for"
"""The end of the codes of questions that card texts ask."""


@pytest.fixture(autouse=True)
def clear_rate_limits() -> None:
    cache.clear()


class LessonPage(NamedTuple):
    """What the page of a lesson shows."""

    text: str
    step: int
    answers: list[int]
    number: int
    options: int


def start(client: Client, game: str) -> str:
    """Start the lesson and return the address of its game."""
    return str(client.post(f"/learn/{game}", {"start": "lesson"}).headers["Location"])


def read(markup: str) -> LessonPage:
    page = compact_markup(markup)
    text = re.search(r"data-guide-text>(.*?)</p>", page)
    step = re.search(r"Step (\d+) of", page)
    number = re.search(r'name="number" value="(\d+)"', page)
    answers = re.search(r'data-answers="([\d ]*)"', page)
    return LessonPage(
        unescape(re.sub(r"<[^>]+>", "", text[1])) if text else "",
        int(step[1]) if step else 0,
        [int(each) for each in answers[1].split()] if answers else [],
        int(number[1]) if number else -1,
        page.count('name="option" value='),
    )


@pytest.mark.parametrize("game", RULESETS)
def test_lesson_can_be_played_from_start_to_end(client: Client, game: str, django_capture_on_commit_callbacks: Any):
    lesson = lesson_of(game)
    address, steps = start(client, game), []
    while (page := read(client.get(address, headers={"HX-Request": "true"}).content.decode())).options:
        assert page.answers, f"step {page.step}: no option is marked: {page.text}"
        steps.append(page.text)
        with django_capture_on_commit_callbacks(execute=True):
            client.post(address, {"number": page.number, "option": page.answers[0]})

    texts = [text_of(game, step.text, "en") for step in lesson.own_steps if step.text]
    reached = [next(text for text in texts if shown.startswith(text)) for shown in steps]
    required = [text_of(game, step.text, "en") for step in lesson.own_steps if step.text and not step.optional]
    assert [text for text in reached if text in required] == required
    assert page.text.startswith(lesson.closing.en)
    finished = OnlineGame.objects.get()
    assert finished.outcome is not None
    assert finished.outcome["winners"] == [LEARNER]


@pytest.mark.parametrize("game", RULESETS)
def test_mistake_is_explained_and_leads_back(client: Client, game: str):
    address = start(client, game)
    page = read(client.get(address).content.decode())
    wrong = next(option for option in range(page.options) if option not in page.answers)

    again = read(client.post(address, {"number": page.number, "option": wrong}, follow=True).content.decode())

    assert again.text.startswith("Not now.")
    assert (again.step, again.number, again.answers) == (page.step, page.number, page.answers)


def begin(game: str) -> Game:
    lesson, ruleset = lesson_of(game), RULESETS[game]
    decks = [[get_printed_card(game, ref) for ref in deck] for deck in lesson.decks]
    return Game.begin(ruleset, lesson.variant, decks, StackedChance(lesson.numbers), switches=lesson.switches)


def play(game: str, deviation: tuple[int, int] | None = None) -> tuple[Game, list[list[int]]]:
    """Play the lesson of ``game`` to its end. Return it, and the numbers of the accepted options at each question.

    The learner chooses the first marked option, except for a ``deviation``: the number of a question and an option.
    """
    state, course, questions = begin(game), Course(lesson_of(game)), list[list[int]]()
    while (ask := state.ask) is not None:
        step = course.step_at(state)
        if ask.seat != LEARNER:
            option = ask.options[step.answers(state)[0]] if step else RULESETS[game].greedy_bot(state)
        else:
            assert step is not None, f"{deviation}: the lesson has no step for {ask}"
            accepted = [number for number in range(len(ask.options)) if step.mistake(state, number) is None]
            chosen = deviation[1] if deviation and deviation[0] == len(questions) else step.answers(state)[0]
            questions.append(accepted)
            option = ask.options[chosen]
        course.follow(state)
        state.choose(option)
    return state, questions


@pytest.mark.parametrize("game", RULESETS)
def test_lesson_leads_on_after_every_harmless_choice(game: str):
    _, questions = play(game)
    deviations = [(number, option) for number, options in enumerate(questions) for option in options]

    ends = [play(game, deviation)[0].outcome for deviation in deviations]

    assert len(deviations) > len(questions)
    assert {end.winners for end in ends if end} == {(LEARNER,)}


@pytest.mark.parametrize("game", RULESETS)
def test_numbers_in_the_texts_are_those_of_the_game(game: str):
    state, course = begin(game), Course(lesson_of(game))
    texts, shown_at = list[str](), list[int]()
    while (ask := state.ask) is not None:
        step = course.step_at(state)
        if step and step.text:
            texts.append(step.text.en)
            shown_at.append(len(state.table.events))
        option = ask.options[step.answers(state)[0]] if step else RULESETS[game].greedy_bot(state)
        course.follow(state)
        state.choose(option)

    spans = zip(texts, [0, *shown_at], [*shown_at[1:], None], strict=False)  # from the step before to the step after
    named = [
        ({*map(int, pair)}, state.table.events[first:last])
        for text, first, last in spans
        for pair in TOTALS.findall(text)
    ]
    assert all(any(pair <= {*event[1:]} for event in events) for pair, events in named)


@pytest.mark.parametrize("game", RULESETS)
def test_texts_name_clauses_and_cards_of_the_game(game: str):
    lesson, hints, known = lesson_of(game), hints_of(game), clauses(game)
    texts = [lesson.summary, lesson.closing, *(hint.text for hint in hints.hints)]
    for step in lesson.own_steps:
        assert step.text is not None
        assert step.clause in known
        texts += [step.text, *(mistake.text for mistake in step.mistakes), *filter(None, [step.otherwise])]

    for text in texts:
        assert text.ja
        for language in ("en", "ja"):
            assert "{" not in text_of(game, text, language)
    assert {hint.clause for hint in hints.hints} <= known.keys()


@pytest.mark.parametrize("game", RULESETS)
def test_every_question_of_the_rules_has_a_hint(game: str):
    asks = {code for code in RULESETS[game].sentences.asks if not code.endswith(CARDS_ASK)} - {*sentences.ASKS}

    assert {code for code in asks if hints_of(game).find(code) is None} == set()


def test_each_question_of_a_lesson_is_answered_by_itself(client: Client):
    address = start(client, "rm2k")

    client.cookies["look"] = "words"
    page = client.get(address).content.decode()

    assert 'value="end_turn"' not in page
    assert "pay=" not in page


def test_order_of_cards_is_asked_one_by_one_in_a_lesson(client: Client, django_capture_on_commit_callbacks: Any):
    client.cookies["look"] = "table"
    address = start(client, "hagmi")
    while not cards_to_order(current_state(OnlineGame.objects.get())):
        page = read(client.get(address).content.decode())
        with django_capture_on_commit_callbacks(execute=True):
            client.post(address, {"number": page.number, "option": page.answers[0]})

    shown = client.get(address).content.decode()

    assert read(shown).options > 2
    assert "data-order" not in shown
