"""Faults in reports of #rm2k_anime."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from gameplay.engine.adjudication.paper_log import WrittenEntry
from gameplay.games.rm2k.levels import free_bandwidth
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import Card
from gameplay.games.rm2k.turn import may_claim
from tests.gameplay.games.rm2k.reported_entries import (
    deck_cards,
    entries_with_tables,
    has_user,
    main_phase_entries,
    user_name,
)
from tests.instruments.reported_games.fault_registry import (
    FaultRegistry,
    FaultSite,
    entries_with,
    entry_text,
    raise_number,
    with_name,
)
from tests.instruments.reported_games.report import BotGameReport

FAULTS = FaultRegistry()
register = FAULTS.register


# --- preparation ---------------------------------------------------------------------------


@register(replaces_entry=False)
def more_starting_users_than_the_set_value(report: BotGameReport) -> Iterator[FaultSite]:
    """RM-2.9: the fault is inserted after a player's last starting User."""
    costs = dict.fromkeys(range(len(report.names)), 0)
    for at, entry in entries_with(report, "main_user", "starts"):
        seat = entry.event[1]
        costs[seat] += report.card(_title(entry)).cost
        after = report.entries[at + 1]
        if after.event[0] in ("main_user", "starts") and after.event[1] == seat:
            continue
        remaining = report.variant.set_value - costs[seat]
        cards = deck_cards(report, seat, lambda card: card.type == "user" and card.cost > remaining)  # noqa: B023
        for card in cards:
            yield at + 1, f"{report.names[seat]}: starts {card.name}", ("RM-2.9", "RM-2.2")


def _title(entry: WrittenEntry) -> str:
    """Return the title in an entry such as "main Mio" or "starts Mio #2"."""
    return re.sub(r" #\d+$", "", entry_text(entry).partition(" ")[2])


@register(replaces_entry=True)
def main_user_of_another(report: BotGameReport) -> Iterator[FaultSite]:
    """RM-2.6: the main User is one that another player has."""
    mains: list[str] = []
    for at, entry in entries_with(report, "main_user"):
        for main in mains:
            yield at, with_name(entry, f"main {main}"), ("RM-2.6", "RM-2.2")
        mains.append(_title(entry))


@register(replaces_entry=True)
def more_expensive_deck_goes_first(report: BotGameReport) -> Iterator[FaultSite]:
    """RM-2.11: the player who has to take lag goes first."""
    for at, entry in entries_with(report, "goes_first"):
        for _, later in entries_with(report, "lagged"):
            owners = [other for other in range(len(report.names)) if other != entry.event[1]]
            if later.turn == 1 and report.entries[at + 1] is later and len(owners) == 1:
                yield at, f"{report.names[owners[0]]}: goes first", ("RM-2.11",)


