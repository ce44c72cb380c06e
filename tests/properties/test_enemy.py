"""Whole games of ENEMY by players of every kind: what must hold whatever is played."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cards.printed import PrintedCard, Text, card_sets
from gameplay.engine.asks import Option
from gameplay.engine.chance import Diverged, Recorded, Seeded, Stream
from gameplay.engine.errors import NotAnOptionError, NotAskedError
from gameplay.engine.game import Game
from gameplay.engine.players import Player, play_out, random_player
from gameplay.engine.sight import view
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.table import EnemyTable

CARDS = [card for card_set in card_sets("enemy") for card in card_set.cards]
FACTS = {"destiny": 3, "feed": {"what": {}}, "size": 2, "do": [{"draw": 1}]}
PET = PrintedCard("enemy", "XX", "G1", Text("Pet"), "grunty", "common", FACTS)  # no set has a Grunty yet

quick = settings(max_examples=20, deadline=None)
seeds = st.binary(min_size=1, max_size=6)
variants = st.sampled_from(["draft", "sample", "full"])


def deck(stream: Stream, size: int) -> list[PrintedCard]:
    """So many cards of all sets, some of them several times, and two Grunties."""
    some = stream.sample(CARDS, max(size * 2 // 3, 1))
    return [PET, PET, *(some[stream.below(len(some))] for _ in range(size - 2))]


def begin(seed: bytes, variant: str, *, decks: Sequence[Sequence[PrintedCard]] = (), pausing: bool = False) -> Game:
    dealt = decks or [deck(Stream(seed, f"deck {seat}"), RULESET.variants[variant].deck_size) for seat in (0, 1)]
    return Game.begin(RULESET, variant, dealt, Seeded(Stream(seed, "game")), pausing=pausing)


def players(seed: bytes) -> list[Player]:
    """Both at random, both greedy, or one of each, as the seed says."""
    kind = seed[0] % 4
    random = random_player(Stream(seed, "players"))
    return [RULESET.greedy if kind in (1, 3) else random, RULESET.greedy if kind in (2, 3) else random]


def decisions(game: Game, seed: bytes) -> Iterator[int]:
    """Play ``game`` to its end, stopping before every decision with its number."""
    playing, number = players(seed), 0
    while game.ask is not None:
        yield number
        number += 1
        game.choose(playing[game.ask.seat](game))


def text(game: Game, seat: int | None, *, since: int = 0) -> str:
    return json.dumps(view(game, seat, since=since), sort_keys=True)


# --- the table -------------------------------------------------------------------------------------


@pytest.mark.clause("ENE-2.1", "ENE-2.3", "ENE-2.4")
@given(seeds, variants)
@quick
def test_every_card_lies_in_exactly_one_zone_at_every_decision(seed: bytes, variant: str):
    game = begin(seed, variant)
    for _ in decisions(game, seed):
        lies = Counter(card for place in game.table.places() for card in place.cards)
        assert lies == Counter(range(len(game.table.cards)))


@pytest.mark.clause(
    "ENE-7.1", "ENE-7.2", "ENE-7.3", "ENE-7.4", "ENE-7.6", "ENE-8.12", "ENE-11.3", "ENE-11.5", "ENE-OP-20"
)
@given(seeds, variants)
@quick
def test_no_limit_is_ever_broken(seed: bytes, variant: str):
    game = begin(seed, variant)
    for _ in decisions(game, seed):
        check_limits(game.table)


def check_limits(table: EnemyTable) -> None:
    cards = table.cards
    for party, hidden, grunties in zip(table.party, table.hidden, table.grunties, strict=True):
        assert len(party) <= 3
        assert len(hidden) <= 5
        assert len({cards[pc].name for pc in party}) == len(party)
        assert all(len(table.under.get(grunty, ())) <= 5 for grunty in grunties)
        for pc in party:
            subtypes = [cards[item].subtype for item in table.under.get(pc, ())]
            assert len(subtypes) == len(set(subtypes))
    assert table.wounded <= {pc for party in table.party for pc in party}
    assert len(table.field) <= 1
    in_play = [*table.portal[0], *table.portal[1], *table.score[0], *table.score[1], *table.attack]
    uniques = Counter(cards[card].name for card in in_play if cards[card].unique)
    assert not uniques or max(uniques.values()) == 1


@pytest.mark.clause("ENE-4.3", "ENE-6.4")
@given(seeds, variants)
@quick
def test_every_first_play_of_a_turn_is_made_from_five_cards(seed: bytes, variant: str):
    game, turn = begin(seed, variant), 0
    for _ in decisions(game, seed):
        assert game.ask is not None
        if game.ask.about[0] == "play" and game.table.turn != turn:
            turn, seat = game.table.turn, game.ask.seat
            left = sum(len(zone[seat]) for zone in (game.table.deck, game.table.top, game.table.discard))
            assert len(game.table.hand[seat]) == 5 or left == 0
            assert ("pass",) not in game.ask.options


@given(seeds, variants)
@quick
def test_games_end_and_say_why(seed: bytes, variant: str):
    game = begin(seed, variant)
    outcome = play_out(game, players(seed))

    assert game.table.turn < 400
    assert outcome.scores == game.table.scores()
    if outcome.reason == "vp":
        assert outcome.scores[outcome.winners[0]] >= RULESET.variants[variant].target
    else:
        assert outcome.reason == "deck"
        best = [seat for seat in (0, 1) if outcome.scores[seat] == max(outcome.scores)]
        assert outcome.winners == (tuple(best) if len(best) == 1 else ())


# --- options ---------------------------------------------------------------------------------------


@given(seeds, variants)
@settings(max_examples=10, deadline=None)
def test_every_listed_option_applies(seed: bytes, variant: str):
    game = begin(seed, variant)
    for number in decisions(game, seed):
        if number % 5 == 0:
            assert game.ask is not None
            assert len(set(game.ask.options)) == len(game.ask.options) > 1
            for option in game.ask.options:
                game.fork(Seeded(Stream(seed, "fork"))).choose(option)


@given(seeds, variants)
@quick
def test_an_option_that_is_not_listed_is_refused_and_changes_nothing(seed: bytes, variant: str):
    game = begin(seed, variant)
    for _ in decisions(game, seed):
        before, entries, seen = game.table.fingerprint(), len(game.entries), text(game, 0)
        for option in unlisted(game):
            with pytest.raises(NotAnOptionError) as refusal:
                game.choose(option)
            assert (refusal.value.code, refusal.value.details) == ("not_an_option", {"option": list(option)})
            assert refusal.value.clause.startswith("ENE-") or about(game) in ONLY_A_TEXT_ASKS
        assert (game.table.fingerprint(), len(game.entries), text(game, 0)) == (before, entries, seen)
    with pytest.raises(NotAskedError):
        game.choose(("pass",))


ONLY_A_TEXT_ASKS = {"may", "either_for", "discard_for", "recover_for", "return_for"}


def about(game: Game) -> str:
    assert game.ask is not None
    return str(game.ask.about[0])


def unlisted(game: Game) -> list[Option]:
    """Answers near those listed: to other cards, or of another kind."""
    assert game.ask is not None
    listed = set(game.ask.options)
    first = game.ask.options[0]
    near: list[Option] = [(*first[:-1], card) for card in range(0, 70, 9) if len(first) > 1]
    return [option for option in [*near, ("pass", 1), ("no such thing",), ()] if option not in listed]


# --- replaying -------------------------------------------------------------------------------------


@given(seeds, variants)
@quick
def test_the_entries_alone_give_the_same_game_again(seed: bytes, variant: str):
    game = begin(seed, variant)
    play_out(game, players(seed))

    chance = Recorded(list(game.entries))
    dealt = [
        [card.printed for card, owner in zip(game.table.cards, game.table.owners, strict=True) if owner == seat]
        for seat in (0, 1)
    ]
    again = Game.begin(RULESET, variant, dealt, chance)
    again.follow(chance)

    assert (again.turns, again.outcome, again.table.events) == (game.turns, game.outcome, game.table.events)


@given(seeds, variants)
@settings(max_examples=10, deadline=None)
def test_a_fork_of_any_decision_is_the_same_game_and_never_changes(seed: bytes, variant: str):
    game, kept = begin(seed, variant), []
    for number in decisions(game, seed):
        if number % 4 == 0:
            fork = game.fork(Seeded(Stream(seed, "fork")))
            assert state(fork) == state(game)
            kept.append((fork, state(game)))

    assert all(state(fork) == was for fork, was in kept)


@given(seeds, variants)
@settings(max_examples=10, deadline=None)
def test_playing_a_fork_to_its_end_leaves_the_game_as_it_is(seed: bytes, variant: str):
    game = begin(seed, variant)
    for number in decisions(game, seed):
        if number % 10 == 0:
            before = state(game), len(game.entries), len(game.table.events)
            play_out(game.fork(Seeded(Stream(seed, "fork"))), players(seed))
            assert (state(game), len(game.entries), len(game.table.events)) == before


def state(game: Game) -> tuple[Any, ...]:
    """What there is to be seen and decided; events apart, of which a fork has only this turn's."""
    assert game.ask is not None
    events = len(game.table.events)
    views = [text(game, seat, since=events) for seat in (0, 1, None)]
    return game.table.fingerprint(), game.ask.seat, tuple(game.ask.options), game.ask.about, *views


