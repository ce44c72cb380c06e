"""The Attack Step up to the fights: joining, avoiding or fighting, and assigning (ENE-12.5, 14.*, 15.*)."""

from gameplay.engine.core.asks import ACCEPT, ASSIGN, CARD, ORDER, PASS, Ask, Option, RuleGenerator
from gameplay.games.enemy.actions import flip_window
from gameplay.games.enemy.effects.release import attack_from_portal
from gameplay.games.enemy.fights import resolve_fight, use_rewards
from gameplay.games.enemy.plays import trigger_texts
from gameplay.games.enemy.table import EnemyTable, Fight, opponent_of, put_in_discard, score_monster

AVOID: Option = ("avoid",)
FIGHT: Option = ("fight",)


def attack_step(table: EnemyTable, seat: int) -> RuleGenerator:
    """Run the Attack Step of ``seat``; the defender avoids the whole attack or fights (ENE-14.2)."""
    defender = opponent_of(table, seat)
    yield from declare_joining(table, seat)
    for monster in table.attack.copy():
        yield from trigger_texts(table, seat, monster, "attacks")
    yield from flip_window(table, defender, "attack")
    if (yield from decide_to_fight(table, defender)):
        yield from assign_monsters(table, defender)
        yield from assign_extra_monsters(table, seat)
        yield from resolve_fights(table, defender)
    else:
        yield from resolve_avoided_attack(table, seat)


def declare_joining(table: EnemyTable, seat: int) -> RuleGenerator:
    """Declare which portal monsters join the attack, before the defender decides (ENE-12.4 to 12.7)."""
    while True:
        ready: list[Option] = [("join", monster) for monster in table.portal[seat] if may_join(table, seat, monster)]
        if not ready:
            return
        chosen = yield Ask(seat, CARD, [PASS, *ready], ("join",))
        if chosen == PASS:
            return
        attack_from_portal(table, seat, chosen[1])


def may_join(table: EnemyTable, seat: int, monster: int) -> bool:
    """Return whether a stored monster may join: its text allows it, and it was stored in an earlier turn."""
    joins = table.cards[monster].join_conditions
    return (
        bool(joins)
        and table.turn_stored.get(monster) != table.turn
        and all(test(table, seat, monster) for test in joins)
    )


def decide_to_fight(table: EnemyTable, defender: int) -> RuleGenerator:
    """Return whether the defender fights: one decision for the whole attack, only with PCs (ENE-14.2, 14.3)."""
    if table.party[defender]:
        chosen = yield Ask(defender, ACCEPT, (FIGHT, AVOID), ("defend",))
        if chosen == FIGHT:
            table.events.append(("fights", defender))
            return True
    table.events.append(("avoids", defender))
    return False


def resolve_avoided_attack(table: EnemyTable, seat: int) -> RuleGenerator:
    """Resolve rewards, then score every monster with VP, without destiny or wounds (ENE-14.4 to 14.8)."""
    attacked = table.attack.copy()
    if table.variant.avoided == "points":  # ENE-OP-8: the order in source 000
        yield from score_attackers(table, seat)
    yield from use_rewards(table, seat, attacked)
    yield from score_attackers(table, seat)
    for monster in table.attack.copy():
        table.attack.remove(monster)
        put_in_discard(table, monster)


def score_attackers(table: EnemyTable, seat: int) -> RuleGenerator:
    """Put every attacking monster with VP into the score pile (ENE-14.5)."""
    for monster in [monster for monster in table.attack if table.cards[monster].vp > 0]:
        table.attack.remove(monster)
        score_monster(table, seat, monster)
        yield from trigger_texts(table, seat, monster, "scored")


def assign_monsters(table: EnemyTable, defender: int) -> RuleGenerator:
    """Let the defender assign monsters to PCs, one to one, until either runs out (ENE-15.1 to 15.4).

    Assignments take effect only when all are made (ENE-15.8), so pairs are asked for one by one and applied together.
    """
    monsters, pcs = table.attack.copy(), table.party[defender].copy()
    pairs: list[Fight] = []
    while monsters and pcs:
        if len(pcs) <= len(monsters):
            options: list[Option] = [("pair", pcs[0], monster) for monster in monsters]
        else:
            options = [("pair", pc, monsters[0]) for pc in pcs]
        chosen = yield Ask(defender, ASSIGN, options, ("assign",))
        pcs.remove(chosen[1])
        monsters.remove(chosen[2])
        pairs.append(Fight(chosen[1], chosen[2]))
    table.fights = pairs
    for fight in pairs:
        table.events.append(("assigned", fight.pc, fight.monsters[0]))


def assign_extra_monsters(table: EnemyTable, seat: int) -> RuleGenerator:
    """Let the attacker divide every remaining monster among the existing fights (ENE-15.5, 15.6)."""
    placed = {fight.monsters[0] for fight in table.fights}
    extra: list[tuple[Fight, int]] = []
    for monster in table.attack:
        if monster in placed:
            continue
        options: list[Option] = [("add", fight.pc, monster) for fight in table.fights]
        chosen = yield Ask(seat, ASSIGN, options, ("assign_rest", monster))
        extra += [(fight, monster) for fight in table.fights if fight.pc == chosen[1]]
    for fight, monster in extra:
        fight.monsters.append(monster)
        table.events.append(("assigned", fight.pc, monster))


def resolve_fights(table: EnemyTable, defender: int) -> RuleGenerator:
    """Resolve the fights in the defender's order, each completely before the next (ENE-16.1, 16.2)."""
    while table.fights:
        options: list[Option] = [("resolve", fight.pc) for fight in table.fights]
        chosen = yield Ask(defender, ORDER, options, ("order",))
        table.fight = next(fight for fight in table.fights if fight.pc == chosen[1])
        yield from resolve_fight(table, defender)
        table.fights.remove(table.fight)
        table.fight = None
