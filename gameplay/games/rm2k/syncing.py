"""Syncing: cards put face down on Users, paid with lag, activated; or played at once (RM-5.*)."""

from collections.abc import Collection, Iterable, Mapping

from gameplay.engine.core.asks import Option
from gameplay.games.rm2k.table import PendingAction, Rm2kTable, add_lag

# --- what can be done ----------------------------------------------------------------------


def free_carriers(table: Rm2kTable, users: Iterable[int]) -> list[int]:
    """Those of the ``users`` in play that carry no Syncing card; those in Limbo cannot (RM-5.1.3, 6.7.6)."""
    carries = table.syncing_cards
    return [user for user in users if user not in carries]


def unpaid_and_ready_cards(table: Rm2kTable, seat: int) -> tuple[list[int], list[int]]:
    """The Syncing cards of ``seat``: those that are not paid yet, and those whose tokens suffice (RM-5.2.1, 5.2.2, 5.2.5)."""
    cards, carries, tokens = table.cards, table.syncing_cards, table.tokens
    due: list[int] = []
    ready: list[int] = []
    for user in table.users[seat]:
        if user in carries:
            card = carries[user]
            (ready if tokens[card] >= cards[card].cost else due).append(card)
    return due, ready


def sync_options(table: Rm2kTable, seat: int, hand: Collection[int]) -> list[Option]:
    """Any card of the hand on any User that carries none and is not immune to it (RM-5.1.1 to 5.1.4, 6.2)."""
    cards, able = table.cards, free_carriers(table, table.users[seat])
    return [("sync", card, user) for card in hand for user in able if cards[card].skill not in cards[user].immune]


def pay_options(table: Rm2kTable, due: list[int], width: Mapping[int, int]) -> list[Option]:
    """A lag on any User with free bandwidth for any card that is not paid yet (RM-5.1.5 to 5.1.9, 6.3)."""
    cards = table.cards
    return [
        ("pay", payer, card)
        for payer, left in width.items()
        if left
        for card in due
        if cards[card].skill not in cards[payer].immune
    ]


def instant_options(table: Rm2kTable, held: Collection[int], width: Mapping[int, int]) -> list[Option]:
    """Those of the ``held`` cards that one User can pay alone, who carries nothing (RM-5.3.1 to 5.3.5)."""
    cards, able = table.cards, free_carriers(table, width)
    return [
        ("instant", card, user)
        for card in held
        for user in able
        if width[user] >= cards[card].cost and cards[card].skill not in cards[user].immune
    ]


# --- doing it ------------------------------------------------------------------------------


def sync_card(table: Rm2kTable, seat: int, card: int, carrier: int) -> None:
    """Put a card face down on a User; that costs nothing (RM-5.1.1, 5.1.2)."""
    table.hand[seat].remove(card)
    table.syncing_cards[carrier] = card
    table.tokens[card] = 0
    table.events.append(("synced", seat, card, carrier))
    table.events.append(("carries", carrier))


def pay_lag(table: Rm2kTable, payer: int, card: int) -> None:
    """One lag on the payer, one token on the card (RM-5.1.5)."""
    add_lag(table, payer, 1)
    table.tokens[card] += 1
    table.events.append(("paid", payer, carrier_of(table, card), table.tokens[card]))


def carrier_of(table: Rm2kTable, card: int) -> int:
    """The User on which a Syncing card lies."""
    return next(user for user, carried in table.syncing_cards.items() if carried == card)


def take_off_carrier(table: Rm2kTable, card: int) -> int:
    """Take a Syncing card off its User, who may carry another now; answer the User (RM-5.2.4)."""
    carrier = carrier_of(table, card)
    del table.syncing_cards[carrier], table.tokens[card]
    return carrier


def pay_instantly(table: Rm2kTable, seat: int, card: int, user: int) -> None:
    """Take the card from the hand; the lag of its whole cost goes on that User (RM-5.3.4)."""
    table.hand[seat].remove(card)
    if table.cards[card].cost:
        add_lag(table, user, table.cards[card].cost)
    table.events.append(("instant", seat, card, user))


def push_pending(table: Rm2kTable, kind: str, seat: int, card: int) -> PendingAction:
    """Let what is played wait for answers, on top of what waits already."""
    pending = PendingAction(kind, seat, card)
    table.stack.append(pending)
    return pending
