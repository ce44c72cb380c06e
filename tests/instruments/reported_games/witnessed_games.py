"""Play games between bots with a witness beside the table."""

from dataclasses import replace
from typing import Any

from gameplay.bots import decks_for_seats, make_bots
from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import record_of
from gameplay.engine.core.ruleset import Ruleset
from tests.gameplay.games.kits import kit_of
from tests.instruments.reported_games.witness import Account, Witness


class _WatchedChance(SeededChance):
    """Chance that a witness watches."""

    __slots__ = ("witness",)

    def __init__(self, stream: RandomStream, witness: Witness) -> None:
        super().__init__(stream)
        self.witness = witness

    def take(self, cards: list[int]) -> int:
        return self.witness.see_draw(lambda: super(_WatchedChance, self).take(cards))

    def number(self, n: int) -> int:
        outcome = super().number(n)
        self.witness.see_number(outcome)
        return outcome


def watch_game(ruleset: Ruleset, variant: str, number: int) -> Account:
    """Play the game with this ``number`` between bots, as `games.play_and_report` does, and return what a witness saw.

    The number of players varies with ``number``.
    """
    key = number.to_bytes(32, "big")
    possible = ruleset.player_counts_of(variant)
    seats = possible[number % len(possible)]
    decks = decks_for_seats(ruleset, variant, key, seats=seats)
    witness = kit_of(ruleset.name).witness(ruleset)
    chance = _WatchedChance(RandomStream(key, "paper/voices"), witness)

    def start(table: Any) -> RuleGenerator:
        witness.begin_turn(table)
        yield from ruleset.start(table)

    def turn(table: Any) -> RuleGenerator:
        if table.chance is chance:  # a bot that thinks ahead plays on other tables
            witness.begin_turn(table)
        yield from ruleset.turn(table)

    watched = replace(ruleset, start=start, turn=turn)
    game = Game.begin(watched, variant, decks, chance, pausing=True)
    names = ("regular" if number % 4 else "random", *["regular"] * (seats - 1))
    bots = make_bots(ruleset, variant, names, seed=key, rollouts=1)
    witness.look_again()
    while game.ask is not None:
        option = bots[game.ask.seat](game)
        witness.decide(game.ask, option)
        game.choose(option)
        witness.look_again()
    assert game.outcome is not None
    first = next(moment.active for moment in witness.moments if moment.turn == 1)
    refs = [[card.ref for card in deck] for deck in decks]
    printed = {card.ref: card for deck in decks for card in deck}
    record = record_of(game, variant, decks)
    return Account(ruleset, variant, refs, printed, tuple(witness.moments), first, game.outcome, record)
