"""The format of an event with constructed decks: victory points, rounds and clock."""

from collections.abc import Iterable
from dataclasses import dataclass

from drafting.rules.format import NoMatchTimeError, NoTargetError, TooFewRoundsError
from gameplay.engine.core.errors import RulesError, _


class NoTargetNeededError(RulesError):
    """Raised if a number of victory points is set for a game that is not won by points."""

    code = "nothing_counted"
    sentence = _("This game is not won by victory points. Leave the number out.")
    field = "vp_target"


class DraftSettingsError(RulesError):
    """Raised if settings of a draft are given; ``details`` name them."""

    code = "constructed_draft"
    sentence = _("Players bring constructed decks to this event, so there is no draft. Leave out {fields}.")
    field = "variant"


class NotConstructedError(RulesError):
    """Raised if a variant is not played with constructed decks; ``details`` list the variants that are."""

    code = "not_constructed"
    sentence = _("{variant} is not played with constructed decks. Choose one of: {known}.")
    field = "variant"


@dataclass(frozen=True, slots=True)
class ConstructedFormat:
    """The numbers of one event; rounds and minutes default to those of a draft (DRF-4.6).

    ``vp_target`` victory points win a game; 0 if its ruleset has no victory points.
    """

    vp_target: int
    rounds: int = 3
    match_minutes: int = 50

    def faults(self, *, counts: bool = True) -> list[RulesError]:
        """Return an error, with its field, for everything that makes an event of this format impossible.

        ``counts`` says whether games are won by victory points.
        """
        checks = {
            TooFewRoundsError: self.rounds < 1,
            NoTargetError: counts and self.vp_target < 1,
            NoTargetNeededError: not counts and self.vp_target > 0,
            NoMatchTimeError: self.match_minutes < 1,
        }
        return [error() for error, is_broken in checks.items() if is_broken]


def draft_settings_error(names: Iterable[str]) -> DraftSettingsError:
    """Return the error for settings that only a draft has."""
    return DraftSettingsError(fields=", ".join(sorted(names)))
