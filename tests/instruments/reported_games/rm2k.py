"""Faults in what was written of #rm2k_anime."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from gameplay.engine.adjudication.card_copies import title
from gameplay.engine.adjudication.log import Written
from gameplay.engine.adjudication.notation import Told, notation_of
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Recorded
from gameplay.engine.core.game import Game
from gameplay.games.rm2k.levels import free
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import Card
from gameplay.games.rm2k.turn import may_claim
from tests.instruments.reported_games.games import NAMES, Paper
from tests.instruments.reported_games.plants import Place, Plants, each_of, named, one_more, said

PLANTS = Plants()
plant = PLANTS.plant
State = tuple[int, Written, Rm2kTable]
"""The number of an entry, the entry, and the table before it."""


def _states(paper: Paper) -> list[State]:
    """Each entry with the table as it was when the one before had happened."""
    tables: list[Rm2kTable] = []
    lines = notation_of(paper.ruleset).lines

    def keep(event: Option) -> None:
        if event[0] in lines:
            tables.append(game.table.copy())

    chance = Recorded(paper.record.entries)
    decks = [[paper.printed[ref] for ref in deck] for deck in paper.record.decks]
    game: Game = Game.begin(paper.ruleset, paper.record.variant, decks, chance)
    tables.append(game.table.copy())
    game.table.events = Told(game.table, lambda table, event: (), keep)
    game.follow(chance)
    return [(at, entry, tables[at]) for at, entry in enumerate(paper.entries)]


def _in_main(paper: Paper) -> Iterator[State]:
    """The places in Main Phases where the turn player is asked what to do."""
    for at, entry, table in _states(paper):
        before = paper.entries[at - 1]
        if entry.event[0] in ("carries", "paid") and before.turn == entry.turn and before.event[0] in QUIET:
            yield at, entry, table


QUIET = ("carries", "paid", "cleared_lag")


def _name(table: Rm2kTable, user: int, seat: int | None) -> str:
    """What a User is called in an entry of ``seat``."""
    return title(table, frozenset({"users", "attaches"}), user, players=NAMES, known=seat)


def _of_deck(paper: Paper, seat: int, wanted: Callable[[Card], bool]) -> Iterator[Card]:
    """The cards in a player's deck that are ``wanted``, each once."""
    for ref in sorted(set(paper.record.decks[seat])):
        card = paper.ruleset.read(paper.printed[ref])
        if wanted(card):
            yield card


# --- preparation ---------------------------------------------------------------------------


@plant(instead=False)
def more_starting_users_than_the_set_value(paper: Paper) -> Iterator[Place]:
    """RM-2.9: told behind a player's last starting User."""
    costs = dict.fromkeys(range(len(paper.names)), 0)
    for at, entry in each_of(paper, "main_user", "starts"):
        seat = entry.event[1]
        costs[seat] += paper.card(_title(entry)).cost
        after = paper.entries[at + 1]
        if after.event[0] in ("main_user", "starts") and after.event[1] == seat:
            continue
        left = paper.variant.set_value - costs[seat]
        for card in _of_deck(paper, seat, lambda card: card.type == "user" and card.cost > left):  # noqa: B023 - called at once
            yield at + 1, f"{paper.names[seat]}: starts {card.name}", ("RM-2.9", "RM-2.2")


def _title(entry: Written) -> str:
    """The title in words such as "main Mio" or "starts Mio #2"."""
    return re.sub(r" #\d+$", "", said(entry).partition(" ")[2])


@plant(instead=True)
def main_user_of_another(paper: Paper) -> Iterator[Place]:
    """RM-2.6: told of a player who has one like it, or none."""
    mains: list[str] = []
    for at, entry in each_of(paper, "main_user"):
        for main in mains:
            yield at, named(entry, f"main {main}"), ("RM-2.6", "RM-2.2")
        mains.append(_title(entry))


