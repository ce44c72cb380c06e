"""The greedy bot, which plays at the regular level: it values every option and chooses the best one.

It uses the values of `card_values`, and only information visible to its seat: its own hand and Syncing cards, and
face-up cards.
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

FEW_CARDS = 6  # with fewer cards in its deck, the bot takes risks


# --- the phases ----------------------------------------------------------------------------


def value_sync(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Sync Users first while there are few, then Challenges that can be won and Attaches for good levels."""
    definition, carrier = table.cards[option[1]], option[2]
    if definition.type == "user":
        return 9.0 - 2.0 * len(table.users[seat]) + definition.bandwidth - 0.3 * definition.cost
    if definition.type == "challenge":
        is_late = len(table.deck[seat]) < FEW_CARDS
        return 1.5 * challenge_value(table, seat, option[1], soon=0.5) - 0.2 * definition.cost + 1.0 * is_late
    if definition.type == "attach":
        skill = definition.skill
        level = current_level(table, carrier, skill) if skill is not None and definition.stays_on_carrier else 2
        return 2.5 + 0.3 * level + 0.1 * current_bandwidth(table, carrier) - 0.3 * definition.cost
    if definition.answerable_kinds:
        return 0.3 if len(table.users[seat]) - len(table.syncing_cards) > 1 else -1.0
    if definition.cost <= 2:
        return -1.0  # it can be played instantly when needed
    return text_value(table, seat, option[1]) - 0.3 * definition.cost


def value_pay(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Pay for the card that needs the fewest tokens, with the User that has the most free bandwidth."""
    left = table.cards[option[2]].cost - table.tokens[option[2]]
    return 6.0 - 0.4 * left + 0.1 * free_bandwidth(table, option[1])


def value_activate(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Activate Users and Attaches first, and Challenges if they can be won, all Users are busy or the deck is short."""
    definition = table.cards[option[1]]
    if definition.type == "challenge":
        is_urgent = len(table.deck[seat]) < FEW_CARDS or all(user in table.syncing_cards for user in table.users[seat])
        return challenge_value(table, seat, option[1]) + 1.0 * is_urgent
    return text_value(table, seat, option[1]) + 0.1 if definition.type == "event" else 8.0


def value_instant(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Play a Challenge that can be won, or an Event of enough value."""
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
    """Choose the weakest defender for a Challenge, otherwise the player with most VP."""
    definition = table.cards[about[1]]
    margin = challenge_margin(table, seat, option[1], definition) if definition.type == "challenge" else 0.0
    return 0.5 * table.vp[option[1]] + margin


def value_attacker(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Choose the User that adds most; none with a negative contribution."""
    definition = table.cards[about[1]]
    assert definition.skill is not None
    return current_level(table, option[1], definition.skill) + definition.challenge_bonuses[0] - 0.5


def value_defender(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Choose the seat's own best User, or the worst of the opponent."""
    definition = table.cards[about[1]]
    assert definition.skill is not None
    contribution = current_level(table, option[1], definition.skill) + definition.challenge_bonuses[1] - 0.5
    return contribution if table.owners[option[1]] == seat else -contribution


def value_target(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Choose the best target; among equal ones the seat's own worst or the opponents' best card."""
    value = 0.01 * card_value(table, option[1])
    return target_value(table, seat, about[1], option[1]) + (-value if table.owners[option[1]] == seat else value)


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
    """Return the option of the highest value.

    Each seat chooses another Main User, because equal choices of seats with the same deck would clash forever.
    """
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
    """Return a key that options of nearly equal value share: the carrier or payer of a card hardly matters."""
    if option[0] == "instant" or (option[0] == "sync" and table.cards[option[1]].type != "attach"):
        return option[:2]
    return option
