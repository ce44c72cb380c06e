"""Why an entry of a game on paper, or its result, cannot be: by which clause (see engine.notation)."""

from collections.abc import Iterator
from typing import Any

from gameplay.engine.asks import Ask, Option, Outcome
from gameplay.engine.notation import Entry
from gameplay.games.hagmi.strength import able
from gameplay.games.hagmi.table import HagmiTable, battlefield
from gameplay.games.hagmi.terms import Card
from gameplay.games.hagmi.variants import Variant


def implausible(variant: Variant, outcome: Outcome) -> str:
    """The clause by which no game ends so, whatever was played; "" if one may.

    A score is what is left of a damage deck. How many cards there were nobody tells with a result.
    """
    seats = range(len(outcome.scores))
    sides = [
        tuple(each for each in seats if each == seat or (variant.teams and (each - seat) % 2 == 0)) for seat in seats
    ]
    if outcome.winners and outcome.winners not in sides:
        return "HAG-13.1" if variant.teams else "HAG-12.7"
    losers = [seat for seat in seats if seat not in outcome.winners]
    if outcome.reason == "damage":
        if not outcome.winners or any(outcome.scores[seat] for seat in losers):
            return "HAG-13.3" if variant.teams else "HAG-7.3.7"
        return ""
    if outcome.reason == "concede":
        return "" if outcome.winners else "HAG-12.7"
    if outcome.reason in ("time", "quiet") and not variant.players[1] > 2:
        best = [seat for seat in seats if outcome.scores[seat] == max(outcome.scores)]
        return "" if outcome.winners == (tuple(best) if len(best) == 1 else ()) else "HAG-7.3.7"
    return ""


# --- why an entry cannot be -------------------------------------------------------------


def clause(table: HagmiTable, what: Any, entry: Entry | None, moment: str) -> str:
    """The clause by which ``entry`` cannot be; ``moment`` and ``what`` as in ENEMY's."""
    if moment == "number":
        return "HAG-1.15"
    if moment == "no_copy":
        return "HAG-10.2" if table.variant.common else "HAG-10.1"
    if entry is None or moment == "over":
        return "HAG-12.7" if table.seats > 2 else "HAG-7.3.7"
    if entry.codes & {"aimed", "aimed_at_player"} and table.battle:  # all targets are declared
        return "HAG-5.2.1" if table.cards[table.battle.attacker].targets == 1 else "HAG-5.2.2"
    if moment == "ask":
        return _at_ask(table, what, entry)
    if moment == "event":
        return _at_event(what, entry)
    if "supplied" in entry.codes:
        return "HAG-9.3.1" if _supplies(table, entry) else "HAG-9.3.5"
    return next((LATE[code] for code in LATE if code in entry.codes), "HAG-3.1.1")


def _supplies(table: HagmiTable, entry: Entry) -> bool:
    """Whether the unit that ``entry`` names is one of who is said to supply it."""
    return any(
        table.cards[unit] is card
        for pattern in entry.patterns
        for unit in table.units[pattern.fields.get("seat", table.active)]
        for card in pattern.fields["card"]
    )


LATE = {  # what an entry speaks against that never came in its turn
    "rolled": "HAG-3.4.1",
    "gave": "HAG-12.6",
    "produced": "HAG-8.2",
    "played": "HAG-8.2",
    "used": "HAG-8.2",
    "declared": "HAG-5.1.1",
    "aimed": "HAG-5.2.2",
    "aimed_at_player": "HAG-5.2.2",
    "guarded": "HAG-6.1.1",
    "guarded_player": "HAG-6.1.1",
    "countered": "HAG-6.3.1",
    "emergency": "HAG-6.4.1",
    "replaced": "HAG-6.4.4",
    "replaced_player": "HAG-6.4.4",
    "damaged": "HAG-7.1.2",
    "destroyed": "HAG-7.1.5",
    "hit": "HAG-7.3.1",
    "revealed": "HAG-7.3.1",
    "suffered": "HAG-7.3.3",
    "kept": "HAG-7.3.3",
    "holds_out": "HAG-13.3",
    "defeated": "HAG-7.3.7",
    "burnt": "HAG-5.1.4",
    "unveiled": "HAG-1.5",
}

INSTEAD: dict[str, dict[str, str]] = {  # what happens: what is written: the clause that says which
    "produced": {"produced": "HAG-4.3.2"},
    "emergency": {"emergency": "HAG-6.4.2"},
    "burnt": {"burnt": "HAG-5.1.4"},
    "damaged": {"damaged": "HAG-7.1.2", "destroyed": "HAG-7.1.5"},
    "hit": {"hit": "HAG-7.3.1"},
    "supplied": {"supplied": "HAG-9.3.2"},
    "revealed": {"revealed": "HAG-7.3.1"},
}


def _at_event(event: Option, entry: Entry) -> str:
    """Something else happened than the entry says of the same thing."""
    said = INSTEAD.get(event[0], {})
    return next((said[code] for code in said if code in entry.codes), "")