@plant(instead=True)
def the_dearer_goes_first(paper: Paper) -> Iterator[Place]:
    """RM-2.11, of who has to take lag."""
    for at, entry in each_of(paper, "goes_first"):
        for _, later in each_of(paper, "lagged"):
            owners = [other for other in range(len(paper.names)) if other != entry.event[1]]
            if later.turn == 1 and paper.entries[at + 1] is later and len(owners) == 1:
                yield at, f"{paper.names[owners[0]]}: goes first", ("RM-2.11",)


@plant(instead=True)
def starting_lag_on_anothers_user(paper: Paper) -> Iterator[Place]:
    for at, entry, table in _states(paper):
        if (
            entry.event[0] != "lagged"
            or entry.turn != 1
            or paper.entries[at - 1].event[0] not in ("goes_first", "lagged")
        ):
            continue
        owner = table.owners[entry.event[1]]
        for other in range(table.seats):
            for user in table.users[other] if other != owner else ():
                if not _has(table, owner, user):
                    yield at, f"1 lag on {_name(table, user, None)}", ("RM-2.12",)


def _has(table: Rm2kTable, seat: int, user: int) -> bool:
    """Whether ``seat`` has a User of that name."""
    return any(table.cards[other] is table.cards[user] for other in (*table.users[seat], *table.limbo[seat]))


# --- Syncing -------------------------------------------------------------------------------


@plant(instead=False)
def lag_without_free_bandwidth(paper: Paper) -> Iterator[Place]:
    for at, entry, table in _in_main(paper):
        seat = entry.active
        for host in table.carries:
            for user in table.users[seat] if table.owners[host] == seat else ():
                if not free(table, user) and table.cards[table.carries[host]].skill not in table.cards[user].immune:
                    words = f"{_name(table, user, seat)} pays for {_name(table, host, seat)}"
                    yield at, words, ("RM-5.1.7",)


@plant(instead=False)
def second_card_on_a_user(paper: Paper) -> Iterator[Place]:
    for at, entry, table in _in_main(paper):
        for host in table.carries if table.hand[entry.active] else ():
            if table.owners[host] == entry.active:
                yield at, f"sync on {_name(table, host, entry.active)}", ("RM-5.1.3",)


@plant(instead=False)
def paying_after_a_challenge(paper: Paper) -> Iterator[Place]:
    """RM-5.1.15, told behind a Challenge that is over."""
    for at, entry, table in _states(paper):
        before = paper.entries[at - 1]
        if before.event[0] != "drawn" or before.turn != entry.turn:
            continue
        for host in table.carries:
            if table.owners[host] == entry.active:
                name = _name(table, host, entry.active)
                yield at, f"{name} pays for {name}", ("RM-5.1.15",)


def _activations(paper: Paper) -> Iterator[tuple[int, Written, Rm2kTable, int, int]]:
    """Each activation by the turn player, with the User and the tokens there."""
    for at, entry, table in _states(paper):
        if entry.event[0] == "activated" and entry.event[1] == entry.active:
            host = entry.event[3]
            if host in table.carries:
                yield at, entry, table, host, table.tokens[table.carries[host]]


@plant(instead=True)
def activating_what_cost_more(paper: Paper) -> Iterator[Place]:
    """RM-5.2.2: what lay there was paid, another card would not be."""
    for at, entry, table, host, tokens in _activations(paper):
        immune = _immune(paper, table, host, at)
        for card in _of_deck(paper, entry.active, lambda card: card.cost > tokens and card.skill not in immune):  # noqa: B023 - called at once
            yield at, named(entry, f"{_name(table, host, entry.active)} activates {card.name}"), ("RM-5.2.2",)


def _immune(paper: Paper, table: Rm2kTable, host: int, at: int) -> set[Any]:
    """The skills that the User is immune to, or one that paid before."""
    payers = [each.event[1] for _, each in each_of(paper, "paid") if each.event[2] == host]
    return {skill for user in (host, *payers) for skill in table.cards[user].immune}


