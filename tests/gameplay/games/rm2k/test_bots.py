"""The standard bot, and games of two to four bots with the ready-made decks."""

from collections import Counter
from collections.abc import Sequence

import pytest

from cards.printed import PrintedCard, bundled_card_set
from gameplay.engine.bots.policies import BotPolicy, play_to_end, random_policy
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.decks import deck_faults
from gameplay.games.rm2k.draft_bot import card_rating, synergy
from gameplay.games.rm2k.variants import STANDARD
from gameplay.games.rm2k.win_probability import win_probability
from tests.gameplay.games.rm2k.cards import BLANK, VP, attach, printed, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, On, Side, lay

SET = bundled_card_set("rm2k", "CC")
READY = [
    [SET.card(ref.removeprefix("CC-")) for ref, copies in deck.cards.items() for _ in range(copies)]
    for deck in SET.decks
]


def play(players: Sequence[BotPolicy], number: int) -> tuple[Outcome, Game]:
    decks = [READY[(seat + number) % 2] for seat in range(len(players))]
    game = Game.begin(RULESET, "standard", decks, SeededChance(RandomStream(b"bots", f"{number}")))
    return play_to_end(game, players), game


def test_greedy_beats_random_play_with_either_deck_from_either_seat():
    won = 0
    for number in range(20):
        random, seat = random_policy(RandomStream(b"random", f"{number}")), number // 2 % 2
        players = [RULESET.greedy_bot, random] if seat == 0 else [random, RULESET.greedy_bot]
        won += seat in play(players, number)[0].winners
    assert won >= 15


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_of_any_number_of_players_end(seats: int):
    for number in range(3):
        outcome, game = play([RULESET.greedy_bot] * seats, number)
        assert outcome.reason in RULESET.sentences.terms["reason"]
        assert outcome.reason != "set_value"  # bots with equal decks do not clash forever
        assert 0.0 <= win_probability(game.table, 0) <= 1.0


def test_win_probabilities_add_up_to_one():
    _, game = play([random_policy(RandomStream(b"four", "players"))] * 4, 7)
    chances = [win_probability(game.table, seat) for seat in range(4)]
    assert sum(chances) == pytest.approx(1.0)
    assert all(not chances[seat] for seat in range(4) if seat not in game.table.alive)


ANN, ART = user("Ann"), user("Art")


@pytest.mark.parametrize(
    ("more", "less"),
    [
        (Side(users=[ANN], vp=1), Side(users=[ANN])),
        (Side(users=[ANN, ART]), Side(users=[ANN])),
        (Side(users=[user("Wide", 3)]), Side(users=[ANN])),
        (Side(users=[ANN]), Side(users=[On(ANN, lag=2)])),
        (Side(users=[ANN], hand=[BLANK]), Side(users=[ANN])),
        (Side(users=[On(ANN, [attach("Cap")])]), Side(users=[ANN])),
        (Side(users=[ANN], limbo=[ART]), Side(users=[ANN])),
    ],
    ids=["points", "Users", "bandwidth", "lag", "hand", "Attaches", "Limbo"],
)
def test_win_probability_is_higher_for_the_stronger_seat(more: Side, less: Side):
    table = lay(more, less).table

    assert win_probability(table, ALICE) > win_probability(table, BOB)


def test_a_seat_that_is_out_has_win_probability_0():
    game = lay(Side(users=[ANN]), Side(users=[ANN]), Side(users=[ANN]))
    game.game.concede(BOB)
    game.choose("sync", "Blank", "Ann")

    assert win_probability(game.table, BOB) == 0.0
    assert win_probability(game.table, ALICE) + win_probability(game.table, 2) == pytest.approx(1.0)


def test_a_built_deck_has_starting_users_and_challenges():
    pool = [card for card in SET.cards for _ in range(2)]
    deck = RULESET.draft_bot.build_deck(pool, 40)

    types = Counter(card.type for card in deck)
    assert (len(deck), deck_faults(STANDARD, deck)) == (40, [])
    assert types["challenge"] > types["user"] > types["event"] >= types["attach"] > 0
    assert RULESET.draft_bot.pick([], pool[:10]) in range(10)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (printed("A", "event", cost=1, do=[VP]), printed("B", "event", cost=3, do=[VP])),
        (printed("A", "user", bandwidth=4), printed("B", "user", bandwidth=2)),
        (printed("A", "attach", text=[{"width": 1}]), printed("B", "attach")),
        (printed("A", "challenge"), printed("B", "event")),
        (printed("A", "user", bandwidth=1), printed("B", "event")),
    ],
)
def test_cheaper_cards_bandwidth_texts_and_challenges_are_rated_higher(better: PrintedCard, worse: PrintedCard):
    assert card_rating(better) > card_rating(worse)


def test_users_have_synergy_with_cards_of_their_best_skill():
    gamer, deaf, plain = (printed("U", "user", **facts) for facts in ({"gamer": 5}, {"immune": ["gamer"]}, {}))
    match, debate = printed("M", "challenge", skill="gamer"), printed("D", "challenge", skill="argue")

    assert synergy(match, [gamer]) > synergy(match, [plain]) == 0 > synergy(match, [deaf])
    assert synergy(gamer, [match]) == synergy(match, [gamer]) > synergy(gamer, [debate]) == 0
    assert synergy(deaf, [match]) < 0
    assert synergy(gamer, [gamer, deaf]) == synergy(match, [match, debate]) == 0
    assert synergy(match, [gamer] * 3) > synergy(match, [gamer])
