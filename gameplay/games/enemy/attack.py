"""The Attack Step up to the fights: join, avoid or fight, assign (ENE-12.5, 14.*, 15.*)."""

from gameplay.engine.core.asks import ACCEPT, ASSIGN, CARD, ORDER, PASS, Ask, Option, RuleGenerator
from gameplay.games.enemy.actions import flip_window
from gameplay.games.enemy.effects.release import attack_from_portal
from gameplay.games.enemy.fights import resolve_fight, use_rewards
from gameplay.games.enemy.plays import trigger_texts
from gameplay.games.enemy.table import EnemyTable, Fight, opponent_of, put_in_discard, score_monster

AVOID: Option = ("avoid",)
FIGHT: Option = ("fight",)


def attack_step(table: EnemyTable, seat: int) -> RuleGenerator:
    """The monsters of ``seat`` attack; the defender avoids them all or fights (ENE-14.2)."""
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
    """Declare which portal monsters join, before the defender decides (ENE-12.4 to 12.7)."""
    while True:
        ready: list[Option] = [("join", monster) for monster in table.portal[seat] if may_join(table, seat, monster)]
        if not ready:
            return
        chosen = yield Ask(seat, CARD, [PASS, *ready], ("join",))
        if chosen == PASS:
            return
        attack_from_portal(table, seat, chosen[1])


def may_join(table: EnemyTable, seat: int, monster: int) -> bool:
    """A stored monster needs a text that lets it attack, and a later turn than it was stored in."""
    joins = table.cards[monster].join_conditions
    return (
        bool(joins)
        and table.turn_stored.get(monster) != table.turn
        and all(test(table, seat, monster) for test in joins)
    )


def decide_to_fight(table: EnemyTable, defender: int) -> RuleGenerator:
    """Avoid all or fight: one decision for the whole attack; without PCs there is none (ENE-14.2, 14.3)."""
    if table.party[defender]:
        chosen = yield Ask(defender, ACCEPT, (FIGHT, AVOID), ("defend",))
        if chosen == FIGHT:
            table.events.append(("fights", defender))
            return True
    table.events.append(("avoids", defender))
    return False


def resolve_avoided_attack(table: EnemyTable, seat: int) -> RuleGenerator:
    """Each monster's reward, then every monster with VP is scored; no destiny, no wound (ENE-14.4 to 14.8)."""
    attacked = table.attack.copy()
    if table.variant.avoided == "points":  # ENE-OP-8: the order of 000
        yield from score_attackers(table, seat)
    yield from use_rewards(table, seat, attacked)
    yield from score_attackers(table, seat)
    for monster in table.attack.copy():
        table.attack.remove(monster)
        put_in_discard(table, monster)


def score_attackers(table: EnemyTable, seat: int) -> RuleGenerator:
    """Every attacking monster with VP goes to the score pile (ENE-14.5)."""
    for monster in [monster for monster in table.attack if table.cards[monster].vp > 0]:
        table.attack.remove(monster)
        score_monster(table, seat, monster)
        yield from trigger_texts(table, seat, monster, "scored")


def assign_monsters(table: EnemyTable, defender: int) -> RuleGenerator:
    """The defender pairs monsters with PCs one to one until either runs out (ENE-15.1 to 15.4).

    ENE-15.8: nothing counts until all is declared, so the pairs are asked one by one and laid down together.
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
    """The attacker adds every remaining monster to existing fights, freely divided (ENE-15.5, 15.6)."""
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
    """The defender orders the fights; each is resolved completely before the next (ENE-16.1, 16.2)."""
    while table.fights:
        options: list[Option] = [("resolve", fight.pc) for fight in table.fights]
        chosen = yield Ask(defender, ORDER, options, ("order",))
        table.fight = next(fight for fight in table.fights if fight.pc == chosen[1])
        yield from resolve_fight(table, defender)
        table.fights.remove(table.fight)
        table.fight = None