@plant(instead=True)
def activating_what_the_carrier_is_immune_to(paper: Paper) -> Iterator[Place]:
    for at, entry, table, host, tokens in _activations(paper):
        immune = table.cards[host].immune
        for card in _of_deck(paper, entry.active, lambda card: card.cost <= tokens and card.skill in immune):  # noqa: B023 - called at once
            yield at, named(entry, f"{_name(table, host, entry.active)} activates {card.name}"), ("RM-6.2",)


@plant(instead=False)
def activating_before_all_is_paid(paper: Paper) -> Iterator[Place]:
    """RM-5.2.2: a turn before the last lag was paid for it, told between payments."""
    shown = {entry.event[2]: at for at, entry in each_of(paper, "activated")}
    last: dict[int, Written] = {}
    for _, entry, table in _states(paper):
        if entry.event[0] == "paid" and entry.event[2] in table.carries:
            last[table.carries[entry.event[2]]] = entry
    for at, entry, table in _in_main(paper):
        for host, card in table.carries.items():
            due = card in last and card in shown and last[card].turn > entry.turn
            if due and table.owners[card] == entry.active and table.cards[card].type in ("user", "attach"):
                words = f"{_name(table, host, entry.active)} activates {table.cards[card].name}"
                yield at, f"{paper.names[entry.active]}: {words}", ("RM-5.2.2",)


# --- Instantaneous Syncing -----------------------------------------------------------------


def _at_once(
    paper: Paper, wanted: Callable[[Rm2kTable, int, Card], bool], clause: str, *, of: int = 0
) -> Iterator[Place]:
    """In Main Phases, a card of the deck of who is ``of`` seats to the left, played by a User, where that is ``wanted``."""
    for at, entry, table in _in_main(paper):
        seat = (entry.active + of) % table.seats
        for user in table.users[seat]:
            for card in _of_deck(paper, seat, partial(wanted, table, user)):
                yield at, f"{paper.names[seat]}: {_name(table, user, seat)} plays {card.name}", (clause,)


def _able(table: Rm2kTable, user: int, card: Card) -> bool:
    """Whether the User could pay a card at once."""
    fits = card.skill not in table.cards[user].immune
    return fits and user not in table.carries and free(table, user) >= card.cost


@plant(instead=False)
def playing_at_once_for_too_little(paper: Paper) -> Iterator[Place]:
    yield from _at_once(
        paper,
        lambda table, user, card: card.ordinary and user not in table.carries and free(table, user) < card.cost,
        "RM-5.3.3",
    )


@plant(instead=False)
def playing_at_once_by_a_carrier(paper: Paper) -> Iterator[Place]:
    yield from _at_once(paper, lambda table, user, card: card.ordinary and user in table.carries, "RM-5.3.2")


@plant(instead=False)
def playing_a_user_or_an_attach_at_once(paper: Paper) -> Iterator[Place]:
    yield from _at_once(
        paper, lambda table, user, card: card.type in ("user", "attach") and _able(table, user, card), "RM-5.3.5"
    )


@plant(instead=False)
def react_to_nothing(paper: Paper) -> Iterator[Place]:
    yield from _at_once(paper, lambda table, user, card: bool(card.answers) and _able(table, user, card), "RM-5.2.3")


@plant(instead=False)
def out_of_turn(paper: Paper) -> Iterator[Place]:
    yield from _at_once(paper, lambda table, user, card: card.ordinary and _able(table, user, card), "RM-5.2.3", of=1)


# --- Limbo ---------------------------------------------------------------------------------


def _limbo(paper: Paper, words: str, clause: str) -> Iterator[Place]:
    """In Main Phases, what a User in Limbo would do of which the turn player has no other."""
    for at, entry, table in _in_main(paper):
        for user in table.limbo[entry.active]:
            if not any(table.cards[other] is table.cards[user] for other in table.users[entry.active]):
                yield at, words.format(table.cards[user].name), (clause,)


@plant(instead=False)
def carrying_in_limbo(paper: Paper) -> Iterator[Place]:
    yield from _limbo(paper, "sync on {}", "RM-6.7.6")


