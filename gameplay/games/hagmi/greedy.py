"""A bot that takes what looks best now: every option has a worth, the highest is chosen.

It looks only at what its seat may see. Worths are those of `worth`.
"""

from gameplay.engine.bots.policies import Worth, greedy_player
from gameplay.engine.core.asks import Option
from gameplay.games.hagmi.card_values import A_CARD, A_FUEL, aimed, body, promise, skilled
from gameplay.games.hagmi.damage import held
from gameplay.games.hagmi.strength import armour, firepower
from gameplay.games.hagmi.table import HagmiTable, controller, opponents
from gameplay.games.hagmi.terms import RANGES

# --- main phases ---------------------------------------------------------------------------


def produce(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """A weapon that can fight with the fuel it comes with."""
    definition = table.cards[option[1]]
    crowd = len(table.units[seat])
    fed = 0.5 if definition.cost >= definition.consumption else -0.5
    return body(table, option[1]) + fed - 0.5 * definition.cost - 0.4 * crowd


def play(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """An operation: what its text does now, for the card and what is paid."""
    return promise(table, seat, option[1]) - A_CARD * (0.4 + table.cards[option[1]].cost)


def use(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """A skill with timing: main, if the unit can still attack afterwards."""
    definition = table.cards[option[1]]
    skill, fuel = definition.skills[option[2]], len(table.fuel[option[1]])
    spare = fuel - skill.fuel >= definition.consumption or option[1] in table.attacked
    price = A_FUEL * skill.fuel + A_CARD * skill.hand + (0.0 if spare or not skill.fuel else 1.0)
    return skilled(table, seat, option[1], option[2]) - price


def spend(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Give up the card worth least."""
    return -body(table, option[1])


# --- battle --------------------------------------------------------------------------------


def attack(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Attack with what does damage; the strongest first."""
    return firepower(table, option[1]) - 0.5


def aim(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """A unit that falls is worth its body; others are hardly worth a blow."""
    power, target = firepower(table, about[1]), option[1]
    left = armour(table, target) - table.hurt.get(target, 0)
    if not armour(table, target):
        return -0.5
    return 0.5 + body(table, target) if power >= left else 0.1


def aim_player(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """A player: the damage, and more if nothing is left to bear it."""
    left, power = len(table.damage[option[1]]), firepower(table, about[1])
    if not left and held(table, option[1]):
        return 0.0
    return 20.0 if power and not left else 1.6 * min(power, left) + (2.0 if power >= left else 0.0)


def fight(table: HagmiTable, unit: int, attacker: int) -> float:
    """What it is worth that ``unit`` fights the attacker: what falls of either, by range."""
    ours, theirs = firepower(table, unit), firepower(table, attacker)
    kills = ours >= armour(table, attacker) - table.hurt.get(attacker, 0)
    dies = theirs >= armour(table, unit) - table.hurt.get(unit, 0)
    reach = RANGES.index(table.cards[unit].range) - RANGES.index(table.cards[attacker].range)
    dies, kills = dies and not (kills and reach < 0), kills and not (dies and reach > 0)
    return body(table, attacker) * kills - body(table, unit) * dies


def counter(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """A target that fights back costs only fuel more."""
    return fight(table, option[1], about[1]) + (0.4 if firepower(table, option[1]) else -0.4) + 0.2


def guard(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Step in for another unit, if that is worth more."""
    saved = body(table, option[2]) if armour(table, option[2]) and option[2] in table.fuel else 0.3
    return fight(table, option[1], about[1]) + 0.5 * saved - 0.6


def guard_player(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    return fight(table, option[1], about[1]) + peril(table, seat, about[1]) - 0.4


def emergency(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """A new unit in the way, with the fuel it comes with."""
    definition = table.cards[option[1]]
    if definition.cost < definition.consumption:
        return 0.3 * peril(table, seat, about[1]) - 1.0
    return peril(table, seat, about[1]) + 0.5 * fight(table, option[1], about[1]) - 0.5 * definition.cost


def peril(table: HagmiTable, seat: int, attacker: int) -> float:
    """What the damage to the player would cost, if the player is a target."""
    if table.battle is None or ~seat not in table.battle.targets or ~seat in table.battle.closed:
        return 0.0
    power, left = firepower(table, attacker), len(table.damage[seat])
    if not left and held(table, seat):
        return 0.0
    return 20.0 if power and not left else 1.2 * min(power, left)


# --- single cards ---------------------------------------------------------------------------


def supply(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Fuel for who has least of what one attack and one defence cost."""
    return want(table, option[1])


def want(table: HagmiTable, unit: int) -> float:
    definition = table.cards[unit]
    short = 2 * definition.consumption - len(table.fuel[unit])
    return body(table, unit) * (1.0 if short > 0 else 0.1)


def load(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Cards of the hand become fuel only for a unit that could not attack."""
    definition = table.cards[option[2]]
    if len(table.fuel[option[2]]) >= definition.consumption or len(table.hand[seat]) < 3:
        return -1.0
    return 1.0 - body(table, option[1]) / 10


def pick(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """What a text reaches: the best aim there is; of the hand the worst card, of other piles the best."""
    card = option[1]
    if controller(table, card) is not None:
        return aimed(table, seat, about[1], card) + 0.01 * body(table, card)
    if card in table.secrets[seat]:
        return promise(table, seat, card)
    return -body(table, card) if card in table.hand[seat] else body(table, card)


def pick_player(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    return -float(len(table.damage[option[1]]))


def give(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """A turn without anything to do is given to whoever is furthest behind."""
    busy = table.units[seat] or table.hand[seat] or not opponents(table, seat)
    return -1.0 if busy else 1.0 - len(table.damage[option[1]]) / 100


def play_damage(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """A damage card that does something now; else it is kept, as a card to pay with at least."""
    return promise(table, seat, option[1])


def keep(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    return 0.5 * A_CARD


def always(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    return 0.5


WORTH: dict[str, Worth] = {
    "produce": produce,
    "play": play,
    "use": use,
    "pay": spend,
    "burn": spend,
    "attack": attack,
    "aim": aim,
    "aim_player": aim_player,
    "counter": counter,
    "guard": guard,
    "guard_player": guard_player,
    "emergency": emergency,
    "step_in_for_player": always,
    "play_damage": play_damage,
    "keep": keep,
    "supply": supply,
    "load": load,
    "pick": pick,
    "pick_player": pick_player,
    "give": give,
    "yes": always,
    "as_they_lie": always,
}

greedy = greedy_player(WORTH)
