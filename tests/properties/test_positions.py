"""Positions: whatever a game has come to can be written down, and goes on from there the same."""

import json

import jsonschema
import pytest

from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.game import CONCEDE, Game
from gameplay.engine.core.position import apply_choice, parse_position, pending_ask, position_of
from gameplay.engine.core.views import view_for_seat
from gameplay.games import RULESETS
from gameplay.games.schemas import position_schema
from tests.parts.properties import given, settings
from tests.parts.properties import strategies as st
from tests.properties.games import decisions, everybody, few, kind_of, players, printed, seeds, start

games = pytest.mark.parametrize("game_name", RULESETS)
EVERY = {"enemy": 3, "hagmi": 40, "rm2k": 40}
"""At which decisions a game is written down: some have a thousand, and much lies on their tables."""
SCHEMA = jsonschema.Draft202012Validator(position_schema())


def again(game: Game) -> Game:
    """The game that stands as the position of ``game`` says."""
    return parse_position(json.dumps(position_of(game)), RULESETS, printed)


def as_described(game: Game) -> bool:
    """Whether what is written has the form of the schema."""
    return bool(SCHEMA.is_valid(json.loads(json.dumps(position_of(game)))))


def seen(game: Game) -> list[object]:
    """All that anybody sees, but what happened before."""
    return [view_for_seat(game, seat) | {"events": []} for seat in everybody(game)]


def same(game: Game, twin: Game) -> bool:
    asked = [(each.ask.seat, each.ask.about, list(each.ask.options)) if each.ask else None for each in (game, twin)]
    return (
        asked[0] == asked[1]
        and game.table.fingerprint() == twin.table.fingerprint()
        and seen(game) == seen(twin)
        and game.outcome == twin.outcome
        and position_of(game) == position_of(twin)
    )


@games
@given(seed=seeds)
@few
def test_a_position_has_the_options_and_the_fingerprint_of_its_game(game_name: str, seed: bytes):
    game = start(kind_of(game_name, seed), seed)
    for number in decisions(game, seed):
        if number % EVERY[game_name] == len(seed) % 3:
            assert same(game, again(game))
            assert as_described(game)
    assert same(game, again(game))


@games
@given(seed=seeds)
@few
def test_where_a_game_pauses_its_position_does_too(game_name: str, seed: bytes):
    game = start(kind_of(game_name, seed), seed, pausing=True)
    playing = players(seed, greedy=game.ruleset.greedy_bot)
    forced = 0
    while game.ask is not None:
        if len(game.ask.options) == 1:
            forced += 1
            if forced % EVERY[game_name] == 1:
                assert same(game, again(game))
                assert as_described(game)
            game.choose(game.ask.options[0])
        else:
            game.choose(playing[game.ask.seat](game))
    assert same(game, again(game))


@games
@given(seed=seeds)
@few
def test_a_game_goes_on_from_its_position_as_it_went(game_name: str, seed: bytes):
    game = start(kind_of(game_name, seed), seed)
    for number in decisions(game, seed):
        if number == seed[0]:
            twin = again(game)
            assert game.ask is not None
            # The rest of the deck lies in the same order, so the same stream draws the same cards.
            forks = [each.fork(SeededChance(RandomStream(seed, "rest"))) for each in (game, twin)]
            for step in range(20):
                if forks[0].ask is None:
                    break
                option = forks[0].ask.options[step % len(forks[0].ask.options)]
                for fork in forks:
                    fork.choose(option)
                assert forks[0].table.fingerprint() == forks[1].table.fingerprint()
            break


TABLES = [
    pytest.param(f"{name} {variant}", place, id=f"{name} {variant} {seats}")
    for name, ruleset in RULESETS.items()
    for variant in ruleset.variants
    for place, seats in enumerate(ruleset.player_counts_of(variant))
]
"""Every variant with every number of players, which the first byte of a seed chooses."""


@pytest.mark.parametrize(("kind", "place"), TABLES)
@given(more=st.binary(min_size=1, max_size=6), pausing=st.booleans(), late=st.sampled_from(["", "time", CONCEDE]))
@settings(few, max_examples=4)
def test_every_option_of_any_position_applies(kind: str, place: int, more: bytes, pausing: bool, late: str):
    """Positions are written at random asks, read again and gone on from with every option, as the commands do it."""
    seed = bytes([place]) + more
    game, lot = start(kind, seed, pausing=pausing), RandomStream(seed, "asks")
    playing = players(seed, greedy=game.ruleset.greedy_bot)
    while game.ask is not None:
        if lot.below(30) == 0:
            every_option_applies(game)
        if late and lot.below(60) == 0:
            game.call_time() if late == "time" else game.concede(lot.below(game.table.seats))
            late = ""
        elif len(game.ask.options) == 1:
            game.choose(game.ask.options[0])
        else:
            game.choose(playing[game.ask.seat](game))


def every_option_applies(game: Game) -> None:
    """Each option leads to a position that can be read, and one beyond them is refused."""
    assert game.ask is not None
    text = json.dumps(position_of(game))
    asked = json.loads(json.dumps(pending_ask(parse_position(text, RULESETS, printed))))
    assert len(asked["options"]) == len(game.ask.options)
    for option in asked["options"]:
        after = json.loads(json.dumps(apply_choice(parse_position(text, RULESETS, printed), option["id"])))
        again = pending_ask(parse_position(json.dumps(after["position"]), RULESETS, printed))
        assert again["outcome"] == after["outcome"]
    with pytest.raises(RulesError):
        apply_choice(parse_position(text, RULESETS, printed), len(asked["options"]))


@pytest.mark.parametrize("how", ["time", CONCEDE])
def test_time_and_a_concession_in_the_middle_of_a_step_are_kept(how: str):
    game = start("enemy draft", b"late")
    for number in decisions(game, b"late"):
        assert game.ask is not None
        if number > 20 and game.ask.kind != "play":
            break
    game.call_time() if how == "time" else game.concede(1)

    assert same(game, again(game))