@plant(instead=False)
def paying_in_limbo(paper: Paper) -> Iterator[Place]:
    yield from _limbo(paper, "{0} pays for {0}", "RM-6.7.2")


@plant(instead=False)
def ability_in_limbo(paper: Paper) -> Iterator[Place]:
    yield from _limbo(paper, "use {}", "RM-6.7.3")


# --- Challenges ----------------------------------------------------------------------------


@plant(instead=True)
def total_is_one_more(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "totals"):
        yield at, one_more(entry), ("RM-8.2.4",)


@plant(instead=True)
def winner_is_the_loser(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "won", "lost"):
        other = "lost" if entry.event[0] == "won" else "won"
        rest = (each for each in paper.entries[at + 1 :] if each.event[0] == other and each.turn == entry.turn)
        if entry.event[0] == "won" and (loser := next(rest, None)):
            yield at, f"{paper.names[loser.event[1]]}: {said(entry)}", ("RM-8.2.5",)


@plant(instead=True)
def second_attack_of_a_user(paper: Paper) -> Iterator[Place]:
    for at, entry, table in _states(paper):
        if entry.event[0] == "attacks" and paper.entries[at - 1].event[0] != "attacks":
            earlier = {each.event[1] for _, each in each_of(paper, "attacks") if each.turn == entry.turn}
            for user in table.users[entry.active]:
                before = [n for n, each in each_of(paper, "attacks") if n < at and each.event[1] == user]
                if user in earlier and any(paper.entries[n].turn == entry.turn for n in before):
                    yield at, f"{_name(table, user, entry.active)} attacks", ("RM-8.1.8",)


@plant(instead=True)
def attacker_in_limbo(paper: Paper) -> Iterator[Place]:
    for at, entry, table in _states(paper):
        if entry.event[0] == "attacks" and paper.entries[at - 1].event[0] != "attacks":
            for user in table.limbo[entry.active]:
                if not any(table.cards[other] is table.cards[user] for other in table.users[entry.active]):
                    yield at, f"{table.cards[user].name} attacks", ("RM-6.7.6",)


@plant(instead=True)
def defender_that_is_the_attackers_own(paper: Paper) -> Iterator[Place]:
    for at, entry, table in _states(paper):
        if entry.event[0] == "defends" and paper.entries[at - 1].event[0] != "defends":
            theirs = table.owners[entry.event[1]]
            for user in table.users[entry.active]:
                if not _has(table, theirs, user):
                    yield at, f"{_name(table, user, None)} defends", ("RM-8.1.2",)


# --- the rest of the turn --------------------------------------------------------------------


@plant(instead=True)
def more_lag_removed_than_there_is_bandwidth(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "cleared_lag"):
        yield at, one_more(entry), ("RM-3.2.1",)


@plant(instead=False)
def goal_that_is_not_attained(paper: Paper) -> Iterator[Place]:
    """RM-3.5.1, told behind the last entry of a turn in which nothing else is claimed."""
    for at, entry, table in _states(paper):
        before = paper.entries[at - 1] if at else entry
        claimed = any(each.turn == before.turn for _, each in each_of(paper, "claimed"))
        if before.turn == entry.turn or claimed:
            continue
        for seat in table.alive:
            main = table.main[seat]
            if main < 0 or not table.cards[main].goal or main in table.claimed:
                continue
            if not may_claim(table, seat, main, winning=False):
                yield at, f"{paper.names[seat]}: claim {_name(table, main, seat)}", ("RM-3.5.1",)


@plant(instead=True)
def victory_points_are_one_more(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "scored"):
        yield at, one_more(entry, " VP"), ("RM-8.2.9",)


@plant(instead=False)
def going_on_after_the_end(paper: Paper) -> Iterator[Place]:
    _, _, table = _states(paper)[-1]
    for user in table.users[paper.entries[-1].active]:
        name = table.cards[user].name
        yield len(paper.entries), f"sync on {name}", ("RM-4.1.1", "RM-4.1.3", "RM-4.1.4", "RM-4.3.2")
