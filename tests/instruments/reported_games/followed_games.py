"""Follow the true game of an account through the exhaustive search, turn by turn.

A log is illegal if no course of the game that the search explores leads to its end. So the true course must be among
them, whatever the log leaves out. This is checked after each turn, by what all players see.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gameplay.engine.adjudication.equivalence import is_untracked
from gameplay.engine.adjudication.exhaustive import ExhaustiveSearch, SearchLimitError
from gameplay.engine.adjudication.hypotheses import (
    Branch,
    Contradiction,
    Hypothesis,
    ReportedGame,
    StepBudget,
)
from gameplay.engine.adjudication.notation import Notation, notation_of
from gameplay.engine.adjudication.paper_log import reported_game_from_json
from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.core.chance import RecordedChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.replay import replay_entries
from gameplay.engine.core.zones import Table
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from tests.instruments.reported_games.voice_proof import log_in_voice
from tests.instruments.reported_games.voices import Place
from tests.instruments.reported_games.witness import Account

COMPLETE_VOICES = ("terse", "chatty", "consequences first", "mixed")
"""The voices that write all payments. Without them, the adjudication asks for facts before it searches."""

MAX_BRANCHES = 250
"""The number of branches of a turn that are explored from one state before it."""

MAX_STATES = 3
"""The number of states like the true one, with other unknown cards, from which the next turn is explored."""

CardKey = tuple[str | None, str]
"""The name of a card, None if it is unknown, and its marks."""


@dataclass(frozen=True, slots=True)
class PublicState:
    """A table as all players see it: its public state, and the cards of each zone, or their number."""

    public: str
    zones: Sequence[tuple[str, int | None, Sequence[CardKey] | int]]
    numbered: frozenset[str]

    @classmethod
    def of(cls, table: Table, notation: Notation, name_of: Callable[[int], str | None]) -> "PublicState":
        """Return the state of a table; ``name_of`` returns None for an unknown card."""
        names = {card: name_of(card) or "" for card in range(len(table.cards))}
        marks = table.card_marks(names)
        zones = [
            (
                zone.name,
                zone.seat,
                len(zone.cards)
                if is_untracked(zone, notation)
                else [(name_of(card), repr(marks.get(card, {}))) for card in zone.cards],
            )
            for zone in table.zones()
        ]
        counted = (table.turn, table.active, table.conceded_seats, notation.setup.counters(table))
        return cls(repr((counted, table.public_state(names))), zones, notation.zones.numbered)

    def agrees_with(self, true: "PublicState") -> bool:
        """Return whether this state can be the ``true`` one, in which all cards are known."""
        return self.public == true.public and all(
            here[:2] == there[:2] and self._zone_agrees(here[0], here[2], there[2])
            for here, there in zip(self.zones, true.zones, strict=True)
        )

    def _zone_agrees(self, name: str, here: Sequence[CardKey] | int, there: Sequence[CardKey] | int) -> bool:
        if isinstance(here, int) or isinstance(there, int) or len(here) != len(there):
            return here == there
        if name in self.numbered:
            return all(mine in (key, (None, key[1])) for mine, key in zip(here, there, strict=True))
        unknown = Counter(marks for title, marks in here if title is None)
        others = Counter(there) - Counter(key for key in here if key[0] is not None)
        return Counter(marks for _, marks in others.elements()) == unknown


class FollowingSearch(ExhaustiveSearch):
    """An exhaustive search that goes on with the states that are like those of the true game."""

    def follow(self, true_states: Iterable[PublicState]) -> int | None:
        """Return the number of the turn after which no state is like the true one, None if there is always one.

        Raises SearchLimitError if there are too many branches.
        """
        states = [Hypothesis(0, self.reported_game.table, self.reported_game.faces)]
        for turn, true in enumerate(true_states, 1):
            found = list[Hypothesis]()
            limit: SearchLimitError | None = None
            for state in states:
                self.remaining_branches = MAX_BRANCHES
                try:
                    for each in self._successors_of_each_pile(state):
                        found += [each] if self._state_after(each).agrees_with(true) else []
                        if len(found) == MAX_STATES:
                            break
                except SearchLimitError as error:
                    limit = error
            if not found:
                if limit:
                    raise limit
                return turn
            states = found[:MAX_STATES]
        return None

    def _state_after(self, hypothesis: Hypothesis) -> PublicState:
        faces = hypothesis.faces
        return PublicState.of(
            hypothesis.table,
            self.notation,
            lambda card: str(faces.assumed_face(card).name) if faces.is_known(card) else None,
        )

    def _note_contradiction(self, contradiction: Contradiction, branch: Branch) -> None:
        try:
            super()._note_contradiction(contradiction, branch)
        except SearchLimitError:  # a contradiction that proves nothing, in a branch that is not the true one
            self.is_certain = False


def lost_turn(account: Account, voice: str, number: int, place: Place = Place.NOTED) -> int | None:
    """Return the turn in which the log of an account would be called illegal if nothing else helps, otherwise None.

    As in the adjudication, this needs a certain contradiction, and two more searches: one that doubts where results
    belong, and one that assumes any missing facts. A last search that ends at its limit leaves the log open.
    """
    lost = None
    for has_doubts, assume_anything in ((False, False), (True, False), (False, True)):
        try:
            lost = followed(account, voice, number, place, has_doubts=has_doubts, assume_anything=assume_anything)
        except SearchLimitError:
            if not has_doubts:
                return None
            continue
        if lost is None:
            return None
    return lost


def followed(
    account: Account,
    voice: str,
    number: int,
    place: Place,
    *,
    has_doubts: bool = False,
    assume_anything: bool = False,
) -> int | None:
    """Return the turn in which one search loses the true game for certain, otherwise None. Raises SearchLimitError."""
    reported_game = reported_game_from_json(log_in_voice(account, voice, number, place=place), RULESETS, known_cards)
    assert isinstance(reported_game, ReportedGame)
    search = FollowingSearch(reported_game, 0, lambda _, outcome: outcome, StepBudget(10**9), has_doubts=has_doubts)
    search.assume_anything = assume_anything
    lost = search.follow(_true_states(account)[: len(reported_game.turns) - 1])
    return lost if search.is_certain else None


def _true_states(account: Account) -> list[PublicState]:
    """Return the state after each turn of the game."""
    states = list[PublicState]()

    def turn(table: Any) -> RuleGenerator:
        yield from account.ruleset.turn(table)
        states.append(PublicState.of(table, notation_of(account.ruleset), lambda card: str(table.cards[card].name)))

    record = account.record
    chance = RecordedChance(record.entries)
    decks = [[account.cards[ref] for ref in deck] for deck in record.decks]
    game = Game.begin(
        replace(account.ruleset, turn=turn),
        record.variant,
        decks,
        chance,
        switches=record.switches,
        pausing=record.pausing,
    )
    replay_entries(game, chance)
    return states
