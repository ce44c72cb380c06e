"""What an event lays down to which everybody brings a deck: how a game is won, rounds and clock."""

from collections.abc import Iterable
from dataclasses import dataclass

from drafting.rules.format import NoMatchTimeError, NoTargetError, TooFewRoundsError
from gameplay.engine.errors import RulesError, _


class ConstructedDraftError(RulesError):
    """Something is set that only a draft has; ``details`` name it."""

    code = "constructed_draft"
    sentence = _("Decks are brought to this event, so there is nothing to draft from: leave out {fields}.")
    field = "variant"


class DraftNotBroughtError(RulesError):
    """The ruleset has no such variant to which decks are brought; ``details`` list those that it has."""

    code = "not_constructed"
    sentence = _("No decks are brought to {variant}. Choose one of: {known}.")
    field = "variant"


@dataclass(frozen=True, slots=True)
class ConstructedFormat:
    """The numbers of one event; rounds and minutes are those of other tournaments (DRF-4.6).

    ``vp_target`` victory points win a game; 0 where its ruleset counts none to win.
    """

    vp_target: int
    rounds: int = 3
    match_minutes: int = 50

    def faults(self, *, counts: bool = True) -> list[RulesError]:
        """Return everything that makes an event of this format impossible, each with its field.

        ``counts`` is whether a number of points wins.
        """
        floors = (
            (self.rounds, TooFewRoundsError),
            (self.vp_target or not counts, NoTargetError),
            (self.match_minutes, NoMatchTimeError),
        )
        return [refusal() for number, refusal in floors if number < 1]


def only_in_drafts(names: Iterable[str]) -> ConstructedDraftError:
    """Return the refusal of settings that only a draft has."""
    return ConstructedDraftError(fields=", ".join(sorted(names)))
