"""The greedy bot and the draft bot."""

from collections import Counter
from typing import Any

import pytest

from cards.printed import CardSet, PrintedCard, bundled_card_set, bundled_card_sets
from gameplay.engine.bots.policies import play_to_end, random_policy
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.games.enemy import RULESET, card_values, draft_bot
from gameplay.games.enemy.terms import Card
from tests.gameplay.games.enemy.cards import action, card, event, item, monster, pc, printed
from tests.gameplay.games.enemy.duel import ALICE, Side, lay

WOLF = monster("Wolf", 5)


@pytest.fixture(scope="module")
def sample() -> CardSet:
    return bundled_card_set("enemy", "SD")


def test_greedy_bot_beats_random_bot(sample: CardSet):
    by_ref = {card.ref: card for card in sample.cards}
    decks = [[by_ref[ref] for ref, copies in deck.cards.items() for _ in range(copies)] for deck in sample.decks]
    won: Counter[int] = Counter()
    for number in range(60):
        seed = number.to_bytes(2, "big")
        game = Game.begin(RULESET, "sample", decks, SeededChance(RandomStream(seed, "game")))
        greedy = number % 2
        players: list[Any] = [random_policy(RandomStream(seed, "random"))] * 2
        players[greedy] = RULESET.greedy_bot
        won.update(winner == greedy for winner in play_to_end(game, players).winners)

    assert won[True] > 2 * won[False]


@pytest.mark.parametrize(
    ("alice", "bob", "best"),
    [
        (Side(hand=[action("Trick")]), Side(), ("attack", "Wolf")),  # there is no defender
        (Side(hand=[pc("Orca", 5)]), Side(pcs=[pc("Elk", 15)]), ("pc", "Orca")),
        (Side(hand=[item("Sword", 2)], pcs=[pc("Orca", 5)]), Side(pcs=[pc("Elk", 15)]), ("item", "Sword")),
        (Side(hand=[action("Trick")]), Side(pcs=[pc("Elk", 15)]), ("hide", "Trick")),
    ],
)
def test_greedy_bot_makes_the_most_valuable_play(alice: Side, bob: Side, best: tuple[str, str]):
    alice.hand = [WOLF, *alice.hand]
    duel = lay(alice, bob)

    assert duel.named(RULESET.sentences.options, RULESET.greedy_bot(duel.game)) == best


@pytest.mark.parametrize(("strength", "answer"), [(9, "fight"), (0, "avoid")])
def test_greedy_bot_fights_monsters_that_it_can_beat(strength: int, answer: str):
    duel = lay(Side(hand=[monster("Wolf", 5, vp=1)]), Side(pcs=[pc("Orca", strength)])).choose("attack", "Wolf")

    assert RULESET.greedy_bot(duel.game) == (answer,)


def test_greedy_bot_never_loses_the_game_by_avoiding():
    point = monster("Point", vp=1)
    duel = lay(Side(hand=[monster("Wolf", 30)], score=[point] * 4), Side(pcs=[pc("Orca", 0)])).choose("attack", "Wolf")

    assert RULESET.greedy_bot(duel.game) == ("fight",)


RELEASE = event("Dawn", {"release": 2})


@pytest.mark.parametrize(("portal", "best"), [([WOLF], ("event", "Dawn")), ([], ("hide", "Trick"))])
def test_greedy_bot_keeps_an_event_until_it_has_an_effect(portal: list[Card], best: tuple[str, str]):
    duel = lay(Side(hand=[action("Trick"), RELEASE], portal=portal), Side())

    assert duel.named(RULESET.sentences.options, RULESET.greedy_bot(duel.game)) == best


def test_greedy_bot_feeds_a_grunty_until_it_can_be_used():
    pet = card("Pet", "grunty", feed={"what": {"type": "event"}}, do=[{"draw": 2}])
    duel = lay(Side(hand=[event("Feast", {"play_again": 2}), event("Fair", {"draw": 3}), WOLF], grunties=[pet]), Side())
    duel.choose("event", "Feast")

    assert duel.named(RULESET.sentences.options, RULESET.greedy_bot(duel.game))[0] == "feed"
    duel.game.choose(RULESET.greedy_bot(duel.game))
    duel.choose("event", "Fair")
    assert RULESET.greedy_bot(duel.game) == ("pass",)


def test_greedy_bot_equips_its_strongest_pc_without_replacing_equal_items():
    sword, orca, elk = item("Sword", 2), pc("Orca", 5), pc("Elk", 3)
    hand = [sword]
    duel = lay(Side(hand=hand, pcs=[elk, orca]), Side(pcs=[pc("Wall", 20)])).choose("item", "Sword")
    assert duel.named(RULESET.sentences.options, RULESET.greedy_bot(duel.game)) == ("bearer", "Orca")

    duel = lay(Side(hand=hand, pcs=[elk, (orca, item("Saw", 2))]), Side(pcs=[pc("Wall", 20)])).choose("item", "Sword")
    assert duel.named(RULESET.sentences.options, RULESET.greedy_bot(duel.game)) == ("bearer", "Elk")


