"""Faults in what was written of HAGMI!."""

import re
from collections.abc import Iterator
from typing import Any

from gameplay.engine.adjudication.log import Written
from tests.instruments.reported_games.games import Paper
from tests.instruments.reported_games.plants import Place, Plants, each_of, named, one_more, said

PLANTS = Plants()
plant = PLANTS.plant


def _title(entry: Written, before: str) -> str:
    """The title in words such as "attack with Mio" or "produce Mio #2 1"."""
    return re.sub(r"( #\d+)?( \d+)?$", "", said(entry).removeprefix(before))


def _turn(paper: Paper, entry: Written) -> list[Written]:
    return [each for each in paper.entries if each.turn == entry.turn]


def _deck(paper: Paper, seat: int) -> set[str]:
    """The titles of a player's deck; with common decks those of all."""
    decks = paper.record.decks if paper.variant.common else [paper.record.decks[seat]]
    return {paper.printed[ref].name.en for deck in decks for ref in deck}


def _owners(paper: Paper, title: str) -> set[int]:
    """Who has brought a weapon out in the game."""
    brought = each_of(paper, "produced", "emergency")
    return {entry.event[1] for _, entry in brought if _title(entry, f"{said(entry).split()[0]} ") == title}


# --- the Start phase -----------------------------------------------------------------------


@plant(instead=True)
def die_of_seven_faces(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "rolled"):
        yield at, named(entry, "roll 7"), ("HAG-1.15",)


# --- playing cards -------------------------------------------------------------------------


@plant(instead=True)
def fuel_that_was_not_paid(paper: Paper) -> Iterator[Place]:
    """HAG-4.3.2: the cost becomes the fuel, no more and no less."""
    for at, entry in each_of(paper, "produced"):
        yield at, one_more(entry), ("HAG-4.3.2",)


@plant(instead=True)
def playing_a_weapon_as_an_operation(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "produced"):
        yield at, f"play {_title(entry, 'produce ')}", ("HAG-4.4.1",)


@plant(instead=True)
def producing_an_operation(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "played"):
        yield at, said(entry).replace("play ", "produce ", 1), ("HAG-4.3.1",)


@plant(instead=True)
def card_of_another_deck(paper: Paper) -> Iterator[Place]:
    """HAG-10.1: each player plays the cards brought."""
    for at, entry in each_of(paper, "produced"):
        theirs = set[str]().union(*(_deck(paper, other) for other in paper.others(entry.active)))
        for title in sorted(theirs - _deck(paper, entry.active)):
            if paper.card(title).type == "weapon" and paper.card(title).cost <= entry.event[3]:
                yield at, f"produce {title}", ("HAG-10.1",)


@plant(instead=True)
def out_of_turn(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "produced", "declared"):
        clause = "HAG-5.1.2" if entry.event[0] == "declared" else "HAG-3.1.1"
        yield at, f"{paper.names[paper.others(entry.active)[0]]}: {said(entry)}", (clause,)


# --- attacks -------------------------------------------------------------------------------


@plant(instead=False)
def second_attack_of_a_unit(paper: Paper) -> Iterator[Place]:
    """HAG-5.1.3: told before the next unit attacks; of one that is still there, and that nothing made ready."""
    for at, entry in each_of(paper, "declared"):
        turn = _turn(paper, entry)
        for before in paper.entries[:at]:
            title = _title(before, "attack with ")
            gone = {"destroyed", "returned", "readied", "emergency"}
            if before.event[0] != "declared" or before.turn != entry.turn or title == _title(entry, "attack with "):
                continue
            if not any(title in each.words and each.event[0] in gone for each in turn) and _once(paper, title):
                yield at, before.words, ("HAG-5.1.3",)


def _once(paper: Paper, title: str) -> bool:
    """Whether a weapon of this title was brought out only once."""
    brought = [_title(entry, "produce ") for _, entry in each_of(paper, "produced")]
    return brought.count(title) == 1


@plant(instead=True)
def attack_without_fuel(paper: Paper) -> Iterator[Place]:
    """HAG-5.1.5, of a unit that was produced in this turn with less than an attack costs."""
    for at, entry in each_of(paper, "declared"):
        for before in paper.entries[:at]:
            if before.turn != entry.turn or before.event[0] != "produced":
                continue
            title, fuel = _title(before, "produce "), before.event[3]
            touched = [each for each in _turn(paper, entry) if title in each.words and each is not before]
            if fuel < paper.card(title).consumption and not touched and _once(paper, title):
                yield at, f"attack with {title}", ("HAG-5.1.5",)


@plant(instead=True)
def attacking_what_is_ones_own(paper: Paper) -> Iterator[Place]:
    """HAG-5.1.9, told of the attacker itself, where no opponent has one too."""
    attacker = ""
    for at, entry in each_of(paper, "declared", "aimed", "aimed_at_player"):
        if entry.event[0] == "declared":
            attacker = _title(entry, "attack with ")
        elif _owners(paper, attacker) == {entry.active}:
            yield at, f"at {attacker}", ("HAG-5.1.9",)


@plant(instead=False)
def second_target_of_a_single_attack(paper: Paper) -> Iterator[Place]:
    """HAG-5.2.1: told behind the card that is attacked."""
    attacker: Any = None
    for at, entry in each_of(paper, "declared", "aimed"):
        if entry.event[0] == "declared":
            attacker = paper.card(_title(entry, "attack with "))
        elif attacker.targets == 1 and at + 1 < len(paper.entries) and paper.entries[at + 1].turn == entry.turn:
            aims = [each for each in _turn(paper, entry) if each.event[0] == "aimed_at_player"]
            if not aims:
                yield at + 1, f"at {paper.names[paper.others(entry.active)[0]]}", ("HAG-5.2.1",)


