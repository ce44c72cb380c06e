"""Faults in what was written of #rm2k_anime."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from gameplay.engine.adjudication.card_copies import unambiguous_title
from gameplay.engine.adjudication.notation import ObservedEvents, notation_of
from gameplay.engine.adjudication.paper_log import WrittenEntry
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import RecordedChance
from gameplay.engine.core.game import Game
from gameplay.games.rm2k.levels import free_bandwidth
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import Card
from gameplay.games.rm2k.turn import may_claim
from tests.instruments.reported_games.fault_registry import (
    FaultRegistry,
    FaultSite,
    entries_with,
    entry_text,
    raise_number,
    with_name,
)
from tests.instruments.reported_games.games import NAMES, ReportedGame

FAULTS = FaultRegistry()
register = FAULTS.register
EntryWithTable = tuple[int, WrittenEntry, Rm2kTable]
"""The number of an entry, the entry, and the table before it."""


def _entries_with_tables(report: ReportedGame) -> list[EntryWithTable]:
    """Each entry with the table as it was when the one before had happened."""
    tables: list[Rm2kTable] = []
    lines = notation_of(report.ruleset).templates

    def keep(event: Option) -> None:
        if event[0] in lines:
            tables.append(game.table.copy())

    chance = RecordedChance(report.record.entries)
    decks = [[report.printed[ref] for ref in deck] for deck in report.record.decks]
    game: Game = Game.begin(report.ruleset, report.record.variant, decks, chance)
    tables.append(game.table.copy())
    game.table.events = ObservedEvents(game.table, lambda table, event: (), keep)
    game.replay_entries(chance)
    return [(at, entry, tables[at]) for at, entry in enumerate(report.entries)]


def _main_phase_entries(report: ReportedGame) -> Iterator[EntryWithTable]:
    """The places in Main Phases where the turn player is asked what to do."""
    for at, entry, table in _entries_with_tables(report):
        before = report.entries[at - 1]
        if entry.event[0] in ("carries", "paid") and before.turn == entry.turn and before.event[0] in QUIET_EVENTS:
            yield at, entry, table


QUIET_EVENTS = ("carries", "paid", "cleared_lag")


def _user_name(table: Rm2kTable, user: int, seat: int | None) -> str:
    """What a User is called in an entry of ``seat``."""
    return unambiguous_title(table, frozenset({"users", "attaches"}), user, players=NAMES, known=seat)


def _deck_cards(report: ReportedGame, seat: int, is_wanted: Callable[[Card], bool]) -> Iterator[Card]:
    """The cards in a player's deck that are ``wanted``, each once."""
    for ref in sorted(set(report.record.decks[seat])):
        card = report.ruleset.definition(report.printed[ref])
        if is_wanted(card):
            yield card


# --- preparation ---------------------------------------------------------------------------


@register(instead=False)
def more_starting_users_than_the_set_value(report: ReportedGame) -> Iterator[FaultSite]:
    """RM-2.9: told behind a player's last starting User."""
    costs = dict.fromkeys(range(len(report.names)), 0)
    for at, entry in entries_with(report, "main_user", "starts"):
        seat = entry.event[1]
        costs[seat] += report.card(_title(entry)).cost
        after = report.entries[at + 1]
        if after.event[0] in ("main_user", "starts") and after.event[1] == seat:
            continue
        left = report.variant.set_value - costs[seat]
        for card in _deck_cards(report, seat, lambda card: card.type == "user" and card.cost > left):  # noqa: B023 - called at once
            yield at + 1, f"{report.names[seat]}: starts {card.name}", ("RM-2.9", "RM-2.2")


def _title(entry: WrittenEntry) -> str:
    """The title in words such as "main Mio" or "starts Mio #2"."""
    return re.sub(r" #\d+$", "", entry_text(entry).partition(" ")[2])


@register(instead=True)
def main_user_of_another(report: ReportedGame) -> Iterator[FaultSite]:
    """RM-2.6: told of a player who has one like it, or none."""
    mains: list[str] = []
    for at, entry in entries_with(report, "main_user"):
        for main in mains:
            yield at, with_name(entry, f"main {main}"), ("RM-2.6", "RM-2.2")
        mains.append(_title(entry))


