"""The search bot: it finds good moves, and never uses hidden information."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from gameplay.engine.bots import search as search_module
from gameplay.engine.bots.search import Budget, Candidate, InformationSet, SearchBot, _remaining, victory_share
from gameplay.engine.core.asks import Option, Outcome
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import can_see_faces
from gameplay.games.enemy import RULESET
from tests.gameplay.engine.nim import NIM, NimCard, nim
from tests.gameplay.games.enemy.cards import monster, pc
from tests.gameplay.games.enemy.duel import Side, lay
from tests.gameplay.games.enemy.kit import begin, marked_decks
from tests.properties.games import players, text


def seeded(label: str) -> SeededChance:
    return SeededChance(RandomStream(b"search", label))


def pool() -> list[Any]:
    return [card for card in begin(b"pool", "draft").table.cards if card.type != "grunty"]


def search_bot(label: str = "search", *, rollouts: int = 30) -> SearchBot:
    return SearchBot(RULESET, pool(), RandomStream(b"search", label), rollouts=rollouts)


def working_bot(*, work: int) -> SearchBot:
    return SearchBot(RULESET, pool(), RandomStream(b"search", "work"), work=work)


def play_nim_well(game: Game) -> Option:
    """Leave one more card than a multiple of four, or take one card."""
    assert game.ask is not None
    return ("take", max((len(game.table.heap) - 1) % 4, 1))


@pytest.mark.parametrize(("cards", "take"), [(4, 3), (6, 1), (7, 2), (8, 3)])
def test_bot_finds_the_only_winning_move(cards: int, take: int):
    """The greedy bot plays well, but at the first decision it is not trusted: the search has to find out itself."""
    ruleset = replace(NIM, greedy_bot=lambda game: ("take", 1) if game.table.turn == 1 else play_nim_well(game))
    search = SearchBot(ruleset, [NimCard("N-0", 0)], RandomStream(b"search", "nim"), rollouts=60)

    assert search(nim(seeded("nim"), cards=cards)) == ("take", take)


def test_bot_scores_the_last_point_before_the_opponent_can():
    point, wolf = monster("Point", vp=1), monster("Wolf", 5, vp=1)
    alice = Side(hand=[pc("Orca", 5), wolf], score=[point] * 4)
    duel = lay(alice, Side(hand=[monster("Elk", 1)] * 4, score=[point] * 4))
    # The bot assumes that all hidden cards are wolves.
    search = SearchBot(RULESET, [wolf], RandomStream(b"search", "last point"), rollouts=60)

    assert duel.named(RULESET.sentences.options, search(duel.game)) == ("attack", "Wolf")


def test_choice_is_deterministic_and_does_not_change_the_game():
    game = decision_points(b"same")[3]
    before = game.table.fingerprint(), len(game.entries), len(game.table.events)

    assert search_bot()(game) == search_bot()(game)
    assert (game.table.fingerprint(), len(game.entries), len(game.table.events)) == before


def test_budget_counts_work_so_that_a_choice_does_not_depend_on_the_speed_of_the_machine():
    games = decision_points(b"work")
    choices = [[working_bot(work=6000)(game) for game in games] for _ in range(2)]

    assert choices[0] == choices[1]
    greedy = [RULESET.greedy_bot(game) for game in games]
    assert [working_bot(work=1)(game) for game in games] == greedy
    assert choices[0] != greedy


def test_search_stops_when_its_work_is_done(monkeypatch: pytest.MonkeyPatch):
    budgets: list[Budget] = []

    class CountedBudget(Budget):
        def __init__(self, rollouts: int | None, work: int) -> None:
            super().__init__(rollouts, work)
            budgets.append(self)

    monkeypatch.setattr(search_module, "Budget", CountedBudget)
    games = decision_points(b"stops")
    for game in games:
        working_bot(work=4000)(game)

    assert len(budgets) == len(games)
    one_scenario = 12 * 1000  # the rollouts of a dozen moves, at most
    assert all(budget.work > -one_scenario for budget in budgets)
    assert any(budget.is_spent for budget in budgets)


def test_moves_without_a_chance_are_dropped():
    good, poor, even = Candidate(("good",)), Candidate(("poor",)), Candidate(("even",))
    good.values, poor.values, even.values = [0.6, 0.8, 0.7, 0.9], [0.2, 0.3, 0.3, 0.4], [0.9, 0.5, 0.8, 0.7]

    assert _remaining([even, poor, good]) == [even, good]


def test_moves_of_the_same_value_are_tried_no_further():
    greedy, other = Candidate(("greedy",)), Candidate(("other",))
    greedy.values = other.values = [0.5, 0.7] * 600

    assert _remaining([greedy, other]) == [greedy]


def test_greedy_move_wins_close_decisions():
    """The first move that is tried gains most by chance; without evidence the bot does not deviate."""
    games = decision_points(b"close")

    assert [search_bot(rollouts=3)(game) for game in games] == [RULESET.greedy_bot(game) for game in games]


@pytest.mark.clause("ENE-10.8")
@pytest.mark.parametrize("seed", [b"a", b"b", b"c"])
def test_choice_does_not_depend_on_hidden_cards(seed: bytes):
    changed = 0
    for game in decision_points(seed):
        assert game.ask is not None
        actual = game.table.cards
        chosen = search_bot()(game)
        other = permuted(game, game.ask.seat)
        changed += other != actual
        game.table.cards = other
        try:
            assert search_bot()(game) == chosen
        finally:
            game.table.cards = actual
    assert changed


def test_determinization_keeps_visible_cards_and_the_own_deck_list():
    for game in decision_points(b"guess"):
        assert game.ask is not None
        seat, table = game.ask.seat, game.table
        sample = InformationSet(game, seat, list(reversed(table.cards))).sample_cards(RandomStream(b"search", "guess"))
        for zone in table.zones():
            if can_see_faces(zone, seat):
                assert [sample[card] for card in zone.cards] == [table.cards[card] for card in zone.cards]
        own = [card for card, owner in enumerate(table.owners) if owner == seat]
        assert refs(sample, own) == refs(table.cards, own)


def test_victory_share_is_the_outcome_or_else_the_win_probability():
    won, drawn, running = (nim(seeded("share")) for _ in range(3))
    won.concede(1)
    drawn.outcome = Outcome((), "deck", (3, 3))

    assert [[victory_share(game, seat) for seat in (0, 1)] for game in (won, drawn, running)] == [
        [1, 0],
        [0.5, 0.5],
        [0.5, 0.5],
    ]


def game_with_hands() -> Game:
    """Return a game where Alice is to play and Bob holds three cards that she has not seen."""
    elk, fox, lynx = (monster(name, 1) for name in ("Elk", "Fox", "Lynx"))
    return lay(Side(hand=[elk], blanks=5), Side(hand=[elk, fox, lynx], blanks=5)).game


def test_hidden_cards_are_sampled_from_the_pool_or_else_from_visible_cards():
    game, owl = game_with_hands(), monster("Owl", 1)
    bobs = [card for card, owner in enumerate(game.table.owners) if owner == 1]

    for likely, expected in (([owl], {"Owl"}), ([], {"Elk", "Blank"})):
        sample = InformationSet(game, 0, likely).sample_cards(RandomStream(b"search", "pool"))
        assert {sample[card].name for card in bobs} == expected


def test_revealed_cards_are_remembered_after_they_are_hidden_again():
    game = game_with_hands()
    _, fox, lynx, *_ = game.table.hand[1]
    game.table.events += [("played", 1, fox), ("returned", fox), ("drew", 1, lynx)]
    bobs = [card for card, owner in enumerate(game.table.owners) if owner == 1]
    sample = InformationSet(game, 0, [monster("Owl", 1)]).sample_cards(RandomStream(b"search", "shown"))

    assert Counter(sample[card].name for card in bobs) == {"Fox": 1, "Owl": len(bobs) - 1}


def test_bot_plays_the_greedy_move_without_rollouts():
    game = game_with_hands()

    assert search_bot(rollouts=0)(game) == RULESET.greedy_bot(game)


def test_sampled_copies_of_visible_cards_share_their_definition():
    game = game_with_hands()
    elk = game.table.cards[game.table.hand[0][0]]
    sample = InformationSet(game, 0, [monster("Elk", 1)]).sample_cards(RandomStream(b"search", "same"))

    assert all(sample[card] is elk for card in game.table.hand[1])


def test_move_with_a_hidden_card_is_identified_by_its_face():
    game = game_with_hands()
    information_set = InformationSet(game, 0, [monster("Owl", 1)])
    own = game.table.hand[0][0]
    assert ("hide", own) in information_set.moves_of(game)
    assert game.ask is not None
    game.choose(("hide", own))

    assert game.ask.seat == 1
    hidden = {move[1] for move in information_set.moves_of(game) if move[0] == "hide"}
    assert {"T-Elk", "T-Fox", "T-Lynx"} <= hidden


def refs(cards: list[Any], ids: list[int]) -> list[str]:
    return sorted(cards[card].ref for card in ids)


def decision_points(seed: bytes) -> list[Game]:
    """Return decision points of a game in which every card has its own ref, each with all earlier events."""
    points: list[Game] = []
    game = begin(seed, "draft", decks=marked_decks(seed, "draft"))
    playing, number = players(seed, greedy=RULESET.greedy_bot), 0
    while game.ask is not None and len(points) < 8:
        if number % 7 == 3:
            points.append(copy_with_events(game))
        game.choose(playing[game.ask.seat](game))
        number += 1
    return points


def copy_with_events(game: Game) -> Game:
    copy = game.fork(seeded("copy"))
    start = max((at for at, event in enumerate(game.table.events) if event[0] == "turn"), default=0)
    copy.table.events[:0] = game.table.events[:start]
    return copy


def permuted(game: Game, seat: int) -> list[Any]:
    """Return the definitions with the cards that ``seat`` was never shown permuted among each owner's cards."""
    table, shown_text = game.table, text(game, seat)
    cards = table.cards.copy()
    for owner in range(table.seats):
        hidden = [
            card
            for card, card_owner in enumerate(table.owners)
            if card_owner == owner and cards[card].ref not in shown_text
        ]
        for card, other in zip(hidden, hidden[1:] + hidden[:1], strict=True):
            cards[card] = table.cards[other]
    return cards
