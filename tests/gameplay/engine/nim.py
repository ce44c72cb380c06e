"""Nim, a small test game: take one to three cards a turn, but do not take the last one.

Only the player who took a card sees its value; the score is the number of cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gameplay.engine.core.asks import NUMBER, Ask, GameEnded, Outcome, RuleGenerator
from gameplay.engine.core.chance import Chance
from gameplay.engine.core.game import Game
from gameplay.engine.core.sentences import Sentence, Sentences
from gameplay.engine.core.zones import Table, Visibility, Zone
from gameplay.games import RULESETS


@dataclass(frozen=True)
class NimCard:
    ref: str
    value: int


class Heap(Table):
    __slots__ = ("heap", "taken")

    def __init__(self, decks: Sequence[Sequence[NimCard]], chance: Chance) -> None:
        super().__init__(decks, chance)
        self.heap = list(range(len(self.cards)))
        self.taken: list[list[int]] = [[] for _ in decks]

    def copy(self) -> "Heap":
        copy = Heap.__new__(Heap)
        copy.copy_common_from(self)
        copy.heap, copy.taken = self.heap.copy(), [taken.copy() for taken in self.taken]
        return copy

    def zones(self) -> Iterator[Zone]:
        yield Zone("heap", None, Visibility.NOBODY, self.heap)
        for seat, taken in enumerate(self.taken):
            yield Zone("taken", seat, Visibility.OWNER, taken)

    def scores(self) -> tuple[int, ...]:
        return tuple(len(taken) for taken in self.taken)

    def state(self) -> Sequence[Any]:
        return self.turn, self.active, sorted(self.heap), self.taken


def start(heap: Heap) -> RuleGenerator:
    heap.active = heap.chance.number(heap.seats)
    return
    yield


def turn(heap: Heap) -> RuleGenerator:
    heap.events.append(("turn", heap.active))
    most = min(3, len(heap.heap))
    chosen = yield Ask(heap.active, NUMBER, [("take", count) for count in range(1, most + 1)], ("how_many",))
    for _ in range(chosen[1]):
        card = heap.chance.take(heap.heap)
        heap.taken[heap.active].append(card)
        heap.events.append(("took", heap.active, card))
    if not heap.heap:
        winners = tuple(seat for seat in heap.seats_in_contention() if seat != heap.active)
        raise GameEnded(Outcome(winners, "last", heap.scores()))
    heap.active = min(heap.seats_in_contention(), key=lambda seat: (seat - heap.active - 1) % heap.seats)


def call_time(heap: Heap) -> None:
    heap.heap = heap.heap[:1]


SENTENCES = Sentences(
    events={
        "turn": Sentence("{seat}'s turn.", ("seat",)),
        "took": Sentence("{seat} takes {card}.", ("seat", "card"), redacted_template="{seat} takes a card."),
        "concede": Sentence("{seat} concedes.", ("seat",)),
        "time": Sentence("Time."),
        "over": Sentence("Over: {reason}.", ("reason",)),
    },
    asks={"how_many": Sentence("How many?")},
    options={"take": Sentence("{number}", ("number",))},
    zones={"heap": "Heap", "taken": "Taken"},
)
NIM = replace(
    RULESETS["enemy"],
    name="nim",
    start=start,
    turn=turn,
    call_time=call_time,
    win_probability=lambda heap, seat: 0.5,
    face_down_zones=(),
    sentences=SENTENCES,
)


def heap(chance: Chance, *, cards: int = 7, seats: int = 2) -> Heap:
    """Return a table with ``seats`` seats; all cards belong to the first one."""
    deck = [NimCard(f"N-{number}", number) for number in range(cards)]
    return Heap([deck, *[[] for _ in range(seats - 1)]], chance)


def nim(chance: Chance, *, cards: int = 7, seats: int = 2) -> Game:
    return Game(NIM, heap(chance, cards=cards, seats=seats))
