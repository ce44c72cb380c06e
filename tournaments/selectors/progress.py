"""The phase of an event, the steps of its day, and the next action of each player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.db.models import Count

from drafting.models import Deck, Pod, Seat
from gameplay.engine.core.errors import _
from gameplay.models import Account
from tournaments.models import Entry, Event, Match, MatchGame, Round
from tournaments.rules.cut import STAGE_NAMES, CutStage
from tournaments.rules.days import EventDay
from tournaments.selectors.constructed_decks import constructed_deck_of
from tournaments.selectors.days import DayBreak
from tournaments.selectors.event_state import event_state
from tournaments.selectors.matches import current_match, running_game
from tournaments.selectors.seats import current_seat
from tournaments.selectors.stages import event_stages, has_stage_begun
from tournaments.selectors.waiting_list import has_waited_in_vain, waiting_place


class EventPhase(StrEnum):
    """A phase of an event."""

    REGISTRATION = "registration"
    DRAFT = "draft"
    DECKS = "decks"
    ROUNDS = "rounds"
    FINISHED = "finished"


DRAFT_PHASES = (EventPhase.REGISTRATION, EventPhase.DRAFT, EventPhase.DECKS, EventPhase.ROUNDS, EventPhase.FINISHED)
CONSTRUCTED_PHASES = (EventPhase.REGISTRATION, EventPhase.DECKS, EventPhase.ROUNDS, EventPhase.FINISHED)
"""The phases of an event with constructed decks."""
SHARED_DECK_PHASES = (EventPhase.REGISTRATION, EventPhase.ROUNDS, EventPhase.FINISHED)
"""The phases of an event whose players share one deck."""

PHASE_NAMES = {
    EventPhase.REGISTRATION: _("Registration"),
    EventPhase.DRAFT: _("Draft"),
    EventPhase.DECKS: _("Deck building"),
    EventPhase.ROUNDS: _("Rounds"),
    EventPhase.FINISHED: _("Finished"),
}


DRAFTING = (EventPhase.DRAFT, EventPhase.DECKS)
"""The phases in which a pod drafts or builds; the top cut may do so, too, after the announced rounds."""
CUT_DRAFT = _("Draft of the top cut")


LATE_HEADING = _("Late entry: these packs are only for you")
LATE_NOTE = _(
    "You are paired in the next round after your deck is submitted. Rounds published before that count as losses "
    "without a game."
)
LATE_TEAM_NOTE = _(
    "Your team is paired in the next round after all your decks are submitted. Rounds published before that count as "
    "losses without a game."
)


ADMITTED_IN_ORDER = _(
    "When a place becomes free, the first player on the list gets it. The list ends when registration closes."
)
UNTIL_PAIRED = _("You are paired in the next round after you submit it.")
UNTIL_LOCKED = _("You can change it until the organizer locks the decks. Then round 1 begins.")


DAY_OVER = ("match", "bye", "between", "missed", "list_in")
"""The codes of players who have nothing left to do on a day, once all its results are in."""
DAY_IS_OVER = _("Day {ended} is over")
DAY_WITH_ROUND = _("Day {day}: round {round}")
DAY_WITH_CUT = _("Day {day}: top {places}")
DAY_WITH_DRAFT = _("Day {day}: draft of the top {places}")
BACK_NEXT_DAY = _("Be back by then. If you cannot come, drop before the next pairings are published.")
NEXT_MOVES_UP = _("If one of them drops, the next player in the standings moves up.")


@dataclass(frozen=True, slots=True)
class DayStep:
    """One step of the day, as a message with its values; ``state`` is "done", "now" or ""."""

    label: str
    fields: Mapping[str, Any]
    state: str


@dataclass(frozen=True, slots=True)
class PlayerStatus:
    """The next action of a player: messages for the introduction, the headline and a note, and the linked objects."""

    code: str
    introduction: str
    headline: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    pod: Pod | None = None
    match: Match | None = None
    game: MatchGame | None = None
    note: str = ""
    day: EventDay | None = None


def event_phase(event: Event) -> EventPhase:
    """Return the current phase of ``event``. Makes one query at most."""
    return event_phases([event])[event.pk]


def event_phases(events: Sequence[Event]) -> dict[Any, EventPhase]:
    """Return the current phases of ``events`` by their keys. Makes one query at most."""
    seated = [each.pk for each in events if each.drafted and each.registration_closed_at and not each.finished_at]
    pods: dict[Any, Sequence[int]] = {}
    if seated:
        found = Pod.objects.filter(event_pod__event__in=seated, event_pod__joins=None).order_by()
        counts = (Count("pk"), Count("drafted_at"), Count("closed_at"))
        pods = {key: of for key, *of in found.values_list("event_pod__event").annotate(*counts)}
    return {each.pk: _phase(each, *pods.get(each.pk, (0, 0, 0))) for each in events}


def _phase(event: Event, pods: int, drafted: int, closed: int) -> EventPhase:
    """Return the phase of ``event`` with this number of ``pods``, of which some are ``drafted`` and ``closed``."""
    if event.finished_at:
        return EventPhase.FINISHED
    if not event.registration_closed_at:
        return EventPhase.REGISTRATION
    if not event.drafted:
        return EventPhase.ROUNDS if event.decks_locked_at else EventPhase.DECKS
    if drafted < pods:
        return EventPhase.DRAFT
    return EventPhase.ROUNDS if closed == pods else EventPhase.DECKS


def phase_name(event: Event, now: EventPhase) -> str:
    """Return the name of a phase of ``event``, as a message."""
    return _("Decks") if now is EventPhase.DECKS and not event.drafted else PHASE_NAMES[now]


def day_steps(event: Event, now: EventPhase) -> list[DayStep]:
    """Return the steps of the day from registration to standings. Makes one query."""
    published = list(event.rounds.filter(published_at__isnull=False).order_by("number"))
    phases = DRAFT_PHASES if event.drafted else CONSTRUCTED_PHASES if event.brings_decks else SHARED_DECK_PHASES
    reached = phases.index(EventPhase.ROUNDS if event.cut_seated_at and now in DRAFTING else now)
    before = [DayStep(phase_name(event, each), {}, _state(index, reached)) for index, each in enumerate(phases[:-2])]
    labels = _rounds_and_stages(event, now, published)
    current = len(labels) + 1 if now is EventPhase.FINISHED else _current_step(event, now, published)
    rounds = [DayStep(label, fields, _state(number, current)) for number, (label, fields) in enumerate(labels, 1)]
    return [*before, *rounds, DayStep(_("Standings"), {}, "now" if now is EventPhase.FINISHED else "")]


def _current_step(event: Event, now: EventPhase, published: Sequence[Round]) -> int:
    """Return the number of the current one of the rounds, the draft of the cut and the stages; 0 before the rounds."""
    if event.cut_seated_at:
        return len(published) + 1
    return max(len(published), 1) if now is EventPhase.ROUNDS else 0


def _rounds_and_stages(
    event: Event, now: EventPhase, published: Sequence[Round]
) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the labels of the announced rounds, the draft of the top cut and the stages.

    For a finished event, return those that were played.
    """
    played = sum(not each.stage for each in published)
    over = now is EventPhase.FINISHED
    numbers = range(1, (played if over else max(event.event_format.rounds, played)) + 1)
    found = [CutStage(each.stage) for each in published if each.stage] if over else event_stages(event, published)
    rounds = [(_("Round {round}"), {"round": number}) for number in numbers]
    is_ahead = event.cut_draft and not over and found and not any(each.stage for each in published)
    draft: list[tuple[str, Mapping[str, Any]]] = [(CUT_DRAFT, {})] if event.cut_seated_at or is_ahead else []
    return [*rounds, *draft, *((STAGE_NAMES[stage], {}) for stage in found)]


