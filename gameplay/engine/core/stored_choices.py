"""Stored choices: replay of a game from its choices and its seed, to verify the outcomes of chance."""

from collections.abc import Mapping, Sequence
from typing import Any

from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.correction import correction_from_json
from gameplay.engine.core.entries import CONCEDE, STOP, TAKE_BACK, TIME
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import FindCard
from gameplay.engine.core.record_reader import parse_record
from gameplay.engine.core.record_replay import EXACT, UNVERIFIED, verify_record
from gameplay.engine.core.ruleset import Ruleset


def matches_seed(
    text: str,
    choices: Sequence[Any],
    stream: RandomStream,
    rulesets: Mapping[str, Ruleset],
    find: FindCard,
) -> bool | None:
    """Replay the game of the record ``text`` from its ``choices`` and ``stream``; return whether the record matches.

    Return None if its cards have changed since, so that it cannot be verified. Raises UnreadableError for anything
    that is not a record.
    """
    verdict = verify_record(text, rulesets, find).verdict
    if verdict != EXACT:
        return None if verdict == UNVERIFIED else False
    record, _digest_is_correct = parse_record(text)
    printed = record.printed_cards(find)
    decks = [[printed[ref] for ref in deck] for deck in record.decks]
    ruleset = rulesets[record.ruleset]
    chance = SeededChance(stream)
    game = Game.begin(ruleset, record.variant, decks, chance, switches=record.switches, pausing=record.pausing)
    try:
        for choice in choices:
            apply_stored_choice(game, choice)
    except (RulesError, ValueError):
        return False
    return tuple(game.entries) == record.entries


def apply_stored_choice(game: Game, stored: Any) -> None:
    """Apply a choice, an external entry or a correction in its stored form. Raises RulesError if it is not possible."""
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
    elif option[0] == STOP:
        game.stop()
    else:
        game.choose(option)
