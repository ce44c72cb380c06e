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
    """Resolve the current fight, in the order of ENE-16.3."""
    fight, attacker = table.fight, opponent_of(table, defender)
    assert fight is not None
    table.events.append(("fight", fight.pc))
    if both_sides_remain(table, fight, defender):
        yield from flip_window(table, defender, "fight")
    if both_sides_remain(table, fight, defender):
        draw_destiny(table, defender)
        draw_destiny(table, attacker)  # ENE-16.7: one for each side; ENE-OP-16: each from its own deck
        yield from flip_window(table, defender, "destiny")
    if both_sides_remain(table, fight, defender):
        yield from compare_totals(table, fight, defender)
    elif fight.monsters:
        yield from reward_and_score(table, fight, attacker)


def both_sides_remain(table: EnemyTable, fight: Fight, defender: int) -> bool:
    """Return whether both sides are still in play, after removing monsters that have left the attack.

    A card text may have removed a side. By our ruling, a PC that has left play has lost, without a wound. Monsters
    that have left take no part, and without monsters there is no fight.
    """
    fight.monsters = [monster for monster in fight.monsters if monster in table.attack]
    return bool(fight.monsters) and fight.pc in table.party[defender]


def compare_totals(table: EnemyTable, fight: Fight, defender: int) -> RuleGenerator:
    """Compare the totals: the higher one wins, and monsters win ties (ENE-16.10, 16.11)."""
    ours, theirs = pc_total(table, fight), monster_total(table, fight)
    table.events.append(("compared", fight.pc, ours, theirs))
    if ours > theirs:
        yield from pc_wins(table, fight, defender)
    else:
        yield from pc_loses(table, fight, defender, theirs - ours)


def pc_wins(table: EnemyTable, fight: Fight, defender: int) -> RuleGenerator:
    """Destroy all monsters in the fight, without rewards (ENE-16.10, 16.3.8)."""
    for monster in fight.monsters:
        destroy_card(table, monster)
    yield from trigger_party_texts(table, fight, defender, "wins")


def pc_loses(table: EnemyTable, fight: Fight, defender: int, margin: int) -> RuleGenerator:
    """Wound the PC unless its tolerance prevents that; then rewards and scoring (ENE-16.12, 16.2, 16.3).

    Tolerance 0 prevents no wound, not even in a tie (ENE-16.2.3).
    """
    attacker = opponent_of(table, defender)
    tolerance = fight_tolerance(table, fight)
    if tolerance == 0 or margin > tolerance:
        wound_pc(table, fight.pc)
        yield from trigger_party_texts(table, fight, defender, "wounded")
    else:
        table.events.append(("tolerated", fight.pc))
    yield from trigger_party_texts(table, fight, defender, "loses")
    yield from reward_and_score(table, fight, attacker)


def reward_and_score(table: EnemyTable, fight: Fight, attacker: int) -> RuleGenerator:
    """Resolve the winning monsters' rewards, then score one of them (ENE-14.7, 16.3.4)."""
    yield from use_rewards(table, attacker, fight.monsters)
    yield from score_one_winner(table, fight, attacker)


def trigger_party_texts(table: EnemyTable, fight: Fight, defender: int, event: str) -> RuleGenerator:
    """Trigger texts of the fighting PC and its items, if it is still in play."""
    if fight.pc in table.party[defender]:
        for card in (fight.pc, *table.cards_under.get(fight.pc, ())):
            yield from trigger_texts(table, defender, card, event)


def use_rewards(table: EnemyTable, seat: int, monsters: list[int]) -> RuleGenerator:
    """Let each winning monster use its reward, in the attacker's order (ENE-16.3.1 to 16.3.3)."""
    remaining = [monster for monster in monsters if table.cards[monster].rewards]
    while remaining:
        options: list[Option] = [("reward", monster) for monster in remaining]
        chosen = yield Ask(seat, ORDER, [*options, PASS], ("rewards",))
        if chosen == PASS:
            return
        remaining.remove(chosen[1])
        table.events.append(("rewarded", seat, chosen[1]))
        yield from perform(table.cards[chosen[1]].rewards, table, seat, chosen[1])
        remaining = [monster for monster in remaining if monster in table.attack or monster in table.score[seat]]


def score_one_winner(table: EnemyTable, fight: Fight, attacker: int) -> RuleGenerator:
    """Score exactly one winner with VP and discard the others (ENE-16.3.4 to 16.3.7)."""
    winners = [monster for monster in fight.monsters if monster in table.attack]
    options: list[Option] = [("score", monster) for monster in winners if table.cards[monster].vp > 0]
    scored = (yield Ask(attacker, CARD, options, ("score",)))[1] if options else None
    for monster in winners:
        table.attack.remove(monster)
        if monster != scored:
            put_in_discard(table, monster)
    if scored is not None:
        score_monster(table, attacker, scored)
        yield from trigger_texts(table, attacker, scored, "scored")
