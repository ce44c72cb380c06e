"""A bot that takes what looks best now: every option has a worth, the highest is chosen.

Worths are those of `worth`. It looks only at what its seat may see: its own hand and
Syncing cards, and what lies face up.
"""

from gameplay.engine.bots.policies import MAX_TURN_ENTRIES, OptionValue
from gameplay.engine.core.asks import Option, default_answer
from gameplay.engine.core.game import Game
from gameplay.games.rm2k.card_values import (
    CARD_VALUE,
    LAG_VALUE,
    ability_value,
    card_value,
    challenge_margin,
    challenge_value,
    target_value,
    text_value,
)
from gameplay.games.rm2k.levels import current_bandwidth, current_level, free_bandwidth
from gameplay.games.rm2k.table import Rm2kTable

FEW_CARDS = 6  # cards of a deck: then what was held back is risked


# --- the phases ----------------------------------------------------------------------------


def value_sync(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Users first while there are few, then what can be won with, or makes a User better at what it does well."""
    definition, carrier = table.cards[option[1]], option[2]
    if definition.type == "user":
        return 9.0 - 2.0 * len(table.users[seat]) + definition.bandwidth - 0.3 * definition.cost
    if definition.type == "challenge":
        late = len(table.deck[seat]) < FEW_CARDS
        return 1.5 * challenge_value(table, seat, option[1], soon=0.5) - 0.2 * definition.cost + 1.0 * late
    if definition.type == "attach":
        skill = definition.skill
        good = current_level(table, carrier, skill) if skill is not None and definition.stays_on_carrier else 2
        return 2.5 + 0.3 * good + 0.1 * current_bandwidth(table, carrier) - 0.3 * definition.cost
    if definition.answerable_kinds:
        return 0.3 if len(table.users[seat]) - len(table.syncing_cards) > 1 else -1.0
    if definition.cost <= 2:
        return -1.0  # it is played at once when it is wanted
    return text_value(table, seat, option[1]) - 0.3 * definition.cost


def value_pay(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Pay for what is nearest to being paid, with what clears the most."""
    left = table.cards[option[2]].cost - table.tokens[option[2]]
    return 6.0 - 0.4 * left + 0.1 * free_bandwidth(table, option[1])


def value_activate(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """What is paid: a Challenge if it may be won, or if nobody can carry anything else, or the decks run out."""
    definition = table.cards[option[1]]
    if definition.type == "challenge":
        stuck = len(table.deck[seat]) < FEW_CARDS or all(user in table.syncing_cards for user in table.users[seat])
        return challenge_value(table, seat, option[1]) + 1.0 * stuck
    return text_value(table, seat, option[1]) + 0.1 if definition.type == "event" else 8.0


def value_instant(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """A Challenge that wins; an Event that something comes of."""
    definition = table.cards[option[1]]
    if definition.type == "challenge":
        return challenge_value(table, seat, option[1]) - 0.5 - LAG_VALUE * definition.cost
    return text_value(table, seat, option[1]) - 0.3 * CARD_VALUE - 0.5 * LAG_VALUE * definition.cost


def value_use(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return ability_value(table, seat, option[1]) - 0.5 * LAG_VALUE * table.cards[option[1]].ability_cost - 0.1


# --- single cards --------------------------------------------------------------------------


def value_main_user(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    definition = table.cards[option[1]]
    return card_value(table, option[1]) - 0.5 * definition.cost + (2.0 if definition.goal_condition else 0.0)


def value_starting_lag(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return float(free_bandwidth(table, option[1])) - 0.1 * table.lag.get(option[1], 0)


def value_opponent(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Whoever defends worst in a Challenge; else, and of like ones, whoever is nearest to winning."""
    definition = table.cards[about[1]]
    behind = challenge_margin(table, seat, option[1], definition) if definition.type == "challenge" else 0.0
    return 0.5 * table.vp[option[1]] + behind


def value_attacker(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Who adds most; nobody who takes something away."""
    definition = table.cards[about[1]]
    assert definition.skill is not None
    return current_level(table, option[1], definition.skill) + definition.challenge_bonuses[0] - 0.5


def value_defender(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """One's own best, or the opponent's worst."""
    definition = table.cards[about[1]]
    assert definition.skill is not None
    adds = current_level(table, option[1], definition.skill) + definition.challenge_bonuses[1] - 0.5
    return adds if table.owners[option[1]] == seat else -adds


def value_target(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Help one's own with what helps, hit the opponents' best with what hurts: the text says whom it can be aimed at."""
    worth = 0.01 * card_value(table, option[1])
    return target_value(table, seat, about[1], option[1]) + (-worth if table.owners[option[1]] == seat else worth)


def value_losing(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return -card_value(table, option[1])


def value_gaining(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return card_value(table, option[1])


def accept_never(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return 0.0


def accept_always(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return 1.0


OPTION_VALUES: dict[str, OptionValue] = {
    "main": value_main_user,
    "starter": value_gaining,
    "lag": value_starting_lag,
    "sync": value_sync,
    "pay": value_pay,
    "activate": value_activate,
    "instant": value_instant,
    "use": value_use,
    "against": value_opponent,
    "attacker": value_attacker,
    "defender": value_defender,
    "host": value_gaining,
    "aim": value_target,
    "discard": value_losing,
    "recover": value_gaining,
    "yes": accept_always,
}


def greedy_bot(game: Game) -> Option:
    """Return the option worth most; of Main Users each seat another, for with like decks they would clash for ever."""
    ask, table = game.ask, game.table
    assert ask is not None
    if game.turn_length > MAX_TURN_ENTRIES:
        return default_answer(ask)
    if ask.about[0] == "main":
        ranked = sorted(ask.options, key=lambda option: -value_main_user(table, ask.seat, ask.about, option))
        return ranked[ask.seat % len(ranked)]
    options: dict[Option, Option] = {}
    for option in ask.options:
        options.setdefault(equivalence_key(table, option), option)
    return max(
        options.values(),
        key=lambda option: OPTION_VALUES.get(option[0], accept_never)(table, ask.seat, ask.about, option),
    )


def equivalence_key(table: Rm2kTable, option: Option) -> Option:
    """The same for options that are worth the same: who carries a card or pays for it at once hardly matters."""
    if option[0] == "instant" or (option[0] == "sync" and table.cards[option[1]].type != "attach"):
        return option[:2]
    return option
