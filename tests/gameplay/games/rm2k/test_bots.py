"""The greedy bot, and games between two, three and four of them with the ready decks."""

from collections.abc import Sequence

import pytest

from cards.printed import card_set
from gameplay.engine.asks import Outcome
from gameplay.engine.chance import Seeded, Stream
from gameplay.engine.game import Game
from gameplay.engine.players import Player, play_out, random_player
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.outlook import outlook

SET = card_set("rm2k", "CC")
READY = [
    [SET.card(ref.removeprefix("CC-")) for ref, copies in deck.cards.items() for _ in range(copies)]
    for deck in SET.decks
]


def play(players: Sequence[Player], number: int) -> tuple[Outcome, Game]:
    decks = [READY[(seat + number) % 2] for seat in range(len(players))]
    game = Game.begin(RULESET, "standard", decks, Seeded(Stream(b"bots", f"{number}")))
    return play_out(game, players), game


def test_greedy_beats_random_play_with_either_deck_from_either_seat():
    won = 0
    for number in range(20):
        random, seat = random_player(Stream(b"random", f"{number}")), number // 2 % 2
        players = [RULESET.greedy, random] if seat == 0 else [random, RULESET.greedy]
        won += seat in play(players, number)[0].winners
    assert won >= 15


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_between_any_number_end_with_a_winner_or_a_drawn_game(seats: int):
    for number in range(3):
        outcome, game = play([RULESET.greedy] * seats, number)
        assert outcome.reason in RULESET.words.terms["reason"]
        assert outcome.reason != "set_value"  # bots with like decks do not clash for ever
        assert 0.0 <= outlook(game.table, 0) <= 1.0


def test_the_outlook_of_all_who_are_in_adds_up():
    _, game = play([random_player(Stream(b"four", "players"))] * 4, 7)
    chances = [outlook(game.table, seat) for seat in range(4)]
    assert sum(chances) == pytest.approx(1.0)
    assert all(not chances[seat] for seat in range(4) if seat not in game.table.alive)
