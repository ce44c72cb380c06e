"""What an event lays down to which everybody brings a deck: how a game is won, rounds and clock."""

from collections.abc import Iterable
from dataclasses import dataclass

from drafting.rules.format import NoMatchTimeError, NoTargetError, TooFewRoundsError
from gameplay.engine.core.errors import RulesError, _


class NoTargetNeededError(RulesError):
    """A number of points to win where no number does."""

    code = "nothing_counted"
    sentence = _("No number of points wins a game of this kind: leave it out.")
    field = "vp_target"


class DraftSettingsError(RulesError):
    """Something is set that only a draft has; ``details`` name it."""

    code = "constructed_draft"
    sentence = _("Decks are brought to this event, so there is nothing to draft from: leave out {fields}.")
    field = "variant"


class NotConstructedError(RulesError):
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
        broken = {
            TooFewRoundsError: self.rounds < 1,
            NoTargetError: counts and self.vp_target < 1,
            NoTargetNeededError: not counts and self.vp_target > 0,
            NoMatchTimeError: self.match_minutes < 1,
        }
        return [refusal() for refusal, here in broken.items() if here]


def draft_settings_error(names: Iterable[str]) -> DraftSettingsError:
    """Return the refusal of settings that only a draft has."""
    return DraftSettingsError(fields=", ".join(sorted(names)))
