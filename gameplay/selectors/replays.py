"""A game step by step: for the replay of a finished game, and for a judge who rewinds a running one."""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext

from cards.languages import after_term
from cards.selectors import get_printed_card
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Diverged
from gameplay.engine.core.correction import Correction, effective_entry_numbers
from gameplay.engine.core.entries import EXTERNAL_CODES, Entry
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.game import Game
from gameplay.engine.core.record_reader import parse_record
from gameplay.engine.core.record_replay import replay_record
from gameplay.engine.core.views import JUDGE
from gameplay.engine.core.zones import Visibility
from gameplay.games import RULESETS
from gameplay.models import OnlineGame
from gameplay.selectors.game_views import GameView, full_title, localized_option, localized_view, outcome_title


class ReplayLostError(RulesError):
    """The game cannot be replayed, because its cards have changed."""

    code = "replay_lost"
    sentence = _(
        "The cards of this game have changed since it was played, so it cannot be replayed. "
        "You can still download its record."
    )


class StepMark(NamedTuple):
    """A step of a game: the state before the entry ``entry``. ``events`` is the number of events so far."""

    entry: int
    turn: int
    scores: tuple[int, ...]
    events: int


class GameCourse(ABC):
    """The steps of a game from its beginning to its last known state, which is the last step.

    ``has_perspectives`` is true if the view of each seat is known.
    """

    __slots__ = ()
    steps: tuple[StepMark, ...]
    has_perspectives = True

    def index_at(self, entry: int) -> int:
        """Return the index of the first step from ``entry`` on, or of the last step."""
        last = len(self.steps) - 1
        return next((index for index, step in enumerate(self.steps) if step.entry >= entry), last)

    @property
    def turn_starts(self) -> list[int]:
        """The indices of the steps at which a turn begins, or is resumed after a rewind."""
        turns = [step.turn for step in self.steps]
        return [index for index, turn in enumerate(turns) if not index or turn != turns[index - 1]]

    def first_event_of_turn(self, index: int) -> int:
        """Return the number of the first event since the turn of the step ``index`` began."""
        start = max(start for start in self.turn_starts if start <= index)
        return self.steps[start - 1].events if start else 0

    @abstractmethod
    def moment(self, index: int, *, seat: int, names: Sequence[str], language: str) -> "Moment":
        """Return the step ``index`` as ``seat`` saw it, or with JUDGE with all cards face up.

        ``names`` are the players' names by seat.
        """

    @abstractmethod
    def whole_log(self, *, seat: int, names: Sequence[str], language: str) -> list[tuple[GameView, int]]:
        """Return all events of the game as ``seat`` saw them, each with the index of the step after it."""


class Moment(NamedTuple):
    """A step of a course as one reader sees it.

    ``game_view`` has the events of the turn so far; those from number ``first_new_event`` on have happened since the
    step before. ``question`` and ``answer`` are None if the reader does not know them. ``player`` is asked; "" if the
    step is not an answer, or if the game is over.
    """

    game_view: GameView
    first_new_event: int
    player: str
    question: GameView | None
    answer: GameView | None


class ReplayStep(NamedTuple):
    """An entry of the record: a question to ``player`` and its answer, or another action without a question."""

    entry: int
    turn: int
    player: str
    question: GameView | None
    answer: GameView


@dataclass(frozen=True, slots=True)
class PlayedCourse(GameCourse):
    """The course of an online game up to ``state``, which must not be changed."""

    state: Game
    steps: tuple[StepMark, ...]

    def state_at(self, index: int) -> Game:
        """Return the state at a step. The events of undone choices are among its events."""
        if index + 1 == len(self.steps):
            return self.state
        entry = self.steps[index].entry
        return next(state for number, state in self.state.replay_steps() if number == entry)

    def moment(self, index: int, *, seat: int, names: Sequence[str], language: str) -> Moment:
        state, steps = self.state_at(index), self.steps
        view: GameView = {"players": [{"name": name} for name in names], "since": 0}
        first_event = self.first_event_of_turn(index)
        view |= localized_view(state, seat, names, language=language, first_event=first_event)
        if view["outcome"]:
            view["outcome"]["title"] = outcome_title(view["outcome"], None, names)
        first_new_event = steps[index - 1].events if index else 0
        player = "" if state.ask is None else names[state.ask.seat]
        question = (view["ask"] or {}).get("about")
        if index + 1 == len(steps):
            return Moment(view, first_new_event, player, question, None)
        answer, is_answer = _answer(state, self.state.entries[steps[index].entry], seat, names, language)
        return Moment(view, first_new_event, player if is_answer else "", question if is_answer else None, answer)

    def whole_log(self, *, seat: int, names: Sequence[str], language: str) -> list[tuple[GameView, int]]:
        view = localized_view(self.state, seat, names, language=language)
        counts = [step.events for step in self.steps]
        return [(event, bisect_right(counts, number)) for number, event in enumerate(view["events"])]


