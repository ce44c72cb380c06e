"""The clause that an illegal entry or result of a reported game violates (see `engine.adjudication.notation`)."""

from collections.abc import Collection, Iterator
from typing import Any

from gameplay.engine.adjudication.notation import DRAWN, LOSES, WINS, Pattern, ReportEntry
from gameplay.engine.core.asks import Ask, Option, Outcome
from gameplay.games.enemy.play_restrictions import (
    flip_restriction,
    hand_flip_restriction,
    moment_restriction,
    play_restriction,
)
from gameplay.games.enemy.reasons import REASONS
from gameplay.games.enemy.table import EnemyTable, opponent_of
from gameplay.games.enemy.terms import Card
from gameplay.games.enemy.variants import Variant

PLAY_EVENTS = ("attacked", "stored", "played", "replaced", "equipped", "hid", "redrew", "used")

EVENTS_BY_ASK: dict[str, tuple[str, ...]] = {
    "play": PLAY_EVENTS,
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


def implausible_outcome_clause(variant: Variant, outcome: Outcome) -> str:
    """Return the clause by which no game can have this outcome, or "" if a game can.

    There is no upper limit for a score, because the monster scored last may have more VP than were needed.
    """
    best, target = max(outcome.scores), variant.target
    ahead = tuple(seat for seat, score in enumerate(outcome.scores) if score == best)
    if outcome.reason == "vp":
        reached = sum(score >= target for score in outcome.scores)
        return "" if reached == 1 and outcome.winners == ahead else "ENE-5.9"
    if best >= target and (outcome.reason, variant.simultaneous_ends) != ("deck", "deck"):
        return "ENE-5.9"  # the game would have ended before
    if outcome.reason == "concede":
        return "" if len(outcome.winners) == 1 else "ENE-5.7"
    wins = ahead if len(ahead) == 1 else ()
    return "" if outcome.winners == wins else {"time": "ENE-X.3"}.get(outcome.reason, "ENE-5.7")


def violated_clause(table: EnemyTable, what: Any, entry: ReportEntry | None, moment: str) -> str:
    """Return the clause that ``entry`` violates.

    ``moment`` says where the conflict is: at an "ask" or "event", given as ``what``, that does not match the entry;
    at the end of the turn ("turn_over") or the game ("over"); with no copy of the card left in the deck ("no_copy")
    or in any legal deck ("no_deck"). Without an entry, the reported result is wrong, and ``moment`` is how the game
    ends.
    """
    if entry is None:
        return END_CLAUSES.get(moment, "ENE-5.9")
    if moment == "ask":
        return _ask_clause(table, what, entry)
    if moment == "event":
        return _event_clause(table, what, entry)
    if moment == "over":
        return "ENE-5.10" if max(table.scores()) >= table.variant.target else "ENE-5.7"
    if moment == "no_copy":
        return "ENE-2.1"
    if moment == "no_deck":
        return "ENE-1.2"
    never_came = next((NEVER_CAME_CLAUSES[code] for code in NEVER_CAME_CLAUSES if code in entry.codes), "ENE-4.1")
    return _clause_of_course(table, entry) or never_came


def never_clause(entry: ReportEntry, cards: Collection[Card]) -> str:
    """Return ENE-16.6 if ``entry`` says a destiny that no card has, or that the card that it names does not have."""
    return "ENE-16.6" if all(_is_impossible_destiny(pattern, cards) for pattern in entry.patterns) else ""


def _is_impossible_destiny(pattern: Pattern, cards: Collection[Card]) -> bool:
    number = pattern.fields.get("number")
    possible = pattern.fields.get("card", cards)
    return pattern.code == "destiny" and number is not None and all(card.destiny != number for card in possible)


def _clause_of_course(table: EnemyTable, entry: ReportEntry) -> str:
    """Return the clause by which the course of the turn leaves no place for ``entry``, "" if none is more exact."""
    happened, cards = {event[0] for event in table.events}, [*_named_cards(entry)]
    if "avoids" in happened and "destiny" in entry.codes:
        return "ENE-14.8"
    if "avoids" in happened and "scored" in entry.codes and not any(card.vp for card in cards):
        return "ENE-14.6"
    if "attacked" in happened and entry.codes & {"avoids", "fights"}:
        return "ENE-14.2"
    if "joined" in entry.codes:
        clauses = (_join_clause(table, seat, entry) for seat in range(table.seats))
        return next((clause for clause in clauses if clause != NEVER_CAME_CLAUSES["joined"]), "")
    if "assigned" in entry.codes:
        return "ENE-15.4" if _is_assigned(table, entry) else ""
    others = {event[1] for event in table.events if event[0] in PLAY_EVENTS}  # the turn may be over already
    if (
        "played" in entry.codes
        and others
        and others.isdisjoint(pattern.fields.get("seat") for pattern in entry.patterns)
    ):
        return OWN_PLAY_CLAUSES.get(cards[0].type, "")
    return ""


OWN_PLAY_CLAUSES = {"event": "ENE-11.1", "field": "ENE-11.2"}
"""The clauses by which cards can only be played in one's own Play Step, by type."""


def _is_assigned(table: EnemyTable, entry: ReportEntry) -> bool:
    """Return whether the PC or the monster of ``entry`` is already in a fight of this turn."""
    pairs = [event[1:3] for event in table.events if event[0] == "assigned"]
    return any(
        table.cards[card] in pattern.fields[name]
        for pattern in entry.patterns
        for pair in pairs
        for name, card in zip(("card", "card_monster"), pair, strict=True)
    )


END_CLAUSES = {"vp": "ENE-5.9", "deck": "ENE-5.7", "time": "ENE-X.3", "over": "ENE-5.10"}

NEVER_CAME_CLAUSES = {  # for an entry whose event did not happen in its turn
    **dict.fromkeys(PLAY_EVENTS, "ENE-6.1"),
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
    **dict.fromkeys((WINS, LOSES), "ENE-5.9"),
    DRAWN: "ENE-5.7",
}


def _event_clause(table: EnemyTable, event: Option, entry: ReportEntry) -> str:
    """Return the clause for an event that differs from the entry."""
    if "flipped" in entry.codes and (event[0] == "compared" or _is_first_destiny(table, event)):
        return _missed_flip_clause(table, "destiny" if event[0] == "compared" else "fight", entry)
    if event[0] == "wounded" and "tolerated" in entry.codes and _is_tie(table):
        return "ENE-16.2.3"
    if event[0] == "replaced" and "replaced" in entry.codes and table.cards[event[2]] in _named_cards(entry):
        return "ENE-8.4" if table.cards[event[2]].name == table.cards[event[3]].name else "ENE-8.3"
    return CONFLICT_CLAUSES.get(event[0], {}).get(
        next(iter(entry.codes & CONFLICT_CLAUSES.get(event[0], {}).keys()), ""), ""
    )


def _is_tie(table: EnemyTable) -> bool:
    """Return whether the latest fight is a tie, which wounds only a PC without tolerance."""
    compared = next((event for event in reversed(table.events) if event[0] == "compared"), None)
    return compared is not None and compared[2] == compared[3]


def _is_first_destiny(table: EnemyTable, event: Option) -> bool:
    """Return whether ``event``, the latest one, is the first of a fight's two destiny draws."""
    return bool(event[0] == "destiny" and table.events[-2][0] != "destiny")


def _missed_flip_clause(table: EnemyTable, moment: str, entry: ReportEntry) -> str:
    """Return the clause by which an action was not flipped when ``moment`` has passed."""
    if clause := _moment_clause(entry, moment):
        return clause
    seats = {pattern.fields.get("seat", opponent_of(table, table.active)) for pattern in entry.patterns}
    reasons = [hand_flip_restriction(table, seat) for seat in sorted(seats)]
    return REASONS[next(filter(None, reasons), "only_hidden")].clause


CONFLICT_CLAUSES: dict[str, dict[str, str]] = {  # event that happens: event in the entry: clause
    "compared": {"compared": "ENE-16.9"},
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


def _ask_clause(table: EnemyTable, ask: Ask, entry: ReportEntry) -> str:
    """Return the clause for an entry that answers this ask, but not with one of its options."""
    about = ask.about[0]
    if any("seat" in pattern.fields and pattern.fields["seat"] != ask.seat for pattern in entry.patterns):
        return "ENE-3.6" if about == "play" and entry.codes & set(PLAY_EVENTS) else ""
    if about == "play":
        return _play_clause(table, ask.seat, entry) if entry.codes & set(PLAY_EVENTS) else ""
    if about == "window" and "flipped" in entry.codes:
        return _flip_clause(table, ask, entry)
    if about == "join" and "joined" in entry.codes:
        return _join_clause(table, ask.seat, entry)
    if about == "defend" and "assigned" in entry.codes:
        return "ENE-14.2"
    return ANSWER_CLAUSES.get(about, "") if entry.codes & set(EVENTS_BY_ASK.get(about, ())) else ""


ANSWER_CLAUSES: dict[str, str] = {  # the clause that limits the options of an ask
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


def _play_clause(table: EnemyTable, seat: int, entry: ReportEntry) -> str:
    for pattern in entry.patterns:
        if pattern.code == "redrew":
            return _redraw_clause(table, seat)
        if pattern.code == "used":
            return REASONS["too_small"].clause
        for card in pattern.fields.get("card", ()):
            reason = play_restriction(table, seat, card, PLAY_OF_EVENT.get(pattern.code, card.type))
            if reason and REASONS[reason].clause:
                return REASONS[reason].clause
    return "ENE-2.1"  # no copy is left that could be in the hand


PLAY_OF_EVENT = {"attacked": "attack", "stored": "store", "equipped": "item"}  # other plays are named by card type


def _redraw_clause(table: EnemyTable, seat: int) -> str:
    """Return the clause by which there is no mulligan: on a later turn, or with an empty hand."""
    if table.had_first_turn[seat]:
        return REASONS["later_turn"].clause
    return "ENE-6.9" if table.variant.redraw == "discard" else "ENE-6.10"


def _flip_clause(table: EnemyTable, ask: Ask, entry: ReportEntry) -> str:
    reasons = (flip_restriction(table, ask.seat, card, ask.about[1]) for card in _named_cards(entry))
    return REASONS[reason].clause if (reason := next(filter(None, reasons), "")) else ""


def _moment_clause(entry: ReportEntry, moment: str) -> str:
    """Return the clause by which the cards of the entry can never be flipped at this moment."""
    reasons = (moment_restriction(card, moment) for card in _named_cards(entry))
    return REASONS[reason].clause if (reason := next(filter(None, reasons), "")) else ""


def _named_cards(entry: ReportEntry) -> Iterator[Card]:
    return (card for pattern in entry.patterns for card in pattern.fields.get("card", ()))


def _join_clause(table: EnemyTable, seat: int, entry: ReportEntry) -> str:
    for pattern in entry.patterns:
        for monster in table.portal[seat]:
            if table.cards[monster] in pattern.fields.get("card", ()):
                if not table.cards[monster].join_conditions:
                    return "ENE-12.4"
                return "ENE-12.7" if table.turn_stored.get(monster) == table.turn else "ENE-12.6"
    return "ENE-12.5"
