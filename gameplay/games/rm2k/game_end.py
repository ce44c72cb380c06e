"""The end of a game: Domination, Pingout, losses and draw games (RM-4.*)."""

from collections.abc import Sequence

from gameplay.engine.core.asks import GameEnded, Outcome
from gameplay.games.rm2k.bandwidths import clamp_bandwidth
from gameplay.games.rm2k.levels import lasting_bandwidth
from gameplay.games.rm2k.table import Rm2kTable


class TurnEndsError(Exception):
    """Raised to end the turn because the turn player is out (RM-9.4)."""


def check_game_end(table: Rm2kTable) -> None:
    """Eliminate players who have lost and raise GameEnded if the game is over (RM-4.2.5, 4.3.5).

    It is called after every action and effect. Attach cards of an eliminated player leave the game, so other players
    may lose as well. Raise TurnEndsError if the turn player is out.
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
    """Return whether no player can have lost: none has conceded, and all have a User with lasting bandwidth."""
    if table.conceded_seats:
        return False
    cards, changes, under = table.cards, table.lasting_changes, table.cards_under
    for seat in table.alive:
        for user in table.users[seat]:
            if (user not in changes and user not in under and cards[user].bandwidth) or lasting_bandwidth(table, user):
                break
        else:
            return False
    return True


def eliminate_losers(table: Rm2kTable) -> bool:
    """Eliminate players who have lost; raise GameEnded if the others have won (RM-4.1, 9.2, 9.4).

    Return whether a player was eliminated.
    """
    alive = table.alive
    beaten = [seat for seat in alive if is_beaten(table, seat)]
    victors = [seat for seat in alive if all(other in beaten for other in alive if other != seat)]
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
    """Return whether ``seat`` has no User in play or none with lasting bandwidth, or conceded (RM-4.1.1, 4.1.2).

    One User with lasting bandwidth is enough, also in Limbo (RM-4.2.4). A User in Limbo is not in play, unless the
    variant says so (RM-4.2.6).
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
    """Return whether ``seat`` controls no User with lasting bandwidth (RM-4.2.1, 4.2.2), or has conceded.

    A player controls Users in Limbo, although they are not in play.
    """
    return seat in table.conceded_seats or not any(
        lasting_bandwidth(table, user) for user in (*table.users[seat], *table.limbo[seat])
    )


def eliminate_player(table: Rm2kTable, seat: int) -> None:
    """Remove ``seat`` and all its cards from the game (RM-9.4)."""
    table.alive.remove(seat)
    gone = table.gone[seat]
    for user in table.users[seat]:
        gone += table.cards_under.pop(user, ())
        if user in table.syncing_cards:
            card = table.syncing_cards.pop(user)
            del table.tokens[card]
            gone.append(card)
        for counts in (table.lag, table.lasting_changes, table.turn_changes, table.level_changes):
            counts.pop(user, None)
    _remove_from_others(table, seat)
    for zone in (table.users, table.limbo, table.hand, table.deck, table.discard):
        gone += zone[seat]
        zone[seat].clear()
    removed = set(gone)
    for marks in (table.fought, table.used, table.claimed):
        marks.difference_update(removed)
    table.main_users[seat] = -1
    table.events.append(("out", seat))


def _remove_from_others(table: Rm2kTable, seat: int) -> None:
    """Remove the seat's Attach cards on other players' Users and its cards on the stack."""
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
    """End a draw game: of the remaining players, more VP wins; equal VP is a draw (RM-4.3.3, 4.3.4).

    Raise GameEnded.
    """
    best = max(table.vp[seat] for seat in table.alive)
    winners = tuple(seat for seat in table.alive if table.vp[seat] == best)
    raise GameEnded(Outcome(winners if len(winners) == 1 else (), reason, table.scores()))


def win_by_goals(table: Rm2kTable, victors: Sequence[int]) -> None:
    """End the game if ``victors`` have claimed winning goals; several make a draw game (RM-4.1.4, 4.3.1)."""
    if len(victors) == 1:
        raise GameEnded(Outcome((victors[0],), "goal", table.scores()))
    if victors:
        end_as_draw_game(table, "together")


def check_accomplishment(table: Rm2kTable) -> None:
    """End the game if players have the target VP; several make a draw game (RM-3.5.2, 4.1.3, OP-22)."""
    victors = [seat for seat in table.alive if table.vp[seat] >= table.variant.target]
    if len(victors) == 1:
        raise GameEnded(Outcome((victors[0],), "accomplishment", table.scores()))
    if victors:
        end_as_draw_game(table, "together")
