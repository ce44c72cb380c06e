"""What may go wrong, and what is usually said to it: the catalogue from which judges give penalties."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from gameplay.engine.core.errors import _


class PenaltyLevel(StrEnum):
    """How heavy a penalty is, the lightest first. A note is none."""

    NOTE = "note"
    WARNING = "warning"
    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"

    @property
    def weight(self) -> int:
        return list(PenaltyLevel).index(self)

    @property
    def costs_a_game(self) -> bool:
        """Whether a game is lost by it, or more; only a head judge decides about that."""
        return self.weight >= PenaltyLevel.GAME_LOSS.weight

    @property
    def next(self) -> "PenaltyLevel":
        """The next heavier one, or the heaviest."""
        return list(PenaltyLevel)[min(self.weight + 1, len(PenaltyLevel) - 1)]


class InfractionCategory(StrEnum):
    """Infractions of one kind: the second of them weighs more."""

    DRAFT = "draft"
    DECK = "deck"
    PLAY = "play"
    TIME = "time"
    CONDUCT = "conduct"


@dataclass(frozen=True, slots=True)
class Infraction:
    """Something that is not allowed: its ``words`` are a template without fields, ``usual`` what is given for it.

    ``clause`` is the rule that it breaks, if one says so. An event may leave it out: then it is not ``used`` there.
    """

    code: str
    category: InfractionCategory
    words: str
    usual: PenaltyLevel
    clause: str = ""
    used: bool = True


LEVEL_NAMES = {
    PenaltyLevel.NOTE: _("Note, no penalty"),
    PenaltyLevel.WARNING: _("Warning"),
    PenaltyLevel.GAME_LOSS: _("Game loss"),
    PenaltyLevel.MATCH_LOSS: _("Match loss"),
    PenaltyLevel.DISQUALIFICATION: _("Disqualification"),
}
CATEGORY_NAMES = {
    InfractionCategory.DRAFT: _("At the draft"),
    InfractionCategory.DECK: _("Decks and cards"),
    InfractionCategory.PLAY: _("In a game"),
    InfractionCategory.TIME: _("Time"),
    InfractionCategory.CONDUCT: _("Conduct"),
}
INFRACTIONS = {
    infraction.code: infraction
    for infraction in (
        Infraction(
            "wrong_way", InfractionCategory.DRAFT, _("passed a pack the wrong way"), PenaltyLevel.WARNING, "DRF-2.7"
        ),
        Infraction("over_time", InfractionCategory.DRAFT, _("took too long for a pick"), PenaltyLevel.NOTE, "DRF-OP-4"),
        Infraction(
            "pick_taken_back", InfractionCategory.DRAFT, _("took a pick back"), PenaltyLevel.WARNING, "DRF-2.10"
        ),
        Infraction(
            "looked_at_others", InfractionCategory.DRAFT, _("looked at others' cards"), PenaltyLevel.WARNING, "DRF-2.15"
        ),
        Infraction(
            "revealed", InfractionCategory.DRAFT, _("showed cards or signalled"), PenaltyLevel.WARNING, "DRF-2.12"
        ),
        Infraction(
            "reviewed_pool", InfractionCategory.DRAFT, _("looked at their own picks"), PenaltyLevel.WARNING, "DRF-2.14"
        ),
        Infraction("notes", InfractionCategory.DRAFT, _("took notes"), PenaltyLevel.WARNING, "DRF-2.13"),
        Infraction(
            "count_unsaid", InfractionCategory.DRAFT, _("did not report a wrong count"), PenaltyLevel.WARNING, "DRF-2.4"
        ),
        Infraction(
            "deck_size", InfractionCategory.DECK, _("the deck has the wrong size"), PenaltyLevel.GAME_LOSS, "DRF-3.2"
        ),
        Infraction(
            "not_in_pool", InfractionCategory.DECK, _("a card is not in the pool"), PenaltyLevel.GAME_LOSS, "DRF-3.3"
        ),
        Infraction(
            "barred_card", InfractionCategory.DECK, _("a T or P card is in the deck"), PenaltyLevel.GAME_LOSS, "DRF-1.2"
        ),
        Infraction("marked_cards", InfractionCategory.DECK, _("cards are marked"), PenaltyLevel.WARNING),
        Infraction("not_shuffled", InfractionCategory.DECK, _("shuffled too little"), PenaltyLevel.WARNING),
        Infraction("rule_error", InfractionCategory.PLAY, _("a rule was broken in play"), PenaltyLevel.WARNING),
        Infraction(
            "hidden_card", InfractionCategory.PLAY, _("a hidden card was dealt with wrongly"), PenaltyLevel.WARNING
        ),
        Infraction(
            "extra_cards_seen", InfractionCategory.PLAY, _("saw cards that are not theirs to see"), PenaltyLevel.WARNING
        ),
        Infraction(
            "reward_missed", InfractionCategory.PLAY, _("missed an optional reward"), PenaltyLevel.NOTE, "ENE-OP-8"
        ),
        Infraction("late", InfractionCategory.TIME, _("came too late"), PenaltyLevel.GAME_LOSS),
        Infraction("very_late", InfractionCategory.TIME, _("came far too late"), PenaltyLevel.MATCH_LOSS),
        Infraction("slow_play", InfractionCategory.TIME, _("plays slowly"), PenaltyLevel.WARNING),
        Infraction("stalling", InfractionCategory.TIME, _("plays for time"), PenaltyLevel.DISQUALIFICATION),
        Infraction("minor_conduct", InfractionCategory.CONDUCT, _("behaves badly"), PenaltyLevel.WARNING),
        Infraction("major_conduct", InfractionCategory.CONDUCT, _("behaves very badly"), PenaltyLevel.MATCH_LOSS),
        Infraction("outside_help", InfractionCategory.CONDUCT, _("took or gave help"), PenaltyLevel.MATCH_LOSS),
        Infraction("bribery", InfractionCategory.CONDUCT, _("bribed or wagered"), PenaltyLevel.DISQUALIFICATION),
        Infraction(
            "random_winner", InfractionCategory.CONDUCT, _("let chance decide a match"), PenaltyLevel.DISQUALIFICATION
        ),
        Infraction("collusion", InfractionCategory.CONDUCT, _("arranged a result"), PenaltyLevel.DISQUALIFICATION),
        Infraction("theft", InfractionCategory.CONDUCT, _("stole"), PenaltyLevel.DISQUALIFICATION),
        Infraction("aggression", InfractionCategory.CONDUCT, _("attacked somebody"), PenaltyLevel.DISQUALIFICATION),
        Infraction("cheating", InfractionCategory.CONDUCT, _("cheated"), PenaltyLevel.DISQUALIFICATION),
    )
}
"""Every infraction by its code. What was given under a code that is gone stays in the log."""
InfractionCatalogue = Mapping[str, Infraction]
CatalogueChanges = Mapping[str, Mapping[str, str]]
"""What an event has otherwise, by code: the ``usual`` level, "" for what it leaves out; and, for an infraction of its own,
its ``category`` and ``words``."""


def changed_catalogue(changes: CatalogueChanges) -> dict[str, Infraction]:
    """Return the catalogue with the ``changes`` of an event."""
    own = {
        code: Infraction(code, InfractionCategory(said["category"]), said["words"], PenaltyLevel.NOTE)
        for code, said in changes.items()
        if code not in INFRACTIONS
    }
    return {code: _changed(each, changes.get(code, {}).get("usual")) for code, each in (INFRACTIONS | own).items()}


def _changed(infraction: Infraction, usual: str | None) -> Infraction:
    if usual is None:
        return infraction
    return replace(infraction, usual=PenaltyLevel(usual)) if usual else replace(infraction, used=False)
