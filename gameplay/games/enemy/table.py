"""The play areas and what moves between them (ENE-2.*, ENE-5.*)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from gameplay.engine.core.asks import Option, Outcome, Over
from gameplay.engine.core.chance import Chance
from gameplay.engine.core.zones import Place, Sight, Table
from gameplay.games.enemy.strength import monster_total, pc_total
from gameplay.games.enemy.terms import Card
from gameplay.games.enemy.variants import Variant


class Fight:
    """One PC against the monsters assigned to it.

    ``bonus``, ``tolerance`` and ``destiny`` last until the end of the fight; bonus and
    destiny are pairs, defender's then attacker's. ``speed`` counts flips from hand so far.
    """

    __slots__ = ("bonus", "destiny", "monsters", "pc", "speed", "tolerance")

    def __init__(self, pc: int, monster: int) -> None:
        self.pc = pc
        self.monsters = [monster]
        self.bonus = [0, 0]
        self.destiny = [0, 0]
        self.tolerance = 0
        self.speed = 0


class EnemyTable(Table[Card]):
    """The state of one game. Lists of lists are by seat; ids are cards.

    ``under`` holds the items of a PC and the food of a Grunty. ``top`` are cards known
    to lie on a deck, the next draw last. ``stored`` is the turn in which a monster
    was last stored. ``plays`` counts the plays left in this turn; ``began`` tells whose
    first turn has come to the end of its plays; ``end_called`` says why the game ends after this turn, if it does.
    """

    __slots__ = (
        "attack",
        "began",
        "deck",
        "discard",
        "end_called",
        "field",
        "fight",
        "fights",
        "grunties",
        "hand",
        "hidden",
        "limbo",
        "party",
        "plays",
        "portal",
        "score",
        "stored",
        "top",
        "under",
        "variant",
        "wounded",
    )

    cards: list[Card]
    variant: Variant

    def __init__(self, variant: Variant, decks: Sequence[Sequence[Card]], chance: Chance) -> None:
        super().__init__(decks, chance)
        self.variant = variant
        self.step = "draw"
        ids = iter(range(len(self.cards)))
        self.deck = [list(islice(ids, len(deck))) for deck in decks]
        self.top: list[list[int]] = [[], []]
        self.hand: list[list[int]] = [[], []]
        self.party: list[list[int]] = [[], []]
        self.hidden: list[list[int]] = [[], []]
        self.portal: list[list[int]] = [[], []]
        self.score: list[list[int]] = [[], []]
        self.discard: list[list[int]] = [[], []]
        self.grunties: list[list[int]] = [[], []]
        self.field: list[int] = []
        self.attack: list[int] = []
        self.limbo: list[int] = []
        self.under: dict[int, list[int]] = {}
        self.wounded: set[int] = set()
        self.stored: dict[int, int] = {}
        self.fights: list[Fight] = []
        self.fight: Fight | None = None
        self.began = [False, False]
        self.plays = 0
        self.end_called = ""

    def copy(self) -> "EnemyTable":
        """A snapshot at the start of a turn, of a step or before a play, when nobody fights."""
        twin = EnemyTable.__new__(EnemyTable)
        twin.copy_base(self)
        twin.variant = self.variant
        twin.deck = [self.deck[0].copy(), self.deck[1].copy()]
        twin.top = [self.top[0].copy(), self.top[1].copy()]
        twin.hand = [self.hand[0].copy(), self.hand[1].copy()]
        twin.party = [self.party[0].copy(), self.party[1].copy()]
        twin.hidden = [self.hidden[0].copy(), self.hidden[1].copy()]
        twin.portal = [self.portal[0].copy(), self.portal[1].copy()]
        twin.score = [self.score[0].copy(), self.score[1].copy()]
        twin.discard = [self.discard[0].copy(), self.discard[1].copy()]
        twin.grunties = [self.grunties[0].copy(), self.grunties[1].copy()]
        twin.field = self.field.copy()
        twin.attack = self.attack.copy()
        twin.limbo, twin.fights, twin.fight = [], [], None
        twin.under = {card: below.copy() for card, below in self.under.items()} if self.under else {}
        twin.wounded = self.wounded.copy()
        twin.stored = self.stored.copy()
        twin.began = self.began.copy()
        twin.plays, twin.end_called = self.plays, self.end_called
        return twin

    def places(self) -> Iterator[Place]:
        for seat in range(self.seats):
            yield Place("deck", seat, Sight.NOBODY, self.deck[seat] + self.top[seat])
            yield Place("hand", seat, Sight.OWNER, self.hand[seat])
            yield Place("party", seat, Sight.ALL, self.party[seat])
            yield Place("items", seat, Sight.ALL, [item for pc in self.party[seat] for item in self.under.get(pc, ())])
            yield Place("hidden", seat, Sight.OWNER, self.hidden[seat])
            yield Place("portal", seat, Sight.ALL, self.portal[seat])
            yield Place("score", seat, Sight.ALL, self.score[seat])
            yield Place("discard", seat, Sight.ALL, self.discard[seat])
            yield Place("grunties", seat, Sight.ALL, self.grunties[seat])
            food = [card for grunty in self.grunties[seat] for card in self.under.get(grunty, ())]
            yield Place("food", seat, Sight.OWNER, food)
        yield Place("field", None, Sight.ALL, self.field)
        yield Place("attack", None, Sight.ALL, self.attack)
        yield Place("limbo", None, Sight.ALL, self.limbo)

    def marks(self, handles: Mapping[int, str]) -> dict[int, dict[str, Any]]:
        marks: dict[int, dict[str, Any]] = {card: {"wounded": True} for card in self.wounded}
        for bearer, lies in self.under.items():
            marks |= {card: {"under": handles[bearer]} for card in lies}
        for card, definition in enumerate(self.cards):
            if definition.type == "grunty":
                marks[card] = marks.get(card, {}) | {"size": len(self.under.get(card, ()))}
        return marks

    def public(self, handles: Mapping[int, str]) -> dict[str, Any]:
        return {
            "target": self.variant.target,
            "plays": self.plays,
            "fights": [self._tells_fight(fight, handles) for fight in self.fights],
            "last_turn": bool(self.end_called),
        }

    def clash(self) -> Iterator[Option]:
        """Who meets whom, and of the fight that is on either side so far (ENE-16.9)."""
        for fight in self.fights:
            there = [monster for monster in fight.monsters if monster in self.attack]
            if fight.pc not in chain(*self.party):
                continue
            yield from (("meets", fight.pc, monster) for monster in there)
            if fight is self.fight and there == fight.monsters:
                yield "stands", fight.pc, pc_total(self, fight), monster_total(self, fight)

    def _tells_fight(self, fight: Fight, handles: Mapping[int, str]) -> dict[str, Any]:
        """Who meets whom; of the fight that is on, while all of them are there, also either side so far (ENE-16.9)."""
        names = [handles.get(card) for card in (fight.pc, *fight.monsters)]
        told: dict[str, Any] = {"pc": names[0], "monsters": names[1:], "now": fight is self.fight}
        if fight is self.fight and fight.pc in chain(*self.party) and set(fight.monsters) <= set(self.attack):
            told |= {"ours": pc_total(self, fight), "theirs": monster_total(self, fight)}
        return told

    def state(self) -> Sequence[Any]:
        return (
            self.turn,
            self.active,
            self.end_called,
            self.began,
            len(self.deck[0]),
            len(self.deck[1]),
            self.top,
            self.hand,
            self.party,
            self.hidden,
            self.portal,
            self.score,
            self.discard,
            self.grunties,
            self.field,
            self.attack,
            self.limbo,
            sorted(self.wounded),
            sorted(self.under.items()),
        )

    def scores(self) -> tuple[int, ...]:
        """VP in each score pile: the printed numbers, not the cards (ENE-5.11)."""
        cards = self.cards
        return tuple(sum(cards[card].vp for card in pile) for pile in self.score)


def opponent(table: EnemyTable, seat: int) -> int:
    """The other of the two players (ENE-1.10)."""
    return (seat + 1) % table.seats


# --- cards that leave the deck -------------------------------------------------------


def from_deck(table: EnemyTable, seat: int) -> int | None:
    """Take the top card of the deck; an empty one is first made anew from the discard pile.

    ENE-5.1: the reshuffle. ENE-5.2, 5.4: it, or the last card, calls the end of the game.
    ENE-5.8: with both piles empty the draw is skipped and None is returned.
    """
    deck, top = table.deck[seat], table.top[seat]
    if not deck and not top:
        if table.variant.end_trigger == "empty_draw":
            call_end(table, seat, "end_called")
        reshuffle(table, seat)
        if not deck:
            return None
    card = top.pop() if top else table.chance.take(deck)
    if table.variant.end_trigger == "last_card" and not deck and not top:
        call_end(table, seat, "last_card")
    return card


def reshuffle(table: EnemyTable, seat: int) -> None:
    """Make the discard pile into the deck."""
    if table.discard[seat]:
        table.deck[seat].extend(table.discard[seat])
        table.discard[seat].clear()
        table.events.append(("reshuffled", seat))


def call_end(table: EnemyTable, seat: int, trigger: str) -> None:
    """The game will end after this turn; ``trigger`` tells what called that, the first time something does."""
    if not table.end_called:
        table.end_called = "deck"
        table.events.append((trigger, seat))


def draw(table: EnemyTable, seat: int) -> None:
    """Draw one card into the hand (ENE-4.2)."""
    card = from_deck(table, seat)
    if card is not None:
        table.hand[seat].append(card)
        table.events.append(("drew", seat, card))


def shuffle_into_deck(table: EnemyTable, seat: int, cards: list[int]) -> None:
    """Put ``cards`` into the deck, where nobody knows their places any more."""
    table.deck[seat] += cards + table.top[seat]
    table.top[seat].clear()


# --- cards that go to the discard pile -----------------------------------------------


def to_discard(table: EnemyTable, card: int) -> None:
    """Put ``card``, already taken from its zone, into its owner's discard pile (ENE-2.5)."""
    table.discard[table.owners[card]].append(card)


