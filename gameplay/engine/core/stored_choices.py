"""Choices as they are kept, and games played again by them: whether what came up is what the seed has for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.correction import TAKE_BACK, correction_from_json
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.game import CONCEDE, TIME, Game
from gameplay.engine.core.record import EXACT, UNVERIFIED, FindCard, parse_record, verify_record
from gameplay.engine.core.ruleset import Ruleset


def matches_seed(
    text: str,
    choices: Sequence[Any],
    stream: RandomStream,
    rulesets: Mapping[str, Ruleset],
    find: FindCard,
) -> bool | None:
    """Play the game of the record ``text`` again by its ``choices``, with what ``chance`` has come up.

    None if its cards have changed since, so that nothing can be said. Raises UnreadableError for what is no record.
    """
    verdict = verify_record(text, rulesets, find).verdict
    if verdict != EXACT:
        return None if verdict == UNVERIFIED else False
    kept, _untouched = parse_record(text)
    printed = kept.printed_cards(find)
    decks = [[printed[ref] for ref in deck] for deck in kept.decks]
    ruleset = rulesets[kept.ruleset]
    game = Game.begin(ruleset, kept.variant, decks, SeededChance(stream), switches=kept.switches, pausing=kept.pausing)
    try:
        for made in choices:
            apply_stored_choice(game, made)
    except (RulesError, ValueError):
        return False
    return tuple(game.entries) == kept.entries


def apply_stored_choice(game: Game, stored: Any) -> None:
    """Make a choice, as it is kept or told. Raises RulesError if it does not fit."""
    if isinstance(stored, dict):
        game.apply_correction(correction_from_json(stored))
        return
    option = tuple(stored)
    if option[0] == CONCEDE:
        game.concede(option[1])
    elif option[0] == TIME:
        game.call_time(*option[1:])
    elif option[0] == TAKE_BACK:
        game.take_back()
    else:
        game.choose(option)
