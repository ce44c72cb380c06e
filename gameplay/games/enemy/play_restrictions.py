"""Restrictions on playing and flipping cards, for refused choices and for illegal entries of a reported game.

Each function returns the code of a reason (`reasons.REASONS`), or "" if it finds no restriction.
"""

from collections.abc import Iterator

from gameplay.engine.text.effects import CompiledCondition
from gameplay.games.enemy.actions import speed_icons
from gameplay.games.enemy.conditions import Condition
from gameplay.games.enemy.limits import is_unique_in_play
from gameplay.games.enemy.printed import facts
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.terms import Card

MONSTER_PLAYS = ("attack", "store")
"""The plays that a monster can make."""


def play_restriction(table: EnemyTable, seat: int, card: Card, play: str, *, card_id: int = -1) -> str:
    """Return what forbids ``play`` of a card from the hand; permanent restrictions come first.

    ``card_id`` is the card's id, or -1 if only its definition is known.
    """
    if card.type == "action":
        return "action_face_up"
    if (card.type == "monster") != (play in MONSTER_PLAYS):
        return "not_a_monster"
    if play not in (*MONSTER_PLAYS, card.type):
        return "another_type"
    if play == "store" and not card.storable:
        return "not_storable"
    if card.type == "monster" and is_unique_in_play(table, card):
        return "unique_in_play"
    if unmet := unmet_requirement(table, seat, card, card_id=card_id):
        return unmet
    bears = card.bearer_test
    if card.type == "item" and not any(bears is None or bears(table.cards[pc]) for pc in table.party[seat]):
        return "no_bearer"
    return ""


def unmet_requirement(table: EnemyTable, seat: int, card: Card, *, card_id: int = -1) -> str:
    """Return which kind of requirement of a card is not met (ENE-6.6, 13.9)."""
    for test, spots in _requirements(card):
        if not test(table, seat, card_id):
            return "requirement" if spots is None or spots(table, seat, card_id) else "cannot_spot"
    return ""


def _requirements(card: Card) -> Iterator[tuple[CompiledCondition, CompiledCondition | None]]:
    """Yield the test of each requirement, and the test of its spotting part, if it has one."""
    for test, condition in zip(card.requirements, facts(card.printed).requires, strict=True):
        yield test, Condition(spot=condition.spot).compile() if condition.spot else None


def flip_restriction(table: EnemyTable, seat: int, card: Card, moment: str, *, card_id: int = -1) -> str:
    """Return what forbids flipping a card at ``moment``, whatever its zone."""
    return moment_restriction(card, moment) or unmet_requirement(table, seat, card, card_id=card_id)


def moment_restriction(card: Card, moment: str) -> str:
    """Return what forbids flipping any copy of a card at ``moment`` (ENE-10.4, 10.5, 16.8)."""
    if card.type != "action":
        return "not_an_action"
    if card.moment == moment:
        return ""
    return "after_destiny" if (card.moment, moment) == ("fight", "destiny") else "another_moment"


def hand_flip_restriction(table: EnemyTable, seat: int) -> str:
    """Return why ``seat`` may not flip an action from its hand now (ENE-10.2, 10.9, 10.10)."""
    fight = table.fight
    if fight is None or not table.variant.speed or fight.pc not in table.party[seat]:
        return "only_hidden"
    if speed_icons(table, fight.pc):
        return "no_speed" if fight.speed >= speed_icons(table, fight.pc) else ""
    return "speed_elsewhere" if any(speed_icons(table, pc) for pc in table.party[seat]) else "only_hidden"