def discard_from_hand(table: EnemyTable, seat: int, card: int) -> None:
    table.hand[seat].remove(card)
    to_discard(table, card)
    table.events.append(("discarded", seat, card))


def leave_play(table: EnemyTable, card: int) -> None:
    """Put a card in play, and all that lies under it, into the discard pile (ENE-2.6, 8.12)."""
    zone_of(table, card).remove(card)
    table.wounded.discard(card)
    to_discard(table, card)
    for below in table.under.pop(card, ()):
        to_discard(table, below)


def zone_of(table: EnemyTable, card: int) -> list[int]:
    """The list ``card`` lies in, in play. Raises LookupError for a card out of play."""
    for zones in (table.party, table.portal, table.hidden, table.score, table.grunties):
        for zone in zones:
            if card in zone:
                return zone
    for zone in (table.attack, table.field, *table.under.values()):
        if card in zone:
            return zone
    raise LookupError(f"{table.cards[card]} is not in play")


def destroy(table: EnemyTable, card: int) -> None:
    table.events.append(("destroyed", card))
    leave_play(table, card)


def sacrifice(table: EnemyTable, seat: int, card: int) -> None:
    table.events.append(("sacrificed", seat, card))
    leave_play(table, card)


# --- wounds ----------------------------------------------------------------------------


