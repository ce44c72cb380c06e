"""The states of running games that this process keeps, so that a request replays only the latest choices.

The state of a game cannot be copied, so it is lent to one request at a time and returned afterwards. A state that a
request has changed is kept once its choices are committed. The choices in the database decide: those that another
process has stored in the meantime are applied when the state is lent.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

from django.db import connection
from django.db.models import PositiveIntegerField, UUIDField

from gameplay.engine.core.game import Game
from gameplay.engine.core.stored_choices import apply_stored_choice
from gameplay.infrastructure.compiled_queries import BindParam, CompiledSelect
from gameplay.models import Choice, OnlineGame
from gameplay.selectors.initial_state import initial_state

LATER_CHOICES = CompiledSelect(
    lambda: Choice.objects.filter(
        game=BindParam("game", UUIDField()), number__gt=BindParam("number", PositiveIntegerField())
    ).order_by("number")
)
MAX_GAMES = 600
MAX_STATES = 2
"""The number of states kept of one game: its players often request it simultaneously."""


@dataclass(frozen=True, slots=True)
class LoadedState:
    """A state after ``number`` choices. ``history`` has the author of each, and how many events there were before it.

    For choices of one request, such as a payment, this is the number of events before the first of them.
    """

    state: Game
    history: Sequence[tuple[UUID | None, int]]

    @property
    def number(self) -> int:
        """The number of choices."""
        return len(self.history)

    def events_before_last_choice(self, account_id: UUID | None) -> int:
        """Return the number of events before the last choice of the account, 0 without one."""
        return next((count for author, count in reversed(self.history) if author == account_id), 0)


@dataclass(slots=True)
class _KeptGame:
    """What is kept of a game: its history, the number of events after it, and states with their numbers of choices."""

    history: list[tuple[UUID | None, int]] = field(default_factory=list)
    events: int = 0
    states: list[tuple[int, Game]] = field(default_factory=list)


_kept: OrderedDict[UUID, _KeptGame] = OrderedDict()
_lock = threading.Lock()


def load_state(game: OnlineGame) -> LoadedState:
    """Return the state of ``game`` after all choices. It belongs to the caller.

    One query, none if a state is kept that has all choices which ``game`` had when it was read.
    """
    state, history = _take(game.pk)
    if state is None:
        state = initial_state(game)
    elif len(history) == game.number:
        return LoadedState(state, history)
    previous = None
    for choice in LATER_CHOICES.fetch(game=game.pk, number=len(history)):
        request = choice.author_id, choice.at
        history.append((choice.author_id, history[-1][1] if request == previous else len(state.table.events)))
        apply_stored_choice(state, choice.option)
        previous = request
    return LoadedState(state, history)


@contextmanager
def borrowed_state(game: OnlineGame) -> Iterator[LoadedState]:
    """Lend the state of ``game`` after all choices, to be read only, and keep it afterwards. At most one query."""
    loaded = load_state(game)
    ask, entries = loaded.state.ask, len(loaded.state.entries)
    yield loaded
    if loaded.state.ask is ask and len(loaded.state.entries) == entries:
        _keep(game.pk, loaded)


def _keep(game_id: UUID, loaded: LoadedState) -> None:
    """Keep a state. Do nothing for a finished game, and in a transaction: it may be rolled back."""
    if connection.in_atomic_block or loaded.state.outcome is not None:
        return
    with _lock:
        kept = _kept.setdefault(game_id, _KeptGame())
        if len(kept.history) <= loaded.number:
            kept.history, kept.events = list(loaded.history), len(loaded.state.table.events)
        _add(game_id, kept, loaded.number, loaded.state)


def keep_stored_state(game_id: UUID, state: Game, number_before: int, authors: Sequence[UUID | None]) -> None:
    """Keep the ``state`` that committed choices of ``authors`` have led to from question ``number_before``."""
    with _lock:
        kept = _kept.get(game_id)
        if kept is None or len(kept.history) != number_before:
            return
        if state.outcome is not None:
            del _kept[game_id]
            return
        kept.history += [(author, kept.events) for author in authors]
        kept.events = len(state.table.events)
        _add(game_id, kept, len(kept.history), state)


def _take(game_id: UUID) -> tuple[Game | None, list[tuple[UUID | None, int]]]:
    """Remove and return the latest kept state of a game and its history; None and an empty history without one."""
    with _lock:
        kept = _kept.get(game_id)
        if kept is None or not kept.states:
            return None, []
        number, state = max(kept.states, key=lambda each: each[0])
        kept.states = [each for each in kept.states if each[1] is not state]
        return state, kept.history[:number]


def _add(game_id: UUID, kept: _KeptGame, number: int, state: Game) -> None:
    """Add a state, and drop the oldest ones beyond the limits."""
    kept.states = [*kept.states, (number, state)][-MAX_STATES:]
    _kept.move_to_end(game_id)
    while len(_kept) > MAX_GAMES:
        _kept.popitem(last=False)
