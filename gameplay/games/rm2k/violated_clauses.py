"""The clauses that impossible entries and results of reported games violate."""

from collections.abc import Iterator, Sequence
from typing import Any

from gameplay.engine.adjudication.card_copies import matches_reference
from gameplay.engine.adjudication.notation import DRAWN, LOSES, WINS, Pattern, ReportEntry
from gameplay.engine.core.asks import Ask, Option, Outcome
from gameplay.games.rm2k.game_end import is_beaten
from gameplay.games.rm2k.levels import free_bandwidth
from gameplay.games.rm2k.setup import picked_cost
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import KINDS_WITH_DEFENDER, Card
from gameplay.games.rm2k.turn import possible_kinds
from gameplay.games.rm2k.variants import Variant


def implausible_outcome_clause(variant: Variant, outcome: Outcome) -> str:
    """Return the clause that makes an outcome impossible for any game, or "" if it is possible.

    With several players, some may be out with any number of VP. The result does not show that.
    """
    scores, winners, reason = outcome.scores, outcome.winners, outcome.reason
    if len(winners) > 1:
        return "RM-4.3.4" if reason in POINTS_END_CLAUSES else "RM-4.3.1"
    if reason in POINTS_END_CLAUSES:
        return "" if _may_have_won_by_points(winners, scores) else POINTS_END_CLAUSES[reason]
    if reason == "set_value":
        return "RM-OP-2" if winners or any(scores) else ""
    if not winners:
        return OUTRIGHT_END_CLAUSES.get(reason, "RM-4.1.3")
    if reason == "accomplishment":
        others = [score for seat, score in enumerate(scores) if seat not in winners]
        reached = scores[winners[0]] >= variant.target
        return "" if reached and min(others) < variant.target else "RM-4.1.3"
    return ""


POINTS_END_CLAUSES = {"together": "RM-4.3.1", "decks": "RM-4.3.3", "time": "RM-4.3.3"}
"""End reasons by which more VP wins, and their clauses."""

OUTRIGHT_END_CLAUSES = {"domination": "RM-4.1.1", "pingout": "RM-4.1.2", "goal": "RM-4.1.4", "concede": "RM-9.4"}
"""End reasons by which one player wins regardless of VP, and their clauses."""


def _may_have_won_by_points(winners: tuple[int, ...], scores: tuple[int, ...]) -> bool:
    """Return whether the winner can have most VP (RM-4.3.3), or the game be drawn by equal VP (RM-4.3.4)."""
    if not winners:
        return len(set(scores)) < len(scores)
    others = [score < scores[winners[0]] for seat, score in enumerate(scores) if seat not in winners]
    return all(others) if len(scores) == 2 else any(others)


# --- impossible entries -----------------------------------------------------------------


def violated_clause(table: Rm2kTable, what: Any, entry: ReportEntry | None, moment: str) -> str:
    """Return the clause that ``entry`` violates.

    ``moment`` is "ask" or "event" if the entry does not match the ask or event ``what``, "no_copy" if no copy of the
    card is left, "over" if the game is over, or without an entry the way the game ended.
    """
    if moment == "no_copy":
        return "RM-2.5"
    if moment == "over":
        return _end_clause(table)
    if entry is None:
        return END_CLAUSES.get(moment, "RM-4.1.3")
    if moment == "ask":
        return _ask_clause(table, what, entry)
    if moment == "event":
        return _event_clause(what, entry)
    if LOSES in entry.codes and len(table.alive) <= 2:  # the opponent has not won
        return NEVER_CAME_CLAUSES[WINS]
    if clause := _target_clause(table, entry):
        return clause
    return next((NEVER_CAME_CLAUSES[code] for code in NEVER_CAME_CLAUSES if code in entry.codes), "RM-3.1.1")


END_CLAUSES = {
    "domination": "RM-4.1.1",
    "pingout": "RM-4.1.2",
    "goal": "RM-4.1.4",
    "together": "RM-4.3.1",
    "decks": "RM-4.3.2",
    "time": "RM-4.3.3",
    "concede": "RM-9.4",
    "set_value": "RM-OP-2",
}


