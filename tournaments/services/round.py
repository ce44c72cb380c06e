"""Rounds: propose a pairing, review and change it, and publish it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from drafting.models import Pod
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from tournaments.models import Event, Match, PairingDetails, Round
from tournaments.rules import bracket
from tournaments.rules.history import Tournament
from tournaments.rules.json_output import pairing_json
from tournaments.rules.pairing_basis import field_json, results_checksum
from tournaments.rules.pairing_explanations import explain_pairing
from tournaments.rules.swiss import pair_round as pair
from tournaments.selectors.audit_trail import moved_log_heads
from tournaments.selectors.cut_draft import may_seat_cut
from tournaments.selectors.history import pods_by_account, tournament_of
from tournaments.selectors.pairing_basis import field_changes, have_results_changed, is_proposal_current
from tournaments.selectors.proposals import earlier_proposals
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import entries_without_match
from tournaments.selectors.stages import is_event_cut_over, upcoming_stage
from tournaments.selectors.teams import contestants
from tournaments.services.delivery import notify_webhooks
from tournaments.services.event import lock_event, refuse_missing_results, refuse_without_reason
from tournaments.services.missed_rounds import mark_missed_rounds
from tournaments.services.notices import notify_round_published
from tournaments.services.online_match import start_matches
from tournaments.services.penalty import assign_pending_losses
from tournaments.services.proposal import (
    newly_broken_rules,
    refuse_broken_rules,
    refuse_changed_proposal,
    refuse_pairing_without_match,
    refuse_without_match,
    swap_entry,
)

RulesIds = Sequence[str]


class DecksMissingError(RulesError):
    """Some pods still draft or build; ``details`` name them."""

    code = "decks_missing"
    clause = "DRF-3.1"
    sentence = _("Decks are still missing in these pods: {pods}.")
    is_state_conflict = True


class CutNotSeatedError(RulesError):
    """The top cut drafts again before its first stage; ``details`` give its size."""

    code = "cut_not_seated"
    clause = "DRF-OP-12"
    sentence = _("The top {places} drafts again before it plays. Seat its draft first.")
    is_state_conflict = True


class DecksOpenError(RulesError):
    """The constructed decks are not locked yet."""

    code = "decks_open"
    sentence = _("The decks are not locked yet. Lock them first.")
    is_state_conflict = True


class RoundsOverError(RulesError):
    """All announced rounds are played."""

    code = "rounds_over"
    clause = "DRF-4.5"
    sentence = _("All {rounds} rounds are played.")


class OtherRoundNextError(RulesError):
    """The next round to pair is not the named one; ``details`` give both, the next one as ``round``."""

    code = "other_round_next"
    sentence = _("The next round to pair is round {round}, not round {named}. Reload the desk before you continue.")
    field = "round"
    is_state_conflict = True


class RoundNotPairedError(RulesError):
    """There is no such pairing to publish or change; ``details`` give the number of the round."""

    code = "round_not_paired"
    sentence = _("Pair round {round} first.")
    is_state_conflict = True


class RoundPublishedError(RulesError):
    """The round is already published."""

    code = "round_published"
    sentence = _("Round {round} is already published.")
    is_state_conflict = True


class PairingOutdatedError(RulesError):
    """The players or the pairing mode have changed since the round was proposed."""

    code = "pairing_outdated"
    sentence = _("The players or the pairing mode have changed since round {round} was paired. Pair it again.")
    is_state_conflict = True


class PlayersLeftError(PairingOutdatedError):
    """Players have left since the round was proposed; ``left`` names them."""

    sentence = _("The players have changed since round {round} was paired. Left: {left}. Pair it again.")


class PlayersCameError(PairingOutdatedError):
    """Players have joined or returned since the round was proposed; ``came`` names them."""

    sentence = _("The players have changed since round {round} was paired. Joined: {came}. Pair it again.")


class PlayersLeftAndCameError(PairingOutdatedError):
    """Players have left and others have joined since the round was proposed."""

    sentence = _(
        "The players have changed since round {round} was paired. Left: {left}. Joined: {came}. Pair it again."
    )


class ResultsCorrectedError(RulesError):
    """A result that the round was paired from has been corrected since."""

    code = "results_corrected"
    sentence = _("A result was corrected since round {round} was paired. Pair it again.")
    is_state_conflict = True


class NotInRoundError(RulesError):
    """A player to be swapped does not play in this round."""

    code = "not_in_round"
    sentence = _("Only players of this round can be swapped.")


class BracketFixedError(RulesError):
    """A stage of the top cut is not paired by hand."""

    code = "bracket_fixed"
    clause = "DRF-OP-12"
    sentence = _(
        "The bracket follows from the standings and the winners, so players cannot be swapped. Correct a result or "
        "drop a player, then pair it again."
    )


class NoAlternativeError(RulesError):
    """The pairing has no such alternative."""

    code = "no_alternative"
    sentence = _("This pairing is not among those offered.")
    field = "alternative"


@transaction.atomic
def propose_round(event: Event, *, by: Actor, number: int | None = None) -> Round:
    """Propose the next round, for officials to review; the event's seed breaks ties (DRF-4.1, DRF-4.2).

    A proposal that is still valid is returned unchanged. ``number`` is the round the caller expects; None skips the
    check. Raises DecksOpenError, DecksMissingError, ResultsMissingError, RoundsOverError, CutNotSeatedError,
    OtherRoundNextError, and NoMatchError if no match is possible.
    """
    event = lock_event(event)
    _refuse_missing_decks(event)
    refuse_missing_results(event)
    tournament = tournament_of(event)
    pairing = _stage_of_cut(event, tournament) if tournament.next_round > event.event_format.rounds else {}
    named, number = number, pairing.get("round", tournament.next_round)
    if named not in (None, number):
        raise OtherRoundNextError(named=named, round=number)
    proposed = event.rounds.filter(number=number).first()
    if proposed and is_proposal_current(proposed):
        return proposed
    pairing = (pairing or _announced_round(event, tournament)) | {
        "basis": results_checksum(tournament, number),
        "field": field_json(tournament),
    }
    refuse_pairing_without_match(pairing)
    return _propose(event, proposed, pairing, by)


def _announced_round(event: Event, tournament: Tournament) -> dict[str, Any]:
    found = pair(tournament, seed=bytes(event.seed))
    with_matches = tuple(one for one in found.alternatives if one.pairs)
    meetings = [reason.as_json for reason in explain_pairing(tournament, found)]
    return pairing_json(replace(found, alternatives=with_matches), tournament.next_round) | {"meetings": meetings}


def _stage_of_cut(event: Event, tournament: Tournament) -> dict[str, Any]:
    """Return the pairing of the next stage of the top cut (DRF-OP-12).

    Raises RoundsOverError if there is none left, CutNotSeatedError if the cut drafts first.
    """
    if is_event_cut_over(event, tournament):
        raise RoundsOverError(rounds=event.event_format.rounds)
    if may_seat_cut(event, tournament):
        raise CutNotSeatedError(places=event.cut)
    upcoming = upcoming_stage(event, tournament)
    meetings = [reason.as_json for reason in bracket.stage_reasons(upcoming.cut, upcoming.pairing)]
    cut = {"size": upcoming.cut.size, "seeds": list(upcoming.cut.seeds)}
    number = bracket.next_round_number(tournament, upcoming.cut)
    return pairing_json(upcoming.pairing, number) | {"meetings": meetings, "stage": upcoming.stage, "cut": cut}


@transaction.atomic
def choose_alternative(
    event: Event, number: int, index: int, *, reason: str, by: Actor, proposal: str | None = None
) -> Round:
    """Choose one of the offered pairings if all of them break a rule. This is a judge's decision, and public.

    ``index`` is its index among the alternatives, from 0; ``proposal``: see `publish_round`. Raises
    RoundNotPairedError, ProposalChangedError, NoAlternativeError, ReasonNeededError.
    """
    event, found = _lock_proposal(event, number)
    refuse_changed_proposal(found, proposal)
    refuse_without_reason(reason)
    offered = found.pairing.get("alternatives", [])
    if not 0 <= index < len(offered):
        raise NoAlternativeError
    _keep_earlier(found)
    _create_matches(event, found, offered[index]["pairs"], offered[index]["byes"])
    after = {"round": number, "kind": offered[index]["kind"]}
    append_entry(event.stream, "alternative_chosen", author=by.account, role=by.role, after=after, reason=reason)
    return found


@transaction.atomic
def swap_players(
    event: Event,
    number: int,
    players: tuple[int, int],
    *,
    reason: str,
    by: Actor,
    proposal: str | None = None,
    anyway: bool = False,
) -> Round:
    """Swap two players, given by their entry numbers, or two teams by theirs, in a proposed round. This is public.

    A swap that makes a rematch, a second bye or an excluded pair needs ``anyway``; the log then says so. ``proposal``:
    see `publish_round`. Raises RoundNotPairedError, ProposalChangedError, NotInRoundError, BracketFixedError,
    ReasonNeededError, SwapBreaksRuleError.
    """
    event, found = _lock_proposal(event, number)
    refuse_changed_proposal(found, proposal)
    if found.stage:
        raise BracketFixedError
    refuse_without_reason(reason)
    matches = list(found.matches.filter(board=1).select_related("a__team", "b__team"))
    first, second = (str(player) for player in players)
    names = {entry.rules_id: entry.contestant.name for match in matches for entry in (match.a, match.b) if entry}
    if not {first, second} <= names.keys():
        raise NotInRoundError
    other = {first: second, second: first}
    pairs = [[other.get(id_, id_) for id_ in _ids(match)] for match in matches if match.b]
    byes = [other.get(id_, id_) for match in matches if not match.b for id_ in _ids(match)]
    broken = newly_broken_rules(found, pairs, byes)
    if not anyway:
        refuse_broken_rules(broken)
    _keep_earlier(found)
    _create_matches(event, found, pairs, byes)
    after = {"round": number, "first": names[first], "second": names[second]}
    action, breaks = swap_entry(broken)
    append_entry(event.stream, action, author=by.account, role=by.role, after=after | breaks, reason=reason)
    return found


@transaction.atomic
def publish_round(event: Event, number: int, *, by: Actor, proposal: str | None = None) -> Round:
    """Publish the pairings and start the clock (DRF-4.6).

    Byes count as won from now on, and late entries who are still building have missed the round. ``proposal`` is the
    checksum of the proposal as the caller saw it (tournaments.selectors.proposals); None skips the check. Raises
    RoundNotPairedError, RoundPublishedError, ProposalChangedError, ResultsMissingError, ResultsCorrectedError,
    PairingOutdatedError, NoMatchError.
    """
    event, found = _lock_proposal(event, number)
    refuse_changed_proposal(found, proposal)
    refuse_missing_results(event)
    tournament = tournament_of(event)
    if have_results_changed(found, tournament):
        raise ResultsCorrectedError(round=number)
    _refuse_other_field(found, tournament)
    refuse_without_match(found)
    found.pairing.pop("earlier", None)
    found.pairing_details.save(update_fields=["data"])
    found.published_at = timezone.now()
    found.ends_at = found.published_at + timedelta(minutes=found.minutes)
    found.save(update_fields=["published_at", "ends_at"])
    after = {"round": number, "minutes": found.minutes} | ({"stage": found.stage} if found.stage else {})
    action = "stage_published" if found.stage else "round_published"
    sealed = after | {"heads": moved_log_heads(event)}
    entry = append_entry(event.stream, action, author=by.account, role=by.role, after=sealed, at=found.published_at)
    notify_webhooks(event, entry, "round_published", **after)
    for absent in () if found.stage else entries_without_match(found):
        if absent.is_playing:  # the other members of a team that has dropped do not
            mark_missed_rounds(absent)
    assign_pending_losses(event, found.matches.all())
    start_matches(found)
    notify_round_published(found)
    return found


def _propose(event: Event, proposed: Round | None, pairing: dict[str, Any], by: Actor) -> Round:
    now = timezone.now()
    if proposed is None:
        proposed = Round(event=event, number=pairing["round"], minutes=event.event_format.match_minutes)
        proposed.stage = pairing.get("stage", "")
    earlier = {"earlier": earlier_proposals(proposed)} if proposed.pk else {}
    proposed.paired_at = now
    proposed.save()
    proposed.pairing_details, _new = PairingDetails.objects.update_or_create(
        round=proposed, defaults={"data": pairing | earlier}
    )
    _create_matches(event, proposed, pairing["pairs"], pairing["byes"])
    append_entry(
        event.desk_stream, "round_paired", author=by.account, role=by.role, after={"round": proposed.number}, at=now
    )
    return proposed


def _keep_earlier(proposed: Round) -> None:
    """Store the present matches of ``proposed`` with it, before they change."""
    proposed.pairing["earlier"] = earlier_proposals(proposed)
    proposed.pairing_details.save(update_fields=["data"])


def _create_matches(event: Event, proposed: Round, pairs: Sequence[RulesIds], byes: RulesIds) -> None:
    """Replace the matches of a proposed round: tables from 1, for teams board by board, then the byes."""
    proposed.matches.all().delete()
    lineups = {id_: list(enumerate(each.lineup, 1)) for id_, each in contestants(event).items()}
    pods = pods_by_account(event)
    matches = [
        Match(round=proposed, table=table, board=board, a=a, b=b)
        for table, (first, second) in enumerate(pairs, 1)
        for (board, a), (_board, b) in zip(lineups[first], lineups[second], strict=True)
    ] + [Match(round=proposed, kind=Match.Kind.BYE, board=board, a=a) for id_ in byes for board, a in lineups[id_]]
    for match in matches:
        match.pod_id = pods.get(match.a.account_id)
    Match.objects.bulk_create(matches)


def _lock_proposal(event: Event, number: int) -> tuple[Event, Round]:
    event = lock_event(event)
    found = event.rounds.filter(number=number).first()
    if found is None:
        raise RoundNotPairedError(round=number)
    if found.is_published:
        raise RoundPublishedError(round=number)
    return event, found


def _refuse_other_field(proposed: Round, tournament: Tournament) -> None:
    """Raise PairingOutdatedError if the players or the pairing mode have changed since ``proposed`` was paired."""
    found = field_changes(proposed, tournament)
    if found is None:
        return
    left, came = ", ".join(found.left), ", ".join(found.came)
    if left and came:
        raise PlayersLeftAndCameError(round=proposed.number, left=left, came=came)
    if left:
        raise PlayersLeftError(round=proposed.number, left=left)
    if came:
        raise PlayersCameError(round=proposed.number, came=came)
    raise PairingOutdatedError(round=proposed.number)


def _refuse_missing_decks(event: Event) -> None:
    if not event.drafted and event.decks_locked_at is None:
        raise DecksOpenError
    waiting = Pod.objects.filter(event_pod__event=event, event_pod__joins=None, closed_at=None)
    if labels := [pod.label for pod in waiting.order_by("event_pod__number")]:
        raise DecksMissingError(pods=", ".join(labels))


def _ids(match: Match) -> list[str]:
    return [entry.rules_id for entry in (match.a, match.b) if entry]
