"""How far an event is, and where each of its players should be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from drafting.models import Deck, Pod, Seat
from gameplay.engine.core.errors import _
from gameplay.models import Account
from tournaments.models import Entry, Event, Match, MatchGame, Round
from tournaments.rules.cut import STAGE_NAMES, CutStage
from tournaments.selectors.constructed_decks import constructed_deck_of
from tournaments.selectors.matches import current_match, running_game
from tournaments.selectors.stages import event_stages, has_cut_begun


class EventPhase(StrEnum):
    """What an event is in the middle of."""

    REGISTRATION = "registration"
    DRAFT = "draft"
    DECKS = "decks"
    ROUNDS = "rounds"
    FINISHED = "finished"


DRAFT_PHASES = (EventPhase.REGISTRATION, EventPhase.DRAFT, EventPhase.DECKS, EventPhase.ROUNDS, EventPhase.FINISHED)
CONSTRUCTED_PHASES = (EventPhase.REGISTRATION, EventPhase.DECKS, EventPhase.ROUNDS, EventPhase.FINISHED)
"""The phases of an event to which decks are brought."""

PHASE_NAMES = {
    EventPhase.REGISTRATION: _("Registration"),
    EventPhase.DRAFT: _("Draft"),
    EventPhase.DECKS: _("Deck building"),
    EventPhase.ROUNDS: _("Rounds"),
    EventPhase.FINISHED: _("Finished"),
}


LATE_HEADING = _("You came late: your packs are yours alone")
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
class DayStep:
    """One step of the day, as a template with its fields; ``state`` is "done", "now" or ""."""

    label: str
    fields: Mapping[str, Any]
    state: str


@dataclass(frozen=True, slots=True)
class PlayerStatus:
    """Where a player should be now: templates for the line above, the large words and a note, and what they open."""

    code: str
    introduction: str
    headline: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    pod: Pod | None = None
    match: Match | None = None
    game: MatchGame | None = None
    note: str = ""


def event_phase(event: Event) -> EventPhase:
    """Return what ``event`` is in the middle of. One query at most."""
    if event.finished_at:
        return EventPhase.FINISHED
    if not event.registration_closed_at:
        return EventPhase.REGISTRATION
    if not event.drafted:
        return EventPhase.ROUNDS if event.decks_locked_at else EventPhase.DECKS
    pods = Pod.objects.filter(event_pod__event=event, event_pod__joins=None).values_list("drafted_at", "closed_at")
    if any(drafted is None for drafted, _closed in pods):
        return EventPhase.DRAFT
    return EventPhase.DECKS if any(closed is None for _drafted, closed in pods) else EventPhase.ROUNDS


def phase_name(event: Event, now: EventPhase) -> str:
    """Return what a phase of ``event`` is called, as a template."""
    return _("Decks") if now is EventPhase.DECKS and not event.drafted else PHASE_NAMES[now]


def day_steps(event: Event, now: EventPhase) -> list[DayStep]:
    """Return the steps of the day from registration to standings. One query."""
    published = list(event.rounds.filter(published_at__isnull=False).order_by("number"))
    phases = DRAFT_PHASES if event.drafted else CONSTRUCTED_PHASES
    reached = phases.index(now)
    before = [DayStep(phase_name(event, each), {}, _state(place, reached)) for place, each in enumerate(phases[:-2])]
    ahead = _rounds_and_stages(event, now, published)
    current = (
        max(len(published), 1) if now is EventPhase.ROUNDS else len(ahead) + 1 if now is EventPhase.FINISHED else 0
    )
    rounds = [DayStep(label, fields, _state(number, current)) for number, (label, fields) in enumerate(ahead, 1)]
    return [*before, *rounds, DayStep(_("Standings"), {}, "now" if now is EventPhase.FINISHED else "")]


def _rounds_and_stages(
    event: Event, now: EventPhase, published: Sequence[Round]
) -> list[tuple[str, Mapping[str, Any]]]:
    """What is announced; of an event that is finished, what was played."""
    played = sum(not each.stage for each in published)
    over = now is EventPhase.FINISHED
    numbers = range(1, (played if over else max(event.event_format.rounds, played)) + 1)
    found = [CutStage(each.stage) for each in published if each.stage] if over else event_stages(event, published)
    rounds = [(_("Round {round}"), {"round": number}) for number in numbers]
    return [*rounds, *((STAGE_NAMES[stage], {}) for stage in found)]


def player_status(event: Event, entry: Entry, now: EventPhase) -> PlayerStatus:
    """Return where ``entry`` should be now. Six queries at most."""
    if now is EventPhase.FINISHED:
        return PlayerStatus("finished", _("The event is over"), _("Final standings"))
    if not entry.is_playing:
        above = _("Your team has left the event") if event.is_team_event else _("You have left the event")
        return PlayerStatus("out", above, _("Goodbye"))
    if now in (EventPhase.REGISTRATION, EventPhase.DECKS) and not event.drafted:
        return _deck_status(event, entry, now)
    if now is EventPhase.REGISTRATION:
        return PlayerStatus(
            "registered", _("You are in, number {number}"), _("Wait for the seating"), {"number": entry.number}
        )
    if now in (EventPhase.DRAFT, EventPhase.DECKS):
        return _pod_status(event, entry.account)
    match = current_match(event, entry.account)
    if match is None or match.kind == Match.Kind.MISSED:
        return _between_rounds(event, entry, match)
    return _round_status(match, entry)


def player_streams(event: Event, entry: Entry | None) -> list[str]:
    """Return the streams that tell ``entry`` where to be, beside the event's: their own, their pod's, their match's.

    Three queries.
    """
    if entry is None:
        return []
    pods = Seat.objects.filter(pod__event_pod__event=event, pod__closed_at=None, player=entry.account_id)
    match = current_match(event, entry.account)
    followed = [f"pod/{pod}" for pod in pods.values_list("pod_id", flat=True)] + ([match.stream] if match else [])
    return [entry.account.stream, *followed]


def _deck_status(event: Event, entry: Entry, now: EventPhase) -> PlayerStatus:
    fields = {"number": entry.number}
    above = _("You are in, number {number}")
    if entry.checked_in_at is None and now is not EventPhase.REGISTRATION:
        return PlayerStatus("out", _("Registration is closed, and you were not there"), _("Ask the organizer"))
    if not constructed_deck_of(entry).submitted_at:
        note = UNTIL_PAIRED if now is EventPhase.ROUNDS else UNTIL_LOCKED
        return PlayerStatus("list", above, _("Hand in your deck"), fields, note=note)
    return PlayerStatus("list_in", above, _("Your deck is in"), fields, note=UNTIL_LOCKED)


def _pod_status(event: Event, account: Account) -> PlayerStatus:
    seat = Seat.objects.filter(pod__event_pod__event=event, player=account).select_related("pod__event_pod").first()
    if seat is None:
        return PlayerStatus("out", _("You have no seat in this draft"), _("Ask the organizer"))
    pod, fields = seat.pod, {"pod": seat.pod.label, "seat": seat.number + 1}
    note = LATE_TEAM_NOTE if event.is_team_event else LATE_NOTE
    words, late = _("Pod {pod}, seat {seat}"), pod.event_pod.joins_id is not None
    if pod.drafted_at is None:
        return PlayerStatus("draft", _("The draft is on"), words, fields, pod=pod)
    if pod.is_paper_draft and not Deck.objects.filter(seat=seat).exists():
        if late:
            return PlayerStatus("pool", LATE_HEADING, _("Register your packs"), pod=pod, note=note)
        return PlayerStatus("pool", _("Register what you drafted"), words, fields, pod=pod)
    if pod.closed_at is None:
        if late:
            return PlayerStatus("deck", LATE_HEADING, _("Build your deck"), pod=pod, note=note)
        return PlayerStatus("deck", _("Build your deck"), words, fields, pod=pod)
    return PlayerStatus("between", _("Your deck is in"), _("Wait for the others"), fields, pod=pod)


def _between_rounds(event: Event, entry: Entry, missed: Match | None) -> PlayerStatus:
    place = _pod_status(event, entry.account) if event.drafted else _deck_status(event, entry, EventPhase.ROUNDS)
    if place.code not in ("between", "list_in"):
        return place
    if event.cut and has_cut_begun(event):
        return PlayerStatus(
            "out", _("The top {places} is played without you"), _("Thank you for playing"), {"places": event.cut}
        )
    if missed is None:
        return PlayerStatus("between", _("Decks are in"), _("Wait for the pairings"))
    above = _("You have missed round {round}")
    return PlayerStatus("missed", above, _("Wait for the next pairings"), {"round": missed.round.number})


def _round_status(match: Match, entry: Entry) -> PlayerStatus:
    fields: dict[str, Any] = {"round": match.round.title, "table": match.label}
    if match.b is None:
        words = _("Bye") if match.kind == Match.Kind.BYE else _("Not paired")
        return PlayerStatus("bye", _("{round}, no opponent"), words, fields, match=match)
    fields["opponent"] = (match.b if match.a == entry else match.a).full_name
    return PlayerStatus(
        "match",
        _("{round}, against {opponent}"),
        _("Table {table}"),
        fields,
        match=match,
        game=running_game(match),
    )


def _state(place: int, reached: int) -> str:
    return "done" if place < reached else "now" if place == reached else ""
