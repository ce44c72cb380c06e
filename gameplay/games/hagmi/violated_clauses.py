"""The clauses that impossible entries and results of reported games violate."""

from collections.abc import Collection, Iterator
from typing import Any

from gameplay.engine.adjudication.notation import END_CODES, Pattern, ReportEntry
from gameplay.engine.core.asks import Ask, Option, Outcome
from gameplay.games.hagmi.strength import can_act
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.terms import Card
from gameplay.games.hagmi.variants import Variant


def implausible_outcome_clause(variant: Variant, outcome: Outcome) -> str:
    """Return the clause that makes an outcome impossible for any game, or "" if it is possible.

    A score is the number of damage cards left. A result contains neither the number of damage cards at the start nor
    the players who conceded while several others played on.
    """
    seats = range(len(outcome.scores))
    sides = sorted({tuple(each for each in seats if _are_on_one_side(variant, each, seat)) for seat in seats})
    decided = _defeat_clause(variant, len(seats))
    if outcome.winners and outcome.winners not in sides:
        return "HAG-13.1" if variant.teams else decided
    left = [sum(outcome.scores[seat] for seat in side) for side in sides]
    won = sides.index(outcome.winners) if outcome.winners else None
    if outcome.reason == "concede":
        return decided if won is None else ""
    if outcome.reason == "damage":
        defeated = [not cards for side, cards in enumerate(left) if side != won]
        return "" if won is not None and (all(defeated) if len(sides) == 2 else any(defeated)) else decided
    if won is None:
        return "" if len(set(left)) < len(left) else decided
    fewer = [cards < left[won] for side, cards in enumerate(left) if side != won]
    return "" if (all(fewer) if len(sides) == 2 else any(fewer)) else decided


def _are_on_one_side(variant: Variant, seat: int, other: int) -> bool:
    return seat == other or (variant.teams and (seat - other) % 2 == 0)


# --- impossible entries -----------------------------------------------------------------


def never_clause(entry: ReportEntry, cards: Collection[Card]) -> str:
    """Return the clause by which ``entry`` is impossible in any game, "" if it is possible in one."""
    clauses = [_pattern_clause(pattern) for pattern in entry.patterns]
    return clauses[0] if all(clauses) else ""


def _pattern_clause(pattern: Pattern) -> str:
    if pattern.code == "rolled":
        return "" if pattern.fields.get("number", 1) in DIE_FACES else "HAG-1.15"
    clauses = [_type_clause(card, pattern.code) for card in pattern.fields.get("card", ())]
    return clauses[0] if clauses and all(clauses) else ""


def _type_clause(card: Card, code: str) -> str:
    """Return the clause by which a card of this type is never what an event ``code`` is about, "" if it may be."""
    if card.type == "secret" and code in ("produced", "played"):
        return "HAG-1.5"
    if code == "played":
        return "HAG-4.4.1" if card.type == "weapon" else ""
    return ONLY_WEAPONS.get(code, "") if card.type != "weapon" else ""


DIE_FACES = range(1, 7)
ONLY_WEAPONS = {"produced": "HAG-4.3.1", "declared": "HAG-1.7", "emergency": "HAG-6.4.1"}
"""The clauses by which only weapons are produced, attack, or defend from the hand, by event."""


def violated_clause(table: HagmiTable, what: Any, entry: ReportEntry | None, moment: str) -> str:
    """Return the clause that ``entry`` violates.

    ``moment`` is "ask" or "event" if the entry does not match the ask or event ``what``, "number" for an impossible
    random number, "no_copy" if no copy of the card is left, or "over" if the game is over.
    """
    if moment == "number":
        return "HAG-1.15"
    if moment == "no_copy":
        return "HAG-10.2" if table.variant.common else "HAG-10.1"
    if entry is None or moment == "over":
        return _defeat_clause(table.variant, table.seats)
    if entry.codes & {"aimed", "aimed_at_player"} and table.battle:  # all targets are declared
        return "HAG-5.2.1" if table.cards[table.battle.attacker].targets == 1 else "HAG-5.2.2"
    if moment == "ask":
        return _ask_clause(table, what, entry)
    if moment == "event":
        return _event_clause(table, what, entry)
    if entry.codes & END_CODES:
        return _defeat_clause(table.variant, table.seats)
    if "supplied" in entry.codes:
        return "HAG-9.3.1" if _names_unit_of_supplier(table, entry) else "HAG-9.3.5"
    never_came = next((NEVER_CAME_CLAUSES[code] for code in NEVER_CAME_CLAUSES if code in entry.codes), "HAG-3.1.1")
    return _clause_of_battle(table, entry) or never_came


