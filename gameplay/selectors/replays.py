"""A game step by step: for the replay of a finished game, and for a judge who rewinds a running one."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext

from cards.languages import after_term
from cards.selectors import get_printed_card
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Diverged
from gameplay.engine.core.correction import Correction, effective_entry_numbers
from gameplay.engine.core.entries import EXTERNAL_CODES
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.game import Game
from gameplay.engine.core.record_reader import parse_record
from gameplay.engine.core.record_replay import replay_record
from gameplay.engine.core.views import JUDGE
from gameplay.engine.core.zones import Visibility
from gameplay.games import RULESETS
from gameplay.models import OnlineGame
from gameplay.selectors.game_views import GameView, full_title, localized_option, localized_view


class ReplayLostError(RulesError):
    """The game cannot be replayed, because its cards have changed."""

    code = "replay_lost"
    sentence = _(
        "The cards of this game have changed since it was played, so it cannot be replayed. "
        "You can still download its record."
    )


class ReplayStep(NamedTuple):
    """An entry of the record: a question to ``player`` and its answer, or another action without a question.

    ``events`` is the number of events before it.
    """

    entry: int
    turn: int
    player: str
    question: GameView | None
    answer: GameView
    events: int


class Replay(NamedTuple):
    """A replayed game: its final state, all steps, the index of the current step, and the view there."""

    state: Game
    steps: list[ReplayStep]
    current: int
    game_view: GameView


def load_replay(game: OnlineGame, *, from_entry: int, names: Sequence[str], language: str) -> Replay:
    """Replay ``game``. The current step is the first one from ``from_entry`` on, or the end.

    ``names`` are the players' names by seat. Raise ReplayLostError.
    """
    record, _untouched = parse_record(game.record, file=str(game.pk))
    try:
        state = replay_record(record, RULESETS[game.ruleset], record.printed_cards(get_printed_card))
    except (Diverged, KeyError) as error:
        raise ReplayLostError from error
    steps: list[ReplayStep] = []
    current, view = None, {}
    for entry, step_state in state.replay_steps():
        if current is None and entry >= from_entry:
            current, view = len(steps), judge_view(game, step_state, names, language)
        steps.append(_replay_step(step_state, entry, state.entries[entry], names, language))
    if current is None:
        current, view = len(steps), judge_view(game, state, names, language)
    return Replay(state, steps, current, view)


def rewind_points(state: Game, names: Sequence[str], *, language: str) -> list[ReplayStep]:
    """Return the steps to which a running game can be rewound, without those that were undone already."""
    effective = set(effective_entry_numbers(state.entries, len(state.entries)))
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
    head: dict[str, Any] = {"id": str(game.pk), "title": full_title(state.ruleset, game.variant), "since": 0}
    return (
        head | {"players": [{"name": name} for name in names]} | localized_view(state, JUDGE, names, language=language)
    )


def _replay_step(state: Game, entry: int, answer: Any, names: Sequence[str], language: str) -> ReplayStep:
    def render(sentences: Mapping[str, Any], item: Option) -> GameView:
        return localized_option(state, sentences, item, names, language=language)

    events, turn, ask = len(state.table.events), state.table.turn, state.ask
    if isinstance(answer, Correction) or answer[0] in EXTERNAL_CODES or ask is None:
        event = answer.as_event() if isinstance(answer, Correction) else answer
        return ReplayStep(entry, turn, "", None, render(state.ruleset.sentences.events, event), events)
    question = render(state.ruleset.sentences.asks, ask.about)
    option = render(state.ruleset.sentences.options, answer)
    return ReplayStep(entry, turn, names[ask.seat], question, option, events)
