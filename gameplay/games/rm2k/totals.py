"""What the sides of a Challenge come to (RM-8.2)."""

from typing import TYPE_CHECKING

from gameplay.games.rm2k.levels import current_level

if TYPE_CHECKING:
    from gameplay.games.rm2k.table import ActiveChallenge, Rm2kTable


def remaining_users(table: "Rm2kTable", contest: "ActiveChallenge", side: int) -> list[int]:
    """Those who take part and are still in play (RM-8.1.9)."""
    return [user for user in contest.sides[side] if user in table.users[table.owners[user]]]


def side_total(table: "Rm2kTable", contest: "ActiveChallenge", side: int) -> int:
    """Levels and the Challenge's bonus for each User, every other bonus once (RM-8.2.1 to 8.2.4)."""
    definition, users = table.cards[contest.card], remaining_users(table, contest, side)
    assert definition.skill is not None
    count = sum(current_level(table, user, definition.skill) for user in users)
    count += len(users) * definition.challenge_bonuses[side] + contest.bonus[side]
    for edge in definition.side_bonuses:
        count += edge(table, contest.card, side)
    for user in users:
        for card in (user, *table.cards_under.get(user, ())):
            for edge in table.cards[card].side_bonuses:
                count += edge(table, card, side)
    return count


def challenge_totals(table: "Rm2kTable", contest: "ActiveChallenge") -> tuple[int, int]:
    """Both sides' totals; of a Personal Challenge the Defense Value is the second (RM-8.2.7)."""
    if len(contest.seats) == 1:
        return side_total(table, contest, 0), table.cards[contest.card].challenge_bonuses[1]
    return side_total(table, contest, 0), side_total(table, contest, 1)