def _clause_of_battle(table: HagmiTable, entry: ReportEntry) -> str:
    """Return the clause by which the battles of the turn leave no place for ``entry``, "" if none is more exact."""
    cards = {card for _, card in _named_cards(entry)}
    guarded = [event for event in table.events if event[0] in ("guarded", "guarded_player")]
    if "emergency" in entry.codes and any(event[0] == "emergency" for event in table.events):
        return "HAG-6.4.6"
    if "countered" in entry.codes:
        return "HAG-6.1.3" if _has_guarded(table, guarded, cards) else ""
    if entry.codes & {"guarded", "guarded_player"}:
        return "HAG-6.2.2" if any(_is_same_target(table, event, entry) for event in guarded) else ""
    is_damaged = any(event[0] == "damaged" and table.cards[event[1]] in cards for event in table.events)
    if is_damaged or "damaged" not in entry.codes:
        return ""
    if _has_guarded(table, guarded, cards):
        return "HAG-6.2.5"
    if any(event[0] == "declared" and table.cards[event[2]] in cards for event in table.events):
        defended = any(event[0] in ("countered", "emergency") for event in table.events) or guarded
        return "HAG-7.1.4" if defended else "HAG-6.3.2"
    return ""


def _has_guarded(table: HagmiTable, guarded: list[Option], cards: set[Card]) -> bool:
    """Return whether one of the ``guarded`` events is about a target that is one of ``cards``."""
    return any(event[0] == "guarded" and table.cards[event[2]] in cards for event in guarded)


def _is_same_target(table: HagmiTable, event: Option, entry: ReportEntry) -> bool:
    """Return whether the guard ``entry`` is about the target of the guard ``event``."""
    if event[0] not in entry.codes:
        return False
    targets = [pattern.fields.get("card_target", ()) for pattern in entry.patterns]
    return event[0] == "guarded_player" or any(table.cards[event[2]] in each for each in targets)


def _names_unit_of_supplier(table: HagmiTable, entry: ReportEntry) -> bool:
    """Return whether ``entry`` names a unit of the player who resupplies it."""
    return any(
        table.cards[unit] is card
        for pattern in entry.patterns
        for unit in table.units[pattern.fields.get("seat", table.active)]
        for card in pattern.fields["card"]
    )


def _defeat_clause(variant: Variant, seats: int) -> str:
    """Return the clause that decides who wins."""
    if variant.teams:
        return "HAG-13.2"
    return "HAG-12.7" if seats > 2 else "HAG-7.3.7"


NEVER_CAME_CLAUSES = {  # code of an entry that never happened in its turn -> clause
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
    "paid": "HAG-4.2.1",
    "laid": "HAG-4.2.1",
    "consumed": "HAG-5.1.7",
    "lost": "HAG-7.1.8",
    "operation_drawn": "HAG-3.4.2",
    "weapon_drawn": "HAG-3.4.3",
    "topped": "HAG-9.3.4",
    "loaded": "HAG-9.3.2",
    "unveiled": "HAG-1.5",
}

CONFLICT_CLAUSES: dict[str, dict[str, str]] = {  # event that happens -> written code -> clause
    "produced": {"produced": "HAG-4.3.2"},
    "emergency": {"emergency": "HAG-6.4.2"},
    "burnt": {"burnt": "HAG-5.1.4"},
    "damaged": {"damaged": "HAG-7.1.2", "destroyed": "HAG-7.1.5"},
    "hit": {"hit": "HAG-7.3.1"},
    "supplied": {"supplied": "HAG-9.3.2"},
    "revealed": {"revealed": "HAG-7.3.1"},
}


def _event_clause(table: HagmiTable, event: Option, entry: ReportEntry) -> str:
    """Return the clause if an event happens that contradicts the entry."""
    is_resupply = event[0] == "supplied" and "supplied" in entry.codes
    if is_resupply and any(pattern.fields.get("seat", event[1]) != event[1] for pattern in entry.patterns):
        return "HAG-9.3.6"
    if is_resupply and not _names_unit_of_supplier(table, entry):
        return "HAG-9.3.5"
    if (
        event[0] == "damaged"
        and "damaged" in entry.codes
        and all(table.cards[event[1]] is not card for _, card in _named_cards(entry))
    ):
        return ""  # another unit is damaged
    clauses = CONFLICT_CLAUSES.get(event[0], {})
    return next((clauses[code] for code in clauses if code in entry.codes), "")


PLAY_EVENTS = frozenset({"produced", "played", "used", "declared"})


def _ask_clause(table: HagmiTable, ask: Ask, entry: ReportEntry) -> str:
    """Return the clause if the entry answers this ask with none of its options."""
    about = ask.about[0]
    if any("seat" in pattern.fields and pattern.fields["seat"] != ask.seat for pattern in entry.patterns):
        return _out_of_turn_clause(about, entry)
    if about in ("main", "main2"):
        return next(filter(None, (_play_clause(table, ask.seat, card, code) for code, card in _named_cards(entry))), "")
    if about == "battle" or (about in ASKS_AFTER_BATTLE and "declared" in entry.codes):
        return _attack_clause(table, ask.seat, entry)
    if about == "aim":
        return _target_clause(table, ask, entry)
    if about == "defend":
        return next(
            filter(None, (_defence_clause(table, ask.seat, card, code) for code, card in _named_cards(entry))), ""
        )
    answers = ANSWER_CLAUSES.get(about, {})
    return next((answers[code] for code in answers if code in entry.codes), "")


