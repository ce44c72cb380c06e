"""Faults in what was written of ENEMY."""

from collections.abc import Iterator

from gameplay.engine.adjudication.log import Written
from tests.instruments.reported_games.games import Paper
from tests.instruments.reported_games.plants import Place, Plants, each_of, named, one_more, said

PLANTS = Plants()
plant = PLANTS.plant


# --- fights -------------------------------------------------------------------------------


@plant(instead=True)
def winner_is_the_loser(paper: Paper) -> Iterator[Place]:
    """ENE-16.10, 16.11: the higher total wins, a tie goes to the monsters."""
    for at, entry in each_of(paper, "won"):
        yield at, entry.words.replace(" wins", " loses"), ("ENE-16.10",)
    for at, entry in each_of(paper, "lost"):
        yield at, entry.words.replace(" loses", " wins"), ("ENE-16.11",)


@plant(instead=True)
def total_is_one_more(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "compared"):
        yield at, one_more(entry, " to"), ("ENE-16.9",)


@plant(instead=True)
def tolerance_saves_from_too_much(paper: Paper) -> Iterator[Place]:
    """ENE-16.2: it saves only up to the number of its icons, and with none not even from a tie."""
    for at, entry in each_of(paper, "wounded"):
        if paper.entries[at - 1].event[0] == "lost":
            yield at, entry.words.replace(" wounded", " tolerates"), ("ENE-16.12", "ENE-16.2.2", "ENE-16.2.3")


@plant(instead=True)
def tolerance_is_forgotten(paper: Paper) -> Iterator[Place]:
    """Where no reward wounds somebody afterwards, of whom it might be told too early."""
    rewarded = {entry.turn for _, entry in each_of(paper, "rewarded")}
    for at, entry in each_of(paper, "tolerated"):
        if entry.turn in rewarded:
            continue
        yield at, entry.words.replace(" tolerates", " wounded"), ("ENE-16.2.2", "ENE-16.2.4")


@plant(instead=True)
def second_wound_destroys_nobody(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "destroyed"):
        if paper.entries[at - 1].event[0] == "lost":
            yield at, entry.words.replace(" destroyed", " wounded"), ("ENE-8.12",)


@plant(instead=True)
def destiny_that_no_card_has(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "destiny"):
        yield at, named(entry, "destiny 9"), ("ENE-16.6",)


@plant(instead=False)
def third_destiny(paper: Paper) -> Iterator[Place]:
    """ENE-16.7: one card a side and fight; in the last fight of a turn, or it might belong to the next."""
    for at, entry in each_of(paper, "compared"):
        later = any(each.event[0] == "fight" and each.turn == entry.turn for each in paper.entries[at:])
        if paper.entries[at - 1].event[0] == "destiny" and not later:
            yield at, "destiny 3", ("ENE-16.7",)


@plant(instead=False)
def flip_after_destiny(paper: Paper) -> Iterator[Place]:
    """ENE-16.8, of an action that was flipped in time, in the last fight of its turn: it might be of another that began."""
    for at, entry in each_of(paper, "flipped"):
        card = paper.card(said(entry).removeprefix("flip "))
        after = next((n for n, each in each_of(paper, "compared") if n > at and each.turn == entry.turn), None)
        last = not any(n > at and each.turn == entry.turn for n, each in each_of(paper, "fight"))
        if card.moment == "fight" and after and last:
            told = [each for each in paper.entries[at:after] if each.event[0] == "destiny"]
            if len(told) == 2:
                yield after, entry.words, ("ENE-16.8", "ENE-10.5")


# --- scores -------------------------------------------------------------------------------


@plant(instead=True)
def points_are_one_more(paper: Paper) -> Iterator[Place]:
    for at, entry in each_of(paper, "points"):
        yield at, one_more(entry, "-"), ("ENE-5.11",)


