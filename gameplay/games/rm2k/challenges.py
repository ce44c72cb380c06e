"""Challenges: who takes part, what winner and loser get (RM-8.*)."""

from gameplay.engine.core.asks import CARD, ENOUGH, Ask, Option, Rules
from gameplay.games.rm2k.answers import prevented, window
from gameplay.games.rm2k.effects.base import happen, perform
from gameplay.games.rm2k.ends import settle
from gameplay.games.rm2k.syncing import lift, pay_at_once, push
from gameplay.games.rm2k.table import Contest, Rm2kTable, opponents, to_discard
from gameplay.games.rm2k.terms import AGAINST, ANSWERING, MANY
from gameplay.games.rm2k.totals import present, totals


def can_fight(table: Rm2kTable, seat: int) -> bool:
    """Whether a side has a User for it: an Attacker that was none in this turn (RM-3.4.5, 8.1.7, 8.1.8)."""
    return any(user not in table.fought for user in table.users[seat])


def rivals(table: Rm2kTable, seat: int) -> list[int]:
    """The opponents who have a User to defend with (RM-8.1.7, 9.6)."""
    return [other for other in opponents(table, seat) if table.users[other]]


def challenge(table: Rm2kTable, seat: int, chosen: Option) -> Rules:
    """Activate a Challenge, or Instantaneously Sync it; all answer; then it happens and is deleted (RM-3.4.1 to 3.4.7)."""
    card = chosen[1]
    if chosen[0] == "instant":
        pay_at_once(table, seat, *chosen[1:])
    else:
        table.events.append(("activated", seat, card, lift(table, card)))
    pending = push(table, "challenge", seat, card)
    contest = table.contest = yield from declare(table, seat, card)
    yield from window(table)
    if not prevented(table, pending):
        yield from decide(table, contest)
    if pending in table.stack:
        table.stack.remove(pending)
        to_discard(table, card)  # RM-8.2.10
    table.contest = None
    settle(table)


def declare(table: Rm2kTable, seat: int, card: int) -> Rules:
    """Choose an opponent, Attackers and Defenders, as the kind of the Challenge says (RM-8.1.2 to 8.1.7)."""
    kind = table.cards[card].kind
    assert kind is not None
    contest = Contest(card, [seat])
    table.contest = contest
    if kind in AGAINST:
        chosen = yield Ask(seat, CARD, [("against", other) for other in rivals(table, seat)], ("aim", card))
        contest.seats.append(chosen[1])
        table.events.append(("challenged", chosen[1], card))
    able = [user for user in table.users[seat] if user not in table.fought]
    yield from join(contest, 0, seat, able, many=kind in MANY)
    table.fought.update(contest.sides[0])
    table.events += [("attacks", user) for user in contest.sides[0]]
    if kind in AGAINST:
        other = contest.seats[1]
        chooser = other if kind in ANSWERING else seat
        yield from join(contest, 1, chooser, table.users[other], many=kind == "team")
        table.events += [("defends", user) for user in contest.sides[1]]
    return contest


def join(contest: Contest, side: int, chooser: int, able: list[int], *, many: bool) -> Rules:
    """``chooser`` names who takes part: one, or one by one any number but none (RM-8.1.7)."""
    there, code = contest.sides[side], ("attacker", "defender")[side]
    while len(there) < len(able):
        options: list[Option] = [(code, user) for user in able if user not in there]
        if there:
            options.insert(0, ENOUGH)
        chosen = yield Ask(chooser, CARD, options, (f"{code}s" if many else code, contest.card))
        if chosen == ENOUGH:
            return
        there.append(chosen[1])
        if not many:
            return


# --- winning and losing ----------------------------------------------------------------------


def decide(table: Rm2kTable, contest: Contest) -> Rules:
    """The higher total wins; equal ones decide nothing; both below 0 lose both (RM-8.2.5, 8.2.6, 8.2.8, 8.3.*)."""
    ours, theirs = totals(table, contest)
    table.events.append(("totals", contest.card, ours, theirs))
    if len(contest.seats) == 2 and ours < 0 and theirs < 0:
        table.events.append(("all_fail", contest.card))
        table.together = True  # RM-8.3.2: both sides suffer at the same time, and may be defeated so (RM-4.3.1)
        yield from end(table, contest, 0, won=False)
        yield from end(table, contest, 1, won=False)
        table.together = False
    elif ours == theirs:
        table.events.append(("drawn", contest.card))
    else:
        winner = 0 if ours > theirs else 1
        yield from end(table, contest, winner, won=True)
        yield from end(table, contest, 1 - winner, won=False)


def end(table: Rm2kTable, contest: Contest, side: int, *, won: bool) -> Rules:
    """What the card says for the winner or the loser, then what the Users' own texts say (RM-8.2.9)."""
    if side >= len(contest.seats):
        return  # nobody defends a Personal Challenge
    seat, definition = contest.seats[side], table.cards[contest.card]
    if seat not in table.alive:
        return
    table.events.append(("won" if won else "lost", seat, contest.card))
    table.won[seat] += won
    users = present(table, contest, side)
    yield from perform(definition.wins if won else definition.loses, table, seat, contest.card)
    for user in users:
        if user in table.users[seat]:
            yield from happen(table, seat, user, "wins" if won else "loses")
