"""Faults in reports of HAGMI!."""

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
from tests.instruments.reported_games.report import BotGameReport

FAULTS = FaultRegistry()
register = FAULTS.register


def _title(entry: WrittenEntry, before: str) -> str:
    """Return the title in an entry such as "attack with Mio" or "produce Mio #2 1"."""
    return re.sub(r"( #\d+)?( \d+)?$", "", entry_text(entry).removeprefix(before))


def _entries_of_turn(report: BotGameReport, entry: WrittenEntry) -> list[WrittenEntry]:
    return [each for each in report.entries if each.turn == entry.turn]


def _deck_titles(report: BotGameReport, seat: int) -> set[str]:
    """Return the titles of a player's deck; with common decks those of all decks."""
    decks = report.record.decks if report.variant.common else [report.record.decks[seat]]
    return {report.printed[ref].name.en for deck in decks for ref in deck}


def _owners(report: BotGameReport, title: str) -> set[int]:
    """Return the players who have put the weapon into play."""
    produced = entries_with(report, "produced", "emergency")
    return {entry.event[1] for _, entry in produced if _title(entry, f"{entry_text(entry).split()[0]} ") == title}


# --- the Start phase -----------------------------------------------------------------------


@register(replaces_entry=True)
def die_of_seven_faces(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "rolled"):
        yield at, with_name(entry, "roll 7"), ("HAG-1.15",)


# --- playing cards -------------------------------------------------------------------------