# --- secrecy ---------------------------------------------------------------------------------------


def marked(seed: bytes, variant: str) -> list[list[PrintedCard]]:
    """Decks in which every single card has a ref of its own, found nowhere else by chance."""
    dealt = [deck(Stream(seed, f"deck {seat}"), RULESET.variants[variant].deck_size) for seat in (0, 1)]
    return [
        [replace(card, set_code=f"MARK{seat}", number=f"{place:03}") for place, card in enumerate(cards)]
        for seat, cards in enumerate(dealt)
    ]


def unseen(table: EnemyTable, seat: int | None) -> list[int]:
    """The cards that ``seat`` may not know: both decks, and what others hold, have hidden or feed."""
    private = ("hand", "hidden", "food")
    return [
        card
        for place in table.places()
        if place.name == "deck" or (place.name in private and place.seat != seat)
        for card in place.cards
    ]


@pytest.mark.clause("ENE-10.8")
@given(seeds, variants)
@quick
def test_a_view_names_no_card_its_seat_cannot_see(seed: bytes, variant: str):
    game = begin(seed, variant, decks=marked(seed, variant), pausing=True)
    for _ in decisions(game, seed):
        for seat in (0, 1, None):
            shown = text(game, seat, since=len(game.table.events))
            assert not [card for card in unseen(game.table, seat) if game.table.cards[card].ref in shown]