@plant(instead=True)
def guard_by_a_target(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "countered"):
        yield at, entry.words.replace(" counters", " guards"), ("HAG-6.2.3",)


@plant(instead=True)
def counter_by_who_is_no_target(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "guarded_player"):
        if paper.entries[at - 1].event[0] != "emergency":
            yield at, re.sub(r" guards.*", " counters", entry.words), ("HAG-6.3.1",)


# --- several players -----------------------------------------------------------------------


@plant(instead=True)
def attacking_a_friend(paper: Paper) -> Iterator[Place]:
    """HAG-13.6, told of the teammate, where that is no second target of an attack."""
    for at, entry in each_of(paper, "aimed", "aimed_at_player"):
        if paper.teams and paper.entries[at - 1].event[0] not in ("aimed", "aimed_at_player"):
            yield at, f"at {paper.names[(entry.active + 2) % 4]}", ("HAG-13.6",)


@plant(instead=True)
def attacking_who_is_defeated(paper: Paper) -> Iterator[Place]:
    """HAG-12.9, where that is no second target of an attack."""
    defeated: list[int] = []
    for at, entry in each_of(paper, "defeated", "aimed", "aimed_at_player"):
        if entry.event[0] == "defeated":
            defeated.append(entry.event[1])
            continue
        targets = set(defeated) & set(paper.others(entry.active))
        if targets and paper.entries[at - 1].event[0] not in ("aimed", "aimed_at_player"):
            yield at, f"at {paper.names[min(targets)]}", ("HAG-12.9",)


@plant(instead=False)
def giving_the_turn_away_undefeated(paper: Paper) -> Iterator[Place]:
    """HAG-12.6, told when the dice have been thrown."""
    defeated: set[int] = set()
    for at, entry in enumerate(paper.entries):
        if entry.event[0] == "defeated":
            defeated.add(entry.event[1])
        before = paper.entries[at - 1]
        thrown = (
            before.event[0] == "rolled" and before.turn == entry.turn and entry.event[0] in ("produced", "declared")
        )
        if thrown and entry.active not in defeated and len(paper.names) > 2:
            yield at, f"skip for {paper.names[paper.others(entry.active)[0]]}", ("HAG-12.6",)


# --- damage --------------------------------------------------------------------------------


@plant(instead=True)
def damage_is_one_more(paper: Paper) -> Iterator[Place]:
    """HAG-7.1.2, of what is struck in an attack: of a text more might be missing than who is named."""
    cause = ""
    for at, entry in enumerate(paper.entries):
        if entry.event[0] != "damaged":
            cause = entry.event[0]
        elif cause in ("burnt", "aimed", "aimed_at_player"):
            yield at, one_more(entry), ("HAG-7.1.2",)


@plant(instead=True)
def player_is_hit_for_one_more(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "hit"):
        yield at, one_more(entry), ("HAG-7.3.1",)


@plant(instead=False)
def destroyed_by_too_little(paper: Paper) -> Iterator[Place]:
    """HAG-7.1.5, of a card that nothing destroys in this turn, and that nothing could after it."""
    causes = {"declared", "played", "used", "suffered", "unveiled", "triggered", "rolled"}
    for at, entry in each_of(paper, "damaged"):
        title = re.sub(r" takes \d+$", "", entry.words)
        copy = re.sub(r" #\d+$", "", title)
        fallen = any(copy in each.words and each.event[0] == "destroyed" for each in _turn(paper, entry))
        rest = [each for each in paper.entries[at:] if each.turn == entry.turn]
        if (
            not fallen
            and not any(each.event[0] in causes for each in rest)
            and at + 1 < len(paper.entries)
            and paper.entries[at + 1].turn == entry.turn
        ):
            yield at + 1, f"{title} destroyed", ("HAG-7.1.5",)


@plant(instead=True)
def playing_a_damage_card_that_was_not_drawn(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "suffered", "kept"):
        seat, turn = entry.event[1], _turn(paper, entry)
        drawn = {_title(each, "reveal ") for each in turn if each.event[0] == "revealed"}
        for title in sorted(_deck(paper, seat) - drawn):
            if paper.card(title).type == "damage":
                yield at, named(entry, f"{said(entry).split()[0]} {title}"), ("HAG-7.3.3",)


# --- the End phase -------------------------------------------------------------------------


@plant(instead=True)
def supplying_what_is_another_players(paper: Paper) -> Iterator[Place]:
    """HAG-9.3.5, told of the resupply at the end of the turn."""
    titles = {_title(entry, "produce ") for _, entry in each_of(paper, "produced")}
    for at, entry in each_of(paper, "supplied"):
        last = at + 1 == len(paper.entries) or paper.entries[at + 1].turn > entry.turn
        for title in sorted(titles) if last and entry.event[1] == entry.active else ():
            if entry.active not in _owners(paper, title):
                yield at, named(entry, f"supply {title} {entry.event[3]}"), ("HAG-9.3.5",)


@plant(instead=True)
def supplying_more_than_there_is(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "supplied"):
        last = at + 1 == len(paper.entries) or paper.entries[at + 1].turn > entry.turn
        if last and entry.event[1] == entry.active:
            yield at, re.sub(r"\d+$", "40", entry.words), ("HAG-9.3.2",)


# --- the end -------------------------------------------------------------------------------


@plant(instead=False)
def going_on_after_the_end(paper: Paper) -> Iterator[Place]:
    yield len(paper.entries), "roll 3", ("HAG-7.3.7", "HAG-12.7", "HAG-13.2")
