"""A game in progress: the driver that connects the rules with the players.

The rules are two generator-based coroutines, `Ruleset.start` and `Ruleset.turn`. The
driver runs them, stops at each ask with at least two options, and appends every choice
and every outcome of chance to one list, ``entries``. Python cannot copy a running
generator, so the driver takes a snapshot of the table at the start of each turn. Any
state within a turn is restored by replay of the entries since that snapshot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic

from cards.printed import PrintedCard
from gameplay.engine.core.asks import (
    COMMIT,
    PLAY,
    RESPOND,
    Ask,
    GameEnded,
    Option,
    Outcome,
    RuleGenerator,
    default_answer,
)
from gameplay.engine.core.card_plays import refusal_reason
from gameplay.engine.core.chance import Chance, OutcomeNeeded, RecordedChance
from gameplay.engine.core.correction import (
    ChoiceNotRevertibleError,
    Correction,
    NoSuchEntryError,
    NotBetweenPlaysError,
    apply_changes,
    effective_entries,
    effective_entry_numbers,
)
from gameplay.engine.core.entries import CONCEDE, STOP, TAKE_BACK, TIME, Entry, is_answer, is_choice
from gameplay.engine.core.errors import NotAnOptionError, NotAskedError, WrongTurnError
from gameplay.engine.core.replay import replay_entries, replay_entry
from gameplay.engine.core.ruleset import Ruleset, TableT

NO_ANSWER = (-1, -1, -1)


class Game(Generic[TableT]):
    """A game at a decision point.

    ``ask`` is the pending question, or None once there is an ``outcome``. ``entries``
    holds, in order, outcomes of chance (ints), choices and other actions of players
    (tuples), and corrections by a judge. ``turns`` holds, for each finished turn, the
    number of entries so far and the fingerprint of the table. A table whose turn is 0
    is at the start of the game; any other table resumes at its step.

    With ``pausing`` the game also stops at a play, a response window or a secret choice
    with a single answer, so that a pause reveals nothing about a hidden hand. Such an
    answer is not an entry, except for a play: a judge may change the table there, and
    the entry records when. External entries first answer all pending forced passes.
    """

    __slots__ = (
        "_entries_before_rewind",
        "_last_answer",
        "_origin",
        "_rule",
        "_snapshot",
        "_snapshot_at",
        "ask",
        "entries",
        "outcome",
        "pausing",
        "ruleset",
        "table",
        "turns",
    )

    def __init__(self, ruleset: Ruleset[TableT], table: TableT, *, pausing: bool = False) -> None:
        self.ruleset = ruleset
        self.table = table
        self.pausing = pausing
        self.entries = table.chance.entries
        self.turns: list[tuple[int, int]] = []
        self.ask: Ask | None = None
        self.outcome: Outcome | None = None
        self._rule: RuleGenerator = ruleset.turn(table) if table.turn else ruleset.start(table)
        self._origin = self._snapshot = table.copy()
        self._snapshot_at = len(self.entries)
        self._entries_before_rewind: list[Entry] = []  # between the snapshot and the last rewind's target
        self._last_answer = NO_ANSWER
        """The number of entries with the last answer, the number of events before it, and the seat that gave it.

        If the answer is not an entry, the number of events is -1."""
        self._advance(None)

    @classmethod
    def begin(
        cls,
        ruleset: Ruleset[TableT],
        variant: str,
        decks: Sequence[Sequence[PrintedCard]],
        chance: Chance,
        *,
        switches: Mapping[str, object] = MappingProxyType({}),
        pausing: bool = False,
    ) -> Game:
        """Return a new game of ``variant`` with ``decks``, one for each seat; ``switches`` override its fields.

        Raises CatalogueError for a card that cannot be read, KeyError or TypeError for an unknown variant or switch.

        Copies of a card share one definition, by which the rules recognize them as copies.
        """
        printed = {card.ref: card for deck in decks for card in deck}
        definitions = {ref: ruleset.definition(card) for ref, card in printed.items()}
        dealt = [[definitions[card.ref] for card in deck] for deck in decks]
        return cls(ruleset, ruleset.deal(ruleset.variant(variant, switches), dealt, chance), pausing=pausing)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def turn_length(self) -> int:
        """The number of entries in the current turn so far."""
        return len(self.entries) - self._snapshot_at

    def choose(self, option: Option) -> None:
        """Answer the pending ask. Raises NotAskedError or NotAnOptionError, and then changes nothing."""
        ask = self.ask
        if ask is None:
            raise NotAskedError
        if option not in ask.options:
            raise self.refusal(option)
        event_count = -1
        if len(ask.options) > 1 or ask.kind is PLAY:
            self.entries.append(option)
            event_count = len(self.table.events)
        self._last_answer = len(self.entries), event_count, ask.seat
        self._advance(option)

    def refusal(self, option: Option) -> NotAnOptionError:
        """Return the error for ``option``, which is not among the options of the pending ask."""
        return NotAnOptionError(option=list(option), reason=refusal_reason(self, option))

    def concede(self, seat: int) -> None:
        """Let ``seat`` concede. The others play on, unless they have won by this.

        Raises NotAskedError if the game is over or the seat has already conceded.
        """
        if self.is_over or seat in self.table.conceded_seats:
            raise NotAskedError
        self.pass_while_forced()
        ask = self.ask
        if ask is None:
            return
        self.entries.append((CONCEDE, seat))
        self.table.events.append((CONCEDE, seat))
        winners = self.table.concede(seat)
        if winners:
            self._end(Outcome(winners, CONCEDE, self.table.scores()))
        elif ask.seat == seat:
            self._advance(default_answer(ask))

    def call_time(self, turn: int | None = None) -> None:
        """Call time in the match; the ruleset defines the effect. Raises NotAskedError if the game is over.

        ``turn`` is the number of the current turn, which is still finished. Players may have only forced passes left
        in it, which are not entries; therefore the entry contains the turn. Without ``turn``, as in records that do
        not name one, time is called in the turn of the next choice that is an entry. Raises WrongTurnError for a turn
        that is over, or that cannot be reached without a choice.
        """
        if self.is_over:
            raise NotAskedError
        while not self.is_over and (turn is None or self.table.turn < turn) and self.pass_if_forced():
            pass
        if self.is_over:
            return
        if turn not in (None, self.table.turn):
            raise WrongTurnError(turn=turn, now=self.table.turn)
        self.entries.append((TIME,) if turn is None else (TIME, turn))
        self.table.events.append((TIME,))
        self.ruleset.call_time(self.table)

    def stop(self) -> None:
        """End the game without a result, as when its round is cancelled. Raises NotAskedError if the game is over."""
        if self.is_over:
            raise NotAskedError
        self.pass_while_forced()
        if self.is_over:
            return
        self.entries.append((STOP,))
        self.table.events.append((STOP,))
        self._end(Outcome((), STOP, self.table.scores()))

    def apply_correction(self, correction: Correction) -> None:
        """Apply a judge's correction, and ask again. Raises RulesError, and then changes nothing.

        Raises NotAskedError if the game is over, NotBetweenPlaysError if cards are to be changed while no play is
        pending, and the errors of `game_at` and `correction.apply_changes`.
        """
        if self.is_over:
            raise NotAskedError
        base, events = self, [correction.as_event()]
        if correction.rewind_entry is not None:
            base = self.game_at(correction.rewind_entry)
            events.append(("rewound", base.table.turn))
        if not correction.table_changes:
            self.entries.append(correction)
            self.table.events += events
            if base is not self:
                self._continue_from(base)
            return
        if base.ask is None or base.ask.kind is not PLAY:
            raise NotBetweenPlaysError
        table = apply_changes(self.ruleset, base.table, correction.table_changes)
        self.entries.append(correction)
        table.events = self.table.events + events + table.events
        table.chance = self.table.chance
        self.table, self._entries_before_rewind = table, []
        self._snapshot, self._snapshot_at = table.copy(), len(self.entries)
        self._rule = self.ruleset.turn(table)
        self._advance(None)

    def revertible_entry(self) -> int | None:
        """Return the number of the entry that its player may take back, or None.

        It is the last choice, if no information was revealed since: no outcome of chance, no event, and no ask to
        another seat.
        """
        entry_count, event_count, seat = self._last_answer
        if entry_count == len(self.entries):  # nothing else has happened since, so no replay is needed
            is_silent = event_count == len(self.table.events)
            return entry_count - 1 if is_silent and _asks_again(self.ask, seat) else None
        if not self.entries or isinstance(self.entries[-1], int):
            return None  # the last entry is an outcome of chance
        effective = effective_entry_numbers(self.entries, len(self.entries))
        last = self.entries[effective[-1]] if effective else None
        if self.ask is None or last is None or not is_answer(last):
            return None
        game = self.game_at(effective[-1])
        ask, event_count = game.ask, len(game.table.events)
        assert ask is not None
        game.choose(last)
        is_silent = event_count == len(game.table.events)
        return effective[-1] if is_silent and _asks_again(game.ask, ask.seat) else None

    def take_back(self) -> None:
        """Undo the last choice, so that its player chooses again. Raises ChoiceNotRevertibleError."""
        entry = self.revertible_entry()
        if entry is None:
            raise ChoiceNotRevertibleError
        earlier = self.game_at(entry)
        assert earlier.ask is not None
        event = (TAKE_BACK, earlier.ask.seat, entry)
        self.entries.append(event)
        self.table.events.append(event)
        self._continue_from(earlier)

    def _continue_from(self, earlier: Game) -> None:
        """Take over the state of ``earlier``; keep all events and entries of this game."""
        events, chance = self.table.events, self.table.chance
        self.table, self.ask, self._rule = earlier.table, earlier.ask, earlier._rule
        self.table.events, self.table.chance = events, chance
        self._snapshot, self._entries_before_rewind = earlier._snapshot, earlier._entries_since_snapshot()
        self._snapshot_at = len(self.entries)

    def game_at(self, entry: int) -> Game:
        """Return an independent game in the state before entry ``entry``, counted from 0.

        Its chance has no further outcomes. Raises NoSuchEntryError unless a player was asked there.
        """
        if entry > len(self.entries):
            raise NoSuchEntryError(entry=entry)
        table = self._origin.copy()
        table.chance = recorded = RecordedChance(effective_entries(self.entries, entry))
        try:
            game = Game(self.ruleset, table, pausing=self.pausing)
            replay_entries(game, recorded)
            if entry < len(self.entries) and is_choice(self.entries[entry]):
                game.pass_while_forced()
        except OutcomeNeeded as needed:
            raise NoSuchEntryError(entry=entry) from needed
        return game

    def fork(self, chance: Chance, cards: list[Any] | None = None) -> Game:
        """Return an independent copy that continues with ``chance``.

        ``cards`` replaces the definitions behind the ids: another determinization of the
        hidden cards. Raises Diverged if the turn so far is not possible with them.
        """
        snapshot = self._snapshot
        if cards is not None:
            snapshot = snapshot.copy()
            snapshot.cards = cards
        table = snapshot.copy()
        table.chance = recorded = RecordedChance(self._entries_since_snapshot(), chance)
        game = type(self).__new__(type(self))
        game.ruleset, game.table, game.pausing = self.ruleset, table, self.pausing
        game.entries, game.turns, game.ask, game.outcome = recorded.entries, [], None, None
        game._origin, game._snapshot, game._snapshot_at, game._entries_before_rewind = snapshot, snapshot, 0, []
        game._last_answer = NO_ANSWER
        game._rule = self.ruleset.turn(table) if table.turn else self.ruleset.start(table)
        game._advance(None)
        replay_entries(game, recorded)
        if self.pausing:
            game._stop_pausing()
        chance.entries = recorded.entries
        table.chance = chance
        return game

    def turn_start_and_entries(self) -> tuple[TableT, list[Entry]]:
        """Return a copy of the table at the start of the turn (or of this game), and the entries since."""
        return self._snapshot.copy(), self._entries_since_snapshot()

    def effective_entries(self) -> list[Entry]:
        """Return the entries that led to the current state: without undone entries and notes."""
        return effective_entries(self.entries, len(self.entries))

    def _entries_since_snapshot(self) -> list[Entry]:
        """Return the entries between the snapshot and the current state, without the notes of judges."""
        since = self.entries[self._snapshot_at :]
        return self._entries_before_rewind + [entry for entry in since if type(entry) is not Correction]

    def replay_steps(self) -> Iterator[tuple[int, Game]]:
        """Replay this game, and yield it before every entry that is not an outcome of chance, with the entry's number.

        The same game object is yielded each time. Entries that were undone later are replayed, too.
        """
        table = self._origin.copy()
        table.chance = recorded = RecordedChance(self.entries)
        game = Game(self.ruleset, table, pausing=self.pausing)
        while recorded.index < len(self.entries):
            if not (is_choice(self.entries[recorded.index]) and game.pass_if_forced()):
                yield recorded.index, game
                replay_entry(game, recorded)

    def _stop_pausing(self) -> None:
        """Advance to the next ask with several options, and stop only at such asks from now on."""
        self.pausing = False
        if self.ask is not None and len(self.ask.options) == 1:
            self._advance(self.ask.options[0])

    def pass_if_forced(self) -> bool:
        """Answer the pending ask if it has a single option and its answer is not an entry. Return whether it was so."""
        if self.ask is None or len(self.ask.options) > 1 or self.ask.kind is PLAY:
            return False
        self.choose(self.ask.options[0])
        return True

    def pass_while_forced(self) -> None:
        """Advance to the next ask whose answer is an entry, or to the end."""
        while self.pass_if_forced():
            pass

    def _advance(self, choice: Option | None) -> None:
        """Run the rules to the next ask that is not answered automatically, or to the end."""
        run, table = self._rule, self.table
        while True:
            try:
                ask = next(run) if choice is None else run.send(choice)
            except StopIteration:
                run, choice = self._next_turn(), None
                continue
            except GameEnded as over:
                self._end(over.outcome)
                return
            options = ask.options
            if len(options) == 1 and not (self.pausing and ask.kind in (COMMIT, PLAY, RESPOND)):
                choice = options[0]
            elif ask.seat in table.conceded_seats:
                choice = default_answer(ask)
            else:
                self.ask = ask
                return

    def _next_turn(self) -> RuleGenerator:
        table = self.table
        self.turns.append((len(self.entries), table.fingerprint()))
        table.turn += 1
        self._snapshot = table.copy()
        self._snapshot_at = len(self.entries)
        self._entries_before_rewind = []
        self._rule = self.ruleset.turn(table)
        return self._rule

    def _end(self, outcome: Outcome) -> None:
        self.ask = None
        self.outcome = outcome
        self.turns.append((len(self.entries), self.table.fingerprint()))
        self.table.events.append(("over", outcome.reason))


def _asks_again(ask: Ask | None, seat: int) -> bool:
    """Return whether ``ask`` is another choice of ``seat``."""
    return ask is not None and ask.seat == seat and len(ask.options) > 1
