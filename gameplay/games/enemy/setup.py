"""The start of the game (ENE-3.*)."""

from collections.abc import Sequence

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.core.chance import Chance
from gameplay.games.enemy.table import EnemyTable, draw_card, opponent_of
from gameplay.games.enemy.terms import Card
from gameplay.games.enemy.variants import Variant


def deal(variant: Variant, decks: Sequence[Sequence[Card]], chance: Chance) -> EnemyTable:
    """Return a new table with two decks. A deck has no order until cards are drawn from it (ENE-3.1)."""
    return EnemyTable(variant, decks, chance)


def start(table: EnemyTable) -> RuleGenerator:
    """Determine the first player, then draw the opening hands (ENE-3.2 to 3.5)."""
    table.active = choose_first_player(table)
    table.events.append(("goes_first", table.active))
    draw_opening_hands(table)
    return
    yield


def draw_opening_hands(table: EnemyTable) -> None:
    """Draw both opening hands, the first player's first (ENE-3.5)."""
    for seat in (table.active, opponent_of(table, table.active)):
        for _ in range(table.variant.opening_hand):
            draw_card(table, seat)


def choose_first_player(table: EnemyTable) -> int:
    """Return the player who reveals the higher destiny; ties are repeated (ENE-3.2, 3.3).

    The revealed cards are shuffled back (ENE-3.4). Two decks with a single destiny number would
    tie forever, so after a hundred ties the first player is drawn at random.
    """
    for _ in range(100):
        revealed = []
        for seat in range(table.seats):
            card = table.chance.take(table.deck[seat])
            table.deck[seat].append(card)
            table.events.append(("revealed", seat, card, table.cards[card].destiny))
            revealed.append(table.cards[card].destiny)
        if revealed[0] != revealed[1]:
            return revealed.index(max(revealed))
    return table.chance.number(table.seats)
