"""A game as foreign libraries want it: choices as numbers, and chance as a player that is asked.

General for every ruleset: whatever is not known here of a game is read off its words, its zones
and the cards on its table.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from gameplay.engine.core.asks import Option, Outcome
from gameplay.engine.core.chance import Chance, OutcomeNeeded, RecordedChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.views import view_for_seat

NUMBERS = 32  # a number in an option, or of chance, is below it


@dataclass(frozen=True, eq=False)
class Contest:
    """One game that can be begun again and again: its rules, and a table laid with its decks.

    ``title`` names it and all its switches; who knows it can find the contest again.
    """

    title: str
    ruleset: Ruleset
    deal: Callable[[Chance], Any]

    @cached_property
    def table(self) -> Any:
        """A table as it is dealt; nobody plays on it."""
        return self.deal(RecordedChance(()))

    @property
    def seats(self) -> int:
        return int(self.table.seats)

    @property
    def cards(self) -> int:
        return len(self.table.cards)

    def begin(self, chance: Chance, *, pausing: bool = False) -> Game:
        return Game(self.ruleset, self.deal(chance), pausing=pausing)

    # --- choices as numbers: every option there can be has one of its own, the same in every state

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
        """How many numbers there are."""
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
        """The option in short, "pair FL-C01#12 FL-C08#40": what it says is another's business, that it is unique ours."""
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
        """Below which number each field of an option lies, by its code."""
        return {
            code: [self._size(field) for field in say.fields] for code, say in self.ruleset.sentences.options.items()
        }

    def _size(self, field: str) -> int:
        if field.startswith(("card", "slot")):
            return self.cards
        return self.seats if field.startswith("seat") else NUMBERS

    # --- the end

    def utilities(self, outcome: Outcome | None) -> list[float]:
        """What the end is worth to each seat: the winners share what the others lose; between two it is 1 and -1."""
        winners = outcome.winners if outcome else ()
        share = 2 * len(winners) / self.seats
        return [2 * (seat in winners) - share for seat in range(self.seats)]


# --- chance that is asked ----------------------------------------------------------------


class CardNeeded(OutcomeNeeded):
    """Chance is asked which of these cards comes up."""


class Asked:
    """Chance that gives the ``answers`` it was handed, and then asks: raises OutcomeNeeded or CardNeeded."""

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


class Stopping(Game):
    """A game that also stops where chance is asked: then ``needed`` says for what, and nobody else is asked.

    The rules cannot wait there, so an answer takes the turn up again from its start (`answered`).
    """

    __slots__ = ("needed", "past")

    past: list[Any]
    needed: OutcomeNeeded | None

    @classmethod
    def of(cls, contest: Contest) -> "Stopping":
        game = cls(contest.ruleset, contest.deal(Asked()))
        game.past = []
        return game

    def answered(self, *outcomes: int) -> "Stopping":
        """The game after these outcomes of chance; this one stays as it is."""
        return self.fork(Asked(*outcomes))

    def fork(self, chance: Chance, cards: list[Any] | None = None) -> "Stopping":
        twin = super().fork(chance, cards)
        assert isinstance(twin, Stopping)
        twin.past = self.past + self.entries[: self._snapshot_at]
        return twin

    def whole_record(self) -> list[Any]:
        """Every entry since the game began; ``entries`` of a fork has those of its turn."""
        return self.past + self.entries

    def chances(self) -> list[tuple[int, float]]:
        """What may come up and how likely it is; of several copies of a card the one with the lowest id stands for all."""
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


# --- states in words ---------------------------------------------------------------------


def seen(game: Game, seat: int | None, *, only_own: bool = False) -> str:
    """What ``seat`` sees of the game, a zone a line; None is a spectator. ``only_own``: nothing that others see too."""
    shown = view_for_seat(game, seat, first_event=len(game.table.events))
    lines = [] if only_own else [_facts(shown)]
    public = view_for_seat(game, None, first_event=len(game.table.events))["zones"]
    for zone, others in zip(shown["zones"], public, strict=True):
        if zone["count"] and not (only_own and zone == others):
            cards = [each["ref"] + _marks(each) for each in zone.get("cards", [])]
            lines.append(_line(zone["zone"], zone["seat"], zone["count"], cards))
    return "\n".join(lines)


def all_of(game: Stopping, contest: Contest) -> str:
    """Everything there is, hidden cards included, and what it waits for."""
    table = game.table
    handles = {card: contest.name(card) for card in range(contest.cards)}
    lines = [
        _facts({"turn": table.turn, "active": table.active, "scores": table.scores()} | table.public_state(handles))
    ]
    marks = table.card_marks(handles)
    for place in table.zones():
        cards = [handles[card] + _marks(marks.get(card, {})) for card in place.cards]
        lines += [_line(place.name, place.seat, len(cards), cards)] if cards else []
    return "\n".join([*lines, f"state {table.fingerprint():08x} {_waits(game)}"])


def _facts(shown: dict[str, Any]) -> str:
    unsaid = ("zones", "events", "ask")
    return " ".join(f"{name}={value}" for name, value in shown.items() if name not in unsaid).replace("'", "")


def _marks(told: dict[str, Any]) -> str:
    marks = [f"{name}={value}" for name, value in told.items() if name not in ("id", "ref")]
    return f"({','.join(marks)})" if marks else ""


def _line(zone: str, seat: int | None, count: int, cards: list[str]) -> str:
    return " ".join([f"{zone}{'' if seat is None else seat}:", *(cards or [f"{count} cards"])])


def _waits(game: Stopping) -> str:
    if game.needed is not None:
        return f"chance {len(game.needed.outcomes)}"
    return f"over {game.outcome.reason}" if game.ask is None and game.outcome else f"asks {game.ask!r}"
