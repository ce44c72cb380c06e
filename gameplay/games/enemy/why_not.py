"""Why a choice that is not offered is forbidden (see `engine.ruleset.Ruleset.why_not`).

`why_not` asks the function of the choice's code. Each returns the code of a reason (`reasons.REASONS`), "" if none is
known: then no clause is named. Cards that the seat cannot see have no influence on the answer.
"""

from collections.abc import Callable

from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.errors import Reason
from gameplay.games.enemy.forbidden import at_moment, face_up, flip, from_hand
from gameplay.games.enemy.limits import may_bear
from gameplay.games.enemy.reasons import REASONS
from gameplay.games.enemy.table import EnemyTable, opponent

Why = Callable[[EnemyTable, Ask, Option], str]


def why_not(table: EnemyTable, ask: Ask, option: Option) -> Reason | None:
    """Return why ``option`` is forbidden at ``ask``, None if that is not known."""
    why = WHY.get(option[0])
    return REASONS.get(why(table, ask, option)) if why else None


# --- plays --------------------------------------------------------------------------------

ANOTHERS_TURN = {"event": "not_your_turn_event", "field": "not_your_turn_field", "use": "not_your_turn_grunty"}


def _too_early(table: EnemyTable, ask: Ask, option: Option) -> str:
    """Return why it is not the moment for a play, whatever card it is."""
    if ask.about[0] == "play":
        return ""
    if ask.seat != table.active:
        return ANOTHERS_TURN.get(option[0], "not_your_turn")
    if table.step != "play":
        return "another_step"
    return "" if table.plays else "play_made"


def _play(table: EnemyTable, ask: Ask, option: Option) -> str:
    """A card of the hand that is played face up."""
    if (ask.about[0], option[0]) == ("store_for", "store"):
        return _store_by_text(table, ask.seat, option[1])
    if ask.about[0] != "play":
        return _too_early(table, ask, option)
    card, seat = option[1], ask.seat
    if card in table.hand[seat]:
        return face_up(table, seat, table.cards[card], option[0], this=card)
    if card in table.hidden[seat]:
        return "face_down"
    return "waits_in_portal" if card in table.portal[seat] and option[0] == "attack" else "not_in_hand"


def _store_by_text(table: EnemyTable, seat: int, card: int) -> str:
    """A text puts a monster into the portal; whether the text means this one is not looked at."""
    if card not in (*table.hand[seat], *table.discard[seat]):
        return ""
    reason = face_up(table, seat, table.cards[card], "store", this=card)
    return reason if reason in ("not_storable", "unique_in_play") else ""


def _hide(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] in ("play", "stash_for"):
        return "" if option[1] in table.hand[ask.seat] else "not_in_hand"
    return _too_early(table, ask, option)


def _use(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] != "play":
        return _too_early(table, ask, option)
    if option[1] not in table.grunties[ask.seat]:
        return "not_your_grunty"
    return "too_small" if table.cards[option[1]].effects else ""


def _redraw(table: EnemyTable, ask: Ask, option: Option) -> str:
    if table.began[ask.seat]:
        return "later_turn"
    return "empty_hand" if ask.about[0] == "play" else _too_early(table, ask, option)


PASSES = {
    "play": "must_play",
    "reconcile": "hand_too_large",
    "make_room": "keeps_its_place",
    "defend": "avoid_or_fight",
    "assign": "more_to_pair",
    "assign_rest": "more_to_add",
    "score": "not_to_score",
}


def _pass(table: EnemyTable, ask: Ask, option: Option) -> str:
    return PASSES.get(ask.about[0], "")


# --- what a play asks for -----------------------------------------------------------------


def _free_place(table: EnemyTable, ask: Ask, option: Option) -> str:
    return "no_free_place" if ask.about[0] == "place" else ""


def _bearer(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] != "bearer_for":
        return ""
    if option[1] in table.party[opponent(table, ask.seat)]:
        return "not_your_pc"
    own = option[1] in table.party[ask.seat]
    return "wrong_bearer" if own and not may_bear(table, option[1], ask.about[1]) else ""


def _sacrifice_hidden(table: EnemyTable, ask: Ask, option: Option) -> str:
    return "keeps_its_place" if ask.about[0] == "make_room" else ""