@plant(instead=False)
def won_fight_scores_all(paper: Paper) -> Iterator[Place]:
    """ENE-16.3.4: exactly one monster is scored for a won fight; one that has no copy in another fight of the turn."""
    for at, entry in each_of(paper, "scored"):
        title = said(entry).removeprefix("score ")
        turn = [each for each in paper.entries if each.turn == entry.turn]
        copies = sum(said(each) in (f"attack {title}", f"join {title}") for each in turn)
        if copies == 1 and any(each.event[0] == "lost" and each.turn == entry.turn for each in paper.entries[:at]):
            after = at + 2  # behind its points
            if after < len(paper.entries) and paper.entries[after].turn == entry.turn:
                yield after, entry.words, ("ENE-16.3.4", "ENE-16.3.5")


@plant(instead=True)
def avoided_monster_without_points_is_scored(paper: Paper) -> Iterator[Place]:
    """ENE-14.6, told in place of the points of another monster."""
    for at, entry in each_of(paper, "points"):
        turn = [each for each in paper.entries if each.turn == entry.turn]
        for each in turn:
            if each.event[0] == "attacked":
                title = said(each).removeprefix("attack ")
                if paper.card(title).vp == 0 and any(other.event[0] == "avoids" for other in turn):
                    yield at, f"score {title}", ("ENE-14.6", "ENE-14.5", "ENE-16.3.4")


# --- plays --------------------------------------------------------------------------------


def _plays(paper: Paper, *codes: str) -> Iterator[tuple[int, Written]]:
    """The first play of each turn, if it is one of ``codes``."""
    seen: set[int] = set()
    for at, entry in each_of(paper, "attacked", "stored", "played", "replaced", "equipped", "hid", "redrew", "used"):
        if entry.turn not in seen and entry.event[0] in codes:
            before = paper.entries[at - 1] if at else None
            if before is None or before.turn != entry.turn:
                yield at, entry
        seen.add(entry.turn)


@plant(instead=True)
def out_of_turn(paper: Paper) -> Iterator[Place]:
    for at, entry in _plays(paper, "attacked", "stored", "hid"):
        yield at, f"{paper.names[1 - entry.active]}: hide", ("ENE-3.6", "ENE-6.1")


@plant(instead=False)
def second_play(paper: Paper) -> Iterator[Place]:
    """ENE-6.1: told as the next thing of the same turn."""
    for at, entry in _plays(paper, "hid", "stored"):
        after = at + 1
        if after < len(paper.entries) and paper.entries[after].turn == entry.turn + 1:
            yield after, "hide", ("ENE-6.1",)


@plant(instead=True)
def storing_what_is_not_storable(paper: Paper) -> Iterator[Place]:
    for at, entry in _plays(paper, "attacked"):
        if not paper.card(said(entry).removeprefix("attack ")).storable:
            yield at, entry.words.replace("attack ", "store "), ("ENE-12.2",)


@plant(instead=True)
def attacking_with_no_monster(paper: Paper) -> Iterator[Place]:
    for at, entry in _plays(paper, "played"):
        if paper.card(said(entry).removeprefix("play ")).type == "pc":
            yield at, entry.words.replace("play ", "attack "), ("ENE-12.1",)


@plant(instead=True)
def playing_an_action_face_up(paper: Paper) -> Iterator[Place]:
    """ENE-10.2, of an action that is flipped later in the game."""
    for at, entry in each_of(paper, "flipped"):
        seat = entry.event[1]
        earlier = [n for n, each in _plays(paper, "hid") if n < at and each.active == seat]
        if earlier:
            yield earlier[-1], entry.words.rpartition(": ")[2].replace("flip ", "play "), ("ENE-10.2",)


