"""Faults in reports of ENEMY."""

from collections.abc import Iterator

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


# --- fights -------------------------------------------------------------------------------


@register(replaces_entry=True)
def winner_is_the_loser(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-16.10, 16.11: the higher total wins, and the monsters win a tie."""
    for at, entry in entries_with(report, "won"):
        yield at, entry.text.replace(" wins", " loses"), ("ENE-16.10",)
    for at, entry in entries_with(report, "lost"):
        yield at, entry.text.replace(" loses", " wins"), ("ENE-16.11",)


@register(replaces_entry=True)
def total_is_one_more(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "compared"):
        yield at, raise_number(entry, " to"), ("ENE-16.9",)


@register(replaces_entry=True)
def tolerance_saves_from_too_much(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-16.2: tolerance only saves up to the number of its icons; without icons, not even from a tie."""
    for at, entry in entries_with(report, "wounded"):
        if report.entries[at - 1].event[0] == "lost":
            yield at, entry.text.replace(" wounded", " tolerates"), ("ENE-16.12", "ENE-16.2.2", "ENE-16.2.3")


@register(replaces_entry=True)
def tolerance_is_forgotten(report: BotGameReport) -> Iterator[FaultSite]:
    """Report a tolerated wound as a wound, in turns without rewards: a reward might wound the PC later."""
    turns_with_rewards = {entry.turn for _, entry in entries_with(report, "rewarded")}
    for at, entry in entries_with(report, "tolerated"):
        if entry.turn in turns_with_rewards:
            continue
        yield at, entry.text.replace(" tolerates", " wounded"), ("ENE-16.2.2", "ENE-16.2.4")


@register(replaces_entry=True)
def second_wound_does_not_destroy(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "destroyed"):
        if report.entries[at - 1].event[0] == "lost":
            yield at, entry.text.replace(" destroyed", " wounded"), ("ENE-8.12",)


@register(replaces_entry=True)
def impossible_destiny(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "destiny"):
        yield at, with_name(entry, "destiny 9"), ("ENE-16.6",)


@register(replaces_entry=False)
def third_destiny(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-16.7: one card a side and fight; in the last fight of a turn.

    In an earlier fight, the card might belong to the next one.
    """
    for at, entry in entries_with(report, "compared"):
        later = any(each.event[0] == "fight" and each.turn == entry.turn for each in report.entries[at:])
        if report.entries[at - 1].event[0] == "destiny" and not later:
            yield at, "destiny 3", ("ENE-16.7",)


@register(replaces_entry=False)
def flip_after_destiny(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-16.8: an action that was flipped in time, in the last fight of its turn.

    In an earlier fight, the flip might belong to the next one.
    """
    for at, entry in entries_with(report, "flipped"):
        card = report.card(entry_text(entry).removeprefix("flip "))
        after = next((n for n, each in entries_with(report, "compared") if n > at and each.turn == entry.turn), None)
        is_last = not any(n > at and each.turn == entry.turn for n, each in entries_with(report, "fight"))
        if card.moment == "fight" and after and is_last:
            destinies = [each for each in report.entries[at:after] if each.event[0] == "destiny"]
            if len(destinies) == 2:
                yield after, entry.text, ("ENE-16.8", "ENE-10.5")


# --- scores -------------------------------------------------------------------------------


@register(replaces_entry=True)
def points_are_one_more(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in entries_with(report, "points"):
        yield at, raise_number(entry, "-"), ("ENE-5.11",)


@register(replaces_entry=False)
def won_fight_scores_all(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-16.3.4: exactly one monster is scored for a won fight; it has no copy in another fight of the turn."""
    for at, entry in entries_with(report, "scored"):
        title = entry_text(entry).removeprefix("score ")
        turn = [each for each in report.entries if each.turn == entry.turn]
        copies = sum(entry_text(each) in (f"attack {title}", f"join {title}") for each in turn)
        if copies == 1 and any(each.event[0] == "lost" and each.turn == entry.turn for each in report.entries[:at]):
            after = at + 2  # after its points
            if after < len(report.entries) and report.entries[after].turn == entry.turn:
                yield after, entry.text, ("ENE-16.3.4", "ENE-16.3.5")


@register(replaces_entry=True)
def avoided_monster_without_points_is_scored(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-14.6: the fault replaces the points of another monster."""
    for at, entry in entries_with(report, "points"):
        turn = [each for each in report.entries if each.turn == entry.turn]
        for each in turn:
            if each.event[0] == "attacked":
                title = entry_text(each).removeprefix("attack ")
                if report.card(title).vp == 0 and any(other.event[0] == "avoids" for other in turn):
                    yield at, f"score {title}", ("ENE-14.6", "ENE-14.5", "ENE-16.3.4")


# --- plays --------------------------------------------------------------------------------


def _first_plays(report: BotGameReport, *codes: str) -> Iterator[tuple[int, WrittenEntry]]:
    """Yield the first play of each turn, if it is one of ``codes``."""
    turns: set[int] = set()
    for at, entry in entries_with(
        report, "attacked", "stored", "played", "replaced", "equipped", "hid", "redrew", "used"
    ):
        if entry.turn not in turns and entry.event[0] in codes:
            before = report.entries[at - 1] if at else None
            if before is None or before.turn != entry.turn:
                yield at, entry
        turns.add(entry.turn)


@register(replaces_entry=True)
def out_of_turn(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in _first_plays(report, "attacked", "stored", "hid"):
        yield at, f"{report.names[1 - entry.active]}: hide", ("ENE-3.6", "ENE-6.1")


@register(replaces_entry=False)
def second_play(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-6.1: the fault is inserted as the next entry of the same turn."""
    for at, entry in _first_plays(report, "hid", "stored"):
        after = at + 1
        if after < len(report.entries) and report.entries[after].turn == entry.turn + 1:
            yield after, "hide", ("ENE-6.1",)


@register(replaces_entry=True)
def storing_an_unstorable_monster(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in _first_plays(report, "attacked"):
        if not report.card(entry_text(entry).removeprefix("attack ")).storable:
            yield at, entry.text.replace("attack ", "store "), ("ENE-12.2",)


@register(replaces_entry=True)
def attacking_without_a_monster(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in _first_plays(report, "played"):
        if report.card(entry_text(entry).removeprefix("play ")).type == "pc":
            yield at, entry.text.replace("play ", "attack "), ("ENE-12.1",)


@register(replaces_entry=True)
def playing_an_action_face_up(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-10.2: the action is flipped later in the game."""
    for at, entry in entries_with(report, "flipped"):
        seat = entry.event[1]
        earlier = [n for n, each in _first_plays(report, "hid") if n < at and each.active == seat]
        if earlier:
            yield earlier[-1], entry.text.rpartition(": ")[2].replace("flip ", "play "), ("ENE-10.2",)


@register(replaces_entry=True)
def unique_monster_twice(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-7.6, 7.7: a copy in a score pile of either player forbids it; its requirements may also not be met."""
    for _, entry in entries_with(report, "scored"):
        title = entry_text(entry).removeprefix("score ")
        if not report.card(title).unique:
            continue
        for seat, deck in enumerate(report.record.decks):
            copies = sum(report.printed[ref].name.en == title for ref in deck)
            if copies > (seat == entry.event[1]):
                for at, play in _first_plays(report, "attacked", "hid", "stored"):
                    if play.turn > entry.turn and play.active == seat:
                        yield at, f"attack {title}", ("ENE-7.6", *_requirement_clauses(report, title))


def _requirement_clauses(report: BotGameReport, title: str) -> tuple[str, ...]:
    return ("ENE-13.9",) if report.card(title).requirements else ()


@register(replaces_entry=True)
def bearer_of_the_wrong_class(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in _first_plays(report, "equipped"):
        item, _, bearer = entry_text(entry).removeprefix("play ").partition(" on ")
        others = {
            entry_text(each).removeprefix("play ").partition(" for ")[0]
            for _, each in _first_plays(report, "played")
            if each.active == entry.active
        }
        bearer_test = report.card(item).bearer_test
        for title in sorted(others - {bearer}):
            if bearer_test and report.card(title).type == "pc" and not bearer_test(report.card(title)):
                yield at, f"play {item} on {title}", ("ENE-9.2",)


@register(replaces_entry=True)
def one_copy_too_many(report: BotGameReport) -> Iterator[FaultSite]:
    """All copies of the card in the deck are already visible; its requirements may also not be met."""
    for _, entry in entries_with(report, "scored"):
        title, seat = entry_text(entry).removeprefix("score "), entry.event[1]
        scored = sum(
            entry_text(each) == entry_text(entry) and each.event[1] == seat and each.turn <= entry.turn
            for _, each in entries_with(report, "scored")
        )
        if scored == sum(report.printed[ref].name.en == title for ref in report.record.decks[seat]):
            for at, play in _first_plays(report, "attacked", "hid", "stored"):
                if play.turn > entry.turn and play.active == seat and not report.card(title).unique:
                    yield at, f"attack {title}", ("ENE-2.1", *_requirement_clauses(report, title))


@register(replaces_entry=True)
def redraw_too_late(report: BotGameReport) -> Iterator[FaultSite]:
    for at, entry in _first_plays(report, "attacked", "hid", "stored"):
        if entry.turn > 2:
            yield at, "redraw", ("ENE-6.9", "ENE-6.10", "ENE-6.11")


# --- attacks ------------------------------------------------------------------------------


@register(replaces_entry=True)
def fighting_without_pcs(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-14.3: the defender has not played any PC yet."""
    with_pcs: set[int] = set()
    for at, entry in enumerate(report.entries):
        if entry.event[0] == "played" and report.card(entry_text(entry).removeprefix("play ")).type == "pc":
            with_pcs.add(entry.active)
        if entry.event[0] == "avoids" and entry.event[1] not in with_pcs:
            yield at, entry.text.replace("avoid", "fight"), ("ENE-14.3",)


@register(replaces_entry=False)
def joining_without_permission(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-12.4: no effect allows the stored monster to attack."""
    for at, entry in entries_with(report, "avoids", "fights"):
        for before in report.entries[:at]:
            if before.event[0] == "stored" and before.active == entry.active and before.turn < entry.turn:
                title = entry_text(before).removeprefix("store ")
                departures = sum(
                    title in each.text and each.event[0] in ("joined", "destroyed", "scored", "returned")
                    for each in report.entries[:at]
                )
                if not report.card(title).join_conditions and not departures:
                    yield at, f"join {title}", ("ENE-12.4",)


# --- the end ------------------------------------------------------------------------------


@register(replaces_entry=False)
def going_on_after_the_end(report: BotGameReport) -> Iterator[FaultSite]:
    """ENE-5.9, 5.10; ENE-5.2, 5.4: the fault is an additional turn."""
    yield len(report.entries), "hide", ("ENE-5.9", "ENE-5.10", "ENE-5.7")
