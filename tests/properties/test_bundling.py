"""Payments and orders in one go: they are possible, and payments do not depend on hidden cards; for every game."""

import pytest

from gameplay.engine.core.asks import PASS, PLAY
from gameplay.engine.core.bundling import choices_in_order, ends_turn_early, has_price, passes_to_turn_end, payment_for
from gameplay.engine.core.chance import OutcomeNeeded
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import cards_to_order
from gameplay.engine.core.zones import distinct_cards
from gameplay.games import RULESETS
from tests.parts.properties import assume, given
from tests.properties.games import decisions, few, kind_of, seeds, start
from tests.properties.test_secrecy import hidden_from, named, rotated

GAMES_WITH_PAYMENTS = ("hagmi", "rm2k")


@pytest.mark.parametrize("pausing", [False, True])
@pytest.mark.parametrize("name", GAMES_WITH_PAYMENTS)
@given(seed=seeds)
@few
def test_payment_is_a_sequence_of_legal_answers_of_one_seat(name: str, pausing: bool, seed: bytes):
    game, paid = start(kind_of(name, seed), seed, pausing=pausing), 0
    for number in decisions(game, seed):
        assert game.ask is not None
        if number % 5:
            continue
        for option in [option for option in game.ask.options if has_price(game, option)][:3]:
            before = game.table.fingerprint(), len(game.entries)
            payment = payment_for(game, option)
            assert (game.table.fingerprint(), len(game.entries)) == before
            check_legal(game, payment)
            paid += len(payment) > 1
    assume(paid)


def copy_of(game: Game) -> Game:
    """Return the game in the same state, without chance for what follows."""
    copy = game.game_at(len(game.entries))
    copy.pass_while_forced()  # they are no entries
    return copy


def check_legal(game: Game, payment: list[tuple[object, ...]]) -> None:
    assert game.ask is not None
    seat, copy = game.ask.seat, copy_of(game)
    for option in payment[:-1]:  # the last answer may need chance, which the copy has not
        assert copy.ask is not None
        assert copy.ask.seat == seat
        copy.choose(option)
    assert copy.ask is not None
    assert (copy.ask.seat, payment[-1] in copy.ask.options) == (seat, True)


@pytest.mark.clause("ENE-10.8")
@pytest.mark.parametrize("name", GAMES_WITH_PAYMENTS)
@given(seed=seeds)
@few
def test_payment_does_not_depend_on_hidden_cards(name: str, seed: bytes):
    game = start(kind_of(name, seed), seed, pausing=True)
    for number in decisions(game, seed):
        assert game.ask is not None
        priced = [option for option in game.ask.options if has_price(game, option)]
        if number % 5 or not priced:
            continue
        table, known = game.table, game.table.cards
        secret = hidden_from(table, game.ask.seat) - named(game, game.ask.options)
        payments = [payment_for(game, option) for option in priced[:3]]
        table.cards = rotated(game, known, secret)
        others, table.cards = [payment_for(game, option) for option in priced[:3]], known
        assert others == payments


@pytest.mark.parametrize("name", RULESETS)
@given(seed=seeds)
@few
def test_end_of_a_turn_is_a_series_of_passes_by_the_active_player(name: str, seed: bytes):
    game, ended = start(kind_of(name, seed), seed, pausing=True), 0
    for number in decisions(game, seed):
        if number % 4 == 0 and ends_turn_early(game):
            copy = copy_of(game)
            turn, active = copy.table.turn, copy.table.active
            for option in passes_to_turn_end(copy):
                assert copy.ask is not None
                assert (option, copy.ask.kind, copy.ask.seat, copy.table.turn) == (PASS, PLAY, active, turn)
                try:
                    copy.choose(option)
                except OutcomeNeeded:  # in the next turn
                    break
            ended += 1
    assume(ended or not game.ruleset.bundling.early_phases)


@pytest.mark.parametrize("name", [name for name, ruleset in RULESETS.items() if ruleset.bundling.ordering])
@given(seed=seeds)
@few
def test_order_is_a_series_of_legal_answers_of_one_seat(name: str, seed: bytes):
    game, ordered = start(kind_of(name, seed), seed, pausing=True), 0
    for number in decisions(game, seed):
        assert game.ask is not None
        cards = sorted(cards_to_order(game).values(), key=lambda card: (seed[number % len(seed)] ^ card, card))
        if not cards:
            continue
        copy, seat, left = copy_of(game), game.ask.seat, len(cards)
        for option in choices_in_order(copy, cards):
            assert copy.ask is not None
            assert (copy.ask.seat, option in copy.ask.options) == (seat, True)
            assert len(cards_to_order(copy)) == left
            left -= 1
            try:
                copy.choose(option)
            except OutcomeNeeded:  # after the last one
                assert len(distinct_cards(copy.table, cards[-left:])) == 1
                break
        ordered += 1
    assume(ordered)
