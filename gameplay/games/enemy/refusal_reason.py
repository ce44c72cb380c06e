"""Reasons for refusing a choice that is not offered (see `gameplay.engine.core.ruleset.Ruleset.refusal_reason`).

`refusal_reason` calls the function for the code of the choice. Each function returns the code of a reason
(`reasons.REASONS`), or "" if none is known; then no clause is named. Cards that the seat cannot see do not influence
the result.
"""

from collections.abc import Sequence

from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.card_plays import ReasonFinder, find_reason
from gameplay.engine.core.errors import RefusalReason
from gameplay.games.enemy.limits import may_bear
from gameplay.games.enemy.play_restrictions import (
    MONSTER_PLAYS,
    flip_restriction,
    hand_flip_restriction,
    moment_restriction,
    play_restriction,
)
from gameplay.games.enemy.reasons import REASONS
from gameplay.games.enemy.table import EnemyTable, opponent_of
from gameplay.games.enemy.terms import GRUNTY_SIZE


def refusal_reason(table: EnemyTable, ask: Ask, option: Option) -> RefusalReason | None:
    """Return why ``option`` is refused at ``ask``, or None if the reason is not known."""
    return find_reason(REASON_FINDERS, REASONS, table, ask, option)


def plays_of(table: EnemyTable, seat: int, card: int) -> Sequence[Option]:
    """Return the options for which ``seat`` could use ``card`` where it lies (see `Ruleset.plays_of`)."""
    kind = table.cards[card].type
    if card in table.hand[seat]:
        codes = MONSTER_PLAYS if kind == "monster" else ("flip",) if kind == "action" else (kind,)
        return [(code, card) for code in (*codes, "hide")]
    if card in table.party[seat]:
        return [("fight",)]
    if where := _place_in_play(table, seat, card):
        return [(IN_PLAY[where], card)]
    zones = ((table.hidden, "flip"), (table.portal, "join"), (table.grunties, "use"))
    return [(code, card) for cards, code in zones if card in cards[seat]]


IN_PLAY = {"borne": "item", "field_in_play": "field", "scored": "attack", "attacks_already": "attack"}
"""The plays of cards in play that cannot be played again, by the code of the reason."""


def _place_in_play(table: EnemyTable, seat: int, card: int) -> str:
    """Return one of `IN_PLAY` for a card of ``seat`` that only stays where it lies, "" for any other card."""
    if table.owners[card] != seat:
        return ""
    if any(card in table.cards_under.get(pc, ()) for pc in table.party[seat]):
        return "borne"
    if card in table.field:
        return "field_in_play"
    if card in table.score[seat]:
        return "scored"
    return "attacks_already" if card in table.attack else ""


# --- plays --------------------------------------------------------------------------------

NOT_YOUR_TURN_CODES = {"event": "not_your_turn_event", "field": "not_your_turn_field", "use": "not_your_turn_grunty"}


def _timing_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    """Return why no play can be made now, whatever the card."""
    if ask.about[0] == "play":
        return ""
    if ask.seat != table.active:
        return NOT_YOUR_TURN_CODES.get(option[0], "not_your_turn")
    if table.step != "play":
        return "another_step"
    return "answer_first" if table.plays_left else "play_made"


def _play_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    """Return why a card cannot be played face up from the hand."""
    if (ask.about[0], option[0]) == ("store_for", "store"):
        return _store_by_text_reason(table, ask.seat, option[1])
    where = _place_in_play(table, ask.seat, option[1])
    if where and IN_PLAY[where] == option[0]:
        return where
    if ask.about[0] != "play":
        return _timing_reason(table, ask, option)
    card, seat = option[1], ask.seat
    if card in table.hand[seat]:
        return play_restriction(table, seat, table.cards[card], option[0], card_id=card)
    if card in table.hidden[seat]:
        return "face_down"
    return "waits_in_portal" if card in table.portal[seat] and option[0] == "attack" else "not_in_hand"


def _store_by_text_reason(table: EnemyTable, seat: int, card: int) -> str:
    """Return why a text cannot store this monster; the filter of the text is not checked."""
    if card not in (*table.hand[seat], *table.discard[seat]):
        return ""
    reason = play_restriction(table, seat, table.cards[card], "store", card_id=card)
    return reason if reason in ("not_storable", "unique_in_play") else ""


def _hide_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] in ("play", "stash_for"):
        return "" if option[1] in table.hand[ask.seat] else "not_in_hand"
    return _timing_reason(table, ask, option)


def _use_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] != "play":
        return _timing_reason(table, ask, option)
    if option[1] not in table.grunties[ask.seat]:
        return "not_your_grunty"
    return "too_small" if table.cards[option[1]].effects else ""


def _redraw_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    if table.had_first_turn[ask.seat]:
        return "later_turn"
    return "empty_hand" if ask.about[0] == "play" else _timing_reason(table, ask, option)


PASS_CODES = {
    "play": "must_play",
    "reconcile": "hand_too_large",
    "make_room": "keeps_its_place",
    "defend": "avoid_or_fight",
    "assign": "more_to_pair",
    "assign_rest": "more_to_add",
    "score": "not_to_score",
}


def _pass_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    return PASS_CODES.get(ask.about[0], "")


# --- choices within a play ----------------------------------------------------------------


def _free_place_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    return "no_free_place" if ask.about[0] == "place" else ""


def _bearer_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] != "bearer_for":
        return ""
    if option[1] in table.party[opponent_of(table, ask.seat)]:
        return "not_your_pc"
    own = option[1] in table.party[ask.seat]
    return "wrong_bearer" if own and not may_bear(table, option[1], ask.about[1]) else ""