ASKS_AFTER_BATTLE = ("main2", "supply_top", "supply_hand")

ANSWER_CLAUSES: dict[str, dict[str, str]] = {  # ask -> code of the answer -> clause that limits the answers
    "skip": {"gave": "HAG-12.8"},
    "step_in": {"guarded": "HAG-6.4.3", "guarded_player": "HAG-6.4.3"},
    "damage_cards": {"suffered": "HAG-7.3.3", "kept": "HAG-7.3.3"},
    "supply_top": {"supplied": "HAG-9.3.5"},
    "supply_hand": {"supplied": "HAG-9.3.5"},
}


def _named_cards(entry: ReportEntry) -> Iterator[tuple[str, Card]]:
    return ((pattern.code, card) for pattern in entry.patterns for card in pattern.fields.get("card", ()))


def _out_of_turn_clause(about: str, entry: ReportEntry) -> str:
    if about in ("main", "main2", "battle") and entry.codes & PLAY_EVENTS:
        return "HAG-5.1.2" if "declared" in entry.codes else "HAG-3.1.1"
    return ""


def _play_clause(table: HagmiTable, seat: int, card: Card, code: str) -> str:
    """Return the clause by which ``card`` cannot be played, or its skill not be used, in a Main phase."""
    if code == "used":
        return "HAG-4.5.2" if any(table.cards[unit] is card for unit in table.units[seat]) else "HAG-4.5.1"
    if code not in ("produced", "played"):
        return ""
    if clause := _type_clause(card, code):
        return clause
    if card.cost >= len(table.hand[seat]):
        return "HAG-4.2.1"
    return "HAG-10.2" if table.variant.common else "HAG-10.1"  # no copy is left that could be in hand


def _attack_clause(table: HagmiTable, seat: int, entry: ReportEntry) -> str:
    for code, card in _named_cards(entry):
        if code == "declared":
            if clause := _type_clause(card, code):
                return clause
            units = [unit for unit in table.units[seat] if table.cards[unit] is card]
            if units and all(unit in table.attacked_units for unit in units):
                return "HAG-5.1.3"
            if any(unit not in table.attacked_units and can_act(table, unit) for unit in units):
                return "HAG-3.1.1"  # it could have attacked in the Battle phase
            return "HAG-5.1.5" if units else "HAG-5.1.2"
    return ""


def _target_clause(table: HagmiTable, ask: Ask, entry: ReportEntry) -> str:
    """Return the clause by which no target named by ``entry`` is legal: own, a teammate's, not a target, or absent."""
    for pattern in entry.patterns:
        if pattern.code == "aimed_at_player":
            return _player_target_clause(table, ask.seat, pattern.fields.get("seat_target"))
        for card in pattern.fields.get("card_target", ()) if pattern.code == "aimed" else ():
            controllers = [other for other in range(table.seats) if _has_on_battlefield(table, other, card)]
            if not controllers or ask.seat in controllers:
                return "HAG-5.1.9"
            return "HAG-13.6" if all(table.are_allied(ask.seat, other) for other in controllers) else "HAG-5.2.3"
    return ""


def _player_target_clause(table: HagmiTable, seat: int, target: int | None) -> str:
    """Return the clause by which ``seat`` cannot attack the player ``target``."""
    if target is None or target == seat:
        return "HAG-5.1.9"
    if table.are_allied(seat, target):
        return "HAG-13.6"
    return "HAG-12.9" if table.defeated[target] else "HAG-5.2.3"


def _has_on_battlefield(table: HagmiTable, seat: int, card: Card) -> bool:
    return any(table.cards[each] is card for each in table.battlefield(seat))


def _defence_clause(table: HagmiTable, seat: int, card: Card, code: str) -> str:
    """Return the clause by which ``card`` cannot defend in this way."""
    battle = table.battle
    assert battle is not None
    units = [unit for unit in table.units[seat] if table.cards[unit] is card]
    if code == "countered":
        return "HAG-6.1.3" if any(unit in battle.closed_targets for unit in units) else "HAG-6.3.1"
    if code in ("guarded", "guarded_player"):
        if any(unit in battle.targets for unit in units):
            return "HAG-6.2.3"
        if any(unit in battle.defenders for unit in units):
            return "HAG-6.2.6"
        return "HAG-6.2.2" if any(can_act(table, unit) for unit in units) else "HAG-6.2.1"
    if code == "emergency":
        if clause := _type_clause(card, code):
            return clause
        return "HAG-6.4.2" if card.cost >= len(table.hand[seat]) else "HAG-6.4.6"
    return ""
