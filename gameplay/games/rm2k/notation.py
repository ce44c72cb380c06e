"""The notation of a game on paper (see `engine.adjudication.notation`)."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from cards.printed import PrintedCard
from gameplay.engine.adjudication.notation import (
    LOSES,
    AskKinds,
    ClauseLookup,
    EventKinds,
    Notation,
    ReportSetup,
    SearchLimits,
    Vocabulary,
    ZoneKinds,
)
from gameplay.engine.core.asks import PLAY, Ask, Option
from gameplay.engine.text.effects import verbs_in
from gameplay.games.rm2k.face_down_options import face_down_options, initial_faces
from gameplay.games.rm2k.reported_setup import reported_setup
from gameplay.games.rm2k.syncing import carrier_of
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import Card
from gameplay.games.rm2k.violated_clauses import implausible_outcome_clause, violated_clause

TEMPLATES: dict[str, tuple[str, ...]] = {
    "main_user": ("main {card}",),
    "starts": ("starts {card}",),
    "goes_first": ("goes first",),
    "lagged": ("{number} lag on {card}", "lag on {card}"),
    "cleared_lag": ("{card} clears {number}", "{card} clears"),
    "carries": ("sync on {card}",),
    "paid": ("{card} pays for {card_user}",),
    "unpaid": ("pays nothing",),
    "charged": ("charge {card} {number}", "charge {card}"),
    "activated": ("{card_user} activates {card}", "activate {card}"),
    "instant": ("{card_user} plays {card}", "play {card}"),
    "attached": ("{card} attached to {card_user}",),
    "used": ("use {card}",),
    "arrived": ("{card} arrives",),
    "prevented": ("{card} prevented",),
    "disrupted": ("{card_user} drops {card}", "drop {card}"),
    "deleted": ("delete {card}",),
    "returned": ("{card} returns",),
    "recovered": ("recover {card}",),
    "discarded": ("discard {card}",),
    "drained": ("{card} bandwidth {number} for good",),
    "bent": ("{card} bandwidth {number}",),
    "tuned": ("{card} level {number}",),
    "challenged": ("challenged",),
    "attacks": ("{card} attacks",),
    "defends": ("{card} defends",),
    "totals": ("{card} {ours} to {theirs}", "{ours} to {theirs}"),
    "won": ("wins {card}", "wins"),
    "lost": ("loses {card}", "loses"),
    "drawn": ("{card} drawn",),
    "all_fail": ("{card} fails all",),
    "claimed": ("claim {card}", "claim"),
    "scored": ("{number} VP",),
    "out": ("out",),
    "concede": ("concede",),
    "time": ("time",),
}

CARD_TYPES = {
    **dict.fromkeys(("main_user", "starts", "lagged", "cleared_lag", "carries", "paid", "used"), frozenset({"user"})),
    **dict.fromkeys(("bent", "drained", "tuned", "attacks", "defends", "arrived", "claimed"), frozenset({"user"})),
    **dict.fromkeys(("totals", "won", "lost", "drawn", "all_fail"), frozenset({"challenge"})),
    "instant": frozenset({"challenge", "event"}),
    "attached": frozenset({"attach"}),
    "card_user": frozenset({"user"}),
}

RESULT_EVENTS = frozenset(
    {
        *("goes_first", "cleared_lag", "arrived", "prevented", "totals", "won", "lost", "drawn", "all_fail", "scored"),
        *("out", "attached", "disrupted", "deleted", "returned", "drained", "bent", "tuned", "charged", "lagged"),
        "unpaid",
    }
)

CHALLENGE_EVENTS = ("challenged", "attacks", "defends", "totals", "won", "lost", "drawn", "all_fail")
EFFECT_EVENTS = ("drained", "bent", "tuned", "deleted", "returned", "disrupted", "recovered", "prevented", "attached")

TARGET_EVENTS = ("lagged", "cleared_lag", "drained", "bent", "tuned", "deleted", "returned", "charged")

EVENTS_BY_OPTION: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "main": (("main_user", ("card",)),),
    "starter": (("starts", ("card",)),),
    "lag": (("lagged", ("card",)),),
    "sync": (("carries", ("", "card")),),
    "pay": (("paid", ("card",)),),
    "activate": (("activated", ("card",)),),
    "instant": (("instant", ("card", "card_user")),),
    "use": (("used", ("card",)),),
    "against": (("challenged", ("seat",)), ("discarded", ("seat",)), ("scored", ("seat",))),
    "attacker": (("attacks", ("card",)),),
    "defender": (("defends", ("card",)),),
    "host": (("attached", ("card_user",)),),
    "aim": (*((code, ("card",)) for code in TARGET_EVENTS), ("disrupted", ("card_user", "seat"))),
    "discard": (("discarded", ("card",)),),
    "recover": (("recovered", ("card",)),),
    "yes": (("claimed", ()),),
}

EVENTS_BY_ASK: dict[str, tuple[str, ...]] = {
    "main": ("main_user",),
    "starters": ("starts",),
    "starting_lag": ("lagged",),
    "main_phase": ("carries", "paid", "activated", "instant", "used"),
    "challenge_phase": ("activated", "instant"),
    "answer": ("activated", "instant", "used"),
    "aim": ("challenged",),
    "attacker": ("attacks",),
    "attackers": ("attacks",),
    "defender": ("defends",),
    "defenders": ("defends",),
    "claim": ("claimed",),
    "host_for": ("attached",),
    "opponent_for": ("discarded", "scored"),
    "user_for": ("lagged", "cleared_lag", "drained", "bent", "tuned"),
    "discard_for": ("discarded",),
    "delete_for": ("deleted",),
    "disrupt_for": ("disrupted",),
    "return_for": ("returned",),
    "recover_for": ("recovered",),
    "charge_for": ("charged",),
}

EVENTS_BY_VERB: dict[str, tuple[str, ...]] = {
    "lag": ("lagged",),
    "clear": ("cleared_lag",),
    "bandwidth": ("drained", "bent"),
    "tune": ("tuned",),
}


CHOICES_OF_TARGETS = ("delete_for", "disrupt_for", "return_for", "charge_for")


def events_of_ask(ask: Ask, face: Callable[[int], Card]) -> Mapping[str, frozenset[int]] | None:
    """Return the events to which the choice of a target can lead, for "user_for" by the text of the card that asks.

    The values are the numbers that it names, none if any number is possible.
    """
    if ask.about[0] in CHOICES_OF_TARGETS:
        return dict.fromkeys(EVENTS_BY_ASK[ask.about[0]], frozenset())
    return _events_of_text(face(ask.about[1]).printed) if ask.about[0] == "user_for" else None


@cache
def _events_of_text(printed: PrintedCard) -> Mapping[str, frozenset[int]]:
    events: dict[str, frozenset[int]] = {}
    for verb, arguments in verbs_in(printed.facts):
        for event in EVENTS_BY_VERB.get(verb, ()):
            events[event] = events.get(event, frozenset()) | _numbers(verb, arguments)
    return events


def _numbers(verb: str, arguments: Any) -> frozenset[int]:
    """Return the possible amounts of lag on a chosen User, or removed from it: at most what there is (RM-3.2.2)."""
    if verb not in ("lag", "clear") or not isinstance(arguments, Mapping) or "what" not in arguments:
        return frozenset()
    count = arguments.get("count", 1)
    return frozenset(range(1 if verb == "clear" else count, count + 1))


CLOSED_BY_ASK: dict[str, frozenset[str]] = {
    "aim": frozenset({"challenged"}),
    "attacker": frozenset({"challenged", "attacks"}),
    "attackers": frozenset({"challenged"}),  # those that were chosen are announced together
    "defenders": frozenset({"challenged", "attacks"}),
}
DECLARATION_EVENTS = frozenset({"challenged", "attacks", "defends"})


def closed_events(table: Rm2kTable, ask: Ask) -> frozenset[str]:
    """Return the events that only another Challenge makes possible once ``ask`` is passed (RM-8.1)."""
    if ask.kind != PLAY and table.challenge is None:
        return frozenset()
    return CLOSED_BY_ASK.get(ask.about[0], DECLARATION_EVENTS)


REVEALING_SOURCES: dict[str, tuple[str, ...]] = {"activated": ("syncing",), "instant": ("hand",)}


def implied_fields(table: Rm2kTable, option: Option) -> Mapping[str, Any]:
    """Return the carrier of a Syncing card that is paid for or activated."""
    if option[0] in ("pay", "activate"):
        return {"card_user": carrier_of(table, option[-1])}
    return {}


def implied_events(table: Rm2kTable, event: Option) -> Iterator[Option]:
    """Yield that a player who is out loses."""
    if event[0] == "out":
        yield (LOSES, event[1])


def restatements(table: Rm2kTable, event: Option) -> Iterator[Option]:
    """Yield what players also write for an event.

    They write the lag with which a User pays, and that a User drops an Attach which can be put on no User.
    """
    if event[0] == "paid":
        yield ("lagged", event[1], 1)
    elif event[0] == "used" and table.cards[event[2]].ability_cost:
        yield ("lagged", event[2], table.cards[event[2]].ability_cost)
    elif event[0] == "instant" and table.cards[event[2]].cost:
        yield ("lagged", event[3], table.cards[event[2]].cost)
    elif event[0] == "deleted":
        for earlier in table.events[-2:-1]:
            if earlier[0] == "activated" and earlier[2] == event[1]:
                yield ("disrupted", *earlier[1:])


def draw_pile(table: Rm2kTable, owner: int, back: str) -> list[int]:
    """Return the deck, or the cards that have left the game with their player (RM-9.4)."""
    return table.deck[owner] if owner in table.alive else table.gone[owner]


def set_up_table(table: Rm2kTable, first: int) -> None:
    """Set the first player (RM-2.14)."""
    table.active = first


NOTATION = Notation(
    words=Vocabulary(
        templates=TEMPLATES,
        card_types=CARD_TYPES,
        shorthands=(
            *((rf"(.+) pays {many} for (.+)", (r"\1 pays for \2",) * many) for many in range(1, 10)),
            *((rf"(.+) pays {many}", (r"\1 pays for \1",) * many) for many in range(1, 10)),
            (r"(.+) pays", (r"\1 pays for \1",)),
            (r"(.+) is deleted", (r"delete \1",)),
        ),
        short_forms={"paid": ("{card} pays", "{card} pays {number}", "{card} pays {number} for {card_user}")},
        extra_event_fields={"unpaid": ("seat",)},
        implied_events=implied_events,
        restatements=restatements,
        implied_fields=implied_fields,
    ),
    events=EventKinds(
        results=RESULT_EVENTS,
        first_results=frozenset({"cleared_lag", "bent", "tuned", "charged", "drained"}),
        plays=frozenset({"carries", "paid", "attacks", "arrived"}),
        simultaneous=(frozenset({"attacks"}), frozenset({"defends"})),
        absences={"unpaid": "paid"},
        additive=frozenset({"lagged", "cleared_lag", "charged", "drained", "bent", "tuned", "scored"}),
    ),
    asks=AskKinds(
        events_by_option=EVENTS_BY_OPTION,
        events_by_ask=EVENTS_BY_ASK,
        source_zones={
            "main_phase": REVEALING_SOURCES,
            "challenge_phase": REVEALING_SOURCES,
            "answer": REVEALING_SOURCES,
            "discard_for": {"discarded": ("hand",)},
        },
        silent_options=("pass", "no", "enough"),
        optional=("may", "either_for"),
        required=frozenset({"main"}),
        events_of_ask=events_of_ask,
        closed_events=closed_events,
        immediate=frozenset({"starters", "main_phase", "challenge_phase", "attackers", "defenders", "claim"}),
        face_down_options=face_down_options,
    ),
    zones=ZoneKinds(
        inferred=frozenset({"syncing"}),
        numbered=frozenset({"users", "attaches"}),
    ),
    setup=ReportSetup(
        set_up_table=set_up_table,
        opening=reported_setup,
        requires_decks=True,
        counters=lambda table: (table.vp, table.challenges_won, sorted(table.claimed)),
        draw_pile=draw_pile,
        initial_faces=initial_faces,
    ),
    clauses=ClauseLookup(
        violated=violated_clause,
        implausible_outcome=implausible_outcome_clause,
        enabled_by=dict.fromkeys(("activated", "carries", "cleared_lag", "disrupted"), ("carries", "paid")),
        enabling_steps=frozenset({"connect", "main"}),
        plays_behind={
            **dict.fromkeys(CHALLENGE_EVENTS, ("challenge_phase",)),
            **dict.fromkeys(EFFECT_EVENTS, ("main_phase", "challenge_phase")),
            "scored": ("main_phase", "challenge_phase", "claim"),
        },
    ),
    limits=SearchLimits(
        runs=150,
        exhaustive_branches=800,
        assumption_branches=1200,
        asks=34_000,
    ),
)
