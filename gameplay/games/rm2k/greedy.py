"""A bot that takes what looks best now: every option has a worth, the highest is chosen.

Worths are in tenths of a victory point, roughly. It looks only at what its seat may see: its own hand and
Syncing cards, and what lies face up.
"""

from gameplay.engine.asks import Option
from gameplay.engine.game import Game
from gameplay.engine.players import Worth, greedy_player
from gameplay.games.rm2k.levels import bandwidth, free, level
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import AGAINST, ANSWERING, Card
from gameplay.games.rm2k.totals import totals

# --- what a card is worth ------------------------------------------------------------------


def body(table: Rm2kTable, card: int) -> float:
    """What a card is worth to who has it, wherever it lies."""
    definition = table.cards[card]
    if definition.type == "user":
        return 4.0 + 3.0 * definition.bandwidth + 0.4 * sum(each or 0 for each in definition.levels)
    return 2.0 + 0.8 * definition.cost


def prospect(table: Rm2kTable, seat: int, definition: Card) -> float:
    """How far the best attack with a Challenge would be ahead of the best defence there is; bonuses counted."""
    skill, able = definition.skill, [user for user in table.users[seat] if user not in table.fought]
    assert skill is not None
    if not able:
        return -9.0
    ours = max(level(table, user, skill) for user in able) + definition.bonus[0]
    if definition.kind not in AGAINST:
        return float(ours - definition.bonus[1])
    theirs = [[level(table, user, skill) for user in table.users[other]] for other in table.alive if other != seat]
    pick = max if definition.kind in ANSWERING else min
    weakest = min((pick(levels) for levels in theirs if levels), default=0)
    return float(ours - weakest - definition.bonus[1])


def lead(table: Rm2kTable, seat: int) -> float:
    """How far the seat's side is ahead in the Challenge that is on; a third player sides with the Defenders."""
    contest = table.contest
    if contest is None:
        return 0.0
    ours, theirs = totals(table, contest)
    return float(ours - theirs if seat == contest.seats[0] else theirs - ours)


# --- the phases ----------------------------------------------------------------------------


def sync(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Users first while there are few, then what can be paid soon."""
    definition, carrier = table.cards[option[1]], option[2]
    if definition.type == "user":
        value = 9.0 - 2.0 * len(table.users[seat]) + definition.bandwidth
    elif definition.type == "challenge":
        value = 3.0 + 0.5 * prospect(table, seat, definition)
    elif definition.type == "attach":
        value = 3.5 + 0.3 * bandwidth(table, carrier)
    else:
        value = 2.0 if definition.answers else 0.5
    return value - 0.3 * definition.cost


def pay(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Pay for what is nearest to being paid, with what clears the most."""
    left = table.cards[option[2]].cost - table.tokens[option[2]]
    return 6.0 - 0.4 * left + 0.1 * free(table, option[1])


def activate(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    definition = table.cards[option[1]]
    if definition.type == "challenge":
        return 2.0 * prospect(table, seat, definition) - 0.5
    return answer(table, seat, about, option) if definition.type == "event" else 8.0


def instant(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """A Challenge that wins; an Event that something may come of."""
    definition = table.cards[option[1]]
    if definition.type == "challenge":
        return 2.0 * prospect(table, seat, definition) - 1.0 - 0.3 * definition.cost
    return answer(table, seat, about, option) - 0.2 * definition.cost


def answer(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """In a Challenge that is close help; prevent what an opponent does; else use it in the Main Phase."""
    definition = table.cards[option[1]]
    if definition.answers:
        return 3.0
    if table.contest is not None:
        return 2.0 if -4 <= lead(table, seat) <= 0 else -1.0
    return 1.5


def use(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    if table.contest is not None:
        return 1.0 if lead(table, seat) <= 0 else -1.0
    return 2.0 - table.cards[option[1]].ability_cost


# --- single cards --------------------------------------------------------------------------


def main(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    definition = table.cards[option[1]]
    return body(table, option[1]) - 0.5 * definition.cost + (2.0 if definition.goal else 0.0)


def starting_lag(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return float(free(table, option[1])) - 0.1 * table.lag.get(option[1], 0)


def against(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    """Whoever is nearest to winning."""
    return 2.0 * table.vp[option[1]] - len(table.users[option[1]])


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
    worth = body(table, option[1])
    return -worth if table.owners[option[1]] == seat else worth


def lose(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return -body(table, option[1])


def gain(table: Rm2kTable, seat: int, about: Option, option: Option) -> float:
    return body(table, option[1])


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

best = greedy_player(WORTH)


def greedy(game: Game) -> Option:
    """Return the option worth most; of Main Users each seat another, for with like decks they would clash for ever."""
    ask = game.ask
    assert ask is not None
    if ask.about[0] != "main":
        return best(game)
    ranked = sorted(ask.options, key=lambda option: -main(game.table, ask.seat, ask.about, option))
    return ranked[ask.seat % len(ranked)]
