"""Totals of the sides of a Challenge (RM-8.2)."""

from typing import TYPE_CHECKING

from gameplay.games.rm2k.levels import current_level

if TYPE_CHECKING:
    from gameplay.games.rm2k.table import ActiveChallenge, Rm2kTable


def remaining_users(table: "Rm2kTable", contest: "ActiveChallenge", side: int) -> list[int]:
    """Return the participants that are still in play (RM-8.1.9)."""
    return [user for user in contest.sides[side] if user in table.users[table.owners[user]]]


def side_total(table: "Rm2kTable", contest: "ActiveChallenge", side: int) -> int:
    """Return the total: level and Challenge bonus for each User, plus other bonuses once (RM-8.2.1 to 8.2.4)."""
    definition, users = table.cards[contest.card], remaining_users(table, contest, side)
    assert definition.skill is not None
    total = sum(current_level(table, user, definition.skill) for user in users)
    total += len(users) * definition.challenge_bonuses[side] + contest.bonus[side]
    for side_bonus in definition.side_bonuses:
        total += side_bonus(table, contest.card, side)
    for user in users:
        for card in (user, *table.cards_under.get(user, ())):
            for side_bonus in table.cards[card].side_bonuses:
                total += side_bonus(table, card, side)
    return total


def challenge_totals(table: "Rm2kTable", contest: "ActiveChallenge") -> tuple[int, int]:
    """Return the totals of both sides. The second of a Personal Challenge is its Defense Value (RM-8.2.7)."""
    if len(contest.seats) == 1:
        return side_total(table, contest, 0), table.cards[contest.card].challenge_bonuses[1]
    return side_total(table, contest, 0), side_total(table, contest, 1)
