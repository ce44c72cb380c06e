"""Resolving a fight: actions, destiny, comparison, wound, rewards, scoring (ENE-16.*)."""

from gameplay.engine.core.asks import CARD, ORDER, PASS, Ask, Option, Rules
from gameplay.engine.text.effects import perform
from gameplay.games.enemy.actions import window
from gameplay.games.enemy.effects.destiny import draw_destiny
from gameplay.games.enemy.plays import happen
from gameplay.games.enemy.strength import monster_total, pc_total, tolerance
from gameplay.games.enemy.table import EnemyTable, Fight, destroy, opponent, to_discard, to_score, wound


def resolve(table: EnemyTable, defender: int) -> Rules:
    """Resolve the current fight in the order of ENE-16.3."""
    fight, attacker = table.fight, opponent(table, defender)
    assert fight is not None
    table.events.append(("fight", fight.pc))
    if both_stand(table, fight, defender):
        yield from window(table, defender, "fight")
    if both_stand(table, fight, defender):
        draw_destiny(table, defender)
        draw_destiny(table, attacker)  # ENE-16.7: one a side; ENE-OP-16: each deck by itself
        yield from window(table, defender, "destiny")
    if both_stand(table, fight, defender):
        yield from compare(table, fight, defender)
    elif fight.monsters:
        yield from take_spoils(table, fight, attacker)


def both_stand(table: EnemyTable, fight: Fight, defender: int) -> bool:
    """Whether both sides are still there; a text may have removed one.

    House ruling: a PC that has left play has lost, without a wound; monsters that have
    left take no part; with none left the fight is off.
    """
    fight.monsters = [monster for monster in fight.monsters if monster in table.attack]
    return bool(fight.monsters) and fight.pc in table.party[defender]


def compare(table: EnemyTable, fight: Fight, defender: int) -> Rules:
    """The higher total wins, a tie goes to the monsters (ENE-16.10, 16.11)."""
    ours, theirs = pc_total(table, fight), monster_total(table, fight)
    table.events.append(("compared", fight.pc, ours, theirs))
    if ours > theirs:
        yield from pc_wins(table, fight, defender)
    else:
        yield from pc_loses(table, fight, defender, theirs - ours)


def pc_wins(table: EnemyTable, fight: Fight, defender: int) -> Rules:
    """All monsters of the fight are destroyed and use no reward (ENE-16.10, 16.3.8)."""
    for monster in fight.monsters:
        destroy(table, monster)
    yield from tell_party(table, fight, defender, "wins")


def pc_loses(table: EnemyTable, fight: Fight, defender: int, margin: int) -> Rules:
    """The PC is wounded unless its tolerance saves it; rewards, then scoring (ENE-16.12, 16.2, 16.3).

    ENE-16.2.3: tolerance 0 saves nobody, not even from a tie.
    """
    attacker = opponent(table, defender)
    patience = tolerance(table, fight)
    if patience == 0 or margin > patience:
        wound(table, fight.pc)
        yield from tell_party(table, fight, defender, "wounded")
    else:
        table.events.append(("tolerated", fight.pc))
    yield from tell_party(table, fight, defender, "loses")
    yield from take_spoils(table, fight, attacker)


def take_spoils(table: EnemyTable, fight: Fight, attacker: int) -> Rules:
    """The winning monsters' rewards, then one of them is scored (ENE-14.7, 16.3.4)."""
    yield from use_rewards(table, attacker, fight.monsters)
    yield from score_one(table, fight, attacker)


def tell_party(table: EnemyTable, fight: Fight, defender: int, what: str) -> Rules:
    """Texts of the fighting PC and its items, if it is still there."""
    if fight.pc in table.party[defender]:
        for card in (fight.pc, *table.under.get(fight.pc, ())):
            yield from happen(table, defender, card, what)


def use_rewards(table: EnemyTable, seat: int, monsters: list[int]) -> Rules:
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


def score_one(table: EnemyTable, fight: Fight, attacker: int) -> Rules:
    """Exactly one winner with VP is scored, the others are discarded (ENE-16.3.4 to 16.3.7)."""
    left = [monster for monster in fight.monsters if monster in table.attack]
    worthy: list[Option] = [("score", monster) for monster in left if table.cards[monster].vp > 0]
    scored = (yield Ask(attacker, CARD, worthy, ("score",)))[1] if worthy else None
    for monster in left:
        table.attack.remove(monster)
        if monster != scored:
            to_discard(table, monster)
    if scored is not None:
        to_score(table, attacker, scored)
        yield from happen(table, attacker, scored, "scored")
