"""Syncing: cards put face down on Users, paid with lag, activated; or played at once (RM-5.*)."""

from collections.abc import Iterator, Mapping

from gameplay.engine.asks import Option
from gameplay.engine.zones import distinct
from gameplay.games.rm2k.table import Pending, Rm2kTable, add_lag

# --- what can be done ----------------------------------------------------------------------


def to_sync(table: Rm2kTable, seat: int, free_carriers: list[int]) -> Iterator[Option]:
    """Any card of the hand on any User that carries none and is not immune to it (RM-5.1.1 to 5.1.4, 6.2)."""
    cards = table.cards
    for card in distinct(table, table.hand[seat]):
        skill = cards[card].skill
        for user in free_carriers:
            if skill is None or cards[user].levels[skill] is not None:
                yield ("sync", card, user)


def to_pay(table: Rm2kTable, seat: int, width: Mapping[int, int]) -> Iterator[Option]:
    """A lag on any User with free bandwidth for any card that is not paid yet (RM-5.1.5 to 5.1.9, 6.3)."""
    cards, tokens, carries = table.cards, table.tokens, table.carries
    carried = [carries[user] for user in table.users[seat] if user in carries]
    due = [(card, cards[card].skill) for card in carried if tokens[card] < cards[card].cost]
    if due:
        for payer, left in width.items():
            if left:
                levels = cards[payer].levels
                for card, skill in due:
                    if skill is None or levels[skill] is not None:
                        yield ("pay", payer, card)


def ready(table: Rm2kTable, seat: int) -> list[int]:
    """The Syncing cards of ``seat`` whose tokens suffice (RM-5.2.1, 5.2.2, 5.2.5)."""
    cards, tokens, carries = table.cards, table.tokens, table.carries
    carried = [carries[user] for user in table.users[seat] if user in carries]
    return [card for card in carried if tokens[card] >= cards[card].cost]


def at_once(table: Rm2kTable, held: list[int], width: Mapping[int, int]) -> Iterator[Option]:
    """Those of the ``held`` cards that one User can pay alone, who carries nothing (RM-5.3.1 to 5.3.5)."""
    cards, carries = table.cards, table.carries
    for card in held:
        cost, skill = cards[card].cost, cards[card].skill
        for user, left in width.items():
            if left >= cost and user not in carries and (skill is None or cards[user].levels[skill] is not None):
                yield ("instant", card, user)


def carriers(table: Rm2kTable, seat: int) -> list[int]:
    """The Users in play that carry no Syncing card; those in Limbo cannot (RM-5.1.3, 6.7.6)."""
    carries = table.carries
    return [user for user in table.users[seat] if user not in carries]


# --- doing it ------------------------------------------------------------------------------


def sync(table: Rm2kTable, seat: int, card: int, carrier: int) -> None:
    """Put a card face down on a User; that costs nothing (RM-5.1.1, 5.1.2)."""
    table.hand[seat].remove(card)
    table.carries[carrier] = card
    table.tokens[card] = 0
    table.events.append(("synced", seat, card, carrier))
    table.events.append(("carries", carrier))


def pay(table: Rm2kTable, payer: int, card: int) -> None:
    """One lag on the payer, one token on the card (RM-5.1.5)."""
    add_lag(table, payer, 1)
    table.tokens[card] += 1
    table.events.append(("paid", payer, table.tokens[card]))


def lift(table: Rm2kTable, card: int) -> int:
    """Take a Syncing card off its User, who may carry another now; answer the User (RM-5.2.4)."""
    carrier = next(user for user, carried in table.carries.items() if carried == card)
    del table.carries[carrier], table.tokens[card]
    return carrier


def pay_at_once(table: Rm2kTable, seat: int, card: int, user: int) -> None:
    """Take the card from the hand; the lag of its whole cost goes on that User (RM-5.3.4)."""
    table.hand[seat].remove(card)
    if table.cards[card].cost:
        add_lag(table, user, table.cards[card].cost)
    table.events.append(("instant", seat, card, user))


def push(table: Rm2kTable, kind: str, seat: int, card: int) -> Pending:
    """Let what is played wait for answers, on top of what waits already."""
    pending = Pending(kind, seat, card)
    table.stack.append(pending)
    return pending
