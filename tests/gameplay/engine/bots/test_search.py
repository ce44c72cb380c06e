"""The player that searches: it finds what is good, and never looks at what it may not see."""

from collections import Counter
from typing import Any

import pytest

from gameplay.engine.bots.search import InformationSet, SearchBot, TreeNode, victory_share
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import can_see_faces
from gameplay.games.enemy import RULESET
from tests.gameplay.engine.nim import NIM, Worth, nim
from tests.gameplay.games.enemy.cards import monster, pc
from tests.gameplay.games.enemy.duel import Side, lay
from tests.properties.games import begin, marked, players, text


def seeded(label: str) -> SeededChance:
    return SeededChance(RandomStream(b"search", label))


def searcher(label: str = "search", *, rollouts: int = 30) -> SearchBot:
    pool = [card for card in begin(b"pool", "draft").table.cards if card.type != "grunty"]
    return SearchBot(RULESET, pool, RandomStream(b"search", label), rollouts=rollouts)


@pytest.mark.parametrize(("cards", "take"), [(4, 3), (6, 1), (7, 2), (8, 3)])
def test_it_finds_the_one_winning_move(cards: int, take: int):
    search = SearchBot(NIM, [Worth("N-0", 0)], RandomStream(b"search", "nim"), rollouts=300)

    assert search(nim(seeded("nim"), cards=cards)) == ("take", take)  # it leaves one more than a multiple of four


def test_it_makes_the_last_point_before_the_other_side_can():
    point, wolf = monster("Point", vp=1), monster("Wolf", 5, vp=1)
    alice = Side(hand=[pc("Orca", 5), wolf], score=[point] * 4)
    duel = lay(alice, Side(hand=[monster("Elk", 1)] * 4, score=[point] * 4))
    search = SearchBot(
        RULESET, [wolf], RandomStream(b"search", "last point"), rollouts=60
    )  # it fears nothing but wolves

    assert duel.named(RULESET.sentences.options, search(duel.game)) == ("attack", "Wolf")


def test_the_same_stream_gives_the_same_choice_and_leaves_the_game_as_it_is():
    game = moments(b"same")[3]
    before = game.table.fingerprint(), len(game.entries), len(game.table.events)

    assert searcher()(game) == searcher()(game)
    assert (game.table.fingerprint(), len(game.entries), len(game.table.events)) == before


def test_rollouts_that_can_change_nothing_are_left_out(monkeypatch: pytest.MonkeyPatch):
    games = moments(b"settled")
    short = [searcher()(game) for game in games]
    made = 0

    def never(node: TreeNode, left: int) -> bool:
        nonlocal made
        made += 1
        return False

    monkeypatch.setattr(TreeNode, "is_decided", never)
    assert [searcher()(game) for game in games] == short
    assert made == 30 * len(games)


@pytest.mark.parametrize(("visits", "left", "settled"), [((5, 2), 3, False), ((5, 2), 2, True), ((), 1, False)])
def test_a_lead_is_settled_when_it_is_more_than_what_is_left(visits: tuple[int, ...], left: int, settled: bool):
    root = TreeNode(1.0)
    for number, tries in enumerate(visits):
        root.children[(str(number),)] = child = TreeNode(0.5)
        child.visits = tries

    assert root.is_decided(left) is settled


@pytest.mark.clause("ENE-10.8")
@pytest.mark.parametrize("seed", [b"a", b"b", b"c"])
def test_whatever_the_unseen_cards_are_it_chooses_the_same(seed: bytes):
    changed = 0
    for game in moments(seed):
        assert game.ask is not None
        truth = game.table.cards
        chosen = searcher()(game)
        other = permuted(game, game.ask.seat)
        changed += other != truth
        game.table.cards = other
        try:
            assert searcher()(game) == chosen
        finally:
            game.table.cards = truth
    assert changed


def test_a_guess_keeps_what_is_seen_and_has_been_seen_and_ones_own_deck_list():
    for game in moments(b"guess"):
        assert game.ask is not None
        seat, table = game.ask.seat, game.table
        world = InformationSet(game, seat, list(reversed(table.cards))).sample_cards(RandomStream(b"search", "guess"))
        for place in table.zones():
            if can_see_faces(place, seat):
                assert [world[card] for card in place.cards] == [table.cards[card] for card in place.cards]
        own = [card for card, owner in enumerate(table.owners) if owner == seat]
        assert refs(world, own) == refs(table.cards, own)