def _end_clause(table: Rm2kTable) -> str:
    """Return the clause by which the game is over."""
    claims = [event for event in table.events if event[0] == "claimed" and not table.cards[event[2]].goal_vp]
    if claims:
        return "RM-4.1.4" if len(claims) == 1 else "RM-4.3.1"
    if table.conceded_seats:
        return "RM-9.4"
    if any(is_beaten(table, seat) for seat in table.alive):
        return "RM-4.1.1"
    if not any(table.deck[seat] for seat in table.alive):
        return "RM-4.3.2"
    return "RM-4.1.3"


NEVER_CAME_CLAUSES = {  # code of an entry that never happened in its turn -> clause
    "main_user": "RM-2.3",
    "starts": "RM-2.2",
    "goes_first": "RM-2.11",
    "lagged": "RM-2.12",
    "cleared_lag": "RM-3.2.1",
    "carries": "RM-5.1.1",
    "paid": "RM-5.1.5",
    "unpaid": "RM-5.1.5",
    "charged": "RM-5.1.5",
    "activated": "RM-5.2.1",
    "instant": "RM-5.3.1",
    "used": "RM-3.3.2",
    "attached": "RM-7.1.1",
    "arrived": "RM-3.6.3",
    "prevented": "RM-7.2.6",
    "disrupted": "RM-5.1.11",
    "challenged": "RM-8.1.2",
    "attacks": "RM-8.1.2",
    "defends": "RM-8.1.2",
    "totals": "RM-8.2.4",
    "won": "RM-8.2.5",
    "lost": "RM-8.2.5",
    "drawn": "RM-8.2.6",
    "all_fail": "RM-8.3.1",
    "claimed": "RM-3.5.1",
    "scored": "RM-8.2.9",
    "out": "RM-9.4",
    WINS: "RM-4.1.3",
    LOSES: "RM-4.2.1",
    DRAWN: "RM-4.3.1",
}

CONFLICT_CLAUSES: dict[str, dict[str, str]] = {  # event that happens -> written code -> clause
    "goes_first": {"goes_first": "RM-2.11"},
    "cleared_lag": {"cleared_lag": "RM-3.2.1"},
    "activated": {"activated": "RM-5.2.1"},
    "paid": {"paid": "RM-5.1.5"},
    "attached": {"attached": "RM-7.1.2"},
    "arrived": {"arrived": "RM-3.6.3"},
    "totals": {"totals": "RM-8.2.4"},
    "won": {"won": "RM-8.2.5", "lost": "RM-8.2.5", "drawn": "RM-8.2.5", "all_fail": "RM-8.3.1"},
    "drawn": {"won": "RM-8.2.6", "lost": "RM-8.2.6", "all_fail": "RM-8.3.1"},
    "all_fail": {"won": "RM-8.3.1", "drawn": "RM-8.3.4"},
    "scored": {"scored": "RM-8.2.9"},
}


def _event_clause(event: Option, entry: ReportEntry) -> str:
    """Return the clause if an event happens that contradicts the entry."""
    clauses = CONFLICT_CLAUSES.get(event[0], {})
    return next((clauses[code] for code in clauses if code in entry.codes), "")


TARGET_CODES = frozenset({"lagged", "cleared_lag", "drained", "bent", "tuned", "deleted", "returned"})


def _target_clause(table: Rm2kTable, entry: ReportEntry) -> str:
    """Return the clause by which no text of the turn affects the User of ``entry`` like this, "" if none is known.

    Lag is placed before the first turn, as payment, or by what a Challenge does.
    """
    happened = {event[0] for event in table.events}
    played = [table.cards[event[2]] for event in table.events if event[0] in ("activated", "instant")]
    targets = [card for pattern in entry.patterns for card in _named_cards(pattern) if pattern.code in TARGET_CODES]
    if any(card.skill in target.immune for card in played for target in targets):
        return "RM-6.1"
    if "lagged" not in entry.codes or "main_user" in happened:
        return ""
    return "RM-8.2.9" if happened & {"won", "all_fail"} else "RM-5.1.5"