def wound(table: EnemyTable, pc: int) -> None:
    """Wound a PC; a wounded one is destroyed with its items (ENE-8.10, 8.12)."""
    if pc in table.wounded:
        destroy(table, pc)
    else:
        table.wounded.add(pc)
        table.events.append(("wounded", pc))


def heal(table: EnemyTable, pc: int) -> None:
    """Heal a wounded PC (ENE-8.11)."""
    table.wounded.remove(pc)
    table.events.append(("healed", pc))


# --- points ------------------------------------------------------------------------------


def to_score(table: EnemyTable, seat: int, monster: int) -> None:
    """Score a monster; reaching the target wins at once (ENE-5.9, 5.10), whatever else ends the game (ENE-OP-17)."""
    table.score[seat].append(monster)
    table.events.append(("scored", seat, monster))
    scores = table.scores()
    if scores[seat] >= table.variant.target and not plays_on(table):
        raise Over(Outcome((seat,), "vp", scores))


def plays_on(table: EnemyTable) -> bool:
    """Return whether the turn is finished although a player has the target: a deck has called the end first (ENE-OP-17)."""
    return table.end_called == "deck" and table.variant.simultaneous_ends == "deck"


def end_by_points(table: EnemyTable, reason: str) -> None:
    """End the game: more VP wins, equal VP is a drawn game (ENE-5.7)."""
    scores = table.scores()
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    raise Over(Outcome(winners if len(winners) == 1 else (), reason, scores))
