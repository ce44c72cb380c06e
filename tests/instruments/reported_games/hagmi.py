"""Faults in what was written of HAGMI!."""

import re
from collections.abc import Iterator
from typing import Any

from gameplay.engine.adjudication.paper_log import WrittenEntry
from tests.instruments.reported_games.fault_registry import (
    FaultRegistry,
    FaultSite,
    entries_with,
    entry_text,
    raise_number,
    with_name,
)
from tests.instruments.reported_games.games import ReportedGame

FAULTS = FaultRegistry()
register = FAULTS.register


def _title(entry: WrittenEntry, before: str) -> str:
    """The title in words such as "attack with Mio" or "produce Mio #2 1"."""
    return re.sub(r"( #\d+)?( \d+)?$", "", entry_text(entry).removeprefix(before))


def _entries_of_turn(report: ReportedGame, entry: WrittenEntry) -> list[WrittenEntry]:
    return [each for each in report.entries if each.turn == entry.turn]


def _deck_titles(report: ReportedGame, seat: int) -> set[str]:
    """The titles of a player's deck; with common decks those of all."""
    decks = report.record.decks if report.variant.common else [report.record.decks[seat]]
    return {report.printed[ref].name.en for deck in decks for ref in deck}


def _owners(report: ReportedGame, title: str) -> set[int]:
    """Who has brought a weapon out in the game."""
    brought = entries_with(report, "produced", "emergency")
    return {entry.event[1] for _, entry in brought if _title(entry, f"{entry_text(entry).split()[0]} ") == title}


# --- the Start phase -----------------------------------------------------------------------


@register(instead=True)
def die_of_seven_faces(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "rolled"):
        yield at, with_name(entry, "roll 7"), ("HAG-1.15",)


# --- playing cards -------------------------------------------------------------------------


