"""A game small enough to see through: take one to three cards a turn, and do not take the last.

Every card is worth what is printed on it, which only who took it sees; a score counts the cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gameplay.engine.core.asks import NUMBER, Ask, Outcome, Over, Rules
from gameplay.engine.core.chance import Chance
from gameplay.engine.core.game import Game
from gameplay.engine.core.sentences import Say, Words
from gameplay.engine.core.zones import Place, Sight, Table
from gameplay.games import RULESETS


@dataclass(frozen=True)
class Worth:
    ref: str
    worth: int


class Heap(Table):
    __slots__ = ("heap", "taken")

    def __init__(self, decks: Sequence[Sequence[Worth]], chance: Chance) -> None:
        super().__init__(decks, chance)
        self.heap = list(range(len(self.cards)))
        self.taken: list[list[int]] = [[] for _ in decks]

    def copy(self) -> "Heap":
        twin = Heap.__new__(Heap)
        twin.copy_base(self)
        twin.heap, twin.taken = self.heap.copy(), [taken.copy() for taken in self.taken]
        return twin

    def places(self) -> Iterator[Place]:
        yield Place("heap", None, Sight.NOBODY, self.heap)
        for seat, taken in enumerate(self.taken):
            yield Place("taken", seat, Sight.OWNER, taken)

    def scores(self) -> tuple[int, ...]:
        return tuple(len(taken) for taken in self.taken)

    def state(self) -> Sequence[Any]:
        return self.turn, self.active, sorted(self.heap), self.taken


def start(heap: Heap) -> Rules:
    heap.active = heap.chance.number(heap.seats)
    return
    yield


def turn(heap: Heap) -> Rules:
    heap.events.append(("turn", heap.active))
    most = min(3, len(heap.heap))
    chosen = yield Ask(heap.active, NUMBER, [("take", count) for count in range(1, most + 1)], ("how_many",))
    for _ in range(chosen[1]):
        card = heap.chance.take(heap.heap)
        heap.taken[heap.active].append(card)
        heap.events.append(("took", heap.active, card))
    if not heap.heap:
        winners = tuple(seat for seat in heap.standing() if seat != heap.active)
        raise Over(Outcome(winners, "last", heap.scores()))
    heap.active = min(heap.standing(), key=lambda seat: (seat - heap.active - 1) % heap.seats)


def at_time(heap: Heap) -> None:
    heap.heap = heap.heap[:1]


WORDS = Words(
    events={
        "turn": Say("{seat}'s turn.", ("seat",)),
        "took": Say("{seat} takes {card}.", ("seat", "card"), unseen="{seat} takes a card."),
        "concede": Say("{seat} concedes.", ("seat",)),
        "time": Say("Time."),
        "over": Say("Over: {reason}.", ("reason",)),
    },
    asks={"how_many": Say("How many?")},
    options={"take": Say("{number}", ("number",))},
    zones={"heap": "Heap", "taken": "Taken"},
)
NIM = replace(
    RULESETS["enemy"],
    name="nim",
    start=start,
    turn=turn,
    at_time=at_time,
    outlook=lambda heap, seat: 0.5,
    words=WORDS,
)


def heap(chance: Chance, *, cards: int = 7, seats: int = 2) -> Heap:
    """The table of so many seats; the cards belong to the first."""
    worths = [Worth(f"N-{number}", number) for number in range(cards)]
    return Heap([worths, *[[] for _ in range(seats - 1)]], chance)


def nim(chance: Chance, *, cards: int = 7, seats: int = 2) -> Game:
    return Game(NIM, heap(chance, cards=cards, seats=seats))