def player_status(event: Event, entry: Entry, now: EventPhase, *, pause: DayBreak | None = None) -> PlayerStatus:
    """Return what ``entry`` should do now. Makes six queries at most.

    ``pause`` is the time between two days that the event is in, if any (tournaments.selectors.days).
    """
    if now is EventPhase.FINISHED:
        return PlayerStatus("finished", _("The event is over"), _("Final standings"))
    if not entry.is_playing:
        introduction = _("Your team has left the event") if event.is_team_event else _("You have left the event")
        return PlayerStatus("out", introduction, _("Goodbye"))
    if now in (EventPhase.REGISTRATION, EventPhase.DECKS) and not event.drafted:
        return _deck_status(event, entry, now)
    if now is EventPhase.REGISTRATION:
        return PlayerStatus(
            "registered",
            _("You are registered as number {number}"),
            _("Wait for the seating"),
            {"number": entry.number},
        )
    if now in DRAFTING:
        return _pod_status(event, entry.account)
    status = _round_or_break(event, entry)
    return _day_status(event, entry, pause) if pause and status.code in DAY_OVER else status


def _round_or_break(event: Event, entry: Entry) -> PlayerStatus:
    match = current_match(event, entry.account)
    is_before_cut = event.cut_seated_at and match and not match.round.stage
    if match is None or is_before_cut or match.kind == Match.Kind.MISSED:
        return _between_rounds(event, entry, None if is_before_cut else match)
    return _round_status(match, entry)


def waiting_status(event: Event, account: object, now: EventPhase) -> PlayerStatus | None:
    """Return the state of ``account``, which has no entry, on the waiting list of ``event``; None if it is not on it.

    Once registration is closed, the list has ended. Makes two queries at most.
    """
    if now is EventPhase.FINISHED:
        return None
    if found := waiting_place(event, account):
        headline, fields = _("Waiting list: number {position}"), {"position": found.position}
        return PlayerStatus("waiting", _("The event is full"), headline, fields, note=ADMITTED_IN_ORDER)
    if not has_waited_in_vain(event, account):
        return None
    return PlayerStatus("list_ended", _("Registration is closed"), _("The waiting list has ended"))


