"""Whole games of #rm2k_anime by players of every kind: what must hold whatever is played."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.printed import PrintedCard, card_sets
from gameplay.engine.asks import PLAY
from gameplay.engine.chance import Seeded, Stream
from gameplay.engine.correction import Correction
from gameplay.engine.errors import RulesError
from gameplay.engine.game import Game
from gameplay.engine.position import position_of, read
from gameplay.engine.record import record_of, verify, written
from gameplay.engine.sight import view
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.ends import beaten
from gameplay.games.rm2k.sentences import ASKS
from gameplay.games.rm2k.table import Rm2kTable
from tests.properties.games import channel, decisions, everybody, few, players, quick, seeds, start

GAMES = {RULESET.name: RULESET}
variants = st.sampled_from(sorted(RULESET.variants))


def catalogue(game: str) -> list[list[PrintedCard]]:
    return [[card for card_set in card_sets(game) for card in card_set.cards]]


def begin(seed: bytes, variant: str, *, pausing: bool = False) -> Game:
    return start(f"rm2k {variant}", seed, pausing=pausing)


@pytest.mark.clause("RM-5.1.3", "RM-5.1.10", "RM-6.2", "RM-6.7.6", "RM-3.2.2", "RM-2.9")
@given(seeds, variants)
@quick
def test_no_limit_is_ever_broken(seed: bytes, variant: str):
    game = begin(seed, variant)
    for _ in decisions(game, seed):
        check_limits(game.table)


def check_limits(table: Rm2kTable) -> None:
    cards, users = table.cards, {user for users in table.users for user in users}
    assert set(table.carries) <= users
    assert set(table.carries.values()) == set(table.tokens)
    assert all(count > 0 for count in table.lag.values())
    assert set(table.lag) | set(table.drained) | set(table.bent) | set(table.tuned) | table.fought | table.used <= users
    for user, card in table.carries.items():
        skill = cards[card].skill
        assert skill is None or cards[user].levels[skill] is not None
    for picked in table.picked:
        assert sum(cards[user].cost for user in picked) <= table.variant.set_value
    if table.turn:
        assert not any(beaten(table, seat) and not table.limbo[seat] for seat in table.alive)


def again(game: Game) -> Game:
    """The game that stands as the position of ``game`` says."""
    return read(json.dumps(position_of(game)), GAMES, catalogue)


def stands(game: Game) -> list[Any]:
    """What is asked, what everybody sees but what happened before, and all there is."""
    asked = (game.ask.seat, game.ask.about, list(game.ask.options)) if game.ask else None
    return [asked, game.table.fingerprint(), *(view(game, seat) | {"events": []} for seat in everybody(game))]


@given(seeds, variants)
@few
def test_a_position_has_the_options_and_the_fingerprint_of_its_game(seed: bytes, variant: str):
    game = begin(seed, variant)
    for number in decisions(game, seed):
        if number % 5 == 0 or not game.table.turn:
            assert stands(again(game)) == stands(game)


def ruling(game: Game, lot: Stream) -> Correction:
    """Any correction at all: it goes back to a choice, or changes the table, or both, or is a note."""
    table, corrections = game.table, RULESET.corrections
    choices = [number for number, entry in enumerate(game.entries) if isinstance(entry, tuple)]
    deeds: list[tuple[Any, ...]] = []
    if choices and lot.below(4) == 0:
        deeds.append(("rewind", choices[lot.below(len(choices))]))
    for _ in range(lot.below(3)):
        card, zone = lot.below(len(table.cards)), corrections.ZONES[lot.below(len(corrections.ZONES))]
        users = table.users[table.owners[card]]
        if lot.below(2):
            on_user = zone in ("attaches", "syncing") and users
            deeds.append(("move", card, zone, users[0]) if on_user else ("move", card, zone))
        else:
            mark = corrections.MARKS[lot.below(len(corrections.MARKS))]
            deeds.append((("mark", "clear")[lot.below(2)], users[0] if users else card, mark))
    return Correction("Hana", f"reason {lot.below(99)}", tuple(deeds))


@given(seeds, variants)
@few
def test_whatever_a_judge_does_the_record_replays_and_what_is_refused_changes_nothing(seed: bytes, variant: str):
    game, lot, playing = begin(seed, variant), Stream(seed, "rulings"), players(seed, greedy=RULESET.greedy)
    seats = game.table.seats
    for _ in range(150):
        if game.ask is not None and lot.below(8) == 0:
            before = stands(game), list(game.entries)
            try:
                game.correct(ruling(game, lot))
            except RulesError:
                assert (stands(game), list(game.entries)) == before
        if game.ask is None:
            break
        game.choose(playing[game.ask.seat](game))

    decks = [channel(Stream(seed, f"deck {seat}")) for seat in range(seats)]
    known = {card.ref: card for deck in decks for card in deck}
    found = verify(written(record_of(game, variant, decks)), GAMES, lambda _game, ref: known[ref])
    assert (found.verdict, found.reason) == ("EXACT", "")


@given(seeds, variants)
@few
def test_what_is_moved_away_and_back_again_changes_nothing(seed: bytes, variant: str):
    game, playing = begin(seed, variant), players(seed, greedy=RULESET.greedy)
    while game.ask is not None:
        if game.ask.kind == PLAY and game.table.hand[game.ask.seat]:
            card, asked = game.table.hand[game.ask.seat][-1], set(game.ask.options)
            game.correct(Correction("Hana", "shown", (("move", card, "deck"), ("move", card, "hand"))))
            assert game.ask is not None
            assert set(game.ask.options) == asked
        game.choose(playing[game.ask.seat](game))


@given(seeds, variants)
@few
def test_the_greedy_bot_decides_by_what_its_seat_may_see(seed: bytes, variant: str):
    game = begin(seed, variant)
    for _ in decisions(game, seed):
        assert game.ask is not None
        table, seat = game.table, game.ask.seat
        chosen = RULESET.greedy(game)
        ids = [
            card
            for place in table.places()
            if place.name == "deck" or (place.name in ("hand", "syncing") and place.seat != seat)
            for card in place.cards
            if not (table.choosing and place.seat == seat)
        ]
        known, cards = table.cards, list(table.cards)
        for card, other in zip(ids, ids[1:] + ids[:1], strict=True):
            cards[card] = known[other]
        table.cards = cards
        blind = RULESET.greedy(game)
        table.cards = known
        assert blind == chosen


@given(seeds, variants)
@quick
def test_a_fork_with_another_chance_still_ends(seed: bytes, variant: str):
    game = begin(seed, variant)
    for number in decisions(game, seed):
        if number == seed[0]:
            for _ in decisions(game.fork(Seeded(Stream(seed, "fork"))), seed):
                pass


def test_every_question_but_those_of_texts_names_its_clause():
    texts = {"may", "either_for", "discard_for", "recover_for", "charge_for"}

    assert {code for code, say in ASKS.items() if not say.clause.startswith("RM-")} == texts