@pytest.mark.clause("ENE-10.8")
@given(seeds, variants)
@quick
def test_what_is_told_of_an_event_names_only_cards_that_are_shown_by_it(seed: bytes, variant: str):
    game = begin(seed, variant, decks=marked(seed, variant))
    play_out(game, players(seed))

    secret = {"drew", "hid", "looked"}
    for event, told in zip(game.table.events, view(game, None)["events"], strict=True):
        if event[0] in secret:
            assert "MARK" not in json.dumps(told)
            assert told["unseen"] is True


KNOWN_AGAIN = {"reshuffled", "redrew", "recovered", "returned", "looked"}
"""After these in a turn, a face-down card may be one that was seen at its start."""


@pytest.mark.clause("ENE-10.8", "ENE-OP-10")
@given(seeds, variants)
@settings(max_examples=15, deadline=None)
def test_whatever_the_unseen_cards_are_a_seat_is_shown_the_same(seed: bytes, variant: str):
    game = begin(seed, variant)
    compared = 0
    for _ in decisions(game, seed):
        assert game.ask is not None
        seat, table = game.ask.seat, game.table
        begun = max((at for at, event in enumerate(table.events) if event[0] == "turn"), default=0)
        if any(event[0] in KNOWN_AGAIN for event in table.events[begun:]) or table.top != [[], []]:
            continue
        same = game.fork(Seeded(Stream(seed, "fork")))
        try:
            other = game.fork(Seeded(Stream(seed, "fork")), rotated(table, seat))
        except Diverged:
            continue  # the other side could not have done what it did with these cards
        if waits(other) != waits(same):
            continue  # it waits in another window, which a pausing game hides
        assert text(other, seat) == text(same, seat)
        compared += 1
    assume(compared)


def waits(game: Game) -> tuple[Any, ...]:
    """Where the game stands: who is asked what, after how many entries."""
    return () if game.ask is None else (game.ask.seat, game.ask.about, len(game.entries))


def rotated(table: EnemyTable, seat: int) -> list[Any]:
    """The definitions behind the ids, with those that ``seat`` cannot see moved on by one."""
    ids, cards = unseen(table, seat), list(table.cards)
    for card, other in zip(ids, ids[1:] + ids[:1], strict=True):
        cards[card] = table.cards[other]
    return cards


@given(seeds, variants)
@settings(max_examples=10, deadline=None)
def test_the_greedy_bot_decides_by_what_its_seat_may_see(seed: bytes, variant: str):
    game = begin(seed, variant)
    for number in decisions(game, seed):
        assert game.ask is not None
        table = game.table
        chosen = RULESET.greedy(game)
        known, table.cards = table.cards, rotated(table, game.ask.seat)
        again = RULESET.greedy(game)
        table.cards = known
        assert again == chosen, (number, game.ask)
