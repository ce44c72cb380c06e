"""Why a proposed round is not published or changed: it is not the one that was looked at, or it has no match."""

from collections.abc import Mapping
from typing import Any

from gameplay.engine.core.errors import RulesError, _
from tournaments.models import Round
from tournaments.selectors.proposals import changed_meetings, proposal_checksum

MAX_LISTED_CHANGES = 6  # meetings; of more only their number is given


class ProposalChangedError(RulesError):
    """The proposal that was named is not the present one; ``details`` give the checksum of that as ``proposal``."""

    code = "proposal_changed"
    sentence = _("Round {round} has another pairing now than the one you looked at. Look at it again before you go on.")
    field = "proposal"
    is_state_conflict = True


class MeetingsChangedError(ProposalChangedError):
    """The same; ``details`` say in ``changed`` who meets now that did not in the proposal that was named."""

    sentence = _("The pairing of round {round} has changed. New: {changed}. Look at it again before you go on.")


class ManyMeetingsChangedError(ProposalChangedError):
    """The same, with so many meetings that are new."""

    sentence = _(
        "The pairing of round {round} has changed: {count} meetings are new. Look at it again before you go on."
    )


class NoMatchError(RulesError):
    """The round has no match."""

    code = "no_match"
    clause = "DRF-4.2"
    sentence = _(
        "Nobody can meet in round {round}: too few players are left. Let players come back or meet those they are kept "
        "apart from, pair across the event, or finish it early."
    )
    is_state_conflict = True


class NoPairingChosenError(NoMatchError):
    """The same, as long as no pairing is chosen of those that break a rule."""

    sentence = _(
        "Every pairing of round {round} breaks a rule. Choose one of those offered, or finish the event early."
    )


def refuse_changed_proposal(proposed: Round, named_checksum: str | None) -> None:
    """Raise ProposalChangedError unless ``named`` is the checksum of ``proposed``; None names the present one."""
    present = proposal_checksum(proposed)
    if named_checksum in (None, present):
        return
    assert named_checksum is not None
    changed = changed_meetings(proposed, named_checksum)
    details = {"round": proposed.number, "proposal": present}
    if not changed:
        raise ProposalChangedError(**details)
    if len(changed) > MAX_LISTED_CHANGES:
        raise ManyMeetingsChangedError(count=len(changed), **details)
    raise MeetingsChangedError(changed=", ".join(changed), **details)


def refuse_pairing_without_match(pairing: Mapping[str, Any]) -> None:
    """Raise NoMatchError for a pairing, as it is kept with its round, of which no match can come.

    Where players are only kept apart it is kept, to show that. In a stage of the top cut a walkover is enough.
    """
    if pairing.get("stage"):
        hopeful = pairing["pairs"] or pairing["byes"]
    else:
        kept_apart = any(reason["code"] == "apart_blocks" for reason in pairing["why"])
        hopeful = pairing["pairs"] or pairing.get("alternatives") or kept_apart
    if not hopeful:
        raise NoMatchError(round=pairing["round"])


def refuse_without_match(proposed: Round) -> None:
    """Raise NoMatchError unless ``proposed`` has a match; in a stage of the top cut a walkover is enough."""
    if proposed.matches.exists() if proposed.stage else proposed.matches.filter(b__isnull=False).exists():
        return
    if proposed.pairing.get("alternatives") and not proposed.matches.exists():
        raise NoPairingChosenError(round=proposed.number)
    raise NoMatchError(round=proposed.number)
