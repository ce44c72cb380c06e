"""How a game is written down on paper, and why what is written cannot be (see engine.notation)."""

from collections.abc import Iterator
from typing import Any

from gameplay.engine.asks import Ask, Option, Outcome
from gameplay.engine.notation import Entry, Notation
from gameplay.games.enemy.limits import unique_in_play
from gameplay.games.enemy.setup import opening_hands
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.terms import Card
from gameplay.games.enemy.variants import Variant

LINES: dict[str, tuple[str, ...]] = {
    "attacked": ("attack {card}",),
    "joined": ("join {card}",),
    "stored": ("store {card}",),
    "played": ("play {card}",),
    "replaced": ("play {card} for {card_old}", "play {card}"),
    "equipped": ("play {card} on {card_bearer}", "play {card}"),
    "hid": ("hide",),
    "redrew": ("redraw",),
    "used": ("use {card}",),
    "fed": ("feed {card}",),
    "avoids": ("avoid",),
    "fights": ("fight",),
    "assigned": ("{card} vs {card_monster}",),
    "fight": ("fight of {card}",),
    "flipped": ("flip {card}",),
    "destiny": ("destiny {card} {number}", "destiny {number}", "destiny {card}"),
    "compared": ("{card} {ours} to {theirs}", "{ours} to {theirs}"),
    "won": ("{card} wins",),
    "lost": ("{card} loses",),
    "tolerated": ("{card} tolerates",),
    "wounded": ("{card} wounded",),
    "healed": ("{card} healed",),
    "destroyed": ("{card} destroyed",),
    "sacrificed": ("sacrifice {card}",),
    "discarded": ("discard {card}",),
    "returned": ("{card} returns",),
    "recovered": ("recover {card}",),
    "rewarded": ("reward {card}",),
    "scored": ("score {card}",),
    "points": ("points {first}-{second}",),
    "reshuffled": ("reshuffle",),
    "end_called": ("last turn",),
    "last_card": ("last turn",),
    "concede": ("concede",),
    "time": ("time",),
}

PLAYS = ("attacked", "stored", "played", "replaced", "equipped", "hid", "redrew", "used")

RESULTS = frozenset(
    {
        *("compared", "won", "lost", "tolerated", "wounded", "healed", "destroyed", "sacrificed", "discarded"),
        *("returned", "scored", "points", "reshuffled", "end_called", "last_card"),
    }
)

TOLD_BY: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "attack": (("attacked", ("card",)),),
    "store": (("stored", ("card",)),),
    "pc": (("played", ("card",)), ("replaced", ("card",))),
    "free_place": (("played", ()),),
    "replace": (("replaced", ("card_old",)),),
    "item": (("equipped", ("card",)),),
    "bearer": (("equipped", ("card_bearer",)),),
    "event": (("played", ("card",)),),
    "field": (("played", ("card",)),),
    "grunty": (("played", ("card",)),),
    "use": (("used", ("card",)),),
    "feed": (("fed", ()),),
    "hide": (("hid", ()),),
    "redraw": (("redrew", ()),),
    "flip": (("flipped", ("card",)),),
    "fight": (("fights", ()),),
    "avoid": (("avoids", ()),),
    "pair": (("assigned", ("card", "card_monster")),),
    "add": (("assigned", ("card", "card_monster")),),
    "resolve": (("fight", ("card",)),),
    "reward": (("rewarded", ("card",)),),
    "score": (("scored", ("card",)),),
    "join": (("joined", ("card",)),),
    "discard": (("discarded", ("card",)),),
    "sacrifice": (("sacrificed", ("card",)),),
    "sacrifice_hidden": (("sacrificed", ("card",)),),
    "wound": (("wounded", ("card",)), ("destroyed", ("card",))),
    "heal": (("healed", ("card",)),),
    "destroy": (("destroyed", ("card",)),),
    "destroy_hidden": (("destroyed", ("card",)),),
    "recover": (("recovered", ("card",)),),
    "return": (("returned", ("card",)),),
}

FROM_HAND: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("attacked", "stored", "played", "replaced", "equipped"), ("hand",)
)
COMES_FROM: dict[str, dict[str, tuple[str, ...]]] = {
    "play": FROM_HAND | {"flipped": ("hidden",), "hid": (), "redrew": (), "used": ()},
    "window": {"flipped": ("hidden", "hand")},
    "store_for": {"stored": ("hand",)},
}


ASKED: dict[str, tuple[str, ...]] = {
    "play": PLAYS,
    "reconcile": ("discarded",),
    "place": ("played", "replaced"),
    "bearer_for": ("equipped",),
    "feed": ("fed",),
    "make_room": ("sacrificed",),
    "join": ("joined",),
    "defend": ("fights", "avoids"),
    "assign": ("assigned",),
    "assign_rest": ("assigned",),
    "order": ("fight",),
    "window": ("flipped",),
    "rewards": ("rewarded",),
    "score": ("scored",),
    "discard_for": ("discarded",),
    "wound_for": ("wounded", "destroyed"),
    "heal_for": ("healed",),
    "destroy_for": ("destroyed",),
    "sacrifice_for": ("sacrificed",),
    "recover_for": ("recovered",),
    "return_for": ("returned",),
    "release_for": ("joined",),
    "store_for": ("stored",),
}