@register(replaces_entry=True)
def starting_lag_on_another_players_user(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry, table in entries_with_tables(report):
        if (
            entry.event[0] != "lagged"
            or entry.turn != 1
            or report.entries[at - 1].event[0] not in ("goes_first", "lagged")
        ):
            continue
        owner = table.owners[entry.event[1]]
        for other in range(table.seats):
            for user in table.users[other] if other != owner else ():
                if not has_user(table, owner, user):
                    yield at, f"1 lag on {user_name(table, user, None)}", ("RM-2.12",)


# --- Syncing -------------------------------------------------------------------------------


@register(replaces_entry=False)
def lag_without_free_bandwidth(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry, table in main_phase_entries(report):
        seat = entry.active
        for host in table.syncing_cards:
            for user in table.users[seat] if table.owners[host] == seat else ():
                if (
                    not free_bandwidth(table, user)
                    and table.cards[table.syncing_cards[host]].skill not in table.cards[user].immune
                ):
                    words = f"{user_name(table, user, seat)} pays for {user_name(table, host, seat)}"
                    yield at, words, ("RM-5.1.7",)


@register(replaces_entry=False)
def second_card_on_a_user(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry, table in main_phase_entries(report):
        for host in table.syncing_cards if table.hand[entry.active] else ():
            if table.owners[host] == entry.active:
                yield at, f"sync on {user_name(table, host, entry.active)}", ("RM-5.1.3",)


@register(replaces_entry=False)
def paying_after_a_challenge(report: BotGameReport) -> Iterator[FaultSite]:
    """RM-5.1.15: the fault is inserted after a Challenge."""
    for at, entry, table in entries_with_tables(report):
        before = report.entries[at - 1]
        if before.event[0] != "drawn" or before.turn != entry.turn:
            continue
        for host in table.syncing_cards:
            if table.owners[host] == entry.active:
                name = user_name(table, host, entry.active)
                yield at, f"{name} pays for {name}", ("RM-5.1.15",)


def _activations(report: BotGameReport) -> Iterator[tuple[int, WrittenEntry, Rm2kTable, int, int]]:
    """Yield each activation by the active player, with the User and the tokens there."""
    for at, entry, table in entries_with_tables(report):
        if entry.event[0] == "activated" and entry.event[1] == entry.active:
            host = entry.event[3]
            if host in table.syncing_cards:
                yield at, entry, table, host, table.tokens[table.syncing_cards[host]]


@register(replaces_entry=True)
def activating_a_more_expensive_card(report: BotGameReport) -> Iterator[FaultSite]:
    """RM-5.2.2: the actual card is paid for, but this one is not."""
    for at, entry, table, host, tokens in _activations(report):
        immune = _immune_skills(report, table, host, at)
        seat = entry.active
        cards = deck_cards(report, seat, lambda card: card.cost > tokens and card.skill not in immune)  # noqa: B023
        for card in cards:
            yield at, with_name(entry, f"{user_name(table, host, entry.active)} activates {card.name}"), ("RM-5.2.2",)


def _immune_skills(report: BotGameReport, table: Rm2kTable, host: int, at: int) -> set[Any]:
    """Return the skills that the User, or a User that paid before, is immune to."""
    payers = [each.event[1] for _, each in entries_with(report, "paid") if each.event[2] == host]
    return {skill for user in (host, *payers) for skill in table.cards[user].immune}


@register(replaces_entry=True)
def activating_a_skill_that_the_carrier_is_immune_to(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry, table, host, tokens in _activations(report):
        immune = table.cards[host].immune
        seat = entry.active
        cards = deck_cards(report, seat, lambda card: card.cost <= tokens and card.skill in immune)  # noqa: B023
        for card in cards:
            yield at, with_name(entry, f"{user_name(table, host, entry.active)} activates {card.name}"), ("RM-6.2",)


@register(replaces_entry=False)
def activating_before_all_is_paid(report: BotGameReport) -> Iterator[FaultSite]:
    """RM-5.2.2: a turn before the last payment, and inserted between payments."""
    activated = {entry.event[2]: at for at, entry in entries_with(report, "activated")}
    last_payments: dict[int, WrittenEntry] = {}
    for _, entry, table in entries_with_tables(report):
        if entry.event[0] == "paid" and entry.event[2] in table.syncing_cards:
            last_payments[table.syncing_cards[entry.event[2]]] = entry
    for at, entry, table in main_phase_entries(report):
        for host, card in table.syncing_cards.items():
            is_paid_later = card in last_payments and card in activated and last_payments[card].turn > entry.turn
            if is_paid_later and table.owners[card] == entry.active and table.cards[card].type in ("user", "attach"):
                words = f"{user_name(table, host, entry.active)} activates {table.cards[card].name}"
                yield at, f"{report.names[entry.active]}: {words}", ("RM-5.2.2",)


# --- Instantaneous Syncing -----------------------------------------------------------------


def _instant_syncing_sites(
    report: BotGameReport, predicate: Callable[[Rm2kTable, int, Card], bool], clause: str, *, seats_to_the_left: int = 0
) -> Iterator[FaultSite]:
    """Yield sites in Main Phases where a User of a player would play a card from the deck that satisfies the predicate.

    The player sits ``seats_to_the_left`` of the active player.
    """
    for at, entry, table in main_phase_entries(report):
        seat = (entry.active + seats_to_the_left) % table.seats
        for user in table.users[seat]:
            for card in deck_cards(report, seat, partial(predicate, table, user)):
                yield at, f"{report.names[seat]}: {user_name(table, user, seat)} plays {card.name}", (clause,)


def _can_pay(table: Rm2kTable, user: int, card: Card) -> bool:
    """Return whether the User could pay for a card immediately."""
    is_allowed = card.skill not in table.cards[user].immune
    return is_allowed and user not in table.syncing_cards and free_bandwidth(table, user) >= card.cost


@register(replaces_entry=False)
def instant_syncing_with_too_little_bandwidth(report: BotGameReport) -> Iterator[FaultSite]:
    yield from _instant_syncing_sites(
        report,
        lambda table, user, card: (
            card.is_ordinary and user not in table.syncing_cards and free_bandwidth(table, user) < card.cost
        ),
        "RM-5.3.3",
    )


@register(replaces_entry=False)
def instant_syncing_by_a_carrier(report: BotGameReport) -> Iterator[FaultSite]:
    yield from _instant_syncing_sites(
        report, lambda table, user, card: card.is_ordinary and user in table.syncing_cards, "RM-5.3.2"
    )


@register(replaces_entry=False)
def instant_syncing_of_a_user_or_an_attach(report: BotGameReport) -> Iterator[FaultSite]:
    yield from _instant_syncing_sites(
        report, lambda table, user, card: card.type in ("user", "attach") and _can_pay(table, user, card), "RM-5.3.5"
    )


@register(replaces_entry=False)
def react_to_nothing(report: BotGameReport) -> Iterator[FaultSite]:
    yield from _instant_syncing_sites(
        report, lambda table, user, card: bool(card.answerable_kinds) and _can_pay(table, user, card), "RM-5.2.3"
    )


@register(replaces_entry=False)
def out_of_turn(report: BotGameReport) -> Iterator[FaultSite]:
    yield from _instant_syncing_sites(
        report,
        lambda table, user, card: card.is_ordinary and _can_pay(table, user, card),
        "RM-5.2.3",
        seats_to_the_left=1,
    )


# --- Limbo ---------------------------------------------------------------------------------


def _limbo_sites(report: BotGameReport, words: str, clause: str) -> Iterator[FaultSite]:
    """Yield sites in Main Phases where a User in Limbo would act; the active player has no other User of that title."""
    for at, entry, table in main_phase_entries(report):
        for user in table.limbo[entry.active]:
            if not any(table.cards[other] is table.cards[user] for other in table.users[entry.active]):
                yield at, words.format(table.cards[user].name), (clause,)


@register(replaces_entry=False)
def carrying_in_limbo(report: BotGameReport) -> Iterator[FaultSite]:
    yield from _limbo_sites(report, "sync on {}", "RM-6.7.6")


@register(replaces_entry=False)
def paying_in_limbo(report: BotGameReport) -> Iterator[FaultSite]:
    yield from _limbo_sites(report, "{0} pays for {0}", "RM-6.7.2")


@register(replaces_entry=False)
def ability_in_limbo(report: BotGameReport) -> Iterator[FaultSite]:
    yield from _limbo_sites(report, "use {}", "RM-6.7.3")


# --- Challenges ----------------------------------------------------------------------------


@register(replaces_entry=True)
def total_is_one_more(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "totals"):
        yield at, raise_number(entry), ("RM-8.2.4",)


@register(replaces_entry=True)
def winner_is_the_loser(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "won", "lost"):
        other = "lost" if entry.event[0] == "won" else "won"
        rest = (each for each in report.entries[at + 1 :] if each.event[0] == other and each.turn == entry.turn)
        if entry.event[0] == "won" and (loser := next(rest, None)):
            yield at, f"{report.names[loser.event[1]]}: {entry_text(entry)}", ("RM-8.2.5",)


@register(replaces_entry=True)
def second_attack_of_a_user(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry, table in entries_with_tables(report):
        if entry.event[0] == "attacks" and report.entries[at - 1].event[0] != "attacks":
            earlier = {each.event[1] for _, each in entries_with(report, "attacks") if each.turn == entry.turn}
            for user in table.users[entry.active]:
                before = [n for n, each in entries_with(report, "attacks") if n < at and each.event[1] == user]
                if user in earlier and any(report.entries[n].turn == entry.turn for n in before):
                    yield at, f"{user_name(table, user, entry.active)} attacks", ("RM-8.1.8",)


@register(replaces_entry=True)
def attacker_in_limbo(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry, table in entries_with_tables(report):
        if entry.event[0] == "attacks" and report.entries[at - 1].event[0] != "attacks":
            for user in table.limbo[entry.active]:
                if not any(table.cards[other] is table.cards[user] for other in table.users[entry.active]):
                    yield at, f"{table.cards[user].name} attacks", ("RM-6.7.6",)


@register(replaces_entry=True)
def defender_of_the_attacking_player(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry, table in entries_with_tables(report):
        if entry.event[0] == "defends" and report.entries[at - 1].event[0] != "defends":
            defending_seat = table.owners[entry.event[1]]
            for user in table.users[entry.active]:
                if not has_user(table, defending_seat, user):
                    yield at, f"{user_name(table, user, None)} defends", ("RM-8.1.2",)


# --- the rest of the turn --------------------------------------------------------------------


@register(replaces_entry=True)
def more_lag_removed_than_there_is_bandwidth(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "cleared_lag"):
        yield at, raise_number(entry), ("RM-3.2.1",)


@register(replaces_entry=False)
def goal_that_is_not_reached(report: BotGameReport) -> Iterator[FaultSite]:
    """RM-3.5.1: the fault is inserted after the last entry of a turn without other claims."""
    for at, entry, table in entries_with_tables(report):
        before = report.entries[at - 1] if at else entry
        claimed = any(each.turn == before.turn for _, each in entries_with(report, "claimed"))
        if before.turn == entry.turn or claimed:
            continue
        for seat in table.alive:
            main = table.main_users[seat]
            if main < 0 or not table.cards[main].goal_condition or main in table.claimed:
                continue
            if not may_claim(table, seat, main, winning=False):
                yield at, f"{report.names[seat]}: claim {user_name(table, main, seat)}", ("RM-3.5.1",)


@register(replaces_entry=True)
def victory_points_are_one_more(report: BotGameReport) -> Iterator[FaultSite]:
    scored = list(entries_with(report, "scored"))
    for at, entry in scored:
        in_turn = [each.event[2] for _, each in scored if (each.turn, each.event[1]) == (entry.turn, entry.event[1])]
        if entry.event[2] + 1 not in (*in_turn, sum(in_turn)):  # players also repeat a number, or write the sum
            yield at, raise_number(entry, " VP"), ("RM-8.2.9",)


@register(replaces_entry=False)
def going_on_after_the_end(report: BotGameReport) -> Iterator[FaultSite]:
    _, _, table = entries_with_tables(report)[-1]
    for user in table.users[report.entries[-1].active]:
        name = table.cards[user].name
        yield len(report.entries), f"sync on {name}", ("RM-4.1.1", "RM-4.1.3", "RM-4.1.4", "RM-4.3.2")
