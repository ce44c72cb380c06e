"""Choices as they are kept, and games played again by them: whether what came up is what the seed has for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from gameplay.engine.core.chance import Seeded, Stream
from gameplay.engine.core.correction import TAKE_BACK, correction_of
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.game import CONCEDE, TIME, Game
from gameplay.engine.core.record import EXACT, UNVERIFIED, FindCard, read, verify
from gameplay.engine.core.ruleset import Ruleset


def shuffled_as_seeded(
    text: str,
    choices: Sequence[Any],
    chance: Stream,
    rulesets: Mapping[str, Ruleset],
    find: FindCard,
) -> bool | None:
    """Play the game of the record ``text`` again by its ``choices``, with what ``chance`` has come up.

    None if its cards have changed since, so that nothing can be said. Raises UnreadableError for what is no record.
    """
    verdict = verify(text, rulesets, find).verdict
    if verdict != EXACT:
        return None if verdict == UNVERIFIED else False
    kept, _untouched = read(text)
    printed = kept.printed(find)
    decks = [[printed[ref] for ref in deck] for deck in kept.decks]
    ruleset = rulesets[kept.ruleset]
    game = Game.begin(ruleset, kept.variant, decks, Seeded(chance), switches=kept.switches, pausing=kept.pausing)
    try:
        for made in choices:
            carry_out(game, made)
    except (RulesError, ValueError):
        return False
    return tuple(game.entries) == kept.entries


def carry_out(game: Game, made: Any) -> None:
    """Make a choice, as it is kept or told. Raises RulesError if it does not fit."""
    if isinstance(made, dict):
        game.correct(correction_of(made))
        return
    option = tuple(made)
    if option[0] == CONCEDE:
        game.concede(option[1])
    elif option[0] == TIME:
        game.call_time(*option[1:])
    elif option[0] == TAKE_BACK:
        game.take_back()
    else:
        game.choose(option)