def also(table: EnemyTable, event: Option) -> Iterator[Option]:
    """Who won a fight that was compared, and the points after a score."""
    if event[0] == "compared":
        yield ("won" if event[2] > event[3] else "lost", event[1])
    if event[0] == "scored":
        yield ("points", *table.scores())


def begin(table: EnemyTable, first: int) -> None:
    """Before the first turn: who goes first was written, the opening hands are drawn."""
    table.active = first
    opening_hands(table)


def implausible(variant: Variant, outcome: Outcome) -> str:
    """The clause by which no game ends so, whatever was played; "" if one may.

    A monster scored last may have more VP than were wanting, so no upper limit is told.
    """
    best, target = max(outcome.scores), variant.target
    ahead = tuple(seat for seat, score in enumerate(outcome.scores) if score == best)
    if outcome.reason == "vp":
        reached = sum(score >= target for score in outcome.scores)
        return "" if reached == 1 and outcome.winners == ahead else "ENE-5.9"
    if best >= target and (outcome.reason, variant.simultaneous_ends) != ("deck", "deck"):
        return "ENE-5.9"  # it had ended before
    if outcome.reason == "concede":
        return "" if len(outcome.winners) == 1 else "ENE-5.7"
    wins = ahead if len(ahead) == 1 else ()
    return "" if outcome.winners == wins else {"time": "ENE-X.3"}.get(outcome.reason, "ENE-5.7")


# --- why an entry cannot be -------------------------------------------------------------


def clause(table: EnemyTable, what: Any, entry: Entry | None, moment: str) -> str:
    """The clause by which ``entry`` cannot be.

    ``moment`` says when: at an "ask" or "event", which is ``what``, that should have been it; when the turn or
    the game is "over" ("turn_over", "over"); for want of a copy in the deck ("no_copy"); or, without
    an entry, of what the reported result is wrong: how the game ends.
    """
    if entry is None:
        return ENDS.get(moment, "ENE-5.9")
    if moment == "ask":
        return _at_ask(table, what, entry)
    if moment == "event":
        return _at_event(table, what, entry)
    if moment == "over":
        return "ENE-5.10" if max(table.scores()) >= table.variant.target else "ENE-5.7"
    if moment == "no_copy":
        return "ENE-2.1"
    return next((LATE[code] for code in LATE if code in entry.codes), "ENE-4.1")


ENDS = {"vp": "ENE-5.9", "deck": "ENE-5.7", "time": "ENE-X.3", "over": "ENE-5.10"}

LATE = {  # what an entry speaks against that never came in its turn
    **dict.fromkeys(PLAYS, "ENE-6.1"),
    "joined": "ENE-12.5",
    "avoids": "ENE-14.1",
    "fights": "ENE-14.1",
    "assigned": "ENE-15.2",
    "fight": "ENE-16.1",
    "flipped": "ENE-10.5",
    "destiny": "ENE-16.7",
    "compared": "ENE-16.9",
    "won": "ENE-16.10",
    "lost": "ENE-16.11",
    "tolerated": "ENE-16.2.2",
    "wounded": "ENE-16.12",
    "destroyed": "ENE-8.12",
    "healed": "ENE-8.11",
    "sacrificed": "ENE-7.5",
    "discarded": "ENE-4.4",
    "rewarded": "ENE-16.3.1",
    "scored": "ENE-16.3.4",
    "points": "ENE-5.11",
    "reshuffled": "ENE-5.1",
    "end_called": "ENE-5.2",
    "last_card": "ENE-5.4",
    "used": "ENE-11.7",
    "fed": "ENE-11.4",
}


def _at_event(table: EnemyTable, event: Option, entry: Entry) -> str:
    """Something else happened than the entry says of the same thing."""
    if event[0] == "destiny" and "flipped" in entry.codes and table.events[-2][0] != "destiny":
        return _unfit(entry, "fight") or "ENE-10.2"  # before it, but nobody had it to flip
    return INSTEAD.get(event[0], {}).get(next(iter(entry.codes & INSTEAD.get(event[0], {}).keys()), ""), "")


INSTEAD: dict[str, dict[str, str]] = {  # what happens: what is written: the clause that says which
    "compared": {"compared": "ENE-16.9", "flipped": "ENE-16.8"},
    "won": {"lost": "ENE-16.10", "wounded": "ENE-16.10", "tolerated": "ENE-16.10"},
    "lost": {"won": "ENE-16.11", "destroyed": "ENE-16.11"},
    "tolerated": {"wounded": "ENE-16.2.2", "destroyed": "ENE-16.2.5"},
    "wounded": {"tolerated": "ENE-16.12", "destroyed": "ENE-8.12"},
    "destroyed": {"wounded": "ENE-8.12", "tolerated": "ENE-16.12"},
    "scored": {"points": "ENE-5.11"},
    "points": {"points": "ENE-5.11"},
    "fight": {"scored": "ENE-16.3.4", "rewarded": "ENE-16.3.1"},
    "avoids": {"fights": "ENE-14.3", "assigned": "ENE-14.3"},
    "destiny": {"flipped": "ENE-16.8", "destiny": "ENE-16.6"},
}


