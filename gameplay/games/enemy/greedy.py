"""A bot that takes what looks best now: every option has a worth, the highest is chosen.

Worths are in tenths of a victory point, roughly. It looks only at what its seat may see:
its own hand and hidden cards, and what lies face up.
"""

from collections.abc import Callable
from math import exp

from gameplay.engine.asks import Option
from gameplay.engine.game import Game
from gameplay.games.enemy.attack import may_join
from gameplay.games.enemy.limits import namesake
from gameplay.games.enemy.strength import monster_total, pc_total, strength_of, strength_of_pc, tolerance
from gameplay.games.enemy.table import EnemyTable, Fight, opponent

VP = 10.0
WOUND = 4.0
A_CARD = 2.0


def greedy(game: Game) -> Option:
    """Return the option worth most to the seat that is asked; of equals the first."""
    ask = game.ask
    assert ask is not None
    table, seat, about = game.table, ask.seat, ask.about
    return max(ask.options, key=lambda option: WORTH.get(option[0], _nothing)(table, seat, about, option))


Worth = Callable[[EnemyTable, int, Option, Option], float]


def _nothing(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return 0.0


# --- what a card is worth -----------------------------------------------------------------


def body(table: EnemyTable, card: int) -> float:
    """What a card is worth to keep, wherever it lies."""
    definition = table.cards[card]
    text = 1.5 * (len(definition.rewards) + len(definition.bonuses) + len(definition.triggers))
    if definition.type == "monster":
        return definition.strength + 3 * definition.vp + text
    if definition.type == "pc":
        return 2 * definition.strength + 2 * definition.tolerance + text
    return 2 * definition.strength + 2 * definition.tolerance + 4 + text


def odds(margin: float) -> float:
    """About how likely a side ``margin`` ahead before destiny is to win the fight."""
    return 1 / (1 + exp(-margin / 1.6))


def best_defender(table: EnemyTable, seat: int) -> int:
    """The strength of the seat's strongest PC, items included."""
    return max((strength_of_pc(table, pc) for pc in table.party[seat]), default=0)


# --- the play of the turn -------------------------------------------------------------------


def attack(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """An attack: what it scores if it wins, against the strongest PC it may meet."""
    defender = opponent(table, seat)
    monsters: list[int] = [
        option[1],
        *(other for other in table.portal[seat] if may_join_with(table, seat, other, option[1])),
    ]
    points = [table.cards[monster].vp for monster in monsters]
    spoils: float = VP * sum(points) + A_CARD * sum(len(table.cards[monster].rewards) for monster in monsters)
    if not table.party[defender]:
        return spoils
    wall, unknown = best_defender(table, defender), 0.8 * len(table.hidden[defender])
    chance = odds(sum(strength_of(table, monster) for monster in monsters) / len(monsters) - wall - unknown)
    return chance * (spoils / len(monsters) + WOUND) + 1.0


def may_join_with(table: EnemyTable, seat: int, stored: int, attacker: int) -> bool:
    """Whether a portal monster could join if ``attacker`` were played now."""
    table.attack.append(attacker)
    joins = may_join(table, seat, stored)
    table.attack.pop()
    return joins


def store(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return 2.5 if len(table.portal[seat]) < 3 else 0.5


def pc(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """A PC: the first ones matter most; replacing pays for a wounded or a weaker one."""
    new = strength_of(table, option[1])
    party = table.party[seat]
    same = namesake(table, seat, table.cards[option[1]])
    if same is not None:
        return 4.5 if same in table.wounded else 0.3
    if len(party) < table.variant.party:
        return (9.0, 5.5, 3.5)[len(party)] + new / 4
    weakest = min(strength_of(table, other) - 2 * (other in table.wounded) for other in party)
    return 1.0 * (new - weakest)


def item(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    definition = table.cards[option[1]]
    return 2.0 + definition.strength + definition.tolerance + 0.5 * len(definition.bonuses)


def hide(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Hiding: an action to use later; anything else only when nothing better is left."""
    useful = table.cards[option[1]].type == "action"
    full = len(table.hidden[seat]) >= table.variant.hidden
    return (3.5 - 0.6 * len(table.hidden[seat]) if useful and not full else 0.3) - body(table, option[1]) / 100


def redraw(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    types = {table.cards[card].type for card in table.hand[seat]}
    return 8.0 if "pc" not in types and "monster" not in types else 0.1


# --- defending ------------------------------------------------------------------------------


def avoid(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Avoiding gives every point away, and the game if it is enough."""
    points = sum(table.cards[monster].vp for monster in table.attack)
    rewards = sum(len(table.cards[monster].rewards) for monster in table.attack)
    lost = table.scores()[opponent(table, seat)] + points >= table.variant.target
    return -1000.0 if lost else -VP * points - A_CARD * rewards


def fight(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Fighting: each pair in order of strength, one point and a wound for each lost fight."""
    monsters = sorted((strength_of(table, monster) for monster in table.attack), reverse=True)
    pcs = sorted((strength_of_pc(table, pc) for pc in table.party[seat]), reverse=True)
    help_ = 1.5 * len([card for card in table.hidden[seat] if table.cards[card].moment == "fight"])
    extra = sum(monsters[len(pcs) :])
    value = 0.0
    for ours, theirs in zip(pcs, monsters, strict=False):
        chance = odds(ours + help_ - theirs - extra)
        value += chance * A_CARD - (1 - chance) * (VP + WOUND)
        extra, help_ = 0, 0.0
    return value


def pair(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return odds(strength_of_pc(table, option[1]) - strength_of(table, option[2]))


def add(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """An extra monster goes where the fight is closest."""
    there = next(fight for fight in table.fights if fight.pc == option[1])
    margin = sum(strength_of(table, monster) for monster in there.monsters) - strength_of_pc(table, option[1])
    return -abs(margin + strength_of(table, option[2]) / 2)


# --- windows ----------------------------------------------------------------------------------


def flip(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Flip in a fight that is close; outside one, as soon as it may be."""
    current = table.fight
    if current is None:
        return 1.5
    ours = lead(table, current, seat)
    if about[-1] == "destiny":
        return 2.0 if ours <= 0 else -1.0
    return 2.0 if -7 < ours < 3 else -1.0


def lead(table: EnemyTable, current: Fight, seat: int) -> int:
    """How far the seat's side is ahead in the fight, tolerance aside."""
    margin = pc_total(table, current) - monster_total(table, current)
    if seat == table.active:
        return -margin
    return margin + (1 if tolerance(table, current) else 0)


# --- single cards -------------------------------------------------------------------------------


def lose(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Give up the card worth least."""
    return -body(table, option[1])


def hurt(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Hit the opponent's best card, or one's own worst."""
    worth = body(table, option[1]) + 3 * (option[1] in table.wounded)
    return -worth if table.owners[option[1]] == seat else worth


def gain(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return body(table, option[1])


def replace(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return -body(table, option[1]) + 6 * (option[1] in table.wounded)


def score(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return float(table.cards[option[1]].vp)


def always(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return 1.0


WORTH: dict[str, Worth] = {
    "attack": attack,
    "store": store,
    "pc": pc,
    "item": item,
    "event": lambda table, seat, about, option: 4.0,
    "field": lambda table, seat, about, option: 3.0,
    "grunty": lambda table, seat, about, option: 3.0,
    "use": lambda table, seat, about, option: 5.0,
    "hide": hide,
    "redraw": redraw,
    "flip": flip,
    "avoid": avoid,
    "fight": fight,
    "pair": pair,
    "add": add,
    "join": always,
    "reward": always,
    "yes": always,
    "score": score,
    "free_place": lambda table, seat, about, option: 3.0,
    "replace": replace,
    "bearer": gain,
    "discard": lose,
    "sacrifice": lose,
    "sacrifice_hidden": lose,
    "destroy": hurt,
    "wound": hurt,
    "return": hurt,
    "heal": gain,
    "recover": gain,
}
