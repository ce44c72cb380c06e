"""The next step of an event: the main button on every page of its officials."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cards.languages import join_list
from drafting.models import Pod
from gameplay.engine.core.errors import RulesError, _
from tournaments.models import Event, Round
from tournaments.rules.cut import CutStage
from tournaments.rules.history import Tournament
from tournaments.rules.pods import TooFewPlayersError
from tournaments.selectors.constructed_decks import entries_without_deck
from tournaments.selectors.cut_draft import may_seat_cut, seating_fault
from tournaments.selectors.days import LoadLabels
from tournaments.selectors.history import tournament_of
from tournaments.selectors.pairing_basis import is_proposal_current
from tournaments.selectors.proposals import proposal_checksum
from tournaments.selectors.results import open_table_labels
from tournaments.selectors.roster import (
    MIN_PLAYERS,
    consent_fault,
    default_split,
    event_cut_fault,
    event_rounds_fault,
    present_entries,
)
from tournaments.selectors.stages import has_cut_begun, is_cut_empty, is_event_cut_over, upcoming_stage
from tournaments.selectors.teams import count_still_playing, event_teams_fault


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step: ``code`` for programs, ``label`` the message of the button with ``fields`` as its values.

    ``blocked`` is the message why the step cannot be taken yet, with ``why`` as its values; "" if it can.
    """

    code: str
    label: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    blocked: str = ""
    why: Mapping[str, Any] = field(default_factory=dict)


def next_step(event: Event, *, load_labels: LoadLabels = open_table_labels) -> NextStep:
    """Return the next step for the officials of ``event``.

    Makes four queries; twelve more for a proposed round, two more if a round is to be paired, seven more in the top
    cut.
    """
    if event.finished_at:
        return NextStep("finished", _("Final standings"))
    if not event.drafted:
        return _constructed_step(event, load_labels)
    if not event.seated_at:
        return _before_the_draft(event)
    waiting = Pod.objects.filter(event_pod__event=event, event_pod__joins=None, closed_at=None)
    if pods := list(waiting.only("label", "drafted_at", "pack_round").order_by("event_pod__number")):
        return _drafting(event, pods)
    return _rounds(event, load_labels)


def _constructed_step(event: Event, load_labels: LoadLabels) -> NextStep:
    if not event.registration_closed_at:
        return _first_step(event, "close_registration", _("Close registration"))
    if event.decks_locked_at:
        return _rounds(event, load_labels)
    if not count_still_playing(event):
        return FINISH_EARLY
    missing = join_list(entry.name for entry in entries_without_deck(event))
    reason = _("Decks are missing from: {players}.") if missing else ""
    return NextStep("lock_decks", _("Lock decks"), blocked=reason, why={"players": missing})


def _before_the_draft(event: Event) -> NextStep:
    if event.plan:
        label = _("Publish seating and start draft")
        return NextStep("publish_seating", label if event.opening == Pod.Opening.STANDING else _("Publish seating"))
    return _first_step(event, "make_pods", _("Make pods"))


def _first_step(event: Event, code: str, label: str) -> NextStep:
    """Return the step that starts the event; it is blocked if the present players cannot play the announced format."""
    players = present_entries(event).count()
    fault: RulesError | None = None
    if players < MIN_PLAYERS:
        fault = TooFewPlayersError(players=players)
    else:
        sizes = default_split(event, players).sizes if event.drafted else [players]
        fault = event_teams_fault(event, present_entries(event)) or event_rounds_fault(event, sizes)
        fault = fault or (consent_fault(present_entries(event)) if event.guardian_age else None)
        fault = fault or event_cut_fault(event, event.cut, players)
    return _blocked(code, label, fault) if fault else NextStep(code, label)


def _drafting(event: Event, waiting: list[Pod]) -> NextStep:
    pods = {"pods": join_list(pod.label for pod in waiting)}
    drafting = [pod for pod in waiting if pod.drafted_at is None]
    if (event.is_paper_draft or not drafting) and _has_no_players_left(event):
        return FINISH_EARLY
    if drafting and event.is_paper_draft:
        return NextStep("end_draft", _("End the draft and register pools"))
    if event.opening == Pod.Opening.BY_HAND and any(pod.pack_round < event.draft_format.packs for pod in drafting):
        return NextStep("open_packs", _("Open the next packs"))
    reason = _("Still drafting: pod {pods}.") if drafting else _("Still building decks: pod {pods}.")
    if drafting:
        pods = {"pods": join_list(pod.label for pod in drafting)}
    if event.cut_seated_at:
        after = {"round": event.event_format.rounds + 1, "places": event.cut}
        return NextStep("pair_round", START_CUT, after, blocked=reason, why=pods)
    return NextStep("pair_round", _("Pair round {round}"), {"round": 1}, blocked=reason, why=pods)