USER_ZONES = frozenset({"users"})


# --- impossible choices -------------------------------------------------------------------


def _ask_clause(table: Rm2kTable, ask: Ask, entry: ReportEntry) -> str:
    """Return the clause if the entry answers this ask with none of its options."""
    return next(filter(None, (_refusal_clause(table, ask, pattern) for pattern in entry.patterns)), "")


def _refusal_clause(table: Rm2kTable, ask: Ask, pattern: Pattern) -> str:
    about, code = ask.about[0], pattern.code
    if about in CLAUSE_FINDERS and code in CLAUSE_FINDERS[about]:
        seat = pattern.fields.get("seat", ask.seat)
        if seat != ask.seat:
            return "RM-5.2.3" if about != "answer" and about in PHASES else ""
        return next(
            filter(None, (CLAUSE_FINDERS[about][code](table, ask, card, pattern) for card in _named_cards(pattern))), ""
        )
    return MAIN_PHASE_CLAUSES.get(code, "") if about == "challenge_phase" else ""


MAIN_PHASE_CLAUSES = {"carries": "RM-3.3.2", "paid": "RM-5.1.15"}
PHASES = ("main_phase", "challenge_phase")


def _named_cards(pattern: Pattern) -> Iterator[Card]:
    yield from pattern.fields.get("card", ())


def _starter_clause(table: Rm2kTable, ask: Ask, card: Card, pattern: Pattern) -> str:
    """Return the clause that a card breaks as a starting User."""
    if card.type != "user" or not any(table.cards[each] is card for each in table.deck[ask.seat]):
        return "RM-2.2"
    if picked_cost(table, ask.seat) + card.cost > table.variant.set_value:
        return "RM-2.9" if table.aside[ask.seat] else "RM-2.2"
    return "RM-2.6"


def _named_users(table: Rm2kTable, seat: int, named: Sequence[Card]) -> list[int]:
    """Return the Users of ``seat`` in play that the reference can mean."""
    face = table.cards.__getitem__
    users = [user for user in table.users[seat] if table.cards[user] in named]
    return [user for user in users if matches_reference(table.zones(), USER_ZONES, face, user, named)]


def _in_limbo(table: Rm2kTable, seat: int, card: Card) -> bool:
    return any(table.cards[user] is card for user in table.limbo[seat])


def _carrier_clause(table: Rm2kTable, ask: Ask, card: Card, pattern: Pattern) -> str:
    """Return the clause that forbids putting a card on the User."""
    if _named_users(table, ask.seat, pattern.fields["card"]):
        return "RM-5.1.3" if table.hand[ask.seat] else "RM-5.1.1"
    return "RM-6.7.6" if _in_limbo(table, ask.seat, card) else "RM-5.1.1"


def _payer_clause(table: Rm2kTable, ask: Ask, card: Card, pattern: Pattern) -> str:
    """Return the clause by which the User cannot take lag for the named Syncing card."""
    payers = _named_users(table, ask.seat, pattern.fields["card"])
    if not payers:
        if _is_another_players_payment(table, ask.seat, pattern):
            return "RM-5.1.15"
        return "RM-6.7.2" if _in_limbo(table, ask.seat, card) else "RM-5.1.5"
    hosts = _named_users(table, ask.seat, pattern.fields.get("card_user", ()))
    syncing = [table.syncing_cards[user] for user in hosts if user in table.syncing_cards]
    if syncing and not any(free_bandwidth(table, payer) for payer in payers):
        return "RM-5.1.7"
    if syncing and all(table.cards[each].skill in card.immune for each in syncing):
        return "RM-6.3"
    return "RM-5.1.5"


def _is_another_players_payment(table: Rm2kTable, active: int, pattern: Pattern) -> bool:
    """Return whether another player than ``active`` controls the payer and the carrier."""
    named = [pattern.fields[name] for name in ("card", "card_user") if name in pattern.fields]
    others = [seat for seat in table.alive if seat != active]
    return any(all(_named_users(table, seat, each) for each in named) for seat in others)


