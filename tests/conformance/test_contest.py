"""The adapter of a ruleset for third-party libraries: options as numbers, and chance as a player."""

import pytest

from gameplay.engine.bots.policies import random_policy
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.games.enemy import RULESET
from tests.conformance.contest import CardNeeded, ExplicitChanceGame
from tests.conformance.contests import nim
from tests.gameplay.games.enemy.kit import golden_contest


@pytest.mark.parametrize("variant", RULESET.variants)
def test_every_option_has_a_unique_reversible_number(variant: str):
    contest, numbers = golden_contest(variant), dict[int, object]()
    for seed in range(5):
        stream = RandomStream(bytes([seed]), "game")
        game, player = contest.begin(SeededChance(stream)), random_policy(stream)
        while game.ask is not None:
            for option in game.ask.options:
                number = contest.number(option)
                assert contest.option(number) == option
                assert numbers.setdefault(number, option) == option
            game.choose(player(game))

    assert max(numbers) < contest.choices


def test_copies_of_a_card_are_one_outcome_with_their_total_probability():
    contest = golden_contest("sample")
    game = ExplicitChanceGame.of(contest)
    assert isinstance(game.needed, CardNeeded)

    copies = [definition.ref for definition in contest.table.cards[:40]]
    assert {contest.table.cards[card].ref: chance for card, chance in game.chances()} == {
        ref: copies.count(ref) / 40 for ref in copies
    }


def test_utilities_sum_to_zero():
    assert nim(4).utilities(Outcome((1,), "last", ())) == [-0.5, 1.5, -0.5, -0.5]
    assert nim(4).utilities(Outcome((0, 2), "team", ())) == [1.0, -1.0, 1.0, -1.0]
    assert golden_contest("draft").utilities(Outcome((1,), "vp", ())) == [-1.0, 1.0]
    assert golden_contest("draft").utilities(Outcome((), "deck", ())) == [0.0, 0.0]
