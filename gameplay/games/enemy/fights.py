"""Resolving a fight: actions, destiny, comparison, wound, rewards, scoring (ENE-16.*)."""

from gameplay.engine.core.asks import CARD, ORDER, PASS, Ask, Option, RuleGenerator
from gameplay.engine.text.effects import perform
from gameplay.games.enemy.actions import flip_window
from gameplay.games.enemy.effects.destiny import draw_destiny
from gameplay.games.enemy.plays import trigger_texts
from gameplay.games.enemy.strength import fight_tolerance, monster_total, pc_total
from gameplay.games.enemy.table import (
    EnemyTable,
    Fight,
    destroy_card,
    opponent_of,
    put_in_discard,
    score_monster,
    wound_pc,
)


def resolve_fight(table: EnemyTable, defender: int) -> RuleGenerator:
    """Resolve the current fight in the order of ENE-16.3."""
    fight, attacker = table.fight, opponent_of(table, defender)
    assert fight is not None
    table.events.append(("fight", fight.pc))
    if both_sides_remain(table, fight, defender):
        yield from flip_window(table, defender, "fight")
    if both_sides_remain(table, fight, defender):
        draw_destiny(table, defender)
        draw_destiny(table, attacker)  # ENE-16.7: one a side; ENE-OP-16: each deck by itself
        yield from flip_window(table, defender, "destiny")
    if both_sides_remain(table, fight, defender):
        yield from compare_totals(table, fight, defender)
    elif fight.monsters:
        yield from reward_and_score(table, fight, attacker)


def both_sides_remain(table: EnemyTable, fight: Fight, defender: int) -> bool:
    """Whether both sides are still there; a text may have removed one.

    House ruling: a PC that has left play has lost, without a wound; monsters that have
    left take no part; with none left the fight is off.
    """
    fight.monsters = [monster for monster in fight.monsters if monster in table.attack]
    return bool(fight.monsters) and fight.pc in table.party[defender]


def compare_totals(table: EnemyTable, fight: Fight, defender: int) -> RuleGenerator:
    """The higher total wins, a tie goes to the monsters (ENE-16.10, 16.11)."""
    ours, theirs = pc_total(table, fight), monster_total(table, fight)
    table.events.append(("compared", fight.pc, ours, theirs))
    if ours > theirs:
        yield from pc_wins(table, fight, defender)
    else:
        yield from pc_loses(table, fight, defender, theirs - ours)


def pc_wins(table: EnemyTable, fight: Fight, defender: int) -> RuleGenerator:
    """All monsters of the fight are destroyed and use no reward (ENE-16.10, 16.3.8)."""
    for monster in fight.monsters:
        destroy_card(table, monster)
    yield from trigger_party_texts(table, fight, defender, "wins")


def pc_loses(table: EnemyTable, fight: Fight, defender: int, margin: int) -> RuleGenerator:
    """The PC is wounded unless its tolerance saves it; rewards, then scoring (ENE-16.12, 16.2, 16.3).

    ENE-16.2.3: tolerance 0 saves nobody, not even from a tie.
    """
    attacker = opponent_of(table, defender)
    patience = fight_tolerance(table, fight)
    if patience == 0 or margin > patience:
        wound_pc(table, fight.pc)
        yield from trigger_party_texts(table, fight, defender, "wounded")
    else:
        table.events.append(("tolerated", fight.pc))
    yield from trigger_party_texts(table, fight, defender, "loses")
    yield from reward_and_score(table, fight, attacker)


def reward_and_score(table: EnemyTable, fight: Fight, attacker: int) -> RuleGenerator:
    """The winning monsters' rewards, then one of them is scored (ENE-14.7, 16.3.4)."""
    yield from use_rewards(table, attacker, fight.monsters)
    yield from score_one_winner(table, fight, attacker)


def trigger_party_texts(table: EnemyTable, fight: Fight, defender: int, event: str) -> RuleGenerator:
    """Texts of the fighting PC and its items, if it is still there."""
    if fight.pc in table.party[defender]:
        for card in (fight.pc, *table.cards_under.get(fight.pc, ())):
            yield from trigger_texts(table, defender, card, event)


def use_rewards(table: EnemyTable, seat: int, monsters: list[int]) -> RuleGenerator:
    """Each winning monster may use its reward, in the attacker's order (ENE-16.3.1 to 16.3.3)."""
    waiting = [monster for monster in monsters if table.cards[monster].rewards]
    while waiting:
        options: list[Option] = [("reward", monster) for monster in waiting]
        chosen = yield Ask(seat, ORDER, [*options, PASS], ("rewards",))
        if chosen == PASS:
            return
        waiting.remove(chosen[1])
        table.events.append(("rewarded", seat, chosen[1]))
        yield from perform(table.cards[chosen[1]].rewards, table, seat, chosen[1])
        waiting = [monster for monster in waiting if monster in table.attack or monster in table.score[seat]]


def score_one_winner(table: EnemyTable, fight: Fight, attacker: int) -> RuleGenerator:
    """Exactly one winner with VP is scored, the others are discarded (ENE-16.3.4 to 16.3.7)."""
    left = [monster for monster in fight.monsters if monster in table.attack]
    worthy: list[Option] = [("score", monster) for monster in left if table.cards[monster].vp > 0]
    scored = (yield Ask(attacker, CARD, worthy, ("score",)))[1] if worthy else None
    for monster in left:
        table.attack.remove(monster)
        if monster != scored:
            put_in_discard(table, monster)
    if scored is not None:
        score_monster(table, attacker, scored)
        yield from trigger_texts(table, attacker, scored, "scored")