def player_streams(event: Event, entry: Entry | None) -> list[str]:
    """Return the streams ``entry`` follows besides the event's: the player's own, their pod's and their match's.

    Makes three queries.
    """
    if entry is None:
        return []
    pods = Seat.objects.filter(pod__event_pod__event=event, pod__closed_at=None, player=entry.account_id)
    match = current_match(event, entry.account)
    followed = [f"pod/{pod}" for pod in pods.values_list("pod_id", flat=True)] + ([match.stream] if match else [])
    return [entry.account.stream, *followed]


def _deck_status(event: Event, entry: Entry, now: EventPhase) -> PlayerStatus:
    fields = {"number": entry.number}
    introduction = _("You are registered as number {number}")
    if entry.checked_in_at is None and now is not EventPhase.REGISTRATION:
        return PlayerStatus("out", _("Registration is closed, and you were not checked in"), _("Ask the organizer"))
    if not event.brings_decks:
        code = "registered" if now is EventPhase.REGISTRATION else "between"
        return PlayerStatus(code, introduction, _("Wait for the pairings"), fields)
    if not constructed_deck_of(entry).submitted_at:
        note = UNTIL_PAIRED if now is EventPhase.ROUNDS else UNTIL_LOCKED
        return PlayerStatus("list", introduction, _("Submit your deck"), fields, note=note)
    return PlayerStatus("list_in", introduction, _("Your deck is in"), fields, note=UNTIL_LOCKED)


def _pod_status(event: Event, account: Account) -> PlayerStatus:
    seat = current_seat(event, account.pk)
    if seat is None:
        return PlayerStatus("out", _("You have no seat in this draft"), _("Ask the organizer"))
    if event.cut_seated_at and not seat.pod.event_pod.for_cut:
        return _not_in_cut(event)
    pod, fields = seat.pod, {"pod": seat.pod.label, "seat": seat.number + 1}
    note = LATE_TEAM_NOTE if event.is_team_event else LATE_NOTE
    headline, late = _("Pod {pod}, seat {seat}"), pod.event_pod.joins_id is not None
    if pod.drafted_at is None:
        return PlayerStatus("draft", _("The draft is running"), headline, fields, pod=pod)
    if pod.is_paper_draft and not Deck.objects.filter(seat=seat).exists():
        if late:
            return PlayerStatus("pool", LATE_HEADING, _("Register your pool"), pod=pod, note=note)
        return PlayerStatus("pool", _("Register your pool"), headline, fields, pod=pod)
    if pod.closed_at is None:
        if late:
            return PlayerStatus("deck", LATE_HEADING, _("Build your deck"), pod=pod, note=note)
        return PlayerStatus("deck", _("Build your deck"), headline, fields, pod=pod)
    return PlayerStatus("between", _("Your deck is in"), _("Wait for the others"), fields, pod=pod)


def _between_rounds(event: Event, entry: Entry, missed: Match | None) -> PlayerStatus:
    status = _pod_status(event, entry.account) if event.drafted else _deck_status(event, entry, EventPhase.ROUNDS)
    if status.code not in ("between", "list_in"):
        return status
    if event.cut and has_stage_begun(event):
        return _not_in_cut(event)
    if missed is None and event.shared_deck:
        return status
    if missed is None:
        return PlayerStatus("between", _("All decks are in"), _("Wait for the pairings"))
    introduction = _("You have missed round {round}")
    return PlayerStatus("missed", introduction, _("Wait for the next pairings"), {"round": missed.round.number})


def _not_in_cut(event: Event, *, note: str = "") -> PlayerStatus:
    introduction = _("You are not in the top {places}")
    return PlayerStatus("out", introduction, _("Thank you for playing"), {"places": event.cut}, note=note)


def _day_status(event: Event, entry: Entry, found: DayBreak) -> PlayerStatus:
    """Return when a player has to be back on the next day, or that the event is over for them."""
    if found.places and entry.rules_id not in event_state(event).cut_seeds:
        return _not_in_cut(event, note=NEXT_MOVES_UP)
    fields = {"ended": found.ended, "day": found.number, "round": found.day.round, "places": found.places}
    headline = DAY_WITH_ROUND
    if found.places:
        headline = DAY_WITH_DRAFT if found.has_draft else DAY_WITH_CUT
    return PlayerStatus("day_over", DAY_IS_OVER, headline, fields, note=BACK_NEXT_DAY, day=found.day)


def _round_status(match: Match, entry: Entry) -> PlayerStatus:
    fields: dict[str, Any] = {"round": match.round.title, "table": match.label}
    if match.b is None:
        headline = _("Bye") if match.kind == Match.Kind.BYE else _("Not paired")
        return PlayerStatus("bye", _("{round}, no opponent"), headline, fields, match=match)
    fields["opponent"] = (match.b if match.a == entry else match.a).full_name
    return PlayerStatus(
        "match",
        _("{round}, against {opponent}"),
        _("Table {table}"),
        fields,
        match=match,
        game=running_game(match),
    )


def _state(index: int, reached: int) -> str:
    return "done" if index < reached else "now" if index == reached else ""
