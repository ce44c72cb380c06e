"""How a game is written down on paper, and why what is written cannot be (see engine.notation)."""

from collections.abc import Iterator
from typing import Any

from gameplay.engine.asks import Ask, Option, Outcome
from gameplay.engine.notation import Entry, Notation
from gameplay.games.hagmi.sentences import ASKS, EVENTS
from gameplay.games.hagmi.setup import opening_hands
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.variants import Variant

LINES: dict[str, tuple[str, ...]] = {
    "rolled": ("roll {number}",),
    "gave": ("skip",),
    "produced": ("produce {card}",),
    "played": ("play {card}",),
    "used": ("use {card}",),
    "unveiled": ("unveil {card}",),
    "declared": ("attack with {card}",),
    "aimed": ("at {card_target}",),
    "aimed_at_player": ("at player",),
    "guarded": ("{card} guards {card_target}",),
    "guarded_player": ("{card} guards",),
    "countered": ("{card} counters",),
    "emergency": ("emergency {card}",),
    "replaced": ("{card} replaces {card_target}",),
    "replaced_player": ("{card} replaces player",),
    "damaged": ("{card} takes {number}",),
    "destroyed": ("{card} destroyed",),
    "hit": ("{number} damage", "damage {number}"),
    "revealed": ("reveal {card}",),
    "suffered": ("suffer {card}",),
    "kept": ("keep {card}",),
    "defeated": ("defeated",),
    "supplied": ("supply {card} {number}", "supply {card}"),
    "returned": ("{card} returns",),
    "discarded": ("discard {card}",),
    "recovered": ("recover {card}",),
    "restored": ("restore {card}",),
    "concede": ("concede",),
    "time": ("time",),
}

RESULTS = frozenset({"damaged", "destroyed", "hit", "revealed", "defeated", "supplied", "returned"})

TOLD_BY: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "give": (("gave", ("seat_given",)),),
    "produce": (("produced", ("card",)),),
    "play": (("played", ("card",)),),
    "use": (("used", ("card",)),),
    "attack": (("declared", ("card",)),),
    "aim": (("aimed", ("card_target",)),),
    "aim_player": (("aimed_at_player", ()),),
    "counter": (("countered", ("card",)),),
    "guard": (("guarded", ("card", "card_target")),),
    "guard_player": (("guarded_player", ("card",)),),
    "emergency": (("emergency", ("card",)),),
    "play_damage": (("suffered", ("card",)),),
    "keep": (("kept", ("card",)),),
    "supply": (("supplied", ("card",)),),
}

ASKED: dict[str, tuple[str, ...]] = {
    "skip": ("gave",),
    "main": ("produced", "played", "used"),
    "main2": ("produced", "played", "used"),
    "battle": ("declared",),
    "aim": ("aimed", "aimed_at_player"),
    "defend": ("countered", "guarded", "guarded_player", "emergency"),
    "damage_cards": ("suffered", "kept"),
    "supply_top": ("supplied",),
}


def also(table: HagmiTable, event: Option) -> Iterator[Option]:
    """Nothing else is told by any event."""
    return iter(())


def begin(table: HagmiTable, first: int) -> None:
    """Before the first turn: who goes first was written, the opening hands are drawn."""
    table.active = first
    opening_hands(table)


def implausible(variant: Variant, outcome: Outcome) -> str:
    """The clause by which no game ends so, whatever was played; "" if one may."""
    if outcome.reason == "damage":
        survivors = [seat for seat in outcome.winners if outcome.scores[seat] >= 0]
        teams = {seat % 2 for seat in survivors} if variant.teams else survivors
        return "" if len(teams) <= 1 else "HAG-12.7"
    return ""


def clause(table: HagmiTable, what: Any, entry: Entry | None, moment: str) -> str:
    """The clause by which ``entry`` cannot be: that of the ask or event that should have been it."""
    if entry is None:
        return "HAG-7.3.7"
    if moment == "ask" and isinstance(what, Ask):
        return ASKS[what.about[0]].clause
    if moment == "event":
        return EVENTS[what[0]].clause
    return next((EVENTS[code].clause for code in sorted(entry.codes) if code in EVENTS), "")


NOTATION = Notation(
    lines=LINES,
    told_by=TOLD_BY,
    silent=("pass", "no", "enough", "as_they_lie", "take_turn"),
    either=("may", "either_for", "deck_for", "bury", "process_next"),
    comes_from={"main": {"produced": ("hand",), "played": ("hand",)}, "defend": {"emergency": ("hand",)}},
    results=RESULTS,
    asked=ASKED,
    clause=clause,
    implausible=implausible,
    also=also,
    begin=begin,
    traits={},
    unordered=frozenset({"aimed", "destroyed", "damaged"}),
    shorthands=(),
    fields={},
)
