"""One game being played: the driver between the rules and whoever chooses.

The rules are two generators, `Ruleset.start` and `Ruleset.turn`. The driver runs them,
stops at each ask with at least two options, and writes every choice and every outcome
of chance into one list, ``entries``. It copies the table at the start of each turn;
any moment inside a turn is that copy and the entries since (engine.md, 7).
"""

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
from gameplay.engine.core.chance import Chance, Diverged, OutcomeNeeded, RecordedChance
from gameplay.engine.core.correction import (
    TAKE_BACK,
    ChoiceNotRevertibleError,
    Correction,
    NoSuchEntryError,
    NotBetweenPlaysError,
    apply_changes,
    effective_entries,
    effective_entry_numbers,
)
from gameplay.engine.core.errors import NotAnOptionError, NotAskedError, RulesError, WrongTurnError
from gameplay.engine.core.ruleset import Ruleset, TableT

CONCEDE = "concede"
TIME = "time"
EXTERNAL_CODES = (CONCEDE, TIME, TAKE_BACK)
"""The entries that answer no question."""


class Game(Generic[TableT]):
    """A game at a decision point.

    ``ask`` is the pending question, None once ``outcome`` is there. ``entries`` holds,
    in order, outcomes of chance (ints), choices and what else players do (tuples), and a judge's corrections. ``turns``
    holds, for each finished turn, the number of entries so far and the table's fingerprint.
    A table with a turn is gone on with from its step; one without is at the game's start.
    With ``pausing`` a play, a window or a secret choice that leaves one answer stops all the same, so that
    waiting tells the other side nothing of what is held. Such an answer is no entry, but for a play: there a judge may
    have to do with the table, and the entry says when. Whatever comes from outside waits until nobody has to pass.
    """

    __slots__ = (
        "_entries_before_rewind",
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
        self._entries_before_rewind: list[Any] = []  # what led on from the snapshot, if a judge went back to there
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
    ) -> "Game":
        """Deal ``decks``, one a seat, for a game of ``variant``, some fields of which ``switches`` set otherwise.

        Raises CatalogueError for a card that cannot be read, KeyError or TypeError for an unknown variant or switch.

        Copies of a card share one definition: that is how the rules know them for copies.
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
        """Return the number of entries that the turn has so far."""
        return len(self.entries) - self._snapshot_at

    def choose(self, option: Option) -> None:
        """Answer the pending ask. Raises NotAskedError, NotAnOptionError; then nothing has changed."""
        ask = self.ask
        if ask is None:
            raise NotAskedError
        if option not in ask.options:
            raise self.refusal(option)
        if len(ask.options) > 1 or ask.kind is PLAY:
            self.entries.append(option)
        self._advance(option)

    def refusal(self, option: Option) -> NotAnOptionError:
        """Return why ``option``, which is not among those of the pending ask, is refused."""
        assert self.ask is not None
        known = self.ruleset.sentences.is_well_formed_option(option, cards=len(self.table.owners))
        reason = self.ruleset.refusal_reason(self.table, self.ask, option) if known else None
        return NotAnOptionError(option=list(option), reason=reason)

    def concede(self, seat: int) -> None:
        """``seat`` gives the game up; the others play on, unless they have won by that.

        Raises NotAskedError once the game is over, or the seat has given up already.
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
        """Time is called: the ruleset says what that means. Raises NotAskedError once the game is over.

        ``turn`` is the turn that is finished, the present one. Whoever is asked there still answers, even where that
        leaves no choice and no entry tells of it: the entry names the turn instead. Without it, as in records that do not
        name one, it is the turn of the next choice that is an entry. Raises WrongTurnError for a turn that is over, or
        that is not reached without a choice.
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

    def apply_correction(self, correction: Correction) -> None:
        """Do what a judge rules, and ask again. Raises RulesError; then nothing has changed.

        NotAskedError once the game is over, else what `at` and `correction.changed` raise, and
        NotBetweenPlaysError where cards are to be changed and no play is due.
        """
        if self.is_over:
            raise NotAskedError
        stand, events = self, [correction.as_event()]
        if correction.rewind_entry is not None:
            stand = self.game_at(correction.rewind_entry)
            events.append(("rewound", stand.table.turn))
        if not correction.table_changes:
            self.entries.append(correction)
            self.table.events += events
            if stand is not self:
                self._continue_from(stand)
            return
        if stand.ask is None or stand.ask.kind is not PLAY:
            raise NotBetweenPlaysError
        table = apply_changes(self.ruleset, stand.table, correction.table_changes)
        self.entries.append(correction)
        table.events = self.table.events + events + table.events
        table.chance = self.table.chance
        self.table, self._entries_before_rewind = table, []
        self._snapshot, self._snapshot_at = table.copy(), len(self.entries)
        self._rule = self.ruleset.turn(table)
        self._advance(None)

    def revertible_entry(self) -> int | None:
        """Return the entry that its maker may take back: the last choice, if nothing was revealed since.

        Revealed is whatever anybody could notice: an outcome of chance, an event, another seat being asked.
        """
        counting = effective_entry_numbers(self.entries, len(self.entries))
        if self.ask is None or not counting or not _is_answer(self.entries[counting[-1]]):
            return None
        stand = self.game_at(counting[-1])
        asked, told = stand.ask, len(stand.table.events)
        assert asked is not None
        stand.choose(self.entries[counting[-1]])
        again = stand.ask
        quiet = again is not None and again.seat == asked.seat and len(again.options) > 1
        return counting[-1] if quiet and len(stand.table.events) == told else None

    def take_back(self) -> None:
        """Let whoever is asked make the last choice anew. Raises ChoiceStandsError unless it is free."""
        entry = self.revertible_entry()
        if entry is None:
            raise ChoiceNotRevertibleError
        stand = self.game_at(entry)
        assert stand.ask is not None
        taken = (TAKE_BACK, stand.ask.seat, entry)
        self.entries.append(taken)
        self.table.events.append(taken)
        self._continue_from(stand)

    def _continue_from(self, stand: "Game") -> None:
        """Stand where ``stand`` does; what happened stays told, what was decided stays in the entries."""
        events, chance = self.table.events, self.table.chance
        self.table, self.ask, self._rule = stand.table, stand.ask, stand._rule
        self.table.events, self.table.chance = events, chance
        self._snapshot, self._entries_before_rewind = stand._snapshot, stand._entries_since_snapshot()
        self._snapshot_at = len(self.entries)

    def game_at(self, entry: int) -> "Game":
        """Return an independent game as it stood before entry ``entry``, counted from 0, was made.

        Its chance has nothing more to give. Raises NoSuchEntryError unless somebody was asked there.
        """
        if entry > len(self.entries):
            raise NoSuchEntryError(entry=entry)
        table = self._origin.copy()
        table.chance = recorded = RecordedChance(effective_entries(self.entries, entry))
        try:
            game = Game(self.ruleset, table, pausing=self.pausing)
            game.replay_entries(recorded)
            if entry < len(self.entries) and _is_choice(self.entries[entry]):
                game.pass_while_forced()
        except OutcomeNeeded as needed:
            raise NoSuchEntryError(entry=entry) from needed
        return game

    def fork(self, chance: Chance, cards: list[Any] | None = None) -> "Game":
        """Return an independent copy that goes on with ``chance``.

        ``cards`` replaces the definitions behind the ids: a different guess at what
        cannot be seen. Raises Diverged if the turn so far is not possible with them.
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
        game._rule = self.ruleset.turn(table) if table.turn else self.ruleset.start(table)
        game._advance(None)
        game.replay_entries(recorded)
        if self.pausing:
            game._stop_pausing()
        chance.entries = recorded.entries
        table.chance = chance
        return game

    def turn_start_and_entries(self) -> tuple[Any, list[Any]]:
        """Return a copy of the table where the turn, or this game, began, and the entries since."""
        return self._snapshot.copy(), self._entries_since_snapshot()

    def effective_entries(self) -> list[Any]:
        """Return the entries that led to where the game stands: all but those a judge took back, and notes."""
        return effective_entries(self.entries, len(self.entries))

    def _entries_since_snapshot(self) -> list[Any]:
        """The entries that led here from the snapshot; what a judge notes there changes nothing."""
        since = self.entries[self._snapshot_at :]
        return self._entries_before_rewind + [entry for entry in since if type(entry) is not Correction]

    def replay_steps(self) -> Iterator[tuple[int, "Game"]]:
        """Play this game again and stop before every entry that is no outcome of chance, with its number.

        The game that is given is the same each time, gone on. What a judge took back is played, too.
        """
        table = self._origin.copy()
        table.chance = recorded = RecordedChance(self.entries)
        game = Game(self.ruleset, table, pausing=self.pausing)
        while recorded.index < len(self.entries):
            if not (_is_choice(self.entries[recorded.index]) and game.pass_if_forced()):
                yield recorded.index, game
                game._replay_entry(recorded)

    def replay_entries(self, recorded: RecordedChance) -> None:
        """Carry out the choices of ``recorded`` until it ends. Raises Diverged where one does not fit."""
        while recorded.index < len(recorded.script):
            self._replay_entry(recorded)

    def _replay_entry(self, recorded: RecordedChance) -> None:
        at = recorded.index
        entry = recorded.script[at]
        if self.outcome is not None:
            raise Diverged(at, "the game is over")
        if isinstance(entry, Correction):
            self._replay_correction(entry, at)
        elif _is_choice(entry) and self.pass_if_forced():
            pass  # then chance may have been asked
        elif not isinstance(entry, tuple):
            raise Diverged(at, "a choice is due, not an outcome of chance")
        elif entry[0] == CONCEDE and len(entry) == 2 and entry[1] in range(self.table.seats):
            self.concede(entry[1])
        elif entry[0] == TIME and len(entry) <= 2:
            self._replay_time(entry, at)
        elif entry[0] == TAKE_BACK:
            self._replay_take_back(entry, at)
        else:
            self._replay_choice(entry, at)

    def _stop_pausing(self) -> None:
        """Go on to the next ask that leaves a choice, and stop at no others from now on."""
        self.pausing = False
        if self.ask is not None and len(self.ask.options) == 1:
            self._advance(self.ask.options[0])

    def pass_if_forced(self) -> bool:
        """Answer what leaves no choice and is no entry, where the game pauses all the same; say whether there was such a thing."""
        if self.ask is None or len(self.ask.options) > 1 or self.ask.kind is PLAY:
            return False
        self.choose(self.ask.options[0])
        return True

    def pass_while_forced(self) -> None:
        """Go on to the next ask whose answer is an entry, or to the end."""
        while self.pass_if_forced():
            pass

    def _replay_correction(self, correction: Correction, at: int) -> None:
        if correction.table_changes and correction.rewind_entry is None:
            self.pass_while_forced()  # it was done where a play was due
        try:
            self.apply_correction(correction)
        except RulesError as error:
            raise Diverged(at, f"this cannot be corrected: {error}") from None

    def _replay_time(self, entry: Option, at: int) -> None:
        if any(type(turn) is not int for turn in entry[1:]):
            raise Diverged(at, f"{list(entry)} names no turn")
        try:
            self.call_time(*entry[1:])
        except WrongTurnError as error:
            raise Diverged(at, str(error)) from None

    def _replay_take_back(self, entry: Option, at: int) -> None:
        if self.ask is None or entry != (TAKE_BACK, self.ask.seat, self.revertible_entry()):
            raise Diverged(at, f"{list(entry)} could not be taken back")
        self.take_back()

    def _replay_choice(self, entry: Option, at: int) -> None:
        try:
            self.choose(entry)
        except NotAnOptionError as error:
            raise Diverged(at, f"{list(entry)} is not among the options", error.clause) from None

    def _advance(self, choice: Option | None) -> None:
        """Run the rules to the next ask that leaves a choice, or to the end."""
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


def _is_choice(entry: Any) -> bool:
    """Whether ``entry`` answers a question or comes up, rather than being called into the game from outside."""
    return type(entry) is int or _is_answer(entry)


def _is_answer(entry: Any) -> bool:
    """Whether ``entry`` is the choice of who was asked."""
    return isinstance(entry, tuple) and entry[0] not in EXTERNAL_CODES
