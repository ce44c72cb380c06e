"""How a game is written down on paper (see engine.notation); why what is written cannot be is in `refuted`."""

from collections.abc import Iterator
from itertools import takewhile

from gameplay.engine.adjudication.notation import Notation, Pattern
from gameplay.engine.core.asks import Option
from gameplay.games.hagmi.refuted import clause, implausible
from gameplay.games.hagmi.setup import opening_hands
from gameplay.games.hagmi.table import HagmiTable

LINES: dict[str, tuple[str, ...]] = {
    "rolled": ("roll {number}",),
    "gave": ("skip for {seat_given}", "skip"),
    "produced": ("produce {card} {number}", "produce {card}"),
    "played": ("play {card}",),
    "used": ("use {card}",),
    "unveiled": ("unveil {card}",),
    "triggered": ("skill of {card}",),
    "picked": ("{card} on {card_target}", "on {card_target}"),
    "picked_player": ("{card} on {seat_target}", "on {seat_target}"),
    "declared": ("attack with {card}",),
    "aimed": ("at {card_target}",),
    "aimed_at_player": ("at {seat_target}", "at player"),
    "guarded": ("{card} guards {card_target}",),
    "guarded_player": ("{card} guards", "{card} guards {seat}"),
    "countered": ("{card} counters",),
    "emergency": ("emergency {card} {number}", "emergency {card}"),
    "replaced": ("{card} replaces {card_target}",),
    "replaced_player": ("{card} replaces player", "{card} replaces {seat}"),
    "burnt": ("{card} burns {number}",),
    "paid": ("pays {card}",),
    "laid": ("pays {card}",),
    "consumed": ("{card_unit} burns {card}",),
    "damaged": ("{card} takes {number}",),
    "destroyed": ("{card} destroyed",),
    "lost": ("{card_unit} loses {card}",),
    "hit": ("hit {number}", "{number} damage"),
    "revealed": ("reveal {card}",),
    "suffered": ("suffer {card}",),
    "kept": ("keep {card}",),
    "holds_out": ("holds out",),
    "defeated": ("defeated",),
    "weapon_drawn": ("draw weapon", "draw a weapon"),
    "operation_drawn": ("draw operation", "draw an operation"),
    "topped": ("{card_unit} receives {card}",),
    "loaded": ("{card_unit} loads {card}",),
    "supplied": ("supply {card} {number}", "supply {card}"),
    "boosted": ("boost {card}",),
    "afflicted": ("afflict {card}",),
    "readied": ("ready {card}",),
    "returned": ("{card} returns",),
    "discarded": ("discard {card}",),
    "recovered": ("recover {card}",),
    "restored": ("restore {card}",),
    "concede": ("concede",),
    "time": ("time",),
}

UNDER = frozenset({"consumed", "lost"})
SEEN = UNDER | {"paid", "topped", "weapon_drawn", "operation_drawn"}
SECRET = frozenset({"laid", "loaded"})  # what becomes fuel only its player sees
PAYMENTS = frozenset({"paid", "laid", "consumed", "loaded"})

RESULTS = frozenset(
    {
        *SEEN,
        *SECRET,
        *("triggered", "burnt", "damaged", "destroyed", "hit", "revealed", "holds_out", "defeated", "supplied"),
        *("boosted", "afflicted", "readied", "returned"),
    }
)

AT_ONCE = (
    "paid",
    "laid",
    "loaded",
    "consumed",
    "lost",
    "damaged",
    "destroyed",
    "boosted",
    "afflicted",
    "readied",
    "returned",
)

MOVED = ("discarded", "recovered", "restored", "unveiled")

TOLD_BY: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "give": (("gave", ("seat_given",)),),
    "process": (("triggered", ("card",)),),
    "produce": (("produced", ("card",)),),
    "play": (("played", ("card",)),),
    "use": (("used", ("card",)),),
    "attack": (("declared", ("card",)),),
    "aim": (("aimed", ("card_target",)),),
    "aim_player": (("aimed_at_player", ("seat_target",)),),
    "counter": (("countered", ("card",)),),
    "guard": (("guarded", ("card", "card_target")),),
    "guard_player": (("guarded_player", ("card",)),),
    "emergency": (("emergency", ("card",)),),
    "step_in": (("guarded", ("card_target",)), ("replaced", ("card_target",))),
    "step_in_for_player": (("guarded_player", ()), ("replaced_player", ())),
    "play_damage": (("suffered", ("card",)),),
    "pay": (("paid", ("card",)), ("laid", ("card",))),
    "burn": (("consumed", ("card",)),),
    "from_weapons": (("weapon_drawn", ()),),
    "from_operations": (("operation_drawn", ()),),
    "keep": (("kept", ("card",)),),
    "supply": (("topped", ("card_unit",)), ("supplied", ("card",))),
    "load": (("loaded", ("card", "card_unit")), ("supplied", ("card_load", "card"))),
    "pick": (("picked", ("card_target",)), *((code, ("card",)) for code in (*MOVED, "loaded"))),
    "pick_player": (("picked_player", ("seat_target",)), ("hit", ("seat",)), ("discarded", ("seat",))),
}

