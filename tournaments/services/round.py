"""Rounds are paired, looked over, and published."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from drafting.models import Pod
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import record
from tournaments.models import Event, Match, PairingDetails, Round
from tournaments.rules import bracket
from tournaments.rules.basis import digest, field_of
from tournaments.rules.explanations import explain
from tournaments.rules.history import Tournament
from tournaments.rules.reports import pairing_json
from tournaments.rules.swiss import pair_round as pair
from tournaments.selectors.basis import field_changes, holds, results_changed
from tournaments.selectors.history import match_pods, tournament_of
from tournaments.selectors.proposals import superseded
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import unplaced
from tournaments.selectors.stages import is_over, upcoming
from tournaments.selectors.teams import contestants
from tournaments.selectors.trail import unsealed_heads
from tournaments.services.delivery import tell
from tournaments.services.event import hold, refuse_missing_results, refuse_unexplained
from tournaments.services.missed import miss_rounds
from tournaments.services.penalty import count_losses
from tournaments.services.play import start_matches
from tournaments.services.proposal import (
    refuse_hopeless,
    refuse_other,
    refuse_without_match,
)

Ids = Sequence[str]


class DecksMissingError(RulesError):
    """Some pods still draft or build; ``details`` names them."""

    code = "decks_missing"
    clause = "DRF-3.1"
    sentence = _("Pods {pods} have not handed in all their decks yet.")
    later = True


class DecksOpenError(RulesError):
    """Brought decks can still be changed."""

    code = "decks_open"
    sentence = _("The decks are not locked yet.")
    later = True


class RoundsOverError(RulesError):
    """All announced rounds are played."""

    code = "rounds_over"
    clause = "DRF-4.5"
    sentence = _("All {rounds} rounds are played.")


class OtherRoundNextError(RulesError):
    """The round that is to be paired is not the one that was named; ``details`` give both, the next one as ``round``."""

    code = "other_round_next"
    sentence = _("Round {round} is to be paired next, not round {named}. Look at the desk again before you go on.")
    field = "round"
    later = True


class RoundNotPairedError(RulesError):
    """There is no such pairing to publish or change; ``details`` gives the number of the round."""

    code = "round_not_paired"
    sentence = _("Pair round {round} first.")
    later = True


class RoundPublishedError(RulesError):
    """The round is published already."""

    code = "round_published"
    sentence = _("Round {round} is published already.")
    later = True


class PairingOutdatedError(RulesError):
    """A round was proposed for other players, or is to be paired in another way now."""

    code = "pairing_outdated"
    sentence = _("The players, or how they are paired, have changed since round {round} was paired. Pair it again.")
    later = True


class PlayersLeftError(PairingOutdatedError):
    """The same; ``left`` names who does not play any more."""

    sentence = _("The players have changed since round {round} was paired: {left} left. Pair it again.")


class PlayersCameError(PairingOutdatedError):
    """The same; ``came`` names who is back, or new."""

    sentence = _("The players have changed since round {round} was paired: {came} came. Pair it again.")


class PlayersLeftAndCameError(PairingOutdatedError):
    """Both."""

    sentence = _("The players have changed since round {round} was paired: {left} left, {came} came. Pair it again.")


class ResultsCorrectedError(RulesError):
    """A result that the round was paired from has been corrected since."""

    code = "results_corrected"
    sentence = _("A result was corrected since round {round} was paired. Pair it again.")
    later = True


class NotInRoundError(RulesError):
    """Somebody who is to be moved does not play in this round."""

    code = "not_in_round"
    sentence = _("Only players of this round can change places.")


class BracketFixedError(RulesError):
    """A stage of the top cut is not paired by hand."""

    code = "bracket_fixed"
    clause = "DRF-OP-12"
    sentence = _(
        "The standings and the winners make the bracket, so nobody changes places in it. Correct a result, or let "
        "somebody drop, and pair it again."
    )


class NoAlternativeError(RulesError):
    """The pairing has no such alternative."""

    code = "no_alternative"
    sentence = _("This pairing is not among those offered.")
    field = "alternative"


@transaction.atomic
def pair_round(event: Event, *, by: Actor, number: int | None = None) -> Round:
    """Propose the next round, for officials to look over; the event's seed decides among equals (DRF-4.1, DRF-4.2).

    A proposal that still holds is returned as it is. ``number`` is the round that is meant; None means the next one.
    Raises DecksMissingError, ResultsMissingError, RoundsOverError, OtherRoundNextError, and NoMatchError if no match is possible.
    """
    event = hold(event)
    _refuse_missing_decks(event)
    refuse_missing_results(event)
    tournament = tournament_of(event)
    written = _stage_of_cut(event, tournament) if tournament.next_round > event.terms.rounds else {}
    named, number = number, written.get("round", tournament.next_round)
    if named not in (None, number):
        raise OtherRoundNextError(named=named, round=number)
    proposed = event.rounds.filter(number=number).first()
    if proposed and holds(proposed):
        return proposed
    written = (written or _announced_round(event, tournament)) | {
        "basis": digest(tournament, number),
        "field": field_of(tournament),
    }
    refuse_hopeless(written)
    return _propose(event, proposed, written, by)


def _announced_round(event: Event, tournament: Tournament) -> dict[str, Any]:
    found = pair(tournament, seed=bytes(event.seed))
    with_matches = tuple(one for one in found.alternatives if one.pairs)
    meetings = [reason.plain for reason in explain(tournament, found)]
    return pairing_json(replace(found, alternatives=with_matches), tournament.next_round) | {"meetings": meetings}


def _stage_of_cut(event: Event, tournament: Tournament) -> dict[str, Any]:
    """The next stage of the top cut (DRF-OP-12). Raises RoundsOverError where there is none, or no more."""
    if is_over(event, tournament):
        raise RoundsOverError(rounds=event.terms.rounds)
    ahead = upcoming(event, tournament)
    meetings = [reason.plain for reason in bracket.meetings(ahead.cut, ahead.paired)]
    cut = {"size": ahead.cut.size, "seeds": list(ahead.cut.seeds)}
    number = bracket.next_number(tournament, ahead.cut)
    return pairing_json(ahead.paired, number) | {"meetings": meetings, "stage": ahead.stage, "cut": cut}


@transaction.atomic
def choose_alternative(
    event: Event, number: int, place: int, *, reason: str, by: Actor, proposal: str | None = None
) -> Round:
    """Take one of the pairings that break a rule, where all do. A judge's decision, and public.

    ``place`` is its place among the alternatives, from 0; ``proposal``: see `publish_round`. Raises RoundNotPairedError,
    ProposalChangedError, NoAlternativeError, ReasonNeededError.
    """
    event, found = _held_proposal(event, number)
    refuse_other(found, proposal)
    refuse_unexplained(reason)
    offered = found.pairing.get("alternatives", [])
    if not 0 <= place < len(offered):
        raise NoAlternativeError
    _keep_earlier(found)
    _write(event, found, offered[place]["pairs"], offered[place]["byes"])
    after = {"round": number, "kind": offered[place]["kind"]}
    record(event.stream, "alternative_chosen", author=by.account, role=by.role, after=after, reason=reason)
    return found


@transaction.atomic
def swap_players(
    event: Event, number: int, players: tuple[int, int], *, reason: str, by: Actor, proposal: str | None = None
) -> Round:
    """Let two players, given by their entry numbers, or two teams by theirs, change places in a proposed round. Public.

    ``proposal``: see `publish_round`. Raises RoundNotPairedError, ProposalChangedError, NotInRoundError,
    BracketFixedError, ReasonNeededError.
    """
    event, found = _held_proposal(event, number)
    refuse_other(found, proposal)
    if found.stage:
        raise BracketFixedError
    refuse_unexplained(reason)
    matches = list(found.matches.filter(board=1).select_related("a__team", "b__team"))
    first, second = (str(player) for player in players)
    names = {entry.id_in_rules: entry.contestant.name for match in matches for entry in (match.a, match.b) if entry}
    if not {first, second} <= names.keys():
        raise NotInRoundError
    other = {first: second, second: first}
    pairs = [[other.get(id_, id_) for id_ in _ids(match)] for match in matches if match.b]
    byes = [other.get(id_, id_) for match in matches if not match.b for id_ in _ids(match)]
    _keep_earlier(found)
    _write(event, found, pairs, byes)
    after = {"round": number, "first": names[first], "second": names[second]}
    record(event.stream, "players_swapped", author=by.account, role=by.role, after=after, reason=reason)
    return found


@transaction.atomic
def publish_round(event: Event, number: int, *, by: Actor, proposal: str | None = None) -> Round:
    """Show everybody the pairings and start the clock (DRF-4.6). Byes are won from now on, and late entries who still
    build their deck have missed the round.

    ``proposal`` is the checksum of the proposal that was looked at (tournaments.selectors.proposals); None means the
    present one. Raises RoundNotPairedError, RoundPublishedError, ProposalChangedError, ResultsMissingError,
    ResultsCorrectedError, PairingOutdatedError, NoMatchError.
    """
    event, found = _held_proposal(event, number)
    refuse_other(found, proposal)
    refuse_missing_results(event)
    if results_changed(found):
        raise ResultsCorrectedError(round=number)
    _refuse_other_field(found)
    refuse_without_match(found)
    found.pairing.pop("earlier", None)
    found.pairing_details.save(update_fields=["data"])
    found.published_at = timezone.now()
    found.ends_at = found.published_at + timedelta(minutes=found.minutes)
    found.save(update_fields=["published_at", "ends_at"])
    after = {"round": number, "minutes": found.minutes} | ({"stage": found.stage} if found.stage else {})
    action = "stage_published" if found.stage else "round_published"
    sealed = after | {"heads": unsealed_heads(event)}
    entry = record(event.stream, action, author=by.account, role=by.role, after=sealed, at=found.published_at)
    tell(event, entry, "round_published", **after)
    for absent in () if found.stage else unplaced(found):
        if absent.playing:  # as the others of a team that is out do not
            miss_rounds(absent)
    count_losses(event, found.matches.all())
    start_matches(found)
    return found


def _propose(event: Event, proposed: Round | None, pairing: dict[str, Any], by: Actor) -> Round:
    now = timezone.now()
    if proposed is None:
        proposed = Round(event=event, number=pairing["round"], minutes=event.terms.match_minutes)
        proposed.stage = pairing.get("stage", "")
    earlier = {"earlier": superseded(proposed)} if proposed.pk else {}
    proposed.paired_at = now
    proposed.save()
    proposed.pairing_details, _new = PairingDetails.objects.update_or_create(
        round=proposed, defaults={"data": pairing | earlier}
    )
    _write(event, proposed, pairing["pairs"], pairing["byes"])
    record(event.desk, "round_paired", author=by.account, role=by.role, after={"round": proposed.number}, at=now)
    return proposed


def _keep_earlier(proposed: Round) -> None:
    """Keep with ``proposed``, which is about to change, what it was."""
    proposed.pairing["earlier"] = superseded(proposed)
    proposed.pairing_details.save(update_fields=["data"])


def _write(event: Event, proposed: Round, pairs: Sequence[Ids], byes: Ids) -> None:
    """Make the matches of a proposed round anew: tables from 1, of teams board by board, then the byes."""
    proposed.matches.all().delete()
    lineups = {id_: list(enumerate(each.lineup, 1)) for id_, each in contestants(event).items()}
    pods = match_pods(event)
    matches = [
        Match(round=proposed, table=table, board=board, a=a, b=b)
        for table, (first, second) in enumerate(pairs, 1)
        for (board, a), (_board, b) in zip(lineups[first], lineups[second], strict=True)
    ] + [Match(round=proposed, kind=Match.Kind.BYE, board=board, a=a) for id_ in byes for board, a in lineups[id_]]
    for match in matches:
        match.pod_id = pods.get(match.a.account_id)
    Match.objects.bulk_create(matches)


def _held_proposal(event: Event, number: int) -> tuple[Event, Round]:
    event = hold(event)
    found = event.rounds.filter(number=number).first()
    if found is None:
        raise RoundNotPairedError(round=number)
    if found.published:
        raise RoundPublishedError(round=number)
    return event, found


def _refuse_other_field(proposed: Round) -> None:
    """Raise PairingOutdatedError if others are to be paired now than in ``proposed``, or in another way."""
    found = field_changes(proposed)
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
    return [entry.id_in_rules for entry in (match.a, match.b) if entry]