def _has_no_players_left(event: Event) -> bool:
    """Return whether all players have left whose decks are drafted. Makes two queries, eight more for a top cut."""
    return not count_still_playing(event) or bool(event.cut_seated_at and is_cut_empty(event, tournament_of(event)))


def _rounds(event: Event, load_labels: LoadLabels) -> NextStep:
    rounds = list(event.rounds.select_related("event").order_by("number"))
    played = [each for each in rounds if each.is_published]
    proposed = next((each for each in rounds if not each.is_published), None)
    if proposed:
        return _proposed(event, proposed)
    number = len(played) + 1
    if tables := load_labels(event):
        reason = _("These tables have no result yet: {tables}.")
        return replace(_pair_or_finish(event, number), blocked=reason, why={"tables": join_list(tables)})
    return _early_finish(event, number) or _pair_or_finish(event, number)


def _proposed(event: Event, proposed: Round) -> NextStep:
    round_ = {"round": proposed.number}
    if not is_proposal_current(proposed):
        step = _early_finish(event, proposed.number) or _pair_or_finish(event, proposed.number)
        label = PAIR_AGAIN_LABELS[CutStage(proposed.stage)] if proposed.stage else _("Pair round {round} again")
        return NextStep("pair_round", label, round_) if step.code == "pair_round" else step
    if proposed.matches.exists():
        label = PUBLISH_LABELS[CutStage(proposed.stage)] if proposed.stage else _("Publish and start clock")
        return NextStep("publish_round", label, round_ | {"proposal": proposal_checksum(proposed)})
    return NextStep("choose_pairing", _("Choose a pairing"), round_)


def _early_finish(event: Event, number: int) -> NextStep | None:
    """Return the early finish if too few players are left for round ``number`` or the cut that begins with it.

    Makes two queries at most, and one more for teams.
    """
    announced = number <= event.event_format.rounds
    if not announced and (not event.cut or has_cut_begun(event)):
        return None
    if count_still_playing(event) < (MIN_PLAYERS if announced else 1):
        return FINISH_EARLY
    return None


def _pair_or_finish(event: Event, number: int) -> NextStep:
    """Return the step that pairs round ``number``, which may be a stage of the cut, or that finishes the event."""
    if number <= event.event_format.rounds:
        return NextStep("pair_round", _("Pair round {round}"), {"round": number})
    tournament = tournament_of(event) if event.cut else None
    if tournament is None or is_event_cut_over(event, tournament):
        return NextStep("finish", _("Finish event"), {"round": number})
    if tournament.cut is None:
        return _first_stage(event, tournament, number)
    if stage := upcoming_stage(event, tournament).stage:
        return NextStep("pair_round", PAIR_LABELS[stage], {"round": number})
    return NextStep("finish", _("Finish event"), {"round": number})


def _first_stage(event: Event, tournament: Tournament, number: int) -> NextStep:
    """Return the step that begins the top cut: its draft, if it drafts again, or its first stage."""
    fields = {"round": number, "places": event.cut}
    if may_seat_cut(event, tournament):
        fault, label = seating_fault(event), _("Seat the draft of the top {places}")
        return NextStep("seat_cut", label, fields, blocked=fault.sentence if fault else "")
    return FINISH_EARLY if is_cut_empty(event, tournament) else NextStep("pair_round", START_CUT, fields)


START_CUT = _("Start the top {places}")
FINISH_EARLY = NextStep("finish_early", _("Finish the event early"))
"""The step that is left when no further match is possible."""
PAIR_LABELS = {CutStage.SEMI_FINAL: _("Pair the semi-final"), CutStage.FINAL: _("Pair the final")}
PUBLISH_LABELS = {
    CutStage.QUARTER_FINAL: _("Publish the quarter-final and start clock"),
    CutStage.SEMI_FINAL: _("Publish the semi-final and start clock"),
    CutStage.FINAL: _("Publish the final and start clock"),
}
PAIR_AGAIN_LABELS = {
    CutStage.QUARTER_FINAL: _("Pair the quarter-final again"),
    CutStage.SEMI_FINAL: _("Pair the semi-final again"),
    CutStage.FINAL: _("Pair the final again"),
}
"""The labels of the buttons that pair, publish or pair again a stage of the cut."""


def _blocked(code: str, label: str, refusal: RulesError) -> NextStep:
    return NextStep(code, label, blocked=refusal.sentence, why=refusal.details)
