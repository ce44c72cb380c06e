"""The format of an event with constructed decks: victory points, rounds and clock."""

from collections.abc import Iterable
from dataclasses import dataclass

from drafting.rules.format import NoMatchTimeError, NoTargetError, TooFewRoundsError
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.ruleset import Ruleset

PLAYERS_OF_MATCH = 2


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


class MoreThanTwoPlayersError(RulesError):
    """Raised if a variant is for more than two players at a table; ``details`` list the variants of events."""

    code = "more_than_two_players"
    sentence = _(
        "{variant} is played by more than two players at one table, but two players play each match of an event. "
        "Choose one of: {known}."
    )
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


def variants_for_more(ruleset: Ruleset) -> list[str]:
    """Return the variants that events cannot offer, because more than two players share a table."""
    others = (name for name in ruleset.variants if name not in ruleset.constructed_variants)
    return [name for name in others if max(ruleset.player_counts_of(name)) > PLAYERS_OF_MATCH]


def variant_error(ruleset: Ruleset, variant: str) -> RulesError:
    """Return the error for a ``variant`` that is not one of those for constructed events."""
    known = ", ".join(ruleset.constructed_variants)
    if variant not in variants_for_more(ruleset):
        return NotConstructedError(variant=variant[:20], known=known)
    error = MoreThanTwoPlayersError(variant=variant, known=known)
    error.clause = ruleset.player_counts_clause
    return error


def draft_settings_error(names: Iterable[str]) -> DraftSettingsError:
    """Return the error for settings that only a draft has."""
    return DraftSettingsError(fields=", ".join(sorted(names)))
