"""What the sides of a Challenge come to (RM-8.2)."""

from typing import TYPE_CHECKING

from gameplay.games.rm2k.levels import level

if TYPE_CHECKING:
    from gameplay.games.rm2k.table import Contest, Rm2kTable


def present(table: "Rm2kTable", contest: "Contest", side: int) -> list[int]:
    """Those who take part and are still in play (RM-8.1.9)."""
    return [user for user in contest.sides[side] if user in table.users[table.owners[user]]]


def total(table: "Rm2kTable", contest: "Contest", side: int) -> int:
    """Levels and the Challenge's bonus for each User, every other bonus once (RM-8.2.1 to 8.2.4)."""
    definition, users = table.cards[contest.card], present(table, contest, side)
    assert definition.skill is not None
    count = sum(level(table, user, definition.skill) for user in users)
    count += len(users) * definition.bonus[side] + contest.bonus[side]
    for edge in definition.edges:
        count += edge(table, contest.card, side)
    for user in users:
        for card in (user, *table.under.get(user, ())):
            for edge in table.cards[card].edges:
                count += edge(table, card, side)
    return count


def totals(table: "Rm2kTable", contest: "Contest") -> tuple[int, int]:
    """Both sides' totals; of a Personal Challenge the Defense Value is the second (RM-8.2.7)."""
    if len(contest.seats) == 1:
        return total(table, contest, 0), table.cards[contest.card].bonus[1]
    return total(table, contest, 0), total(table, contest, 1)
