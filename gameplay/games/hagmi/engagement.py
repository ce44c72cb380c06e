"""The engagement: strikes in range order, simultaneous within a range (HAG-7.1, 7.2, 7.4, 7.5)."""

from collections import defaultdict

from gameplay.engine.core.asks import RuleGenerator
from gameplay.games.hagmi.battle import Battle
from gameplay.games.hagmi.damage import damage_cards, damage_players
from gameplay.games.hagmi.strength import current_firepower
from gameplay.games.hagmi.table import HagmiTable, controller, is_on_battlefield
from gameplay.games.hagmi.terms import RANGES
from gameplay.games.hagmi.triggers import trigger_texts


def engage(table: HagmiTable) -> RuleGenerator:
    """Resolve the strikes from LONG to SHORT while the attacker is in play (HAG-7.1.1, 7.5.1, 7.5.2)."""
    battle = table.battle
    assert battle is not None
    for range_ in RANGES:
        strikes = strike_damage(table, battle, range_)
        if not strikes:
            continue
        players = {~target: amount for target, amount in strikes.items() if target < 0}
        # HAG-7.4.1: first cards, including their destruction, then players
        yield from damage_cards(table, {card: amount for card, amount in strikes.items() if card >= 0})
        yield from damage_players(table, players)
        seat = controller(table, battle.attacker)
        if seat is None:
            return
        if any(players.values()):
            yield from trigger_texts(table, seat, battle.attacker, "hits")


def strike_damage(table: HagmiTable, battle: Battle, range_: str) -> dict[int, int]:
    """Return the damage dealt at this range, by target (HAG-7.1.2, 7.1.3, 7.1.9 to 7.1.11, 7.2.1).

    The attacker deals its full firepower to everything it hits. Only defenders strike back (HAG-6.3.2).
    """
    cards, attacker = table.cards, battle.attacker
    strikes: dict[int, int] = defaultdict(int)
    if not is_on_battlefield(table, attacker):
        return strikes
    if cards[attacker].range == range_:
        power = current_firepower(table, attacker)
        for target in battle.hit_by_target.values():
            if target < 0 or is_on_battlefield(table, target):
                strikes[target] += power
    for unit in battle.defenders:
        if cards[unit].range == range_ and is_on_battlefield(table, unit):
            strikes[attacker] += current_firepower(table, unit)
    return strikes