def _sacrifice_hidden_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    return "keeps_its_place" if ask.about[0] == "make_room" else ""


def _discard_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    other = ask.about[0] == "reconcile" and option[1] not in table.hand[ask.seat]
    return "hand_too_large" if other else ""


def _feed_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] == "feed" and option[1] in table.hand[ask.seat]:
        return ""
    grunties = table.grunties[ask.seat]
    is_full = grunties and all(len(table.cards_under.get(each, ())) >= GRUNTY_SIZE for each in grunties)
    return "full_size" if is_full else "not_hungry"


def _heal_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    party = [*table.party[0], *table.party[1]]
    return "healthy" if option[1] in party and option[1] not in table.wounded else ""


# --- actions ------------------------------------------------------------------------------


def _flip_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    seat, card = ask.seat, option[1]
    if card not in (*table.hidden[seat], *table.hand[seat]):
        return "not_hidden"
    moment, definition = _moment(ask), table.cards[card]
    if restriction := moment_restriction(definition, moment or definition.moment or ""):
        return restriction
    if card in table.hand[seat] and (restriction := hand_flip_restriction(table, seat)):
        return restriction
    if not moment:
        return "answer_first"
    if restriction := flip_restriction(table, seat, definition, moment, card_id=card):
        return restriction
    if ask.about[0] in ("window", "play"):
        return ""
    return "moment_over" if ask.about[0] == "defend" else "answer_first"


MOMENT_OF_ASK = {  # a moment of actions, or another one; asks of card texts can come at any moment
    "reconcile": "draw",
    **dict.fromkeys(("play", "place", "bearer_for", "make_room"), "play"),
    **dict.fromkeys(("join", "defend"), "attack"),
    **dict.fromkeys(("assign", "assign_rest", "order"), "assign"),
    **dict.fromkeys(("rewards", "score"), "spoils"),
}


def _moment(ask: Ask) -> str:
    """Return the moment of an ask, or "" if it can come at any moment."""
    return str(ask.about[1]) if ask.about[0] == "window" else MOMENT_OF_ASK.get(ask.about[0], "")


# --- attacks ------------------------------------------------------------------------------

ASKS_AFTER_DEFENCE = ("assign", "assign_rest", "order", "rewards", "score")


def _defend_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    if not table.attack:
        return "no_attack"
    if ask.seat == table.active:
        return "not_defender"
    if table.fights or ask.about[0] in ASKS_AFTER_DEFENCE:
        return "decided"
    if option[0] == "fight" and not table.party[ask.seat]:
        return "no_pcs"
    return "" if ask.about[0] == "defend" else "answer_first"


def _join_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    monster, by_text = option[1], ask.about[0] == "release_for"  # the filter of the text is not checked
    if ask.about[0] not in ("join", "release_for"):
        return "joins_too_late" if table.cards[monster].join_conditions else "waits_in_portal"
    if monster not in table.portal[ask.seat]:
        return "" if by_text else "not_in_portal"
    if not by_text and not table.cards[monster].join_conditions:
        return "never_joins"
    if table.turn_stored.get(monster) == table.turn:
        return "just_stored"
    return "" if by_text else "cannot_join"


def _pair_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] == "defend":
        return "avoid_or_fight"
    if ask.about[0] != "assign":
        return "" if table.attack else "no_attack"
    if option[1] not in table.party[ask.seat] or option[2] not in table.attack:
        return "not_to_pair"
    offered = [each for each in ask.options if each[0] == "pair"]
    pcs, monsters = ([each[at] for each in offered] for at in (1, 2))
    is_free = _is_to_come(table.party[ask.seat], option[1], pcs) and _is_to_come(table.attack, option[2], monsters)
    return "" if is_free else "in_another_pair"  # a possible pair is only asked for later


def _is_to_come(cards: Sequence[int], card: int, offered: Sequence[int]) -> bool:
    """Return whether ``card`` has no fight yet: it is offered, or comes after the only one that is."""
    return card in offered or (len(set(offered)) == 1 and cards.index(card) > cards.index(offered[0]))


def _add_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] != "assign_rest":
        return "" if table.attack else "no_attack"
    return "" if option[1] in [fight.pc for fight in table.fights] else "no_such_fight"


def _resolve_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] != "order":
        return "" if table.attack else "no_attack"
    return "" if option[1] in [fight.pc for fight in table.fights] else "no_fight_left"


def _reward_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] == "rewards":
        won = table.fight.monsters if table.fight else (*table.attack, *table.score[ask.seat])
        return "" if option[1] in won else "not_a_winner"
    return "not_a_winner" if _moment(ask) not in ("", "spoils") else ""


def _score_reason(table: EnemyTable, ask: Ask, option: Option) -> str:
    return "not_to_score" if ask.about[0] == "score" else ""


REASON_FINDERS: dict[str, ReasonFinder[EnemyTable]] = {
    **dict.fromkeys(("attack", "store", "pc", "item", "event", "field", "grunty"), _play_reason),
    "hide": _hide_reason,
    "use": _use_reason,
    "redraw": _redraw_reason,
    "pass": _pass_reason,
    "free_place": _free_place_reason,
    "bearer": _bearer_reason,
    "sacrifice_hidden": _sacrifice_hidden_reason,
    "discard": _discard_reason,
    "feed": _feed_reason,
    "heal": _heal_reason,
    "flip": _flip_reason,
    "fight": _defend_reason,
    "avoid": _defend_reason,
    "join": _join_reason,
    "pair": _pair_reason,
    "add": _add_reason,
    "resolve": _resolve_reason,
    "reward": _reward_reason,
    "score": _score_reason,
}
