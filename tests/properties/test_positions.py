"""Positions: any state of a game can be saved, and the restored game continues in the same way."""

import json

import jsonschema
import pytest

from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.entries import CONCEDE
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import apply_choice, parse_position, pending_ask, position_of
from gameplay.engine.core.views import view_for_seat
from gameplay.games import RULESETS
from gameplay.games.schemas import position_schema
from tests.parts.properties import given, settings
from tests.parts.properties import strategies as st
from tests.properties.games import all_viewers, decisions, few, kind_of, players, printed, seeds, start

games = pytest.mark.parametrize("game_name", RULESETS)
EVERY = {"enemy": 3, "hagmi": 40, "rm2k": 40}
"""Interval of decisions at which a game is saved; games with large tables have a thousand decisions."""
SCHEMA = jsonschema.Draft202012Validator(position_schema())


def restored(game: Game) -> Game:
    """Return the game restored from the position of ``game``."""
    return parse_position(json.dumps(position_of(game)), RULESETS, printed)


def matches_schema(game: Game) -> bool:
    """Return whether the position of ``game`` is valid by the schema."""
    return bool(SCHEMA.is_valid(json.loads(json.dumps(position_of(game)))))


def views(game: Game) -> list[object]:
    """Return the views of all seats and of a spectator, without events."""
    return [view_for_seat(game, seat) | {"events": []} for seat in all_viewers(game)]


def same(game: Game, twin: Game) -> bool:
    asks = [(each.ask.seat, each.ask.about, list(each.ask.options)) if each.ask else None for each in (game, twin)]
    return (
        asks[0] == asks[1]
        and game.table.fingerprint() == twin.table.fingerprint()
        and views(game) == views(twin)
        and game.outcome == twin.outcome
        and position_of(game) == position_of(twin)
    )


@games
@given(seed=seeds)
@few
def test_position_has_the_options_and_the_fingerprint_of_its_game(game_name: str, seed: bytes):
    game = start(kind_of(game_name, seed), seed)
    for number in decisions(game, seed):
        if number % EVERY[game_name] == len(seed) % 3:
            assert same(game, restored(game))
            assert matches_schema(game)
    assert same(game, restored(game))


@games
@given(seed=seeds)
@few
def test_position_of_a_pausing_game_pauses(game_name: str, seed: bytes):
    game = start(kind_of(game_name, seed), seed, pausing=True)
    bots = players(seed, greedy=game.ruleset.greedy_bot)
    forced = 0
    while game.ask is not None:
        if len(game.ask.options) == 1:
            forced += 1
            if forced % EVERY[game_name] == 1:
                assert same(game, restored(game))
                assert matches_schema(game)
            game.choose(game.ask.options[0])
        else:
            game.choose(bots[game.ask.seat](game))
    assert same(game, restored(game))


@games
@given(seed=seeds)
@few
def test_restored_game_continues_in_the_same_way(game_name: str, seed: bytes):
    game = start(kind_of(game_name, seed), seed)
    for number in decisions(game, seed):
        if number == seed[0]:
            twin = restored(game)
            assert game.ask is not None
            # The rest of the deck is in the same order, so the same stream draws the same cards.
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
"""Every variant with every number of players, which is chosen by the first byte of a seed."""


@pytest.mark.parametrize(("kind", "place"), TABLES)
@given(more=st.binary(min_size=1, max_size=6), pausing=st.booleans(), late=st.sampled_from(["", "time", CONCEDE]))
@settings(few, max_examples=4)
def test_every_option_of_any_position_can_be_applied(kind: str, place: int, more: bytes, pausing: bool, late: str):
    """Save positions at random asks, restore them and apply every option, as the commands do."""
    seed = bytes([place]) + more
    game, stream = start(kind, seed, pausing=pausing), RandomStream(seed, "asks")
    bots = players(seed, greedy=game.ruleset.greedy_bot)
    while game.ask is not None:
        if stream.below(30) == 0:
            check_all_options(game)
        if late and stream.below(60) == 0:
            game.call_time() if late == "time" else game.concede(stream.below(game.table.seats))
            late = ""
        elif len(game.ask.options) == 1:
            game.choose(game.ask.options[0])
        else:
            game.choose(bots[game.ask.seat](game))


def check_all_options(game: Game) -> None:
    """Assert that each option leads to a readable position, and that an option beyond the last is refused."""
    assert game.ask is not None
    text = json.dumps(position_of(game))
    pending = json.loads(json.dumps(pending_ask(parse_position(text, RULESETS, printed))))
    assert len(pending["options"]) == len(game.ask.options)
    for option in pending["options"]:
        after = json.loads(json.dumps(apply_choice(parse_position(text, RULESETS, printed), option["id"])))
        next_ask = pending_ask(parse_position(json.dumps(after["position"]), RULESETS, printed))
        assert next_ask["outcome"] == after["outcome"]
    with pytest.raises(RulesError):
        apply_choice(parse_position(text, RULESETS, printed), len(pending["options"]))


@pytest.mark.parametrize("how", ["time", CONCEDE])
def test_time_and_a_concession_within_a_step_are_restored(how: str):
    game = start("enemy draft", b"late")
    for number in decisions(game, b"late"):
        assert game.ask is not None
        if number > 20 and game.ask.kind != "play":
            break
    game.call_time() if how == "time" else game.concede(1)

    assert same(game, restored(game))