PLAYS = frozenset({"produced", "played", "used", "declared"})


def _at_ask(table: HagmiTable, ask: Ask, entry: Entry) -> str:
    """The entry answers this ask, but not with one of its options."""
    about = ask.about[0]
    if any("seat" in pattern.fields and pattern.fields["seat"] != ask.seat for pattern in entry.patterns):
        return _out_of_turn(about, entry)
    if about in ("main", "main2"):
        return next(filter(None, (_no_play(table, ask.seat, card, code) for code, card in _named(entry))), "")
    if about == "battle" or (about in AFTER_BATTLE and "declared" in entry.codes):
        return _no_attack(table, ask.seat, entry)
    if about == "aim":
        return _no_target(table, ask, entry)
    if about == "defend":
        return next(filter(None, (_no_defence(table, ask.seat, card, code) for code, card in _named(entry))), "")
    answers = ANSWERS.get(about, {})
    return next((answers[code] for code in answers if code in entry.codes), "")


AFTER_BATTLE = ("main2", "supply_top", "supply_hand")

ANSWERS: dict[str, dict[str, str]] = {  # by what clause an ask has no other answers
    "skip": {"gave": "HAG-12.8"},
    "step_in": {"guarded": "HAG-6.4.3", "guarded_player": "HAG-6.4.3"},
    "damage_cards": {"suffered": "HAG-7.3.3", "kept": "HAG-7.3.3"},
    "supply_top": {"supplied": "HAG-9.3.5"},
    "supply_hand": {"supplied": "HAG-9.3.5"},
}


def _named(entry: Entry) -> Iterator[tuple[str, Card]]:
    return ((pattern.code, card) for pattern in entry.patterns for card in pattern.fields.get("card", ()))


def _out_of_turn(about: str, entry: Entry) -> str:
    if about in ("main", "main2", "battle") and entry.codes & PLAYS:
        return "HAG-5.1.2" if "declared" in entry.codes else "HAG-3.1.1"
    return ""


def _no_play(table: HagmiTable, seat: int, card: Card, code: str) -> str:
    """Why ``card`` is not played from the hand, or its skill not used, in a Main phase."""
    if code == "used":
        return "HAG-4.5.2" if any(table.cards[unit] is card for unit in table.units[seat]) else "HAG-4.5.1"
    if code not in ("produced", "played"):
        return ""
    if card.type == "secret":
        return "HAG-1.5"
    if (card.type == "weapon") != (code == "produced"):
        return "HAG-4.3.1" if code == "produced" else "HAG-4.4.1"
    if card.cost >= len(table.hand[seat]):
        return "HAG-4.2.1"
    return "HAG-10.2" if table.variant.common else "HAG-10.1"  # no copy of it is left to be in the hand


def _no_attack(table: HagmiTable, seat: int, entry: Entry) -> str:
    for code, card in _named(entry):
        if code == "declared":
            mine = [unit for unit in table.units[seat] if table.cards[unit] is card]
            if mine and all(unit in table.attacked for unit in mine):
                return "HAG-5.1.3"
            if any(unit not in table.attacked and able(table, unit) for unit in mine):
                return "HAG-3.1.1"  # it could have, in its phase
            return "HAG-5.1.5" if mine else "HAG-5.1.2"
    return ""


def _no_target(table: HagmiTable, ask: Ask, entry: Entry) -> str:
    for pattern in entry.patterns:
        if pattern.code == "aimed_at_player":
            return "HAG-5.1.9" if pattern.fields.get("seat_target") == ask.seat else "HAG-5.2.3"
        for card in pattern.fields.get("card_target", ()) if pattern.code == "aimed" else ():
            theirs = [other for other in range(table.seats) if not table.allied(ask.seat, other)]
            there = any(table.cards[each] is card for other in theirs for each in battlefield(table, other))
            return "HAG-5.2.3" if there else "HAG-5.1.9"
    return ""


def _no_defence(table: HagmiTable, seat: int, card: Card, code: str) -> str:
    """Why ``card`` does not defend so."""
    battle = table.battle
    assert battle is not None
    units = [unit for unit in table.units[seat] if table.cards[unit] is card]
    if code == "countered":
        return "HAG-6.1.3" if any(unit in battle.closed for unit in units) else "HAG-6.3.1"
    if code in ("guarded", "guarded_player"):
        if any(unit in battle.targets for unit in units):
            return "HAG-6.2.3"
        if any(unit in battle.defenders for unit in units):
            return "HAG-6.2.6"
        return "HAG-6.2.2" if any(able(table, unit) for unit in units) else "HAG-6.2.1"
    if code == "emergency":
        if card.type != "weapon":
            return "HAG-6.4.1"
        return "HAG-6.4.2" if card.cost >= len(table.hand[seat]) else "HAG-6.4.6"
    return ""