@register(instead=True)
def the_dearer_goes_first(report: ReportedGame) -> Iterator[FaultSite]:
    """RM-2.11, of who has to take lag."""
    for at, entry in entries_with(report, "goes_first"):
        for _, later in entries_with(report, "lagged"):
            owners = [other for other in range(len(report.names)) if other != entry.event[1]]
            if later.turn == 1 and report.entries[at + 1] is later and len(owners) == 1:
                yield at, f"{report.names[owners[0]]}: goes first", ("RM-2.11",)


@register(instead=True)
def starting_lag_on_anothers_user(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry, table in _entries_with_tables(report):
        if (
            entry.event[0] != "lagged"
            or entry.turn != 1
            or report.entries[at - 1].event[0] not in ("goes_first", "lagged")
        ):
            continue
        owner = table.owners[entry.event[1]]
        for other in range(table.seats):
            for user in table.users[other] if other != owner else ():
                if not _has_user(table, owner, user):
                    yield at, f"1 lag on {_user_name(table, user, None)}", ("RM-2.12",)


def _has_user(table: Rm2kTable, seat: int, user: int) -> bool:
    """Whether ``seat`` has a User of that name."""
    return any(table.cards[other] is table.cards[user] for other in (*table.users[seat], *table.limbo[seat]))


# --- Syncing -------------------------------------------------------------------------------


@register(instead=False)
def lag_without_free_bandwidth(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry, table in _main_phase_entries(report):
        seat = entry.active
        for host in table.syncing_cards:
            for user in table.users[seat] if table.owners[host] == seat else ():
                if (
                    not free_bandwidth(table, user)
                    and table.cards[table.syncing_cards[host]].skill not in table.cards[user].immune
                ):
                    words = f"{_user_name(table, user, seat)} pays for {_user_name(table, host, seat)}"
                    yield at, words, ("RM-5.1.7",)


@register(instead=False)
def second_card_on_a_user(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry, table in _main_phase_entries(report):
        for host in table.syncing_cards if table.hand[entry.active] else ():
            if table.owners[host] == entry.active:
                yield at, f"sync on {_user_name(table, host, entry.active)}", ("RM-5.1.3",)


@register(instead=False)
def paying_after_a_challenge(report: ReportedGame) -> Iterator[FaultSite]:
    """RM-5.1.15, told behind a Challenge that is over."""
    for at, entry, table in _entries_with_tables(report):
        before = report.entries[at - 1]
        if before.event[0] != "drawn" or before.turn != entry.turn:
            continue
        for host in table.syncing_cards:
            if table.owners[host] == entry.active:
                name = _user_name(table, host, entry.active)
                yield at, f"{name} pays for {name}", ("RM-5.1.15",)


def _activations(report: ReportedGame) -> Iterator[tuple[int, WrittenEntry, Rm2kTable, int, int]]:
    """Each activation by the turn player, with the User and the tokens there."""
    for at, entry, table in _entries_with_tables(report):
        if entry.event[0] == "activated" and entry.event[1] == entry.active:
            host = entry.event[3]
            if host in table.syncing_cards:
                yield at, entry, table, host, table.tokens[table.syncing_cards[host]]


@register(instead=True)
def activating_what_cost_more(report: ReportedGame) -> Iterator[FaultSite]:
    """RM-5.2.2: what lay there was paid, another card would not be."""
    for at, entry, table, host, tokens in _activations(report):
        immune = _immune_skills(report, table, host, at)
        for card in _deck_cards(report, entry.active, lambda card: card.cost > tokens and card.skill not in immune):  # noqa: B023 - called at once
            yield at, with_name(entry, f"{_user_name(table, host, entry.active)} activates {card.name}"), ("RM-5.2.2",)


def _immune_skills(report: ReportedGame, table: Rm2kTable, host: int, at: int) -> set[Any]:
    """The skills that the User is immune to, or one that paid before."""
    payers = [each.event[1] for _, each in entries_with(report, "paid") if each.event[2] == host]
    return {skill for user in (host, *payers) for skill in table.cards[user].immune}


@register(instead=True)
def activating_what_the_carrier_is_immune_to(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry, table, host, tokens in _activations(report):
        immune = table.cards[host].immune
        for card in _deck_cards(report, entry.active, lambda card: card.cost <= tokens and card.skill in immune):  # noqa: B023 - called at once
            yield at, with_name(entry, f"{_user_name(table, host, entry.active)} activates {card.name}"), ("RM-6.2",)


@register(instead=False)
def activating_before_all_is_paid(report: ReportedGame) -> Iterator[FaultSite]:
    """RM-5.2.2: a turn before the last lag was paid for it, told between payments."""
    shown = {entry.event[2]: at for at, entry in entries_with(report, "activated")}
    last: dict[int, WrittenEntry] = {}
    for _, entry, table in _entries_with_tables(report):
        if entry.event[0] == "paid" and entry.event[2] in table.syncing_cards:
            last[table.syncing_cards[entry.event[2]]] = entry
    for at, entry, table in _main_phase_entries(report):
        for host, card in table.syncing_cards.items():
            due = card in last and card in shown and last[card].turn > entry.turn
            if due and table.owners[card] == entry.active and table.cards[card].type in ("user", "attach"):
                words = f"{_user_name(table, host, entry.active)} activates {table.cards[card].name}"
                yield at, f"{report.names[entry.active]}: {words}", ("RM-5.2.2",)


# --- Instantaneous Syncing -----------------------------------------------------------------


def _instant_syncing_sites(
    report: ReportedGame, is_wanted: Callable[[Rm2kTable, int, Card], bool], clause: str, *, seats_to_the_left: int = 0
) -> Iterator[FaultSite]:
    """In Main Phases, a card of the deck of who is ``of`` seats to the left, played by a User, where that is ``wanted``."""
    for at, entry, table in _main_phase_entries(report):
        seat = (entry.active + seats_to_the_left) % table.seats
        for user in table.users[seat]:
            for card in _deck_cards(report, seat, partial(is_wanted, table, user)):
                yield at, f"{report.names[seat]}: {_user_name(table, user, seat)} plays {card.name}", (clause,)


def _can_pay(table: Rm2kTable, user: int, card: Card) -> bool:
    """Whether the User could pay a card at once."""
    fits = card.skill not in table.cards[user].immune
    return fits and user not in table.syncing_cards and free_bandwidth(table, user) >= card.cost


@register(instead=False)
def playing_at_once_for_too_little(report: ReportedGame) -> Iterator[FaultSite]:
    yield from _instant_syncing_sites(
        report,
        lambda table, user, card: (
            card.is_ordinary and user not in table.syncing_cards and free_bandwidth(table, user) < card.cost
        ),
        "RM-5.3.3",
    )


@register(instead=False)
def playing_at_once_by_a_carrier(report: ReportedGame) -> Iterator[FaultSite]:
    yield from _instant_syncing_sites(
        report, lambda table, user, card: card.is_ordinary and user in table.syncing_cards, "RM-5.3.2"
    )


@register(instead=False)
def playing_a_user_or_an_attach_at_once(report: ReportedGame) -> Iterator[FaultSite]:
    yield from _instant_syncing_sites(
        report, lambda table, user, card: card.type in ("user", "attach") and _can_pay(table, user, card), "RM-5.3.5"
    )


@register(instead=False)
def react_to_nothing(report: ReportedGame) -> Iterator[FaultSite]:
    yield from _instant_syncing_sites(
        report, lambda table, user, card: bool(card.answerable_kinds) and _can_pay(table, user, card), "RM-5.2.3"
    )


@register(instead=False)
def out_of_turn(report: ReportedGame) -> Iterator[FaultSite]:
    yield from _instant_syncing_sites(
        report,
        lambda table, user, card: card.is_ordinary and _can_pay(table, user, card),
        "RM-5.2.3",
        seats_to_the_left=1,
    )


# --- Limbo ---------------------------------------------------------------------------------


def _limbo_sites(report: ReportedGame, words: str, clause: str) -> Iterator[FaultSite]:
    """In Main Phases, what a User in Limbo would do of which the turn player has no other."""
    for at, entry, table in _main_phase_entries(report):
        for user in table.limbo[entry.active]:
            if not any(table.cards[other] is table.cards[user] for other in table.users[entry.active]):
                yield at, words.format(table.cards[user].name), (clause,)


@register(instead=False)
def carrying_in_limbo(report: ReportedGame) -> Iterator[FaultSite]:
    yield from _limbo_sites(report, "sync on {}", "RM-6.7.6")


@register(instead=False)
def paying_in_limbo(report: ReportedGame) -> Iterator[FaultSite]:
    yield from _limbo_sites(report, "{0} pays for {0}", "RM-6.7.2")


@register(instead=False)
def ability_in_limbo(report: ReportedGame) -> Iterator[FaultSite]:
    yield from _limbo_sites(report, "use {}", "RM-6.7.3")


# --- Challenges ----------------------------------------------------------------------------


@register(instead=True)
def total_is_one_more(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "totals"):
        yield at, raise_number(entry), ("RM-8.2.4",)


@register(instead=True)
def winner_is_the_loser(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "won", "lost"):
        other = "lost" if entry.event[0] == "won" else "won"
        rest = (each for each in report.entries[at + 1 :] if each.event[0] == other and each.turn == entry.turn)
        if entry.event[0] == "won" and (loser := next(rest, None)):
            yield at, f"{report.names[loser.event[1]]}: {entry_text(entry)}", ("RM-8.2.5",)


@register(instead=True)
def second_attack_of_a_user(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry, table in _entries_with_tables(report):
        if entry.event[0] == "attacks" and report.entries[at - 1].event[0] != "attacks":
            earlier = {each.event[1] for _, each in entries_with(report, "attacks") if each.turn == entry.turn}
            for user in table.users[entry.active]:
                before = [n for n, each in entries_with(report, "attacks") if n < at and each.event[1] == user]
                if user in earlier and any(report.entries[n].turn == entry.turn for n in before):
                    yield at, f"{_user_name(table, user, entry.active)} attacks", ("RM-8.1.8",)


@register(instead=True)
def attacker_in_limbo(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry, table in _entries_with_tables(report):
        if entry.event[0] == "attacks" and report.entries[at - 1].event[0] != "attacks":
            for user in table.limbo[entry.active]:
                if not any(table.cards[other] is table.cards[user] for other in table.users[entry.active]):
                    yield at, f"{table.cards[user].name} attacks", ("RM-6.7.6",)


@register(instead=True)
def defender_that_is_the_attackers_own(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry, table in _entries_with_tables(report):
        if entry.event[0] == "defends" and report.entries[at - 1].event[0] != "defends":
            theirs = table.owners[entry.event[1]]
            for user in table.users[entry.active]:
                if not _has_user(table, theirs, user):
                    yield at, f"{_user_name(table, user, None)} defends", ("RM-8.1.2",)


# --- the rest of the turn --------------------------------------------------------------------


@register(instead=True)
def more_lag_removed_than_there_is_bandwidth(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "cleared_lag"):
        yield at, raise_number(entry), ("RM-3.2.1",)


@register(instead=False)
def goal_that_is_not_attained(report: ReportedGame) -> Iterator[FaultSite]:
    """RM-3.5.1, told behind the last entry of a turn in which nothing else is claimed."""
    for at, entry, table in _entries_with_tables(report):
        before = report.entries[at - 1] if at else entry
        claimed = any(each.turn == before.turn for _, each in entries_with(report, "claimed"))
        if before.turn == entry.turn or claimed:
            continue
        for seat in table.alive:
            main = table.main_users[seat]
            if main < 0 or not table.cards[main].goal_condition or main in table.claimed:
                continue
            if not may_claim(table, seat, main, winning=False):
                yield at, f"{report.names[seat]}: claim {_user_name(table, main, seat)}", ("RM-3.5.1",)


@register(instead=True)
def victory_points_are_one_more(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "scored"):
        yield at, raise_number(entry, " VP"), ("RM-8.2.9",)


@register(instead=False)
def going_on_after_the_end(report: ReportedGame) -> Iterator[FaultSite]:
    _, _, table = _entries_with_tables(report)[-1]
    for user in table.users[report.entries[-1].active]:
        name = table.cards[user].name
        yield len(report.entries), f"sync on {name}", ("RM-4.1.1", "RM-4.1.3", "RM-4.1.4", "RM-4.3.2")
