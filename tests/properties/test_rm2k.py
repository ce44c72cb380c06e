"""Invariants of whole games of #rm2k_anime between bots of every kind."""

import pytest

from cards.printed import PrintedCard, bundled_card_sets
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.game_end import is_beaten
from gameplay.games.rm2k.sentences import ASKS
from gameplay.games.rm2k.table import Rm2kTable
from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tests.properties.games import decisions, quick, seeds, start

GAMES = {RULESET.name: RULESET}
variants = st.sampled_from(sorted(RULESET.variants))


def catalogue(game: str) -> list[list[PrintedCard]]:
    return [[card for card_set in bundled_card_sets(game) for card in card_set.cards]]


def begin(seed: bytes, variant: str, *, pausing: bool = False) -> Game:
    return start(f"rm2k {variant}", seed, pausing=pausing)


@pytest.mark.clause("RM-5.1.3", "RM-5.1.10", "RM-6.2", "RM-6.7.6", "RM-3.2.2", "RM-2.9")
@given(seeds, variants)
@quick
def test_limits_are_never_exceeded(seed: bytes, variant: str):
    game = begin(seed, variant)
    for _ in decisions(game, seed):
        check_limits(game.table)


def check_limits(table: Rm2kTable) -> None:
    cards, users = table.cards, {user for users in table.users for user in users}
    assert set(table.syncing_cards) <= users
    assert set(table.syncing_cards.values()) == set(table.tokens)
    assert all(count > 0 for count in table.lag.values())
    assert (
        set(table.lag)
        | set(table.lasting_changes)
        | set(table.turn_changes)
        | set(table.level_changes)
        | table.fought
        | table.used
        <= users
    )
    for user, card in table.syncing_cards.items():
        skill = cards[card].skill
        assert skill is None or cards[user].levels[skill] is not None
    for picked in table.picked:
        assert sum(cards[user].cost for user in picked) <= table.variant.set_value
    if table.turn:
        assert not any(is_beaten(table, seat) and not table.limbo[seat] for seat in table.alive)


@given(seeds, variants)
@quick
def test_fork_with_other_random_outcomes_ends(seed: bytes, variant: str):
    game = begin(seed, variant)
    for number in decisions(game, seed):
        if number == seed[0]:
            for _ in decisions(game.fork(SeededChance(RandomStream(seed, "fork"))), seed):
                pass


def test_every_ask_except_those_of_card_texts_has_a_clause():
    texts = {"may", "either_for", "discard_for", "recover_for", "charge_for"}

    assert {code for code, say in ASKS.items() if not say.clause.startswith("RM-")} == texts
