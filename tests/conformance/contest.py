"""Adapter of a ruleset for third-party libraries: choices as numbers, and chance as a player.

It works for every ruleset: everything about a game is derived from its sentences, its zones and its cards.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from cards.printed import PrintedCard
from gameplay.engine.core.asks import Option, Outcome
from gameplay.engine.core.chance import Chance, OutcomeNeeded, RecordedChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.views import view_for_seat

NUMBERS = 32  # exclusive upper bound of numbers in options and outcomes of chance


@dataclass(frozen=True, eq=False)
class Contest:
    """A game setup that can be started repeatedly: the rules, and a table with its decks.

    ``title`` identifies the setup with all its switches.
    """

    title: str
    ruleset: Ruleset
    deal: Callable[[Chance], Any]

    @cached_property
    def table(self) -> Any:
        """An initial table, which is never played on."""
        return self.deal(RecordedChance(()))

    @property
    def seats(self) -> int:
        return int(self.table.seats)

    @property
    def cards(self) -> int:
        return len(self.table.cards)

    def begin(self, chance: Chance, *, pausing: bool = False) -> Game:
        return Game(self.ruleset, self.deal(chance), pausing=pausing)

    # --- choices as numbers: every possible option has its own number, the same in all states

    @cached_property
    def _first(self) -> dict[str, int]:
        """The number of the first option of each code."""
        first, count = {}, 0
        for code, sizes in self._sizes.items():
            first[code] = count
            count += prod(sizes)
        return first

    @property
    def choices(self) -> int:
        """The count of all numbers."""
        return sum(map(prod, self._sizes.values()))

    def number(self, option: Option) -> int:
        number = 0
        for size, value in zip(self._sizes[option[0]], option[1:], strict=True):
            assert 0 <= value < size, option
            number = number * size + value
        return self._first[option[0]] + number

    def option(self, number: int) -> Option:
        code = max((code for code, first in self._first.items() if first <= number), key=self._first.__getitem__)
        number -= self._first[code]
        values: list[int] = []
        for size in reversed(self._sizes[code]):
            number, value = divmod(number, size)
            values.insert(0, value)
        return (code, *values)

    def label(self, option: Option) -> str:
        """Return a short, unique label of the option, such as "pair FL-C01#12 FL-C08#40"."""
        fields = self.ruleset.sentences.options[option[0]].fields
        named = (
            self.name(value) if field.startswith(("card", "slot")) else str(value)
            for field, value in zip(fields, option[1:], strict=True)
        )
        return " ".join([option[0], *named])

    def name(self, card: int) -> str:
        return f"{self.table.cards[card].ref}#{card}"

    @cached_property
    def _sizes(self) -> dict[str, list[int]]:
        """The exclusive upper bound of each field of an option, by its code."""
        return {
            code: [self._size(field) for field in sentence.fields]
            for code, sentence in self.ruleset.sentences.options.items()
        }

    def _size(self, field: str) -> int:
        if field.startswith(("card", "slot")):
            return self.cards
        return self.seats if field.startswith("seat") else NUMBERS

    # --- utilities

    def utilities(self, outcome: Outcome | None) -> list[float]:
        """Return the utility of the outcome for each seat, zero in total: 1 and -1 in a game of two."""
        winners = outcome.winners if outcome else ()
        share = 2 * len(winners) / self.seats
        return [2 * (seat in winners) - share for seat in range(self.seats)]


# --- explicit chance ---------------------------------------------------------------------


class CardNeeded(OutcomeNeeded):
    """Chance must decide which of these cards comes up."""


class ExplicitChance:
    """Chance that returns the given ``answers``, and then raises OutcomeNeeded or CardNeeded."""

    def __init__(self, *answers: int) -> None:
        self.answers = list(answers)
        self.entries: list[Any] = []

    def take(self, cards: list[int]) -> int:
        if not self.answers:
            raise CardNeeded(cards.copy())
        card = self.answers.pop(0)
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        if not self.answers:
            raise OutcomeNeeded(range(n))
        self.entries.append(self.answers.pop(0))
        return int(self.entries[-1])


class ExplicitChanceGame(Game):
    """A game that also stops at chance nodes; ``needed`` then contains the possible outcomes, and no seat is asked.

    The rules cannot wait there, so `answered` replays the turn from its start.
    """

    __slots__ = ("needed", "past")

    past: list[Any]
    needed: OutcomeNeeded | None

    @classmethod
    def of(cls, contest: Contest) -> "ExplicitChanceGame":
        game = cls(contest.ruleset, contest.deal(ExplicitChance()))
        game.past = []
        return game

    def answered(self, *outcomes: int) -> "ExplicitChanceGame":
        """Return the game after these outcomes of chance; this one does not change."""
        return self.fork(ExplicitChance(*outcomes))

    def fork(self, chance: Chance, cards: list[Any] | None = None) -> "ExplicitChanceGame":
        copy = super().fork(chance, cards)
        assert isinstance(copy, ExplicitChanceGame)
        copy.past = self.past + self.entries[: self._snapshot_at]
        return copy

    def whole_record(self) -> list[Any]:
        """Return all entries since the start of the game; ``entries`` of a fork are only those of its turn."""
        return self.past + self.entries

    def chances(self) -> list[tuple[int, float]]:
        """Return the possible outcomes and their probabilities.

        The copy with the lowest id represents all copies of a card.
        """
        assert self.needed is not None
        outcomes = self.needed.outcomes
        if not isinstance(self.needed, CardNeeded):
            return [(outcome, 1 / len(outcomes)) for outcome in outcomes]
        definitions = self.table.cards
        copies = Counter(definitions[card] for card in outcomes)
        lowest = {definitions[card]: card for card in sorted(outcomes, reverse=True)}
        return sorted((card, copies[definition] / len(outcomes)) for definition, card in lowest.items())

    def _advance(self, choice: Option | None) -> None:
        self.needed = None
        try:
            super()._advance(choice)
        except OutcomeNeeded as needed:
            self.ask, self.needed = None, needed


# --- states as text ----------------------------------------------------------------------


def observation_text(game: Game, seat: int | None, *, only_own: bool = False) -> str:
    """Return what ``seat`` sees, one zone a line; None is a spectator. ``only_own`` leaves out public information."""
    view = view_for_seat(game, seat, first_event=len(game.table.events))
    lines = [] if only_own else [_facts(view)]
    public = view_for_seat(game, None, first_event=len(game.table.events))["zones"]
    for zone, others in zip(view["zones"], public, strict=True):
        if zone["count"] and not (only_own and zone == others):
            cards = [each["ref"] + _marks(each) for each in zone.get("cards", [])]
            lines.append(_line(zone["zone"], zone["seat"], zone["count"], cards))
    return "\n".join(lines)


def state_text(game: ExplicitChanceGame, contest: Contest) -> str:
    """Return the complete state, including hidden cards and what the game waits for."""
    table = game.table
    handles = {card: contest.name(card) for card in range(contest.cards)}
    lines = [
        _facts({"turn": table.turn, "active": table.active, "scores": table.scores()} | table.public_state(handles))
    ]
    marks = table.card_marks(handles)
    for zone in table.zones():
        cards = [handles[card] + _marks(marks.get(card, {})) for card in zone.cards]
        lines += [_line(zone.name, zone.seat, len(cards), cards)] if cards else []
    return "\n".join([*lines, f"state {table.fingerprint():08x} {_waiting_text(game)}"])


def _facts(view: dict[str, Any]) -> str:
    excluded = ("zones", "events", "ask")
    return " ".join(f"{name}={value}" for name, value in view.items() if name not in excluded).replace("'", "")


def _marks(fields: dict[str, Any]) -> str:
    marks = [f"{name}={value}" for name, value in fields.items() if name not in ("id", "ref")]
    return f"({','.join(marks)})" if marks else ""


def _line(zone: str, seat: int | None, count: int, cards: list[str]) -> str:
    return " ".join([f"{zone}{'' if seat is None else seat}:", *(cards or [f"{count} cards"])])


def _waiting_text(game: ExplicitChanceGame) -> str:
    if game.needed is not None:
        return f"chance {len(game.needed.outcomes)}"
    return f"over {game.outcome.reason}" if game.ask is None and game.outcome else f"asks {game.ask!r}"


def contest_of(ruleset: Ruleset, variant: str, decks: Sequence[Sequence[PrintedCard]], **switches: Any) -> Contest:
    """Return a variant of any game with these printed decks and switches."""
    definitions = {card.ref: ruleset.definition(card) for deck in decks for card in deck}
    deck_definitions = [[definitions[card.ref] for card in deck] for deck in decks]

    def deal(chance: Chance) -> Any:
        return ruleset.deal(ruleset.variant(variant, switches), deck_definitions, chance)

    changed = "".join(f"_{name}_{value}" for name, value in sorted(switches.items()))
    return Contest(f"{ruleset.name}_{variant}{changed}", ruleset, deal)