@register(instead=True)
def fuel_that_was_not_paid(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-4.3.2: the cost becomes the fuel, no more and no less."""
    for at, entry in entries_with(report, "produced"):
        yield at, raise_number(entry), ("HAG-4.3.2",)


@register(instead=True)
def playing_a_weapon_as_an_operation(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "produced"):
        yield at, f"play {_title(entry, 'produce ')}", ("HAG-4.4.1",)


@register(instead=True)
def producing_an_operation(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "played"):
        yield at, entry_text(entry).replace("play ", "produce ", 1), ("HAG-4.3.1",)


@register(instead=True)
def card_of_another_deck(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-10.1: each player plays the cards brought."""
    for at, entry in entries_with(report, "produced"):
        theirs = set[str]().union(*(_deck_titles(report, other) for other in report.opponents(entry.active)))
        for title in sorted(theirs - _deck_titles(report, entry.active)):
            if report.card(title).type == "weapon" and report.card(title).cost <= entry.event[3]:
                yield at, f"produce {title}", ("HAG-10.1",)


@register(instead=True)
def out_of_turn(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "produced", "declared"):
        clause = "HAG-5.1.2" if entry.event[0] == "declared" else "HAG-3.1.1"
        yield at, f"{report.names[report.opponents(entry.active)[0]]}: {entry_text(entry)}", (clause,)


# --- attacks -------------------------------------------------------------------------------


@register(instead=False)
def second_attack_of_a_unit(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-5.1.3: told before the next unit attacks; of one that is still there, and that nothing made ready."""
    for at, entry in entries_with(report, "declared"):
        turn = _entries_of_turn(report, entry)
        for before in report.entries[:at]:
            title = _title(before, "attack with ")
            gone = {"destroyed", "returned", "readied", "emergency"}
            if before.event[0] != "declared" or before.turn != entry.turn or title == _title(entry, "attack with "):
                continue
            if not any(title in each.text and each.event[0] in gone for each in turn) and _is_produced_once(
                report, title
            ):
                yield at, before.text, ("HAG-5.1.3",)


def _is_produced_once(report: ReportedGame, title: str) -> bool:
    """Whether a weapon of this title was brought out only once."""
    brought = [_title(entry, "produce ") for _, entry in entries_with(report, "produced")]
    return brought.count(title) == 1


@register(instead=True)
def attack_without_fuel(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-5.1.5, of a unit that was produced in this turn with less than an attack costs."""
    for at, entry in entries_with(report, "declared"):
        for before in report.entries[:at]:
            if before.turn != entry.turn or before.event[0] != "produced":
                continue
            title, fuel = _title(before, "produce "), before.event[3]
            touched = [each for each in _entries_of_turn(report, entry) if title in each.text and each is not before]
            if fuel < report.card(title).consumption and not touched and _is_produced_once(report, title):
                yield at, f"attack with {title}", ("HAG-5.1.5",)


@register(instead=True)
def attacking_what_is_ones_own(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-5.1.9, told of the attacker itself, where no opponent has one too."""
    attacker = ""
    for at, entry in entries_with(report, "declared", "aimed", "aimed_at_player"):
        if entry.event[0] == "declared":
            attacker = _title(entry, "attack with ")
        elif _owners(report, attacker) == {entry.active}:
            yield at, f"at {attacker}", ("HAG-5.1.9",)


@register(instead=False)
def second_target_of_a_single_attack(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-5.2.1: told behind the card that is attacked."""
    attacker: Any = None
    for at, entry in entries_with(report, "declared", "aimed"):
        if entry.event[0] == "declared":
            attacker = report.card(_title(entry, "attack with "))
        elif attacker.targets == 1 and at + 1 < len(report.entries) and report.entries[at + 1].turn == entry.turn:
            aims = [each for each in _entries_of_turn(report, entry) if each.event[0] == "aimed_at_player"]
            if not aims:
                yield at + 1, f"at {report.names[report.opponents(entry.active)[0]]}", ("HAG-5.2.1",)


@register(instead=True)
def guard_by_a_target(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "countered"):
        yield at, entry.text.replace(" counters", " guards"), ("HAG-6.2.3",)


@register(instead=True)
def counter_by_who_is_no_target(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "guarded_player"):
        if report.entries[at - 1].event[0] != "emergency":
            yield at, re.sub(r" guards.*", " counters", entry.text), ("HAG-6.3.1",)


# --- several players -----------------------------------------------------------------------


@register(instead=True)
def attacking_a_friend(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-13.6, told of the teammate, where that is no second target of an attack."""
    for at, entry in entries_with(report, "aimed", "aimed_at_player"):
        if report.has_teams and report.entries[at - 1].event[0] not in ("aimed", "aimed_at_player"):
            yield at, f"at {report.names[(entry.active + 2) % 4]}", ("HAG-13.6",)


@register(instead=True)
def attacking_who_is_defeated(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-12.9, where that is no second target of an attack."""
    defeated: list[int] = []
    for at, entry in entries_with(report, "defeated", "aimed", "aimed_at_player"):
        if entry.event[0] == "defeated":
            defeated.append(entry.event[1])
            continue
        targets = set(defeated) & set(report.opponents(entry.active))
        if targets and report.entries[at - 1].event[0] not in ("aimed", "aimed_at_player"):
            yield at, f"at {report.names[min(targets)]}", ("HAG-12.9",)


@register(instead=False)
def giving_the_turn_away_undefeated(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-12.6, told when the dice have been thrown."""
    defeated: set[int] = set()
    for at, entry in enumerate(report.entries):
        if entry.event[0] == "defeated":
            defeated.add(entry.event[1])
        before = report.entries[at - 1]
        thrown = (
            before.event[0] == "rolled" and before.turn == entry.turn and entry.event[0] in ("produced", "declared")
        )
        if thrown and entry.active not in defeated and len(report.names) > 2:
            yield at, f"skip for {report.names[report.opponents(entry.active)[0]]}", ("HAG-12.6",)


# --- damage --------------------------------------------------------------------------------


@register(instead=True)
def damage_is_one_more(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-7.1.2, of what is struck in an attack: of a text more might be missing than who is named."""
    cause = ""
    for at, entry in enumerate(report.entries):
        if entry.event[0] != "damaged":
            cause = entry.event[0]
        elif cause in ("burnt", "aimed", "aimed_at_player"):
            yield at, raise_number(entry), ("HAG-7.1.2",)


@register(instead=True)
def player_is_hit_for_one_more(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "hit"):
        yield at, raise_number(entry), ("HAG-7.3.1",)


@register(instead=False)
def destroyed_by_too_little(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-7.1.5, of a card that nothing destroys in this turn, and that nothing could after it."""
    causes = {"declared", "played", "used", "suffered", "unveiled", "triggered", "rolled"}
    for at, entry in entries_with(report, "damaged"):
        title = re.sub(r" takes \d+$", "", entry.text)
        copy = re.sub(r" #\d+$", "", title)
        fallen = any(copy in each.text and each.event[0] == "destroyed" for each in _entries_of_turn(report, entry))
        rest = [each for each in report.entries[at:] if each.turn == entry.turn]
        if (
            not fallen
            and not any(each.event[0] in causes for each in rest)
            and at + 1 < len(report.entries)
            and report.entries[at + 1].turn == entry.turn
        ):
            yield at + 1, f"{title} destroyed", ("HAG-7.1.5",)


@register(instead=True)
def playing_a_damage_card_that_was_not_drawn(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "suffered", "kept"):
        seat, turn = entry.event[1], _entries_of_turn(report, entry)
        drawn = {_title(each, "reveal ") for each in turn if each.event[0] == "revealed"}
        for title in sorted(_deck_titles(report, seat) - drawn):
            if report.card(title).type == "damage":
                yield at, with_name(entry, f"{entry_text(entry).split()[0]} {title}"), ("HAG-7.3.3",)


# --- the End phase -------------------------------------------------------------------------


@register(instead=True)
def supplying_what_is_another_players(report: ReportedGame) -> Iterator[FaultSite]:
    """HAG-9.3.5, told of the resupply at the end of the turn."""
    titles = {_title(entry, "produce ") for _, entry in entries_with(report, "produced")}
    for at, entry in entries_with(report, "supplied"):
        last = at + 1 == len(report.entries) or report.entries[at + 1].turn > entry.turn
        for title in sorted(titles) if last and entry.event[1] == entry.active else ():
            if entry.active not in _owners(report, title):
                yield at, with_name(entry, f"supply {title} {entry.event[3]}"), ("HAG-9.3.5",)


@register(instead=True)
def supplying_more_than_there_is(report: ReportedGame) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "supplied"):
        last = at + 1 == len(report.entries) or report.entries[at + 1].turn > entry.turn
        if last and entry.event[1] == entry.active:
            yield at, re.sub(r"\d+$", "40", entry.text), ("HAG-9.3.2",)


# --- the end -------------------------------------------------------------------------------


@register(instead=False)
def going_on_after_the_end(report: ReportedGame) -> Iterator[FaultSite]:
    yield len(report.entries), "roll 3", ("HAG-7.3.7", "HAG-12.7", "HAG-13.2")
