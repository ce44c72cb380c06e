"""How a game ends: Domination, Pingout, losses, draw games (RM-4.*)."""

from collections.abc import Sequence

from gameplay.engine.core.asks import GameEnded, Outcome
from gameplay.games.rm2k.bandwidths import clamp_bandwidth
from gameplay.games.rm2k.levels import lasting_bandwidth
from gameplay.games.rm2k.table import Rm2kTable


class TurnEndsError(Exception):
    """The player whose turn it is has gone out: nothing of the turn is left to be done (RM-9.4)."""


def check_game_end(table: Rm2kTable) -> None:
    """After every action and effect: has somebody won or lost, are the decks empty (RM-4.2.5, 4.3.5)?

    Who goes out takes Attach cards along, so that others may have to follow. Raises Over; raises TurnEndsError when
    the turn player has gone out.
    """
    if table.defers_game_end:
        return
    if not are_all_safe(table):
        while eliminate_losers(table):
            pass
        if table.active not in table.alive:
            raise TurnEndsError
    for seat in table.alive:
        if table.deck[seat]:
            return
    end_as_draw_game(table, "decks")  # RM-4.3.2


def are_all_safe(table: Rm2kTable) -> bool:
    """Whether nobody has given up and each has a User in play with lasting bandwidth: then nobody can have lost."""
    if table.conceded_seats:
        return False
    cards, drained, under = table.cards, table.lasting_changes, table.cards_under
    for seat in table.alive:
        for user in table.users[seat]:
            if (user not in drained and user not in under and cards[user].bandwidth) or lasting_bandwidth(table, user):
                break
        else:
            return False
    return True


def eliminate_losers(table: Rm2kTable) -> bool:
    """Who has nothing left to play with: the others may have won, or play on without (RM-4.1, 9.2, 9.4).

    Answers whether a player has gone out.
    """
    alive = table.alive
    down = [seat for seat in alive if is_beaten(table, seat)]
    victors = [seat for seat in alive if all(other in down for other in alive if other != seat)]
    if len(victors) == 1:
        users = any(table.users[other] for other in alive if other not in victors and other not in table.conceded_seats)
        raise GameEnded(Outcome((victors[0],), "pingout" if users else "domination", table.scores()))
    if victors:
        end_as_draw_game(table, "together")  # RM-4.3.1
    lost = [seat for seat in alive if has_lost(table, seat)]
    for seat in lost:
        eliminate_player(table, seat)
    return bool(lost)


def is_beaten(table: Rm2kTable, seat: int) -> bool:
    """Whether ``seat`` stands in nobody's way: no User in play, or no User with lasting bandwidth (RM-4.1.1, 4.1.2).

    Nor does who has given up. One User with lasting bandwidth is enough (RM-4.2.4), in Limbo too; but Limbo is not in
    play, unless it is agreed (RM-4.2.6).
    """
    if seat in table.conceded_seats:
        return True
    users, limbo = table.users[seat], table.limbo[seat]
    if any(lasting_bandwidth(table, user) for user in users):
        return False
    if not users and not table.variant.limbo_counts_as_user:
        return True
    return not any(lasting_bandwidth(table, user) for user in limbo)


def has_lost(table: Rm2kTable, seat: int) -> bool:
    """Whether ``seat`` controls no User, or only such without lasting bandwidth (RM-4.2.1, 4.2.2), or has given up.

    A User in Limbo is controlled, although it is not in play.
    """
    return seat in table.conceded_seats or not any(
        lasting_bandwidth(table, user) for user in (*table.users[seat], *table.limbo[seat])
    )


def eliminate_player(table: Rm2kTable, seat: int) -> None:
    """``seat`` is out and all its cards leave the game (RM-9.4)."""
    table.alive.remove(seat)
    gone = table.gone[seat]
    for user in table.users[seat]:
        gone += table.cards_under.pop(user, ())
        if user in table.syncing_cards:
            card = table.syncing_cards.pop(user)
            del table.tokens[card]
            gone.append(card)
        for counted in (table.lag, table.lasting_changes, table.turn_changes, table.level_changes):
            counted.pop(user, None)
    _remove_from_others(table, seat)
    for zone in (table.users, table.limbo, table.hand, table.deck, table.discard):
        gone += zone[seat]
        zone[seat].clear()
    mine = set(gone)
    for marked in (table.fought, table.used, table.claimed):
        marked.difference_update(mine)
    table.main_users[seat] = -1
    table.events.append(("out", seat))


def _remove_from_others(table: Rm2kTable, seat: int) -> None:
    """What the seat has on the Users of others, and what it has played, leaves with it."""
    gone = table.gone[seat]
    for bearer, below in table.cards_under.items():
        for attach in [card for card in below if table.owners[card] == seat]:
            below.remove(attach)
            gone.append(attach)
            clamp_bandwidth(table, bearer)
    for pending in [each for each in table.stack if table.owners[each.card] == seat]:
        pending.cancelled = True
        if pending.kind != "ability":
            table.stack.remove(pending)
            gone.append(pending.card)


def end_as_draw_game(table: Rm2kTable, reason: str) -> None:
    """A draw game: of those still in, more VP wins, equal VP is nobody's win (RM-4.3.3, 4.3.4). Raises Over."""
    best = max(table.vp[seat] for seat in table.alive)
    winners = tuple(seat for seat in table.alive if table.vp[seat] == best)
    raise GameEnded(Outcome(winners if len(winners) == 1 else (), reason, table.scores()))


def win_by_goals(table: Rm2kTable, victors: Sequence[int]) -> None:
    """Win the game for the one player whose goal was claimed; several at one moment are a draw game (RM-4.1.4, 4.3.1)."""
    if len(victors) == 1:
        raise GameEnded(Outcome((victors[0],), "goal", table.scores()))
    if victors:
        end_as_draw_game(table, "together")


def check_accomplishment(table: Rm2kTable) -> None:
    """At the end of a Victory Phase: who has the VP wins; several at once are a draw game (RM-3.5.2, 4.1.3, OP-22)."""
    there = [seat for seat in table.alive if table.vp[seat] >= table.variant.target]
    if len(there) == 1:
        raise GameEnded(Outcome((there[0],), "accomplishment", table.scores()))
    if there:
        end_as_draw_game(table, "together")