def course_of(state: Game) -> PlayedCourse:
    """Return the course of a game up to ``state``."""
    steps = [_step_mark(entry, each) for entry, each in state.replay_steps()]
    return PlayedCourse(state, (*steps, _step_mark(len(state.entries), state)))


@lru_cache(maxsize=16)
def recorded_course(record_text: str) -> PlayedCourse:
    """Return the course of a finished game from its record; the result is cached. Raise ReplayLostError."""
    record, _untouched = parse_record(record_text, file="record")
    try:
        state = replay_record(record, RULESETS[record.ruleset], record.printed_cards(get_printed_card))
    except (Diverged, KeyError) as error:
        raise ReplayLostError from error
    return course_of(state)


def _answer(state: Game, entry: Entry, seat: int, names: Sequence[str], language: str) -> tuple[GameView | None, bool]:
    """Return what ``entry`` does, if ``seat`` knows it, and whether it answers the question."""
    sentences = state.ruleset.sentences
    if isinstance(entry, Correction):
        return localized_option(state, sentences.events, entry.as_event(), names, language=language), False
    assert isinstance(entry, tuple)
    if entry[0] in EXTERNAL_CODES or state.ask is None:
        return localized_option(state, sentences.events, entry, names, language=language, seat=seat), False
    if seat not in (state.ask.seat, JUDGE):
        return None, True
    return localized_option(state, sentences.options, entry, names, language=language, seat=seat), True


def rewind_entries(state: Game) -> set[int]:
    """Return the numbers of the entries that a rewind can undo: those that were not undone already."""
    return set(effective_entry_numbers(state.entries, len(state.entries)))


def rewind_points(state: Game, names: Sequence[str], *, language: str) -> list[ReplayStep]:
    """Return the steps to which a running game can be rewound."""
    effective = rewind_entries(state)
    steps = (
        _replay_step(step_state, entry, state.entries[entry], names, language)
        for entry, step_state in state.replay_steps()
    )
    return [step for step in steps if step.entry in effective]


class ZoneCards(NamedTuple):
    """The cards of one zone as pairs of id and title. ``label`` has the zone's owner and name."""

    label: str
    cards: list[tuple[int, str]]


def cards_by_zone(state: Game, names: Sequence[str], *, language: str) -> list[ZoneCards]:
    """Return all cards of the game by zone, with all faces visible. The cards of a deck are sorted by title."""
    zones = []
    for zone in state.table.zones():
        name = gettext(state.ruleset.sentences.zones[zone.name])
        label = name if zone.seat is None else after_term(names[zone.seat], name)
        cards = [
            (card, get_printed_card(state.ruleset.name, state.table.cards[card].ref).name.in_language(language))
            for card in zone.cards
        ]
        if cards:
            is_secret = zone.visibility is Visibility.NOBODY
            zones.append(ZoneCards(label, sorted(cards, key=itemgetter(1)) if is_secret else cards))
    return zones


def judge_view(game: OnlineGame, state: Game, names: Sequence[str], language: str) -> GameView:
    """Return the view of ``state``, a step of ``game``, with all cards face up."""
    head = view_head(game) | {"since": 0, "players": [{"name": name} for name in names]}
    return head | localized_view(state, JUDGE, names, language=language)


class Note(NamedTuple):
    """A judge's note on the moment before an entry."""

    entry: int
    author: str
    text: str


def notes_on(game: OnlineGame) -> list[Note]:
    """Return the notes of judges on ``game``, in order. One query."""
    notes = game.judge_notes.values_list("entry", "author__handle", "text")
    return [Note(*note) for note in notes]


def view_head(game: OnlineGame) -> GameView:
    """Return the id and the title of ``game`` for its views."""
    return {"id": str(game.pk), "title": full_title(RULESETS[game.ruleset], game.variant)}


def _step_mark(entry: int, state: Game) -> StepMark:
    table = state.table
    return StepMark(entry, table.turn, tuple(table.scores()), len(table.events))


def _replay_step(state: Game, entry: int, answer: Any, names: Sequence[str], language: str) -> ReplayStep:
    def render(sentences: Mapping[str, Any], item: Option) -> GameView:
        return localized_option(state, sentences, item, names, language=language)

    turn, ask = state.table.turn, state.ask
    if isinstance(answer, Correction) or answer[0] in EXTERNAL_CODES or ask is None:
        event = answer.as_event() if isinstance(answer, Correction) else answer
        return ReplayStep(entry, turn, "", None, render(state.ruleset.sentences.events, event))
    question = render(state.ruleset.sentences.asks, ask.about)
    option = render(state.ruleset.sentences.options, answer)
    return ReplayStep(entry, turn, names[ask.seat], question, option)
