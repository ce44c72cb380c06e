"""Syncing: putting cards on Users, paying with lag, activating; Instantaneous Syncing (RM-5.*)."""

from collections.abc import Collection, Iterable, Mapping

from gameplay.engine.core.asks import Option
from gameplay.games.rm2k.table import PendingAction, Rm2kTable, add_lag

# --- options -------------------------------------------------------------------------------


def free_carriers(table: Rm2kTable, users: Iterable[int]) -> list[int]:
    """Return the Users in play that carry no Syncing card; Users in Limbo cannot carry one (RM-5.1.3, 6.7.6)."""
    syncing_cards = table.syncing_cards
    return [user for user in users if user not in syncing_cards]


def unpaid_and_ready_cards(table: Rm2kTable, seat: int) -> tuple[list[int], list[int]]:
    """Return the Syncing cards of ``seat``: the unpaid and the ready ones (RM-5.2.1, 5.2.2, 5.2.5)."""
    cards, syncing_cards, tokens = table.cards, table.syncing_cards, table.tokens
    unpaid: list[int] = []
    ready: list[int] = []
    for user in table.users[seat]:
        if user in syncing_cards:
            card = syncing_cards[user]
            (ready if tokens[card] >= cards[card].cost else unpaid).append(card)
    return unpaid, ready


def sync_options(table: Rm2kTable, seat: int, hand: Collection[int]) -> list[Option]:
    """Return the options to sync a card from hand on a User without a Syncing card (RM-5.1.1 to 5.1.4, 6.2)."""
    cards, carriers = table.cards, free_carriers(table, table.users[seat])
    return [("sync", card, user) for card in hand for user in carriers if cards[card].skill not in cards[user].immune]


def pay_options(table: Rm2kTable, unpaid: list[int], bandwidths: Mapping[int, int]) -> list[Option]:
    """Return the options to put a lag on a User with free bandwidth for an unpaid card (RM-5.1.5 to 5.1.9, 6.3)."""
    cards = table.cards
    return [
        ("pay", payer, card)
        for payer, bandwidth in bandwidths.items()
        if bandwidth
        for card in unpaid
        if cards[card].skill not in cards[payer].immune
    ]


def instant_options(table: Rm2kTable, hand: Collection[int], bandwidths: Mapping[int, int]) -> list[Option]:
    """Return the options of Instantaneous Syncing: one User without a Syncing card pays alone (RM-5.3.1 to 5.3.5)."""
    cards, payers = table.cards, free_carriers(table, bandwidths)
    return [
        ("instant", card, user)
        for card in hand
        for user in payers
        if bandwidths[user] >= cards[card].cost and cards[card].skill not in cards[user].immune
    ]


# --- actions -------------------------------------------------------------------------------


def sync_card(table: Rm2kTable, seat: int, card: int, carrier: int) -> None:
    """Put a card face down on a User at no cost (RM-5.1.1, 5.1.2)."""
    table.hand[seat].remove(card)
    table.syncing_cards[carrier] = card
    table.tokens[card] = 0
    table.events.append(("synced", seat, card, carrier))
    table.events.append(("carries", carrier))


def pay_lag(table: Rm2kTable, payer: int, card: int) -> None:
    """Put one lag on the payer and one sync token on the card (RM-5.1.5)."""
    add_lag(table, payer, 1)
    table.tokens[card] += 1
    table.events.append(("paid", payer, carrier_of(table, card), table.tokens[card]))


def carrier_of(table: Rm2kTable, card: int) -> int:
    """Return the User that carries a Syncing card."""
    return next(user for user, carried in table.syncing_cards.items() if carried == card)


def take_off_carrier(table: Rm2kTable, card: int) -> int:
    """Remove a Syncing card from its User and return the User, which can carry another now (RM-5.2.4)."""
    carrier = carrier_of(table, card)
    del table.syncing_cards[carrier], table.tokens[card]
    return carrier


def pay_instantly(table: Rm2kTable, seat: int, card: int, user: int) -> None:
    """Take a card from hand and put lag for its whole cost on ``user`` (RM-5.3.4)."""
    table.hand[seat].remove(card)
    if table.cards[card].cost:
        add_lag(table, user, table.cards[card].cost)
    table.events.append(("instant", seat, card, user))


def push_pending(table: Rm2kTable, kind: str, seat: int, card: int) -> PendingAction:
    """Put an action on top of the stack, where it can be answered."""
    pending = PendingAction(kind, seat, card)
    table.stack.append(pending)
    return pending
