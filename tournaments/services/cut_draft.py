"""Seat the players of the top cut for a draft of their own, if the event has announced one."""

from django.db import transaction
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from tournaments.models import CutSeating, Event, EventPod
from tournaments.rules.cut import draw_cut_seats
from tournaments.rules.history import TopCut, Tournament
from tournaments.rules.pairing_basis import field_json, results_checksum
from tournaments.selectors.cut_draft import cut_pod_label, may_seat_cut, seating_fault
from tournaments.selectors.history import tournament_of
from tournaments.selectors.roles import Actor
from tournaments.selectors.stages import upcoming_stage
from tournaments.services.delivery import notify_webhooks
from tournaments.services.event import RoundsMissingError, lock_event, refuse_missing_results
from tournaments.services.notices import notify_seated
from tournaments.services.pod import seat_pod


class NothingToSeatError(RulesError):
    """The top cut of this event does not draft again, is seated already, or has begun."""

    code = "nothing_to_seat"
    clause = "DRF-OP-12"
    sentence = _("There is no top cut to seat for a draft. It does not draft again, is already seated, or has begun.")
    is_state_conflict = True


@transaction.atomic
def seat_cut(event: Event, *, by: Actor) -> Event:
    """Publish the seats of the top cut, drawn from the event's seed, and start its draft.

    As in the first draft, packs may be opened by hand. From now on the seeds are fixed. Raises NothingToSeatError,
    RoundsMissingError, ResultsMissingError, SecondDraftRevealedError.
    """
    event = lock_event(event)
    if not event.cut_draft or event.cut_seated_at:
        raise NothingToSeatError
    tournament = tournament_of(event)
    if tournament.next_round <= event.event_format.rounds:
        raise RoundsMissingError(played=len(tournament.rounds), announced=event.event_format.rounds)
    refuse_missing_results(event)
    if not may_seat_cut(event, tournament):
        raise NothingToSeatError
    if fault := seating_fault(event):
        raise fault
    cut = upcoming_stage(event, tournament).cut
    event.cut_seated_at = timezone.now()
    event.save(update_fields=["cut_seated_at"])
    _keep_seeds(event, tournament, cut)
    after = {"places": event.cut, "players": len(cut.seeds)}
    entry = append_entry(event.stream, "cut_seated", author=by.account, role=by.role, after=after)
    notify_webhooks(event, entry, "cut_seated", players=len(cut.seeds))
    _seat(event, cut, by=by)
    notify_seated(event)
    return event


def _keep_seeds(event: Event, tournament: Tournament, cut: TopCut) -> None:
    CutSeating.objects.create(
        event=event,
        seeds=list(cut.seeds),
        basis=results_checksum(tournament, tournament.planned_rounds + 1),
        field=field_json(tournament),
    )


def _seat(event: Event, cut: TopCut, *, by: Actor) -> None:
    accounts = {entry.rules_id: entry.account for entry in event.entries.select_related("account")}
    last = event.pods.order_by("number").last()
    event_pod = EventPod(event=event, number=last.number + 1 if last else 1, for_cut=True)
    players = [accounts[player] for player in draw_cut_seats(cut.seeds, bytes(event.seed))]
    seat_pod(event_pod, players, label=cut_pod_label(event), by=by)