def _activation_clause(table: Rm2kTable, ask: Ask, card: Card, pattern: Pattern) -> str:
    """Return the clause by which a card cannot be activated."""
    hosts = [host for host in table.syncing_cards if table.owners[host] == ask.seat]
    if "card_user" in pattern.fields:
        hosts = [host for host in _named_users(table, ask.seat, pattern.fields["card_user"]) if host in hosts]
    syncing = [table.syncing_cards[host] for host in hosts]
    if not syncing:
        return "RM-5.2.1"
    if all(card.skill in table.cards[host].immune for host in hosts):
        return "RM-6.2"
    if all(table.tokens[each] < card.cost for each in syncing):
        return "RM-5.2.2"
    return _moment_clause(table, ask, card) or ("" if ask.about[0] == "answer" else "RM-2.5")


def _instant_clause(table: Rm2kTable, ask: Ask, card: Card, pattern: Pattern) -> str:
    """Return the clause by which a card cannot be synced instantaneously."""
    if card.type in ("user", "attach"):
        return "RM-5.3.5"
    payers = pattern.fields.get("card_user")
    if payers is not None:
        users = _named_users(table, ask.seat, payers)
        if not users:
            if any(_in_limbo(table, ask.seat, payer) for payer in payers):
                return "RM-6.7.2"
            is_another_players = ask.about[0] == "answer" and "seat" not in pattern.fields
            return "" if is_another_players else "RM-5.3.2"
        if all(user in table.syncing_cards for user in users):
            return "RM-5.3.2"
        if all(free_bandwidth(table, user) < card.cost for user in users):
            return "RM-5.3.3"
        if all(card.skill in table.cards[user].immune for user in users):
            return "RM-6.2"
    return _moment_clause(table, ask, card) or ("" if ask.about[0] == "answer" else "RM-2.5")


def _moment_clause(table: Rm2kTable, ask: Ask, card: Card) -> str:
    """Return the clause by which such a card cannot be played now, or "" if it can be played later in the turn."""
    about = ask.about[0]
    if about == "answer":
        return ""
    if card.type == "challenge" and about == "challenge_phase":
        if card.kind in possible_kinds(table, ask.seat):
            return ""
        return "RM-8.1.8" if card.kind not in KINDS_WITH_DEFENDER or table.fought else "RM-8.1.7"
    if card.answerable_kinds:
        return "RM-5.2.3"
    return ""


def _ability_clause(table: Rm2kTable, ask: Ask, card: Card, pattern: Pattern) -> str:
    """Return the clause by which a User cannot use its ability."""
    if ask.about[0] == "answer":
        return ""
    users = _named_users(table, ask.seat, pattern.fields["card"])
    if not users:
        return "RM-6.7.3" if _in_limbo(table, ask.seat, card) else "RM-3.3.2"
    if all(free_bandwidth(table, user) < card.ability_cost for user in users):
        return "RM-3.3.1"
    return "RM-3.3.2"


def _attacker_clause(table: Rm2kTable, ask: Ask, card: Card, pattern: Pattern) -> str:
    users = _named_users(table, ask.seat, pattern.fields["card"])
    if users:
        return "RM-8.1.8"
    return "RM-6.7.6" if _in_limbo(table, ask.seat, card) else "RM-8.1.2"


def _lag_clause(table: Rm2kTable, ask: Ask, card: Card, pattern: Pattern) -> str:
    return "RM-2.12"


PLAY_CLAUSE_FINDERS = {"activated": _activation_clause, "instant": _instant_clause}

CLAUSE_FINDERS: dict[str, dict[str, Any]] = {  # ask -> written code -> function that finds the clause
    "main": {"main_user": _starter_clause},
    "starters": {"starts": _starter_clause},
    "starting_lag": {"lagged": _lag_clause},
    "main_phase": PLAY_CLAUSE_FINDERS | {"carries": _carrier_clause, "paid": _payer_clause, "used": _ability_clause},
    "challenge_phase": PLAY_CLAUSE_FINDERS,
    "answer": PLAY_CLAUSE_FINDERS,
    "attacker": {"attacks": _attacker_clause},
    "attackers": {"attacks": _attacker_clause},
}
