"""What both foreign libraries are told of a contest."""

import pytest

from gameplay.engine.bots.policies import random_policy
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.chance import RandomStream, SeededChance
from tests.conformance import contests
from tests.conformance.contest import CardNeeded, Stopping


@pytest.mark.parametrize("variant", contests.ENEMY)
def test_every_choice_has_a_number_of_its_own_that_leads_back_to_it(variant: str):
    contest, numbers = contests.enemy(variant), dict[int, object]()
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


def test_copies_of_a_card_come_up_as_one_outcome_with_their_weight():
    contest = contests.enemy("sample")
    game = Stopping.of(contest)
    assert isinstance(game.needed, CardNeeded)

    copies = [definition.ref for definition in contest.table.cards[:40]]
    assert {contest.table.cards[card].ref: chance for card, chance in game.chances()} == {
        ref: copies.count(ref) / 40 for ref in copies
    }


def test_the_winners_share_what_the_others_lose():
    assert contests.nim(4).utilities(Outcome((1,), "last", ())) == [-0.5, 1.5, -0.5, -0.5]
    assert contests.nim(4).utilities(Outcome((0, 2), "team", ())) == [1.0, -1.0, 1.0, -1.0]
    assert contests.enemy("draft").utilities(Outcome((1,), "vp", ())) == [-1.0, 1.0]
    assert contests.enemy("draft").utilities(Outcome((), "deck", ())) == [0.0, 0.0]