@plant(instead=True)
def unique_monster_twice(paper: Paper) -> Iterator[Place]:
    """ENE-7.6, 7.7: a copy in a score pile of either player bars it; its requirements may not be met either."""
    for _, entry in each_of(paper, "scored"):
        title = said(entry).removeprefix("score ")
        if not paper.card(title).unique:
            continue
        for seat, deck in enumerate(paper.record.decks):
            copies = sum(paper.printed[ref].name.en == title for ref in deck)
            if copies > (seat == entry.event[1]):
                for at, play in _plays(paper, "attacked", "hid", "stored"):
                    if play.turn > entry.turn and play.active == seat:
                        yield at, f"attack {title}", ("ENE-7.6", *_unmet(paper, title))


def _unmet(paper: Paper, title: str) -> tuple[str, ...]:
    return ("ENE-13.9",) if paper.card(title).requires else ()


@plant(instead=True)
def bearer_of_the_wrong_class(paper: Paper) -> Iterator[Place]:
    for at, entry in _plays(paper, "equipped"):
        item, _, bearer = said(entry).removeprefix("play ").partition(" on ")
        others = {
            said(each).removeprefix("play ").partition(" for ")[0]
            for _, each in _plays(paper, "played")
            if each.active == entry.active
        }
        bears = paper.card(item).bears
        for title in sorted(others - {bearer}):
            if bears and paper.card(title).type == "pc" and not bears(paper.card(title)):
                yield at, f"play {item} on {title}", ("ENE-9.2",)


@plant(instead=True)
def one_copy_too_many(paper: Paper) -> Iterator[Place]:
    """A card of which every copy of the deck lies open already; its requirements may not be met either."""
    for _, entry in each_of(paper, "scored"):
        title, seat = said(entry).removeprefix("score "), entry.event[1]
        scored = sum(
            said(each) == said(entry) and each.event[1] == seat and each.turn <= entry.turn
            for _, each in each_of(paper, "scored")
        )
        if scored == sum(paper.printed[ref].name.en == title for ref in paper.record.decks[seat]):
            for at, play in _plays(paper, "attacked", "hid", "stored"):
                if play.turn > entry.turn and play.active == seat and not paper.card(title).unique:
                    yield at, f"attack {title}", ("ENE-2.1", *_unmet(paper, title))


@plant(instead=True)
def redraw_too_late(paper: Paper) -> Iterator[Place]:
    for at, entry in _plays(paper, "attacked", "hid", "stored"):
        if entry.turn > 2:
            yield at, "redraw", ("ENE-6.9", "ENE-6.10", "ENE-6.11")


# --- attacks ------------------------------------------------------------------------------


@plant(instead=True)
def fighting_without_pcs(paper: Paper) -> Iterator[Place]:
    """ENE-14.3, as long as the defender has played none."""
    with_pcs: set[int] = set()
    for at, entry in enumerate(paper.entries):
        if entry.event[0] == "played" and paper.card(said(entry).removeprefix("play ")).type == "pc":
            with_pcs.add(entry.active)
        if entry.event[0] == "avoids" and entry.event[1] not in with_pcs:
            yield at, entry.words.replace("avoid", "fight"), ("ENE-14.3",)


@plant(instead=False)
def joining_without_a_text(paper: Paper) -> Iterator[Place]:
    """ENE-12.4: a stored monster that nothing allows to attack."""
    for at, entry in each_of(paper, "avoids", "fights"):
        for before in paper.entries[:at]:
            if before.event[0] == "stored" and before.active == entry.active and before.turn < entry.turn:
                title = said(before).removeprefix("store ")
                left = sum(
                    title in each.words and each.event[0] in ("joined", "destroyed", "scored", "returned")
                    for each in paper.entries[:at]
                )
                if not paper.card(title).joins and not left:
                    yield at, f"join {title}", ("ENE-12.4",)


# --- the end ------------------------------------------------------------------------------


@plant(instead=False)
def going_on_after_the_end(paper: Paper) -> Iterator[Place]:
    """ENE-5.9, 5.10; ENE-5.2, 5.4: told as one turn more."""
    yield len(paper.entries), "hide", ("ENE-5.9", "ENE-5.10", "ENE-5.7")