def _discard(table: EnemyTable, ask: Ask, option: Option) -> str:
    other = ask.about[0] == "reconcile" and option[1] not in table.hand[ask.seat]
    return "hand_too_large" if other else ""


def _feed(table: EnemyTable, ask: Ask, option: Option) -> str:
    return "" if ask.about[0] == "feed" and option[1] in table.hand[ask.seat] else "not_hungry"


def _heal(table: EnemyTable, ask: Ask, option: Option) -> str:
    party = [*table.party[0], *table.party[1]]
    return "healthy" if option[1] in party and option[1] not in table.wounded else ""


# --- actions ------------------------------------------------------------------------------


def _flip(table: EnemyTable, ask: Ask, option: Option) -> str:
    seat, card = ask.seat, option[1]
    if card not in (*table.hidden[seat], *table.hand[seat]):
        return "not_hidden"
    moment, definition = _moment(ask), table.cards[card]
    if unfit := at_moment(definition, moment or definition.moment or ""):
        return unfit
    if not moment:
        return ""
    return (card in table.hand[seat] and from_hand(table, seat)) or flip(table, seat, definition, moment, this=card)


MOMENTS = {  # as actions name them, or another one; a question of a text may come at any
    "reconcile": "draw",
    **dict.fromkeys(("play", "place", "bearer_for", "make_room"), "play"),
    **dict.fromkeys(("join", "defend"), "attack"),
    **dict.fromkeys(("assign", "assign_rest", "order"), "assign"),
    **dict.fromkeys(("rewards", "score"), "spoils"),
}


def _moment(ask: Ask) -> str:
    """Return the moment of a question, "" if it may come at any."""
    return str(ask.about[1]) if ask.about[0] == "window" else MOMENTS.get(ask.about[0], "")


# --- attacks ------------------------------------------------------------------------------

ONCE_DECIDED = ("assign", "assign_rest", "order", "rewards", "score")


def _defend(table: EnemyTable, ask: Ask, option: Option) -> str:
    if not table.attack:
        return "no_attack"
    return "decided" if table.fights or ask.about[0] in ONCE_DECIDED else ""


def _join(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] not in ("join", "release_for"):
        return "joins_too_late"
    monster, by_text = option[1], ask.about[0] == "release_for"  # which ones a text means is not looked at
    if monster not in table.portal[ask.seat]:
        return "" if by_text else "not_in_portal"
    if not by_text and not table.cards[monster].joins:
        return "never_joins"
    if table.stored.get(monster) == table.turn:
        return "just_stored"
    return "" if by_text else "cannot_join"


def _pair(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] == "defend":
        return "avoid_or_fight"
    if ask.about[0] != "assign":
        return "" if table.attack else "no_attack"
    own = option[1] in table.party[ask.seat] and option[2] in table.attack
    return "" if own else "not_to_pair"  # pairs are asked for one by one, so another may only not be due yet


def _add(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] != "assign_rest":
        return "" if table.attack else "no_attack"
    return "" if option[1] in [fight.pc for fight in table.fights] else "no_such_fight"


def _resolve(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] != "order":
        return "" if table.attack else "no_attack"
    return "" if option[1] in [fight.pc for fight in table.fights] else "no_fight_left"


def _reward(table: EnemyTable, ask: Ask, option: Option) -> str:
    if ask.about[0] == "rewards":
        won = table.fight.monsters if table.fight else (*table.attack, *table.score[ask.seat])
        return "" if option[1] in won else "not_a_winner"
    return "not_a_winner" if _moment(ask) not in ("", "spoils") else ""


def _score(table: EnemyTable, ask: Ask, option: Option) -> str:
    return "not_to_score" if ask.about[0] == "score" else ""


WHY: dict[str, Why] = {
    **dict.fromkeys(("attack", "store", "pc", "item", "event", "field", "grunty"), _play),
    "hide": _hide,
    "use": _use,
    "redraw": _redraw,
    "pass": _pass,
    "free_place": _free_place,
    "bearer": _bearer,
    "sacrifice_hidden": _sacrifice_hidden,
    "discard": _discard,
    "feed": _feed,
    "heal": _heal,
    "flip": _flip,
    "fight": _defend,
    "avoid": _defend,
    "join": _join,
    "pair": _pair,
    "add": _add,
    "resolve": _resolve,
    "reward": _reward,
    "score": _score,
}
