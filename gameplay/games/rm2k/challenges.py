"""Challenges: participants, totals and results (RM-8.*)."""

from gameplay.engine.core.asks import CARD, ENOUGH, Ask, Option, RuleGenerator
from gameplay.games.rm2k.answers import check_prevented, response_window
from gameplay.games.rm2k.effects.base import perform, trigger_texts
from gameplay.games.rm2k.game_end import check_game_end
from gameplay.games.rm2k.syncing import pay_instantly, push_pending, take_off_carrier
from gameplay.games.rm2k.table import ActiveChallenge, Rm2kTable, opponents, put_in_discard
from gameplay.games.rm2k.terms import KINDS_WITH_DEFENDER, KINDS_WITH_MANY_ATTACKERS, KINDS_WITH_OWN_DEFENDERS
from gameplay.games.rm2k.totals import challenge_totals, remaining_users


def can_attack(table: Rm2kTable, seat: int) -> bool:
    """Return whether ``seat`` has a User that was not an Attacker in this turn (RM-3.4.5, 8.1.7, 8.1.8)."""
    return any(user not in table.fought for user in table.users[seat])


def challengeable_opponents(table: Rm2kTable, seat: int) -> list[int]:
    """Return the opponents with a User that can defend (RM-8.1.7, 9.6)."""
    return [other for other in opponents(table, seat) if table.users[other]]


def resolve_challenge(table: Rm2kTable, seat: int, chosen: Option) -> RuleGenerator:
    """Play a Challenge: declare it, open a response window, decide it and delete it (RM-3.4.1 to 3.4.7)."""
    card = chosen[1]
    if chosen[0] == "instant":
        pay_instantly(table, seat, *chosen[1:])
    else:
        table.events.append(("activated", seat, card, take_off_carrier(table, card)))
    pending = push_pending(table, "challenge", seat, card)
    contest = table.challenge = yield from declare_challenge(table, seat, card)
    yield from response_window(table)
    if not check_prevented(table, pending):
        yield from decide_challenge(table, contest)
    if pending in table.stack:
        table.stack.remove(pending)
        put_in_discard(table, card)  # RM-8.2.10
    table.challenge = None
    check_game_end(table)


def declare_challenge(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
    """Choose the opponent, Attackers and Defenders for the kind of Challenge (RM-8.1.2 to 8.1.7)."""
    kind = table.cards[card].kind
    assert kind is not None
    contest = ActiveChallenge(card, [seat])
    table.challenge = contest
    if kind in KINDS_WITH_DEFENDER:
        chosen = yield Ask(
            seat, CARD, [("against", other) for other in challengeable_opponents(table, seat)], ("aim", card)
        )
        contest.seats.append(chosen[1])
        table.events.append(("challenged", chosen[1], card))
    able = [user for user in table.users[seat] if user not in table.fought]
    yield from choose_participants(contest, 0, seat, able, many=kind in KINDS_WITH_MANY_ATTACKERS)
    table.fought.update(contest.sides[0])
    table.events += [("attacks", user) for user in contest.sides[0]]
    if kind in KINDS_WITH_DEFENDER:
        other = contest.seats[1]
        chooser = other if kind in KINDS_WITH_OWN_DEFENDERS else seat
        yield from choose_participants(contest, 1, chooser, table.users[other], many=kind == "team")
        table.events += [("defends", user) for user in contest.sides[1]]
    return contest


def choose_participants(
    contest: ActiveChallenge, side: int, chooser: int, able: list[int], *, many: bool
) -> RuleGenerator:
    """Have ``chooser`` choose one participant, or with ``many`` one or more (RM-8.1.7)."""
    participants, code = contest.sides[side], ("attacker", "defender")[side]
    while len(participants) < len(able):
        options: list[Option] = [(code, user) for user in able if user not in participants]
        if participants:
            options.insert(0, ENOUGH)
        chosen = yield Ask(chooser, CARD, options, (f"{code}s" if many else code, contest.card))
        if chosen == ENOUGH:
            return
        participants.append(chosen[1])
        if not many:
            return


# --- results ---------------------------------------------------------------------------------


def decide_challenge(table: Rm2kTable, contest: ActiveChallenge) -> RuleGenerator:
    """Decide a Challenge by the totals (RM-8.2.5, 8.2.6, 8.2.8, 8.3.*).

    The higher total wins, and equal totals have no effect. If both are below 0, both sides lose.
    """
    ours, theirs = challenge_totals(table, contest)
    table.events.append(("totals", contest.card, ours, theirs))
    if len(contest.seats) == 2 and ours < 0 and theirs < 0:
        table.events.append(("all_fail", contest.card))
        table.defers_game_end = True  # RM-8.3.2, 4.3.1: both sides suffer simultaneously
        yield from apply_result(table, contest, 0, won=False)
        yield from apply_result(table, contest, 1, won=False)
        table.defers_game_end = False
    elif ours == theirs:
        table.events.append(("drawn", contest.card))
    else:
        winner = 0 if ours > theirs else 1
        yield from apply_result(table, contest, winner, won=True)
        yield from apply_result(table, contest, 1 - winner, won=False)


def apply_result(table: Rm2kTable, contest: ActiveChallenge, side: int, *, won: bool) -> RuleGenerator:
    """Resolve the card's effects for the winner or loser, then the triggers of the Users (RM-8.2.9)."""
    if side >= len(contest.seats):
        return  # a Personal Challenge has no defending side
    seat, definition = contest.seats[side], table.cards[contest.card]
    if seat not in table.alive:
        return
    table.events.append(("won" if won else "lost", seat, contest.card))
    table.challenges_won[seat] += won
    users = remaining_users(table, contest, side)
    yield from perform(definition.win_effects if won else definition.lose_effects, table, seat, contest.card)
    for user in users:
        if user in table.users[seat]:
            yield from trigger_texts(table, seat, user, "wins" if won else "loses")
