"""A bot that takes what looks best now: every option has a worth, the highest is chosen.

Worths are those of `worth`. It looks only at what its seat may see: its own hand and
Syncing cards, and what lies face up.
"""

from gameplay.engine.bots.policies import LONGEST, Worth
from gameplay.engine.core.asks import Option, unanswered
from gameplay.engine.core.game import Game
from gameplay.games.rm2k.card_values import A_CARD, A_LAG, ability, aimed, body, margin, promise, prospect
from gameplay.games.rm2k.levels import bandwidth, free, level
from gameplay.games.rm2k.table import Rm2kTable

FEW = 6  # cards of a deck: then what was held back is risked


# --- the phases ----------------------------------------------------------------------------


def sync(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Users first while there are few, then what can be won with, or makes a User better at what it does well."""
    definition, carrier = table.cards[option[1]], option[2]
    if definition.type == "user":
        return 9.0 - 2.0 * len(table.users[seat]) + definition.bandwidth - 0.3 * definition.cost
    if definition.type == "challenge":
        late = len(table.deck[seat]) < FEW
        return 1.5 * prospect(table, seat, option[1], soon=0.5) - 0.2 * definition.cost + 1.0 * late
    if definition.type == "attach":
        skill = definition.skill
        good = level(table, carrier, skill) if skill is not None and definition.here else 2
        return 2.5 + 0.3 * good + 0.1 * bandwidth(table, carrier) - 0.3 * definition.cost
    if definition.answers:
        return 0.3 if len(table.users[seat]) - len(table.carries) > 1 else -1.0
    if definition.cost <= 2:
        return -1.0  # it is played at once when it is wanted
    return promise(table, seat, option[1]) - 0.3 * definition.cost


def pay(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Pay for what is nearest to being paid, with what clears the most."""
    left = table.cards[option[2]].cost - table.tokens[option[2]]
    return 6.0 - 0.4 * left + 0.1 * free(table, option[1])


def activate(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """What is paid: a Challenge if it may be won, or if nobody can carry anything else, or the decks run out."""
    definition = table.cards[option[1]]
    if definition.type == "challenge":
        stuck = len(table.deck[seat]) < FEW or all(user in table.carries for user in table.users[seat])
        return prospect(table, seat, option[1]) + 1.0 * stuck
    return promise(table, seat, option[1]) + 0.1 if definition.type == "event" else 8.0


def instant(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """A Challenge that wins; an Event that something comes of."""
    definition = table.cards[option[1]]
    if definition.type == "challenge":
        return prospect(table, seat, option[1]) - 0.5 - A_LAG * definition.cost
    return promise(table, seat, option[1]) - 0.3 * A_CARD - 0.5 * A_LAG * definition.cost


def use(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return ability(table, seat, option[1]) - 0.5 * A_LAG * table.cards[option[1]].ability_cost - 0.1


# --- single cards --------------------------------------------------------------------------


def main(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    definition = table.cards[option[1]]
    return body(table, option[1]) - 0.5 * definition.cost + (2.0 if definition.goal else 0.0)


def starting_lag(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return float(free(table, option[1])) - 0.1 * table.lag.get(option[1], 0)


def against(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Whoever defends worst in a Challenge; else, and of like ones, whoever is nearest to winning."""
    definition = table.cards[about[1]]
    behind = margin(table, seat, option[1], definition) if definition.type == "challenge" else 0.0
    return 0.5 * table.vp[option[1]] + behind


def attacker(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Who adds most; nobody who takes something away."""
    definition = table.cards[about[1]]
    assert definition.skill is not None
    return level(table, option[1], definition.skill) + definition.bonus[0] - 0.5


def defender(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """One's own best, or the opponent's worst."""
    definition = table.cards[about[1]]
    assert definition.skill is not None
    adds = level(table, option[1], definition.skill) + definition.bonus[1] - 0.5
    return adds if table.owners[option[1]] == seat else -adds


def aim(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Help one's own with what helps, hit the opponents' best with what hurts: the text says whom it can be aimed at."""
    worth = 0.01 * body(table, option[1])
    return aimed(table, seat, about[1], option[1]) + (-worth if table.owners[option[1]] == seat else worth)


def lose(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return -body(table, option[1])


def gain(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return body(table, option[1])


def never(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return 0.0


def always(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return 1.0


WORTH: dict[str, Worth] = {
    "main": main,
    "starter": gain,
    "lag": starting_lag,
    "sync": sync,
    "pay": pay,
    "activate": activate,
    "instant": instant,
    "use": use,
    "against": against,
    "attacker": attacker,
    "defender": defender,
    "host": gain,
    "aim": aim,
    "discard": lose,
    "recover": gain,
    "yes": always,
}


def greedy(game: Game) -> Option:
    """Return the option worth most; of Main Users each seat another, for with like decks they would clash for ever."""
    ask, table = game.ask, game.table
    assert ask is not None
    if game.turn_length > LONGEST:
        return unanswered(ask)
    if ask.about[0] == "main":
        ranked = sorted(ask.options, key=lambda option: -main(table, ask.seat, ask.about, option))
        return ranked[ask.seat % len(ranked)]
    options: dict[Option, Option] = {}
    for option in ask.options:
        options.setdefault(alike(table, option), option)
    return max(options.values(), key=lambda option: WORTH.get(option[0], never)(table, ask.seat, ask.about, option))


def alike(table: Rm2kTable, option: Option) -> Option:
    """The same for options that are worth the same: who carries a card or pays for it at once hardly matters."""
    if option[0] == "instant" or (option[0] == "sync" and table.cards[option[1]].type != "attach"):
        return option[:2]
    return option
