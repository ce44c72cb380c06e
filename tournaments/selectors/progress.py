"""How far an event is, and where each of its players should be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from drafting.models import Deck, Pod, Seat
from gameplay.engine.core.errors import _
from gameplay.models import Account
from tournaments.models import Entry, Event, Match, MatchGame, Round
from tournaments.rules.cut import STAGES, Stage
from tournaments.selectors.brought import deck_of
from tournaments.selectors.matches import current_match, running_game
from tournaments.selectors.stages import begun, stages_of


class Phase(StrEnum):
    """What an event is in the middle of."""

    REGISTRATION = "registration"
    DRAFT = "draft"
    DECKS = "decks"
    ROUNDS = "rounds"
    FINISHED = "finished"


OF_DRAFT = (Phase.REGISTRATION, Phase.DRAFT, Phase.DECKS, Phase.ROUNDS, Phase.FINISHED)
CONSTRUCTED = (Phase.REGISTRATION, Phase.DECKS, Phase.ROUNDS, Phase.FINISHED)
"""The phases of an event to which decks are brought."""

PHASES = {
    Phase.REGISTRATION: _("Registration"),
    Phase.DRAFT: _("Draft"),
    Phase.DECKS: _("Deck building"),
    Phase.ROUNDS: _("Rounds"),
    Phase.FINISHED: _("Finished"),
}


LATE = _("You came late: your packs are yours alone")
LATE_NOTE = _(
    "You are paired in the first round that is paired once your deck is in. Rounds published before count as lost "
    "without a game."
)
LATE_TEAM_NOTE = _(
    "Your team is paired in the first round that is paired once all your decks are in. Rounds published before count as "
    "lost without a game."
)


UNTIL_PAIRED = _("You are paired in the first round that is paired once it is in.")
UNTIL_LOCKED = _("It can be changed until the organizer locks the decks. Then round 1 begins.")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the day, as a template with its fields; ``state`` is "done", "now" or ""."""

    label: str
    fields: Mapping[str, Any]
    state: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player should be now: templates for the line above, the large words and a note, and what they open."""

    code: str
    above: str
    words: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    pod: Pod | None = None
    match: Match | None = None
    game: MatchGame | None = None
    note: str = ""


def phase(event: Event) -> Phase:
    """Return what ``event`` is in the middle of. One query at most."""
    if event.finished_at:
        return Phase.FINISHED
    if not event.registration_closed_at:
        return Phase.REGISTRATION
    if not event.drafted:
        return Phase.ROUNDS if event.decks_locked_at else Phase.DECKS
    pods = Pod.objects.filter(event_pod__event=event, event_pod__joins=None).values_list("drafted_at", "closed_at")
    if any(drafted is None for drafted, _closed in pods):
        return Phase.DRAFT
    return Phase.DECKS if any(closed is None for _drafted, closed in pods) else Phase.ROUNDS


def words(event: Event, now: Phase) -> str:
    """Return what a phase of ``event`` is called, as a template."""
    return _("Decks") if now is Phase.DECKS and not event.drafted else PHASES[now]


def steps(event: Event, now: Phase) -> list[Step]:
    """Return the steps of the day from registration to standings. One query."""
    published = list(event.rounds.filter(published_at__isnull=False).order_by("number"))
    phases = OF_DRAFT if event.drafted else CONSTRUCTED
    reached = phases.index(now)
    before = [Step(words(event, each), {}, _state(place, reached)) for place, each in enumerate(phases[:-2])]
    ahead = _rounds_and_stages(event, now, published)
    current = max(len(published), 1) if now is Phase.ROUNDS else len(ahead) + 1 if now is Phase.FINISHED else 0
    rounds = [Step(label, fields, _state(number, current)) for number, (label, fields) in enumerate(ahead, 1)]
    return [*before, *rounds, Step(_("Standings"), {}, "now" if now is Phase.FINISHED else "")]


def _rounds_and_stages(event: Event, now: Phase, published: Sequence[Round]) -> list[tuple[str, Mapping[str, Any]]]:
    """What is announced; of an event that is finished, what was played."""
    played = sum(not each.stage for each in published)
    over = now is Phase.FINISHED
    numbers = range(1, (played if over else max(event.terms.rounds, played)) + 1)
    found = [Stage(each.stage) for each in published if each.stage] if over else stages_of(event, published)
    rounds = [(_("Round {round}"), {"round": number}) for number in numbers]
    return [*rounds, *((STAGES[stage], {}) for stage in found)]


def place_of(event: Event, entry: Entry, now: Phase) -> Place:
    """Return where ``entry`` should be now. Six queries at most."""
    if now is Phase.FINISHED:
        return Place("finished", _("The event is over"), _("Final standings"))
    if not entry.playing:
        above = _("Your team has left the event") if event.of_teams else _("You have left the event")
        return Place("out", above, _("Goodbye"))
    if now in (Phase.REGISTRATION, Phase.DECKS) and not event.drafted:
        return _with_a_deck(event, entry, now)
    if now is Phase.REGISTRATION:
        return Place(
            "registered", _("You are in, number {number}"), _("Wait for the seating"), {"number": entry.number}
        )
    if now in (Phase.DRAFT, Phase.DECKS):
        return _at_the_pod(event, entry.account)
    match = current_match(event, entry.account)
    if match is None or match.kind == Match.Kind.MISSED:
        return _between_rounds(event, entry, match)
    return _in_round(match, entry)


def own_streams(event: Event, entry: Entry | None) -> list[str]:
    """Return the streams that tell ``entry`` where to be, beside the event's: their own, their pod's, their match's.

    Three queries.
    """
    if entry is None:
        return []
    pods = Seat.objects.filter(pod__event_pod__event=event, pod__closed_at=None, player=entry.account_id)
    match = current_match(event, entry.account)
    followed = [f"pod/{pod}" for pod in pods.values_list("pod_id", flat=True)] + ([match.stream] if match else [])
    return [entry.account.stream, *followed]


def _with_a_deck(event: Event, entry: Entry, now: Phase) -> Place:
    fields = {"number": entry.number}
    above = _("You are in, number {number}")
    if entry.checked_in_at is None and now is not Phase.REGISTRATION:
        return Place("out", _("Registration is closed, and you were not there"), _("Ask the organizer"))
    if not deck_of(entry).submitted_at:
        note = UNTIL_PAIRED if now is Phase.ROUNDS else UNTIL_LOCKED
        return Place("list", above, _("Hand in your deck"), fields, note=note)
    return Place("list_in", above, _("Your deck is in"), fields, note=UNTIL_LOCKED)


def _at_the_pod(event: Event, account: Account) -> Place:
    seat = Seat.objects.filter(pod__event_pod__event=event, player=account).select_related("pod__event_pod").first()
    if seat is None:
        return Place("out", _("You have no seat in this draft"), _("Ask the organizer"))
    pod, fields = seat.pod, {"pod": seat.pod.label, "seat": seat.number + 1}
    note = LATE_TEAM_NOTE if event.of_teams else LATE_NOTE
    words, late = _("Pod {pod}, seat {seat}"), pod.event_pod.joins_id is not None
    if pod.drafted_at is None:
        return Place("draft", _("The draft is on"), words, fields, pod=pod)
    if pod.at_table and not Deck.objects.filter(seat=seat).exists():
        if late:
            return Place("pool", LATE, _("Register your packs"), pod=pod, note=note)
        return Place("pool", _("Register what you drafted"), words, fields, pod=pod)
    if pod.closed_at is None:
        if late:
            return Place("deck", LATE, _("Build your deck"), pod=pod, note=note)
        return Place("deck", _("Build your deck"), words, fields, pod=pod)
    return Place("between", _("Your deck is in"), _("Wait for the others"), fields, pod=pod)


def _between_rounds(event: Event, entry: Entry, missed: Match | None) -> Place:
    place = _at_the_pod(event, entry.account) if event.drafted else _with_a_deck(event, entry, Phase.ROUNDS)
    if place.code not in ("between", "list_in"):
        return place
    if event.cut and begun(event):
        return Place(
            "out", _("The top {places} is played without you"), _("Thank you for playing"), {"places": event.cut}
        )
    if missed is None:
        return Place("between", _("Decks are in"), _("Wait for the pairings"))
    above = _("You have missed round {round}")
    return Place("missed", above, _("Wait for the next pairings"), {"round": missed.round.number})


def _in_round(match: Match, entry: Entry) -> Place:
    fields: dict[str, Any] = {"round": match.round.title, "table": match.label}
    if match.b is None:
        words = _("Bye") if match.kind == Match.Kind.BYE else _("Not paired")
        return Place("bye", _("{round}, no opponent"), words, fields, match=match)
    fields["opponent"] = (match.b if match.a == entry else match.a).full_name
    return Place(
        "match",
        _("{round}, against {opponent}"),
        _("Table {table}"),
        fields,
        match=match,
        game=running_game(match),
    )


def _state(place: int, reached: int) -> str:
    return "done" if place < reached else "now" if place == reached else ""
