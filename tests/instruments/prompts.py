"""Count how often players are asked in a game between regular bots, and what they can answer in one go.

A payment is counted as one gesture, and so is a pass that ends the turn. "No more reactions" are the passes of a seat
in the windows of a turn after its last reaction: a player who knows that gives one instruction instead.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from gameplay.bots import decks_for_seats
from gameplay.engine.core.asks import PASS, Option
from gameplay.engine.core.automatic_passes import can_pass_in_window
from gameplay.engine.core.bundling import ends_turn_early, has_price, passes_to_turn_end, payment_for
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.ruleset import Ruleset

PAYMENTS, TURN_ENDS, REACTIONS = "payments", "turn ends", "no more reactions"


def measure_prompts(ruleset: Ruleset, variant: str, seats: int, games: int, *, people: bool) -> dict[str, Any]:
    """Return the average number of prompts a game, by kind, those saved, and the gestures that are left.

    In a game of ``people``, a player is also asked when passing is the only option.
    """
    asked: Counter[str] = Counter()
    saved: Counter[str] = Counter()
    turns = 0
    for number in range(games):
        seed = f"prompts/{number}".encode()
        decks = decks_for_seats(ruleset, variant, seed, seats=seats)
        game = Game.begin(ruleset, variant, decks, SeededChance(RandomStream(seed, "game")), pausing=people)
        for kind, bundle in _play(game):
            asked.update([kind] if kind else [])
            saved.update([bundle] if bundle else [])
        turns += game.table.turn
    total, spared = asked.total(), saved.total()
    return {
        "mode": f"{ruleset.name} {variant}, {seats} players",
        "turns": round(turns / games, 1),
        "prompts": round(total / games),
        "by_kind": {kind: round(count / games) for kind, count in asked.most_common()},
        "saved": {name: round(saved[name] / games) for name in (PAYMENTS, TURN_ENDS, REACTIONS)},
        "gestures": round((total - spared) / games),
    }


def _play(game: Game) -> Iterator[tuple[str, str]]:
    """Play ``game`` to its end. Yield the kind of each prompt, and the bundle that makes it unnecessary, if any.

    Instructions are known at the end; they come without a kind.
    """
    passes: Counter[tuple[int, int]] = Counter()  # by seat and turn, since the last reaction
    while (ask := game.ask) is not None:
        for place, option in enumerate(_answers(game)):
            ask = game.ask
            assert ask is not None
            if can_pass_in_window(game):
                key = (ask.seat, game.table.turn)
                passes[key] = passes[key] + 1 if option == PASS else 0
            yield ask.kind, (TURN_ENDS if option == PASS else PAYMENTS) if place else ""
            game.choose(option)
    for count in passes.values():
        for _ in range(count - 1):
            yield "", REACTIONS


def _answers(game: Game) -> Iterator[Option]:
    """Yield the bot's answer, and those that belong to it; the caller chooses each of them."""
    option = _answer(game)
    if has_price(game, option):
        yield from payment_for(game, option)
    elif option == PASS and ends_turn_early(game):
        for each in passes_to_turn_end(game):
            if _answer(game) != each:
                return
            yield each
    else:
        yield option


def _answer(game: Game) -> Option:
    assert game.ask is not None
    options = game.ask.options
    return options[0] if len(options) == 1 else game.ruleset.greedy_bot(game)