def test_a_win_is_all_of_the_victory_a_tie_half_of_it_and_else_the_outlook_counts():
    won, tied, running = (nim(seeded("share")) for _ in range(3))
    won.concede(1)
    tied.outcome = Outcome((), "deck", (3, 3))

    assert [[victory_share(game, seat) for seat in (0, 1)] for game in (won, tied, running)] == [
        [1, 0],
        [0.5, 0.5],
        [0.5, 0.5],
    ]


def hands() -> Game:
    """Alice is to play; Bob holds three cards that she has not seen."""
    elk, fox, lynx = (monster(name, 1) for name in ("Elk", "Fox", "Lynx"))
    return lay(Side(hand=[elk], blanks=5), Side(hand=[elk, fox, lynx], blanks=5)).game


def test_what_was_never_shown_of_another_deck_comes_from_the_pool_or_else_is_like_what_is_seen():
    game, owl = hands(), monster("Owl", 1)
    bobs = [card for card, owner in enumerate(game.table.owners) if owner == 1]

    for pool, expected in (([owl], {"Owl"}), ([], {"Elk", "Blank"})):
        world = InformationSet(game, 0, pool).sample_cards(RandomStream(b"search", "pool"))
        assert {world[card].name for card in bobs} == expected


def test_what_was_shown_before_it_went_out_of_sight_is_remembered():
    game = hands()
    _, fox, lynx, *_ = game.table.hand[1]
    game.table.events += [("played", 1, fox), ("returned", fox), ("drew", 1, lynx)]
    bobs = [card for card, owner in enumerate(game.table.owners) if owner == 1]
    world = InformationSet(game, 0, [monster("Owl", 1)]).sample_cards(RandomStream(b"search", "shown"))

    assert Counter(world[card].name for card in bobs) == {"Fox": 1, "Owl": len(bobs) - 1}


def test_without_a_world_to_try_it_plays_the_greedy_move():
    game = hands()

    assert searcher(rollouts=0)(game) == RULESET.greedy_bot(game)


def test_cards_of_the_pool_that_are_seen_are_the_very_same():
    game = hands()
    elk = game.table.cards[game.table.hand[0][0]]
    world = InformationSet(game, 0, [monster("Elk", 1)]).sample_cards(RandomStream(b"search", "same"))

    assert all(world[card] is elk for card in game.table.hand[1])


def test_a_move_with_a_card_that_is_not_seen_is_named_by_its_face():
    game = hands()
    guess = InformationSet(game, 0, [monster("Owl", 1)])
    own = game.table.hand[0][0]
    assert ("hide", own) in guess.moves_of(game)
    assert game.ask is not None
    game.choose(("hide", own))

    assert game.ask.seat == 1
    hidden = {move[1] for move in guess.moves_of(game) if move[0] == "hide"}
    assert {"T-Elk", "T-Fox", "T-Lynx"} <= hidden


def refs(cards: list[Any], ids: list[int]) -> list[str]:
    return sorted(cards[card].ref for card in ids)


def moments(seed: bytes) -> list[Game]:
    """Moments of a game in which every single card has a ref of its own; each has all that happened before it."""
    stops: list[Game] = []
    game, playing, number = begin(seed, "draft", decks=marked(seed, "draft")), players(seed), 0
    while game.ask is not None and len(stops) < 8:
        if number % 7 == 3:
            stops.append(copied(game))
        game.choose(playing[game.ask.seat](game))
        number += 1
    return stops


def copied(game: Game) -> Game:
    twin = game.fork(seeded("copy"))
    begun = max((at for at, event in enumerate(game.table.events) if event[0] == "turn"), default=0)
    twin.table.events[:0] = game.table.events[:begun]
    return twin


def permuted(game: Game, seat: int) -> list[Any]:
    """The definitions, those of cards that ``seat`` was never shown in another order, each owner's among themselves."""
    table, told = game.table, text(game, seat)
    cards = table.cards.copy()
    for owner in range(table.seats):
        never = [card for card, whose in enumerate(table.owners) if whose == owner and cards[card].ref not in told]
        for card, other in zip(never, never[1:] + never[:1], strict=True):
            cards[card] = table.cards[other]
    return cards