ASKED: dict[str, tuple[str, ...]] = {
    "rolled": ("rolled",),
    "skip": ("gave",),
    "main": ("produced", "played", "used"),
    "main2": ("produced", "played", "used"),
    "battle": ("declared",),
    "aim": ("aimed", "aimed_at_player"),
    "defend": ("countered", "guarded", "guarded_player", "emergency"),
    "step_in": ("guarded", "guarded_player", "replaced", "replaced_player"),
    "damage_cards": ("suffered", "kept"),
    "supply_top": ("supplied",),
    "pick_for": ("picked", *MOVED),
    "pick_player_for": ("picked_player", "hit", "discarded"),
    "process_next": ("triggered",),
}

FROM_HAND: dict[str, tuple[str, ...]] = dict.fromkeys(("produced", "played"), ("hand",))


def also(table: HagmiTable, event: Option) -> Iterator[Option]:
    """What was paid, or lay under a unit, can be seen when it goes to the discard pile; what becomes fuel by who pays it."""
    code = event[0]
    if code in ("played", "spent"):
        seat, card = event[1:3]
        cost = table.cards[card].cost if code == "played" else event[3]
        yield from (("paid", seat, each) for each in table.paid[seat][len(table.paid[seat]) - cost :])
    elif code in ("produced", "emergency"):
        yield from (("laid", event[1], each) for each in table.fuel[event[2]])
    elif code == "burnt":
        seat, unit, number = event[1:]
        yield from (("consumed", seat, unit, each) for each in table.limbo[len(table.limbo) - number :])
    elif code in ("destroyed", "returned"):
        yield from (("lost", event[1], each) for each in table.fuel.get(event[1], ()))
    elif code == "supplied":
        seat, unit, number = event[1:]
        fuel = table.fuel[unit]
        yield from (("loaded", seat, unit, each) for each in fuel[len(fuel) - number :] if each not in _topped(table))


def _topped(table: HagmiTable) -> set[int]:
    """What came from the top of a discard pile in the resupply that is told just now."""
    told = takewhile(lambda event: event[0] in ("supplied", "loaded", "topped"), reversed(table.events))
    return {event[3] for event in told if event[0] == "topped"}


def drawn(pattern: Pattern) -> str:
    """A die is a card of one of the main decks (HAG-3.4.2, 3.4.3)."""
    if pattern.code != "rolled":
        return ""
    return "operation" if pattern.fields["number"] <= 3 else "weapon"


def begin(table: HagmiTable, first: int) -> None:
    """Before the first turn: who goes first was written, the opening hands are drawn."""
    table.active = first
    opening_hands(table)


NOTATION = Notation(
    lines=LINES,
    told_by=TOLD_BY,
    silent=("pass", "no", "enough", "take_turn"),
    either=("may", "either_for", "deck_for", "process_next", "pay", "burn", "bury"),
    comes_from={
        "main": FROM_HAND | {"used": (), "declared": ()},
        "main2": FROM_HAND | {"used": ()},
        "battle": {"declared": ()},
        "defend": {"emergency": ("hand",)},
        "pay": {"paid": ("hand",), "laid": ("hand",)},
        "burn": {"consumed": ()},
        "supply_hand": {"loaded": ("hand",)},
        "pick_for": {
            "discarded": ("hand",),
            "loaded": ("hand",),
            "unveiled": ("secrets",),
            "recovered": ("discard",),
            "restored": ("discard",),
        },
    },
    results=RESULTS,
    asked=ASKED,
    plays=frozenset({"produced", "played", "used", "declared", "unveiled"}),
    numbers={6: ("rolled", "number", 1)},
    one_by_one=frozenset({"damage_cards"}),
    numbered=frozenset({"units"}),
    counted=frozenset({"supplied"}),
    payments=PAYMENTS,
    seen=SEEN,
    secret=SECRET,
    under=UNDER,
    tops="topped",
    unwatched=frozenset({"discard"}),
    owned=frozenset({"restored"}),
    laid=frozenset({"bury"}),
    even={"deck_for": ("weapons", "operations")},
    pace=lambda table: (table.quiet, table.drawn, table.hit, table.began),
    runs=150,
    sweep=1200,
    effort=25_000,
    absent=frozenset({"HAG-10.1", "HAG-10.2"}),
    drawn=drawn,
    clause=clause,
    implausible=implausible,
    also=also,
    begin=begin,
    traits={},
    unordered=(frozenset({"aimed", "aimed_at_player"}), *(frozenset({code}) for code in AT_ONCE)),
    shorthands=(
        (r"roll (\d)\s*[-, ]\s*(\d)", (r"roll \1", r"roll \2")),
        (r"(.+) attacks (.+)", (r"attack with \1", r"at \2")),
    ),
    fields={
        "aimed_at_player": ("card", "seat_target"),
        "picked_player": ("card", "seat_target"),
        "paid": ("seat", "card"),
        "laid": ("seat", "card"),
        "consumed": ("seat", "card_unit", "card"),
        "lost": ("card_unit", "card"),
        "topped": ("seat", "card_unit", "card"),
        "loaded": ("seat", "card_unit", "card"),
    },
)
