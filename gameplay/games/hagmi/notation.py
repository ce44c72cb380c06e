"""The notation of a game on paper (see `engine.adjudication.notation`)."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import dropwhile, takewhile

from cards.printed import PrintedCard
from gameplay.engine.adjudication.notation import (
    LOSES,
    AskKinds,
    ClauseLookup,
    EventKinds,
    Notation,
    Pattern,
    ReportSetup,
    SearchLimits,
    Vocabulary,
    ZoneKinds,
)
from gameplay.engine.core.asks import ENOUGH, PLAY, Ask, Option
from gameplay.engine.text.effects import verbs_in
from gameplay.games.hagmi.defence import undefended_targets
from gameplay.games.hagmi.setup import draw_opening_hands
from gameplay.games.hagmi.table import HagmiTable, opponents
from gameplay.games.hagmi.terms import COMMON_OWNER, Card
from gameplay.games.hagmi.violated_clauses import implausible_outcome_clause, never_clause, violated_clause

TEMPLATES: dict[str, tuple[str, ...]] = {
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

CARD_TYPES = {
    **dict.fromkeys(("revealed", "suffered", "kept"), frozenset({"damage"})),
    **dict.fromkeys(("produced", "supplied", "emergency", "burnt", "declared", "countered"), frozenset({"weapon"})),
    **dict.fromkeys(("guarded", "guarded_player", "replaced", "replaced_player"), frozenset({"weapon"})),
    "unveiled": frozenset({"secret"}),
    **dict.fromkeys(("card_target", "card_unit"), frozenset({"weapon"})),
}

EVENTS_REVEALING_UNDER = frozenset({"consumed", "lost"})
OPTIONAL_EVENTS = EVENTS_REVEALING_UNDER | {"paid", "topped", "weapon_drawn", "operation_drawn"}
PRIVATE_EVENTS = frozenset({"laid", "loaded"})  # only the player sees cards that become fuel
PAYMENT_EVENTS = frozenset({"paid", "laid", "consumed", "loaded"})
PAID_EVENTS = frozenset(
    {"produced", "played", "used", "emergency", "declared", "countered", "guarded", "guarded_player"}
)

RESULT_EVENTS = frozenset(
    {
        *OPTIONAL_EVENTS,
        *PRIVATE_EVENTS,
        *("triggered", "burnt", "damaged", "destroyed", "hit", "revealed", "holds_out", "defeated", "supplied"),
        *("boosted", "afflicted", "readied", "returned", "discarded"),
    }
)

SIMULTANEOUS_EVENTS = (
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

BATTLE_EVENTS = ("countered", "guarded", "guarded_player", "emergency", "replaced", "replaced_player")
DAMAGE_EVENTS = ("damaged", "destroyed", "hit", "revealed", "suffered", "kept", "defeated")

MOVE_EVENTS = ("discarded", "recovered", "restored", "unveiled")

EVENTS_BY_OPTION: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
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
    "pick": (("picked", ("card_target",)), *((code, ("card",)) for code in (*MOVE_EVENTS, "loaded"))),
    "pick_player": (("picked_player", ("seat_target",)), ("hit", ("seat",)), ("discarded", ("seat",))),
}

EVENTS_BY_ASK: dict[str, tuple[str, ...]] = {
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
    "pick_for": ("picked", *MOVE_EVENTS),
    "pick_player_for": ("picked_player", "hit", "discarded"),
    "process_next": ("triggered",),
}

EVENTS_BY_VERB: dict[str, tuple[str, ...]] = {
    "discard": ("discarded",),
    "recover": ("recovered",),
    "mend": ("restored",),
    "unveil": ("unveiled", "discarded"),
}


def events_of_ask(ask: Ask, face: Callable[[int], Card]) -> Mapping[str, frozenset[int]] | None:
    """Return the events to which the choice of a card can lead by the text of the card that asks; none has a number."""
    return _events_of_text(face(ask.about[1]).printed) if ask.about[0] == "pick_for" else None


@cache
def _events_of_text(printed: PrintedCard) -> Mapping[str, frozenset[int]]:
    events = {"picked"}
    for verb, arguments in verbs_in(printed.facts):
        events.update(EVENTS_BY_VERB.get(verb, ()))
        if verb == "supply" and isinstance(arguments, Mapping) and arguments.get("source") == "hand":
            events.add("loaded")
    return dict.fromkeys(events, frozenset())


TARGET_EVENTS = frozenset({"aimed", "aimed_at_player"})
DEFENCE_EVENTS = frozenset({"countered", "guarded", "guarded_player", "emergency", "replaced", "replaced_player"})


def closed_events(table: HagmiTable, ask: Ask) -> frozenset[str]:
    """Return the events that only another attack makes possible once ``ask`` is passed (HAG-5.1.1, 6.1.2)."""
    battle, defenders = table.battle, opponents(table, table.active)
    if ask.kind == PLAY or (ask.about[0] == "defend" and ask.seat == defenders[-1]):
        return TARGET_EVENTS | DEFENCE_EVENTS
    if battle is None:
        return TARGET_EVENTS if ask.about[0] == "aim" and ENOUGH in ask.options else frozenset()
    is_open = any(undefended_targets(table, battle, seat) for seat in defenders)
    return TARGET_EVENTS if is_open else TARGET_EVENTS | DEFENCE_EVENTS


def _several_dice(count: int) -> tuple[str, tuple[str, ...]]:
    """Return the shorthand of several dice, such as "roll 4-4-2"."""
    return "roll " + r"\s*[-, ]\s*".join([r"(\d)"] * count), tuple(rf"roll \{die}" for die in range(1, count + 1))


FROM_HAND: dict[str, tuple[str, ...]] = dict.fromkeys(("produced", "played"), ("hand",))


def implied_events(table: HagmiTable, event: Option) -> Iterator[Option]:
    """Yield the payments and fuel cards that ``event`` implies, and that a defeated player loses (HAG-12.7).

    Discarded payments and fuel become visible to all players; cards that become fuel only to the paying player.
    """
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
    elif code == "defeated" and not table.variant.teams:
        yield (LOSES, event[1])
    elif code == "supplied":
        seat, unit, number = event[1:]
        fuel = table.fuel[unit]
        yield from (
            ("loaded", seat, unit, each)
            for each in fuel[len(fuel) - number :]
            if each not in _cards_from_discard(table)
        )


def _cards_from_discard(table: HagmiTable) -> set[int]:
    """Return the cards that the current resupply took from the top of a discard pile."""
    events = takewhile(lambda event: event[0] in ("supplied", "loaded", "topped"), reversed(table.events))
    return {event[3] for event in events if event[0] == "topped"}


def restatements(table: HagmiTable, event: Option) -> Iterator[Option]:
    """Yield what players also write for an event.

    A secret plan that is played from hiding ends in the discard pile, and so do an order and a destroyed card. All
    players see from which deck a card is drawn.
    """
    if event[0] == "unveiled" or (event[0] == "played" and table.cards[event[2]].type == "order"):
        yield ("discarded", *event[1:])
    if event[0] == "destroyed":
        yield ("discarded", table.owners[event[1]], event[1])
    if event[0] == "drew" and not _is_drawn_by_choice(table):
        yield (f"{table.cards[event[2]].back}_drawn", event[1])


def _is_drawn_by_choice(table: HagmiTable) -> bool:
    """Return whether the latest draw follows the choice of a deck, which is an event of its own."""
    before = next(dropwhile(lambda event: event[0] == "drew", reversed(table.events)), ("",))
    return before[0] in ("weapon_drawn", "operation_drawn")


def drawn_back(pattern: Pattern) -> str:
    """Return the main deck that a die draws from (HAG-3.4.2, 3.4.3)."""
    if pattern.code != "rolled":
        return ""
    return "operation" if pattern.fields["number"] <= 3 else "weapon"


def set_up_table(table: HagmiTable, first: int) -> None:
    """Prepare the first turn: set the first player and draw the opening hands."""
    table.active = first
    draw_opening_hands(table)


def draw_pile(table: HagmiTable, owner: int, back: str) -> list[int]:
    """Return the pile of undrawn cards (HAG-2.1); common ones that are not used are put aside."""
    seat = max(owner, 0)
    piles = {"weapon": table.weapons, "operation": table.operations}
    if owner != COMMON_OWNER:
        piles |= {"damage": table.damage, "secret": table.secrets}
    return piles[back][seat] if back in piles else table.box


NOTATION = Notation(
    words=Vocabulary(
        templates=TEMPLATES,
        card_types=CARD_TYPES,
        shorthands=(
            *(_several_dice(count) for count in range(2, 7)),
            (r"(.+) attacks (.+)", (r"attack with \1", r"at \2")),
            (r"play (.+) on (.+)", (r"play \1", r"\1 on \2")),
            (r"produce (.+) with (\d+) fuel", (r"produce \1 \2",)),
            (r"(.+) is (destroyed|defeated)", (r"\1 \2",)),
        ),
        short_forms={
            "rolled": ("roll {first}-{second}",),
            "played": ("play {card} on {card_target}",),
            "declared": ("{card} attacks {card_target}", "{card} attacks {seat_target}"),
        },
        extra_event_fields={
            "aimed_at_player": ("card", "seat_target"),
            "picked_player": ("card", "seat_target"),
            "paid": ("seat", "card"),
            "laid": ("seat", "card"),
            "consumed": ("seat", "card_unit", "card"),
            "lost": ("card_unit", "card"),
            "topped": ("seat", "card_unit", "card"),
            "loaded": ("seat", "card_unit", "card"),
        },
        implied_events=implied_events,
        restatements=restatements,
    ),
    events=EventKinds(
        results=RESULT_EVENTS,
        plays=frozenset({"produced", "played", "used", "declared", "unveiled"}),
        counted=frozenset({"supplied"}),
        payments=PAYMENT_EVENTS,
        paid_for=PAID_EVENTS,
        optional=OPTIONAL_EVENTS,
        private=PRIVATE_EVENTS,
        simultaneous=(frozenset({"aimed", "aimed_at_player"}), *(frozenset({code}) for code in SIMULTANEOUS_EVENTS)),
        revealing_under=EVENTS_REVEALING_UNDER,
        owner_dependent=frozenset({"restored"}),
        random_numbers={6: ("rolled", "number", 1)},
        pile_top="topped",
        additive=frozenset({"damaged", "hit", "burnt"}),
    ),
    asks=AskKinds(
        events_by_option=EVENTS_BY_OPTION,
        events_by_ask=EVENTS_BY_ASK,
        source_zones={
            "main": FROM_HAND | {"used": (), "declared": ()},
            "main2": FROM_HAND | {"used": ()},
            "battle": {"declared": ()},
            "defend": {"emergency": ("hand",)},
            "pay": {"paid": ("hand",), "laid": ("hand",)},
            "burn": {"consumed": ()},
            "supply_hand": {"loaded": ("hand",)},
            "pick_for": {
                "discarded": ("hand", "secrets"),
                "loaded": ("hand",),
                "unveiled": ("secrets",),
                "recovered": ("discard",),
                "restored": ("discard",),
            },
        },
        silent_options=("pass", "no", "enough", "take_turn"),
        optional=("may", "either_for", "deck_for", "process_next", "pay", "burn", "bury"),
        one_by_one=frozenset({"damage_cards"}),
        pile_order=frozenset({"bury"}),
        events_of_ask=events_of_ask,
        closed_events=closed_events,
        interchangeable_piles={"deck_for": ("weapons", "operations")},
    ),
    zones=ZoneKinds(
        untracked=frozenset({"discard"}),
        numbered=frozenset({"units"}),
    ),
    setup=ReportSetup(
        set_up_table=set_up_table,
        counters=lambda table: (table.quiet_turns, table.main_deck_drawn, table.player_hit, table.had_first_turn),
        draw_pile=draw_pile,
        drawn_back=drawn_back,
    ),
    clauses=ClauseLookup(
        violated=violated_clause,
        never=never_clause,
        implausible_outcome=implausible_outcome_clause,
        missing_copy=frozenset({"HAG-10.1", "HAG-10.2"}),
        plays_behind={
            **dict.fromkeys(BATTLE_EVENTS, ("battle",)),
            **dict.fromkeys(DAMAGE_EVENTS, ("main", "battle")),
        },
    ),
    limits=SearchLimits(
        runs=150,
        exhaustive_branches=1200,
        asks=20_000,
    ),
)
