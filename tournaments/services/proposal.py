"""Errors of proposed rounds: changed since it was read, without a match, or with a swap that breaks a rule."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from gameplay.engine.core.errors import RulesError, _
from tournaments.models import Round
from tournaments.rules.broken_rules import PUBLIC_CODES
from tournaments.rules.reasons import DecisionReason
from tournaments.selectors.proposals import changed_meetings, proposal_checksum
from tournaments.selectors.rule_breaks import rule_breaks, rule_breaks_of

MAX_LISTED_CHANGES = 6  # matches; with more changes only their count is given


class ProposalChangedError(RulesError):
    """The named proposal is not the current one, whose checksum ``details`` give as ``proposal``."""

    code = "proposal_changed"
    sentence = _("The pairing of round {round} has changed since you opened it. Check it again before you continue.")
    field = "proposal"
    is_state_conflict = True


class MeetingsChangedError(ProposalChangedError):
    """The proposal has changed; ``details`` list the new matches as ``changed``."""

    sentence = _("The pairing of round {round} has changed. New: {changed}. Check it again before you continue.")


class ManyMeetingsChangedError(ProposalChangedError):
    """The proposal has changed in many matches; ``details`` give their number as ``count``."""

    sentence = _(
        "The pairing of round {round} has changed: {count} matches are new. Check it again before you continue."
    )


class NoMatchError(RulesError):
    """The round has no match."""

    code = "no_match"
    clause = "DRF-4.2"
    sentence = _(
        "No match is possible in round {round}: too few players are left. Undo a drop, lift a pairing exclusion, pair "
        "across the event, or finish the event early."
    )
    is_state_conflict = True


class NoPairingChosenError(NoMatchError):
    """Every pairing of the round breaks a rule, and none has been chosen yet."""

    sentence = _(
        "Every pairing of round {round} breaks a rule. Choose one of those offered, or finish the event early."
    )


class SwapBreaksRuleError(RulesError):
    """A swap would make a rematch, a second bye or an excluded pair; ``details`` give the sentences."""

    code = "swap_breaks_rule"
    clause = "DRF-OP-7"
    sentence = _("This swap breaks a rule: {breaks} To swap anyway, tick the box for it. The log will say so.")
    field = "anyway"
    is_state_conflict = True


def newly_broken_rules(proposed: Round, pairs: Sequence[Sequence[str]], byes: Sequence[str]) -> list[DecisionReason]:
    """Return the rules that these pairs and byes would break and ``proposed`` does not yet, with names."""
    known = rule_breaks(proposed)
    return [each for each in rule_breaks_of(proposed, pairs, byes) if each not in known]


def refuse_broken_rules(broken: Sequence[DecisionReason]) -> None:
    """Raise SwapBreaksRuleError if a rule is ``broken``."""
    if broken:
        raise SwapBreaksRuleError(breaks=" ".join(gettext(each.sentence).format(**each.details) for each in broken))


def swap_entry(broken: Sequence[DecisionReason]) -> tuple[str, dict[str, Any]]:
    """Return the log action of a swap, and its fields about the ``broken`` rules that are public."""
    public = [each for each in broken if each.code in PUBLIC_CODES]
    if not public:
        return "players_swapped", {}
    names = [
        " – ".join(str(each.details[key]) for key in ("a", "b", "player") if key in each.details) for each in public
    ]
    count = Counter(each.code for each in public)
    return "players_swapped_anyway", {
        "rematches": count["have_met"],
        "second_byes": count["had_bye"],
        "who": ", ".join(names),
    }


def refuse_changed_proposal(proposed: Round, named_checksum: str | None) -> None:
    """Raise ProposalChangedError unless ``named_checksum`` is that of ``proposed``; None skips the check."""
    current = proposal_checksum(proposed)
    if named_checksum in (None, current):
        return
    assert named_checksum is not None
    changed = changed_meetings(proposed, named_checksum)
    details = {"round": proposed.number, "proposal": current}
    if not changed:
        raise ProposalChangedError(**details)
    if len(changed) > MAX_LISTED_CHANGES:
        raise ManyMeetingsChangedError(count=len(changed), **details)
    raise MeetingsChangedError(changed=", ".join(changed), **details)


def refuse_pairing_without_match(pairing: Mapping[str, Any]) -> None:
    """Raise NoMatchError for a pairing, as stored with its round, that cannot lead to a match.

    If only pairing exclusions prevent a match, the pairing is accepted so that it can show this. In a stage of the top
    cut a walkover is enough.
    """
    if pairing.get("stage"):
        is_usable = pairing["pairs"] or pairing["byes"]
    else:
        is_excluded = any(reason["code"] == "apart_blocks" for reason in pairing["why"])
        is_usable = pairing["pairs"] or pairing.get("alternatives") or is_excluded
    if not is_usable:
        raise NoMatchError(round=pairing["round"])


def refuse_without_match(proposed: Round) -> None:
    """Raise NoMatchError unless ``proposed`` has a match; in a stage of the top cut a walkover is enough."""
    if proposed.matches.exists() if proposed.stage else proposed.matches.filter(b__isnull=False).exists():
        return
    if proposed.pairing.get("alternatives") and not proposed.matches.exists():
        raise NoPairingChosenError(round=proposed.number)
    raise NoMatchError(round=proposed.number)
