"""The engagement: strikes in range order, at each range all at once (HAG-7.1, 7.2, 7.4, 7.5)."""

from collections import defaultdict

from gameplay.engine.core.asks import RuleGenerator
from gameplay.games.hagmi.battle import Battle
from gameplay.games.hagmi.damage import damage_cards, damage_players
from gameplay.games.hagmi.strength import current_firepower
from gameplay.games.hagmi.table import HagmiTable, controller, is_on_battlefield
from gameplay.games.hagmi.terms import RANGES
from gameplay.games.hagmi.triggers import trigger_texts


def engage(table: HagmiTable) -> RuleGenerator:
    """Strike from LONG to SHORT until all have, or the attacker is gone (HAG-7.1.1, 7.5.1, 7.5.2)."""
    battle = table.battle
    assert battle is not None
    for moment in RANGES:
        blows = strike_damage(table, battle, moment)
        if not blows:
            continue
        players = {~target: amount for target, amount in blows.items() if target < 0}
        # HAG-7.4.1: first the cards, destruction included, then the players.
        yield from damage_cards(table, {card: amount for card, amount in blows.items() if card >= 0})
        yield from damage_players(table, players)
        seat = controller(table, battle.attacker)
        if seat is None:
            return
        if any(players.values()):
            yield from trigger_texts(table, seat, battle.attacker, "hits")


def strike_damage(table: HagmiTable, battle: Battle, moment: str) -> dict[int, int]:
    """The damage by target that is dealt at this range (HAG-7.1.2, 7.1.3, 7.1.9 to 7.1.11, 7.2.1).

    The attacker strikes all that it hits with its full firepower; only who defends strikes back (HAG-6.3.2).
    """
    cards, attacker = table.cards, battle.attacker
    blows: dict[int, int] = defaultdict(int)
    if not is_on_battlefield(table, attacker):
        return blows
    if cards[attacker].range == moment:
        power = current_firepower(table, attacker)
        for victim in battle.hit_by_target.values():
            if victim < 0 or is_on_battlefield(table, victim):
                blows[victim] += power
    for unit in battle.defenders:
        if cards[unit].range == moment and is_on_battlefield(table, unit):
            blows[attacker] += current_firepower(table, unit)
    return blows
