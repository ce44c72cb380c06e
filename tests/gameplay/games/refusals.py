"""Checks of refused choices, for the tests of all games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from gameplay.engine.core.card_plays import plays_of_card
from gameplay.engine.core.errors import NotAnOptionError, RefusalReason
from gameplay.engine.core.game import Game
from gameplay.engine.core.named_choices import resolve_option
from gameplay.engine.core.views import addressable_cards


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused choice in a test: the function that sets up the game, the choice by names, and the reason's code."""

    set_up: Any
    choice: tuple[Any, ...]
    reason: str


def refusal_cases(cases: list[Refusal], reasons: Mapping[str, RefusalReason]) -> list[Any]:
    """Return the parameters of a test, each marked with the clause of its reason."""
    params = []
    for case in cases:
        clause = reasons[case.reason].clause
        marks = [pytest.mark.clause(clause)] if clause else []
        params.append(pytest.param(case, marks=marks, id=f"{case.reason}-{'-'.join(map(str, case.choice))}"))
    return params


def refused(game: Game, code: str, *values: Any) -> tuple[str, str]:
    """Return the reason and the clause for refusing a choice by names; the refusal must not change the game."""
    fields = game.ruleset.sentences.options[code].fields
    before = game.table.fingerprint()
    with pytest.raises(NotAnOptionError) as refusal:
        resolve_option(game, {"code": code, **dict(zip(fields, values, strict=True))})
    assert game.table.fingerprint() == before
    return refusal.value.details.get("reason", ""), refusal.value.clause


def uses(game: Game, name: str) -> dict[str, str]:
    """Return what the asked seat can do with the first card of this name it sees: "" or the reason, by code."""
    assert game.ask is not None
    cards = addressable_cards(game.table, game.ask.seat)
    card = next(card for card, (_, seen) in cards.items() if seen and game.table.cards[card].name == name)
    found: dict[str, str] = {}
    for play in plays_of_card(game, card):
        assert play.is_offered == (play.reason is None)
        found.setdefault(play.option[0], play.reason.code if play.reason else "")
    return found