@register(replaces_entry=True)
def fuel_that_was_not_paid(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-4.3.2: the cost becomes the fuel, exactly."""
    for at, entry in entries_with(report, "produced"):
        yield at, raise_number(entry), ("HAG-4.3.2",)


@register(replaces_entry=True)
def playing_a_weapon_as_an_operation(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "produced"):
        yield at, f"play {_title(entry, 'produce ')}", ("HAG-4.4.1",)


@register(replaces_entry=True)
def producing_an_operation(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "played"):
        yield at, entry_text(entry).replace("play ", "produce ", 1), ("HAG-4.3.1",)


@register(replaces_entry=True)
def card_of_another_deck(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-10.1: players can only play cards of their own decks."""
    for at, entry in entries_with(report, "produced"):
        other_titles = set[str]().union(*(_deck_titles(report, other) for other in report.opponents(entry.active)))
        for title in sorted(other_titles - _deck_titles(report, entry.active)):
            if report.card(title).type == "weapon" and report.card(title).cost <= entry.event[3]:
                yield at, f"produce {title}", ("HAG-10.1",)


@register(replaces_entry=True)
def out_of_turn(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "produced", "declared"):
        clause = "HAG-5.1.2" if entry.event[0] == "declared" else "HAG-3.1.1"
        yield at, f"{report.names[report.opponents(entry.active)[0]]}: {entry_text(entry)}", (clause,)


# --- attacks -------------------------------------------------------------------------------


@register(replaces_entry=False)
def second_attack_of_a_unit(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-5.1.3: the fault is inserted before the next attack; the unit is still in play, and was not readied."""
    for at, entry in entries_with(report, "declared"):
        turn = _entries_of_turn(report, entry)
        for before in report.entries[:at]:
            title = _title(before, "attack with ")
            leaving = {"destroyed", "returned", "readied", "emergency"}
            if before.event[0] != "declared" or before.turn != entry.turn or title == _title(entry, "attack with "):
                continue
            if not any(title in each.text and each.event[0] in leaving for each in turn) and _is_produced_once(
                report, title
            ):
                yield at, before.text, ("HAG-5.1.3",)


def _is_produced_once(report: BotGameReport, title: str) -> bool:
    """Return whether a weapon of this title was produced only once."""
    produced = [_title(entry, "produce ") for _, entry in entries_with(report, "produced")]
    return produced.count(title) == 1


@register(replaces_entry=True)
def attack_without_fuel(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-5.1.5: the unit was produced in this turn with less fuel than an attack costs."""
    for at, entry in entries_with(report, "declared"):
        for before in report.entries[:at]:
            if before.turn != entry.turn or before.event[0] != "produced":
                continue
            title, fuel = _title(before, "produce "), before.event[3]
            touched = [each for each in _entries_of_turn(report, entry) if title in each.text and each is not before]
            if fuel < report.card(title).consumption and not touched and _is_produced_once(report, title):
                yield at, f"attack with {title}", ("HAG-5.1.5",)


@register(replaces_entry=True)
def attacking_own_card(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-5.1.9: the unit attacks itself; no opponent has one of the same title."""
    attacker = ""
    for at, entry in entries_with(report, "declared", "aimed", "aimed_at_player"):
        if entry.event[0] == "declared":
            attacker = _title(entry, "attack with ")
        elif _owners(report, attacker) == {entry.active}:
            yield at, f"at {attacker}", ("HAG-5.1.9",)


@register(replaces_entry=False)
def second_target_of_a_single_attack(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-5.2.1: the fault is inserted after the attacked card."""
    attacker: Any = None
    for at, entry in entries_with(report, "declared", "aimed"):
        if entry.event[0] == "declared":
            attacker = report.card(_title(entry, "attack with "))
        elif attacker.targets == 1 and at + 1 < len(report.entries) and report.entries[at + 1].turn == entry.turn:
            player_targets = [each for each in _entries_of_turn(report, entry) if each.event[0] == "aimed_at_player"]
            if not player_targets:
                yield at + 1, f"at {report.names[report.opponents(entry.active)[0]]}", ("HAG-5.2.1",)


@register(replaces_entry=True)
def guard_by_a_target(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "countered"):
        yield at, entry.text.replace(" counters", " guards"), ("HAG-6.2.3",)


@register(replaces_entry=True)
def counter_by_a_card_that_is_no_target(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "guarded_player"):
        if report.entries[at - 1].event[0] != "emergency":
            yield at, re.sub(r" guards.*", " counters", entry.text), ("HAG-6.3.1",)


# --- several players -----------------------------------------------------------------------


@register(replaces_entry=True)
def attacking_a_teammate(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-13.6: the teammate is attacked, and is not a second target."""
    for at, entry in entries_with(report, "aimed", "aimed_at_player"):
        if report.has_teams and report.entries[at - 1].event[0] not in ("aimed", "aimed_at_player"):
            yield at, f"at {report.names[(entry.active + 2) % 4]}", ("HAG-13.6",)


@register(replaces_entry=True)
def attacking_a_defeated_player(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-12.9: a defeated player is attacked, and is not a second target."""
    defeated: list[int] = []
    for at, entry in entries_with(report, "defeated", "aimed", "aimed_at_player"):
        if entry.event[0] == "defeated":
            defeated.append(entry.event[1])
            continue
        targets = set(defeated) & set(report.opponents(entry.active))
        if targets and report.entries[at - 1].event[0] not in ("aimed", "aimed_at_player"):
            yield at, f"at {report.names[min(targets)]}", ("HAG-12.9",)


@register(replaces_entry=False)
def giving_the_turn_away_undefeated(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-12.6: the fault is inserted after the dice roll."""
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


@register(replaces_entry=True)
def damage_is_one_more(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-7.1.2: only damage by attacks; for card effects, more facts than the damaged card might be missing."""
    cause = ""
    for at, entry in enumerate(report.entries):
        if entry.event[0] != "damaged":
            cause = entry.event[0]
        elif cause in ("burnt", "aimed", "aimed_at_player"):
            yield at, raise_number(entry), ("HAG-7.1.2",)


@register(replaces_entry=True)
def player_is_hit_for_one_more(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "hit"):
        yield at, raise_number(entry), ("HAG-7.3.1",)


@register(replaces_entry=False)
def destroyed_by_too_little_damage(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-7.1.5: nothing destroys the card in this turn, and nothing after the fault could."""
    causes = {"declared", "played", "used", "suffered", "unveiled", "triggered", "rolled"}
    for at, entry in entries_with(report, "damaged"):
        title = re.sub(r" takes \d+$", "", entry.text)
        copy = re.sub(r" #\d+$", "", title)
        destroyed = any(copy in each.text and each.event[0] == "destroyed" for each in _entries_of_turn(report, entry))
        rest = [each for each in report.entries[at:] if each.turn == entry.turn]
        if (
            not destroyed
            and not any(each.event[0] in causes for each in rest)
            and at + 1 < len(report.entries)
            and report.entries[at + 1].turn == entry.turn
        ):
            yield at + 1, f"{title} destroyed", ("HAG-7.1.5",)


@register(replaces_entry=True)
def playing_a_damage_card_that_was_not_drawn(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "suffered", "kept"):
        seat, turn = entry.event[1], _entries_of_turn(report, entry)
        drawn = {_title(each, "reveal ") for each in turn if each.event[0] == "revealed"}
        for title in sorted(_deck_titles(report, seat) - drawn):
            if report.card(title).type == "damage":
                yield at, with_name(entry, f"{entry_text(entry).split()[0]} {title}"), ("HAG-7.3.3",)


# --- the End phase -------------------------------------------------------------------------


@register(replaces_entry=True)
def supplying_another_players_weapon(report: BotGameReport) -> Iterator[FaultSite]:
    """HAG-9.3.5: the fault is in the resupply at the end of the turn."""
    titles = {_title(entry, "produce ") for _, entry in entries_with(report, "produced")}
    for at, entry in entries_with(report, "supplied"):
        is_last = at + 1 == len(report.entries) or report.entries[at + 1].turn > entry.turn
        for title in sorted(titles) if is_last and entry.event[1] == entry.active else ():
            if entry.active not in _owners(report, title):
                yield at, with_name(entry, f"supply {title} {entry.event[3]}"), ("HAG-9.3.5",)


@register(replaces_entry=True)
def supplying_more_than_available(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "supplied"):
        is_last = at + 1 == len(report.entries) or report.entries[at + 1].turn > entry.turn
        if is_last and entry.event[1] == entry.active:
            yield at, re.sub(r"\d+$", "40", entry.text), ("HAG-9.3.2",)


# --- the end -------------------------------------------------------------------------------


@register(replaces_entry=False)
def going_on_after_the_end(report: BotGameReport) -> Iterator[FaultSite]:
    yield len(report.entries), "roll 3", ("HAG-7.3.7", "HAG-12.7", "HAG-13.2")
