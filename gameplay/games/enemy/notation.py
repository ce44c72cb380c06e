"""The notation of reported games (see `engine.adjudication.notation`); violated clauses are in `violated_clauses`."""

from collections.abc import Iterator

from gameplay.engine.adjudication.notation import (
    AskKinds,
    ClauseLookup,
    EventKinds,
    Notation,
    ReportSetup,
    SearchLimits,
    Vocabulary,
    ZoneKinds,
)
from gameplay.engine.core.asks import Option
from gameplay.games.enemy.setup import draw_opening_hands
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.violated_clauses import (
    EVENTS_BY_ASK,
    PLAY_EVENTS,
    implausible_outcome_clause,
    never_clause,
    violated_clause,
)

TEMPLATES: dict[str, tuple[str, ...]] = {
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

RESULT_EVENTS = frozenset(
    {
        *("compared", "won", "lost", "tolerated", "wounded", "healed", "destroyed", "sacrificed", "discarded"),
        *("returned", "scored", "points", "reshuffled", "end_called", "last_card"),
    }
)

ATTACK_EVENTS = (
    *("joined", "avoids", "fights", "assigned", "fight", "destiny", "compared", "won", "lost", "tolerated"),
    *("wounded", "destroyed", "scored", "rewarded"),
)

CARD_TYPES = {
    **dict.fromkeys(("attacked", "joined", "stored", "scored"), frozenset({"monster"})),
    **dict.fromkeys(("assigned", "fight", "compared", "won", "lost"), frozenset({"pc"})),
    **dict.fromkeys(("tolerated", "wounded", "healed"), frozenset({"pc"})),
    "played": frozenset({"pc", "event", "field", "grunty"}),
    "replaced": frozenset({"pc"}),
    "equipped": frozenset({"item"}),
    "flipped": frozenset({"action"}),
    **dict.fromkeys(("card_old", "card_bearer"), frozenset({"pc"})),
    "card_monster": frozenset({"monster"}),
}

OF_FIGHTERS = ("compared", "won", "lost")
"""Results that say which PC fights."""

EVENTS_BY_OPTION: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "attack": (("attacked", ("card",)),),
    "store": (("stored", ("card",)),),
    "pc": (("played", ("card",)), ("replaced", ("card",))),
    "free_place": (("played", ()),),
    "replace": (("replaced", ("card_old",)), ("sacrificed", ("card",)), ("discarded", ("card",))),
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
    "pair": (("assigned", ("card", "card_monster")), *((code, ("card",)) for code in OF_FIGHTERS)),
    "add": (("assigned", ("card", "card_monster")), *((code, ("card",)) for code in OF_FIGHTERS)),
    "resolve": (("fight", ("card",)),),
    "reward": (("rewarded", ("card",)),),
    "score": (("scored", ("card",)),),
    "join": (("joined", ("card",)),),
    "discard": (("discarded", ("card",)),),
    "sacrifice": (("sacrificed", ("card",)), ("discarded", ("card",))),
    "sacrifice_hidden": (("sacrificed", ("card",)), ("discarded", ("card",))),
    "wound": (("wounded", ("card",)), ("destroyed", ("card",)), ("discarded", ("card",))),
    "heal": (("healed", ("card",)),),
    "destroy": (("destroyed", ("card",)), ("discarded", ("card",))),
    "destroy_hidden": (("destroyed", ("card",)), ("discarded", ("card",))),
    "recover": (("recovered", ("card",)),),
    "return": (("returned", ("card",)),),
}

FROM_HAND: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("attacked", "stored", "played", "replaced", "equipped"), ("hand",)
)
SOURCE_ZONES: dict[str, dict[str, tuple[str, ...]]] = {
    "play": FROM_HAND | {"flipped": ("hidden",), "hid": (), "redrew": (), "used": ()},
    "window": {"flipped": ("hidden", "hand")},
    "store_for": {"stored": ("hand",)},
}


def implied_events(table: EnemyTable, event: Option) -> Iterator[Option]:
    """Yield the events that follow from another: the result of a fight, the VP after scoring, and a discarded hand."""
    if event[0] == "compared":
        yield ("won" if event[2] > event[3] else "lost", event[1])
    if event[0] == "scored":
        yield points(table)
    if event[0] == "redrew" and table.variant.redraw == "discard":
        *_, seat, number = event
        yield from (("discarded", seat, card) for card in table.discard[seat][len(table.discard[seat]) - number :])


def restatements(table: EnemyTable, event: Option) -> Iterator[Option]:
    """Yield what players also write for an event.

    That is the monsters' side of a fight, the PC that a new one replaces, and a hidden card that is discarded.
    """
    if event[0] == "compared" and table.fight:
        yield from (("lost" if event[2] > event[3] else "won", monster) for monster in table.fight.monsters)
    if event[0] == "replaced":
        yield ("sacrificed", event[1], event[3])
    if event[0] in ("destroyed", "sacrificed"):
        yield ("discarded", table.owners[event[-1]], event[-1])


def points(table: EnemyTable) -> Option:
    """Return the event that says the VP of both players, which people write in turns without a score, too."""
    return ("points", *table.scores())


def set_up_table(table: EnemyTable, first: int) -> None:
    """Draw the opening hands; the report says which player goes first."""
    table.active = first
    draw_opening_hands(table)


NOTATION = Notation(
    words=Vocabulary(
        templates=TEMPLATES,
        card_types=CARD_TYPES,
        shorthands=(
            (r"destiny (\d+)\s*(?:[-, ]|and)\s*(\d+)", (r"destiny \1", r"destiny \2")),
            (r"(.+) faces (.+)", (r"\1 vs \2",)),
            (r"(.+) is (destroyed|healed|wounded)", (r"\1 \2",)),
            (r"equip (.+) with (.+)", (r"play \2 on \1",)),
        ),
        short_forms={"destiny": ("destiny {ours}-{theirs}",)},
        extra_event_fields={"won": ("card",), "lost": ("card",), "points": ("first", "second")},
        implied_events=implied_events,
        restatements=restatements,
        standing=(points,),
    ),
    events=EventKinds(
        results=RESULT_EVENTS,
        first_results=frozenset({"discarded"}),
        plays=frozenset(PLAY_EVENTS),
        simultaneous=(frozenset({"assigned"}), frozenset({"destroyed"})),
        of_each_player=frozenset({"destiny"}),
        traits={"destiny": ("number", "destiny")},
        reshuffles=frozenset({"reshuffled"}),
    ),
    asks=AskKinds(
        events_by_option=EVENTS_BY_OPTION,
        events_by_ask=EVENTS_BY_ASK,
        source_zones=SOURCE_ZONES,
        silent_options=("pass", "no", "enough"),
        optional=("may", "either_for"),
    ),
    zones=ZoneKinds(arrivals={"discard": "discarded"}),
    setup=ReportSetup(
        set_up_table=set_up_table,
        draw_pile=lambda table, owner, _back: table.deck[owner],
    ),
    clauses=ClauseLookup(
        violated=violated_clause,
        never=never_clause,
        implausible_outcome=implausible_outcome_clause,
        plays_behind=dict.fromkeys(ATTACK_EVENTS, ("play",)),
    ),
    limits=SearchLimits(asks=20_000),
)
