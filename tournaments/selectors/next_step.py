"""The one thing an event waits for: every page of its officials has the same button."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from drafting.models import Pod
from gameplay.engine.core.errors import RulesError, _
from tournaments.models import Event, Round
from tournaments.rules.cut import Stage
from tournaments.rules.pods import TooFewPlayersError
from tournaments.selectors.basis import holds
from tournaments.selectors.brought import without_deck
from tournaments.selectors.history import tournament_of
from tournaments.selectors.proposals import checksum
from tournaments.selectors.results import open_tables
from tournaments.selectors.roster import FEWEST_PLAYERS, cut_refused, present, rounds_refused, usual_split
from tournaments.selectors.stages import begun, is_over, upcoming
from tournaments.selectors.teams import still_playing, unready_fault


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is to be done: ``code`` for programs, ``label`` a template with ``fields`` for the button.

    ``blocked`` says why it cannot be done yet, as a template with ``why``; "" when it can.
    """

    code: str
    label: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    blocked: str = ""
    why: Mapping[str, Any] = field(default_factory=dict)


def next_step(event: Event) -> NextStep:
    """Return the next thing for the officials of ``event`` to do. Four queries, and twelve more for a proposed round.

    Two more where a round is to be paired, and seven once a top cut is to be played.
    """
    if event.finished_at:
        return NextStep("finished", _("Final standings"))
    if not event.drafted:
        return _with_brought_decks(event)
    if not event.seated_at:
        return _before_the_draft(event)
    waiting = Pod.objects.filter(event_pod__event=event, event_pod__joins=None, closed_at=None)
    if pods := list(waiting.only("label", "drafted_at", "pack_round").order_by("event_pod__number")):
        return _drafting(event, pods)
    return _rounds(event)


def _with_brought_decks(event: Event) -> NextStep:
    if not event.registration_closed_at:
        return _begun_with(event, "close_registration", _("Close registration"))
    if event.decks_locked_at:
        return _rounds(event)
    if not still_playing(event):
        return FINISH_EARLY
    missing = ", ".join(entry.name for entry in without_deck(event))
    reason = _("No deck is in of: {players}.") if missing else ""
    return NextStep("lock_decks", _("Lock decks"), blocked=reason, why={"players": missing})


def _before_the_draft(event: Event) -> NextStep:
    if event.plan:
        label = _("Publish seating and start draft")
        return NextStep("publish_seating", label if event.opening == Pod.Opening.STANDING else _("Publish seating"))
    return _begun_with(event, "make_pods", _("Make pods"))


def _begun_with(event: Event, code: str, label: str) -> NextStep:
    """The step that begins with everybody who is there, if they can play what was announced."""
    players = present(event).count()
    fault: RulesError | None = None
    if players < FEWEST_PLAYERS:
        fault = TooFewPlayersError(players=players)
    else:
        sizes = usual_split(event, players).sizes if event.drafted else [players]
        fault = unready_fault(event, present(event)) or rounds_refused(event, sizes)
        fault = fault or cut_refused(event, event.cut, players)
    return _blocked(code, label, fault) if fault else NextStep(code, label)


def _drafting(event: Event, waiting: list[Pod]) -> NextStep:
    pods = {"pods": ", ".join(pod.label for pod in waiting)}
    drafting = [pod for pod in waiting if pod.drafted_at is None]
    if (event.at_table or not drafting) and not still_playing(event):
        return FINISH_EARLY
    if drafting and event.at_table:
        return NextStep("end_draft", _("The draft is over: register pools"))
    if event.opening == Pod.Opening.BY_HAND and any(pod.pack_round < event.draft.packs for pod in drafting):
        return NextStep("open_packs", _("Open the next packs"))
    reason = _("Still drafting: pod {pods}.") if drafting else _("Still building decks: pod {pods}.")
    if drafting:
        pods = {"pods": ", ".join(pod.label for pod in drafting)}
    return NextStep("pair_round", _("Pair round {round}"), {"round": 1}, blocked=reason, why=pods)


def _rounds(event: Event) -> NextStep:
    rounds = list(event.rounds.select_related("event").order_by("number"))
    played = [each for each in rounds if each.published]
    proposed = next((each for each in rounds if not each.published), None)
    if proposed:
        return _proposed(event, proposed)
    number = len(played) + 1
    if tables := open_tables(event):
        reason = _("These tables have no result yet: {tables}.")
        return replace(_to_pair(event, number), blocked=reason, why={"tables": ", ".join(map(str, tables))})
    return _early_finish(event, number) or _to_pair(event, number)


def _proposed(event: Event, proposed: Round) -> NextStep:
    round_ = {"round": proposed.number}
    if not holds(proposed):
        step = _early_finish(event, proposed.number) or _to_pair(event, proposed.number)
        label = MADE_ANEW[Stage(proposed.stage)] if proposed.stage else _("Pair round {round} again")
        return NextStep("pair_round", label, round_) if step.code == "pair_round" else step
    if proposed.matches.exists():
        label = PUBLISHED[Stage(proposed.stage)] if proposed.stage else _("Publish and start clock")
        return NextStep("publish_round", label, round_ | {"proposal": checksum(proposed)})
    return NextStep("choose_pairing", _("Choose a pairing"), round_)


def _early_finish(event: Event, number: int) -> NextStep | None:
    """Finishing early, if too few players are left for round ``number``, or for the cut that begins with it.

    Two queries at most, and one more of teams.
    """
    announced = number <= event.terms.rounds
    if not announced and (not event.cut or begun(event)):
        return None
    if still_playing(event) < (FEWEST_PLAYERS if announced else 1):
        return FINISH_EARLY
    return None


def _to_pair(event: Event, number: int) -> NextStep:
    """The round, or the stage of the cut, to be paired as the one of that ``number``; or the end."""
    if number <= event.terms.rounds:
        return NextStep("pair_round", _("Pair round {round}"), {"round": number})
    tournament = tournament_of(event) if event.cut else None
    if tournament is None or is_over(event, tournament):
        return NextStep("finish", _("Finish event"), {"round": number})
    if tournament.cut is None:
        return NextStep("pair_round", _("Start the top {places}"), {"round": number, "places": event.cut})
    if stage := upcoming(event, tournament).stage:
        return NextStep("pair_round", PAIRED[stage], {"round": number})
    return NextStep("finish", _("Finish event"), {"round": number})


FINISH_EARLY = NextStep("finish_early", _("Finish the event early"))
"""The step that is left when no further match is possible."""
PAIRED = {Stage.SEMI_FINAL: _("Look at the semi-final"), Stage.FINAL: _("Look at the final")}
PUBLISHED = {
    Stage.QUARTER_FINAL: _("Publish the quarter-final and start clock"),
    Stage.SEMI_FINAL: _("Publish the semi-final and start clock"),
    Stage.FINAL: _("Publish the final and start clock"),
}
MADE_ANEW = {
    Stage.QUARTER_FINAL: _("Pair the quarter-final again"),
    Stage.SEMI_FINAL: _("Pair the semi-final again"),
    Stage.FINAL: _("Pair the final again"),
}
"""What the button says that makes, publishes, or makes anew a stage of the cut."""


def _blocked(code: str, label: str, refusal: RulesError) -> NextStep:
    return NextStep(code, label, blocked=refusal.sentence, why=refusal.details)