def test_greedy_bot_fights_with_the_healthy_one_of_equal_pcs():
    orca, elk = pc("Orca", 5), pc("Elk", 5)
    duel = lay(Side(hand=[monster("Wolf", 4)]), Side(pcs=[orca, elk], wounded=[orca])).choose("attack", "Wolf")
    duel.choose("fight")

    assert duel.named(RULESET.sentences.options, RULESET.greedy_bot(duel.game)) == ("pair", "Elk", "Wolf")


@pytest.mark.parametrize("text", [{"stash": 3}, {"store": {"what": {}}}])
def test_value_of_a_reward_does_not_depend_on_the_attackers_hand(text: dict[str, Any]):
    thief = monster("Thief", 5, vp=0, reward=[text])
    useful, useless = [action("Trick"), monster("Worm", storable=True)], [pc("Elk"), item("Saw")]
    duels = [lay(Side(hand=[thief, *hand]), Side(pcs=[pc("Orca", 4)])) for hand in (useful, useless)]
    tables = [duel.choose("attack", "Thief").table for duel in duels]

    assert len({card_values.avoided_attack_value(table, ALICE, table.attack) for table in tables}) == 1


# --- drafting --------------------------------------------------------------------------------------


def test_bot_picks_a_card_from_the_pack():
    pack = [printed("Rat", "monster", strength=1), printed("Dragon", "monster", strength=9, vp=2)]

    assert RULESET.draft_bot.pick([], pack) == 1


def test_bot_considers_the_destiny_of_a_card():
    pack = [printed("Rat", "monster", strength=5, destiny=2), printed("Ox", "monster", strength=4, destiny=5)]

    assert RULESET.draft_bot.pick([], pack) == 1


def test_bot_picks_cards_with_synergy_in_both_directions():
    kin = {"bonus": {"amount": 1, "when": {"beside": {"species": "goblin"}}}}
    imp, chief = printed("Imp", "monster", species="goblin"), printed("Chief", "monster", text=[kin])
    pack = [printed("Rat", "monster"), imp]

    assert draft_bot.synergy(chief, [imp]) > draft_bot.synergy(imp, [chief]) > draft_bot.synergy(imp, [pack[0]]) == 0
    assert RULESET.draft_bot.pick([chief] * 3, pack) == 1


@pytest.mark.parametrize(("counted", "type_"), [("hidden", "action"), ("bears", "item")])
def test_bot_knows_which_cards_a_condition_counts(counted: str, type_: str):
    counter = printed("Cat", "monster", text=[{"bonus": {"amount": 2, "when": {counted: 2}}}])

    assert draft_bot.synergy(counter, [printed("One", type_)]) > 0
    assert draft_bot.synergy(counter, [printed("One", "event")]) == 0


def test_cards_of_the_opponent_are_no_synergy():
    hunter = printed("Cat", "monster", text=[{"bonus": {"amount": 2, "when": {"against": {"type": "pc"}}}}])
    spy = printed("Spy", "monster", requires=[{"spot": {"what": {"type": "pc", "whose": "theirs"}}}])

    assert draft_bot.synergy(hunter, [printed("Elk", "pc")]) == draft_bot.synergy(spy, [printed("Elk", "pc")]) == 0


def test_bot_picks_card_types_that_its_pool_lacks():
    monsters = [printed(f"Beast {number}", "monster", strength=6, destiny=4) for number in range(20)]
    pack = [printed("One More", "monster", strength=6, destiny=4), printed("Hero", "pc", strength=5, destiny=4)]

    assert RULESET.draft_bot.pick(monsters, pack) == 1


@pytest.mark.clause("ENE-1.3", "DRF-3.2", "DRF-3.3")
def test_bot_builds_a_deck_of_the_requested_size_from_its_pool():
    cards = [card for card_set in bundled_card_sets("enemy") for card in card_set.cards]
    pool: list[PrintedCard] = RandomStream(b"pool", "cards").sample(cards, 44)
    deck = RULESET.draft_bot.build_deck(pool, 35)

    assert len(deck) == 35
    assert Counter(card.ref for card in deck) <= Counter(card.ref for card in pool)
    assert {"monster", "pc", "item"} <= {card.type for card in deck}


def test_pool_that_is_too_small_gives_a_small_deck():
    assert len(RULESET.draft_bot.build_deck([printed("Rat", "monster")] * 3, 35)) == 3
