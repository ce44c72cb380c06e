"""A bot that takes what looks best now: every option has a worth, the highest is chosen.

Worths are in tenths of a victory point, roughly. It looks only at what its seat may see:
its own hand and hidden cards, and what lies face up.
"""

from gameplay.engine.bots.policies import Worth, greedy_player
from gameplay.engine.core.asks import Option
from gameplay.games.enemy.attack import may_join
from gameplay.games.enemy.card_values import DEATH, VP, WOUND, body, conceded, contested, odds, promise, prospect
from gameplay.games.enemy.limits import may_bear, namesake, replaced_fields, same_subtype
from gameplay.games.enemy.strength import monster_total, pc_total, strength_of, strength_of_pc, tolerance
from gameplay.games.enemy.table import EnemyTable, Fight, opponent

# --- the play of the turn -------------------------------------------------------------------


def attack(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """An attack, with what may join it from the portal; what its text brings besides."""
    card = option[1]
    joining = [other for other in table.portal[seat] if may_join_with(table, seat, other, card)]
    return (
        prospect(table, seat, [card, *joining])
        + promise(table, seat, card, "attacks")
        + promise(table, seat, card, "played")
    )


def may_join_with(table: EnemyTable, seat: int, stored: int, attacker: int) -> bool:
    """Whether a portal monster could join if ``attacker`` were played now."""
    table.attack.append(attacker)
    joins = may_join(table, seat, stored)
    table.attack.pop()
    return joins


def store(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """A monster for a larger attack; more than three wait in vain."""
    return (2.5 if len(table.portal[seat]) < 3 else 0.5) + promise(table, seat, option[1], "stored")


def pc(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """A PC: the first ones matter most; replacing pays for a wounded or a weaker one."""
    new, party = strength_of(table, option[1]), table.party[seat]
    text = promise(table, seat, option[1], "played")
    same = namesake(table, seat, table.cards[option[1]])
    if same is not None:
        return (4.5 if same in table.wounded else 0.3) + text
    if len(party) < table.variant.party:
        return (9.0, 7.5, 4.0)[len(party)] + new / 4 + text
    return new - min(strength_of(table, other) - 2 * (other in table.wounded) for other in party) + text


def item(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """An item, for whom it serves best."""
    bearers = [pc for pc in table.party[seat] if may_bear(table, pc, option[1])]
    return max(bearing(table, option[1], pc) for pc in bearers) + promise(table, seat, option[1], "played")


def bearer(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return bearing(table, about[1], option[1])


def bearing(table: EnemyTable, item: int, pc: int) -> float:
    """What a PC gains from an item, less what it would lose: one of a subtype. Gear belongs on the strongest."""
    old = same_subtype(table, pc, item)
    gain = 3.5 + gear(table, item) - (3.5 + gear(table, old) if old is not None else 0.0)
    return gain + 0.1 * strength_of_pc(table, pc) - 0.5 * (pc in table.wounded)


def gear(table: EnemyTable, item: int) -> float:
    definition = table.cards[item]
    return 1.3 * definition.strength + 1.2 * definition.tolerance + 0.5 * len(definition.bonuses)


def event(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """What it does; so for a Grunty that is used."""
    return promise(table, seat, option[1], "do")


def field(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """A field, unless one's own would make room for it."""
    mine = any(table.owners[old] == seat for old in replaced_fields(table, seat))
    return (0.5 if mine else 3.0) + promise(table, seat, option[1], "played")


def grunty(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return 2.5 - 2.0 * len(table.grunties[seat])


def feed(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Feed a Grunty until its effect can be used, with the card worth least."""
    hungry = len(table.under.get(about[1], ())) < table.cards[about[1]].size
    return 1.0 - body(table, option[1]) / 100 if hungry else -1.0


def hide(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Hiding: an action to use later; anything else only when nothing better is left."""
    useful = table.cards[option[1]].type == "action"
    full = len(table.hidden[seat]) >= table.variant.hidden
    return (2.8 - 0.5 * len(table.hidden[seat]) if useful and not full else 0.3) - body(table, option[1]) / 100


def redraw(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """A hand without monsters and PCs is given up, with the last play: nothing is left to play after it."""
    types = {table.cards[card].type for card in table.hand[seat]}
    return 8.0 if table.plays == 1 and "pc" not in types and "monster" not in types else 0.1


# --- defending ------------------------------------------------------------------------------


def avoid(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Avoiding gives every point away, and the game if it is enough."""
    attacker = opponent(table, seat)
    lost = table.scores()[attacker] + sum(table.cards[monster].vp for monster in table.attack) >= table.variant.target
    return -1000.0 if lost else -conceded(table, attacker, table.attack)


def fight(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return 1.0 - contested(table, opponent(table, seat), table.attack, seat)


def pair(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Each monster to the PC that is likeliest to beat it, and has least to lose."""
    pc, monster = option[1:]
    loss = VP * table.cards[monster].vp + (DEATH if pc in table.wounded else WOUND)
    return -loss * odds(strength_of(table, monster) - strength_of_pc(table, pc))


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
        return promise(table, seat, option[1], "do") - 0.5
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
    "event": event,
    "field": field,
    "grunty": grunty,
    "feed": feed,
    "use": event,
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
    "bearer": bearer,
    "discard": lose,
    "sacrifice": lose,
    "sacrifice_hidden": lose,
    "destroy": hurt,
    "wound": hurt,
    "return": hurt,
    "heal": gain,
    "recover": gain,
}

greedy = greedy_player(WORTH)
