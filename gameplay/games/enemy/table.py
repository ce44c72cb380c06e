"""The zones of the table and moving cards between them (ENE-2.*, ENE-5.*)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from gameplay.engine.core.asks import GameEnded, Option, Outcome
from gameplay.engine.core.chance import Chance
from gameplay.engine.core.zones import Table, Visibility, Zone
from gameplay.games.enemy.strength import monster_total, pc_total
from gameplay.games.enemy.terms import Card
from gameplay.games.enemy.variants import Variant


class Fight:
    """A fight of one PC against the monsters assigned to it.

    ``bonus``, ``tolerance`` and ``destiny`` last until the end of the fight. ``bonus`` and ``destiny``
    are pairs: the defender's number, then the attacker's. ``speed`` counts the actions flipped from the hand.
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
    """The state of one game. Lists of lists are indexed by seat; their ids are cards.

    ``cards_under`` holds the items of each PC and the food of each Grunty. ``top`` has the known cards on
    top of a deck, the next draw last. ``turn_stored`` is the turn in which a monster was last stored.
    ``plays_left`` counts the plays left this turn. ``had_first_turn`` says whether the Play Step of a player's
    first turn is over. ``end_reason`` says why the game ends after this turn, or is empty if it does not.
    """

    __slots__ = (
        "attack",
        "cards_under",
        "deck",
        "discard",
        "end_reason",
        "field",
        "fight",
        "fights",
        "grunties",
        "had_first_turn",
        "hand",
        "hidden",
        "limbo",
        "party",
        "plays_left",
        "portal",
        "score",
        "top",
        "turn_stored",
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
        self.cards_under: dict[int, list[int]] = {}
        self.wounded: set[int] = set()
        self.turn_stored: dict[int, int] = {}
        self.fights: list[Fight] = []
        self.fight: Fight | None = None
        self.had_first_turn = [False, False]
        self.plays_left = 0
        self.end_reason = ""

    def copy(self) -> "EnemyTable":
        """Return a copy; only valid outside an attack: at the start of a turn or step, or before a play."""
        twin = EnemyTable.__new__(EnemyTable)
        twin.copy_common_from(self)
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
        twin.cards_under = {card: below.copy() for card, below in self.cards_under.items()} if self.cards_under else {}
        twin.wounded = self.wounded.copy()
        twin.turn_stored = self.turn_stored.copy()
        twin.had_first_turn = self.had_first_turn.copy()
        twin.plays_left, twin.end_reason = self.plays_left, self.end_reason
        return twin

    def zones(self) -> Iterator[Zone]:
        for seat in range(self.seats):
            yield Zone("deck", seat, Visibility.NOBODY, self.deck[seat] + self.top[seat])
            yield Zone("hand", seat, Visibility.OWNER, self.hand[seat])
            yield Zone("party", seat, Visibility.ALL, self.party[seat])
            yield Zone(
                "items",
                seat,
                Visibility.ALL,
                [item for pc in self.party[seat] for item in self.cards_under.get(pc, ())],
            )
            yield Zone("hidden", seat, Visibility.OWNER, self.hidden[seat])
            yield Zone("portal", seat, Visibility.ALL, self.portal[seat])
            yield Zone("score", seat, Visibility.ALL, self.score[seat])
            yield Zone("discard", seat, Visibility.ALL, self.discard[seat])
            yield Zone("grunties", seat, Visibility.ALL, self.grunties[seat])
            food = [card for grunty in self.grunties[seat] for card in self.cards_under.get(grunty, ())]
            yield Zone("food", seat, Visibility.OWNER, food)
        yield Zone("field", None, Visibility.ALL, self.field)
        yield Zone("attack", None, Visibility.ALL, self.attack)
        yield Zone("limbo", None, Visibility.ALL, self.limbo)

    def bearers(self) -> dict[int, int]:
        return {card: bearer for bearer, under in self.cards_under.items() for card in under}

    def card_marks(self, handles: Mapping[int, str]) -> dict[int, dict[str, Any]]:
        marks: dict[int, dict[str, Any]] = {card: {"wounded": True} for card in self.wounded}
        marks |= {card: {"under": handles[bearer]} for card, bearer in self.bearers().items()}
        for card, definition in enumerate(self.cards):
            if definition.type == "grunty":
                marks[card] = marks.get(card, {}) | {"size": len(self.cards_under.get(card, ()))}
        return marks

    def public_state(self, handles: Mapping[int, str]) -> dict[str, Any]:
        return {
            "target": self.variant.target,
            "plays": self.plays_left,
            "fights": [self._fight_json(fight, handles) for fight in self.fights],
            "last_turn": bool(self.end_reason),
        }

    def being_resolved(self) -> Iterator[Option]:
        """Yield the pairs in each fight, and the totals so far in the current one (ENE-16.9)."""
        for fight in self.fights:
            monsters = [monster for monster in fight.monsters if monster in self.attack]
            if fight.pc not in chain(*self.party):
                continue
            yield from (("meets", fight.pc, monster) for monster in monsters)
            if fight is self.fight and monsters == fight.monsters:
                yield "stands", fight.pc, pc_total(self, fight), monster_total(self, fight)

    def _fight_json(self, fight: Fight, handles: Mapping[int, str]) -> dict[str, Any]:
        """Return the cards in a fight, with the totals so far if it is the current one (ENE-16.9).

        The totals are left out if one of the cards has left play.
        """
        names = [handles.get(card) for card in (fight.pc, *fight.monsters)]
        view: dict[str, Any] = {"pc": names[0], "monsters": names[1:], "now": fight is self.fight}
        if fight is self.fight and fight.pc in chain(*self.party) and set(fight.monsters) <= set(self.attack):
            view |= {"ours": pc_total(self, fight), "theirs": monster_total(self, fight)}
        return view

    def state(self) -> Sequence[Any]:
        return (
            self.turn,
            self.active,
            self.end_reason,
            self.had_first_turn,
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
            sorted(self.cards_under.items()),
        )

    def scores(self) -> tuple[int, ...]:
        """Return the sum of the printed VP in each score pile (ENE-5.11)."""
        cards = self.cards
        return tuple(sum(cards[card].vp for card in pile) for pile in self.score)


def opponent_of(table: EnemyTable, seat: int) -> int:
    """Return the other player's seat (ENE-1.10)."""
    return (seat + 1) % table.seats


# --- the deck ------------------------------------------------------------------------


def take_from_deck(table: EnemyTable, seat: int) -> int | None:
    """Take the top card of the deck, after reshuffling the discard pile into an empty one (ENE-5.1).

    That reshuffle, or the draw of the last card, triggers the end of the game (ENE-5.2, 5.4). If the
    deck and the discard pile are both empty, the draw is skipped and None is returned (ENE-5.8).
    """
    deck, top = table.deck[seat], table.top[seat]
    if not deck and not top:
        if table.variant.end_trigger == "empty_draw":
            call_end(table, seat, "end_called")
        reshuffle_discards(table, seat)
        if not deck:
            return None
    card = top.pop() if top else table.chance.take(deck)
    if table.variant.end_trigger == "last_card" and not deck and not top:
        call_end(table, seat, "last_card")
    return card


def reshuffle_discards(table: EnemyTable, seat: int) -> None:
    """Shuffle the discard pile into the deck."""
    if table.discard[seat]:
        table.events.append(("reshuffled", seat))  # while all cards still lie there
        table.deck[seat].extend(table.discard[seat])
        table.discard[seat].clear()


def call_end(table: EnemyTable, seat: int, trigger: str) -> None:
    """Let the game end after this turn; the first time, report it with the event ``trigger``."""
    if not table.end_reason:
        table.end_reason = "deck"
        table.events.append((trigger, seat))


def draw_card(table: EnemyTable, seat: int) -> None:
    """Draw one card into the hand (ENE-4.2)."""
    card = take_from_deck(table, seat)
    if card is not None:
        table.hand[seat].append(card)
        table.events.append(("drew", seat, card))


def shuffle_into_deck(table: EnemyTable, seat: int, cards: list[int]) -> None:
    """Shuffle ``cards`` into the deck; known cards on top of it are shuffled too."""
    table.deck[seat] += cards + table.top[seat]
    table.top[seat].clear()


# --- the discard pile ----------------------------------------------------------------


def put_in_discard(table: EnemyTable, card: int) -> None:
    """Put ``card``, already removed from its zone, into its owner's discard pile (ENE-2.5)."""
    table.discard[table.owners[card]].append(card)


def discard_from_hand(table: EnemyTable, seat: int, card: int) -> None:
    table.hand[seat].remove(card)
    put_in_discard(table, card)
    table.events.append(("discarded", seat, card))


def leave_play(table: EnemyTable, card: int) -> None:
    """Discard a card from play, with the cards under it (ENE-2.6, 8.12)."""
    zone_containing(table, card).remove(card)
    table.wounded.discard(card)
    put_in_discard(table, card)
    for below in table.cards_under.pop(card, ()):
        put_in_discard(table, below)


def zone_containing(table: EnemyTable, card: int) -> list[int]:
    """Return the zone in play that contains ``card``. Raises LookupError for a card out of play."""
    for zones in (table.party, table.portal, table.hidden, table.score, table.grunties):
        for zone in zones:
            if card in zone:
                return zone
    for zone in (table.attack, table.field, *table.cards_under.values()):
        if card in zone:
            return zone
    raise LookupError(f"{table.cards[card]} is not in play")


def destroy_card(table: EnemyTable, card: int) -> None:
    table.events.append(("destroyed", card))
    leave_play(table, card)


def sacrifice_card(table: EnemyTable, seat: int, card: int) -> None:
    table.events.append(("sacrificed", seat, card))
    leave_play(table, card)


# --- wounds ----------------------------------------------------------------------------


def wound_pc(table: EnemyTable, pc: int) -> None:
    """Wound a PC, or destroy it with its items if it was already wounded (ENE-8.10, 8.12)."""
    if pc in table.wounded:
        destroy_card(table, pc)
    else:
        table.wounded.add(pc)
        table.events.append(("wounded", pc))


def heal_pc(table: EnemyTable, pc: int) -> None:
    """Heal a wounded PC (ENE-8.11)."""
    table.wounded.remove(pc)
    table.events.append(("healed", pc))


# --- victory points ----------------------------------------------------------------------


def score_monster(table: EnemyTable, seat: int, monster: int) -> None:
    """Score a monster; reaching the target wins immediately (ENE-5.9, 5.10), even on the last turn (ENE-OP-17).

    The exception is the switch of `finishes_turn_first`.
    """
    table.score[seat].append(monster)
    table.events.append(("scored", seat, monster))
    scores = table.scores()
    if scores[seat] >= table.variant.target and not finishes_turn_first(table):
        raise GameEnded(Outcome((seat,), "vp", scores))


def finishes_turn_first(table: EnemyTable) -> bool:
    """Return whether the turn continues even if a player reaches the target, as a deck has run out (ENE-OP-17)."""
    return table.end_reason == "deck" and table.variant.simultaneous_ends == "deck"


def end_by_points(table: EnemyTable, reason: str) -> None:
    """End the game: the player with more VP wins, equal VP is a draw (ENE-5.7)."""
    scores = table.scores()
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    raise GameEnded(Outcome(winners if len(winners) == 1 else (), reason, scores))