def _at_ask(table: EnemyTable, ask: Ask, entry: Entry) -> str:
    """The entry answers this ask, but not with one of its options."""
    about = ask.about[0]
    if any("seat" in pattern.fields and pattern.fields["seat"] != ask.seat for pattern in entry.patterns):
        return "ENE-3.6" if about == "play" and entry.codes & set(PLAYS) else ""
    if about == "play":
        return _no_play(table, ask.seat, entry)
    if about == "window" and "flipped" in entry.codes:
        return _no_flip(table, ask, entry)
    if about == "join" and "joined" in entry.codes:
        return _no_join(table, ask.seat, entry)
    if about == "defend" and "assigned" in entry.codes:
        return "ENE-14.2"
    return ANSWERS.get(about, "") if entry.codes & set(ASKED.get(about, ())) else ""


ANSWERS: dict[str, str] = {  # by what clause an ask has no other answers
    "place": "ENE-8.3",
    "bearer_for": "ENE-9.2",
    "make_room": "ENE-10.3",
    "defend": "ENE-14.2",
    "assign": "ENE-15.1",
    "assign_rest": "ENE-15.5",
    "order": "ENE-16.1",
    "rewards": "ENE-16.3.1",
    "score": "ENE-16.3.4",
}


def _no_play(table: EnemyTable, seat: int, entry: Entry) -> str:
    for pattern in entry.patterns:
        if pattern.code == "redrew":
            return "ENE-6.9" if table.variant.redraw == "discard" else "ENE-6.11"
        if pattern.code == "used":
            return "ENE-11.6"
        for card in pattern.fields.get("card", ()):
            if reason := _may_not_play(table, seat, card, pattern.code):
                return reason
    return "ENE-2.1"  # no copy of it is left to be in the hand


def _may_not_play(table: EnemyTable, seat: int, card: Card, code: str) -> str:
    """Why ``card`` of the hand is not played so."""
    if card.type == "action":
        return "ENE-10.2"
    if (card.type == "monster") != (code in ("attacked", "stored")):
        return "ENE-12.1" if code in ("attacked", "stored") or card.type == "monster" else ""
    if code == "equipped" and card.type != "item":
        return ""
    if not all(test(table, seat, -1) for test in card.requires):
        return "ENE-13.9"
    if card.type == "monster" and unique_in_play(table, card):
        return "ENE-7.6"
    if code == "stored" and not card.storable:
        return "ENE-12.2"
    if card.type == "item":
        bearers = [pc for pc in table.party[seat] if card.bears is None or card.bears(table.cards[pc])]
        return "" if bearers else "ENE-9.2"
    return ""


def _no_flip(table: EnemyTable, ask: Ask, entry: Entry) -> str:
    if unfit := _unfit(entry, ask.about[1]):
        return unfit
    able = (all(test(table, ask.seat, -1) for test in card.requires) for card in _cards(entry))
    return "" if all(able) else "ENE-13.9"


def _unfit(entry: Entry, moment: str) -> str:
    """Why what is written is never flipped at this moment."""
    for card in _cards(entry):
        if card.type != "action":
            return "ENE-10.4"
        if card.moment != moment:
            return "ENE-10.5"
    return ""


def _cards(entry: Entry) -> Iterator[Card]:
    return (card for pattern in entry.patterns for card in pattern.fields.get("card", ()))


def _no_join(table: EnemyTable, seat: int, entry: Entry) -> str:
    for pattern in entry.patterns:
        for monster in table.portal[seat]:
            if table.cards[monster] in pattern.fields.get("card", ()):
                if not table.cards[monster].joins:
                    return "ENE-12.4"
                return "ENE-12.7" if table.stored.get(monster) == table.turn else "ENE-12.6"
    return "ENE-12.5"


NOTATION = Notation(
    lines=LINES,
    told_by=TOLD_BY,
    silent=("pass", "no", "enough"),
    either=("may", "either_for"),
    comes_from=COMES_FROM,
    results=RESULTS,
    asked=ASKED,
    plays=frozenset(PLAYS),
    clause=clause,
    implausible=implausible,
    traits={"destiny": ("number", "destiny")},
    unordered=(frozenset({"assigned"}), frozenset({"destroyed"})),
    shorthands=((r"destiny (\d+)\s*[-, ]\s*(\d+)", (r"destiny \1", r"destiny \2")),),
    fields={"won": ("card",), "lost": ("card",), "points": ("first", "second")},
    also=also,
    begin=begin,
)
